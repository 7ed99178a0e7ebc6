import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Agent, fetch } from 'undici';

import { headersOf, isTableKind, type Kind } from './contenders/contender';
import { bulkOf, type Call, chunks, writeOf } from './contenders/requests';
import { cells, FIELDS, plain, TABLE_FIELDS } from './data';

/** Memory is measured without what is to be collected. */
const TYPESCRIPT = ['--import', 'tsx', '--expose-gc'];

/** The sandbox that is measured against, reached without the delay of the line. */
export interface Ground {
	url: string;
	port: number;
	/** File with the certificate to trust. */
	certificateFile: string;
	/** Empties the world. */
	reset(): Promise<void>;
	/** Sets what each record takes from now on. */
	pace(perRecordMs: number): Promise<void>;
	/** Makes an app for a kind of job, and a token with all permissions for it. */
	makeApp(kind: Kind): Promise<{ app: string; token: string }>;
	/** Adds the records 0 to `count - 1` for a kind of job, at full speed. */
	fill(app: string, kind: Kind, count: number): Promise<void>;
	countRecords(app: string): Promise<number>;
	/** Requests to the world since the last question, and those that were rejected with 429. */
	takeRequests(): Promise<{ requests: number; tooMany: number }>;
	/** Processor time of the sandbox since it was started. */
	cpuMs(): Promise<number>;
	stop(): Promise<void>;
}

/** Starts the sandbox in a process of its own. Throws where it does not start. */
export async function startGround(): Promise<Ground> {
	const child = fork(join(__dirname, 'service.ts'), [], { execArgv: TYPESCRIPT });
	const { url, port, certificate } = (await answer(child)) as {
		url: string;
		port: number;
		certificate: string;
	};
	const folder = await mkdtemp(join(tmpdir(), 'bench-'));
	const certificateFile = join(folder, 'certificate.pem');
	await writeFile(certificateFile, certificate);
	const dispatcher = new Agent({ connect: { ca: certificate } });

	async function call<Body>({ method, path, query, body }: Call): Promise<Body> {
		const search = query ? `?${new URLSearchParams(query).toString()}` : '';
		const reply = await fetch(`${url}${path}${search}`, {
			dispatcher,
			method,
			headers: { ...headersOf({}), ...(body && { 'content-type': 'application/json' }) },
			...(body && { body: JSON.stringify(body) }),
		});
		const text = await reply.text();
		if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${text}`);
		return JSON.parse(text) as Body;
	}
	const post = async (path: string, body: object) =>
		await call<Record<string, string>>({ method: 'POST', path, body });

	return {
		url,
		port,
		certificateFile,
		async reset() {
			await post('/_sandbox/reset', {});
		},
		async pace(perRecordMs) {
			await post('/_sandbox/pace', { perRecordMs });
		},
		async makeApp(kind) {
			const { app = '' } = await post('/k/v1/preview/app.json', { name: 'Orders' });
			await post('/k/v1/preview/app/form/fields.json', {
				app,
				properties: isTableKind(kind) ? TABLE_FIELDS : FIELDS,
			});
			await post('/k/v1/preview/app/deploy.json', { apps: [{ app }] });
			await post('/_sandbox/clock', { advanceSeconds: 1 });
			await call({ method: 'GET', path: '/k/v1/app.json', query: { id: app } });
			const permissions = ['view', 'add', 'edit', 'delete'];
			const { token = '' } = await post('/_sandbox/tokens', { app, permissions });
			return { app, token };
		},
		async fill(app, kind, count) {
			const records = Array.from({ length: count }, (_, at) =>
				isTableKind(kind) ? { Number: { value: `N-${at}` } } : cells(plain(at)),
			);
			for (const twenty of chunks(chunks(records, 100), 20)) {
				await call(bulkOf(twenty.map((list) => writeOf('insert', app, list))));
			}
		},
		async countRecords(app) {
			const query = { app, query: 'limit 1', totalCount: 'true', 'fields[0]': '$id' };
			const page = await call<{ totalCount: string }>({
				method: 'GET',
				path: '/k/v1/records.json',
				query,
			});
			return Number(page.totalCount);
		},
		async takeRequests() {
			const log = await call<{ total: number; requests: Array<{ status: number | null }> }>({
				method: 'GET',
				path: '/_sandbox/requests',
			});
			await call({ method: 'DELETE', path: '/_sandbox/requests' });
			const tooMany = log.requests.filter(({ status }) => status === 429).length;
			return { requests: log.total, tooMany };
		},
		async cpuMs() {
			child.send('cpu');
			const { user, system } = (await answer(child)) as NodeJS.CpuUsage;
			return (user + system) / 1000;
		},
		async stop() {
			await dispatcher.close();
			child.disconnect();
			await once(child, 'exit');
			await rm(folder, { recursive: true, force: true });
		},
	};
}

/** The Node of a process, and what n8n evaluates expressions with in it. */
export interface Runtime {
	node?: string;
	engine?: string;
}

/** A process that has made everything ready for an order. */
export interface Prepared {
	/** Lets it do what was ordered, and gives what it tells. */
	go<Told>(): Promise<Told>;
}

/**
 * Starts a module of ours in a process that trusts the certificate, and waits until it is ready for an
 * order. Throws where it ends before.
 */
export async function prepare(
	file: string,
	order: object,
	certificateFile: string,
	{ node = process.execPath, engine }: Runtime = {},
): Promise<Prepared> {
	const child = fork(join(__dirname, file), [], {
		execPath: node,
		execArgv: TYPESCRIPT,
		env: {
			...process.env,
			NODE_EXTRA_CA_CERTS: certificateFile,
			...(engine && { N8N_EXPRESSION_ENGINE: engine }),
		},
	});
	const told = async () => {
		const message = (await answer(child)) as { error?: string };
		if (message.error !== undefined) throw new Error(message.error);
		return message;
	};
	child.send(order);
	await told();
	return {
		async go<Told>() {
			child.send('go');
			const message = await told();
			if (child.exitCode === null) await once(child, 'exit');
			return message as Told;
		},
	};
}

/** The next message of a child process. Throws when it ends without one. */
async function answer(child: ChildProcess): Promise<unknown> {
	return await new Promise((resolve, reject) => {
		const ended = (code: number | null) =>
			reject(new Error(`A process of the measurement ended with code ${code}`));
		child.once('exit', ended);
		child.once('message', (message) => {
			child.off('exit', ended);
			resolve(message);
		});
	});
}
