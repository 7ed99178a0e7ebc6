import type { IDataObject } from 'n8n-workflow';

import { InputError } from '../../shared/errors';
import { quoteShort } from '../../shared/messages';
import { isEmpty, objectOf } from '../../shared/objects';
import type { Operator } from '../query/operators';
import { comparable, differs } from './compare';
import { compareDecimals } from './numbers';
import { searchedText, textOfHtml } from './plainText';

/** A test of one cell of a row. */
export interface CellTest {
	/** Field code of the column. */
	code: string;
	/** The column's name in messages. */
	label?: string;
	/** Type in the service's words. */
	type: string;
	operator: Operator;
	/** In the service's format; a list for `anyOf` and `noneOf`. */
	value?: unknown;
}

/**
 * Whether a cell's value passes the test. An empty cell is neither greater nor less. Throws `InputError`
 * for the name of somebody in the cell in place of the code: every cell would differ from it.
 */
export function meets(
	held: unknown,
	{ type, operator, value, code, label = code }: CellTest,
): boolean {
	if (EXCLUDING.has(operator)) checkCodes(held, value, label);
	switch (operator) {
		case 'empty':
			return isEmpty(held);
		case 'notEmpty':
			return !isEmpty(held);
		case 'equals':
			return isSame(type, held, value);
		case 'notEquals':
			return !isSame(type, held, value);
		case 'contains':
			return contains(held, type, value);
		case 'notContains':
			return !contains(held, type, value);
		case 'anyOf':
			return oneOf(held, type, value);
		case 'noneOf':
			return !oneOf(held, type, value);
		default:
			return ordered(held, value, type, operator);
	}
}

const EXCLUDING = new Set<Operator>(['noneOf', 'notContains', 'notEquals']);

/** Texts of one line, in which nobody sees the blanks at the ends. */
const OF_ONE_LINE = new Set(['LINK', 'SINGLE_LINE_TEXT']);

/** The values of a text that have blanks at the ends. */
export function withBlanks(type: string, values: unknown[]): string[] {
	if (!OF_ONE_LINE.has(type)) return [];
	return values.map(String).filter((value) => value !== value.trim());
}

/** The text that is meant by one with blanks at the ends; undefined if none is, or one has these blanks. */
export function meantByBlanks(texts: string[], wanted: string): string | undefined {
	if (texts.includes(wanted)) return undefined;
	return texts.find((text) => text.trim() !== '' && text.trim() === wanted.trim());
}

/** People, groups and departments have a code and a name; in codes, the case counts. */
function checkCodes(held: unknown, value: unknown, label: string): void {
	const entries = (Array.isArray(held) ? held : []).map(objectOf);
	for (const wanted of (Array.isArray(value) ? value : []).map((one) => objectOf(one).code)) {
		const known = typeof wanted === 'string' ? sameEntity(entries, wanted) : undefined;
		if (known === undefined) continue;
		throw new InputError(
			`Column "${label}" compares login names and codes, and ${quoteShort(wanted)} is none`,
			`Use ${quoteShort(known)}`,
		);
	}
}

/** The code of the entry that is meant by its name, or by its code in another case; undefined for its very code. */
export function sameEntity(entries: IDataObject[], wanted: string): string | undefined {
	const plain = (text: unknown) =>
		String(text ?? '')
			.normalize('NFKC')
			.toLowerCase();
	if (entries.some(({ code }) => code === wanted)) return undefined;
	const known = entries.find(({ code, name }) =>
		[code, name].some((text) => plain(text) === plain(wanted)),
	);
	return known && String(known.code);
}

function isSame(type: string, one: unknown, other: unknown): boolean {
	if (!differs(other, { type, value: one })) return true;
	// A text without tags is meant as people read it.
	return type === 'RICH_TEXT' && !/<[a-z]/i.test(String(other)) && isText(one, other);
}

function isText(html: unknown, text: unknown): boolean {
	return searchedText(textOfHtml(String(html ?? ''))).trim() === searchedText(String(text)).trim();
}

/** Part of a text or file name, or all entries of a list. */
function contains(held: unknown, type: string, value: unknown): boolean {
	if (type === 'FILE' && Array.isArray(held)) {
		return (held as Array<{ name?: unknown }>).some(({ name }) =>
			String(name).includes(String(value)),
		);
	}
	if (type === 'RICH_TEXT' || type === 'MULTI_LINE_TEXT') {
		const [text, part] = [String(held ?? ''), String(value)];
		const isHtml = type === 'RICH_TEXT';
		if (isHtml && /[<&]/.test(part) && text.includes(part)) return true;
		return searchedText(isHtml ? textOfHtml(text) : text).includes(searchedText(part));
	}
	// The canonical form of a number has other digits: 150 is 15e1.
	if (type === 'NUMBER' || type === 'CALC') return String(held ?? '').includes(String(value));
	if (!Array.isArray(held)) return comparable(type, held).includes(comparable(type, value));
	const wanted = Array.isArray(value) ? (value as unknown[]) : [value];
	return wanted.every((one) => oneOf(held, type, [one]));
}

/** One of the values; for a list, a value that it contains. */
function oneOf(held: unknown, type: string, values: unknown): boolean {
	const wanted = Array.isArray(values) ? (values as unknown[]) : [values];
	if (!Array.isArray(held)) return wanted.some((one) => isSame(type, held, one));
	return wanted.some((one) => held.some((entry) => isSame(type, [entry], [one])));
}

function orderOfTexts(one: string, other: string): number {
	return one === other ? 0 : one < other ? -1 : 1;
}

function minutesIn(duration: unknown): number {
	const [hours = '', minutes = ''] = String(duration).split(':');
	return Number(hours) * 60 + Number(`${hours.startsWith('-') ? '-' : ''}${minutes}`);
}

function ordered(held: unknown, value: unknown, type: string, operator: Operator): boolean {
	if (isEmpty(held) || isEmpty(value)) return false;
	const isNumber = type === 'NUMBER' || type === 'CALC';
	const order = isNumber
		? compareDecimals(String(held), String(value))
		: type === 'DURATION'
			? minutesIn(held) - minutesIn(value)
			: orderOfTexts(comparable(type, held), comparable(type, value));
	switch (operator) {
		case 'greater':
			return order > 0;
		case 'greaterOrEqual':
			return order >= 0;
		case 'less':
			return order < 0;
		default:
			return order <= 0;
	}
}
