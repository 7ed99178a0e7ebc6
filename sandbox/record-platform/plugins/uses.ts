import type { Sql } from '../../types';

const USES = `apps a join app_designs d on d.app_id = a.id and d.env = 'production'
	cross join lateral json_array_elements(coalesce(d.parts -> 'plugins', '[]')) as used (plugin)`;

/** Live apps that have the plug-in, by ascending ID. */
export function appsWith(sql: Sql, plugin: string): Promise<{ id: string; name: string }[]> {
	return sql.query<{ id: string; name: string }>(
		`select a.id::text as id, d.name from ${USES}
		where used.plugin ->> 'id' = $1 order by a.id`,
		[plugin],
	);
}

/** IDs of the plug-ins that live apps have. */
export async function pluginsInApps(sql: Sql): Promise<string[]> {
	const rows = await sql.query<{ id: string }>(
		`select distinct used.plugin ->> 'id' as id from ${USES} order by 1`,
	);
	return rows.map((row) => row.id);
}
