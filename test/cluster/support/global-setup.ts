import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { N8nApi } from '../../../start/api';
import { clusterFolder, type RunningCluster } from '../../../start/cluster/folder';
import { readOwner } from '../../../start/owner';
import { LocalStart } from '../../support/local-start';

declare global {
	var localCluster: { begun: LocalStart; folder: string } | undefined;
}

/** With `CLUSTER_DATA`, the cluster that runs in this data folder is used, and left running. */
export default async function setup(): Promise<void> {
	const folder = process.env.CLUSTER_DATA ?? (await startedHere());
	process.env.CLUSTER_DATA = folder;
	const { running, owner } = clusterFolder(folder);
	const { editorUrl } = JSON.parse(await readFile(running, 'utf8')) as RunningCluster;
	// Once for all files: n8n refuses more than a few sign-ins in a row.
	const api = new N8nApi(editorUrl);
	await api.signIn(await readOwner(owner));
	process.env.CLUSTER_SESSION = api.cookie;
}

async function startedHere(): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), 'cluster-'));
	const begun = await LocalStart.begin(folder, {
		show: true,
		flags: ['--webhook-port', '0'],
		command: 'start/cluster/main.ts',
	}).catch(async (error: Error) => {
		await rm(folder, { recursive: true, force: true });
		throw error;
	});
	globalThis.localCluster = { begun, folder };
	return folder;
}
