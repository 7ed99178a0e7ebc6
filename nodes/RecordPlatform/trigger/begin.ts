import type { ItemView } from '../../shared/catalogue';
import { allRows } from '../../shared/run/paginate';
import type { QueryParts } from '../query/parts';
import { idOf } from '../query/reading/request';
import { paginateRecords } from '../query/paginate';
import { allIds } from './deleted';
import type { RecordReader } from './reading';
import { knowsWatched, type State, watchedBy } from './run';
import { MOST_WATCHED, Watched } from './watched';
import { isPassed, newWatermark, Passing, settledBefore, type Watermark } from './watermark';

/** The state from which the first poll after the activation reads. */
export async function begin(reader: RecordReader, item: ItemView): Promise<State> {
	const { settings, codes } = reader;
	const { start, source } = settings;
	if (start === undefined) {
		const values = await knownValues(reader, item);
		const mark = await markOfNow(reader);
		// What is deleted before the second poll is found, too.
		const ids = settings.findDeleted ? await allIds(reader) : undefined;
		return { source, codes, mark, ...values, ...(ids && { ids }) };
	}
	const mark = newWatermark(start, await highestId(reader));
	const caughtUp = start === '' ? 0 : await highestId(reader, `${codes.created} < "${start}"`);
	return { source, codes, mark: { ...mark, caughtUp, known: caughtUp } };
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

async function highestId(reader: RecordReader, condition = ''): Promise<number> {
	return (await reader.first('$id desc', condition))?.id ?? 0;
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
