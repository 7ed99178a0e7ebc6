import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { root } from './layout';
import { end, start } from './processes';

export interface RunningSandbox {
	url: string;
	pid: number | undefined;
	stop(): Promise<void>;
}

/** Ends the process when its input ends: with the process that started it, however that one ended. */
const endsWithParent =
	"data:text/javascript,process.stdin.resume().on('end',()=>process.kill(process.pid,'SIGTERM'))";

/** The sandbox's process. When it is ready, it prints its address. */
export function launchSandbox(
	port: number,
	flags: string[],
	environment: NodeJS.ProcessEnv = {},
): ChildProcess {
	const main = join(root, 'sandbox', 'main.ts');
	const imports = ['tsx', endsWithParent].flatMap((one) => ['--import', one]);
	return start(process.execPath, [...imports, main, '--port', String(port), ...flags], {
		cwd: root,
		env: { ...process.env, ...environment },
		stdio: ['pipe', 'pipe', 'pipe'],
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
	return { url, pid: child.pid, stop: async () => await end(child) };
}
