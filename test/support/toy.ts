import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import type { BatchRun, Operation, Parameter, Run, Service } from '../../nodes/shared/catalogue';
import { describe as describeNode } from '../../nodes/shared/describe';
import { execute } from '../../nodes/shared/execute';
import type { Loaded } from '../../start/headless/packages';

/** What a toy server was asked. */
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

export interface ToyServer {
	url: string;
	asked: Asked[];
	close(): Promise<void>;
}

/** A loopback server that answers as the test says, so that every fault can be played. */
export async function toyServer(
	answer: (asked: Asked, count: number) => Answered,
): Promise<ToyServer> {
	const asked: Asked[] = [];
	const server: Server = createServer((request, response) => {
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
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		asked,
		close: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
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

/** An operation on things, named after its value. */
const thing = (value: string, parameters: Parameter[], more: Partial<Operation>): Operation =>
	operation(parameters, {
		id: `thing.${value}`,
		value,
		description: `${more.name} things`,
		...more,
	});
const id = text('id', { displayName: 'ID', send: { in: 'path', key: 'id' } });
const asItIs: Run = { kind: 'perItem', result: (body) => ({ json: body as never }) };

const things: Operation[] = [
	thing(
		'create',
		[
			text('shelf', { displayName: 'Shelf', default: 'a' }),
			text('name', {
				displayName: 'Name',
				required: true,
				send: { in: 'element', key: 'name' },
			}),
		],
		{
			name: 'Create',
			path: '/things',
			run: {
				kind: 'batch',
				max: 3,
				bulk: true,
				assemble: (made) => ({ body: { things: made as never } }),
				split: (body) => (body as { ids: string[] }).ids,
				result: (made) => ({ json: { id: made as string } }),
			},
		},
	),
	thing(
		'get',
		[
			{ ...id, required: true },
			{
				displayName: 'Options',
				name: 'options',
				type: 'collection',
				default: {},
				options: [
					text('fields', {
						displayName: 'Fields',
						send: { in: 'query', key: 'fields', as: (value) => String(value).split(',') },
					}),
				],
			},
		],
		{ name: 'Get', method: 'GET', path: '/things/{id}', since: '5.15', run: asItIs },
	),
	thing('touch', [id], { name: 'Touch', method: 'PUT', path: '/things/{id}', run: asItIs }),
	thing(
		'getAll',
		[
			{ displayName: 'Return All', name: 'returnAll', type: 'boolean', default: false },
			{ displayName: 'Limit', name: 'limit', type: 'number', default: 50 },
		],
		{
			name: 'Get Many',
			method: 'GET',
			path: '/things',
			run: {
				kind: 'paginate',
				emptyHint: 'No thing was found',
				pages: (spec) => ({
					first: { ...spec, query: { page: 0 } },
					rows: (body) => (body as { things: never[] }).things,
					next: ({ request, rows }) =>
						rows < 2 ? undefined : { ...request, query: { page: Number(request.query?.page) + 1 } },
				}),
				result: () => (row) => ({ json: row }),
			},
		},
	),
];

/**
 * A service of the test's own: what the machinery does must not hang on either real one.
 * @param create changes the way in which things are created
 */
export function toyService(
	connection: { version?: string; packaged?: boolean } = {},
	create: Partial<BatchRun> = {},
): Service {
	const operations = things.map((one) =>
		one.run.kind === 'batch' ? { ...one, run: { ...one.run, ...create } } : one,
	);
	return {
		name: 'Toy',
		credentials: [{ value: 'toy', name: 'Toy', credential: 'toyApi', oauth2: false }],
		resources: [{ value: 'thing', name: 'Thing', first: 'create', operations }],
		connect: (credential) => ({
			baseUrl: String(credential.baseUrl),
			signIn: 'password',
			...connection,
		}),
		route: (_operation, path) => path,
		explain: ({ body }) => {
			const {
				code,
				message,
				culprits,
				reasons = [],
				locked,
			} = (body ?? {}) as {
				code?: string;
				message?: string;
				culprits?: number[];
				/** What is wrong with each of them. */
				reasons?: string[];
				locked?: boolean;
			};
			if (code === undefined || message === undefined) return undefined;
			return {
				code,
				message,
				...(locked && { transient: true }),
				...(code.startsWith('ELEMENT') && { blames: 'elements' as const }),
				...(culprits && {
					fields: culprits.map((element, at) => ({
						path: `things[${element}].name`,
						label: 'name',
						element,
						messages: [reasons[at] ?? 'is bad'],
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

/** The toy as a node that n8n's engine runs. */
export function toyPackage(service: Service): Loaded {
	const description: INodeTypeDescription = {
		displayName: 'Toy',
		name: 'toy',
		group: ['transform'],
		version: 1,
		description: 'Toy',
		defaults: { name: 'Toy' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'toyApi' }],
		properties: describeNode(service),
	};
	const node: INodeType = {
		description,
		async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
			return await execute(this, service);
		},
	};
	return {
		nodes: new Map([['toys.toy', node]]),
		credentials: new Map([
			[
				'toyApi',
				{
					name: 'toyApi',
					displayName: 'Toy API',
					properties: [
						{ displayName: 'Base URL', name: 'baseUrl', type: 'string', default: '' },
						{ displayName: 'Secret', name: 'secret', type: 'string', default: '' },
					],
					authenticate: async (credentials, options) => ({
						...options,
						headers: { ...options.headers, 'X-Secret': credentials.secret },
					}),
				},
			],
		]),
	};
}
