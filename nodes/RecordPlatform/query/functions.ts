import { Refusal } from '../../shared/errors';

/** What the value of a condition is, where it is more than a value: the service's functions (facts: query language). */
export interface ValueKind {
	/** Stored in workflows. */
	value: string;
	name: string;
	/** The function as the query has it. */
	text?: string;
	/** The value is a number of such units before (-1) or after (1) today. */
	distance?: { sign: 1 | -1; unit: 'DAYS' | 'WEEKS' | 'MONTHS' | 'YEARS' };
	description?: string;
}

/** A value; in fields that take functions also a function that was typed, such as the named one. */
const plain = (example: string): ValueKind => ({
	value: 'value',
	name: 'Value',
	description: `What stands in Value; a function such as ${example} is understood`,
});

/** A value of a field whose type is not known. */
export const PLAIN = plain('TODAY()');

/** A text that is never taken for a function. */
export const EXACT_TEXT: ValueKind = {
	value: 'text',
	name: 'Exact Text',
	description: 'What stands in Value, also where it looks like a function',
};

const distances: ValueKind[] = (['DAYS', 'WEEKS', 'MONTHS', 'YEARS'] as const).flatMap((unit) => {
	const word = unit.charAt(0) + unit.slice(1).toLowerCase();
	return [
		{
			value: `${unit.toLowerCase()}After`,
			name: `${word} After Today`,
			distance: { sign: 1, unit },
		},
		{
			value: `${unit.toLowerCase()}Before`,
			name: `${word} Before Today`,
			distance: { sign: -1, unit },
		},
	] satisfies ValueKind[];
});

const spans: ValueKind[] = ['Last', 'Next', 'This'].flatMap((which) =>
	['Month', 'Week', 'Year'].map((span) => ({
		value: `${which.toLowerCase()}${span}`,
		name: `${which} ${span}`,
		text: `${which.toUpperCase()}_${span.toUpperCase()}()`,
	})),
);

export const DATE_KINDS: ValueKind[] = [
	PLAIN,
	{ value: 'now', name: 'Now', text: 'NOW()' },
	{ value: 'today', name: 'Today', text: 'TODAY()' },
	{ value: 'tomorrow', name: 'Tomorrow', text: 'TOMORROW()' },
	{ value: 'yesterday', name: 'Yesterday', text: 'YESTERDAY()' },
	...distances,
	...spans,
].sort((a, b) => a.name.localeCompare(b.name, 'en'));

export const USER_KINDS: ValueKind[] = [
	{
		value: 'signedInUser',
		name: 'Signed-in User',
		text: 'LOGINUSER()',
		description: 'Who the credential signs in as; with API tokens that is the administrator',
	},
	plain('LOGINUSER()'),
];

export const ORGANIZATION_KINDS: ValueKind[] = [
	{
		value: 'primaryOrganization',
		name: 'Primary Organization',
		text: 'PRIMARY_ORGANIZATION()',
		description: 'Primary organization of the signed-in user',
	},
	plain('PRIMARY_ORGANIZATION()'),
];

const ALL = [EXACT_TEXT, ...DATE_KINDS, ...USER_KINDS, ...ORGANIZATION_KINDS];

/** Kinds of value that need nothing typed. */
export const WITHOUT_VALUE = ALL.filter(({ text }) => text !== undefined).map(({ value }) => value);

/**
 * The function that a kind of value stands for; undefined for a value as it is.
 * Throws `Refusal` for a distance that is no whole number.
 */
export function functionOf(kind: string, value: unknown): string | undefined {
	const { text, distance, name } = ALL.find((one) => one.value === kind) ?? PLAIN;
	if (text !== undefined || distance === undefined) return text;
	const written = String(value ?? '').trim();
	if (!/^\d{1,9}$/.test(written)) {
		throw new Refusal(
			`"${written}" is no number of ${distance.unit.toLowerCase()}`,
			`${name} takes a whole number of 0 or more, for example 7`,
		);
	}
	return `FROM_TODAY(${distance.sign < 0 && Number(written) > 0 ? '-' : ''}${Number(written)}, ${distance.unit})`;
}
