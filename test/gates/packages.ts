import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { cp, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';

export const root = join(__dirname, '..', '..');

interface AnyManifest {
	name: string;
	version: string;
	license: string;
	dependencies?: Record<string, string>;
	files: string[];
	homepage: string;
}

export interface Manifest extends AnyManifest {
	n8n: { nodes: string[]; credentials: string[] };
}

/** A published package of a node: what npm shows lies in `folder`, the sources are shared by all packages. */
export interface Package {
	name: string;
	folder: string;
	manifest: Manifest;
	/** Folder under nodes/ that the package is made of; its credentials' file names start with it. */
	service: string;
}

export const packages: Package[] = readdirSync(join(root, 'packages'))
	.filter((name) => name.startsWith('n8n-nodes-'))
	.filter((name) => existsSync(join(root, 'packages', name, 'package.json')))
	.map((name) => {
		const folder = join(root, 'packages', name);
		const manifest = manifestIn(folder) as Manifest;
		const service = manifest.n8n.nodes[0]?.split('/')[2];
		if (service === undefined) throw new Error(`${name} names no node.`);
		return { name: manifest.name, folder, manifest, service };
	});

export const sandboxPackage = {
	name: 'record-platform-sandbox',
	folder: join(root, 'packages', 'record-platform-sandbox'),
	manifest: manifestIn(join(root, 'packages', 'record-platform-sandbox')) as AnyManifest & {
		bin: Record<string, string>;
		dependencies: Record<string, string>;
	},
};

function manifestIn(folder: string): AnyManifest {
	return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as AnyManifest;
}

/** Throws where `npm run build` has not been run. */
export function builtFile(pack: { folder: string }, path: string): string {
	const file = join(pack.folder, path);
	if (!existsSync(file)) throw new Error(`${file} is missing: run "npm run build" first.`);
	return file;
}

/**
 * Lays the sources of one package out as a repository of its own, so that rules which look
 * for the nearest package.json, its credentials and its icons find those of the package.
 */
export async function assemble({ folder, service }: Package, target: string): Promise<void> {
	await mkdir(join(target, 'credentials'), { recursive: true });
	await cp(join(folder, 'package.json'), join(target, 'package.json'));
	for (const part of [`nodes/${service}`, 'nodes/shared']) {
		await cp(join(root, part), join(target, part), { recursive: true });
	}
	for (const file of await readdir(join(root, 'credentials'))) {
		if (file.startsWith(service)) {
			await cp(join(root, 'credentials', file), join(target, 'credentials', file));
		}
	}
}
