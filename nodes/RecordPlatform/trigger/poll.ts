import type {
	IDataObject,
	INodeExecutionData,
	IPollFunctions,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';

import type { ItemContext, Row } from '../../shared/catalogue';
import { InputError } from '../../shared/errors';
import {
	isManual,
	isWebhook,
	oneAtATime,
	PollTime,
	readState,
	runTrigger,
	type Triggered,
	writeState,
} from '../../shared/trigger';
import type { TriggerContext } from '../../shared/transport/session';
import { withAttachments } from '../catalogue/record/attachments';
import { recordRows } from '../catalogue/record/read';
import { onlyFields } from '../codec/cells';
import { PAGE } from '../reading/request';
import { recordPages } from '../route';
import { recordPlatform } from '../service';
import { begin, withValues } from './begin';
import { withCodes } from './codes';
import { addWebhook, confirmWebhooks, pollTogether, webhookIn, webhookMemory } from './webhooks';
import { watchRecords } from './parameters';
import { PollRun, type RecordChange, recordKey, type State } from './pollRun';
import type { RecordReader } from './reading';
import { type Settings, settingsOf } from './settings';
import { type FieldChanges, isBetween, Watched } from './watched';

/** What n8n calls at the poll times, and for a test in the editor. */
export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const work = isManual(context) ? sample : newChanges;
	const once = async () => await run(context, work);
	const items = isManual(context) ? await once() : await oneAtATime(context, once);
	return items && items.length > 0 ? [items] : null;
}

/** What n8n calls for a webhook of the app. It only makes the node poll at once. */
export async function webhook(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	// In the editor, n8n calls poll() after this one and shows its output.
	if (isManual(context)) return { workflowData: [[{ json: {} }]] };
	const memory = webhookMemory.of(context);
	const { webhooks, app } = memory;
	const reported = webhookIn(context.getBodyData());
	// Everybody can send webhooks: those of another app cost no request.
	if (reported === undefined || (app !== undefined && reported.app !== app)) return {};
	addWebhook(webhooks, reported);
	// What another poll has answered meanwhile needs no poll of its own.
	const once = async () => (webhooks.has(reported) ? await run(context, newChanges) : []);
	try {
		const items = await pollTogether(memory, reported, async () => await oneAtATime(context, once));
		return items && items.length > 0 ? { workflowData: [items] } : {};
	} catch (problem) {
		// The sender can't do anything about it. The next poll tells what is wrong, or finds the change.
		context.logger.debug(`A webhook was postponed to the next poll: ${(problem as Error).message}`);
		return {};
	}
}

async function run(context: TriggerContext, work: typeof newChanges) {
	return await runTrigger(
		context,
		recordPlatform,
		watchRecords,
		async (triggered) => await work(context, await settingsOf(triggered.item), triggered),
	);
}

/** The changes since the last poll, and what webhooks have reported. */
async function newChanges(
	context: TriggerContext,
	settings: Settings,
	{ item, output }: Triggered,
): Promise<INodeExecutionData[]> {
	const time = new PollTime(context);
	const memory = webhookMemory.of(context);
	const { clock, webhooks } = memory;
	memory.app = settings.app;
	const stored = readState<State>(context);
	const known = stored?.source === settings.source ? stored : undefined;
	const isToCome = Date.parse(settings.start ?? '') > Date.now();
	// Only a poll sets the start, which n8n stores when the workflow is published.
	if (known === undefined && (isWebhook(context) || isToCome)) return [];
	return await withCodes(settings, item, known?.codes, async (reader) => {
		const before = await withValues(known ?? (await begin(reader)), reader);
		const pollRun = new PollRun(reader, clock, before, time);
		const taken = [...webhooks];
		await pollRun.readChanges();
		await confirmWebhooks(memory, pollRun);
		await pollRun.compareIds();
		const items = await output(changeRows(pollRun.changes, settings, item));
		time.check();
		const isNoted = !isWebhook(context) || items.length > 0;
		if (isNoted) writeState(context, pollRun.state);
		for (const reported of taken) webhooks.delete(reported);
		return items;
	});
}

/** The newest record that meets the conditions, and "Changed To" if there is one, to build the next nodes. */
async function sample(
	_context: TriggerContext,
	settings: Settings,
	{ item, output }: Triggered,
): Promise<INodeExecutionData[]> {
	const { events, isLimited, between } = settings;
	const newest = async (reader: RecordReader) => {
		const onlyNew = [...events].join() === 'created';
		const order = onlyNew ? '$id desc' : `${reader.codes.updated} desc, $id desc`;
		const records = await reader.page({ condition: '', order, limit: isLimited ? PAGE : 1 });
		const values = new Watched(reader.remembered, false);
		const samples = records.map((record) => {
			const changed = new Map(values.note(record.id, record.cells));
			// An old value is not known. Null shows the next nodes where it will be.
			for (const [code, { cell }] of changed) changed.set(code, { cell, from: null });
			return { record, changed };
		});
		const counts = ({ changed }: (typeof samples)[0]) =>
			[...changed.values()].some((one) => isBetween(one, between, { zone: item.timeZone }));
		const found = samples.find(counts) ?? samples[0];
		if (found) return found;
		throw new InputError(
			'No record of the app meets the conditions',
			'Add a record or change the conditions, then test again. Published workflows are not affected',
		);
	};
	const { record, changed } = await withCodes(settings, item, undefined, newest);
	const isNew = record.revision === '1' && events.has('created');
	const usual = events.has('updated') ? 'updated' : ([...events][0] ?? 'updated');
	const event = isNew ? 'created' : usual;
	const change = { event, key: recordKey(record), cells: record.cells, changed } as const;
	return await output(changeRows([change], settings, item));
}

/** The output for changes: one row each, or one with a list of all. */
function changeRows(changes: RecordChange[], settings: Settings, item: ItemContext): Row[] {
	const { asList, oldValues } = settings;
	const bare = recordRows(item);
	const plain = recordRows(item, recordPages(item));
	const withFiles = asList ? plain : withAttachments(plain, item, settings.shown);
	const made = changes.flatMap(({ event, key, cells, more, changed }) => {
		const gone = event === 'deleted';
		const kept = gone || settings.fields.length === 0 ? cells : onlyFields(cells, settings.fields);
		const isChange = oldValues && (event === 'updated' || event === 'statusChanged');
		const $changes = isChange && changed && { $changes: changesOf(changed, bare) };
		return [gone ? bare(kept) : withFiles(kept)].flat().map((row): Row => ({
			...row,
			json: { $event: event, $key: key, ...$changes, ...more, ...row.json },
		}));
	});
	if (!asList || made.length === 0) return made;
	return [{ json: { count: made.length, records: made.map(({ json }) => json) } }];
}

/** The old and the new values, as the output shows those of records. */
function changesOf(changed: FieldChanges, rows: ReturnType<typeof recordRows>): IDataObject {
	const shown = (code: string, cell: object) => [rows({ [code]: cell })].flat()[0]?.json[code];
	const entries = [...changed].map(([code, { cell, from }]): [string, IDataObject] => {
		const known = from !== undefined && { from: shown(code, { ...cell, value: from }) };
		return [code, { ...known, to: shown(code, cell) }];
	});
	return Object.fromEntries(entries);
}
