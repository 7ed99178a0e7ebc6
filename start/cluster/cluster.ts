import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { N8nApi } from '../api';
import type { Ready } from '../command';
import { saveCredentials } from '../credentials';
import { machineZone } from '../editor';
import { importExamples } from '../examples';
import { announce, takeKeptFolder } from '../folder';
import { installN8n } from '../install';
import { keptOwner, signIn } from '../owner';
import { Member, type RunningMember } from '../member';
import { installCommunityPackages, packPackages } from '../packages';
import { type Database, makeDatabases, postgresMember, urlOf } from '../postgres';
import { freePort } from '../processes';
import { type Say, step } from '../progress';
import { loadedPackages, registerPackages } from '../registration';
import { launchSandbox } from '../sandbox';
import {
	clusterFolder,
	type ClusterFolder,
	keptCluster,
	keptSecrets,
	type RunningCluster,
} from './folder';
import { communityNodesOf, mainMember, type Ports, type Shared } from './n8n';
import { webhookMember, workerMember } from './n8n';
import { findRedis, redisMember } from './redis';

export interface ClusterOptions {
	/** Folder for the data. */
	data: string;
	/** First port tried for the main process; 0 for any. */
	port: number;
	/** First port tried for the webhook processor; 0 for any. */
	webhookPort: number;
	/** First port tried for the sandbox; 0 for any. */
	sandboxPort: number;
	/** Deletes the data in the folder first. */
	reset: boolean;
	say: Say;
	/** Aborted before everything is ended from outside. */
	ending: AbortSignal;
}

/** A cluster that is ready. */
export interface Cluster extends Ready {
	webhookUrl: string;
	members: RunningMember[];
}

const workers = ['worker 1', 'worker 2'];
const webhook = 'webhook processor';

/**
 * Starts PostgreSQL, Redis, the sandbox, and n8n in queue mode with both packages in each process.
 * If a step fails, everything is stopped again.
 */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
	const { say } = options;
	const redis = findRedis();
	const folder = clusterFolder(options.data);
	const kept = keptCluster(folder);
	await takeKeptFolder(kept, options.reset);
	for (const own of [folder.logs, folder.n8n, folder.sandbox]) {
		await mkdir(own, { recursive: true, mode: 0o700 });
	}

	const packages = await packPackages(say);
	const node = await installN8n(say);
	for (const name of ['main', ...workers, webhook]) {
		await mkdir(communityNodesOf(folder, name), { recursive: true });
		await installCommunityPackages(communityNodesOf(folder, name), packages);
	}
	const { owner, isNew } = await keptOwner(folder.owner);
	const secrets = await keptSecrets(folder.secrets);

	const host = '127.0.0.1';
	const ports = new FreePorts();
	const { member: postgres, database } = await postgresMember({
		folder: folder.postgres,
		port: await ports.free(0),
		log: join(folder.logs, 'postgresql.log'),
		say,
	});
	const queue = { host, port: await ports.free(0), password: secrets.redis };
	const sandboxPort = await ports.free(options.sandboxPort);
	const mainPorts = await ports.ofN8n(options.port);
	const webhookPorts = await ports.ofN8n(options.webhookPort);
	const editorUrl = `http://localhost:${mainPorts.port}`;
	const webhookUrl = `http://localhost:${webhookPorts.port}/`;
	const sandboxUrl = `http://localhost:${sandboxPort}`;
	const shared: Shared = { node, folder, secrets, database, queue, webhookUrl, say };

	const members: Member[] = [];
	const started = async (...some: Member[]) => {
		// A start that is interrupted starts nothing more.
		options.ending.throwIfAborted();
		members.push(...some);
		await Promise.all(some.map(async (member) => await member.start()));
	};
	// What was started last is stopped first.
	const stop = async () => {
		for (const member of members) member.leave();
		const ofN8n = members.slice(3);
		await Promise.all(ofN8n.map(async (member) => await member.stop()));
		for (const member of members.slice(0, 3).reverse()) await member.stop();
		await rm(folder.running, { force: true });
	};
	options.ending.addEventListener('abort', () => members.forEach((member) => member.leave()));
	try {
		await step(say, { title: 'Starting PostgreSQL and Redis', usually: '5 s' }, async () => {
			await started(postgres, await redisMember(redis, folder, queue, say));
			await makeDatabases(database, 'n8n', 'sandbox');
		});
		await step(say, { title: 'Starting the sandbox' }, async () => {
			await started(sandboxMember(folder, sandboxPort, database, say));
		});
		const api = new N8nApi(editorUrl);
		await step(say, { title: 'Starting the main process', usually: '10 to 30 s' }, async () => {
			await started(mainMember(shared, mainPorts, owner));
			await signIn(api, owner, folder.folder);
			const log = join(folder.logs, 'main.log');
			await registerPackages(database, await loadedPackages(api, packages, log));
		});
		const others = { title: 'Starting two workers and a webhook processor', usually: '15 s' };
		await step(say, others, async () => {
			await started(
				...(await Promise.all(
					workers.map(async (name) => workerMember(shared, name, await ports.ofN8n(0))),
				)),
				webhookMember(shared, webhook, webhookPorts),
			);
		});
		const credentials = await saveCredentials(api, sandboxUrl);
		const examples = await importExamples(api, credentials);
		const running = (): RunningCluster => ({
			pid: process.pid,
			editorUrl,
			sandboxUrl,
			webhookUrl,
			databaseUrl: urlOf(database, 'n8n'),
			members: members.map((member) => member.running),
		});
		let announced = announce(kept, running());
		for (const member of members) {
			member.onChange = () => {
				announced = announced.then(async () => await announce(kept, running()));
			};
		}
		await announced;
		return {
			editorUrl,
			sandboxUrl,
			webhookUrl,
			examples,
			credentials,
			owner,
			ownerFile: folder.owner,
			hasNewPassword: isNew,
			members: members.map((member) => member.running),
			// Each process is started again when it ends.
			ended: new Promise(() => undefined),
			stop,
		};
	} catch (error) {
		await stop();
		throw error;
	}
}

function sandboxMember(folder: ClusterFolder, port: number, database: Database, say: Say): Member {
	const kept = ['--data', folder.sandbox, '--database', urlOf(database, 'sandbox')];
	const flags = [...kept, '--time-zone', machineZone()];
	return new Member({
		name: 'sandbox',
		// Others on this machine can read arguments, so the password is not one.
		launch: () => launchSandbox(port, flags, { PGPASSWORD: database.password }),
		isReady: async () =>
			await fetch(`http://localhost:${port}/_sandbox/`).then(
				({ ok }) => ok,
				() => false,
			),
		log: join(folder.logs, 'sandbox.log'),
		say,
	});
}

/** Free ports, none of them twice. */
class FreePorts {
	private readonly taken = new Set<number>();

	async free(wanted: number): Promise<number> {
		for (let port = await freePort(wanted); ; port = await freePort(wanted && port + 1)) {
			if (this.taken.has(port)) continue;
			this.taken.add(port);
			return port;
		}
	}

	async ofN8n(wanted: number): Promise<Ports> {
		return { port: await this.free(wanted), broker: await this.free(0) };
	}
}
