import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import type { Sandbox, SandboxOptions } from '../../../sandbox/server';

export interface ProbeOptions extends Omit<SandboxOptions, 'services' | 'quiet'> {
	/** As if by another version of the service. */
	moreTables?: boolean;
}

/** A sandbox with the probe service, started before the tests of a file and ended after them. */
export function useProbeSandbox(options: ProbeOptions = {}): {
	url(path?: string): string;
	json(path: string, init?: RequestInit): Promise<unknown>;
	control(path: string, body?: unknown, method?: string): Promise<unknown>;
} {
	let sandbox: Sandbox | undefined;
	beforeAll(async () => {
		sandbox = await startProbe(options);
	});
	afterAll(() => sandbox?.close());

	const url = (at = ''): string => {
		if (!sandbox) throw new Error('The sandbox runs inside tests only');
		return sandbox.url + at;
	};
	const json = async (at: string, init?: RequestInit): Promise<unknown> =>
		(await fetch(url(at), init)).json();
	return {
		url,
		json,
		control: (at, body, method = 'POST') =>
			json(at, {
				method,
				headers: { 'content-type': 'application/json' },
				...(body === undefined ? {} : { body: JSON.stringify(body) }),
			}),
	};
}

const root = path.join(__dirname, '..', '..', '..');

/** Runs the command with these flags. */
export const run = (...flags: string[]) => runWith({}, ...flags);

/** Runs it with more in its environment, after modules that Node loads before it. */
export function runWith(
	{ environment = {}, imports = [] }: { environment?: NodeJS.ProcessEnv; imports?: string[] },
	...flags: string[]
) {
	const before = ['tsx', ...imports].flatMap((one) => ['--import', one]);
	const child = spawn(
		process.execPath,
		[...before, path.join(root, 'sandbox', 'main.ts'), ...flags],
		{ cwd: root, env: { ...process.env, ...environment }, stdio: ['ignore', 'pipe', 'pipe'] },
	);
	const errors = text(child.stderr);
	const output: string[] = [];
	child.stdout.setEncoding('utf8').on('data', (part: string) => output.push(part));
	return { child, errors, output, ended: once(child, 'exit') as Promise<[number | null]> };
}

/** Waits until the command is ready and gives its address. */
export async function addressOf({ child, output, errors, ended }: ReturnType<typeof run>) {
	await Promise.race([once(child.stdout, 'data'), ended]);
	if (output.length === 0) throw new Error(await errors);
	return (JSON.parse(output.join('')) as { url: string }).url;
}

/** In a process of its own: the embedded database does not run inside jest's module sandbox. */
export async function startProbe(options: ProbeOptions = {}): Promise<Sandbox> {
	const child = spawn(
		process.execPath,
		['--import', 'tsx', path.join(__dirname, 'probe-server.ts'), JSON.stringify(options)],
		{ stdio: ['pipe', 'pipe', 'pipe'] },
	);
	const errors = text(child.stderr);
	const ended = once(child, 'exit');
	const ready = once(createInterface({ input: child.stdout }), 'line') as Promise<[string]>;
	const line = await Promise.race([ready.then(([first]) => first), ended.then(() => undefined)]);
	if (line === undefined) throw new Error(await errors);
	return {
		...(JSON.parse(line) as Pick<Sandbox, 'url' | 'port'>),
		async close() {
			child.stdin.end();
			await ended;
		},
	};
}
