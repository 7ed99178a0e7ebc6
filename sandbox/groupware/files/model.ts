import type { Sql } from '../../types';

/** Whose files: a file of one application is unknown to the others. */
export type FileApplication = 'workflow' | 'message' | 'space' | 'bulletin';

export interface FileRow {
	id: number;
	name: string;
	contentType: string;
	/** Bytes; a string, as the service tells it everywhere. */
	size: string;
	key: string;
	creator: string;
	createdAt: Date;
}

export const fileColumns = `id, name, content_type AS "contentType", size::text AS size,
	file_key AS key, creator, created_at AS "createdAt"`;

/** `{id, contentType, name, size}`, as requests tell of their files. */
export function presentFile({ id, contentType, name, size }: FileRow): object {
	return { id: String(id), contentType, name, size };
}

/** The files with these ids that are there. */
export async function loadFiles(sql: Sql, ids: readonly number[]): Promise<Map<number, FileRow>> {
	if (ids.length === 0) return new Map();
	const rows = await sql.query<FileRow>(
		`SELECT ${fileColumns} FROM groupware_file WHERE id = ANY ($1::int[])`,
		[ids],
	);
	return new Map(rows.map((row) => [row.id, row]));
}
