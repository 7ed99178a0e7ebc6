import type { IDataObject } from 'n8n-workflow';

import type { RequestSpec, ItemView } from '../../shared/catalogue';
import { guestSpaceOf, pathOn } from '../route';
import { transferred } from './attachmentTransfer';
import { PendingCopy, PendingFile } from './encode';

/** Where an uploaded file comes from. */
interface Origin {
	/** Its name, type, and size; the key of a file of another record. */
	name: string;
	content?: string | undefined;
}

/** What was uploaded, by the object that is sent: every upload of a file has a new key. */
const origins = new WeakMap<object, Origin>();

/**
 * Identifies a file across uploads, by its content: two photos can have the same name, type, and
 * size. Its key if it was not uploaded here.
 */
export function contentOf(file: object): string {
	const { content, name } = origins.get(file) ?? {};
	return content ?? name ?? String((file as { fileKey?: unknown }).fileKey);
}

/** `uploadFiles` with the binary fields of an item, and with files of records in the same space. */
export async function uploadFilesOf<T>(value: T, item: ItemView): Promise<T> {
	const guestSpace = guestSpaceOf(item);
	const path = pathOn('/k/v1/file.json', { guestSpace });
	const upload = async (pending: PendingFile | PendingCopy) => {
		if (pending instanceof PendingCopy) {
			return await transferred({ ...pending.file, field: '' }, guestSpace, guestSpace, item);
		}
		const request: RequestSpec = { method: 'POST', path, answer: ['fileKey'], repeatable: true };
		return String(((await item.upload(request, pending.property)) as IDataObject).fileKey);
	};
	return await uploadFiles(value, upload, (pending) => {
		if (pending instanceof PendingCopy) return { name: pending.file.fileKey };
		const { fileName, mimeType, size, content } = item.binary(pending.property);
		return { name: JSON.stringify([fileName, mimeType, size]), content };
	});
}

/** Replaces pending files with the keys of the uploaded files, at any depth. */
export async function uploadFiles<T>(
	value: T,
	upload: (pending: PendingFile | PendingCopy) => Promise<string>,
	origin?: (pending: PendingFile | PendingCopy) => Origin,
): Promise<T> {
	if (value instanceof PendingFile || value instanceof PendingCopy) {
		const sent = { fileKey: await upload(value) };
		if (origin) origins.set(sent, origin(value));
		return sent as T;
	}
	if (Array.isArray(value)) {
		const list: unknown[] = [];
		for (const entry of value) list.push(await uploadFiles(entry as unknown, upload, origin));
		return list as T;
	}
	if (typeof value !== 'object' || value === null || isFile(value)) return value;
	const entries: Array<[string, unknown]> = [];
	for (const [key, entry] of Object.entries(value)) {
		entries.push([key, await uploadFiles(entry as unknown, upload, origin)]);
	}
	return Object.fromEntries(entries) as T;
}

/** Whether it is an uploaded file, not a cell of a field with the code `fileKey`. */
export function isFile(value: object): boolean {
	return 'fileKey' in value && typeof value.fileKey === 'string';
}

/** Whether a value contains a pending file. */
export function waitsForFiles(value: unknown): boolean {
	if (typeof value !== 'object' || value === null) return false;
	if (value instanceof PendingFile || value instanceof PendingCopy) return true;
	for (const key in value) if (waitsForFiles((value as IDataObject)[key])) return true;
	return false;
}
