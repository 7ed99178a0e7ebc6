import type { ItemView, Parameter } from './catalogue';
import { InputError } from './errors';
import { quoteShort } from './messages';
import { halfWidth } from './text';

export const returnAll: Parameter = {
	displayName: 'Return All',
	name: 'returnAll',
	type: 'boolean',
	default: false,
	description: 'Whether to return all results or only up to a given limit',
};

export const limit: Parameter = {
	displayName: 'Limit',
	name: 'limit',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 50,
	description: 'Max number of results to return',
	displayOptions: { show: { returnAll: [false] } },
};

/** Whether all results are wanted; an expression can give the switch as text. Throws `InputError` for other values. */
export function wantsAll(item: Pick<ItemView, 'read'>): boolean {
	const chosen = item.read('returnAll', false);
	if (String(chosen) === 'true' || String(chosen) === 'false') return String(chosen) === 'true';
	throw new InputError(
		`${quoteShort(chosen)} is not a valid value for "${returnAll.displayName}"`,
		'Use true or false',
	);
}

/** The limit as a number. Throws `InputError` if it is invalid, because it would silently read nothing. */
export function countOf(limited: unknown): number {
	const count =
		typeof limited === 'string' ? Number(halfWidth(limited).trim() || NaN) : Number(limited);
	if (Number.isInteger(count) && count >= 1) return count;
	throw new InputError(
		`"Limit" must be a whole number of at least 1: ${quoteShort(limited)}`,
		'Enter another number, or turn on "Return All"',
	);
}
