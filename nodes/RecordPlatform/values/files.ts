import type { IDataObject } from 'n8n-workflow';

import type { ItemView } from '../../shared/catalogue';
import { guestSpaceOf, pathOn } from '../route';
import { PendingFile } from './encode';

/** `uploadFiles` with the binary properties of an item, to where its app lives. */
export async function uploadFilesOf<T>(value: T, item: ItemView): Promise<T> {
	const path = pathOn('/k/v1/file.json', { guestSpace: guestSpaceOf(item) });
	return await uploadFiles(value, async (property) => {
		const body = await item.upload({ method: 'POST', path, repeatable: true }, property);
		return String((body as IDataObject).fileKey);
	});
}

/** Puts the keys of uploaded files in the place of the files that wait for it, in any depth. */
export async function uploadFiles<T>(
	value: T,
	upload: (property: string) => Promise<string>,
): Promise<T> {
	if (value instanceof PendingFile) return { fileKey: await upload(value.property) } as T;
	if (Array.isArray(value)) {
		const list: unknown[] = [];
		for (const entry of value) list.push(await uploadFiles(entry as unknown, upload));
		return list as T;
	}
	if (typeof value !== 'object' || value === null) return value;
	const entries: Array<[string, unknown]> = [];
	for (const [key, entry] of Object.entries(value)) {
		entries.push([key, await uploadFiles(entry as unknown, upload)]);
	}
	return Object.fromEntries(entries) as T;
}
