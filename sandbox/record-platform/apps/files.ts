import { randomBytes } from 'node:crypto';
import type { Context } from '../context';
import { fileNotFound } from '../errors';
import type { StoredFile } from './parts';

/**
 * The file that a setting names: one that the app's preview side has already, or a fresh upload that
 * it takes over. Throws GAIA_BL01.
 */
export async function readSettingsFile(
	context: Context,
	appId: string,
	key: string,
	kept: StoredFile[],
): Promise<StoredFile> {
	const known = kept.find((file) => file.fileKey === key);
	if (known) return known;
	const fileKey = randomBytes(48).toString('hex');
	const [file] = await context.sql.query<StoredFile>(
		`insert into attached_files (key, app_id, store_key, name, content_type, size)
		select $1, $2::bigint, store_key, name, content_type, size from file_uploads where key = $3
		returning key as "fileKey", name, content_type as "contentType", size::text as size`,
		[fileKey, appId, key],
	);
	if (file) return file;
	throw fileNotFound(key);
}
