import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { isManual, readState, runTrigger } from '../../shared/trigger';
import { list } from '../catalogue/parameters';
import { appIn } from '../route';
import { recordPlatform } from '../service';
import { type Ring, shared } from './memory';
import { rowsOf } from './output';
import { watchRecords } from './parameters';
import { withCodes } from './reading';
import { answerRing, ringOf } from './rings';
import { knowsWatched, latest, PollRun, type State } from './run';
import { settingsOf } from './settings';

/**
 * What n8n calls for a webhook of the app. It only makes the node look at once: the record is read
 * back with the node's own credential, and the watermark stays, because n8n keeps it with the polls.
 */
export async function webhook(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	// In the editor, n8n calls poll() after this one and shows its output.
	if (isManual(context)) return { workflowData: [[{ json: {} }]] };
	const memory = shared.of(context);
	let ring: Ring | undefined;
	try {
		return await runTrigger(context, recordPlatform, watchRecords, async ({ item, output }) => {
			const app = appIn(item.read('app', '')).id;
			ring = ringOf(context.getBodyData(), app, list(item.read('events', [])));
			// n8n stores the state of a poll that starts nothing later, or not at all.
			const kept = latest.of(context).state ?? readState<State>(context);
			if (ring === undefined || kept === undefined) return {};
			const settings = await settingsOf(item);
			if (settings.source !== kept.source) return {};
			return await withCodes(settings, item, kept.codes, async (reader) => {
				// The next poll reads what is watched since the settings were changed, and finds the record.
				if (ring?.type === 'record' && !knowsWatched(kept, reader)) return {};
				const run = new PollRun(reader, memory, kept, { isUp: false });
				const answer = async () => {
					await answerRing(ring as Ring, run);
					const items = await output(rowsOf(run.open, settings, item));
					memory.bring(run.noted);
					return items;
				};
				const items = await run.orGiveBack(answer());
				return items.length > 0 ? { workflowData: [items] } : {};
			});
		});
	} catch (problem) {
		// The sender can't do anything about it. The next poll tells what is wrong, or finds the change.
		if (ring !== undefined && ring.type !== 'record') memory.wait(ring);
		context.logger.debug(`A webhook was postponed to the next poll: ${(problem as Error).message}`);
		return {};
	}
}

/** The service has no API for webhooks: a person adds the URL to the app, and removes it. */
const byPerson = async () => await Promise.resolve(true);

export const webhookMethods = {
	default: { checkExists: byPerson, create: byPerson, delete: byPerson },
};
