import { options } from '../test/sandbox/record-platform/api';

/** A form of the kinds of fields that business records have. */
export const FIELDS = {
	Number: { type: 'SINGLE_LINE_TEXT', code: 'Number', label: 'Number', unique: true },
	Customer: { type: 'SINGLE_LINE_TEXT', code: 'Customer', label: 'Customer' },
	Notes: { type: 'MULTI_LINE_TEXT', code: 'Notes', label: 'Notes' },
	Amount: { type: 'NUMBER', code: 'Amount', label: 'Amount' },
	State: {
		type: 'DROP_DOWN',
		code: 'State',
		label: 'State',
		options: options('Open', 'Ordered', 'Done'),
	},
	Tags: {
		type: 'CHECK_BOX',
		code: 'Tags',
		label: 'Tags',
		options: options('red', 'green', 'blue'),
	},
	Due: { type: 'DATE', code: 'Due', label: 'Due' },
	Sent: { type: 'DATETIME', code: 'Sent', label: 'Sent' },
	Owner: { type: 'USER_SELECT', code: 'Owner', label: 'Owner' },
};

/** A form with a table. */
export const TABLE_FIELDS = {
	Number: FIELDS.Number,
	Lines: {
		type: 'SUBTABLE',
		code: 'Lines',
		label: 'Lines',
		fields: { Customer: FIELDS.Customer, Amount: FIELDS.Amount, Due: FIELDS.Due },
	},
};

/** A record as other systems give it; keys are the form's field codes. */
export type Plain = Record<keyof typeof FIELDS, string | number | string[]>;

/** A record in the service's own form, as the node sends it. */
export type Cells = Record<string, { value: unknown }>;

const STATES = ['Open', 'Ordered', 'Done'];
const TAGS = [['red'], ['green', 'blue'], []];
const OWNERS = ['sato', 'suzuki', 'tanaka'];

const two = (number: number) => String(number).padStart(2, '0');

/** The record number `index`, always the same; `round` tells its versions apart. */
export function plain(index: number, round = 0): Plain {
	const month = two(1 + (index % 12));
	const day = two(1 + (index % 28));
	return {
		Number: `N-${index}`,
		Customer: `Customer number ${index % 997}`,
		Notes: `Delivery ${index} of round ${round}: leave it at the back door, and call an hour before.`,
		Amount: ((index * 7919) % 1_000_003) / 100 + round,
		State: STATES[(index + round) % 3] as string,
		Tags: TAGS[(index + round) % 3] as string[],
		Due: `2026-${month}-${day}`,
		Sent: `2026-${month}-${day}T${two(index % 24)}:${two(index % 60)}:00Z`,
		Owner: OWNERS[index % 3] as string,
	};
}

/** The first fields of a record. */
export function firstFields(record: Plain, count: number = Infinity): Partial<Plain> {
	return Object.fromEntries(Object.entries(record).slice(0, count));
}

/** A change of the record with the ID `index + 1`; which number that one has is the order in which they were written. */
export function change(index: number): Omit<Plain, 'Number'> {
	const { Number: _number, ...others } = plain(index, 1);
	return others;
}

/** The row number `index` of tables. */
export function row(index: number): Pick<Plain, 'Customer' | 'Amount' | 'Due'> {
	const { Customer, Amount, Due } = plain(index);
	return { Customer, Amount, Due };
}

export function cells(record: Partial<Plain>): Cells {
	const all: Cells = {};
	for (const [code, value] of Object.entries(record)) all[code] = { value: sent(code, value) };
	return all;
}

function sent(code: string, value: unknown): unknown {
	if (code === 'Amount') return String(value);
	return code === 'Owner' ? [{ code: value }] : value;
}
