import { mkdtemp } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startPostgres, type TestDatabase } from './postgres';
import { SandboxProcess } from './sandbox-process';

/** What the teardown ends; both run in the process that starts the workers. */
export interface Running {
	sandbox?: SandboxProcess;
	database?: TestDatabase | undefined;
	broker: Server;
	/** Holds whatever the tests put into the system's folder for temporary files. */
	temporary: string;
}

declare global {
	var running: Running | undefined;
}

/** With `SANDBOX_DATABASE=embedded`, the sandbox has the database that it has for everybody. */
const EMBEDDED = process.env.SANDBOX_DATABASE === 'embedded';

/** A machine that can't run the server has slower tests, not none. */
function slowly(problem: unknown): undefined {
	console.warn(`PostgreSQL did not start, so the tests take longer: ${String(problem)}`);
	return undefined;
}

/**
 * Workers cannot share a child process, so they ask this process for the sandbox's address:
 * the first question starts it, and a run that never asks starts nothing.
 */
export default async function setup(): Promise<void> {
	const temporary = await mkdtemp(join(tmpdir(), 'tests-'));
	// n8n logs each error that a test expects.
	process.env.N8N_LOG_LEVEL ??= 'silent';
	for (const name of ['TMPDIR', 'TEMP', 'TMP']) process.env[name] = temporary;
	// Tests of lost connections reach it through doors of their own, which have other ports.
	// Both editions of the groupware have all visibilities, so that tests of events need not tell them apart.
	const flags = ['--allow-host', '127.0.0.1', '--accept-cloud-watchers', '--deploy-ms', '0'];
	const start = async () => {
		if (!EMBEDDED)
			running.database = await startPostgres(join(temporary, 'postgres')).catch(slowly);
		const { database } = running;
		running.sandbox = new SandboxProcess([
			...flags,
			...(database ? ['--database', database.url] : []),
		]);
		return await running.sandbox.url();
	};
	let origin: Promise<string> | undefined;
	const broker = createServer((_request, response) => {
		// A worker that asks again seconds later must not meet a connection just being closed.
		response.setHeader('connection', 'close');
		(origin ??= start()).then(
			(url) => response.end(url),
			(error: unknown) => response.writeHead(500).end(String(error)),
		);
	});
	await new Promise<void>((resolve) => broker.listen(0, '127.0.0.1', resolve));
	process.env.SANDBOX_BROKER = `http://127.0.0.1:${(broker.address() as AddressInfo).port}`;
	const running: Running = { broker, temporary };
	globalThis.running = running;
}
