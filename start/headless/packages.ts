import { join } from 'node:path';

import { PackageDirectoryLoader } from 'n8n-core';
import type { INodeType, IVersionedNodeType } from 'n8n-workflow';

const ROOT = join(__dirname, '..', '..');

/** Loads a package as n8n does, but from its TypeScript sources instead of its build output. */
class SourceLoader extends PackageDirectoryLoader {
	protected override resolvePath(file: string): string {
		if (!file.startsWith('dist/')) return join(this.directory, file);
		return join(ROOT, file.replace(/^dist\//, '').replace(/\.js$/, '.ts'));
	}
}

/** Every node and credential type of the two packages, by their names in workflows. */
export interface Loaded {
	/** Node types by `package.node`. */
	nodes: Map<string, INodeType | IVersionedNodeType>;
	credentials: Map<string, ReturnType<PackageDirectoryLoader['getCredential']>['type']>;
}

/** @param folders package folders relative to the repository's root */
export async function loadPackages(
	folders = ['packages/n8n-nodes-record-platform', 'packages/n8n-nodes-groupware'],
): Promise<Loaded> {
	const loaded: Loaded = { nodes: new Map(), credentials: new Map() };
	for (const folder of folders) {
		const loader = new SourceLoader(join(ROOT, folder));
		await loader.loadAll();
		for (const [name, { type }] of Object.entries(loader.nodeTypes)) {
			loaded.nodes.set(`${loader.packageName}.${name}`, type);
		}
		for (const [name, { type }] of Object.entries(loader.credentialTypes)) {
			loaded.credentials.set(name, type);
		}
	}
	return loaded;
}
