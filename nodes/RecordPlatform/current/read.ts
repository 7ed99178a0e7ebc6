import type { IDataObject } from 'n8n-workflow';

import type { Draft, ItemView } from '../../shared/catalogue';
import { chunks } from '../../shared/plan';
import { Failed, Refusal, unfitting } from '../../shared/errors';
import { quoteShort } from '../../shared/messages';
import { inOrder } from '../../shared/run/inOrder';
import { quoted } from '../query/literals';
import { both, queryText } from '../query/parts';
import { idOf, recordsOf, totalOf } from '../query/reading/request';
import { PAGE } from '../query/walk';
import type { Cell } from '../values/decode';
import { RECORD_ID } from '../values/mapping';
import { canonicalDecimal } from '../values/numbers';

/** A record as the service gives it: field code → cell, with `$id` and `$revision`. */
export type Current = Record<string, Cell>;

/** Which records to read, and what of them. */
export interface Lookup {
	/** Path of the app's records (`/k/v1/records.json`), the guest space in it. */
	path: string;
	app: string;
	/** `$id`, or the code of a field that is unique. */
	by: string;
	keys: Iterable<string>;
	/** Codes of the fields to read; `$id`, `$revision` and the key come along. */
	fields: Iterable<string>;
}

/** Gives the record of a key, or undefined where there is none that the caller may see. */
export type Found = (key: string) => Current | undefined;

const PAGES_AT_ONCE = 3;

/** Reads what many records hold now, 500 a request. Throws `Failed` and `Refusal`. */
export async function currentRecords(
	{ path, app, by, keys, fields }: Lookup,
	item: Pick<ItemView, 'ask'>,
): Promise<Found> {
	const wanted = [...new Set([RECORD_ID, '$revision', by, ...fields])];
	const asked = [...new Set([...keys].flatMap(spellings))].filter(
		(key) => by !== RECORD_ID || /^\d+$/.test(key),
	);
	const found = new Map<string, Current>();
	let type = '';
	const read = async (page: string[]) => {
		const condition = `${by} in (${page.map(quoted).join(', ')})`;
		const query = { app, query: queryText({ condition, order: '', limit: PAGE }), fields: wanted };
		return keyed(currentOf(await item.ask({ method: 'GET', path, query, repeatable: true })), by);
	};
	await inOrder(chunks(asked, PAGE), PAGES_AT_ONCE, async (page) => {
		const records = await read(page).catch(async (problem: unknown) => {
			return await numbersOf(page, problem, async (numbers) => await read(numbers), by);
		});
		type = records[0]?.[by]?.type ?? type;
		addByKey(records, by, found);
	});
	return (key) => found.get(keyOf({ type, value: key }));
}

/**
 * Puts records under their keys. Throws `Refusal` where two have the same: which of them is meant
 * would be up to chance.
 */
export function addByKey(records: Current[], by: string, found: Map<string, Current>): void {
	for (const record of records) {
		const key = keyOf(record[by]);
		const other = found.get(key);
		if (other !== undefined && key !== '' && identityOf(other).id !== identityOf(record).id) {
			throw new Refusal(
				`Records ${identityOf(other).id} and ${identityOf(record).id} have the same value in "${by}": ${quoteShort(record[by]?.value)}`,
				'Prohibit duplicate values of the field in the form, or find records by another field',
			);
		}
		found.set(key, record);
	}
}

/** A key as it is given; a number among blanks without them, too, because it may be of a number field. */
function spellings(key: string): string[] {
	const bare = key.trim();
	return bare !== key && canonicalDecimal(bare) !== undefined ? [key, bare] : [key];
}

/**
 * The records of those keys that are numbers, where the service refused the query: it is not known
 * to take texts for a number field, and one wrong key must not keep the others from being found.
 * Throws the problem where that is not the reason.
 */
async function numbersOf(
	page: string[],
	problem: unknown,
	read: (numbers: string[]) => Promise<Current[]>,
	by: string,
): Promise<Current[]> {
	const numbers = page.filter((key) => canonicalDecimal(key) !== undefined);
	const refused = problem instanceof Failed && problem.failure.reply?.status === 400;
	if (!refused || numbers.length === 0 || numbers.length === page.length) throw problem;
	const records = await read(numbers);
	if (records.some((record) => NUMERIC.has(record[by]?.type ?? ''))) return records;
	throw problem;
}

/** The records of a page. Throws `Refusal` for an answer that has none, not even an empty list. */
function currentOf(body: unknown): Current[] {
	return recordsOf(body) as unknown as Current[];
}

/**
 * Every record that meets a condition, oldest first, a page at a time.
 * @param read the records call with `app` in its query; it counts all of them where `counted`
 */
export async function* pagesById(
	read: Pick<Draft, 'path'> & { app: unknown; condition: string; fields: string[] },
	item: Pick<ItemView, 'ask'>,
	counted = false,
): AsyncGenerator<{ records: Current[]; total: string | undefined }> {
	const { path, app, condition, fields } = read;
	for (let last = 0; ;) {
		const beyond = last === 0 ? '' : `$id > ${last}`;
		const query = queryText({ condition: both(condition, beyond), order: '$id asc', limit: PAGE });
		const totalCount = counted && last === 0;
		const body = await item.ask({
			method: 'GET',
			path,
			query: { app, query, fields, ...(totalCount && { totalCount }) } as IDataObject,
			repeatable: true,
		});
		const records = recordsOf(body);
		for (const record of records) {
			// IDs that do not grow would be asked for again forever.
			if (idOf(record) <= last) throw unfitting(true);
			last = idOf(record);
		}
		yield { records: records as unknown as Current[], total: totalOf(body) };
		if (records.length < PAGE) return;
	}
}

/**
 * Records that can be told apart by a field. Throws `Refusal` where the caller may not see the
 * field: the service leaves its cell out, and every record would look like one without a key.
 */
export function keyed(records: Current[], by: string): Current[] {
	if (records.every((record) => record[by] !== undefined)) return records;
	throw new Refusal(
		`The field "${by}", by which records are found, cannot be read`,
		'The signed-in user may not view it, or the app has no such field. Grant the permission, or match by another field',
	);
}

const NUMERIC = new Set(['NUMBER', '__ID__']);

/** A key cell as text under which equal keys meet: numbers however they are written. */
export function keyOf(cell: Cell | undefined): string {
	const text = String(cell?.value ?? '');
	return NUMERIC.has(cell?.type ?? '') ? (canonicalDecimal(text) ?? text) : text;
}

/** ID and revision of a record, as outputs and elements name them. */
export function identityOf({ $id, $revision }: Current): { id: string; revision: string } {
	return { id: String($id?.value ?? ''), revision: String($revision?.value ?? '') };
}
