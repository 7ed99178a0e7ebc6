import type { IDataObject } from 'n8n-workflow';

import { attempt } from '../../shared/errors';
import { digest } from '../../shared/objects';
import { type Cell, cellIn, type Current } from '../codec/cells';
import { comparable } from '../codec/compare';
import { readDay, readInstant } from '../codec/times';
import type { Frame } from '../../shared/input/date';

/** Records whose values are remembered: those that were changed last. */
export const MOST_WATCHED = 10_000;
/** Characters of the records that keep old values; what was changed before keeps short forms only. */
export const MOST_KEPT = 1_000_000;
/** A longer value, as JSON, keeps its short form only. */
export const LONGEST_KEPT = 500;

/**
 * What is known of the fields, in lines of text by record: its ID and a line per field. Oldest change first.
 * A line is the value as JSON after `=`, or a short form (`3mK9`). Where the next reading counts as a change,
 * whatever it finds, it is the value after `!`, or empty.
 */
export interface WatchedState {
	fields: string[];
	/** Whether values are kept, not only short forms. */
	keepsValues: boolean;
	records: string[];
}

/** A field that has changed since the last reading. */
interface FieldChange {
	cell: Cell;
	/** The value at the last reading; undefined if it is not known. */
	from?: unknown;
	/** Whether that reading counted. If it was ignored, the field may have changed in it already. */
	isSure?: boolean;
}
export type FieldChanges = ReadonlyMap<string, FieldChange>;

/** Remembers the values of fields by record, to find out which of them have changed. */
export class Watched {
	private readonly known = new Map<string, string[]>();

	/** @param keeps whether to keep values, not only short forms */
	constructor(
		private readonly fields: string[],
		private readonly keeps: boolean,
		state?: WatchedState,
	) {
		for (const entry of state?.records ?? []) {
			const [id = '', ...lines] = entry.split('\n');
			this.known.set(id, lines);
		}
	}

	/**
	 * Notes the values of a record.
	 * @param isIgnored whether what has changed counts as changed in the next reading, too
	 * @returns the fields that have changed; all if the record is unknown
	 */
	note(id: number, cells: IDataObject, isIgnored = false): FieldChanges {
		const { known, fields } = this;
		const changed = new Map<string, FieldChange>();
		const before = known.get(String(id)) ?? [];
		const now = fields.map((code, at) => {
			const line = before[at] ?? '';
			const cell = cellIn(cells as unknown as Current, code);
			// A feature of the app that is switched off takes its field away, and doesn't change it.
			if (cell === undefined) return line;
			const isChanged = shortForm(line) !== digest(cell.value);
			// What an ignored reading found is no old value of what it found.
			const isNew = line.slice(1) !== JSON.stringify(cell.value ?? null);
			if (isChanged) changed.set(code, { cell, ...(isNew && oldValue(line)) });
			return this.lineOf(cell.value, isChanged && isIgnored);
		});
		known.delete(String(id));
		known.set(String(id), now);
		const [oldest = ''] = known.size > MOST_WATCHED ? known.keys() : [];
		known.delete(oldest);
		return changed;
	}

	private lineOf(value: unknown, isOpen: boolean): string {
		const json = JSON.stringify(value ?? null);
		if (this.keeps && json.length <= LONGEST_KEPT) return `${isOpen ? '!' : '='}${json}`;
		return isOpen ? '' : digest(value);
	}

	get state(): WatchedState | undefined {
		const { fields, keeps } = this;
		if (fields.length === 0) return undefined;
		let room = keeps ? MOST_KEPT : 0;
		const newestFirst = [...this.known].reverse().map(([id, lines]) => {
			room -= lines.join('').length;
			return [id, ...(room < 0 ? lines.map(shortForm) : lines)].join('\n');
		});
		return { fields, keepsValues: keeps, records: newestFirst.reverse() };
	}
}

function shortForm(line: string): string {
	if (line.startsWith('!')) return '';
	return line.startsWith('=') ? digest(oldValue(line).from) : line;
}

function oldValue(line: string): Pick<FieldChange, 'from' | 'isSure'> {
	if (!/^[=!]/.test(line)) return {};
	return { from: JSON.parse(line.slice(1)) as unknown, isSure: line.startsWith('=') };
}

/**
 * Whether a field has changed from one of these values to one of those; an empty list means any value. Of
 * several values, it has lost the one, and got the other.
 */
export function isBetween(
	change: FieldChange | undefined,
	{ from, to }: Record<'from' | 'to', string[]>,
	frame: Frame,
): boolean {
	if (change === undefined) return false;
	const { type, value } = change.cell;
	const texts = (all: unknown) => [all].flat().map((one) => comparable(type, one));
	const has = texts(value);
	const had = change.isSure ? texts(change.from) : [];
	const wanted = (text: string) => comparable(type, dateIn(type, text, frame));
	const isAmong = (list: string[], found: string[], others: string[]) =>
		list.length === 0 ||
		list.map(wanted).some((one) => found.includes(one) && !others.includes(one));
	return isAmong(to, has, had) && (!change.isSure || isAmong(from, had, has));
}

/** A date as the service writes it; a text that is none may be a value of another watched field. */
function dateIn(type: string, text: string, frame: Frame): string {
	const read = { DATE: readDay, DATETIME: readInstant }[type];
	const date = attempt(() => read?.(text, 'Value', frame));
	return 'value' in date ? (date.value ?? text) : text;
}
