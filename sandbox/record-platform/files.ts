import { randomUUID } from 'node:crypto';
import type { Call, Reply } from '../types';
import { requireDoor, requireRight } from './apps/access';
import { findApp, type OpenApp } from './apps/store';
import type { Context } from './context';
import { fileNotFound, invalid, ServiceError } from './errors';
import type { Handlers } from './handlers';
import type { Body } from './input';
import { permittedIds } from './records/access';
import { FieldAccess } from './records/field-access';
import { toRecord } from './records/read';
import { RECORD_COLUMNS, type RecordRow, toStoredRecord } from './records/row';

interface AttachedRow {
	app_id: string;
	store_key: string;
	name: string;
	content_type: string;
	size: string;
}

/** Takes the one part named `file` and gives the key it can be attached with. */
async function uploadFile(context: Context, _sent: unknown, call: Call): Promise<object> {
	if (!call.upload) throw new ServiceError('CB_IL02');
	const files = call.upload.filter((part) => part.field === 'file');
	const [file] = files;
	if (!file || files.length > 1 || file.fileName === undefined) {
		throw invalid('file', 'Required field.');
	}
	const key = randomUUID();
	await context.sql.query(
		`insert into file_uploads (key, store_key, name, content_type, size, uploaded_at)
		values ($1, $2, $3, $4, $5::bigint, $6::timestamptz)`,
		[key, file.key, file.fileName, file.contentType, file.size, context.now.toISOString()],
	);
	return { fileKey: key };
}

/** Gives the bytes behind the key of an attached file; upload keys are not known here. */
async function downloadFile(
	context: Context,
	{ fileKey: key }: Body<'file.download'>,
): Promise<Reply> {
	const [file] = await context.sql.query<AttachedRow>(
		`select app_id::text as app_id, store_key, name, content_type, size::text as size
		from attached_files where key = $1`,
		[key],
	);
	const live = file && (await findApp(context.sql, file.app_id, 'production'));
	// Files of settings are there before the app is deployed for the first time.
	const app = live ?? (file && (await findApp(context.sql, file.app_id, 'preview')));
	if (!file || !app) throw fileNotFound(key);
	requireDoor(context, app);
	await requireRight(context, app, live ? 'view' : 'manage');
	if (live) await requireSeen(context, live, key);
	const body = await context.tenant.files.open(file.store_key);
	if (!body) throw fileNotFound(key);
	return {
		status: 200,
		headers: {
			'content-type': file.content_type,
			'content-length': file.size,
			'content-disposition': `attachment; filename*=UTF-8''${encodeRfc5987(file.name)}`,
		},
		body,
	};
}

/** Throws CB_NO02 for a file of a record, or of a field, that is hidden from the caller. */
async function requireSeen(context: Context, app: OpenApp, fileKey: string): Promise<void> {
	const rows = await context.sql.query<RecordRow>(
		`select ${RECORD_COLUMNS} from records r
		where r.app_id = $1::bigint and strpos(r.cells::text, $2) > 0`,
		[app.id, fileKey],
	);
	// Files of settings are in no record.
	if (rows.length === 0) return;
	const records = rows.map(toStoredRecord);
	const ids = records.map(({ id }) => id);
	const seen = await permittedIds(context, app, ids, 'viewable');
	const access = await FieldAccess.of(context, app);
	const directory = await context.directory();
	const shown = records.some((record) => {
		if (!seen.has(record.id)) return false;
		return JSON.stringify(toRecord(record, app, directory, undefined, access)).includes(fileKey);
	});
	if (!shown) throw new ServiceError('CB_NO02');
}

function encodeRfc5987(name: string): string {
	return encodeURIComponent(name).replace(
		/['()*]/g,
		(character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
	);
}

export const fileOperations = {
	'file.download': downloadFile,
	'file.upload': uploadFile,
} satisfies Handlers;
