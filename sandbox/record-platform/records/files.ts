import { randomBytes } from 'node:crypto';
import { isObject } from '../../input/readers';
import type { Sql } from '../../types';
import type { FileCell } from '../cells/codec';
import { sentFileKeys } from '../cells/files';
import type { FormFields } from '../form';
import { sentCell } from './merge';
import { tableRows } from './read';
import type { Cells } from './row';

interface UploadRow {
	key: string;
	store_key: string;
	name: string;
	content_type: string;
	size: string;
}

/** The files of one request: uploads found for the keys that were sent, and what was attached from them. */
export class Attachments {
	private readonly attached: (FileCell & { storeKey: string })[] = [];

	private constructor(private readonly uploads: Map<string, UploadRow>) {}

	static async load(sql: Sql, form: FormFields, records: Cells[]): Promise<Attachments> {
		const keys = records.flatMap((record) => sentKeys(form, record));
		if (keys.length === 0) return new Attachments(new Map());
		const rows = await sql.query<UploadRow>(
			`select key, store_key, name, content_type, size::text as size
			from file_uploads where key = any($1::text[])`,
			[keys],
		);
		return new Attachments(new Map(rows.map((row) => [row.key, row])));
	}

	/** What a sent key stands for: a file the cell has already, or an upload that is attached now. */
	file(key: string, previous: FileCell[]): FileCell | undefined {
		const kept = previous.find((file) => file.fileKey === key);
		if (kept) return kept;
		const upload = this.uploads.get(key);
		if (!upload) return undefined;
		const file: FileCell = {
			contentType: upload.content_type,
			fileKey: recordKey(),
			name: upload.name,
			size: upload.size,
		};
		this.attached.push({ ...file, storeKey: upload.store_key });
		return file;
	}

	/** Makes the new record keys downloadable. */
	async save(sql: Sql, appId: string): Promise<void> {
		if (this.attached.length === 0) return;
		await sql.query(
			`insert into attached_files (key, app_id, store_key, name, content_type, size)
			select v."fileKey", $1::bigint, v."storeKey", v.name, v."contentType", v.size::bigint
			from jsonb_to_recordset($2::jsonb)
				as v("fileKey" text, "storeKey" text, name text, "contentType" text, size text)`,
			[appId, JSON.stringify(this.attached)],
		);
	}
}

/** Takes the download keys away that the cells no longer show. */
export async function forgetFiles(
	sql: Sql,
	form: FormFields,
	before: Cells[],
	after: Cells[],
): Promise<void> {
	const kept = new Set(after.flatMap((cells) => storedKeys(form, cells)));
	const gone = before.flatMap((cells) => storedKeys(form, cells)).filter((key) => !kept.has(key));
	if (gone.length > 0) {
		await sql.query('delete from attached_files where key = any($1::text[])', [gone]);
	}
}

function storedKeys(form: FormFields, cells: Cells): string[] {
	return Object.values(form).flatMap((field) => {
		if (field.type === 'FILE') {
			return ((cells[field.code] ?? []) as FileCell[]).map((file) => file.fileKey);
		}
		return field.fields
			? tableRows(cells, field.code).flatMap((row) => storedKeys(field.fields ?? {}, row.value))
			: [];
	});
}

function sentKeys(form: FormFields, sent: Cells): string[] {
	return Object.values(form).flatMap((field) => {
		if (field.type !== 'FILE' && !field.fields) return [];
		const raw = sentCell(sent, field.code)?.raw;
		if (field.type === 'FILE') return sentFileKeys(raw);
		const rows = Array.isArray(raw) ? raw : [];
		return rows.flatMap((row) =>
			isObject(row) && isObject(row.value) ? sentKeys(field.fields ?? {}, row.value) : [],
		);
	});
}

/** Keys of attached files are long and hexadecimal, so nobody takes them for upload keys. */
function recordKey(): string {
	return randomBytes(48).toString('hex');
}
