import type { IDataObject } from 'n8n-workflow';

import { isTool } from '../../shared/agent';
import type { ItemView } from '../../shared/catalogue';
import { InputError } from '../../shared/errors';
import { lacksPart, missingPartOf } from '../../shared/missingParts';
import { listOf, objectOf } from '../../shared/objects';
import { storedAt } from '../../shared/parameterReader';
import { codesOrAll } from '../catalogue/parameters';
import { appIn, guestSpaceOf } from '../route';
import { holdsTime } from '../values/encode';
import { type FormField, isRefused, loadForm } from '../values/form';
import {
	conditionOf,
	type ConditionGroup,
	type ConditionRow,
	type Match,
	type Reading,
} from './conditions';
import { comparedType } from './equality';
import { queryField, type QueryField } from './fields';
import { both, leavesQuotes, orderOf, type QueryParts, queryParts, type SortRow } from './parts';
import { chosenView } from './views';

/**
 * The query from the node's settings: conditions, a saved view with additional conditions, or a
 * query text. The node's sort order replaces the sort order of the view.
 * @param as gives another condition for one that was chosen
 */
export async function chosenQuery(item: ItemView, as: RowMapper = same): Promise<QueryParts> {
	const filter = await chosenFilter(item, as);
	const { rows = [] } = item.read('sort', {}) as { rows?: SortRow[] };
	const order = orderOf(rows, (field) => queryField(field).code);
	return { ...filter, order: order || filter.order };
}

type RowMapper = (row: ConditionRow) => ConditionRow;

const same: RowMapper = (row) => row;

async function chosenFilter(item: ItemView, as: RowMapper): Promise<QueryParts> {
	const filterBy = item.read('filterBy', 'conditions');
	if (filterBy === 'query') {
		const query = String(item.read('query', ''));
		if (leavesQuotes(query, String(storedAt(item, 'query')))) tellOtherQuery(item);
		return queryParts(query);
	}
	const condition = await chosenCondition(item, as);
	if (filterBy !== 'view') return { condition, order: '' };
	const view = await chosenView(item);
	return { condition: both(view.condition, condition), order: view.order };
}

/**
 * Tells that a value has ended its quotes. Throws `InputError` in a tool of an agent, whose model is to give
 * values only; in a workflow, a node before may have made several values on purpose.
 */
function tellOtherQuery(item: ItemView): void {
	const message =
		'A value in "Query" has a quotation mark or a backslash, so the query selects other records';
	if (isTool({ getNode: () => item.node })) {
		throw new InputError(
			message,
			'Write a backslash before each quotation mark and backslash: \\"',
		);
	}
	item.hint(
		`${message}. To use any value, write {{ JSON.stringify($json.name) }} without quotation marks around it`,
	);
}

async function chosenCondition(item: ItemView, as: RowMapper): Promise<string> {
	const { rows, groups, fieldIn } = await chosenConditions(item);
	const match = item.read('match', 'all') as Match;
	const filter = {
		match,
		rows: rows.map(as),
		groups: groups.map((group) => ({
			...group,
			conditions: { rows: (group.conditions?.rows ?? []).map(as) },
		})),
	};
	return conditionOf(filter, readingOf(item), fieldIn);
}

/** How the values of the conditions are read. */
export function readingOf({ timeZone, node, operation }: ItemView): Reading {
	return { timeZone, wholeDays: node.typeVersion >= 1.1, writes: operation.method !== 'GET' };
}

/** The conditions, with their fields; none for a query. */
export async function chosenRows(
	item: ItemView,
): Promise<Array<Omit<ConditionRow, 'field'> & { field: QueryField }>> {
	if (item.read('filterBy', 'conditions') === 'query') return [];
	const { all, fieldIn } = await chosenConditions(item);
	return all.map((row) => ({ ...row, field: fieldIn(row.field) }));
}

async function chosenConditions(item: ItemView) {
	const { rows = [], groups = [] } = (item.read('conditions', {}) ?? {}) as {
		rows?: ConditionRow[];
		groups?: ConditionGroup[];
	};
	const all = [...rows, ...groups.flatMap(({ conditions }) => conditions?.rows ?? [])];
	const known = all.some(needsForm) ? await formOf(item) : [];
	const stored = storedRows(objectOf(storedAt(item, 'conditions')));
	for (const [at, row] of all.entries()) {
		const given = objectOf(stored[at]);
		if (holdsTime({ type: comparedType(typed(row.field, known)) })) checkWhole(given.value, item);
	}
	return { rows, groups, all, fieldIn: (chosen: unknown) => typed(chosen, known) };
}

/** The rows as the workflow stores them, in the order in which they are read. */
function storedRows({ rows, groups }: IDataObject): unknown[] {
	const inGroups = listOf(groups).map((group) => objectOf(objectOf(group).conditions).rows);
	return [rows, ...inGroups].flatMap(listOf);
}

/** Throws `InputError` for a date of which a part was not found: it would select other records. */
function checkWhole(stored: unknown, item: ItemView): void {
	if (typeof stored !== 'string') return;
	const missing = missingPartOf(stored, (text) => item.parts(text), { isUpdate: false });
	if (missing) throw lacksPart(missing.expression, 'Conditions');
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
	if (codes.length > 0 || !ofView) return outOfErrors(codes);
	const { fields } = await chosenView(item);
	// The next nodes need the record ID to change the record.
	return fields.length > 0 ? [...new Set(['$id', ...fields])] : [];
}

/** n8n takes an item that has nothing but these keys for an error, and puts it out there. */
const KEYS_OF_ERRORS = new Set(['details', 'error', 'message']);

function outOfErrors(codes: string[]): string[] {
	const isLike = codes.includes('error') && codes.every((code) => KEYS_OF_ERRORS.has(code));
	return isLike ? ['$id', ...codes] : codes;
}

/** Codes of the selected fields; empty for all fields. */
export function chosenFields(item: ItemView): string[] {
	const codes = codesOrAll('options.fields', 'Field Names or IDs', item);
	return codes.map((field) => queryField(field).code);
}
