import { request as forward } from 'node:http';

import { type Listening, listening } from '../support/listening';
import type { Sent } from './rows';

/** A request and its answer, as they went over the wire. */
export interface Exchange {
	sent: Sent;
	/** Path and query string as they were sent. */
	target: string;
	bytes: Buffer;
	status: number;
	/** Parsed when it is JSON. */
	answer: unknown;
}

export interface Relay extends Listening {
	/** What passed since the last call of `take`. */
	take(): Exchange[];
}

/**
 * Stands between a node and `target` and notes what passes, byte for byte.
 * @param before is waited for before a request goes on; requests are counted from 0
 */
export async function relayTo(
	target: string,
	before?: (request: number) => Promise<void>,
): Promise<Relay> {
	let exchanges: Exchange[] = [];
	let passed = 0;
	const server = await listening((incoming, outgoing) => {
		void (async () => {
			const body = await bytesOf(incoming);
			await before?.(passed++);
			const { method = '', headers, url = '' } = incoming;
			const { pathname, searchParams } = new URL(url, target);
			const sent: Sent = {
				method: String(headers['x-http-method-override'] ?? method),
				path: decodeURIComponent(pathname),
				query: searchParams,
				contentType: headers['content-type'],
				body: body.toString('utf8'),
			};
			const {
				status,
				headers: answerHeaders,
				body: answer,
			} = await pass(target + url, method, headers, body);
			const isJson = answerHeaders['content-type']?.includes('json') === true;
			exchanges.push({
				sent,
				target: url,
				bytes: body,
				status,
				answer: isJson ? JSON.parse(answer.toString('utf8')) : undefined,
			});
			outgoing.writeHead(status, answerHeaders).end(answer);
		})().catch((error: unknown) => outgoing.destroy(error as Error));
	});
	return {
		...server,
		take: () => {
			const taken = exchanges;
			exchanges = [];
			return taken;
		},
	};
}

type Headers = Record<string, string | string[] | undefined>;

async function pass(
	url: string,
	method: string,
	{ host: _host, connection: _connection, ...headers }: Headers,
	body: Buffer,
): Promise<{ status: number; headers: NodeJS.Dict<string>; body: Buffer }> {
	return await new Promise((resolve, reject) => {
		const outgoing = forward(url, { method, headers, agent: false }, (answer) => {
			bytesOf(answer).then((bytes) => {
				const { 'transfer-encoding': _encoding, ...rest } = answer.headers as NodeJS.Dict<string>;
				resolve({ status: answer.statusCode ?? 0, headers: rest, body: bytes });
			}, reject);
		});
		outgoing.on('error', reject);
		outgoing.end(body);
	});
}

async function bytesOf(stream: AsyncIterable<Buffer>): Promise<Buffer> {
	const chunks: Buffer[] = [];
	for await (const chunk of stream) chunks.push(chunk);
	return Buffer.concat(chunks);
}
