import { buffer } from 'node:stream/consumers';

import type { Directory } from '../directory';
import { unknownObject } from '../errors';
import type { Request } from '../request';
import { readPage } from '../rows';
import { inUtc } from '../time';
import { idOf } from '../values';
import { type FileApplication, fileColumns, type FileRow, presentFile } from './model';

/** The file with its bytes as base64 (docs/api/groupware.md, section 7); there is no answer that streams them. Throws for an unknown one. */
export function downloadFrom(application: FileApplication) {
	return async (request: Request): Promise<object> => {
		const file = await fileOf(request, application);
		const content = await request.tenant.files.open(file.key);
		if (content === undefined) throw unknownObject('file_id');
		return { ...presentFile(file), content: (await buffer(content)).toString('base64') };
	};
}

export function deleteFrom(application: FileApplication) {
	return async (request: Request): Promise<undefined> => {
		const { id, key } = await fileOf(request, application);
		await request.sql.query('DELETE FROM groupware_file WHERE id = $1', [id]);
		request.onCommit(() => request.tenant.files.delete(key));
	};
}

/** One page of the files that belong to `owner`, which `condition` compares with `$1`. */
export async function listFiles(
	request: Request,
	condition: string,
	owner: number,
): Promise<object> {
	const { rows, hasNext } = await readPage<FileRow>(
		request,
		`SELECT ${fileColumns} FROM groupware_file WHERE ${condition} ORDER BY id`,
		[owner],
	);
	return { files: rows.map((row) => presentRow(row, request.directory)), hasNext };
}

/** A file is never changed after it came, so that its updater is its creator. */
function presentRow(row: FileRow, directory: Directory): object {
	const { id, name, size } = row;
	const creator = directory.user(row.creator);
	const createdAt = inUtc(row.createdAt);
	return {
		id: String(id),
		name,
		size,
		creator,
		updater: creator,
		createdAt,
		updatedAt: createdAt,
	};
}

/** Locked, so that of two who delete it at once the second finds nothing. */
async function fileOf({ sql, path }: Request, application: FileApplication): Promise<FileRow> {
	const [row] = await sql.query<FileRow>(
		`SELECT ${fileColumns} FROM groupware_file WHERE id = $1 AND application = $2 FOR UPDATE`,
		[idOf(path.file_id, 'file_id') ?? 0, application],
	);
	if (row === undefined) throw unknownObject('file_id');
	return row;
}
