import type { ItemView } from '../catalogue';
import { InputError } from '../errors';
import { isDryRun } from '../isDryRun';
import { quoteShort } from '../messages';

/**
 * What happens to the others when an item is refused: nothing more is sent (`stop`), they are
 * written (`others`), or none is, because all are in one transaction (`undo`).
 */
export type WhenRefused = 'stop' | 'others' | 'undo';

/** How the items of a write are run. They run together, so the first item's options count. */
export interface WriteOptions {
	/** Undefined where the node's own On Error setting decides. */
	whenRefused?: WhenRefused;
	/** Requests under way at once. */
	atOnce?: number;
	/** Elements a minute, where each calls a webhook. */
	perMinute?: number;
	/** Reports what would be sent, and writes nothing. */
	dryRun: boolean;
}

/** The write options of the node. Throws `InputError` for invalid values. */
export function writeOptionsOf(item: ItemView): WriteOptions {
	const read = (name: string) => item.read(`options.${name}`, undefined);
	const whenRefused = read('whenRefused');
	if (whenRefused !== undefined && !isWhenRefused(whenRefused)) {
		throw new InputError(
			`${quoteShort(whenRefused)} is not a valid value for "When a Record Is Refused"`,
			'Use stop, others, or undo',
		);
	}
	const atOnce = count(read('requestsAtOnce'), 'Requests at a Time', 10);
	const perMinute = count(read('webhooksPerMinute'), 'Webhooks per Minute', Infinity);
	return {
		...(whenRefused !== undefined && { whenRefused }),
		...(atOnce !== undefined && { atOnce }),
		...(perMinute !== undefined && { perMinute }),
		dryRun: isDryRun(item),
	};
}

function isWhenRefused(value: unknown): value is WhenRefused {
	return value === 'stop' || value === 'others' || value === 'undo';
}

function count(value: unknown, label: string, most: number): number | undefined {
	if (value === undefined || value === '') return undefined;
	const number = Number(value);
	if (Number.isInteger(number) && number >= 1 && number <= most) return number;
	throw new InputError(
		`"${label}" must be a whole number ${most === Infinity ? 'of at least 1' : `from 1 to ${most}`}: ${quoteShort(value)}`,
	);
}
