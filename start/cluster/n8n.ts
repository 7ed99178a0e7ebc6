import { join } from 'node:path';

import { isReady, outerEnvironment, ownerSettings, settings } from '../editor';
import { n8nEntry } from '../layout';
import type { Owner } from '../owner';
import { Member } from '../member';
import { type Database, databaseSettings } from '../postgres';
import { start } from '../processes';
import type { Say } from '../progress';
import type { ClusterFolder, Secrets } from './folder';
import type { Queue } from './redis';

/** What all processes of n8n share. */
export interface Shared {
	node: string;
	folder: ClusterFolder;
	secrets: Secrets;
	database: Database;
	queue: Queue;
	webhookUrl: string;
	say: Say;
}

/** Ports of one process of n8n. */
export interface Ports {
	port: number;
	broker: number;
}

/** n8n gives executions under way 30 s when it is asked to end. */
const patience = 35_000;

/** The folder of one process of n8n, its N8N_USER_FOLDER. */
export function homeOf({ n8n }: ClusterFolder, name: string): string {
	return join(n8n, name.replaceAll(' ', '-'));
}

/** Where n8n installs community packages in a process's folder. */
export function communityNodesOf(folder: ClusterFolder, name: string): string {
	return join(homeOf(folder, name), '.n8n', 'nodes');
}

export function mainMember(shared: Shared, ports: Ports, owner: Owner): Member {
	const more = {
		...ownerSettings(owner),
		OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
		// Only the webhook processor answers them.
		N8N_DISABLE_PRODUCTION_MAIN_PROCESS: 'true',
	};
	const url = `http://localhost:${ports.port}`;
	return member(shared, 'main', ['start'], ports, more, async () => await isReady(url));
}

export function workerMember(shared: Shared, name: string, ports: Ports): Member {
	const more = {
		QUEUE_HEALTH_CHECK_ACTIVE: 'true',
		QUEUE_HEALTH_CHECK_PORT: String(ports.port),
		N8N_WORKER_SERVER_ADDRESS: '127.0.0.1',
	};
	return member(shared, name, ['worker'], ports, more, healthy(ports));
}

export function webhookMember(shared: Shared, name: string, ports: Ports): Member {
	return member(shared, name, ['webhook'], ports, {}, healthy(ports));
}

function healthy({ port }: Ports): () => Promise<boolean> {
	return async () =>
		await fetch(`http://127.0.0.1:${port}/healthz/readiness`).then(
			({ ok }) => ok,
			() => false,
		);
}

function member(
	shared: Shared,
	name: string,
	command: string[],
	{ port, broker }: Ports,
	more: Record<string, string>,
	ready: () => Promise<boolean>,
): Member {
	const { folder, node, say } = shared;
	const env = {
		...outerEnvironment(),
		...settings(homeOf(folder, name), port, broker),
		...queueMode(shared),
		...more,
	};
	return new Member({
		name,
		launch: () =>
			start(node, [n8nEntry, ...command], {
				cwd: homeOf(folder, name),
				env,
				stdio: ['ignore', 'pipe', 'pipe'],
			}),
		isReady: ready,
		log: join(folder.logs, `${name.replaceAll(' ', '-')}.log`),
		say,
		patience,
	});
}

/** Minutes until n8n looks for executions that are in its database, but no longer in the queue; its default is 180. */
const recoveryMinutes = 1;

/** Everything else is n8n's default, such as binary data in the database. */
function queueMode(shared: Shared): Record<string, string> {
	const { secrets, database, queue, webhookUrl } = shared;
	return {
		EXECUTIONS_MODE: 'queue',
		N8N_EXECUTIONS_QUEUE_RECOVERY_INTERVAL: String(recoveryMinutes),
		N8N_ENCRYPTION_KEY: secrets.encryption,
		WEBHOOK_URL: webhookUrl,
		...databaseSettings(database),
		QUEUE_BULL_REDIS_HOST: queue.host,
		QUEUE_BULL_REDIS_PORT: String(queue.port),
		QUEUE_BULL_REDIS_PASSWORD: queue.password,
	};
}
