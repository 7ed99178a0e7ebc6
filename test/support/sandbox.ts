import { randomBytes } from 'node:crypto';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import type { LoggedRequest } from '../../sandbox/tenants/request-log';

/** What the world was asked, as `GET /_sandbox/requests` tells it. */
export interface RequestLog {
	total: number;
	/** Requests that are not at their end. */
	running: number;
	/** Requests that were in flight at once, at the most. */
	mostRunning: number;
	/** TCP connections that carried the requests. */
	connectionsUsed: number;
	/** Oldest first. */
	requests: LoggedRequest[];
}

/** An empty world of the sandbox, the test file's own. */
export interface TestSandbox {
	/** Base URL of the world, without a slash at the end; what a credential takes. */
	readonly url: string;
	/** `POST /_sandbox/<path>`; gives the parsed answer. Throws when the sandbox refuses. */
	control(path: string, body?: object): Promise<unknown>;
	/** What the world was asked so far; an answer that is at its end is waited for. */
	log(): Promise<RequestLog>;
	/** The requests of the log. */
	requests(): Promise<LoggedRequest[]>;
	/** Method and path of each request, such as `GET /k/v1/records.json`, without the query. */
	calls(): Promise<string[]>;
	/** Empties the log. */
	forget(): Promise<unknown>;
	/** Has coming requests answered with a fault (status, code, delay, cut connection …). */
	faults(fault: object): Promise<unknown>;
	/**
	 * Runs `work` and holds its first request of one of these calls (`PUT /k/v1/records.json`, or fields of a fault) until
	 * `others` is done. Throws when `work` ends without such a request.
	 */
	whileHeld<T>(
		calls: Array<string | object>,
		work: () => Promise<T>,
		others: () => Promise<unknown>,
	): Promise<T>;
	/** Moves the world's clock forward. */
	clock(advanceSeconds: number): Promise<unknown>;
	/** Empties the world again. */
	reset(): Promise<unknown>;
}

/**
 * Language of all accounts in the worlds of tests, such as `ja`: their messages are in it, and so are
 * the built-in fields of the apps that they make. Default: as in a new world.
 */
const LANGUAGE = process.env.SANDBOX_LANGUAGE;

/** Gives the test file its own empty world; call it once, outside of tests. */
export function useSandbox(): TestSandbox {
	let url: string | undefined;

	beforeAll(async () => {
		const origin = await sandboxOrigin();
		const file = basename(expect.getState().testPath ?? 'test')
			.replace(/\W+/g, '-')
			.slice(0, 30);
		url = `${origin}/t/${file}-${randomBytes(4).toString('hex')}`.toLowerCase();
		await speak();
	});

	const world = () => {
		if (url === undefined) throw new Error('The sandbox is there inside tests and hooks only.');
		return url;
	};
	const call = async (method: string, path: string, body?: object) =>
		await answer(
			await fetch(`${world()}/_sandbox/${path}`, {
				method,
				...(body && {
					headers: { 'content-type': 'application/json' },
					body: JSON.stringify(body),
				}),
			}),
		);
	const speak = async () => {
		if (LANGUAGE !== undefined) await call('POST', 'language', { language: LANGUAGE });
	};
	const control = async (path: string, body: object = {}) => {
		const answered = await call('POST', path, body);
		if (path === 'reset') await speak();
		return answered;
	};
	const log = async () => {
		// Whoever has the last byte of a file may ask before the sandbox has noted that it was sent.
		for (let looks = 1; ; looks++) {
			const report = (await call('GET', 'requests')) as RequestLog;
			if (report.running === 0 || looks === 10) return report;
			await sleep(20);
		}
	};
	const requests = async () => (await log()).requests;
	const faults = async (fault: object) => await control('faults', fault);
	const whileHeld: TestSandbox['whileHeld'] = async (calls, work, others) => {
		for (const one of calls) {
			const [method, path] = typeof one === 'string' ? one.split(' ') : [];
			await faults(typeof one === 'string' ? { method, path, hold: true } : { ...one, hold: true });
		}
		let isDone = false;
		const working = work().finally(() => (isDone = true));
		working.catch(() => undefined);
		try {
			while (!((await call('GET', 'faults')) as { holds: boolean }).holds) {
				if (isDone) {
					await working;
					throw new Error(`None of these was sent: ${JSON.stringify(calls)}`);
				}
				await sleep(5);
			}
			await others();
		} finally {
			await call('DELETE', 'faults');
		}
		return await working;
	};
	return {
		get url() {
			return world();
		},
		control,
		log,
		requests,
		calls: async () =>
			(await requests()).map(({ method, path }) => `${method} ${path.replace(/\?.*/, '')}`),
		forget: async () => await call('DELETE', 'requests'),
		faults,
		whileHeld,
		clock: async (advanceSeconds) => await control('clock', { advanceSeconds }),
		reset: async () => await control('reset'),
	};
}

export async function sandboxOrigin(): Promise<string> {
	const broker = process.env.SANDBOX_BROKER;
	if (broker === undefined) throw new Error('Tests that use the sandbox run under jest only.');
	const response = await fetch(broker);
	const text = await response.text();
	if (!response.ok) throw new Error(text);
	return text;
}

async function answer(response: Response): Promise<unknown> {
	const text = await response.text();
	if (!response.ok) throw new Error(`The sandbox answered ${response.status}: ${text}`);
	return text === '' ? undefined : JSON.parse(text);
}
