import type { IDataObject } from 'n8n-workflow';

import type { ItemView } from '../../shared/catalogue';
import { RequestError, type InputError } from '../../shared/errors';
import { type Current, currentRecords, type Found, identityOf } from '../diff/currentRecords';
import { cellIn, setCell } from '../values/cells';
import { differs } from '../values/compare';
import type { Cell } from '../values/decode';
import { rowsIn, type TableRow } from '../values/rows';
import { hiddenSource } from './access';
import type { LookupField } from './fields';

/** A copied value that differs from the source app. */
export interface Outdated {
	field: string;
	/** Row ID, for a field in a table. */
	row?: string;
	from: unknown;
	to: unknown;
}

/** The element that updates a record's lookups; empty if all values are up to date. */
export interface Renewal {
	element?: { id: string; revision: string; record: IDataObject };
	changes: Outdated[];
	/** Codes of lookups whose key was not found in the source app. */
	notFound: string[];
	identity: { id: string; revision: string };
}

/** Field codes to read for the comparison. */
export function fieldsToRead(lookups: LookupField[]): string[] {
	return [
		...new Set(
			lookups.flatMap(({ code, table, source }) =>
				table === undefined ? [code, ...(source?.copies ?? []).map(({ to }) => to)] : [table],
			),
		),
	];
}

/**
 * Compares the copied values with the source apps, which are read with 500 records per request.
 * With `sendUnknown`, keys that were not found are sent too, so that the service reports
 * the reason. Throws `InputError` for a source app that can't be read, and `RequestError`.
 */
export async function renewals(
	records: Current[],
	lookups: LookupField[],
	{ path, item, sendUnknown }: { path: string; item: ItemView; sendUnknown: boolean },
): Promise<Renewal[]> {
	const sources = new Map<LookupField, Found>();
	for (const lookup of lookups) {
		const keys = records.flatMap((record) => keysOf(record, lookup));
		sources.set(lookup, await sourceOf(lookup, keys, path, item));
	}
	return records.map((record) => renewal(record, sources, sendUnknown));
}

async function sourceOf(
	lookup: LookupField,
	keys: string[],
	path: string,
	item: ItemView,
): Promise<Found> {
	if (lookup.source === null) throw hiddenSource(lookup, item);
	if (keys.length === 0) return () => undefined;
	const { app, key, copies } = lookup.source;
	try {
		const fields = copies.map(({ from }) => from);
		return await currentRecords({ path, app, by: key, keys, fields }, item);
	} catch (problem) {
		throw refusedRead(problem) ? withReason(hiddenSource(lookup, item), problem) : problem;
	}
}

function refusedRead(problem: unknown): problem is RequestError {
	return problem instanceof RequestError && problem.failure.reply?.status === 403;
}

function withReason(refusal: InputError, { message }: RequestError): InputError {
	refusal.message = `${refusal.message}: ${message}`;
	return refusal;
}

/** Keys of the lookup in a record. */
function keysOf(record: Current, { code, table }: LookupField): string[] {
	const cells =
		table === undefined
			? [record[code]]
			: rowsIn(cellIn(record, table)).map(({ value }) => value[code]);
	return cells.map(textOf).filter((key) => key !== '');
}

function textOf(cell: Cell | undefined): string {
	const { value } = cell ?? {};
	return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function renewal(record: Current, sources: Map<LookupField, Found>, sendUnknown: boolean): Renewal {
	const cells: IDataObject = {};
	const changes: Outdated[] = [];
	const notFound: string[] = [];
	for (const [lookup, find] of sources) {
		const { code, table } = lookup;
		const rows = table === undefined ? [] : rowsIn(cellIn(record, table));
		const compared =
			table === undefined
				? [compare(record, lookup, find)]
				: rows.map(({ value }) => compare(value, lookup, find));
		const unknown = compared.some((one) => one === 'not found');
		if (unknown) notFound.push(code);
		const outdated = compared.map((one) => (one === 'not found' ? [] : one));
		const sends = outdated.some((list) => list.length > 0);
		// A table is written as a whole, so one unknown key blocks all its rows.
		if (unknown ? !sendUnknown : !sends) continue;
		for (const [at, list] of outdated.entries()) {
			const row = rows[at] && { row: rows[at].id };
			changes.push(...list.map((one) => ({ ...one, ...row })));
		}
		if (table === undefined) {
			setCell(cells, code, { value: textOf(cellIn(record, code)) });
		} else {
			const merged = mergedRows(cellIn(cells, table), rows, code);
			setCell(cells, table, { value: merged });
		}
	}
	const identity = identityOf(record);
	if (Object.keys(cells).length === 0) return { changes, notFound, identity };
	// Without the revision, a key or table row that somebody changes meanwhile would be overwritten.
	const element = { ...identity, record: cells };
	return { element, changes, notFound, identity };
}

/** The copied values that differ from the source app; none if there is no key. */
function compare(
	cells: Record<string, Cell>,
	{ code, source }: LookupField,
	find: Found,
): Outdated[] | 'not found' {
	const key = textOf(cells[code]);
	if (key === '' || source === null) return [];
	const origin = find(key);
	if (origin === undefined) return 'not found';
	return source.copies
		.map(({ to, from }) => ({ field: to, from: cells[to]?.value, to: origin[from]?.value }))
		.filter(({ field, to }) => differs(to, cells[field]));
}

/** All rows of the table with their IDs, which keeps them, and the keys to look up again. */
function mergedRows(before: unknown, rows: TableRow[], code: string): IDataObject[] {
	const known = (before as { value?: IDataObject[] } | undefined)?.value;
	return rows.map(({ id, value }, at) => ({
		id,
		value: {
			...(known?.[at]?.value as IDataObject | undefined),
			...(textOf(value[code]) !== '' && { [code]: { value: textOf(value[code]) } }),
		},
	}));
}
