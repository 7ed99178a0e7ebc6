import { InputError } from '../../shared/errors';

/** Types of value in a condition, for the functions of the query language. */
export interface ValueKind {
	/** Stored in workflows. */
	value: string;
	name: string;
	/** The function in query syntax. */
	text?: string;
	/** The value is the number of units before (-1) or after (1) today. */
	distance?: { sign: 1 | -1; unit: 'DAYS' | 'WEEKS' | 'MONTHS' | 'YEARS' };
	description?: string;
}

/** A plain value, or a function that was typed as text. */
const valueKind = (example: string): ValueKind => ({
	value: 'value',
	name: 'Value',
	description: `The text in Value. Functions such as ${example} are supported.`,
});

/** A value of a field with an unknown type. */
export const PLAIN = valueKind('TODAY()');

/** A text that is never interpreted as a function. */
export const EXACT_TEXT: ValueKind = {
	value: 'text',
	name: 'Exact Text',
	description: 'The text in Value, even if it looks like a function',
};

const distances: ValueKind[] = (['DAYS', 'WEEKS', 'MONTHS', 'YEARS'] as const).flatMap((unit) => {
	const word = unit.charAt(0) + unit.slice(1).toLowerCase();
	return (['Before', 'After'] as const).map((side) => ({
		value: `${unit.toLowerCase()}${side}`,
		name: `${word} ${side} Today`,
		distance: { sign: side === 'After' ? (1 as const) : (-1 as const), unit },
	}));
});

const spans: ValueKind[] = ['This', 'Last', 'Next'].flatMap((which) =>
	['Week', 'Month', 'Year'].map((span) => ({
		value: `${which.toLowerCase()}${span}`,
		name: `${which} ${span}`,
		text: `${which.toUpperCase()}_${span.toUpperCase()}()`,
	})),
);

export const DATE_KINDS: ValueKind[] = [
	// The default of a condition. The editor shows a date picker for it.
	{ value: 'value', name: 'A Date', description: 'The date in Value' },
	{ value: 'today', name: 'Today', text: 'TODAY()' },
	{ value: 'yesterday', name: 'Yesterday', text: 'YESTERDAY()' },
	{ value: 'tomorrow', name: 'Tomorrow', text: 'TOMORROW()' },
	{ value: 'now', name: 'Now', text: 'NOW()' },
	...spans,
	...distances,
	{
		value: 'dateText',
		name: 'A Date as Text',
		description:
			'The text in Value: a date, a date with a time such as 2026-01-31 09:30, or a function such as THIS_WEEK(MONDAY)',
	},
];

export const USER_KINDS: ValueKind[] = [
	valueKind('LOGINUSER()'),
	{
		value: 'signedInUser',
		name: 'Signed-in User',
		text: 'LOGINUSER()',
		description: 'The user of the credential. With API tokens, this is the administrator.',
	},
];

export const ORGANIZATION_KINDS: ValueKind[] = [
	valueKind('PRIMARY_ORGANIZATION()'),
	{
		value: 'primaryOrganization',
		name: 'Primary Organization',
		text: 'PRIMARY_ORGANIZATION()',
		description: 'The primary organization of the signed-in user',
	},
];

const ALL = [EXACT_TEXT, ...DATE_KINDS, ...USER_KINDS, ...ORGANIZATION_KINDS];

/** Types of value that need no input. */
export const WITHOUT_VALUE = ALL.filter(({ text }) => text !== undefined).map(({ value }) => value);

/** The function of a type of value, if any. Throws `InputError` unless a distance is a whole number. */
export function functionOf(kind: string, value: unknown): string | undefined {
	const { text, distance, name } = ALL.find((one) => one.value === kind) ?? PLAIN;
	if (text !== undefined || distance === undefined) return text;
	const written = String(value ?? '').trim();
	if (!/^\d{1,9}$/.test(written)) {
		throw new InputError(
			`"${written}" is not a valid number of ${distance.unit.toLowerCase()}`,
			`${name} needs a whole number of 0 or more, for example 7`,
		);
	}
	return `FROM_TODAY(${distance.sign < 0 && Number(written) > 0 ? '-' : ''}${Number(written)}, ${distance.unit})`;
}
