import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { InputError } from '../../shared/errors';
import {
	isManual,
	oneAtATime,
	PollTime,
	readState,
	runTrigger,
	type Triggered,
	writeState,
} from '../../shared/trigger';
import { recordPlatform } from '../service';
import { begin, withNewlyWatched } from './begin';
import { type Ring, shared } from './memory';
import { answerRing } from './rings';
import { rowsOf } from './output';
import { watchRecords } from './parameters';
import { keyOf, withCodes } from './reading';
import { latest, PollRun, type State } from './run';
import { type Settings, settingsOf } from './settings';

/** What n8n calls at the poll times, and for a test in the editor. */
export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const once = async () =>
		await runTrigger(context, recordPlatform, watchRecords, async (triggered) => {
			const settings = await settingsOf(triggered.item);
			if (isManual(context)) return await sample(settings, triggered);
			return await newChanges(context, settings, triggered);
		});
	const items = isManual(context) ? await once() : await oneAtATime(context, once);
	return items && items.length > 0 ? [items] : null;
}

async function newChanges(
	context: IPollFunctions,
	settings: Settings,
	{ item, output }: Triggered,
): Promise<INodeExecutionData[]> {
	const time = new PollTime(context);
	const kept = readState<State>(context);
	const known = kept?.source === settings.source ? kept : undefined;
	// A new start puts out again what was put out before.
	if (known === undefined) shared.forget(context);
	const memory = shared.of(context);
	return await withCodes(settings, item, known?.codes, async (reader) => {
		const before = known ?? (await begin(reader, item));
		if (known === undefined && settings.start === undefined) {
			writeState(context, before);
			latest.of(context).state = before;
			return [];
		}
		const run = new PollRun(reader, memory, await withNewlyWatched(before, reader, item), time);
		const answered: Ring[] = [];
		const poll = async () => {
			for (const ring of memory.waiting.slice()) {
				// The next poll answers the others.
				if (time.isUp) break;
				await answerRing(ring, run);
				answered.push(ring);
			}
			await run.read();
			await run.compareIds();
			const items = await output(rowsOf(run.open, settings, item));
			time.check();
			writeState(context, run.state);
			latest.of(context).state = run.state;
			memory.passed(run.noted);
			memory.waiting = memory.waiting.filter((ring) => !answered.includes(ring));
			return items;
		};
		return await run.orGiveBack(poll());
	});
}

/** The newest record that meets the conditions, so that the next nodes can be built. */
async function sample(settings: Settings, { item, output }: Triggered) {
	const [newest] = await withCodes(
		settings,
		item,
		undefined,
		async (reader) =>
			await reader.page({
				condition: '',
				order: `${reader.codes.updated} desc, $id desc`,
				limit: 1,
			}),
	);
	if (newest === undefined) {
		throw new InputError(
			'No record of the app meets the conditions',
			'Add a record or change the conditions, then test again. Published workflows are not affected',
		);
	}
	const { events } = settings;
	const created = newest.revision === '1' && events.has('created');
	const event = created
		? 'created'
		: events.has('updated')
			? 'updated'
			: ([...events][0] ?? 'updated');
	return await output(rowsOf([{ event, key: keyOf(newest), cells: newest.cells }], settings, item));
}
