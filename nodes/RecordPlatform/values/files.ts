import { PendingFile } from './encode';

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
