import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

import { claimFolder } from '../sandbox/store/marker';

import { N8nApi } from './api';
import { saveCredentials } from './credentials';
import { type Editor, startEditor } from './editor';
import { importExamples, type ImportedExample } from './examples';
import { installN8n, type LocalNode } from './install';
import { type DataFolder, dataFolder, n8nLock } from './layout';
import { installCommunityPackages, packPackages, type Tarball } from './packages';
import { keptOwner, type Owner } from './owner';
import { freePort, isRunning, run } from './processes';
import { type Say, step } from './progress';
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
	say: Say;
}

/** n8n with both packages, and the sandbox. */
export interface World {
	editorUrl: string;
	sandboxUrl: string;
	api: N8nApi;
	examples: ImportedExample[];
	owner: Owner;
	/** Where the owner's password is kept. */
	ownerFile: string;
	/** The password was made by this start. */
	hasNewPassword: boolean;
	/** Settles when n8n ends by itself. */
	ended: Promise<void>;
	stop(): Promise<void>;
}

/** What the data folder says of its user, once everything is ready. */
export interface Running {
	pid: number;
	editorUrl: string;
	sandboxUrl: string;
}

/** Starts everything of `npm start`. If a step fails, everything is stopped again. */
export async function startWorld(options: WorldOptions): Promise<World> {
	const { say } = options;
	const data = dataFolder(options.data);
	await claimData(data);
	await refuseSecondUse(data);
	if (options.reset) await empty(data);
	await mkdir(data.communityNodes, { recursive: true });

	const packages = await packPackages(say);
	const node = await installN8n(say);
	await installCommunityPackages(data.communityNodes, packages);
	const { owner, isNew } = await keptOwner(data.owner);

	let sandbox: RunningSandbox | undefined;
	let editor: Editor | undefined;
	const stop = async () => {
		await editor?.stop();
		await sandbox?.stop();
		await rm(data.running, { force: true });
	};
	try {
		const sandboxPort = await freePort(options.sandboxPort);
		const port = await freePort(options.port);
		sandbox = await step(say, { title: 'Starting the sandbox' }, () =>
			startKeptSandbox(sandboxPort, data, say),
		);
		editor = await step(say, { title: 'Starting n8n', usually: '5 to 15 s' }, () =>
			startEditor(node, data, port, owner),
		);

		const api = new N8nApi(editor.url);
		await signIn(api, owner, data);
		await registerPackages(node, data, packages, api);
		const credentials = await saveCredentials(api, sandbox.url);
		const examples = await importExamples(api, credentials);
		const running: Running = {
			pid: process.pid,
			editorUrl: editor.url,
			sandboxUrl: sandbox.url,
		};
		// Renamed, so that nobody reads half of it.
		await writeFile(`${data.running}.new`, JSON.stringify(running));
		await rename(`${data.running}.new`, data.running);
		const child = editor.child;
		const ended = new Promise<void>((done) => child.once('exit', () => done()));
		return {
			editorUrl: editor.url,
			sandboxUrl: sandbox.url,
			api,
			examples,
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

/** Only this user may read the folder, because it contains n8n's database. */
async function claimData(data: DataFolder): Promise<void> {
	await claimFolder(data.folder, {
		marker: '.npm-start-data',
		isOlder: (_folder, entries) =>
			existsSync(data.database) && entries.every((name) => isMadeHere(data, name)),
	});
	await chmod(data.folder, 0o700);
}

/** Deletes only files that a start created. */
async function empty(data: DataFolder): Promise<void> {
	for (const name of await readdir(data.folder)) {
		if (isMadeHere(data, name)) {
			await rm(join(data.folder, name), { recursive: true, force: true });
		}
	}
}

function isMadeHere({ n8nHome, sandbox, log, owner, running }: DataFolder, name: string): boolean {
	const made = [n8nHome, sandbox, log, owner, running].map((path) => basename(path));
	return made.includes(name) || name.startsWith(`${basename(sandbox)}-until-`);
}

/** With what the data folder holds of it, unless an older sandbox made that: then anew. */
async function startKeptSandbox(port: number, data: DataFolder, say: Say): Promise<RunningSandbox> {
	try {
		return await startLocalSandbox(port, data.sandbox);
	} catch (error) {
		if (!/another version of the sandbox/.test((error as Error).message)) throw error;
		const aside = `${data.sandbox}-until-${new Date().toISOString().replaceAll(':', '-')}`;
		await rename(data.sandbox, aside);
		say(`  the sandbox has changed since it was last started: its old data went to ${aside}`);
		return await startLocalSandbox(port, data.sandbox);
	}
}

/** Two n8n processes would corrupt one database. */
async function refuseSecondUse(data: DataFolder): Promise<void> {
	if (!existsSync(data.running)) return;
	const { pid, editorUrl } = JSON.parse(await readFile(data.running, 'utf8')) as Running;
	if (isRunning(pid) && (await answers(editorUrl))) {
		throw new Error(
			`This data folder is in use: ${editorUrl} (process ${pid}). Stop that process first, or use another folder (--data).`,
		);
	}
}

async function answers(url: string): Promise<boolean> {
	try {
		return (await fetch(url)).ok;
	} catch {
		return false;
	}
}

async function signIn(api: N8nApi, owner: Owner, data: DataFolder): Promise<void> {
	try {
		await api.signIn(owner);
	} catch (error) {
		throw new Error(
			`Could not sign in to n8n as ${owner.email}. If two-factor authentication is on, use --reset (deletes all data in ${data.folder}) or another folder (--data).\n${(error as Error).message}`,
		);
	}
}

/** Makes the packages appear under Settings → Community nodes. */
async function registerPackages(
	node: LocalNode,
	data: DataFolder,
	packages: Tarball[],
	api: N8nApi,
): Promise<void> {
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
		throw new Error(`n8n did not load ${missing.join(' and ')}; see ${data.log}`);
	}
	const script = join(n8nLock, 'register-packages.mjs');
	await run(node.executable, ['--no-warnings', script, data.database, JSON.stringify(rows)]);
}
