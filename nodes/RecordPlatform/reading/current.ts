import type { IDataObject } from 'n8n-workflow';

import type { ItemContext, RequestSpec } from '../../shared/catalogue';
import { InputError, unexpectedResponse } from '../../shared/errors';
import { inOrder } from '../../shared/inOrder';
import { quoteShort } from '../../shared/messages';
import { chunks } from '../../shared/run/batching';
import { reading } from '../../shared/request';
import { quoted } from '../query/literals';
import { PAGE } from './paginate';
import { both, queryText } from '../query/parts';
import { idOf, recordsOf, totalOf } from './request';
import { type Current, identityOf, keyText, RECORD_ID } from '../codec/cells';

interface WantedRecords {
	/** Path of the app's records (`/k/v1/records.json`), including the guest space. */
	path: string;
	app: string;
	/** `$id`, or the code of a unique field. */
	by: string;
	keys: Iterable<string>;
	/** Codes of the fields to read; `$id`, `$revision` and the key are added. All fields if undefined. */
	fields?: Iterable<string>;
}

/** Returns the record with a key, or undefined if none is visible to the user. */
export type Found = (key: string) => Current | undefined;

const PAGES_AT_ONCE = 3;

/** Reads many records, 500 per request. Throws `RequestError` and `InputError`. */
export async function currentRecords(
	{ path, app, by, keys, fields }: WantedRecords,
	item: Pick<ItemContext, 'request'>,
): Promise<Found> {
	const wanted = fields && [...new Set([RECORD_ID, '$revision', by, ...fields])];
	const asked = [...new Set(keys)].filter((key) => by !== RECORD_ID || /^\d+$/.test(key));
	const found = new Map<string, Current>();
	let type = '';
	await inOrder(chunks(asked, PAGE), PAGES_AT_ONCE, async (page) => {
		const condition = `${by} in (${page.map(quoted).join(', ')})`;
		const query = queryText({ condition, order: '', limit: PAGE });
		const spec = reading(path, { query: { app, query, ...(wanted && { fields: wanted }) } });
		const records = asCurrent(recordsOf(await item.request(spec)));
		type = records[0]?.[by]?.type ?? type;
		addByKey(records, by, found);
	});
	return (key) => found.get(keyText({ type, value: key }));
}

/**
 * Adds records by their keys. Throws `InputError` if two have the same key, because nothing says
 * which of them to change, and if the user can't view the field: the service then omits it, and
 * every record would seem to have no key.
 */
export function addByKey(records: Current[], by: string, found: Map<string, Current>): void {
	for (const record of records) {
		const cell = record[by];
		if (cell === undefined) {
			throw new InputError(
				`The field to match by, "${by}", can't be read`,
				'The signed-in user has no permission to view it, or the app has no such field. Grant the permission, or match by another field',
			);
		}
		const key = keyText(cell);
		const other = found.get(key);
		if (other !== undefined && key !== '' && identityOf(other).id !== identityOf(record).id) {
			throw new InputError(
				`Records ${identityOf(other).id} and ${identityOf(record).id} have the same value in "${by}": ${quoteShort(cell.value)}`,
				'Prohibit duplicate values of the field in the form, or find records by another field',
			);
		}
		found.set(key, record);
	}
}

/** Records of the service, whose fields are all cells. */
export function asCurrent(records: IDataObject[]): Current[] {
	return records as unknown as Current[];
}

/**
 * Every record that meets a condition, oldest first, page by page. Throws `RequestError`, and
 * `InputError` for IDs that don't increase.
 * @param read the records request with `app` in its query; `counted` also returns the total
 */
export async function* pagesById(
	read: Pick<RequestSpec, 'path'> & { app: unknown; condition: string; fields: string[] },
	item: Pick<ItemContext, 'request'>,
	counted = false,
): AsyncGenerator<{ records: Current[]; total: string | undefined }> {
	const { path, app, condition, fields } = read;
	for (let last = 0; ;) {
		const beyond = last === 0 ? '' : `$id > ${last}`;
		const query = queryText({ condition: both(condition, beyond), order: '$id asc', limit: PAGE });
		const totalCount = counted && last === 0;
		const parts = { app, query, fields, ...(totalCount && { totalCount }) } as IDataObject;
		const body = await item.request(reading(path, { query: parts }));
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
