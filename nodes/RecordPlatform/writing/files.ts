import type { IDataObject } from 'n8n-workflow';

import type { ItemContext } from '../../shared/catalogue';
import { attempt, InputError } from '../../shared/errors';
import { isObject, listOf, objectOf } from '../../shared/objects';
import { guestSpaceOf, pathOn } from '../route';
import type { Field } from '../codec/form';
import {
	cellIn,
	cellsOfRow,
	type Current,
	type TableRow,
	tableRows,
	valueOf,
} from '../codec/cells';
import { PendingFile } from '../codec/encode';
import { type Mapped, fieldNamed } from '../codec/names';
import { type Attachment, copied, UPLOAD } from './attachments';

/** How the service's keys of files look; the names of binary fields are shorter. */
const FILE_KEY = /^[\w-]{30,}$/;

/** Uploads the binary fields of an item that wait in a value, at any depth, and puts their keys in place. */
export async function uploadFiles<T>(value: T, item: ItemContext): Promise<T> {
	return await withReplaced(value, (entry) =>
		entry instanceof PendingFile ? withKey(uploaded(entry, item)) : undefined,
	);
}

async function uploaded({ property }: PendingFile, item: ItemContext): Promise<string> {
	checkFile(property, item);
	if (isFileKey(property, item)) return property;
	const path = pathOn('/k/v1/file.json', { guestSpace: guestSpaceOf(item) });
	return String(objectOf(await item.upload({ ...UPLOAD, path }, property)).fileKey);
}

function isFileKey(name: string, { binaryNames }: ItemContext): boolean {
	return FILE_KEY.test(name) && !binaryNames.includes(name);
}

/** Throws `InputError` for what is neither a binary field of the item nor a file key. */
export function checkFile(name: string, item: ItemContext): void {
	const found = attempt(() => isFileKey(name, item) || item.binary(name));
	if ('value' in found) return;
	const { problem } = found;
	if (!(problem instanceof InputError) || item.binaryNames.includes(name)) throw problem;
	const { message, advice = '' } = problem;
	throw new InputError(message, `${advice}. A file can also be the file key of an upload`);
}

/** A file as it is sent. */
export async function withKey(fileKey: Promise<string>): Promise<object> {
	return { fileKey: await fileKey };
}

/** A value with other objects in place of files, at any depth, one after the other. */
export async function withReplaced<T>(
	value: T,
	replace: (file: object) => Promise<object> | undefined,
): Promise<T> {
	if (typeof value !== 'object' || value === null) return value;
	const replaced = replace(value);
	if (replaced !== undefined) return (await replaced) as T;
	const entries: Array<[string, unknown]> = [];
	for (const [name, entry] of Object.entries(value)) {
		entries.push([name, await withReplaced(entry as unknown, replace)]);
	}
	return (
		Array.isArray(value) ? entries.map(([, entry]) => entry) : Object.fromEntries(entries)
	) as T;
}

/** Whether a field takes files, also as a column of a table. */
export function hasFileFields(fields: Field[]): boolean {
	return fields.some(takesFiles);
}

function takesFiles({ type, columns }: Field): boolean {
	return type === 'FILE' || columns?.some(takesFiles) === true;
}

/**
 * The values of an automatically mapped item with its binary fields for the attachment fields of the
 * same name. A form trigger has them twice: as binary fields, and as `{filename, mimetype, size}`.
 */
export function withBinaryFields(mapped: Mapped, fields: Field[], item: ItemContext): Mapped {
	if (!mapped.isAutomatic || !hasFileFields(fields)) return mapped;
	const values = { ...mapped.values };
	for (const binary of item.binaryNames) {
		const field = fieldNamed(fields, binary) ?? fieldNamed(fields, binary.replace(/_\d+$/, ''));
		if (field?.type !== 'FILE') continue;
		const name = Object.keys(values).find((key) => fieldNamed(fields, key) === field);
		const given = name === undefined ? undefined : values[name];
		if (isTwin(given)) {
			if (name !== undefined) delete values[name];
			values[field.code] = [binary];
		} else if (isBinaryList(given, item)) given.push(binary);
	}
	return { ...mapped, values };
}

function isTwin(given: unknown): boolean {
	if (given === undefined) return true;
	const files = [given].flat();
	return files.length > 0 && files.every((file) => isObject(file) && 'filename' in file);
}

function isBinaryList(given: unknown, { binaryNames }: ItemContext): given is string[] {
	return Array.isArray(given) && given.every((name) => binaryNames.includes(name as string));
}

/** Number of records whose files are copied concurrently. */
export const COPYING = 3;

/**
 * The cells to write, with copies in place of the files of other records: the service refuses the file
 * key of another record. A file with only a key is an upload. Throws `RequestError` or `InputError` for
 * a file that can't be read.
 * @param current the record that is written; undefined for a new record
 */
export async function withFileCopies(
	cells: IDataObject,
	current: Current | undefined,
	item: ItemContext,
): Promise<IDataObject> {
	const foreign = new Map(foreignFiles(cells, current));
	if (foreign.size === 0) return cells;
	const guestSpace = guestSpaceOf(item);
	const numbers = new Map([...foreign.keys()].map((file, at) => [file, at]));
	return await withReplaced(cells, (entry) => {
		const file = foreign.get(entry);
		if (file === undefined) return undefined;
		// Made once, even if the item is prepared several times.
		const once = `copy ${item.index} ${numbers.get(entry)} ${file.fileKey}`;
		const copy = async () => await copied(file, { guestSpace }, guestSpace, item);
		return withKey(item.once(once, copy));
	});
}

/** Whether the cells contain files that could be those of another record. */
export function namesFiles(cells: IDataObject): boolean {
	return foreignFiles(cells).length > 0;
}

/** The files that their cells do not have yet, by their objects in the cells to write. */
function foreignFiles(cells: IDataObject, current?: Current): Array<[object, Attachment]> {
	return Object.entries(cells).flatMap(([field, cell]) => {
		const value = valueOf(cell);
		if (!Array.isArray(value)) return [];
		const now = cellIn(current, field);
		// Only for a record that was read: made for each cell of thousands, they would take memory.
		const isTable = now?.type === 'SUBTABLE';
		const rows = isTable && new Map(tableRows(now.value).map((row) => [row.id, row]));
		const held = now && new Set(listOf(now.value).map((file) => objectOf(file).fileKey));
		return value.flatMap((entry: unknown): Array<[object, Attachment]> => {
			if (!isObject(entry)) return [];
			if ('value' in entry) {
				const { id, value: own } = entry as unknown as TableRow;
				const row = rows && id !== undefined ? rows.get(id) : undefined;
				return foreignFiles(own, row && cellsOfRow(row));
			}
			const { fileKey, name, contentType, size } = entry;
			if (!fileKey || !name || !contentType || held?.has(fileKey)) return [];
			const file = { field, fileKey, name, contentType, size: String(size) } as Attachment;
			return [[entry, file]];
		});
	});
}

/** Whether the files that a field has stay beside the new ones. */
export function keepsFiles(item: Pick<ItemContext, 'read'>): boolean {
	return item.read('options.existingFiles') === 'keep';
}

/** The cells with the files that the record has before the new ones, also in rows of the record. */
export function withHeldFiles(cells: IDataObject, current: Current): IDataObject {
	const entries = Object.entries(cells).map(([code, cell]) => {
		const now = cellIn(current, code);
		const value = valueOf(cell);
		if (now?.type === 'FILE')
			return [code, { value: [...heldFiles(now.value, value), ...listOf(value)] }];
		if (now?.type !== 'SUBTABLE') return [code, cell];
		const held = new Map(tableRows(now.value).map((row) => [row.id, cellsOfRow(row)]));
		const rows = tableRows(value).map((row) => {
			const own = row.id === undefined ? undefined : held.get(row.id);
			return own ? { ...row, value: withHeldFiles(row.value, own) } : row;
		});
		return [code, { value: rows }];
	});
	return Object.fromEntries(entries) as IDataObject;
}

/** The files of a cell that are not among the new ones. */
function heldFiles(now: unknown, added: unknown): IDataObject[] {
	const keys = new Set(listOf(added).map((file) => objectOf(file).fileKey));
	return listOf(now)
		.map((file) => ({ fileKey: objectOf(file).fileKey }))
		.filter(({ fileKey }) => !keys.has(fileKey)) as IDataObject[];
}
