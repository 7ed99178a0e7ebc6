import { mkdir, rename, rm } from 'node:fs/promises';
import { basename } from 'node:path';

import type { Demo } from '../sandbox/demo-data';

import { N8nApi } from './api';
import type { Ready } from './command';
import { saveCredentials } from './credentials';
import { type Editor, machineZone, startEditor } from './editor';
import { importExamples } from './examples';
import { announce, type KeptFolder, takeKeptFolder } from './folder';
import { installN8n } from './install';
import { type DataFolder, dataFolder } from './layout';
import { installCommunityPackages, packPackages } from './packages';
import { keptOwner, signIn } from './owner';
import { makeDatabases, postgresMember } from './postgres';
import { freePort } from './processes';
import { type Say, step } from './progress';
import { loadedPackages, registerPackages } from './registration';
import { type RunningSandbox, startLocalSandbox } from './sandbox';

export interface WorldOptions {
	/** Folder for the data. */
	data: string;
	/** First port tried for n8n; 0 for any. */
	port: number;
	/** First port tried for the sandbox; 0 for any. */
	sandboxPort: number;
	/** Deletes the data in the folder first. */
	reset: boolean;
	/** The language of the demo world. */
	demo: Demo;
	say: Say;
}

/** Starts everything of `npm start`. If a step fails, everything is stopped again. */
export async function startWorld(options: WorldOptions): Promise<Ready> {
	const { say } = options;
	const data = dataFolder(options.data);
	const kept = keptFolder(data);
	await takeKeptFolder(kept, options.reset);
	await mkdir(data.communityNodes, { recursive: true });

	const packages = await packPackages(say);
	const node = await installN8n(say);
	await installCommunityPackages(data.communityNodes, packages);
	const { owner, isNew } = await keptOwner(data.owner);

	const { member: postgres, database } = await postgresMember({
		folder: data.postgres,
		port: await freePort(0),
		log: data.postgresLog,
		say,
	});
	let sandbox: RunningSandbox | undefined;
	let editor: Editor | undefined;
	// n8n writes to its database until it has ended.
	const stop = async () => {
		await editor?.stop();
		await sandbox?.stop();
		await postgres.stop();
		await rm(data.running, { force: true });
	};
	try {
		const sandboxPort = await freePort(options.sandboxPort);
		const port = await freePort(options.port);
		sandbox = await step(say, { title: 'Starting PostgreSQL and the sandbox' }, async () => {
			await postgres.start();
			await makeDatabases(database, 'n8n');
			return await startKeptSandbox(sandboxPort, data, options);
		});
		editor = await step(say, { title: 'Starting n8n', usually: '5 to 30 s' }, () =>
			startEditor(node, data, database, port, owner),
		);

		const api = new N8nApi(editor.url);
		await signIn(api, owner, data.folder);
		await registerPackages(database, await loadedPackages(api, packages, data.log));
		const credentials = await saveCredentials(api, sandbox.url, options.demo);
		const examples = await importExamples(api, credentials, options.demo);
		await announce(kept, {
			pid: process.pid,
			editorUrl: editor.url,
			sandboxUrl: sandbox.url,
			processes: { n8n: editor.child.pid, sandbox: sandbox.pid },
		});
		const child = editor.child;
		const ended = new Promise<void>((done) => child.once('exit', () => done()));
		return {
			editorUrl: editor.url,
			sandboxUrl: sandbox.url,
			examples,
			credentials,
			owner,
			ownerFile: data.owner,
			hasNewPassword: isNew,
			ended,
			stop,
		};
	} catch (error) {
		await stop();
		throw error;
	}
}

function keptFolder(data: DataFolder): KeptFolder {
	const { folder, n8nHome, postgres, sandbox, log, postgresLog, owner, running } = data;
	const made = [n8nHome, postgres, sandbox, log, postgresLog, owner, running].map((path) =>
		basename(path),
	);
	const isMade = (name: string) =>
		made.includes(name) || name.startsWith(`${basename(sandbox)}-until-`);
	return { folder, running, marker: '.npm-start-data', isMade };
}

/** With what the data folder holds of it, unless an older sandbox made that: then anew. */
async function startKeptSandbox(
	port: number,
	data: DataFolder,
	{ demo, say }: WorldOptions,
): Promise<RunningSandbox> {
	const flags = ['--demo', demo, '--time-zone', machineZone()];
	try {
		return await startLocalSandbox(port, data.sandbox, flags);
	} catch (error) {
		if (!/another version of the sandbox/.test((error as Error).message)) throw error;
		const aside = `${data.sandbox}-until-${new Date().toISOString().replaceAll(':', '-')}`;
		await rename(data.sandbox, aside);
		say(`  the sandbox has changed since it was last started: its old data went to ${aside}`);
		return await startLocalSandbox(port, data.sandbox, flags);
	}
}
