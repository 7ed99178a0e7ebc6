import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { N8nApi } from '../../start/api';
import { dataFolder, root } from '../../start/layout';
import type { Running } from '../../start/folder';
import { readOwner } from '../../start/owner';

export interface StartOptions {
	/** What it writes is also shown. */
	show?: boolean;
	flags?: string[];
	command?: 'start/main.ts' | 'start/cluster/main.ts';
}

/** What `npm start` or `npm run cluster` runs, started as a person starts it, on free ports. */
export class LocalStart {
	private constructor(
		readonly folder: string,
		private readonly child: ChildProcess,
		readonly running: Running,
		private readonly words: { text: string },
	) {}

	/** All that it has written to its output. */
	get said(): string {
		return this.words.text;
	}

	/** Waits until everything is ready; the first time of a checkout, n8n is installed. */
	static async begin(folder: string, options: StartOptions = {}): Promise<LocalStart> {
		const { child, words } = spawnStart(folder, options);
		const file = dataFolder(folder).running;
		while (child.exitCode === null) {
			if (existsSync(file)) {
				const running = JSON.parse(await readFile(file, 'utf8')) as Running;
				// A start that was killed has left its own.
				if (running.pid === child.pid) return new LocalStart(folder, child, running, words);
			}
			await new Promise((done) => setTimeout(done, 200));
		}
		throw new Error(`The start ended early:\n${words.text}`);
	}

	/** With a folder of its own, which `endAndDelete` deletes. */
	static async beginNew(options: StartOptions = {}): Promise<LocalStart> {
		const folder = await mkdtemp(join(tmpdir(), 'local-start-'));
		return await LocalStart.begin(folder, options).catch(async (error: Error) => {
			await rm(folder, { recursive: true, force: true });
			throw error;
		});
	}

	/** n8n's API, as its owner. n8n refuses more than a few sign-ins in a row. */
	async api(): Promise<N8nApi> {
		const api = new N8nApi(this.running.editorUrl);
		await api.signIn(await readOwner(dataFolder(this.folder).owner));
		return api;
	}

	/** Ctrl-C. Gives the exit code. */
	async interrupt(): Promise<number | null> {
		const ended = new Promise<number | null>((done) => this.child.once('exit', done));
		if (this.child.exitCode !== null) return this.child.exitCode;
		this.child.kill('SIGINT');
		return await ended;
	}

	/** kill -9. What it has started ends by itself. */
	async kill(): Promise<void> {
		const ended = once(this.child, 'exit');
		this.child.kill('SIGKILL');
		await ended;
		const { editorUrl, sandboxUrl } = this.running;
		while ((await Promise.all([editorUrl, sandboxUrl].map(listens))).includes(true)) {
			await new Promise((done) => setTimeout(done, 200));
		}
	}

	async endAndDelete(): Promise<void> {
		await this.interrupt();
		await rm(this.folder, { recursive: true, force: true });
	}
}

function spawnStart(
	folder: string,
	{ show = false, flags = [], command = 'start/main.ts' }: StartOptions,
) {
	const free = ['--data', folder, '--port', '0', '--sandbox-port', '0'];
	const args = ['--import', 'tsx', join(root, command), ...free, ...flags];
	const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
	const words = { text: '' };
	for (const stream of [child.stdout, child.stderr]) {
		stream.on('data', (chunk: Buffer) => {
			words.text += chunk.toString();
			if (show) process.stderr.write(chunk);
		});
	}
	return { child, words };
}

/** For a start that is refused. One that is not ends too, once it is ready. */
export async function startsAndEnds(
	folder: string,
	...flags: string[]
): Promise<{ code: number | null; said: string }> {
	const { child, words } = spawnStart(folder, { flags });
	child.stdout.on('data', () => {
		if (words.text.includes('n8n is ready')) child.kill('SIGINT');
	});
	const [code] = (await once(child, 'close')) as [number | null];
	return { code, said: words.text };
}

/** True when somebody listens behind the URL. */
export async function listens(url: string): Promise<boolean> {
	const { hostname, port } = new URL(url);
	return await new Promise((done) => {
		const socket = connect(Number(port), hostname);
		socket.once('connect', () => {
			socket.destroy();
			done(true);
		});
		socket.once('error', () => done(false));
	});
}
