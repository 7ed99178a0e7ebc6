import type { N8nApi } from './api';
import type { Tarball } from './packages';
import { type Database, query } from './postgres';

/** What n8n's installer notes about a package. */
export interface InstalledPackage {
	name: string;
	version: string;
	author?: { name?: string; email?: string };
	nodes: Array<{ displayName: string; type: string; version: number }>;
}

/** The packages with the nodes that n8n loaded from them. Throws if it loaded none from one. */
export async function loadedPackages(
	api: N8nApi,
	packages: Tarball[],
	log: string,
): Promise<InstalledPackage[]> {
	const types = await api.nodeTypes();
	const rows = packages.map(({ name, version, author }) => ({
		name,
		version,
		author,
		nodes: types
			.filter((type) => type.name.startsWith(`${name}.`) && !type.name.endsWith('Tool'))
			.map((type) => ({
				displayName: type.displayName,
				type: type.name,
				version: Math.max(...[type.version].flat()),
			})),
	}));
	const missing = rows.filter((row) => row.nodes.length === 0).map((row) => row.name);
	if (missing.length > 0) {
		throw new Error(`n8n did not load ${missing.join(' and ')}; see ${log}`);
	}
	return rows;
}

/** Makes the packages appear under Settings → Community nodes, as n8n's installer does. */
export async function registerPackages(
	server: Database,
	packages: InstalledPackage[],
): Promise<void> {
	for (const { name, version, author, nodes } of packages) {
		await query(
			server,
			'n8n',
			`INSERT INTO installed_packages ("packageName", "installedVersion", "authorName", "authorEmail")
			 VALUES ($1, $2, $3, $4)
			 ON CONFLICT ("packageName") DO UPDATE SET "installedVersion" = excluded."installedVersion"`,
			[name, version, author?.name ?? null, author?.email ?? null],
		);
		await query(server, 'n8n', 'DELETE FROM installed_nodes WHERE "package" = $1', [name]);
		for (const { displayName, type, version: latest } of nodes) {
			await query(
				server,
				'n8n',
				'INSERT INTO installed_nodes ("name", "type", "latestVersion", "package") VALUES ($1, $2, $3, $4)',
				[displayName, type, latest, name],
			);
		}
	}
}
