import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import type { BatchRun, RequestSpec, Operation, Service } from '../../nodes/shared/catalogue';
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

const things: Operation[] = [
	{
		id: 'things.create',
		value: 'create',
		name: 'Create',
		action: 'Create things',
		description: 'Create things',
		method: 'POST',
		path: '/things',
		parameters: [
			{
				displayName: 'Shelf',
				name: 'shelf',
				type: 'string',
				default: 'a',
				send: { in: 'body', key: 'shelf' },
			},
			{
				displayName: 'Name',
				name: 'name',
				type: 'string',
				default: '',
				required: true,
				send: { in: 'element', key: 'name' },
			},
		],
		run: {
			kind: 'batch',
			max: 3,
			bulk: true,
			assemble: (things) => ({ body: { things: things as never } }),
			split: (body) => (body as { ids: string[] }).ids,
			result: (id) => ({ json: { id: id as string } }),
		},
	},
	{
		id: 'thing.get',
		value: 'get',
		name: 'Get',
		action: 'Get thing',
		description: 'Get one thing',
		method: 'GET',
		path: '/things/{id}',
		since: '5.15',
		parameters: [
			{
				displayName: 'ID',
				name: 'id',
				type: 'string',
				default: '',
				required: true,
				send: { in: 'path', key: 'id' },
			},
			{
				displayName: 'Options',
				name: 'options',
				type: 'collection',
				default: {},
				options: [
					{
						displayName: 'Fields',
						name: 'fields',
						type: 'string',
						default: '',
						send: { in: 'query', key: 'fields', as: (value) => String(value).split(',') },
					},
				],
			},
		],
		run: { kind: 'perItem', result: (body) => ({ json: body as never }) },
	},
	{
		id: 'thing.touch',
		value: 'touch',
		name: 'Touch',
		action: 'Touch thing',
		description: 'Touch one thing',
		method: 'PUT',
		path: '/things/{id}',
		parameters: [
			{
				displayName: 'ID',
				name: 'id',
				type: 'string',
				default: '',
				send: { in: 'path', key: 'id' },
			},
		],
		run: { kind: 'perItem', result: (body) => ({ json: body as never }) },
	},
	{
		id: 'things.list',
		value: 'getAll',
		name: 'Get Many',
		action: 'Get many things',
		description: 'Get many things',
		method: 'GET',
		path: '/things',
		parameters: [
			{ displayName: 'Return All', name: 'returnAll', type: 'boolean', default: false },
			{ displayName: 'Limit', name: 'limit', type: 'number', default: 50 },
		],
		run: {
			kind: 'paginate',
			emptyHint: 'No thing was found',
			pages: (spec) => ({
				first: { ...spec, query: { page: 0 } },
				rows: (body) => (body as { things: never[] }).things,
				next: ({ request, rows }) =>
					rows < 2
						? undefined
						: ({ ...request, query: { page: Number(request.query?.page) + 1 } } as RequestSpec),
			}),
			result: () => (row) => ({ json: row }),
		},
	},
	{
		id: 'thing.upload',
		value: 'upload',
		name: 'Upload',
		action: 'Upload file',
		description: 'Upload a file',
		method: 'POST',
		path: '/files',
		parameters: [
			{
				displayName: 'Property',
				name: 'property',
				type: 'string',
				default: 'data',
				send: { in: 'file', key: 'file' },
			},
		],
		run: { kind: 'perItem', result: (body) => ({ json: body as never }) },
	},
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
