import type { IDataObject } from 'n8n-workflow';

import type { ItemContext, RequestSpec } from '../../shared/catalogue';
import { InputError, unexpectedResponse } from '../../shared/errors';
import { inOrder } from '../../shared/inOrder';
import { quoteShort } from '../../shared/messages';
import { chunks } from '../../shared/run/batching';
import { reading } from '../../shared/request';
import { matchKey } from '../codec/compare';
import type { Field } from '../codec/form';
import { plainCell } from '../codec/decode';
import { conditionOf } from '../query/conditions';
import { quoted } from '../query/literals';
import { PAGE } from './paginate';
import { both, queryText } from '../query/parts';
import { idOf, recordsOf, totalOf } from './request';
import {
	cellIn,
	type Current,
	identityOf,
	RECORD_ID,
	type RecordMatch,
	type RecordName,
	valueOf,
} from '../codec/cells';

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
	{ path, app, by, keys, fields: codes }: WantedRecords,
	item: Pick<ItemContext, 'request'>,
): Promise<Found> {
	const wanted = codes && [...new Set([RECORD_ID, '$revision', by, ...codes])];
	const asked = [...new Set(keys)].filter((key) => by !== RECORD_ID || /^\d+$/.test(key));
	const records: Current[] = [];
	await inOrder(chunks(asked, PAGE), PAGES_AT_ONCE, async (page) => {
		const condition = `${by} in (${page.map(quoted).join(', ')})`;
		const query = queryText({ condition, order: '', limit: PAGE });
		const spec = reading(path, { query: { app, query, ...(wanted && { fields: wanted }) } });
		records.push(...asCurrent(recordsOf(await item.request(spec))));
	});
	const fields = [{ code: by, type: records[0]?.[by]?.type ?? '' }];
	const index = new MatchIndex(fields);
	for (const record of records) index.add(record);
	return (key) => {
		const cells = { [by]: { value: key } };
		return index.find({ fields, cells, key: matchKey(fields, cells) });
	};
}

/** Finds a record by its name. Throws `InputError` if several match it. */
export type FoundByName = (name: RecordName) => Current | undefined;

/** Items whose records one request finds by several fields: each has a condition of its own. */
const MATCHED_AT_ONCE = 100;

/** Reads the records of names of one kind, hundreds per request. Throws `RequestError` and `InputError`. */
export async function recordsNamed(
	source: Omit<WantedRecords, 'by' | 'keys' | 'fields'> & { fields: Iterable<string> },
	names: RecordName[],
	item: Pick<ItemContext, 'request' | 'timeZone'>,
): Promise<FoundByName> {
	const { match, updateKey } = names[0] ?? {};
	if (match === undefined) {
		const by = updateKey?.field ?? RECORD_ID;
		const keyIn = (one: RecordName) => one.updateKey?.value ?? String(one.id);
		const find = await currentRecords({ ...source, by, keys: names.map(keyIn) }, item);
		return (name) => find(keyIn(name));
	}
	const index = new MatchIndex(match.fields);
	const matches = new Map(names.map((one) => [one.match?.key, one.match as RecordMatch]));
	const codes = match.fields.map(({ code }) => code);
	const fields = [...new Set([RECORD_ID, '$revision', ...codes, ...source.fields])];
	const addMatching = async (some: RecordMatch[], beyond = ''): Promise<void> => {
		const condition = both(beyond, anyOf(some, item.timeZone));
		for await (const { records } of pagesById({ ...source, fields, condition }, item)) {
			for (const record of records) index.add(record);
			const left = some.filter((one) => !index.hasSeveral(one));
			if (records.length < PAGE || left.length === some.length) continue;
			// What several records match is refused, so no more of them are read.
			const last = identityOf(records.at(-1) as Current).id;
			return left.length > 0 ? await addMatching(left, `${RECORD_ID} > ${last}`) : undefined;
		}
	};
	const pages = chunks([...matches.values()], MATCHED_AT_ONCE);
	await inOrder(pages, PAGES_AT_ONCE, async (page) => await addMatching(page));
	return (name) => index.find(name.match as RecordMatch);
}

const EQUAL_TEXT = { operator: 'equals', kind: 'text' } as const;

/** The records that match one of these: each of several values is a condition of its own. */
function anyOf(matches: RecordMatch[], zone: string): string {
	const all = matches.map(({ fields, cells }) => {
		const rows = fields.flatMap(({ code, type }) =>
			[valueOf(cellIn(cells, code))]
				.flat()
				.map((value) => ({ ...EQUAL_TEXT, field: `${code}|${type}`, value })),
		);
		return `(${conditionOf({ rows }, { zone })})`;
	});
	return all.join(' or ');
}

/** Records by their values in the fields to match by. */
export class MatchIndex {
	/** Two of each key at most. */
	private readonly records = new Map<string, Current[]>();

	constructor(private readonly fields: Field[]) {}

	/** Throws `InputError` if the user can't view a field: each record would seem to have no value in it. */
	add(record: Current): void {
		const hidden = this.fields.find(({ code }) => cellIn(record, code) === undefined);
		if (hidden) {
			throw new InputError(
				`The field to match by, "${hidden.code}", can't be read`,
				'The signed-in user has no permission to view it, or the app has no such field. Grant the permission, or match by another field',
			);
		}
		const key = matchKey(this.fields, record);
		const [first = record, second = record] = this.records.get(key) ?? [];
		const isOne = identityOf(first).id === identityOf(second).id;
		this.records.set(key, isOne ? [record] : [first, second]);
	}

	hasSeveral({ key }: RecordMatch): boolean {
		return this.records.get(key)?.length === 2;
	}

	/** Throws `InputError` for several records: nothing says which of them to change. */
	find(match: RecordMatch): Current | undefined {
		const [record, other] = this.records.get(match.key) ?? [];
		if (record === undefined || other === undefined) return record;
		throw new InputError(
			`Records ${identityOf(record).id} and ${identityOf(other).id} both have these values: ${wordsOf(match)}`,
			'Match by more fields, or correct the records. A single field can prohibit duplicate values in the form',
		);
	}
}

/** `"Employee" is "E1", "Day" is "2026-01-31"` */
export function wordsOf({ fields, cells }: RecordMatch): string {
	const words = fields.map(({ code, type, label = code }) => {
		const value = plainCell({ type, value: valueOf(cellIn(cells, code)) });
		return `"${label}" is ${quoteShort([value].flat().join(', '))}`;
	});
	return words.join(', ');
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
