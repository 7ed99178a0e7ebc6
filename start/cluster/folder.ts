import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

import type { KeptFolder, Running } from '../folder';
import { installed } from '../layout';
import type { RunningMember } from '../member';

export const defaultClusterData = join(installed, 'cluster');

/** What the data folder of a cluster keeps between two starts. */
export interface ClusterFolder {
	folder: string;
	postgres: string;
	redis: string;
	sandbox: string;
	/** One folder a process of n8n, as on machines of their own. */
	n8n: string;
	logs: string;
	owner: string;
	secrets: string;
	running: string;
}

/** What the data folder says of its user, once everything is ready. */
export interface RunningCluster extends Running {
	webhookUrl: string;
	/** Without its password, which is in PostgreSQL's folder. */
	databaseUrl: string;
	members: RunningMember[];
}

/** What the processes of a cluster share. */
export interface Secrets {
	/** n8n's encryption key. */
	encryption: string;
	redis: string;
}

export function clusterFolder(folder: string): ClusterFolder {
	return {
		folder,
		postgres: join(folder, 'postgresql'),
		redis: join(folder, 'redis'),
		sandbox: join(folder, 'sandbox'),
		n8n: join(folder, 'n8n'),
		logs: join(folder, 'logs'),
		owner: join(folder, 'owner.json'),
		secrets: join(folder, 'secrets.json'),
		running: join(folder, 'running.json'),
	};
}

export function keptCluster({ folder, running, ...rest }: ClusterFolder): KeptFolder {
	const made = [running, ...Object.values(rest as Record<string, string>)].map((path) =>
		basename(path),
	);
	return {
		folder,
		running,
		marker: '.npm-run-cluster-data',
		isMade: (name) => made.includes(name),
	};
}

/** What the file keeps, or new secrets, which are then kept in it. */
export async function keptSecrets(file: string): Promise<Secrets> {
	if (existsSync(file)) return JSON.parse(await readFile(file, 'utf8')) as Secrets;
	const secret = () => randomBytes(24).toString('base64url');
	const secrets = { encryption: secret(), redis: secret() };
	await writeFile(file, JSON.stringify(secrets), { mode: 0o600, flag: 'wx' });
	return secrets;
}
