import type { ItemView } from '../../shared/catalogue';
import { allRows } from '../../shared/run/paginate';
import { both, type QueryParts } from '../query/parts';
import { idOf } from '../query/reading/request';
import { paginateRecords } from '../query/paginate';
import { isRefused } from '../values/form';
import { allIds } from './deleted';
import type { Shared } from './memory';
import { type Changed, keyOf, type RecordReader } from './reading';
import { knowsWatched, type State, watchedBy } from './run';
import { isSameSelection, queriesOf } from './selection';
import { MOST_WATCHED, Watched } from './watched';
import {
	isPassed,
	MOST_SEEN,
	newWatermark,
	Passing,
	settledBefore,
	type Watermark,
	withSeen,
} from './watermark';

/** How far the clocks of n8n and the service may differ. */
const CLOCKS_DIFFER_MS = 600_000;

/** The state from which the first poll after the activation reads. */
export async function begin(reader: RecordReader, item: ItemView): Promise<State> {
	const { settings, codes } = reader;
	const { start, source, selection } = settings;
	if (start === undefined) {
		const values = await knownValues(reader, item);
		const mark = await markOfNow(reader);
		// What is deleted before the second poll is found, too.
		const ids = settings.findDeleted ? await allIds(reader) : undefined;
		return {
			source,
			codes,
			selection,
			mark,
			...values,
			...(ids && { ids, comparedAt: Date.now() }),
		};
	}
	const mark = newWatermark(start, await highestId(reader));
	const caughtUp = start === '' ? 0 : await lastBefore(start, reader, mark.highest);
	return { source, codes, selection, mark: { ...mark, caughtUp, known: caughtUp } };
}

/**
 * The ID of the last record that was added before the start. Imported records can have an older time of
 * creation than those before them, so the first one since then tells it.
 */
async function lastBefore(start: string, reader: RecordReader, highest: number): Promise<number> {
	const first = await reader.first('$id asc', `${reader.codes.created} >= "${start}"`);
	return first === undefined ? highest : first.id - 1;
}

/**
 * Whether the service's clock has reached the start. A record that was changed since then proves it.
 * Before that, nothing starts the workflow.
 */
export async function isReached(start: string | undefined, reader: RecordReader): Promise<boolean> {
	const isPast = !(Date.parse(start ?? '') > Date.now() - CLOCKS_DIFFER_MS);
	if (isPast) return true;
	const { codes, reached } = reader;
	const since = both(reached, `${codes.updated} >= "${start}"`);
	return (await reader.first('$id asc', since)) !== undefined;
}

/** The state until the start is reached. */
export async function waiting(reader: RecordReader, item: ItemView): Promise<State> {
	const { settings, codes } = reader;
	const mark = newWatermark(settings.start ?? '', 0);
	const values = await knownValues(reader, item);
	return { source: settings.source, codes, mark, waits: true, ...values };
}

/** The state with the values of fields that are watched since the settings were changed. */
export async function withNewlyWatched(
	known: State,
	reader: RecordReader,
	item: ItemView,
): Promise<State> {
	return knowsWatched(known, reader)
		? known
		: { ...known, ...(await knownValues(reader, item, known)) };
}

/**
 * The state for the present conditions. After they were changed, what they and those of before select
 * continues without a gap. What only they select counts from now on: with the conditions of before, the
 * watermark may be weeks old.
 */
export async function withConditions(
	known: State,
	reader: RecordReader,
	memory: Shared,
): Promise<State> {
	const { selection } = reader.settings;
	const { codes, reached } = reader;
	const last = known.selection ?? selection;
	if (isSameSelection(last, selection)) {
		reader.selection = { ...selection, ...(last.before && { before: last.before }) };
		return known;
	}
	const before = queriesOf(last, codes, selection.login).others;
	const newest = await reader.first(`${codes.updated} desc`, reached);
	if (before === '' || newest === undefined) return known;
	memory.see(newest.time, performance.now());
	const time = settledBefore(newest.time);
	const id = await highestId(reader);
	const now = queriesOf(selection, codes, selection.login).others;
	const selected = await placesSince(reader, time, now);
	const stayed = await placesSince(reader, time, both(now, before)).catch((problem: unknown) => {
		if (isRefused(problem)) return undefined;
		throw problem;
	});
	// The polls have failed with these conditions, so nothing was read since the watermark.
	if (stayed === undefined) return known;
	reader.selection = { ...selection, before: { time, id, selection: last } };
	const keys = new Set(stayed.map(keyOf));
	const added = selected.filter((place) => !keys.has(keyOf(place)));
	return { ...known, mark: withSeen(known.mark, added) };
}

/** Records of the last minutes that a query selects. */
async function placesSince(reader: RecordReader, time: string, query: string): Promise<Changed[]> {
	const found: Changed[] = [];
	const read = async (parts: QueryParts) =>
		await reader.places({ ...parts, condition: both(query, parts.condition) });
	for await (const { records } of reader.after({ time, id: 0 }, read)) {
		found.push(...records);
		if (found.length > MOST_SEEN) break;
	}
	return found;
}

async function highestId(reader: RecordReader): Promise<number> {
	return (await reader.first('$id desc'))?.id ?? 0;
}

/** The watermark after all changes that the service has now. */
async function markOfNow(reader: RecordReader): Promise<Watermark> {
	const { codes, reached } = reader;
	const highest = await highestId(reader);
	const newest = await reader.first(`${codes.updated} desc`, reached);
	if (newest === undefined) return newWatermark('', highest);
	// More changes can follow in these minutes, so their records are noted as they are now.
	const mark = newWatermark(settledBefore(newest.time), highest);
	const passing = new Passing(mark, mark.time);
	const read = async (parts: QueryParts) => await reader.places(parts);
	for await (const { records } of reader.after(mark, read)) {
		for (const place of records) if (!passing.isFull(place)) passing.pass(place);
		if (records.some((place) => passing.isFull(place))) break;
	}
	return passing.watermark({ complete: true });
}

/** The watched values of the records that were changed last. */
async function knownValues(
	reader: RecordReader,
	item: ItemView,
	before?: State,
): Promise<Pick<State, 'watched' | 'statuses'>> {
	const of = watchedBy(reader);
	if (of.watched.length + of.statuses.length === 0) return {};
	const walk = paginateRecords(
		{
			spec: reader.settings.spec,
			query: { condition: '', order: `${reader.codes.updated} desc` },
			fields: reader.needed,
			wanted: MOST_WATCHED,
			totalCount: false,
		},
		item,
	);
	const records = await allRows(walk, MOST_WATCHED, item);
	await reader.withWatched(records.map((cells) => ({ cells })));
	const watched = new Watched(of.watched, before?.watched);
	const statuses = new Watched(of.statuses, before?.statuses);
	for (const cells of records.reverse()) {
		// What has changed since the last poll is still to be told.
		if (before && !isPassed(reader.placeOf(cells), before.mark)) continue;
		watched.add(idOf(cells), watched.valuesOf(cells));
		statuses.add(idOf(cells), statuses.valuesOf(cells));
	}
	return {
		...(watched.state && { watched: watched.state }),
		...(statuses.state && { statuses: statuses.state }),
	};
}
