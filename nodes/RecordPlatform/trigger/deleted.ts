import type { IDataObject } from 'n8n-workflow';

import { attemptAsync, InputError, type RequestError } from '../../shared/errors';
import { inOrder } from '../../shared/inOrder';
import { isRefused } from '../codec/form';
import { idOf, PAGE } from '../reading/request';
import { add, type IdSet, size, without } from './idSet';
import type { RecordReader } from './reading';

/** Records of an app whose IDs can be compared; more would take too many requests. */
export const MOST_COMPARED = 20_000;

/** Records of a poll that are asked for one by one: those that are gone may only be hidden. */
const MOST_CONFIRMED = 100;
const ASKED_AT_ONCE = 4;

/** The IDs of an app's records now, and those that have gone since. */
export interface Compared {
	/** IDs to compare with at the next poll; deleted ones that were left out stay in it. */
	known: IdSet;
	deleted: number[];
}

/**
 * Compares the IDs of all records with those known before. One request tells whether the number
 * fits; only if it doesn't, all IDs are read.
 */
export async function comparedIds(reader: RecordReader, before?: IdSet): Promise<Compared> {
	if (before === undefined) return { known: await allIds(reader), deleted: [] };
	const { ids, total } = await reader.newestIds();
	const known = before.map(([from, to]): [number, number] => [from, to]);
	for (const id of ids) add(known, id);
	// With a full page of new records, there can be more of them.
	const mayMiss = ids.length === PAGE && (ids.at(-1) ?? 0) > (before.at(-1)?.[1] ?? 0);
	if (!mayMiss && size(known) === total) return { known, deleted: [] };
	const now = await allIds(reader);
	const gone = without(before, now);
	const asked = gone.slice(0, Math.min(reader.settings.perPoll, MOST_CONFIRMED));
	for (const id of gone.slice(asked.length)) add(now, id);
	const deleted: number[] = [];
	await inOrder(asked, ASKED_AT_ONCE, async (id) => {
		if (await isDeleted(String(id), reader)) deleted.push(id);
	});
	return { known: now, deleted: deleted.sort((one, other) => one - other) };
}

/**
 * Whether a record that can't be found is deleted. The service refuses a record that the credential may
 * not view (403; recalled, not documented); it says that a deleted one isn't there (`GAIA_RE01`).
 */
export async function isDeleted(id: string, reader: RecordReader): Promise<boolean> {
	const found = await attemptAsync(async () => await reader.get('record.json', { id }));
	if ('value' in found) return false;
	if (!isRefused(found.problem)) throw found.problem;
	return (found.problem as RequestError).failure.explanation?.code === 'GAIA_RE01';
}

/** Throws `InputError` for more records than can be compared. */
async function allIds(reader: RecordReader): Promise<IdSet> {
	const known: IdSet = [];
	for await (const { records } of reader.all()) {
		for (const record of records) add(known, idOf(record as unknown as IDataObject));
		if (size(known) > MOST_COMPARED) {
			throw new InputError(
				`The app has more than ${MOST_COMPARED.toLocaleString('en')} records, too many for "Find Deleted Records"`,
				'Turn the option off, and turn on "Use Webhook" instead. The app then reports which records are deleted',
			);
		}
	}
	return known;
}
