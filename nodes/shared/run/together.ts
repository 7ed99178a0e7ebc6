import { Refusal } from '../errors';
import { batchesOf, type Entry, keyOf } from '../plan';
import type { Work } from './work';

/** Why entries cannot be written as one transaction, with the numbers; undefined where they can. */
export function apart(entries: Entry[], { run, bulkRule, bulk }: Work): Refusal | undefined {
	const batches = batchesOf(entries, run);
	const numbers = `${counted(entries.length, 'item')} of this run take ${batches.length} calls`;
	if (batches.length <= 1) return undefined;
	if (bulkRule === undefined || run.bulk !== true) {
		return new Refusal(`Undo All is for one call here, and the ${numbers}`, OTHERWISE);
	}
	if (bulk === undefined) {
		return new Refusal(
			`Undo All needs calls that are sent together, and the ${numbers}`,
			bulkRule.words.notAllowed,
		);
	}
	const places = new Set(batches.map((batch) => keyOf(batch, bulk))).size;
	if (places > 1) {
		return new Refusal(
			`Undo All needs calls that are sent together, and the items are of ${places} places that cannot be`,
			bulk.words.apart,
		);
	}
	if (batches.length <= bulk.max) return undefined;
	return new Refusal(
		`Undo All takes up to ${bulk.max} calls of ${run.max}, and the ${numbers}`,
		OTHERWISE,
	);
}

const OTHERWISE =
	'Nothing was sent. Run fewer items at once, or choose another value of "When a Record Is Refused"';

function counted(count: number, noun: string): string {
	return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
}
