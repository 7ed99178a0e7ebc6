import type { IDataObject } from 'n8n-workflow';

import type { ItemView } from '../../shared/catalogue';
import { listOf, objectOf } from '../../shared/objects';
import { guestSpaceOf } from '../route';
import { aboutFile, type Attachment, sentFile } from '../values/attachments';
import { transferred } from '../values/attachmentTransfer';
import { cellIn } from '../values/cells';
import type { TableRow } from '../values/rows';
import type { Current } from './currentRecords';

/** A file that is new to its cell. */
interface Foreign {
	/** The object that represents it in the cells to write. */
	sent: object;
	file: Attachment;
}

/**
 * The cells to write, with files of other records replaced with copies: the
 * service refuses the file key of another record. A file with only a key
 * is kept. Returns the same object if there is nothing to copy. Throws `RequestError` or
 * `InputError` for a file that can't be read.
 * @param current the current cells of the record; undefined for a new record
 */
async function withCopies(
	cells: IDataObject,
	current: Current | undefined,
	item: ItemView,
): Promise<IDataObject> {
	const foreign = foreignIn(cells, current);
	if (foreign.length === 0) return cells;
	const keys = new Map<unknown, string>();
	for (const [at, { sent, file }] of foreign.entries())
		keys.set(sent, await copyOf(file, at, item));
	return withKeys(cells, keys);
}

/** Number of records whose files are copied concurrently. */
export const COPYING = 3;

/** `withCopies` for a record that was prefetched; returns the problem if a file can't be read. */
export async function copied<Ready extends { element: { record: IDataObject } }>(
	ready: Ready,
	current: Current | undefined,
	item: ItemView,
): Promise<Ready | { problem: unknown }> {
	return await withCopies(ready.element.record, current, item).then(
		(record) => ({ ...ready, element: { ...ready.element, record } }),
		(problem: unknown) => ({ problem }),
	);
}

/** Whether the cells contain files that could be copied from another record. */
export function namesFiles(cells: IDataObject): boolean {
	return foreignIn(cells, undefined).length > 0;
}

function foreignIn(cells: IDataObject, current: Current | undefined): Foreign[] {
	return Object.entries(cells).flatMap(([field, cell]) => {
		const { value } = (cell ?? {}) as { value?: unknown };
		if (!Array.isArray(value)) return [];
		const now = listOf(cellIn(current, field)?.value).map(objectOf);
		return value.flatMap((entry: unknown) => {
			if (typeof entry !== 'object' || entry === null) return [];
			if ('value' in entry) return foreignInRow(entry as TableRow, now);
			const file = sentFile(entry);
			const held = now.some(({ fileKey }) => fileKey === file?.fileKey);
			return file && !held ? [{ sent: entry, file: { ...file, field } }] : [];
		});
	});
}

function foreignInRow({ id, value }: TableRow, rows: IDataObject[]): Foreign[] {
	const now = id === undefined ? undefined : rows.find((row) => row.id === id);
	return foreignIn(value as IDataObject, now?.value as unknown as Current | undefined);
}

/** The key of the copy, which is made once per item even if the item is prepared several times. */
async function copyOf(file: Attachment, at: number, item: ItemView): Promise<string> {
	const guestSpace = guestSpaceOf(item);
	try {
		return await item.once(`copy ${item.index} ${at} ${file.fileKey}`, async () =>
			transferred(file, guestSpace, guestSpace, item),
		);
	} catch (problem) {
		throw aboutFile(file, '', problem);
	}
}

function withKeys<T>(value: T, keys: Map<unknown, string>): T {
	const fileKey = keys.get(value);
	if (fileKey !== undefined) return { fileKey } as T;
	if (Array.isArray(value)) return value.map((entry: unknown) => withKeys(entry, keys)) as T;
	if (typeof value !== 'object' || value === null) return value;
	const entries = Object.entries(value).map(([key, entry]) => [key, withKeys(entry, keys)]);
	return Object.fromEntries(entries) as T;
}
