import { InputError } from '../../shared/errors';
import { listed } from '../../shared/messages';
import { cellIn } from '../values/cells';
import { comparable, differs, rowDiffers, valueOf } from '../values/compare';
import type { Cell } from '../values/decode';
import type { Field } from '../values/form';
import type { SentRow } from '../values/rows';
import type { Current } from './currentRecords';

/**
 * When a row's ID counts: before its values; after them, because the row may be one of another app
 * with the same ID; or never.
 */
export type TrustInIds = 'first' | 'last' | 'never';

/** How rows find the current rows that they replace. */
export interface RowMatching {
	trust: TrustInIds;
	/** Codes of the columns that identify a row. */
	by: string[];
	/** The columns of the form; none if they aren't known. */
	columns: Field[];
	/** Whether current rows that are not replaced stay. */
	keepsOthers?: boolean;
}

/**
 * The rows to write. A row that replaces a current row gets its ID, because the service then keeps
 * the columns that are not written. It replaces the row with its ID, else the one with the same
 * values, else the only one with the same values in the columns that identify a row. New rows have
 * no ID.
 *
 * Throws `InputError` where it isn't known which current row a changed one replaces, and values in
 * columns that aren't written would be lost.
 */
export function pairedRows(
	table: string,
	rows: SentRow[],
	current: SentRow[],
	{ trust, by, columns, keepsOthers }: RowMatching,
): SentRow[] {
	const types = typesIn(current);
	const free = new Set(current);
	const partners = new Map<SentRow, SentRow>();
	const byId = new Map(current.map((row) => [row.id, row]));
	const sameId = ({ id }: SentRow) => (id === undefined ? undefined : byId.get(id));
	const pass = (partnerOf: (row: SentRow, at: number) => SentRow | undefined) => {
		for (const [at, row] of rows.entries()) {
			if (free.size === 0) return;
			if (partners.has(row)) continue;
			const partner = partnerOf(row, at);
			if (partner !== undefined && free.delete(partner)) partners.set(row, partner);
		}
	};
	// Where IDs may be those of another app, rows must have all that people entered in this one.
	const known = rows.flatMap((row) => {
		const own = sameId(row);
		return own === undefined ? [] : [{ row, own }];
	});
	const hasAll = known.every(({ row, own }) => valuesLost([row], [own], columns).length === 0);
	const idsCount = trust === 'first' || (trust === 'last' && hasAll);
	// Beside rows with IDs of this record, a row without one is new, and a missing one was removed.
	const isExplicit = idsCount && known.length > 0;
	const equal = (row: SentRow, other: SentRow | undefined) =>
		other !== undefined && free.has(other) && !rowDiffers(row, other) ? other : undefined;

	if (trust === 'first') pass(sameId);
	if (trust === 'last') pass((row) => equal(row, sameId(row)));
	pass((row, at) => equal(row, current[at]));
	const likely = rowsByValues(current, types);
	pass((row) => likely(row).find((other) => equal(row, other)));
	if (!isExplicit && keepsOthers !== true) {
		for (const [row, partner] of partners) {
			const others = likely(row).filter((other) => equal(row, other));
			const lost = valuesLost([row], others, columns).filter((code) =>
				others.some(({ value }) => differs(valueOf(cellIn(value, code)), cellOf(partner, code))),
			);
			if (lost.length > 0) throw sameRows(table, Object.keys(row.value), lost);
		}
	}
	if (isExplicit) pass(sameId);
	const left = () => ({
		rows: rows.filter((row) => !partners.has(row)),
		current: [...free],
	});
	const keys = by.filter((code) => types.has(code));
	const textOf = textsOf(keys, types);
	if (keys.length > 0) {
		const unequal = left();
		for (const row of unequal.rows) refuseMissing(table, keys, row, rows.indexOf(row));
		const wanted = countOf(unequal.rows.map(textOf));
		const found = countOf(unequal.current.map(textOf));
		const byKey = new Map(unequal.current.map((row) => [textOf(row), row]));
		const isOnce = (key: string) => wanted.get(key) === 1 && found.get(key) === 1;
		pass((row) => (isOnce(textOf(row)) ? byKey.get(textOf(row)) : undefined));
	}
	const open = left();
	const keysLeft = new Set(open.rows.map(textOf));
	const replaced = open.current.filter((row) => keysLeft.has(textOf(row)));
	if (replaced.length > 0 && !isExplicit) {
		const lost = valuesLost(open.rows, replaced, columns);
		// Where they stay, a row that only changed would be there twice.
		if (keepsOthers || lost.length > 0) throw unknownRows(table, keys, lost);
	}
	// Nothing can be lost with them. A key that differs says more than an ID.
	if (trust === 'last' && keys.length === 0) pass(sameId);
	return rows.map((row) => {
		const id = partners.get(row)?.id;
		return { ...(id !== undefined && { id }), value: row.value };
	});
}

/** Refuses a row without one of the columns that identify a row. */
function refuseMissing(table: string, keys: string[], { value }: SentRow, at: number): void {
	const missing = keys.find((code) => cellIn(value, code) === undefined);
	if (missing === undefined) return;
	throw new InputError(
		`Row ${at + 1} of table "${table}" has no column "${missing}", but "Match Rows By" names it`,
		'Write this column in all rows, or remove it from the option "Match Rows By"',
	);
}

/** The values of columns as one text; the same for all rows if there is no column. */
function textsOf(codes: string[], types: Map<string, string>): (row: SentRow) => string {
	return ({ value }) =>
		JSON.stringify(codes.map((code) => textIn(cellIn(value, code), types.get(code) ?? '')));
}

/** The columns with values in current rows that some of the new rows don't write. */
export function valuesLost(rows: SentRow[], replaced: SentRow[], columns: Field[]): string[] {
	const isWritten = (code: string) => rows.every(({ value }) => cellIn(value, code) !== undefined);
	const known = new Map(columns.map((column) => [column.code, column]));
	const lost = replaced
		.flatMap(({ value }) => Object.entries(value as unknown as Current))
		.filter(([code, cell]) => isEntered(cell, known.get(code)) && !isWritten(code))
		.map(([code]) => code);
	return [...new Set(lost)];
}

/** Whether somebody entered the value: the service fills in the others in a new row, too. */
function isEntered({ type, value }: Cell, column: Field | undefined): boolean {
	if (type === 'CALC' || column?.computed === true) return false;
	const text = comparable(type, value);
	return !['', '[]', comparable(type, column?.defaultValue)].includes(text);
}

/** The error where one of several rows goes that are the same in all that is written. */
function sameRows(table: string, codes: string[], lost: string[]): InputError {
	return new InputError(
		`Several rows of table "${table}" have the same ${listed(codes)}, and it isn't known which of them goes, with its ${listed(lost)}`,
		`Nothing was written, because values could be lost. Write ${listed(lost)}, too, so that the rows differ`,
	);
}

function unknownRows(table: string, keys: string[], lost: string[]): InputError {
	const several = keys.length === 0 ? '' : `, because several have the same ${listed(keys)}`;
	const values =
		lost.length === 0 ? '' : `has values in columns that you don't write (${listed(lost)}), and `;
	const columns =
		keys.length === 0
			? 'In the option "Match Rows By", choose the columns that identify a row, such as an article number'
			: 'Add columns to the option "Match Rows By"';
	return new InputError(
		`Table "${table}" ${values}${values === '' ? 'has changed rows: ' : ''}it isn't known which of its rows the changed rows replace${several}`,
		lost.length === 0
			? `Nothing was written, because rows could be there twice. ${columns}`
			: `Nothing was written, because these values could be lost. ${columns}. Or write these columns, too`,
	);
}

/** Finds the current rows that can have the values of a row: comparing all takes seconds in long tables. */
function rowsByValues(current: SentRow[], types: Map<string, string>): (row: SentRow) => SentRow[] {
	const byColumns = new Map<string, Map<string, SentRow[]>>();
	return (row) => {
		const codes = Object.keys(row.value).sort();
		const columns = JSON.stringify(codes);
		const textOf = textsOf(codes, types);
		let kept = byColumns.get(columns);
		if (kept === undefined) {
			kept = new Map<string, SentRow[]>();
			for (const one of current) {
				const same = kept.get(textOf(one));
				if (same) same.push(one);
				else kept.set(textOf(one), [one]);
			}
			byColumns.set(columns, kept);
		}
		return kept.get(textOf(row)) ?? [];
	};
}

function cellOf({ value }: SentRow, code: string): Cell | undefined {
	return cellIn(value as unknown as Current, code);
}

function typesIn(rows: SentRow[]): Map<string, string> {
	return new Map(
		rows.flatMap(({ value }) =>
			Object.entries(value as unknown as Current).map(([code, { type }]) => [code, type] as const),
		),
	);
}

function countOf<T>(list: T[]): Map<T, number> {
	const counts = new Map<T, number>();
	for (const one of list) counts.set(one, (counts.get(one) ?? 0) + 1);
	return counts;
}

/** A value as text, for comparing. The service drops the seconds of a date and time. */
function textIn(cell: unknown, type: string): string {
	const text = comparable(type, valueOf(cell));
	return type === 'DATETIME' ? text.slice(0, 16) : text;
}
