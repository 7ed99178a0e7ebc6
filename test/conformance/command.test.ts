import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

import { useSandbox } from '../support/sandbox';

/** What a person sees of `npm run conformance`: what it refuses, its questions, its end, and its exit code. */

const service = useSandbox();
const root = join(__dirname, '..', '..');
const main = join(root, 'tools', 'conformance', 'main.ts');
const tsx = pathToFileURL(require.resolve('tsx')).href;
const folder = mkdtempSync(join(tmpdir(), 'conformance-command-'));
const report = join(folder, 'conformance.md');
const children: ChildProcess[] = [];

// A busy machine shifts the moments at which signals arrive.
jest.retryTimes(2, { logErrorsBeforeRetry: true });

afterAll(() => {
	for (const child of children) if (child.exitCode === null) child.kill('SIGKILL');
	rmSync(folder, { recursive: true, force: true });
});

class Running {
	words = '';
	readonly code: Promise<number | null>;

	constructor(readonly child: ChildProcess) {
		children.push(child);
		for (const stream of [child.stdout, child.stderr]) {
			stream?.on('data', (part: Buffer) => (this.words += part.toString()));
		}
		this.code = once(child, 'close').then(([code]) => code as number | null);
	}

	async until(words: string): Promise<void> {
		while (!this.words.includes(words)) {
			if (this.child.exitCode !== null) throw new Error(`It ended: ${this.words}`);
			await wait(20);
		}
	}
}

function start(flags: string[], { password = 'admin' as string | null } = {}): Running {
	const { CONFORMANCE_PASSWORD: _password, ...env } = process.env;
	const child = spawn(process.execPath, ['--import', tsx, main, ...flags], {
		cwd: folder,
		// The whole group gets the signal of Ctrl-C.
		detached: true,
		env: { ...env, ...(password !== null && { CONFORMANCE_PASSWORD: password }) },
		stdio: 'pipe',
	});
	return new Running(child);
}

const flags = (more: string[] = [], baseUrl = service.url) => [
	...['--base-url', baseUrl, '--user', 'admin', '--app-space', '1', '--pause', '0'],
	...more,
];

async function spaces(): Promise<unknown> {
	const dump = await (await fetch(`${service.url}/_sandbox/dump`)).json();
	return (dump as { app_spaces: unknown[] }).app_spaces;
}

const pressCtrlC = ({ child }: Running) => process.kill(-(child.pid ?? 0), 'SIGINT');

it.each<[string, () => string[], RegExp]>([
	['a missing flag', () => ['--user', 'admin'], /required option '--base-url/],
	['an address without a protocol', () => flags([], 'localhost:80'), /begin with http:\/\/ or/],
	['a topic', () => flags(['--only', 'Querys']), /no topic "Querys".*Queries\n/s],
	['a template', () => flags(['--app-space', 'x']), /--app-space takes the ID/],
	['a pause', () => flags(['--pause', 'x']), /--pause takes milliseconds/],
	['a folder', () => flags(['--report', 'none/x.md']), /the folder \S+ doesn't exist/],
])('what it refuses before it sends anything %s', async (_what, given, says) => {
	await service.forget();
	const running = start(given());
	expect(await running.code).toBe(2);
	expect(running.words).toMatch(says);
	expect(running.words).not.toContain('    at ');
	expect(await service.requests()).toEqual([]);
});

it('what it refuses before it sends anything the leftovers of another address', async () => {
	const file = join(folder, 'conformance-left.json');
	writeFileSync(file, JSON.stringify({ baseUrl: 'https://other.example.com', made: [] }));
	const running = start(flags());
	expect(await running.code).toBe(2);
	rmSync(file);
	expect(running.words).toContain('left behind at https://other.example.com');
	expect(running.words).not.toContain('    at ');
});

it('a run writes a report, and ends with 0 where all is the same', async () => {
	const running = start(flags(['--yes', '--only', 'Files']));
	expect(await running.code).toBe(0);
	expect(running.words).toContain('3 responses are the same, 0 are different, 0 cases');
	expect(readFileSync(report, 'utf8')).toContain('- Files, an upload is attached once: 3');
});

it.each(['Preparing.', '/k/v1/template/space.json'])(
	'a run ends without a trace with Ctrl-C while it prepares (%s)',
	async (moment) => {
		const before = await spaces();
		const running = start(flags(['--yes']));
		await running.until('Preparing.');
		await service.forget();
		while (moment.startsWith('/') && !(await service.calls()).includes(`POST ${moment}`)) {
			await wait(20);
		}
		pressCtrlC(running);
		expect(await running.code).toBe(2);
		expect(running.words).toContain('The run was interrupted');
		expect(running.words).not.toMatch(/fetch failed| {4}at /);
		expect(existsSync(join(folder, 'conformance-left.json'))).toBe(false);
		expect(await spaces()).toEqual(before);
	},
);
