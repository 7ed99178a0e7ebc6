import type { IDataObject } from 'n8n-workflow';

import type { ItemContext } from '../../shared/catalogue';
import { InputError, RequestError } from '../../shared/errors';
import {
	type Cell,
	cellIn,
	cellsOfRow,
	type Current,
	identityOf,
	setCell,
	type TableRow,
	tableRows,
} from '../codec/cells';
import type { FormField, LookupSource } from '../codec/form';
import { differs } from '../codec/compare';
import { currentRecords, type Found } from '../reading/current';

/** A lookup of a form, with the table that contains it. */
export interface LookupField {
	code: string;
	label: string;
	/** Null if the user can't access the source app. */
	source: LookupSource | null;
	table?: string;
}

/** The lookups of a form, including those in tables. */
export function lookupsOf(form: FormField[]): LookupField[] {
	return form.flatMap((field) => [
		...lookupIn(field),
		...(field.columns ?? []).flatMap((column) => lookupIn(column, { table: field.code })),
	]);
}

function lookupIn({ code, label, lookup }: FormField, inTable: { table?: string } = {}) {
	return lookup === undefined ? [] : [{ code, label, source: lookup, ...inTable }];
}

/** The selected lookups, by code or label; all lookups of the form if none is selected. Throws `InputError`. */
export function namedLookups(form: FormField[], names: string[]): LookupField[] {
	const all = lookupsOf(form);
	if (all.length === 0)
		throw new InputError('The app has no lookups', 'Choose an app with a lookup field');
	if (names.length === 0) return all;
	return names.map((name) => {
		const found = all.find(({ code }) => code === name) ?? all.find(({ label }) => label === name);
		if (found) return found;
		throw new InputError(
			`The app has no lookup "${name}"`,
			`Its lookups are ${all.map(({ code }) => code).join(', ')}`,
		);
	});
}

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

/** Codes of the fields from which it can be told whether lookups are outdated. */
export function fieldsToRead(lookups: LookupField[]): string[] {
	const codes = lookups.flatMap(({ code, table, source }) =>
		table === undefined ? [code, ...(source?.copies ?? []).map(({ to }) => to)] : [table],
	);
	return [...new Set(codes)];
}

/**
 * Compares the copied values with the source apps, which are read with 500 records per request.
 * With `sendUnknown`, keys that were not found are sent too, so that the service reports
 * the reason. Throws `InputError` for a source app that can't be read, and `RequestError`.
 */
export async function renewals(
	records: Current[],
	lookups: LookupField[],
	{ path, item, sendUnknown }: { path: string; item: ItemContext; sendUnknown: boolean },
): Promise<Renewal[]> {
	const sources = new Map<LookupField, Found>();
	for (const lookup of lookups) {
		const held = records.flatMap((record) => holdersOf(record, lookup));
		const keys = held.map(({ cells }) => keyOfLookup(cells[lookup.code]));
		const wanted = keys.filter((key) => key !== '');
		sources.set(lookup, await sourceOf(lookup, wanted, path, item));
	}
	return records.map((record) => renewal(record, sources, sendUnknown));
}

async function sourceOf(lookup: LookupField, keys: string[], path: string, item: ItemContext) {
	if (lookup.source === null) throw hiddenSource(lookup, item);
	if (keys.length === 0) return () => undefined;
	const { app, key, copies } = lookup.source;
	try {
		const fields = copies.map(({ from }) => from);
		return await currentRecords({ path, app, by: key, keys, fields }, item);
	} catch (problem) {
		const isHidden = problem instanceof RequestError && problem.failure.reply?.status === 403;
		throw isHidden ? hiddenSource(lookup, item) : problem;
	}
}

/** What holds the lookup: the rows of its table, or the record. */
function holdersOf(
	record: Current,
	{ table }: LookupField,
): Array<{ id?: string; cells: Current }> {
	if (table === undefined) return [{ cells: record }];
	const rows = tableRows(cellIn(record, table)?.value);
	return rows.map((row) => ({ id: row.id as string, cells: cellsOfRow(row) }));
}

function keyOfLookup(cell: Cell | undefined): string {
	const { value } = cell ?? {};
	return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function renewal(record: Current, sources: Map<LookupField, Found>, sendUnknown: boolean): Renewal {
	const cells: IDataObject = {};
	const changes: Outdated[] = [];
	const notFound: string[] = [];
	for (const [lookup, find] of sources) {
		const { code, table } = lookup;
		const held = holdersOf(record, lookup);
		const compared = held.map((one) => outdatedCopies(one.cells, lookup, find));
		const unknown = compared.some((one) => one === 'not found');
		if (unknown) notFound.push(code);
		const outdated = compared.map((one) => (one === 'not found' ? [] : one));
		const sends = outdated.some((list) => list.length > 0);
		// A table is written as a whole, so one unknown key blocks all its rows.
		if (unknown ? !sendUnknown : !sends) continue;
		for (const [at, list] of outdated.entries()) {
			const row = held[at]?.id;
			changes.push(...list.map((copy) => ({ ...copy, ...(row !== undefined && { row }) })));
		}
		if (table === undefined) {
			setCell(cells, code, { value: keyOfLookup(cellIn(record, code)) });
		} else {
			const rows = tableRows(cellIn(record, table)?.value);
			const merged = rowsWithKeys(cellIn(cells, table), rows, code);
			setCell(cells, table, { value: merged });
		}
	}
	const identity = identityOf(record);
	if (Object.keys(cells).length === 0) return { changes, notFound, identity };
	// Without the revision, a key or table row that somebody changes meanwhile would be overwritten.
	return { element: { ...identity, record: cells }, changes, notFound, identity };
}

/** The copied values that differ from the source app; none if there is no key. */
function outdatedCopies(cells: Record<string, Cell>, { code, source }: LookupField, find: Found) {
	const key = keyOfLookup(cells[code]);
	if (key === '' || source === null) return [];
	const origin = find(key);
	if (origin === undefined) return 'not found';
	return source.copies
		.map(({ to, from }) => ({ field: to, from: cells[to]?.value, to: origin[from]?.value }))
		.filter(({ field, to }) => differs(to, cells[field]));
}

/** All rows of the table with their IDs, which keeps them, and the keys to look up again. */
function rowsWithKeys(before: unknown, rows: TableRow[], code: string): IDataObject[] {
	const known = tableRows((before as { value?: unknown } | undefined)?.value);
	return rows.map(({ id, value }, at) => {
		const key = keyOfLookup(value[code] as Cell | undefined);
		const cells = { ...known[at]?.value, ...(key !== '' && { [code]: { value: key } }) };
		return { id: id as string, value: cells };
	});
}

function hiddenSource(
	{ code, label, source }: LookupField,
	{ connection }: Pick<ItemContext, 'connection'>,
): InputError {
	const app = source === null ? 'its source app' : `app ${source.app}`;
	return new InputError(
		`The lookup "${label}" (${code}) copies from ${app}, which this credential has no permission to read`,
		connection.signIn === 'API token'
			? `Add an API token of ${app} with the permission View Records to the credential (up to nine tokens, one per line)`
			: `Give the user of the credential permission to view the records of ${app}`,
	);
}
