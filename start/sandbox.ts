import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { root } from './layout';
import { end, start } from './processes';

export interface RunningSandbox {
	url: string;
	stop(): Promise<void>;
}

/** The sandbox's process. When it is ready, it prints its address. */
export function launchSandbox(
	port: number,
	flags: string[],
	environment: NodeJS.ProcessEnv = {},
): ChildProcess {
	const main = join(root, 'sandbox', 'main.ts');
	return start(process.execPath, ['--import', 'tsx', main, '--port', String(port), ...flags], {
		cwd: root,
		env: { ...process.env, ...environment },
		stdio: ['ignore', 'pipe', 'pipe'],
	});
}

/**
 * Starts the sandbox with its demo world, or with what `folder` holds already.
 * @param flags of the sandbox's command
 */
export async function startLocalSandbox(
	port: number,
	folder?: string,
	flags: string[] = [],
): Promise<RunningSandbox> {
	const child = launchSandbox(port, [
		...(folder === undefined ? [] : ['--data', folder]),
		...flags,
	]);
	let words = '';
	child.stderr?.on('data', (chunk: Buffer) => {
		words = (words + chunk.toString()).slice(-2_000);
	});
	const url = await new Promise<string>((ready, fail) => {
		child.once('error', fail);
		child.once('close', (code) => {
			fail(new Error(`The sandbox failed to start (code ${code})\n${words}`));
		});
		if (!child.stdout) return;
		createInterface({ input: child.stdout }).on('line', (line) => {
			if (line.startsWith('{')) ready((JSON.parse(line) as { url: string }).url);
		});
	});
	return { url, stop: async () => await end(child) };
}
