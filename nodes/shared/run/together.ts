import { Refusal } from '../errors';
import { batchesOf, type Entry, keyOf } from '../plan';
import type { Work } from './work';

/** Why entries cannot be written as one transaction, with the numbers; undefined where they can. */
export function apart(entries: Entry[], { run, bulkRule, bulk }: Work): Refusal | undefined {
	const batches = batchesOf(entries, run);
	const numbers = `${counted(entries.length, 'item')} need ${batches.length} requests`;
	if (batches.length <= 1) return undefined;
	if (bulkRule === undefined || run.bulk !== true) {
		return new Refusal(`"All or Nothing" needs a single request here, but ${numbers}`, OTHERWISE);
	}
	if (bulk === undefined) {
		return new Refusal(
			`"All or Nothing" needs one transaction, but ${numbers}`,
			bulkRule.words.notAllowed,
		);
	}
	const places = new Set(batches.map((batch) => keyOf(batch, bulk))).size;
	if (places > 1) {
		return new Refusal(
			`"All or Nothing" needs one transaction, but these items belong to ${places} spaces`,
			bulk.words.apart,
		);
	}
	if (batches.length <= bulk.max) return undefined;
	return new Refusal(
		`"All or Nothing" allows up to ${bulk.max} requests of ${run.max} items each, but ${numbers}`,
		OTHERWISE,
	);
}

const OTHERWISE = 'Nothing was sent. Run fewer items at once, or change "When a Record Is Refused"';

function counted(count: number, noun: string): string {
	return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
}
