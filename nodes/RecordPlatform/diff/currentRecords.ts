import type { IDataObject } from 'n8n-workflow';

import type { RequestSpec, ItemView } from '../../shared/catalogue';
import { chunks } from '../../shared/run/batching';
import { RequestError, InputError, unexpectedResponse } from '../../shared/errors';
import { quoteShort } from '../../shared/messages';
import { inOrder } from '../../shared/inOrder';
import { quoted } from '../query/literals';
import { both, queryText } from '../query/parts';
import { idOf, recordsOf, totalOf } from '../query/reading/request';
import { PAGE } from '../query/paginate';
import type { Cell } from '../values/decode';
import { RECORD_ID } from '../values/mapping';
import { canonicalDecimal } from '../values/numbers';

/** A record as the service returns it: field code → cell, with `$id` and `$revision`. */
export type Current = Record<string, Cell>;

/** Which records and fields to read. */
export interface Lookup {
	/** Path of the app's records (`/k/v1/records.json`), including the guest space. */
	path: string;
	app: string;
	/** `$id`, or the code of a unique field. */
	by: string;
	keys: Iterable<string>;
	/** Codes of the fields to read; `$id`, `$revision` and the key are added. */
	fields: Iterable<string>;
}

/** Returns the record with a key, or undefined if none is visible to the user. */
export type Found = (key: string) => Current | undefined;

const PAGES_AT_ONCE = 3;

/** Reads many records, 500 per request. Throws `RequestError` and `InputError`. */
export async function currentRecords(
	{ path, app, by, keys, fields }: Lookup,
	item: Pick<ItemView, 'request'>,
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
		return keyed(
			currentOf(await item.request({ method: 'GET', path, query, repeatable: true })),
			by,
		);
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
 * Adds records by their keys. Throws `InputError` if two have the same key, because nothing says
 * which of them to change.
 */
export function addByKey(records: Current[], by: string, found: Map<string, Current>): void {
	for (const record of records) {
		const key = keyOf(record[by]);
		const other = found.get(key);
		if (other !== undefined && key !== '' && identityOf(other).id !== identityOf(record).id) {
			throw new InputError(
				`Records ${identityOf(other).id} and ${identityOf(record).id} have the same value in "${by}": ${quoteShort(record[by]?.value)}`,
				'Prohibit duplicate values of the field in the form, or find records by another field',
			);
		}
		found.set(key, record);
	}
}

/** A key unchanged, and also trimmed if it is a number, because it may be for a number field. */
function spellings(key: string): string[] {
	const bare = key.trim();
	return bare !== key && canonicalDecimal(bare) !== undefined ? [key, bare] : [key];
}

/**
 * The records of the numeric keys, after the service refused the query: it may refuse
 * texts for a number field, and one wrong key must not affect the others.
 * Throws the problem if that is not the reason.
 */
async function numbersOf(
	page: string[],
	problem: unknown,
	read: (numbers: string[]) => Promise<Current[]>,
	by: string,
): Promise<Current[]> {
	const numbers = page.filter((key) => canonicalDecimal(key) !== undefined);
	const refused = problem instanceof RequestError && problem.failure.reply?.status === 400;
	if (!refused || numbers.length === 0 || numbers.length === page.length) throw problem;
	const records = await read(numbers);
	if (records.some((record) => NUMERIC.has(record[by]?.type ?? ''))) return records;
	throw problem;
}

/** Records of the service, whose fields are all cells. */
export function asCurrent(records: IDataObject[]): Current[] {
	return records as unknown as Current[];
}

/** The records of a page. Throws `InputError` for a response without a list of records. */
function currentOf(body: unknown): Current[] {
	return asCurrent(recordsOf(body));
}

/**
 * Every record that meets a condition, oldest first, page by page.
 * @param read the records request with `app` in its query; `counted` also returns the total
 */
export async function* pagesById(
	read: Pick<RequestSpec, 'path'> & { app: unknown; condition: string; fields: string[] },
	item: Pick<ItemView, 'request'>,
	counted = false,
): AsyncGenerator<{ records: Current[]; total: string | undefined }> {
	const { path, app, condition, fields } = read;
	for (let last = 0; ;) {
		const beyond = last === 0 ? '' : `$id > ${last}`;
		const query = queryText({ condition: both(condition, beyond), order: '$id asc', limit: PAGE });
		const totalCount = counted && last === 0;
		const body = await item.request({
			method: 'GET',
			path,
			query: { app, query, fields, ...(totalCount && { totalCount }) } as IDataObject,
			repeatable: true,
		});
		const records = recordsOf(body);
		for (const record of records) {
			// IDs that don't increase would cause an endless loop.
			if (idOf(record) <= last) throw unexpectedResponse(true);
			last = idOf(record);
		}
		yield { records: asCurrent(records), total: totalOf(body) };
		if (records.length < PAGE) return;
	}
}

/**
 * The records, if they have the field to match by. Throws `InputError` if the user can't view the
 * field: the service then omits it, and every record would seem to have no key.
 */
export function keyed(records: Current[], by: string): Current[] {
	if (records.every((record) => record[by] !== undefined)) return records;
	throw new InputError(
		`The field to match by, "${by}", can't be read`,
		'The signed-in user has no permission to view it, or the app has no such field. Grant the permission, or match by another field',
	);
}

const NUMERIC = new Set(['NUMBER', '__ID__']);

/** A key cell in canonical form. */
export function keyOf(cell: Cell | undefined): string {
	const text = String(cell?.value ?? '');
	return NUMERIC.has(cell?.type ?? '') ? (canonicalDecimal(text) ?? text) : text;
}

/** ID and revision of a record, for outputs and elements. */
export function identityOf({ $id, $revision }: Current): { id: string; revision: string } {
	return { id: String($id?.value ?? ''), revision: String($revision?.value ?? '') };
}
