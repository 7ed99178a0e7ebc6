import type { ItemView } from '../../shared/catalogue';
import { list } from '../catalogue/parameters';
import { appIn, guestSpaceOf } from '../route';
import { type FormField, isRefused, loadForm } from '../record/form';
import { conditionOf, type ConditionRow, type Filter, type Match } from './conditions';
import { queryField, type QueryField } from './operators';
import { both, orderOf, type QueryParts, queryParts, type SortRow } from './parts';
import { chosenView } from './views';

/**
 * The query from the node's settings: conditions, a saved view with additional conditions, or a
 * query text. The node's sort order replaces the sort order of the view.
 */
export async function chosenQuery(item: ItemView): Promise<QueryParts> {
	const filter = await chosenFilter(item);
	const { rows = [] } = item.read('sort', {}) as { rows?: SortRow[] };
	const order = orderOf(rows, (field) => queryField(field).code);
	return { ...filter, order: order || filter.order };
}

async function chosenFilter(item: ItemView): Promise<QueryParts> {
	const filterBy = item.read('filterBy', 'conditions');
	if (filterBy === 'query') return queryParts(String(item.read('query', '')));
	const condition = await chosenCondition(item);
	if (filterBy !== 'view') return { condition, order: '' };
	const view = await chosenView(item);
	return { condition: both(view.condition, condition), order: view.order };
}

async function chosenCondition(item: ItemView): Promise<string> {
	const filter = item.read('conditions', {}) as Omit<Filter, 'match'>;
	const { rows = [], groups = [] } = filter;
	const all = [...rows, ...groups.flatMap(({ conditions }) => conditions?.rows ?? [])];
	const known = all.some(needsForm) ? await formOf(item) : [];
	const match = item.read('match', 'all') as Match;
	const frame = { zone: item.timeZone, hint: (text: string) => item.hint(text) };
	return conditionOf({ ...filter, match }, frame, (chosen) => typed(chosen, known));
}

/**
 * A field from an expression, by its code or label, has no type from the picker, and a calculated
 * field no format.
 */
function needsForm({ field }: ConditionRow): boolean {
	const { code, type } = queryField(field);
	return type === 'CALC' || (type === '' && code !== '' && !code.startsWith('$'));
}

/** The form, or nothing if the credential can't read it: conditions are then sent unchanged. */
async function formOf(item: ItemView): Promise<FormField[]> {
	const { id } = appIn(item.read('app', ''));
	const guestSpace = guestSpaceOf(item);
	// Once, so that the fields of one selection are the same whenever they are asked for.
	return await item.once(`fields of conditions ${guestSpace} ${id}`, async () => {
		return await loadForm(item, id, guestSpace).catch((problem: unknown) => {
			if (isRefused(problem)) return [];
			throw problem;
		});
	});
}

function typed(chosen: unknown, form: FormField[]): QueryField {
	const field = queryField(chosen);
	const inTables = form.flatMap(({ columns = [] }) => columns);
	if (field.type === 'CALC') {
		const format = [...form, ...inTables].find(({ code }) => code === field.code)?.format;
		return { ...field, ...(format && { format }) };
	}
	if (field.type !== '') return field;
	if (field.code === '$id') return { ...field, type: '__ID__' };
	const named = (key: 'code' | 'label') => {
		const found = [...form, ...inTables].filter((one) => one[key] === field.code);
		return found.length === 1 ? found[0] : undefined;
	};
	const found = named('code') ?? named('label');
	if (found === undefined) return field;
	const { code, type, format } = found;
	return { code, type, inTable: inTables.includes(found), ...(format && { format }) };
}

/** Codes of the fields to return; empty for all of them. */
export async function returnedCodes(item: ItemView): Promise<string[]> {
	const codes = chosenFields(item);
	const ofView =
		item.read('filterBy') === 'view' && item.read('options.viewColumns', false) === true;
	if (codes.length > 0 || !ofView) return codes;
	const { fields } = await chosenView(item);
	// The next nodes need the record ID to change the record.
	return fields.length > 0 ? [...new Set(['$id', ...fields])] : [];
}

/** Codes of the selected fields; empty for all fields. */
export function chosenFields(item: ItemView): string[] {
	return list(item.read('options.fields')).map((field) => queryField(field).code);
}
