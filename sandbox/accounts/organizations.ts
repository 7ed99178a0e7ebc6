import type { Organization, Sql } from '../types';
import { accountIds } from './members';

export interface NewOrganization {
	code: string;
	name?: string;
	/** Code of the organization above. */
	parent?: string | null;
	/** Login names. */
	members?: string[];
}

/** Organizations in ascending order of id; `parent` is the code of the one above. */
export function listOrganizations(sql: Sql): Promise<Organization[]> {
	return sql.query<Organization>(
		`select o.id::text as "id", o.code, o.name, above.code as parent,
			array(
				select a.code from organization_members m join accounts a on a.id = m.account_id
				where m.organization_id = o.id order by m.position
			) as members
		from organizations o left join organizations above on above.id = o.parent_id
		order by o.id`,
	);
}

/** Adds an organization; throws a plain Error when its parent or a member is unknown. */
export async function addOrganization(
	sql: Sql,
	organization: NewOrganization,
): Promise<Organization> {
	const members = organization.members ?? [];
	const ids = await accountIds(sql, members);
	const parent = organization.parent ?? null;
	const [above] = parent
		? await sql.query<{ id: number }>('select id from organizations where code = $1', [parent])
		: [];
	if (parent && !above) throw new Error(`There is no organization with the code ${parent}`);
	const name = organization.name ?? organization.code;
	const [row] = await sql.query<{ id: string }>(
		'insert into organizations (code, name, parent_id) values ($1, $2, $3) returning id::text as "id"',
		[organization.code, name, above?.id ?? null],
	);
	if (!row) throw new Error('The organization was not added');
	await sql.query(
		`insert into organization_members (organization_id, account_id, position)
		select $1::bigint, account_id, position
		from unnest($2::bigint[]) with ordinality as member (account_id, position)`,
		[row.id, ids],
	);
	return { id: row.id, code: organization.code, name, parent, members };
}
