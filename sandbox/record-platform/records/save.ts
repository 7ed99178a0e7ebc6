import type { Sql } from '../../types';
import type { StoredRecord } from './row';

/** Takes the next record IDs of an app; IDs are never used twice. */
export async function reserveIds(sql: Sql, appId: string, count: number): Promise<string[]> {
	if (count === 0) return [];
	const rows = await sql.query<{ last: string }>(
		`update apps set last_record_id = last_record_id + $2::bigint where id = $1::bigint
		returning last_record_id::text as last`,
		[appId, count],
	);
	const last = BigInt((rows[0] as { last: string }).last);
	return Array.from({ length: count }, (_, index) => (last - BigInt(count - 1 - index)).toString());
}

const RECORD_SET = `jsonb_to_recordset($2::jsonb) as v(id bigint, revision bigint, "createdAt" timestamptz,
	"updatedAt" timestamptz, creator text, modifier text, status text, assignees jsonb, cells jsonb)`;

/** Adds records in one statement. Times are cut to the minute, as the service does. */
export async function insertRecords(
	sql: Sql,
	appId: string,
	records: StoredRecord[],
): Promise<void> {
	if (records.length === 0) return;
	await sql.query(
		`insert into records
			(app_id, id, revision, created_at, updated_at, creator, modifier, status, assignees, cells)
		select $1::bigint, v.id, v.revision, date_trunc('minute', v."createdAt"),
			date_trunc('minute', v."updatedAt"), v.creator, v.modifier, v.status, v.assignees, v.cells
		from ${RECORD_SET}`,
		[appId, JSON.stringify(records)],
	);
}

/** Writes changed records back in one statement. */
export async function saveRecords(sql: Sql, appId: string, records: StoredRecord[]): Promise<void> {
	if (records.length === 0) return;
	await sql.query(
		`update records r set revision = v.revision, updated_at = date_trunc('minute', v."updatedAt"),
			modifier = v.modifier, status = v.status, assignees = v.assignees, cells = v.cells
		from ${RECORD_SET}
		where r.app_id = $1::bigint and r.id = v.id`,
		[appId, JSON.stringify(records)],
	);
}
