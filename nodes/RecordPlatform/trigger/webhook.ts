import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { isManual, oneAtATime, runTrigger } from '../../shared/trigger';
import { recordPlatform } from '../service';
import { addRing, doorbell, ringIn } from './doorbell';
import { watchRecords } from './parameters';
import { newChanges } from './poll';
import { settingsOf } from './settings';

/** What n8n calls for a webhook of the app. It only makes the node poll at once. */
export async function webhook(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	// In the editor, n8n calls poll() after this one and shows its output.
	if (isManual(context)) return { workflowData: [[{ json: {} }]] };
	const { rings } = doorbell.of(context);
	const ring = ringIn(context.getBodyData());
	if (ring === undefined) return {};
	addRing(rings, ring);
	// What another poll has answered meanwhile needs no poll of its own.
	const once = async () =>
		rings.includes(ring)
			? await runTrigger(context, recordPlatform, watchRecords, async (triggered) =>
					newChanges(context, await settingsOf(triggered.item), triggered),
				)
			: [];
	try {
		const items = await oneAtATime(context, once);
		return items && items.length > 0 ? { workflowData: [items] } : {};
	} catch (problem) {
		// The sender can't do anything about it. The next poll tells what is wrong, or finds the change.
		context.logger.debug(`A webhook was postponed to the next poll: ${(problem as Error).message}`);
		return {};
	}
}

/** The service has no API for webhooks: a person adds the URL to the app, and removes it. */
const byPerson = async () => await Promise.resolve(true);

export const webhookMethods = {
	default: { checkExists: byPerson, create: byPerson, delete: byPerson },
};
