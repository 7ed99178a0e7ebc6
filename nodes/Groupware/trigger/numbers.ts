import type { ItemView } from '../../shared/catalogue';
import { InputError } from '../../shared/errors';
import { quoteShort } from '../../shared/messages';

/** A whole number between two limits. Throws `InputError` for anything else. */
export function numberOf(
	item: ItemView,
	name: string,
	label: string,
	otherwise: number,
	most: number,
	least = 0,
): number {
	const entered = item.read(name, otherwise);
	const number = String(entered ?? '').trim() === '' ? NaN : Number(entered);
	if (Number.isInteger(number) && number >= least && number <= most) return number;
	throw new InputError(
		`"${label}" must be a whole number from ${least} to ${most.toLocaleString('en')}: ${quoteShort(entered)}`,
		`Enter a number such as ${otherwise}`,
	);
}
