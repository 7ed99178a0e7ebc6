import { readFile } from 'node:fs/promises';

import { N8nApi } from '../../../start/api';
import { clusterFolder, type RunningCluster } from '../../../start/cluster/folder';
import { readOwner } from '../../../start/owner';
import { LocalStart } from '../../support/local-start';

declare global {
	var localCluster: LocalStart | undefined;
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
	globalThis.localCluster = await LocalStart.beginNew({
		show: true,
		flags: ['--webhook-port', '0'],
		command: 'start/cluster/main.ts',
	});
	return globalThis.localCluster.folder;
}
