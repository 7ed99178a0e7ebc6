import type { Comparison, Condition, Value } from '../../../../sandbox/record-platform/query/ast';
import type { StoredRecord } from './world';

/** How the test's own evaluation reads a field: a value out of a record or a row, and how it compares. */
export interface NaiveField {
	kind: 'text' | 'words' | 'number' | 'minutes' | 'day' | 'time' | 'moment' | 'set';
	read: (from: { record: StoredRecord; cells: Record<string, unknown> }) => unknown;
	table?: string;
}

export interface Caller {
	now: Date;
	timeZone: string;
	login: string;
	organization: string;
}

/** Whether a condition holds, worked out record by record and day by day, with nothing taken from the compiler. */
export function holds(
	condition: Condition,
	record: StoredRecord,
	fields: Record<string, NaiveField>,
	caller: Caller,
): boolean {
	const test = (comparison: Comparison, cells: Record<string, unknown>): boolean => {
		const field = fields[comparison.field.code] as NaiveField;
		return compare(field.kind, field.read({ record, cells }), comparison, caller);
	};
	const holdsFor = (each: Condition): boolean => {
		if (each.kind === 'or') return each.parts.some(holdsFor);
		const parts = each.kind === 'and' ? each.parts : [each];
		const shared = new Map<string, Comparison[]>();
		for (const part of parts) {
			if (part.kind !== 'comparison') {
				if (!holdsFor(part)) return false;
				continue;
			}
			const { table } = fields[part.field.code] as NaiveField;
			if (table === undefined) {
				if (!test(part, record.cells)) return false;
			} else if (/not/.test(part.operator)) {
				const rows = rowsOf(record, table);
				if (rows.length === 0 || !rows.every((row) => test(part, row))) return false;
			} else {
				shared.set(table, [...(shared.get(table) ?? []), part]);
			}
		}
		return [...shared].every(([table, comparisons]) =>
			rowsOf(record, table).some((row) => comparisons.every((part) => test(part, row))),
		);
	};
	return holdsFor(condition);
}

function rowsOf(record: StoredRecord, table: string): Record<string, unknown>[] {
	const rows = (record.cells[table] ?? []) as { value: Record<string, unknown> }[];
	return rows.map(({ value }) => value);
}

function compare(
	kind: NaiveField['kind'],
	value: unknown,
	{ operator, values }: Comparison,
	caller: Caller,
): boolean {
	const [first] = values;
	switch (operator) {
		case '=':
		case 'in':
			return values.some((given) => equal(kind, value, given, caller));
		case '!=':
		case 'not in':
			return !values.some((given) => equal(kind, value, given, caller));
		case 'like':
			return first !== undefined && like(value, textOf(first, caller));
		case 'not like':
			return first !== undefined && !like(value, textOf(first, caller));
		case 'is empty':
			return blank(value);
		case 'is not empty':
			return !blank(value);
		default: {
			const order = first && ordering(kind, value, first, caller);
			if (order === undefined) return false;
			if (operator === '<') return order < 0;
			if (operator === '>') return order > 0;
			return operator === '<=' ? order <= 0 : order >= 0;
		}
	}
}

function textOf(value: Value, caller: Caller): string {
	if (value.kind === 'literal') return value.text;
	return value.name === 'LOGINUSER' ? caller.login : caller.organization;
}

function isNothing(value: unknown): boolean {
	return (
		value === undefined ||
		value === null ||
		value === '' ||
		(Array.isArray(value) && value.length === 0)
	);
}

function blank(value: unknown): boolean {
	if (Array.isArray(value)) return value.length === 0;
	return String(value ?? '').trim() === '';
}

function equal(kind: NaiveField['kind'], value: unknown, given: Value, caller: Caller): boolean {
	if (given.kind === 'literal' && given.text === '') return isNothing(value);
	if (isNothing(value)) return false;
	if (kind === 'set') return (value as string[]).includes(textOf(given, caller));
	if (kind === 'text') return value === textOf(given, caller);
	return ordering(kind, value, given, caller) === 0;
}

/** Below, within or above what is given; undefined when they do not compare. */
function ordering(
	kind: NaiveField['kind'],
	value: unknown,
	given: Value,
	caller: Caller,
): number | undefined {
	if (isNothing(value) || (given.kind === 'literal' && given.text === '')) return undefined;
	const text = String(value);
	if (given.kind === 'function') {
		if (given.name === 'NOW' && kind === 'moment') {
			const minute = 60_000;
			return Math.floor(Date.parse(text) / minute) - Math.floor(caller.now.getTime() / minute);
		}
		const day = kind === 'day' ? text : localDay(new Date(text), caller.timeZone);
		return orderToDays(day, given, localDay(caller.now, caller.timeZone));
	}
	const units = { number: decimal, minutes, moment: Date.parse, time: minutes, day: dayNumber };
	if (kind === 'text' || kind === 'words' || kind === 'set') return undefined;
	const [one, other] = [units[kind](text), units[kind](given.text)];
	return Number.isNaN(other) ? undefined : Number(one) - Number(other);
}

/** Numbers of the tests have at most three decimals; record numbers may carry the code of the app. */
function decimal(written: string): number {
	const text = written.replace(/^CODE-/, '');
	return text.trim() === '' ? NaN : Math.round(Number(text) * 1000);
}

function minutes(text: string): number {
	const [, sign, hours, rest] = /^(-?)(\d+):(\d\d)$/.exec(text) ?? [];
	return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(rest));
}

function dayNumber(text: string): number {
	return /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) / 86_400_000 : NaN;
}

function localDay(instant: Date, timeZone: string): string {
	const parts = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' });
	return parts.format(instant);
}

/** Looks from the day in question whether it is the one the function means, in calendar arithmetic of its own. */
function orderToDays(
	day: string,
	call: Extract<Value, { kind: 'function' }>,
	today: string,
): number | undefined {
	const [year, month, date] = today.split('-').map(Number) as [number, number, number];
	const first = call.arguments[0]?.text;
	const shift = call.name.startsWith('LAST') ? -1 : call.name.startsWith('NEXT') ? 1 : 0;
	const at = (y: number, m: number, d: number) => dayNumber(isoDay(y, m, d));
	const range = (): [number, number] => {
		if (call.name.endsWith('YEAR')) return [at(year + shift, 1, 1), at(year + shift, 12, 31)];
		if (call.name.endsWith('MONTH')) {
			const [from, next] = [at(year, month + shift, 1), at(year, month + shift + 1, 1)];
			if (first === undefined) return [from, next - 1];
			if (first === 'LAST') return [next - 1, next - 1];
			const which = Math.min(from + Number(first) - 1, next);
			return [which, which];
		}
		const now = at(year, month, date);
		if (call.name.endsWith('WEEK')) {
			const sunday = now - new Date(today).getUTCDay() + 7 * shift;
			const weekday = [
				'SUNDAY',
				'MONDAY',
				'TUESDAY',
				'WEDNESDAY',
				'THURSDAY',
				'FRIDAY',
				'SATURDAY',
			];
			if (first === undefined) return [sunday, sunday + 6];
			const which = sunday + weekday.indexOf(first);
			return [which, which];
		}
		const days = { TODAY: 0, NOW: 0, YESTERDAY: -1, TOMORROW: 1 }[call.name];
		if (days !== undefined) return [now + days, now + days];
		const amount = Number(first);
		const unit = call.arguments[1]?.text;
		if (unit === 'DAYS') return [now + amount, now + amount];
		if (unit === 'WEEKS') return [now + 7 * amount, now + 7 * amount];
		const months = unit === 'MONTHS' ? amount : 12 * amount;
		const lastOfMonth = at(year, month + months + 1, 1) - 1;
		const which = Math.min(at(year, month + months, 1) + date - 1, lastOfMonth);
		return [which, which];
	};
	const [from, to] = range();
	const which = dayNumber(day);
	return which < from ? -1 : which > to ? 1 : 0;
}

function isoDay(year: number, month: number, date: number): string {
	return new Date(Date.UTC(year, month - 1, date)).toISOString().slice(0, 10);
}

interface Unit {
	text: string;
	/** Written without spaces around it. */
	cjk: boolean;
	/** Follows the unit before it without anything between. */
	glued: boolean;
}

function unitsOf(text: string): Unit[] {
	let end = -1;
	return [...text.toLowerCase().matchAll(/[a-z0-9_é]+|[ぁ-ヿ一-鿿]/gu)].map((match) => {
		const glued = match.index === end;
		end = match.index + match[0].length;
		return { text: match[0], cjk: !/^[a-z0-9_é]/.test(match[0]), glued };
	});
}

/** Word search over one text, or over any of several. */
function like(value: unknown, keyword: string): boolean {
	if (Array.isArray(value)) return value.some((each) => like(each, keyword));
	const wanted = unitsOf(keyword);
	const found = unitsOf(String(value ?? ''));
	if (wanted.length === 0) return false;
	return found.some((_, start) =>
		wanted.every((unit, index) => {
			const other = found[start + index];
			if (other?.text !== unit.text) return false;
			const ideographs = index > 0 && unit.cjk && unit.glued && wanted[index - 1]?.cjk;
			return !ideographs || other.glued;
		}),
	);
}
