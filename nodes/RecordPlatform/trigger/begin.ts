import { sameData } from '../../shared/objects';
import { allRows } from '../../shared/run/paginate';
import { paginateRecords } from '../reading/paginate';
import type { State } from './pollRun';
import type { RecordReader } from './reading';
import { MOST_WATCHED, Watched } from './watched';
import {
	addMinutes,
	isPassed,
	newWatermark,
	Passing,
	SETTLES_MINUTES,
	type Watermark,
} from './watermark';

/** The state from which the first poll after the activation reads. */
export async function begin(reader: RecordReader): Promise<State> {
	const { source, start } = reader.settings;
	const mark = start === undefined ? await markOfNow(reader) : await markOf(start, reader);
	return { source, codes: reader.codes, mark };
}

/** The watermark before all changes since a start. */
async function markOf(start: string, reader: RecordReader): Promise<Watermark> {
	const highest = await highestId(reader);
	if (start === '') return newWatermark(start, highest, 0);
	// Imported records can have an older time of creation than those before them, so the first one since
	// then tells which ones are new.
	const first = await reader.first('$id asc', `${reader.codes.created} >= "${start}"`);
	return newWatermark(start, highest, first ? first.id - 1 : highest);
}

/** The watermark after all changes that the service has now. */
async function markOfNow(reader: RecordReader): Promise<Watermark> {
	const highest = await highestId(reader);
	const newest = await reader.newest();
	if (newest === undefined) return newWatermark('', highest);
	// More changes can follow in these minutes, so their records are noted as they are now.
	const mark = newWatermark(addMinutes(newest.time, -SETTLES_MINUTES), highest);
	const passing = new Passing(mark, mark.time);
	for await (const { records } of reader.after(
		mark,
		async (parts) => await reader.versions(parts),
	)) {
		for (const version of records) if (!passing.isFull(version)) passing.pass(version);
		if (records.some((version) => passing.isFull(version))) break;
	}
	return passing.watermark({ complete: true });
}

async function highestId(reader: RecordReader): Promise<number> {
	return (await reader.first('$id desc'))?.id ?? 0;
}

/**
 * The state with the values of the fields that are remembered now. Where they aren't known, they are those of
 * the records that were changed last, without those whose change is still to be told.
 */
export async function withValues(state: State, reader: RecordReader): Promise<State> {
	const { item, remembered } = reader;
	const { keepsValues, spec } = reader.settings;
	const before = state.values;
	const areSame = before !== undefined && sameData(before.fields, remembered);
	if (areSame && (before.keepsValues || !keepsValues)) return state;
	const values = new Watched(remembered, keepsValues, areSame ? before : undefined);
	if (remembered.length > 0 && state.mark.time !== '') {
		const query = { condition: '', order: `${reader.codes.updated} desc` };
		const reading = { spec, query, fields: reader.needed, wanted: MOST_WATCHED, totalCount: false };
		const rows = await allRows(paginateRecords(reading, item), MOST_WATCHED, item);
		const records = reader.checked(rows.map((cells) => reader.versionOf(cells)));
		for (const record of records.reverse()) {
			// What has changed and wasn't noticed yet must still be found.
			if (isPassed(record, state.mark)) values.note(record.id, record.cells, areSame);
		}
	}
	return { ...state, values: values.state };
}
