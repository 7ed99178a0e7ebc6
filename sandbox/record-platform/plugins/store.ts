import type { Sql } from '../../types';
import type { PluginPackage } from './archive';

export interface Plugin extends PluginPackage {
	/** False for those that were uninstalled. */
	installed: boolean;
}

const COLUMNS = 'p.id, p.names, p.descriptions, p.version, p.installed';

/** The plug-in with this ID, installed or not. */
export async function findPlugin(sql: Sql, id: string): Promise<Plugin | undefined> {
	const rows = await sql.query<Plugin>(`select ${COLUMNS} from plugins p where p.id = $1`, [id]);
	return rows[0];
}

/** Installed plug-ins, newest first. */
export function installedPlugins(sql: Sql): Promise<Plugin[]> {
	return sql.query<Plugin>(
		`select ${COLUMNS} from plugins p where p.installed order by p.installation desc`,
	);
}

/** Installs a plug-in, or replaces the version that is there. */
export async function savePlugin(sql: Sql, plugin: PluginPackage): Promise<void> {
	await sql.query(
		`insert into plugins (id, names, descriptions, version, installed)
		values ($1, $2::jsonb, $3::jsonb, $4, true)
		on conflict (id) do update set names = excluded.names, descriptions = excluded.descriptions,
			version = excluded.version, installed = true,
			installation = case when plugins.installed then plugins.installation
				else excluded.installation end`,
		[plugin.id, JSON.stringify(plugin.names), JSON.stringify(plugin.descriptions), plugin.version],
	);
}

/** Uninstalls a plug-in; the apps that use it keep it. */
export async function uninstall(sql: Sql, id: string): Promise<void> {
	await sql.query('update plugins set installed = false where id = $1', [id]);
}

/** A text in the language of a user, in English or in whatever there is. */
export function inLanguage(texts: Record<string, string>, language: string): string {
	return texts[language] ?? texts.en ?? Object.values(texts)[0] ?? '';
}
