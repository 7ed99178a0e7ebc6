import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';

import { dataFolder, root } from '../../../start/layout';
import type { Running } from '../../../start/world';

/** What `npm start` runs, started as a person starts it, on free ports. */
export class LocalStart {
	private constructor(
		private readonly child: ChildProcess,
		readonly running: Running,
	) {}

	/** Waits until everything is ready; the first time of a checkout, n8n is installed. */
	static async begin(folder: string, show = false): Promise<LocalStart> {
		const flags = ['--data', folder, '--port', '0', '--sandbox-port', '0'];
		const args = ['--import', 'tsx', join(root, 'start', 'main.ts'), ...flags];
		const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
		let words = '';
		for (const stream of [child.stdout, child.stderr]) {
			stream.on('data', (chunk: Buffer) => {
				words += chunk.toString();
				if (show) process.stderr.write(chunk);
			});
		}
		const file = dataFolder(folder).running;
		while (!existsSync(file)) {
			if (child.exitCode !== null) throw new Error(`npm start ended early:\n${words}`);
			await new Promise((done) => setTimeout(done, 200));
		}
		return new LocalStart(child, JSON.parse(await readFile(file, 'utf8')) as Running);
	}

	/** Ctrl-C. Gives the exit code. */
	async interrupt(): Promise<number | null> {
		const ended = new Promise<number | null>((done) => this.child.once('exit', done));
		if (this.child.exitCode !== null) return this.child.exitCode;
		this.child.kill('SIGINT');
		return await ended;
	}
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
