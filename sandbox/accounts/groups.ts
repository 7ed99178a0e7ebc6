import type { Group, Sql } from '../types';
import { accountIds } from './members';

/** Code of the group that holds every active user of the tenant. */
export const everyone = 'everyone';

export interface NewGroup {
	code: string;
	name?: string;
	/** Login names. */
	members?: string[];
}

/** Groups (the groupware calls them roles) in ascending order of id; `everyone` holds all active users. */
export function listGroups(sql: Sql): Promise<Group[]> {
	return sql.query<Group>(
		`select g.id::text as "id", g.code, g.name,
			case when g.code = $1 then array(select a.code from accounts a where a.active order by a.id)
			else array(
				select a.code from account_group_members m join accounts a on a.id = m.account_id
				where m.group_id = g.id order by m.position
			) end as members
		from account_groups g order by g.id`,
		[everyone],
	);
}

/** Adds a group; throws a plain Error when a member is unknown. */
export async function addGroup(sql: Sql, group: NewGroup): Promise<Group> {
	const members = group.members ?? [];
	const ids = await accountIds(sql, members);
	const name = group.name ?? group.code;
	const [row] = await sql.query<{ id: string }>(
		'insert into account_groups (code, name) values ($1, $2) returning id::text as "id"',
		[group.code, name],
	);
	if (!row) throw new Error('The group was not added');
	await sql.query(
		`insert into account_group_members (group_id, account_id, position)
		select $1::bigint, account_id, position
		from unnest($2::bigint[]) with ordinality as member (account_id, position)`,
		[row.id, ids],
	);
	return { id: row.id, code: group.code, name, members };
}
