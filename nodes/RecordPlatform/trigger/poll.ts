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
import { begin, isReached, waiting, withConditions, withNewlyWatched } from './begin';
import { shared } from './memory';
import { answerWaiting } from './rings';
import { rowsOf } from './output';
import { watchRecords } from './parameters';
import { keyOf, withCodes } from './reading';
import { latest, PollRun, type State, withStatusOf } from './run';
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
	const known = kept && settings.goesOn(kept.source) ? kept : undefined;
	// A new start puts out again what was put out before.
	if (known === undefined) shared.forget(context);
	const memory = shared.of(context);
	if (latest.of(context).state === undefined) memory.restore(known?.brought);
	return await withCodes(settings, item, known?.codes, async (reader) => {
		const isBegun = known !== undefined && !known.waits;
		if (!isBegun && !(await isReached(settings.start, reader))) {
			writeState(context, known ?? (await waiting(reader, item)));
			return [];
		}
		const before = isBegun
			? withStatusOf(known, reader)
			: { watched: known?.watched, statuses: known?.statuses, ...(await begin(reader, item)) };
		if (known === undefined && settings.start === undefined) {
			writeState(context, before);
			Object.assign(latest.of(context), { state: before, quiet: undefined });
			return [];
		}
		const looked = await withNewlyWatched(before, reader, item);
		const run = new PollRun(reader, memory, await withConditions(looked, reader, memory), time);
		const poll = async () => {
			await run.read();
			const { answered, problem } = await answerWaiting(memory, run, time);
			await run.compareIds();
			const items = await run.itemsBy(
				async (changes) => await output(rowsOf(changes, settings, item)),
			);
			time.check();
			// A problem with a webhook doesn't keep back what was found.
			if (problem !== undefined && items.length === 0) {
				memory.leave(answered);
				throw problem;
			}
			writeState(context, run.state);
			const { state } = run;
			const quiet = items.length === 0 ? state : undefined;
			Object.assign(latest.of(context), { state, quiet });
			memory.passed(run.noted);
			memory.leave(answered);
			memory.refusal = problem;
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
