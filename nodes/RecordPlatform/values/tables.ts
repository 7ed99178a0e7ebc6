import type { IDataObject } from 'n8n-workflow';

import { InputError } from '../../shared/errors';
import { quoteShort } from '../../shared/messages';
import { cellIn, setCell } from './cells';
import type { Cell } from './decode';
import { type CellTest, meantByBlanks, meets, withBlanks } from './cellTests';
import { differs } from './compare';
import type { SentRow, TableRow } from './rows';

/** Selects rows by their IDs, or by tests that must all pass. */
export type RowMatch = { ids: string[] } | { tests: CellTest[] };

/** The change of a table by one item. `cells` are cells to send, by column. */
export type RowChange =
	| { kind: 'add'; cells: Cells; at?: 'start' | 'end' }
	| {
			kind: 'update' | 'upsert';
			match: RowMatch;
			cells: Cells;
			keepFiles?: boolean;
			/** Lookups that are written only if their key changes. */
			lookups?: string[];
	  }
	| { kind: 'remove'; match: RowMatch }
	| { kind: 'replace'; cells: Cells };

/** Cells to send with the types of their columns, so that a later change can find the row. */
export type Cells = Record<string, Cell>;

/** Numbers of rows that a change added, changed and removed. */
export interface RowCounts {
	added: number;
	updated: number;
	removed: number;
}

export interface AppliedChanges {
	/** All rows of the new table: the service deletes rows that are not sent. */
	rows: SentRow[];
	/** The outcome of each change, in order. */
	outcomes: Array<RowCounts | InputError>;
}

/** A row while changes are applied: its values, and the part to send. */
interface WorkingRow {
	id?: string;
	holds: Record<string, Cell>;
	sent: IDataObject;
	/** True for a row that was inserted at the start. */
	first?: boolean;
}

/**
 * Applies changes to the rows of a table in order, so that a later change finds
 * what an earlier one wrote. Unchanged rows are sent with their ID only, which makes the
 * service keep all their cells. A refused change changes nothing.
 */
export function applyChanges(
	table: string,
	current: TableRow[],
	changes: RowChange[],
): AppliedChanges {
	let rows: WorkingRow[] = current.map(({ id, value }) => ({ id, holds: value, sent: {} }));
	let replaced = false;
	const replacing = changes.filter((change) => change.kind === 'replace');
	const onlyBlank = replacing.length > 0 && replacing.every(({ cells }) => isBlankRow(cells));
	const outcomes = changes.map((change): RowCounts | InputError => {
		if (change.kind === 'replace') {
			if (onlyBlank) return noValues(table);
			if (isBlankRow(change.cells)) return NOTHING;
			const removed = replaced ? 0 : rows.length;
			if (!replaced) rows = [];
			replaced = true;
			rows.push(newRow(change.cells));
			return { ...NOTHING, added: 1, removed };
		}
		if (change.kind === 'add') {
			insert(rows, change.cells, change.at);
			return { ...NOTHING, added: 1 };
		}
		const meant = rows.filter((row) => isMeant(row, change.match));
		if (change.kind === 'remove') {
			const kept = keptButForBlanks(rows, change.match);
			if (kept) return kept;
			rows = rows.filter((row) => !meant.includes(row));
			return { ...NOTHING, removed: meant.length };
		}
		if (meant.length > 0) {
			for (const row of meant) put(row, changing(change, row));
			return { ...NOTHING, updated: meant.length };
		}
		// IDs are the service's to give: a row that was added for one would have another.
		if (change.kind === 'update' || 'ids' in change.match) return noSuchRow(table, change.match);
		rows.push(newRow(change.cells));
		return { ...NOTHING, added: 1 };
	});
	return { rows: rows.map(({ id, sent }) => ({ ...(id && { id }), value: sent })), outcomes };
}

/** Whether a value in the service's format is empty. */
export function isBlankValue(value: unknown): boolean {
	return Array.isArray(value) ? value.length === 0 : (value ?? '') === '';
}

/** Whether a row has no value in any column, like the only row of a joined record without rows. */
export function isBlankRow(cells: Cells): boolean {
	return Object.values(cells).every(({ value }) => isBlankValue(value));
}

/** For rows without values that would replace all rows of a table. */
export function noValues(table: string): InputError {
	return new InputError(
		`No column of table "${table}" has a value`,
		'Nothing was written for this record, because all rows of the table would be deleted. Check the expressions',
	);
}

const NOTHING: RowCounts = { added: 0, updated: 0, removed: 0 };

function newRow(cells: Cells): WorkingRow {
	const row: WorkingRow = { holds: {}, sent: {} };
	put(row, cells);
	return row;
}

/** The cells to write to a matching row, without the columns to match by. */
function changing(
	{ match, cells, keepFiles, lookups = [] }: Extract<RowChange, { kind: 'update' | 'upsert' }>,
	{ holds }: WorkingRow,
): Cells {
	const by = new Set('tests' in match ? match.tests.map(({ code }) => code) : []);
	const isKept = (code: string, { value }: Cell) =>
		by.has(code) || (lookups.includes(code) && !differs(value, cellIn(holds, code)));
	const wanted = Object.entries(cells).filter(([code, cell]) => !isKept(code, cell));
	if (!keepFiles) return Object.fromEntries(wanted);
	return Object.fromEntries(
		wanted.map(([code, cell]) => [
			code,
			cell.type === 'FILE' ? withFiles(cellIn(holds, code)?.value, cell) : cell,
		]),
	);
}

/** Existing files are kept if their keys are sent again. */
function withFiles(held: unknown, { type, value }: Cell): Cell {
	const kept = (Array.isArray(held) ? held : []) as Array<{ fileKey: string }>;
	const added = Array.isArray(value) ? (value as unknown[]) : [];
	const keys = new Set<unknown>(kept.map(({ fileKey }) => fileKey));
	const fresh = added.filter((file) => !keys.has((file as { fileKey?: unknown }).fileKey));
	return { type, value: [...kept.map(({ fileKey }) => ({ fileKey })), ...fresh] };
}

function put(row: WorkingRow, cells: Cells): void {
	row.holds = { ...row.holds, ...cells };
	for (const [code, { value }] of Object.entries(cells)) {
		setCell(row.sent, code, { value } as IDataObject);
	}
}

/** Rows at the start keep the order of their items. */
function insert(rows: WorkingRow[], cells: Cells, at: 'start' | 'end' = 'end'): void {
	if (at === 'end') {
		rows.push(newRow(cells));
		return;
	}
	const behind = rows.findIndex(({ first }) => first !== true);
	rows.splice(behind < 0 ? rows.length : behind, 0, { ...newRow(cells), first: true });
}

function isMeant({ id, holds }: WorkingRow, match: RowMatch): boolean {
	if ('ids' in match) return id !== undefined && match.ids.includes(id);
	return match.tests.every((test) => meets(cellIn(holds, test.code)?.value, test));
}

/** The error for a text that excludes no row, because it has other blanks at its ends than that of a row. */
function keptButForBlanks(rows: WorkingRow[], match: RowMatch): InputError | undefined {
	for (const { code, label = code, type, operator, value } of 'tests' in match ? match.tests : []) {
		if (operator !== 'noneOf' && operator !== 'notEquals') continue;
		const texts = rows.map(({ holds }) => String(cellIn(holds, code)?.value ?? ''));
		for (const wanted of withBlanks(type, [value].flat())) {
			const known = meantByBlanks(texts, wanted);
			if (known === undefined) continue;
			return new InputError(
				`A row has ${quoteShort(known)} in column "${label}", not ${quoteShort(wanted)} with its blanks`,
				`Nothing was written. Use ${quoteShort(known)}`,
			);
		}
	}
	return undefined;
}

function noSuchRow(table: string, match: RowMatch): InputError {
	if ('ids' in match) {
		const ids = match.ids.map((id) => `"${id}"`).join(', ');
		return new InputError(
			`Table "${table}" has no row with the ID ${ids}`,
			'Rows that were removed and added again have new IDs. Read the record again, or match rows by a column',
		);
	}
	const wanted = match.tests.map(
		({ code, label = code, value }) => `${label} ${quoteShort(value)}`,
	);
	return new InputError(
		`Table "${table}" has no row with ${wanted.join(' and ')}`,
		'To add missing rows, use Add or Update',
	);
}

/** Whether the rows to send differ from the current ones. */
export function changesAnything(outcomes: Array<RowCounts | InputError>): boolean {
	return outcomes.some(
		(outcome) =>
			!(outcome instanceof InputError) && outcome.added + outcome.updated + outcome.removed > 0,
	);
}
