import type { Sql } from '../types';

export interface ChangedAccount {
	code: string;
	name?: string;
	active?: boolean;
	removed?: boolean;
}

export interface ChangedOrganization {
	code: string;
	name?: string;
	removed?: boolean;
}

/** Changes a user, or removes it; false if there is none. */
export async function changeAccount(
	sql: Sql,
	{ code, name, active, removed }: ChangedAccount,
): Promise<boolean> {
	const rows = await sql.query(
		`update accounts set name = coalesce($2, name), active = coalesce($3, active)
		where code = $1 returning id`,
		[code, name ?? null, active ?? null],
	);
	if (removed) await sql.query('delete from accounts where code = $1', [code]);
	return rows.length > 0;
}

/** Changes an organization, or removes it with its members; false if there is none. */
export async function changeOrganization(
	sql: Sql,
	{ code, name, removed }: ChangedOrganization,
): Promise<boolean> {
	const rows = await sql.query<{ id: string }>(
		'update organizations set name = coalesce($2, name) where code = $1 returning id::text as "id"',
		[code, name ?? null],
	);
	const [found] = rows;
	if (found === undefined) return false;
	if (removed) {
		await sql.query('delete from organization_members where organization_id = $1', [found.id]);
		await sql.query('update organizations set parent_id = null where parent_id = $1', [found.id]);
		await sql.query('delete from organizations where id = $1', [found.id]);
	}
	return true;
}
