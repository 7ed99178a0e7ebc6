import type { BulkRule } from '../catalogue';
import { Refusal } from '../errors';
import { itemsOf, type Step } from '../plan';
import type { Work } from './work';

type Send = (step: Step) => Promise<void>;

/** Sends steps no faster than their elements' webhooks are delivered, where a pace was chosen. */
export function paced(send: Send, { choices, results, wait }: Work): Send {
	const { perMinute } = choices;
	if (perMinute === undefined) return send;
	let seconds = 0;
	return async (step) => {
		const items = itemsOf(step.flat());
		if (await wait(seconds)) {
			results.refused(items, new Refusal('The execution was canceled'));
			return;
		}
		await send(step);
		seconds = (results.sent(items).length / perMinute) * 60;
	};
}

/** The bulk request with room for no more than a minute's webhooks. */
export function slowed({ bulk, choices: { perMinute } }: Work): BulkRule | undefined {
	return bulk && perMinute !== undefined ? { ...bulk, max: Math.min(bulk.max, perMinute) } : bulk;
}
