import { type IDataObject, sleep } from 'n8n-workflow';

import type { FileContent, FileReply, ItemContext, RequestSpec } from '../../shared/catalogue';
import { withSubject } from '../../shared/errors';
import { transferred } from '../../shared/fileStore';
import { bodyOf } from '../../shared/objects';
import { reading } from '../../shared/request';
import { pathOn } from '../route';
import { tableRows } from '../codec/cells';

export interface Attachment {
	/** Code of its field. */
	field: string;
	fileKey: string;
	name: string;
	contentType: string;
	/** Bytes, as text. */
	size: string;
}

/**
 * The files in a record's cells, in the order of its fields, including those in tables.
 * @param codes fields to search; empty for all fields
 */
export function attachmentsIn(cells: IDataObject, codes: string[] = []): Attachment[] {
	return Object.entries(cells).flatMap(([field, cell]) => {
		const { type, value } = cell as { type: string; value: unknown };
		if (type === 'SUBTABLE') {
			return tableRows(value).flatMap((row) => attachmentsIn(row.value, codes));
		}
		const wanted = type === 'FILE' && (codes.length === 0 || codes.includes(field));
		return wanted
			? (value as Array<Omit<Attachment, 'field'>>).map((one) => ({ ...one, field }))
			: [];
	});
}

export async function openAttachment(
	{ fileKey, size }: Pick<Attachment, 'fileKey' | 'size'>,
	guestSpace: string | undefined,
	item: ItemContext,
): Promise<FileReply> {
	const bytes = /^\d+$/.test(size) && { bytes: Number(size) };
	const path = pathOn('/k/v1/file.json', { guestSpace });
	const spec = reading(path, { query: { fileKey }, reply: 'file', ...bytes });
	return (await item.request(spec)) as FileReply;
}

/** The location of a file for error messages, with the record's ID if known. */
export function fileLocation({ field }: Attachment, record: unknown): string {
	const id = String(record ?? '');
	return id === '' ? `Field "${field}"` : `Record ${id}, field "${field}"`;
}

/**
 * The file as content of a binary field.
 * @param about location of the file (see `placeOfFile`)
 */
export function fileContent(
	attachment: Attachment,
	guestSpace: string | undefined,
	item: ItemContext,
	about: string,
): FileContent {
	return {
		about,
		content: async () => await openAttachment(attachment, guestSpace, item),
		fileName: attachment.name,
		mimeType: attachment.contentType,
	};
}

export const UPLOAD: Omit<RequestSpec, 'path'> = {
	method: 'POST',
	answer: ['fileKey'],
	repeatable: true,
};

/**
 * Streams an attachment from download to upload, without storing it, because a record's file key
 * can't be written to another record. Returns the key to attach it with. Throws `RequestError` or
 * `InputError`.
 * @param from the source record, as far as it is known, with its guest space
 * @param to guest space of the target record
 */
export async function copied(
	file: Attachment,
	from: { id?: string; guestSpace: string | undefined },
	to: string | undefined,
	item: ItemContext,
): Promise<string> {
	const upload: RequestSpec = { ...UPLOAD, path: pathOn('/k/v1/file.json', { guestSpace: to }) };
	let reply: FileReply | undefined;
	const source = {
		fileName: file.name,
		mimeType: file.contentType,
		size: Number(file.size),
		open: async () => {
			reply = await openAttachment(file, from.guestSpace, item);
			return reply.stream;
		},
		release: () => reply?.release(),
	};
	const transfer = async () => String(bodyOf(await item.upload(upload, source)).fileKey);
	const wait = async (seconds: number) => await sleep(1000 * seconds).then(() => false);
	return await transferred(transfer, () => file.name, wait).catch((problem: unknown) => {
		throw withSubject(`${fileLocation(file, from.id)}, file "${file.name}"`, problem);
	});
}
