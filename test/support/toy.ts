import type { IncomingHttpHeaders } from 'node:http';

import type { Operation, Parameter, Service } from '../../nodes/shared/catalogue';
import { type Listening, listening } from './listening';

export interface Asked {
	method: string;
	url: string;
	headers: IncomingHttpHeaders;
	body: string;
}

/** What it answers: JSON, a text, or the connection cut. */
export interface Answered {
	status?: number;
	headers?: Record<string, string>;
	json?: unknown;
	text?: string;
	cut?: 'before' | 'body';
	/** Announces more than it sends, and keeps the connection open without another word. */
	silent?: boolean;
	delayMs?: number;
}

export interface ToyServer extends Listening {
	asked: Asked[];
}

/** A loopback server that answers as the test says, so that every fault can be played. */
export async function toyServer(
	answer: (asked: Asked, count: number) => Answered,
): Promise<ToyServer> {
	const asked: Asked[] = [];
	const server = await listening((request, response) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => {
			const { method = '', url = '', headers } = request;
			asked.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
			const {
				status = 200,
				json,
				text,
				cut,
				silent = false,
				delayMs = 0,
				...rest
			} = answer(asked.at(-1) as Asked, asked.length);
			setTimeout(() => {
				if (cut === 'before') return request.socket.destroy();
				const body = text ?? JSON.stringify(json ?? {});
				const length = Buffer.byteLength(body) + (cut === 'body' || silent ? 10 : 0);
				response.writeHead(status, {
					'content-type': text === undefined ? 'application/json' : 'text/html',
					'content-length': length,
					...rest.headers,
				});
				response.write(body);
				if (cut === 'body') setTimeout(() => request.socket.destroy(), 20);
				else if (!silent) response.end();
			}, delayMs);
		});
	});
	return { ...server, asked };
}

/** Gives a test file servers that end with each test; call it once, outside of tests. */
export function useToys(): typeof toyServer {
	const servers: ToyServer[] = [];
	afterEach(async () => {
		await Promise.all(servers.splice(0).map(async (server) => await server.close()));
	});
	return async (answer) => {
		const server = await toyServer(answer);
		servers.push(server);
		return server;
	};
}

/** An operation of nothing but these parameters, for tests of the requests that they make. */
export function operation(parameters: Parameter[], more: Partial<Operation> = {}): Operation {
	return {
		id: 'x',
		value: 'x',
		name: 'X',
		action: 'X',
		description: 'X',
		method: 'POST',
		path: '/x',
		parameters,
		run: { kind: 'perItem', result: () => [] },
		...more,
	};
}

/** A text parameter that is sent in the body under its name. */
export const text = (name: string, more: Partial<Parameter> = {}): Parameter => ({
	displayName: name.toUpperCase(),
	name,
	type: 'string',
	default: '',
	send: { in: 'body', key: name },
	...more,
});

const things = [
	operation([text('name')], { value: 'create', name: 'Create', description: 'Create things' }),
	operation([text('id')], { value: 'get', name: 'Get', description: 'Get things' }),
];

/** A service of the test's own: what the machinery does must not hang on either real one. */
export function toyService(): Service {
	return {
		name: 'Toy',
		credentials: [{ value: 'toy', name: 'Toy', credential: 'toyApi', oauth2: false }],
		resources: [{ value: 'thing', name: 'Thing', description: 'Things', operations: things }],
		connect: ({ baseUrl }) => ({ baseUrl: String(baseUrl), signIn: 'password' }),
		route: (_operation, path) => path,
		explain: ({ body }) => {
			const { code, message, culprits, reasons } = (body ?? {}) as Partial<
				Record<'code' | 'message', string> & { culprits: number[]; reasons: string[] }
			>;
			if (code === undefined || message === undefined) return undefined;
			return {
				code,
				message,
				...(code.startsWith('ELEMENT') && { blames: 'elements' as const }),
				...(culprits && {
					fields: culprits.map((element, at) => ({
						path: `things[${element}].name`,
						label: 'name',
						element,
						messages: [reasons?.[at] ?? 'is bad'],
					})),
				}),
			};
		},
		bulk: {
			max: 2,
			allowed: () => true,
			words: { notAllowed: 'Sign in otherwise', apart: 'Stay in one place' },
			key: () => '',
			wrap: (requests) => ({
				method: 'POST',
				path: '/bulk',
				body: { requests: requests.map(({ path, body }) => ({ path, body: body as never })) },
				repeatable: false,
			}),
			unwrap: (body) => (body as { results: unknown[] }).results,
			refused: ({ status, headers, body }) => {
				const { results } = (body ?? {}) as { results?: Array<{ code?: string }> };
				const index = results?.findIndex(({ code }) => code !== undefined) ?? -1;
				return index < 0
					? undefined
					: { index, reply: { status, headers, body: results?.[index] } };
			},
		},
	};
}
