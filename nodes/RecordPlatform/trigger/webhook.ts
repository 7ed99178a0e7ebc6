import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { isManual, readState, runTrigger, writeState } from '../../shared/trigger';
import { list } from '../catalogue/parameters';
import { appIn } from '../route';
import { recordPlatform } from '../service';
import { type Ring, shared } from './memory';
import { rowsOf } from './output';
import { watchRecords } from './parameters';
import { removed } from './ranges';
import { withCodes } from './reading';
import { answerRing, ringOf } from './rings';
import { isOfSamePoll, knowsWatched, latest, PollRun, type State, withStatusOf } from './run';
import { isSameSelection } from './selection';
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
			const stored = readState<State>(context);
			const { state: last, quiet } = latest.of(context);
			const kept = last ?? stored;
			if (ring === undefined || kept === undefined) return {};
			// n8n drops what a poll has put out if the workflow is published meanwhile: the next poll finds it again.
			const isDropped = last && stored && !quiet && !isOfSamePoll(last, stored);
			if (ring.type === 'record' && isDropped) return {};
			const settings = await settingsOf(item);
			if (!settings.goesOn(kept.source) || kept.waits) return {};
			if (last === undefined) memory.restore(stored?.brought);
			return await withCodes(settings, item, kept.codes, async (reader) => {
				const known = withStatusOf(kept, reader);
				// The next poll begins with settings that were changed, and finds the record.
				const { selection = settings.selection } = known;
				const isKnown =
					knowsWatched(known, reader) && isSameSelection(selection, settings.selection);
				if (ring?.type === 'record' && !isKnown) return {};
				const { before } = selection;
				if (before) reader.selection = { ...settings.selection, before };
				const run = new PollRun(reader, memory, known, { isUp: false }, false);
				const answer = async () => {
					await answerRing(ring as Ring, run);
					const items = await run.itemsBy(
						async (changes) => await output(rowsOf(changes, settings, item)),
					);
					memory.bring(run.brought);
					const gone = ring?.type === 'deleted' && items.length > 0 ? ring.record : undefined;
					store(context, { ...memory.stored(), gone });
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

/**
 * Keeps what was brought, for another process of n8n. n8n stores what a webhook writes, but not the
 * state of a poll that starts nothing, so the webhook also writes this one. `gone` is the ID of a
 * record that was told as deleted.
 */
function store(
	context: IWebhookFunctions,
	{ brought, gone }: Pick<State, 'brought'> & { gone: string | undefined },
): void {
	const stored = readState<State>(context);
	const process = latest.of(context);
	const { quiet } = process;
	const isLater =
		stored === undefined ||
		(stored.source === quiet?.source && stored.mark.time <= quiet.mark.time);
	const base = quiet && isLater ? quiet : stored;
	if (base === undefined) return;
	const ids = base.ids && gone !== undefined ? removed(Number(gone), base.ids) : base.ids;
	const state: State = { ...base, ...(ids && { ids }) };
	if (brought) state.brought = brought;
	else delete state.brought;
	if (base === quiet) process.quiet = state;
	writeState(context, state);
}

/** The service has no API for webhooks: a person adds the URL to the app, and removes it. */
const byPerson = async () => await Promise.resolve(true);

export const webhookMethods = {
	default: { checkExists: byPerson, create: byPerson, delete: byPerson },
};
