import type { ItemContext } from '../catalogue';
import { InputError } from '../errors';
import { isExpression } from '../input/reader';
import { itemsText } from '../messages';
import { isOn } from '../parameters';

/**
 * What happens to the others when an item is refused: nothing more is sent (`stop`), they are
 * written (`others`), or none is, because all are in one transaction (`undo`).
 */
export type WhenRefused = 'stop' | 'others' | 'undo';

/** How the items of a write are run. They run together, so all have the same options. */
export interface WriteOptions {
	/** Undefined where the node's own On Error setting decides. */
	whenRefused?: WhenRefused;
	/** Reports what would be sent, and writes nothing. */
	dryRun: boolean;
}

const LABELS = { whenRefused: 'When a Record Is Refused', dryRun: 'Dry Run' };

/** The write options of all items. Throws `InputError` for items that differ. */
export function writeOptionsOf(
	itemAt: (index: number) => ItemContext,
	items: number[],
): WriteOptions {
	const first = optionsOf(itemAt(0));
	if (!isExpression(itemAt(0).node.parameters.options)) return first;
	for (const name of ['whenRefused', 'dryRun'] as const) {
		const others = items.filter((index) => optionsOf(itemAt(index))[name] !== first[name]);
		if (others.length === 0) continue;
		throw new InputError(
			`"${LABELS[name]}" must be the same for all items, but differs from the first item in ${itemsText(others)}`,
			'Nothing was sent. Correct the expression, or run the items separately',
		);
	}
	return first;
}

function optionsOf(item: ItemContext): WriteOptions {
	const whenRefused = item.read('options.whenRefused') as WhenRefused | undefined;
	return { ...(whenRefused && { whenRefused }), dryRun: isDryRun(item) };
}

/** Whether nothing is to be written. */
export function isDryRun(item: Pick<ItemContext, 'read'>): boolean {
	return isOn(item, 'options.dryRun');
}
