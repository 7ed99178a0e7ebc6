import type { ItemView, Parameter } from './catalogue';
import { InputError } from './errors';
import { quoteShort } from './messages';

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

/** How many results are wanted, `Infinity` for all. Throws `InputError` for a limit that would read nothing. */
export function wantedCount(item: Pick<ItemView, 'read'>): number {
	if (item.read('returnAll', false) === true) return Infinity;
	return countOf(item.read('limit', 50));
}

/** A limit as a number. Throws `InputError` if it is invalid. */
export function countOf(limited: unknown): number {
	if (Number.isInteger(limited) && Number(limited) >= 1) return Number(limited);
	throw new InputError(
		`"Limit" must be a whole number of at least 1: ${quoteShort(limited)}`,
		'Enter another number, or turn on "Return All"',
	);
}
