import type { Sql } from '../../types';
import type { Person } from '../directory';
import { ServiceError } from '../errors';

export type Cells = Record<string, unknown>;

export interface TableRow {
	id: string;
	value: Cells;
}

/** A record as it is stored; `cells` are described in schema.ts. */
export interface StoredRecord {
	id: string;
	revision: string;
	createdAt: Date;
	updatedAt: Date;
	creator: string;
	modifier: string;
	status: string | null;
	assignees: Person[];
	cells: Cells;
}

export interface RecordRow {
	id: string;
	revision: string;
	created_at: Date;
	updated_at: Date;
	creator: string;
	modifier: string;
	status: string | null;
	assignees: Person[];
	cells: Cells;
}

export const RECORD_COLUMNS = `r.id::text as id, r.revision::text as revision, r.created_at, r.updated_at,
	r.creator, r.modifier, r.status, r.assignees, r.cells`;

/** A row of the database, its times as Dates. */
export function toStoredRecord(row: RecordRow): StoredRecord {
	return {
		id: row.id,
		revision: row.revision,
		createdAt: new Date(row.created_at),
		updatedAt: new Date(row.updated_at),
		creator: row.creator,
		modifier: row.modifier,
		status: row.status,
		assignees: row.assignees,
		cells: row.cells,
	};
}

/** By ID; an unknown ID is left out. */
export async function findRecords(
	sql: Sql,
	appId: string,
	ids: string[],
): Promise<Map<string, StoredRecord>> {
	if (ids.length === 0) return new Map();
	const rows = await sql.query<RecordRow>(
		`select ${RECORD_COLUMNS} from records r where r.app_id = $1::bigint and r.id = any($2::bigint[])`,
		[appId, ids],
	);
	return new Map(rows.map((row) => [row.id, toStoredRecord(row)]));
}

/** Throws GAIA_RE01 when there is none. */
export async function findRecord(sql: Sql, appId: string, id: string): Promise<StoredRecord> {
	return (await findRecords(sql, appId, [id])).get(id) ?? recordNotFound(id);
}

/** Throws GAIA_RE01. */
export function recordNotFound(id: string): never {
	throw new ServiceError('GAIA_RE01', {
		message: `The specified record (ID: ${id}) is not found.`,
	});
}

/** Throws GAIA_CO02 when a revision was expected and the record has another. */
export function checkRevision(record: StoredRecord, expected: string | undefined): void {
	if (expected !== undefined && expected !== record.revision) throw new ServiceError('GAIA_CO02');
}
