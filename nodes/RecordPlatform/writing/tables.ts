import type { IDataObject } from 'n8n-workflow';

import { attempt, InputError } from '../../shared/errors';
import { isBlank } from '../../shared/input/text';
import { quoteShort } from '../../shared/messages';
import { listOf } from '../../shared/objects';
import { OF_NEXT_DAY, type Operator } from '../query/operators';
import type { Field } from '../codec/form';
import { compareDecimals } from '../codec/numbers';
import {
	cellIn,
	cellsOfRow,
	type Current,
	filledCells,
	setCell,
	type TableRow,
	valueOf,
} from '../codec/cells';
import { changedCells, comparable, differs, keyText } from '../codec/compare';
import { checkChoices } from '../codec/encode';
import { withHeldFiles } from './files';
import { fieldNamed } from '../codec/names';

export interface CellTest {
	code: string;
	label?: string;
	type: string;
	operator: Operator;
	/** In the service's format, or a whole day; a list for `anyOf` and `noneOf`. */
	value?: unknown;
}

/** A whole day to compare times with: its first moment, and the first of the next day. */
export class WholeDay {
	constructor(
		readonly from: unknown,
		readonly until: unknown,
	) {}
}

/** Selects rows by their IDs, and by tests that must all pass. */
export interface RowMatch {
	ids?: string[];
	tests: CellTest[];
}

/** The change of a table by one item. `cells` are cells to send, by column. */
export type RowChange =
	| { kind: 'add'; cells: IDataObject; at: 'start' | 'end' }
	| { kind: 'update' | 'upsert'; match: RowMatch; cells: IDataObject; keepFiles: boolean }
	| { kind: 'remove'; match: RowMatch }
	| { kind: 'replace'; id?: string; cells: IDataObject };

export interface RowCounts {
	added: number;
	updated: number;
	removed: number;
}

export const NOTHING: RowCounts = { added: 0, updated: 0, removed: 0 };

/** A row while changes are applied: its values, and the part to send. */
interface WorkingRow {
	id?: string;
	holds: Current;
	sent: IDataObject;
}

/**
 * Applies changes to the rows of a table in order, so that a later change finds what an earlier one
 * wrote. Unchanged rows are sent with their ID only, which makes the service keep all their
 * cells. A refused change changes nothing.
 */
export function applyChanges(table: Field, current: TableRow[], changes: RowChange[]) {
	const columns = table.columns ?? [];
	const known: WorkingRow[] = current.map((row) => ({
		...(row.id !== undefined && { id: row.id }),
		holds: cellsOfRow(row),
		sent: {},
	}));
	const byId = new Map(known.map((row) => [row.id, row]));
	const isReplaced = changes.some(({ kind }) => kind === 'replace');
	const rows = new WorkingRows(isReplaced ? [] : known, byId);
	const kept = new Set<WorkingRow>();
	const outcomeOf = (change: RowChange): RowCounts | InputError => {
		switch (change.kind) {
			case 'replace': {
				const own = change.id === undefined ? undefined : byId.get(change.id);
				const row = own && !kept.has(own) ? own : undefined;
				rows.add(row ?? newRow(change.cells, columns));
				if (row === undefined) return { ...NOTHING, added: 1 };
				kept.add(row);
				changeRows([row], () => change.cells, columns, rows);
				return { ...NOTHING, updated: 1 };
			}
			case 'add': {
				rows.add(newRow(change.cells, columns), change.at);
				return { ...NOTHING, added: 1 };
			}
			case 'remove': {
				const gone = rows.meantBy(change.match);
				for (const row of gone) rows.remove(row);
				return { ...NOTHING, removed: gone.length };
			}
			default: {
				const meant = rows.meantBy(change.match);
				changeRows(meant, (row) => cellsFor(change, row), columns, rows);
				if (meant.length > 0) return { ...NOTHING, updated: meant.length };
				// IDs are the service's to give: a row that was added for one would have another.
				if (change.kind === 'update' || change.match.ids)
					return noSuchRow(table.code, change.match);
				rows.add(newRow(change.cells, columns));
				return { ...NOTHING, added: 1 };
			}
		}
	};
	const outcomes = changes.map((change): RowCounts | InputError => {
		const found = attempt(() => outcomeOf(change));
		if ('value' in found) return found.value;
		if (found.problem instanceof InputError) return found.problem;
		throw found.problem;
	});
	const first = outcomes.find(isCounted);
	if (isReplaced && first) first.removed = known.length - kept.size;
	// The service deletes rows that are not sent.
	const all = rows.all.map(({ id, sent }): TableRow => ({ ...(id && { id }), value: sent }));
	return { rows: all, outcomes };
}

/** The rows in their order. They are found by ID or key: thousands of items must not each go through all of them. */
class WorkingRows {
	private readonly atStart = new Set<WorkingRow>();
	private readonly others: Set<WorkingRow>;
	/** Rows by their values in the columns to match by, for each choice of columns. */
	private readonly indexes = new Map<
		string,
		{ by: CellTest[]; rows: Map<string, Set<WorkingRow>> }
	>();

	constructor(
		rows: WorkingRow[],
		private readonly byId: Map<string | undefined, WorkingRow>,
	) {
		this.others = new Set(rows);
	}

	/** Rows at the start keep the order of their items. */
	get all(): WorkingRow[] {
		return [...this.atStart, ...this.others];
	}

	add(row: WorkingRow, at: 'start' | 'end' = 'end'): void {
		(at === 'start' ? this.atStart : this.others).add(row);
		this.index(row);
	}

	remove(row: WorkingRow): void {
		this.atStart.delete(row);
		this.others.delete(row);
		this.unindex(row);
	}

	/** Adds a row to the indexes; before its values change, it has to be taken out. */
	index(row: WorkingRow): void {
		for (const { by, rows } of this.indexes.values()) {
			const key = keyOfRow(row, by);
			rows.set(key, (rows.get(key) ?? new Set()).add(row));
		}
	}

	unindex(row: WorkingRow): void {
		for (const { by, rows } of this.indexes.values()) rows.get(keyOfRow(row, by))?.delete(row);
	}

	meantBy({ ids, tests }: RowMatch): WorkingRow[] {
		const equal = tests.filter(
			({ operator, value }) => operator === 'equals' && !(value instanceof WholeDay),
		);
		const possible = ids ? this.withIds(ids) : equal.length > 0 ? this.withKey(equal) : this.all;
		return possible.filter(({ holds }) =>
			tests.every((test) => meets(cellIn(holds, test.code)?.value, test)),
		);
	}

	private withIds(ids: string[]): WorkingRow[] {
		const found = [...new Set(ids)].map((id) => this.byId.get(id));
		return found.filter((row) => row !== undefined && this.others.has(row)) as WorkingRow[];
	}

	private withKey(by: CellTest[]): WorkingRow[] {
		const name = JSON.stringify(by.map(({ code }) => code));
		if (!this.indexes.has(name)) {
			this.indexes.set(name, { by, rows: new Map() });
			for (const row of this.all) this.index(row);
		}
		return [...(this.indexes.get(name)?.rows.get(keyText(by, ({ value }) => value)) ?? [])];
	}
}

function keyOfRow({ holds }: WorkingRow, by: CellTest[]): string {
	return keyText(by, ({ code }) => cellIn(holds, code)?.value);
}

/** A new row gets the default values of its columns where an item has none. */
function newRow(cells: IDataObject, columns: Field[]): WorkingRow {
	const row: WorkingRow = { holds: {}, sent: {} };
	changeRows([row], () => filledCells(cells), columns);
	return row;
}

/** Sends what differs. Throws `InputError` for a choice that the form doesn't have, and changes no row then. */
function changeRows(
	rows: WorkingRow[],
	cellsOf: (row: WorkingRow) => IDataObject,
	columns: Field[],
	all?: WorkingRows,
): void {
	const changed = rows.map((row) => changedCells(cellsOf(row), row.holds, columns));
	for (const cells of changed) checkChoices(cells, columns);
	for (const [at, row] of rows.entries()) {
		const cells = changed[at] ?? {};
		all?.unindex(row);
		row.holds = { ...row.holds };
		for (const [code, cell] of Object.entries(cells)) {
			const type = fieldNamed(columns, code)?.type ?? '';
			setCell(row.holds, code, { type, value: valueOf(cell) });
			setCell(row.sent, code, cell as IDataObject);
		}
		all?.index(row);
	}
}

/** The cells to write to a matching row, without the columns to match by. */
function cellsFor(
	{ match, cells, keepFiles }: Extract<RowChange, { kind: 'update' | 'upsert' }>,
	{ holds }: WorkingRow,
): IDataObject {
	const by = new Set(match.tests.map(({ code }) => code));
	const wanted = Object.entries(cells).filter(([code]) => !by.has(code));
	const written = Object.fromEntries(wanted) as IDataObject;
	return keepFiles ? withHeldFiles(written, holds) : written;
}

function noSuchRow(table: string, { ids = [], tests }: RowMatch): InputError {
	const wanted = [
		...ids.map((id) => `the ID ${quoteShort(id)}`),
		...tests.map(({ code, label = code, value }) => `${label} ${quoteShort(value)}`),
	];
	return new InputError(
		`Table "${table}" has no row with ${wanted.join(' and ')}`,
		ids.length > 0
			? 'Rows that were removed and added again have new IDs. Read the record again, or match rows by a column'
			: 'To add missing rows, use Add or Update',
	);
}

export function changesAnything(outcomes: Array<RowCounts | InputError>): boolean {
	return outcomes.some(
		(outcome) => isCounted(outcome) && outcome.added + outcome.updated + outcome.removed > 0,
	);
}

function isCounted(outcome: RowCounts | InputError): outcome is RowCounts {
	return !(outcome instanceof InputError);
}

/** Whether a cell's value passes the test. An empty cell is neither greater nor less. */
export function meets(held: unknown, { type, operator, value }: CellTest): boolean {
	switch (operator) {
		case 'empty':
			return isBlank(held);
		case 'notEmpty':
			return !isBlank(held);
		case 'equals':
			return isSame(held, type, value);
		case 'notEquals':
			return !isSame(held, type, value);
		case 'contains':
			return contains(held, type, value);
		case 'notContains':
			return !contains(held, type, value);
		case 'anyOf':
			return isOneOf(held, type, value);
		case 'noneOf':
			return !isOneOf(held, type, value);
		default:
			return isOrdered(held, value, type, operator);
	}
}

/** Part of a text or file name, or all entries of a list. */
function contains(held: unknown, type: string, value: unknown): boolean {
	if (type === 'FILE') {
		return listOf(held).some((file) =>
			String((file as unknown as { name?: unknown }).name).includes(String(value)),
		);
	}
	// The canonical form of a number has other digits: 150 is 15e1.
	if (!Array.isArray(held)) return String(held ?? '').includes(String(value));
	return [value].flat().every((one) => isOneOf(held, type, [one]));
}

function isSame(held: unknown, type: string, value: unknown): boolean {
	if (!(value instanceof WholeDay)) return !differs(value, { type, value: held });
	const { from, until } = value;
	return isOrdered(held, from, type, 'greaterOrEqual') && isOrdered(held, until, type, 'less');
}

/** One of the values; for a list, a value that it contains. */
function isOneOf(held: unknown, type: string, values: unknown): boolean {
	return [values]
		.flat()
		.some((wanted) =>
			Array.isArray(held)
				? held.some((entry) => isSame([entry], type, Array.isArray(wanted) ? wanted : [wanted]))
				: isSame(held, type, wanted),
		);
}

function isOrdered(held: unknown, value: unknown, type: string, operator: Operator): boolean {
	if (value instanceof WholeDay) {
		const asked = OF_NEXT_DAY[operator];
		return isOrdered(held, asked ? value.until : value.from, type, asked ?? operator);
	}
	if (isBlank(held) || isBlank(value)) return false;
	const [one, other] = [comparable(type, held), comparable(type, value)];
	const order =
		type === 'NUMBER' || type === 'CALC'
			? compareDecimals(String(held), String(value))
			: type === 'DURATION'
				? minutesIn(one) - minutesIn(other)
				: Number(one > other) - Number(one < other);
	if (operator === 'greater') return order > 0;
	if (operator === 'greaterOrEqual') return order >= 0;
	return operator === 'less' ? order < 0 : order <= 0;
}

function minutesIn(duration: string): number {
	const [hours = '', minutes = ''] = duration.split(':');
	return Number(hours) * 60 + Number(`${hours.startsWith('-') ? '-' : ''}${minutes}`);
}
