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
	/** Whether the files of a replaced row stay beside the written ones. */
	keepsFiles?: boolean;
}

/**
 * The rows to write. A row that replaces a current row gets its ID, because the service then keeps
 * the columns that are not written. It replaces the row with its ID, else the one with the same
 * values, else the only one with the same values in the columns that identify a row, unless another
 * row has them, too, or they are blank. New rows have no ID.
 *
 * Throws `InputError` where it isn't known which current row a changed one replaces, and values in
 * columns that aren't written would be lost.
 */
export function pairedRows(
	table: string,
	rows: SentRow[],
	current: SentRow[],
	{ trust, by, columns, keepsOthers, keepsFiles }: RowMatching,
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
	const keys = by.filter((code) => types.has(code));
	for (const [at, row] of rows.entries()) {
		if (!partners.has(row)) refuseMissing(table, keys, row, at);
	}
	// What IDs have decided says nothing about the keys of the others.
	const isById = (row: SentRow) =>
		isExplicit && row.id !== undefined && partners.get(row)?.id === row.id;
	const byIds = new Set(rows.filter(isById).map((row) => partners.get(row)));
	const wanted = rows.filter((row) => !isById(row));
	const offered = current.filter((row) => !byIds.has(row));
	const asPaired = (row: SentRow) => partners.get(row) ?? row;
	pass(partnerByKey(keys, wanted.map(asPaired), offered, types));
	if (keys.length === 0 && !isExplicit && keepsOthers !== true) {
		// The copies of its lookup stay as they are. Nothing else can be taken over by mistake.
		const lookups = columns.flatMap(({ code, lookup }) =>
			lookup && types.has(code) ? [code] : [],
		);
		const partnerOf = partnerByKey(lookups, wanted.map(asPaired), offered, types);
		const allWritten = (row: SentRow, other: SentRow) =>
			valuesLost([row], [other], columns).length === 0 &&
			(!keepsFiles || filesLost([row], [other]).length === 0);
		pass((row) => {
			const other = partnerOf(row);
			return other && allWritten(row, other) ? other : undefined;
		});
	}
	const keyOf = textsOf(keys, types);
	const offeredBy = grouped(offered, keyOf);
	for (const [key, ours] of isExplicit ? [] : grouped(wanted, (row) => keyOf(asPaired(row)))) {
		const theirs = offeredBy.get(key) ?? [];
		const open = ours.filter((row) => !partners.has(row));
		const replaced = theirs.filter((row) => free.has(row));
		const [row] = open;
		if (row === undefined || replaced.length === 0) continue;
		const filled = filledIn(row, keys, types);
		const blank = keys.filter((code) => !filled.includes(code));
		// Several rows have the key: each may be any of them, also of those that look unchanged.
		const isShared = keys.length > 0 && blank.length === 0;
		const [writing, going] = isShared ? [ours, theirs] : [open, replaced];
		const unwritten = valuesLost(writing, going, columns);
		const lost = keepsFiles ? [...unwritten, ...filesLost(open, replaced)] : unwritten;
		if (isShared && open.length === replaced.length && areAlike(theirs, lost)) {
			for (const [at, one] of open.entries()) partners.set(one, replaced[at] as SentRow);
		} else if (keepsOthers || lost.length > 0) {
			// Where they stay, a row that only changed would be there twice.
			throw unknownRows(table, { keys, blank }, { lost, unwritten });
		}
	}
	// Nothing can be lost with them. A key that differs says more than an ID.
	if (trust === 'last' && keys.length === 0) pass(sameId);
	return rows.map((row) => {
		const id = partners.get(row)?.id;
		return { ...(id !== undefined && { id }), value: row.value };
	});
}

/**
 * Finds the only current row with a row's key, if only this row has it. A blank identifies nothing:
 * the other columns then have to.
 */
function partnerByKey(
	keys: string[],
	rows: SentRow[],
	current: SentRow[],
	types: Map<string, string>,
): (row: SentRow) => SentRow | undefined {
	const keyOf = textsOf(keys, types);
	const likeRows = rowsByValues(rows, types);
	const likeCurrent = rowsByValues(current, types);
	return (row) => {
		const filled = filledIn(row, keys, types);
		if (filled.length === 0) return undefined;
		const cells = Object.fromEntries(filled.map((code) => [code, cellIn(row.value, code)]));
		const key = { value: cells as SentRow['value'] };
		const [only, ...others] = likeCurrent(key);
		if (only === undefined || others.length > 0 || likeRows(key).length > 1) return undefined;
		return keyOf(only) === keyOf(row) ? only : undefined;
	};
}

/** The columns of a key in which a row has a value. */
function filledIn({ value }: SentRow, keys: string[], types: Map<string, string>): string[] {
	return keys.filter((code) => {
		const text = textIn(cellIn(value, code), types.get(code) ?? '');
		return text.trim() !== '' && text !== '[]';
	});
}

/** Whether rows have the same values in some columns. */
function areAlike([first, ...others]: SentRow[], codes: string[]): boolean {
	return codes.every((code) =>
		others.every((row) => !differs(valueOf(cellIn(first?.value, code)), cellOf(row, code))),
	);
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

/** The columns with files in current rows that some of the new rows also write. */
function filesLost(rows: SentRow[], replaced: SentRow[]): string[] {
	const lost = replaced
		.flatMap(({ value }) => Object.entries(value as unknown as Current))
		.filter(
			([code, cell]) =>
				cell.type === 'FILE' &&
				isEntered(cell, undefined) &&
				rows.every(({ value }) => cellIn(value, code) !== undefined),
		)
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

function unknownRows(
	table: string,
	{ keys, blank }: { keys: string[]; blank: string[] },
	{ lost, unwritten }: { lost: string[]; unwritten: string[] },
): InputError {
	const same = keys.length === 0 ? '' : `, because several have the same ${listed(keys)}`;
	const reason = blank.length === 0 ? same : `, because they have no value in ${listed(blank)}`;
	const kept =
		unwritten.length === 0
			? `files to keep (${listed(lost)})`
			: `values in columns that you don't write (${listed(unwritten)})`;
	const values = lost.length === 0 ? '' : `has ${kept}, and `;
	const columns =
		keys.length === 0
			? 'In the option "Match Rows By", choose the columns that identify a row, such as an article number'
			: 'Add columns to the option "Match Rows By"';
	return new InputError(
		`Table "${table}" ${values}${values === '' ? 'has changed rows: ' : ''}it isn't known which of its rows the changed rows replace${reason}`,
		lost.length === 0
			? `Nothing was written, because rows could be there twice. ${columns}`
			: `Nothing was written, because these ${unwritten.length === 0 ? 'files' : 'values'} could be lost. ${columns}${unwritten.length === 0 ? '' : '. Or write these columns, too'}`,
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
			kept = grouped(current, textOf);
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

function grouped(rows: SentRow[], keyOf: (row: SentRow) => string): Map<string, SentRow[]> {
	const groups = new Map<string, SentRow[]>();
	for (const row of rows) {
		const group = groups.get(keyOf(row));
		if (group) group.push(row);
		else groups.set(keyOf(row), [row]);
	}
	return groups;
}

/** A value as text, for comparing. The service drops the seconds of a date and time. */
function textIn(cell: unknown, type: string): string {
	const text = comparable(type, valueOf(cell));
	return type === 'DATETIME' ? text.slice(0, 16) : text;
}
