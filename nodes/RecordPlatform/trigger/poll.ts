import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

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
import { recordPlatform } from '../service';
import { begin, knownValues } from './begin';
import { answerRings, doorbell } from './doorbell';
import { changeRows } from './output';
import { watchRecords } from './parameters';
import { PollRun, recordKey, type State } from './pollRun';
import { type RecordReader, withCodes, rememberedFields } from './reading';
import { type Settings, settingsOf } from './settings';

/** What n8n calls at the poll times, and for a test in the editor. */
export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const work = isManual(context) ? sample : newChanges;
	const once = async () =>
		await runTrigger(
			context,
			recordPlatform,
			watchRecords,
			async (triggered) => await work(context, await settingsOf(triggered.item), triggered),
		);
	const items = isManual(context) ? await once() : await oneAtATime(context, once);
	return items && items.length > 0 ? [items] : null;
}

/** The changes since the last poll, and what webhooks have reported. */
export async function newChanges(
	context: TriggerContext,
	settings: Settings,
	{ item, output }: Triggered,
): Promise<INodeExecutionData[]> {
	const time = new PollTime(context);
	const { clock, rings } = doorbell.of(context);
	const kept = readState<State>(context);
	const known = kept?.source === settings.source ? kept : undefined;
	// Only a poll sets the start, which n8n stores when the workflow is published.
	if (known === undefined && (isWebhook(context) || isToCome(settings.start))) return [];
	return await withCodes(settings, item, known?.codes, async (reader) => {
		const before = await withValues(known ?? (await begin(reader)), reader, item);
		const run = new PollRun(reader, clock, before, time);
		const taken = [...rings];
		await run.readChanges();
		await answerRings(rings, run);
		await run.compareIds();
		const items = await output(changeRows(run.changes, settings, item));
		time.check();
		const isNoted = !isWebhook(context) || items.length > 0;
		if (isNoted) writeState(context, run.state);
		rings.splice(0, rings.length, ...rings.filter((ring) => !taken.includes(ring)));
		return items;
	});
}

function isToCome(start: string | undefined): boolean {
	return Date.parse(start ?? '') > Date.now();
}

/** The state with the values of the fields that are remembered now. */
async function withValues(
	state: State,
	reader: RecordReader,
	item: Triggered['item'],
): Promise<State> {
	const fields = rememberedFields(reader);
	if (JSON.stringify(state.values?.fields ?? []) === JSON.stringify(fields)) return state;
	return { ...state, values: await knownValues(reader, item, state.mark) };
}

/** The newest record that meets the conditions, so that the next nodes can be built. */
async function sample(
	_context: IPollFunctions,
	settings: Settings,
	{ item, output }: Triggered,
): Promise<INodeExecutionData[]> {
	const newest = async (reader: RecordReader) =>
		await reader.page({ condition: '', order: `${reader.codes.updated} desc, $id desc`, limit: 1 });
	const [record] = await withCodes(settings, item, undefined, newest);
	if (record === undefined) {
		throw new InputError(
			'No record of the app meets the conditions',
			'Add a record or change the conditions, then test again. Published workflows are not affected',
		);
	}
	const { events } = settings;
	const isNew = record.revision === '1' && events.has('created');
	const usual = events.has('updated') ? 'updated' : ([...events][0] ?? 'updated');
	const change = {
		event: isNew ? ('created' as const) : usual,
		key: recordKey(record),
		cells: record.cells,
	};
	return await output(changeRows([change], settings, item));
}
