import type { IDataObject } from 'n8n-workflow';

import type { FileContent, FileReply, ItemView } from '../../shared/catalogue';
import { withSubject } from '../../shared/errors';
import { pathOn } from '../route';

/** A file of a record. */
export interface Attachment {
	/** Code of its field. */
	field: string;
	fileKey: string;
	name: string;
	contentType: string;
	/** Bytes, as text. */
	size: string;
}

/** Details of files that are sent by key only, by the object that is sent. */
const toldOf = new WeakMap<object, SentFile>();

/** A file as Get returns it, without its field. */
export type SentFile = Omit<Attachment, 'field'>;

/** A file key in the service's format; other details are kept for a copy (see `sentFile`). */
export function byKey(file: SentFile): { fileKey: string } {
	const sent = { fileKey: file.fileKey };
	toldOf.set(sent, file);
	return sent;
}

/** Details of a file to send, enough to copy it; undefined for an upload and a bare key. */
export function sentFile(sent: object): SentFile | undefined {
	const told = toldOf.get(sent);
	if (told) return told;
	const { fileKey, name, contentType, size } = sent as Partial<SentFile>;
	if (!fileKey || !name || !contentType) return undefined;
	return { fileKey, name, contentType, size: String(size) };
}

/**
 * The files in a record's cells, in the order of its fields, including those in tables.
 * @param codes fields to search; empty for all fields
 */
export function attachmentsIn(cells: IDataObject, codes: string[] = []): Attachment[] {
	return Object.entries(cells).flatMap(([field, cell]) => {
		const { type, value } = cell as { type: string; value: unknown };
		if (type === 'SUBTABLE') {
			const rows = value as Array<{ value: IDataObject }>;
			return rows.flatMap((row) => attachmentsIn(row.value, codes));
		}
		const wanted = type === 'FILE' && (codes.length === 0 || codes.includes(field));
		return wanted
			? (value as Array<Omit<Attachment, 'field'>>).map((one) => ({ ...one, field }))
			: [];
	});
}

/** Opens the file for reading. Throws `RequestError`. */
export async function openAttachment(
	{ fileKey, size }: Attachment,
	guestSpace: string | undefined,
	item: ItemView,
): Promise<FileReply> {
	const body = await item.request({
		method: 'GET',
		path: pathOn('/k/v1/file.json', { guestSpace }),
		query: { fileKey },
		reply: 'file',
		repeatable: true,
		...(/^\d+$/.test(size) && { bytes: Number(size) }),
	});
	return body as FileReply;
}

/** The location of a file for error messages, with the record's ID if known. */
export function placeOfFile({ field }: Attachment, record: unknown): string {
	const id = String(record ?? '');
	return id === '' ? `Field "${field}"` : `Record ${id}, field "${field}"`;
}

/** The problem of a file, prefixed with its location and name. */
export function aboutFile(file: Attachment, record: unknown, problem: unknown): unknown {
	return withSubject(`${placeOfFile(file, record)}, file "${file.name}"`, problem);
}

/**
 * The file as content of a binary field.
 * @param about location of the file (see `placeOfFile`)
 */
export function fileContent(
	attachment: Attachment,
	guestSpace: string | undefined,
	item: ItemView,
	about: string,
): FileContent {
	return {
		about,
		content: async () => await openAttachment(attachment, guestSpace, item),
		fileName: attachment.name,
		mimeType: attachment.contentType,
	};
}
