import type { ItemContext } from '../../shared/catalogue';
import { isOn, textAt, valueAt } from '../../shared/parameters';
import { textsIn } from '../codec/decode';
import { appIn, guestSpaceOf } from '../route';
import { objectOf } from '../../shared/objects';
import { type Field, isRefused, loadForm } from '../codec/form';
import { fieldNamed, noSuchField } from '../codec/names';
import {
	conditionOf,
	type ConditionRow,
	type FieldReader,
	type Filter,
	type Match,
} from './conditions';
import { queryField, type QueryField } from './operators';
import { both, orderOf, type QueryParts, queryParts, type SortRow } from './parts';
import { chosenView } from './views';

/**
 * The query from the node's settings: conditions, a saved view with additional conditions, or a
 * query text. The node's sort order replaces the sort order of the view.
 */
export async function chosenQuery(item: ItemContext): Promise<QueryParts> {
	const filter = await chosenFilter(item);
	const { rows = [] } = objectOf(item.read('sort')) as { rows?: SortRow[] };
	const read = await fieldReader(item, rows, conditionsIn(item.node.parameters.sort), () => true);
	const order = orderOf(rows, (field) => read(field).code);
	return { ...filter, order: order || filter.order };
}

async function chosenFilter(item: ItemContext): Promise<QueryParts> {
	const filterBy = item.read('filterBy');
	if (filterBy === 'query') return queryParts(textAt(item, 'query'));
	const condition = await chosenCondition(item);
	if (filterBy !== 'view') return { condition, order: '' };
	const view = await chosenView(item);
	return { condition: both(view.condition, condition), order: view.order };
}

async function chosenCondition(item: ItemContext): Promise<string> {
	const filter = objectOf(item.read('conditions')) as Omit<Filter, 'match'>;
	// A calculated field's format is in the form alone.
	const isTyped = ({ type }: QueryField) => type !== '' && type !== 'CALC';
	const stored = conditionsIn(item.node.parameters.conditions);
	const read = await fieldReader(item, conditionsIn(filter), stored, isTyped);
	const match = valueAt(item, 'match') as Match;
	const frame = { zone: item.timeZone, hint: (text: string) => item.hint(text) };
	return conditionOf({ ...filter, match }, frame, read);
}

/** The rows of a filter or a sort order. */
function conditionsIn(value: unknown): ConditionRow[] {
	const { rows = [] } = objectOf(value) as Filter;
	return rows;
}

/** A single name in a query, that holds no operator and no second word. */
const ONE_NAME = /^[^\s"'(),;<>=!]+$/;

/** The type of a list of related records, whose fields are named `List.Field`. */
const RELATED = 'REFERENCE_TABLE';

/** Types of the fields that no form has. */
const WITHOUT_FORM = new Map([
	['', ''],
	['$id', '__ID__'],
	['$revision', '__REVISION__'],
]);

/**
 * Resolves the fields of rows by the form, so that only its fields become a part of a query. What
 * somebody chose from the list needs no form.
 * @param stored the rows as the node has them, with expressions as text
 * @param isKnown whether a field from the list says enough
 */
async function fieldReader(
	item: ItemContext,
	rows: Array<{ field?: string }>,
	stored: Array<{ field?: string }>,
	isKnown: (field: QueryField) => boolean,
): Promise<FieldReader> {
	const constants = new Set(stored.map(({ field }) => field));
	const needsForm = (chosen: unknown) => {
		const field = queryField(chosen);
		if (WITHOUT_FORM.has(field.code)) return false;
		return !constants.has(chosen as string) || !ONE_NAME.test(field.code) || !isKnown(field);
	};
	const form = rows.some(({ field }) => needsForm(field)) ? await formOf(item) : [];
	return (chosen) => {
		const field = queryField(chosen);
		if (needsForm(chosen)) return fieldOf(form, field);
		return { ...field, type: WITHOUT_FORM.get(field.code) ?? field.type };
	};
}

/** A field of the form by its code or label. Throws `InputError` if there is none. */
function fieldOf(fields: Field[], chosen: QueryField): QueryField {
	const found = fieldNamed(fields, chosen.code);
	if (found) {
		const { code, type, format } = found;
		const inTable = fields.some(({ columns }) => columns?.includes(found));
		return { code, type, inTable, ...(format && { format }) };
	}
	const [owner = ''] = chosen.code.split('.');
	// Of related records, which are in another app, or of a form that can't be read.
	const isElsewhere = fields.length === 0 || fieldNamed(fields, owner)?.type === RELATED;
	if (isElsewhere && ONE_NAME.test(chosen.code)) return chosen;
	throw noSuchField(chosen.code, fields);
}

/** The fields and columns of the form; none if the credential can't read it. */
async function formOf(item: ItemContext): Promise<Field[]> {
	const { id } = appIn(item.read('app'));
	const guestSpace = guestSpaceOf(item);
	// Once, so that the fields of one selection are the same whenever they are asked for.
	return await item.once(`fields of conditions ${guestSpace} ${id}`, async () => {
		const form = await loadForm(item, id, guestSpace).catch((problem: unknown) => {
			if (isRefused(problem)) return [];
			throw problem;
		});
		return [...form, ...form.flatMap(({ columns = [] }) => columns)];
	});
}

/** Codes of the fields to return; empty for all of them. */
export async function returnedCodes(item: ItemContext): Promise<string[]> {
	const codes = await chosenFields(item);
	const ofView = item.read('filterBy') === 'view' && isOn(item, 'options.viewColumns');
	if (codes.length > 0 || !ofView) return codes;
	const { fields } = await chosenView(item);
	// The next nodes need the record ID to change the record.
	return fields.length > 0 ? [...new Set(['$id', ...fields])] : [];
}

/** Codes of the fields that an option names; empty if it isn't used. */
export async function chosenFields(item: ItemContext, option = 'fields'): Promise<string[]> {
	const named = (value: unknown) => textsIn(value).map((field) => ({ field }));
	const rows = named(item.read(`options.${option}`));
	const stored = named(objectOf(item.node.parameters.options)[option]);
	const read = await fieldReader(item, rows, stored, () => true);
	return rows.map(({ field }) => read(field).code);
}
