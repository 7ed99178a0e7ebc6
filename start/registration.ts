import { join } from 'node:path';

import type { N8nApi } from './api';
import type { LocalNode } from './install';
import { n8nLock } from './layout';
import type { Tarball } from './packages';
import { run } from './processes';

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

/** Makes the packages appear under Settings → Community nodes. */
export async function registerPackages(
	node: LocalNode,
	database: string,
	packages: InstalledPackage[],
): Promise<void> {
	const script = join(n8nLock, 'register-packages.mjs');
	await run(node.executable, ['--no-warnings', script, database, JSON.stringify(packages)]);
}
