import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const root = join(__dirname, '..', '..');
const main = join(root, 'sandbox', 'main.ts');
const startLimitMs = 60_000;
const endLimitMs = 5_000;
/** Ends the process when its input ends: with the process that started it, however that one ended. */
const endsWithParent =
	"data:text/javascript,process.stdin.resume().on('end',()=>process.kill(process.pid,'SIGTERM'))";

/** A sandbox in a process of its own, started when the first test asks for it; one serves all tests of a run. */
export class SandboxProcess {
	constructor(private readonly flags: string[] = []) {}

	private child: ChildProcess | undefined;
	private started: Promise<string> | undefined;
	private words = '';

	/** Origin of the running sandbox. Throws with what the sandbox printed when it did not come up. */
	async url(): Promise<string> {
		this.started ??= this.start();
		return await this.started;
	}

	async stop(): Promise<void> {
		const child = this.child;
		if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
		const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
		child.kill('SIGTERM');
		const tooLong = setTimeout(() => child.kill('SIGKILL'), endLimitMs);
		await ended;
		clearTimeout(tooLong);
	}

	private async start(): Promise<string> {
		if (!existsSync(main)) throw new Error('There is no sandbox/main.ts: nothing to test against.');
		const flags = ['--empty', '--port', '0', ...this.flags];
		const child = spawn(
			process.execPath,
			['--import', 'tsx', '--import', endsWithParent, main, ...flags],
			// In a process group of its own: Ctrl-C is for the one that started it, which may still need it.
			{ cwd: root, detached: true, stdio: ['pipe', 'pipe', 'pipe'] },
		);
		this.child = child;
		child.stderr.on('data', (part: Buffer) => {
			this.words = (this.words + part.toString()).slice(-4_000);
		});
		return await new Promise<string>((resolve, reject) => {
			const fail = (why: string) => reject(new Error(`${why}\n${this.words}`.trim()));
			const tooLong = setTimeout(() => {
				child.kill('SIGKILL');
				fail(`The sandbox printed no ready line within ${startLimitMs / 1000} s.`);
			}, startLimitMs);
			child.once('error', (error) => fail(error.message));
			child.once('close', (code) => {
				clearTimeout(tooLong);
				fail(`The sandbox ended with code ${code}.`);
			});
			createInterface({ input: child.stdout }).on('line', (line) => {
				const url = readyUrl(line);
				if (url === undefined) return;
				clearTimeout(tooLong);
				resolve(url);
			});
		});
	}
}

/** The ready line is one line of JSON: `{"url": …, "pid": …}`. */
function readyUrl(line: string): string | undefined {
	if (!line.startsWith('{')) return undefined;
	const ready: unknown = JSON.parse(line);
	if (typeof ready !== 'object' || ready === null || !('url' in ready)) return undefined;
	return String(ready.url).replace(/\/$/, '');
}
