import { join, resolve } from 'node:path';

import type { Demo } from '../sandbox/demo-data';

/** The repository. */
export const root = resolve(__dirname, '..');

/** Where the pinned lock files of n8n and of its Node lie. */
export const n8nLock = join(root, 'start', 'n8n');
export const nodeLock = join(root, 'start', 'n8n', 'node');

/** Installed once, shared by all data folders; git ignores it. */
export const installed = join(root, '.n8n-local');
export const installedNode = join(installed, 'node');
export const installedN8n = join(installed, 'n8n');

/** The n8n whose packages the lock files pin. */
export const n8nEntry = join(installedN8n, 'node_modules', 'n8n', 'bin', 'n8n');

export const examples = join(root, 'examples');
export const tarballs = join(root, '.build');

/** What one data folder keeps between two starts. */
export interface DataFolder {
	folder: string;
	/** N8N_USER_FOLDER: encryption key, community packages, files. */
	n8nHome: string;
	/** Where n8n installs community packages. */
	communityNodes: string;
	/** n8n's database. */
	postgres: string;
	sandbox: string;
	log: string;
	postgresLog: string;
	/** How to sign in to n8n; only the person's own account reads it. */
	owner: string;
	/** Who uses the folder now. */
	running: string;
}

/** A demo world of another language has a folder of its own. */
export function dataOf(demo: Demo): string {
	return join(installed, demo === 'en' ? 'data' : `data-${demo}`);
}

export function dataFolder(folder: string): DataFolder {
	const n8nHome = join(folder, 'n8n');
	return {
		folder,
		n8nHome,
		communityNodes: join(n8nHome, '.n8n', 'nodes'),
		postgres: join(folder, 'postgresql'),
		sandbox: join(folder, 'sandbox'),
		log: join(folder, 'n8n.log'),
		postgresLog: join(folder, 'postgresql.log'),
		owner: join(folder, 'owner.json'),
		running: join(folder, 'running.json'),
	};
}
