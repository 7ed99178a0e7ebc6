import type { ItemView } from '../catalogue';
import { InputError } from '../errors';
import { isDryRun } from '../isDryRun';
import { itemsText, quoteShort } from '../messages';
import { isExpression, storedAt } from '../parameterReader';

/**
 * What happens to the others when an item is refused: nothing more is sent (`stop`), they are
 * written (`others`), or none is, because all are in one transaction (`undo`).
 */
export type WhenRefused = 'stop' | 'others' | 'undo';

/** How the items of a write are run. They run together, so all have the same options. */
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

const LABELS: Record<keyof WriteOptions, string> = {
	whenRefused: 'When a Record Is Refused',
	atOnce: 'Requests at a Time',
	perMinute: 'Webhooks per Minute',
	dryRun: 'Dry Run',
};

/** The write options of all items. Throws `InputError` for invalid values, and for items that differ. */
export function writeOptionsOf(views: (index: number) => ItemView, items: number[]): WriteOptions {
	const first = optionsOf(views(0));
	if (!mayDiffer(views(0))) return first;
	const all = items.map((index) => optionsOf(views(index)));
	for (const name of Object.keys(LABELS) as Array<keyof WriteOptions>) {
		const others = items.filter((index) => all[index]?.[name] !== first[name]);
		if (others.length === 0) continue;
		throw new InputError(
			`"${LABELS[name]}" must be the same for all items, but differs from the first item in ${itemsText(others)}`,
			'Nothing was sent. Correct the expression, or run the items separately',
		);
	}
	return first;
}

/** The names of the options in the node. */
const NAMES = ['whenRefused', 'requestsAtOnce', 'webhooksPerMinute', 'dryRun'];

function mayDiffer(item: ItemView): boolean {
	const stored = storedAt(item, 'options');
	return typeof stored === 'string'
		? isExpression(stored)
		: NAMES.some((name) => isExpression(storedAt(item, `options.${name}`)));
}

function optionsOf(item: ItemView): WriteOptions {
	const read = (name: string) => item.read(`options.${name}`, undefined);
	const whenRefused = read('whenRefused');
	if (whenRefused !== undefined && !isWhenRefused(whenRefused)) {
		throw new InputError(
			`${quoteShort(whenRefused)} is not a valid value for "${LABELS.whenRefused}"`,
			'Use stop, others, or undo',
		);
	}
	const atOnce = count(read('requestsAtOnce'), LABELS.atOnce, 10);
	const perMinute = count(read('webhooksPerMinute'), LABELS.perMinute, Infinity);
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
		`"${label}" must be a whole number ${most === Infinity ? 'of at least 1' : `from 1 to ${most}`}, not ${quoteShort(value)}`,
	);
}
