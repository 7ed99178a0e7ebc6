import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Reply } from '../types';

/** Pages run no scripts but the one of `face/`: n8n often answers on the same host, and its cookies reach every port of it. */
const noScripts =
	"default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'";

/** Sends a reply and gives the bytes of its body. With `cutInside` the connection breaks in the middle of the body. */
export async function send(
	response: ServerResponse,
	reply: Reply,
	cutInside = false,
): Promise<number> {
	const { body, type } = bodyOf(reply);
	response.statusCode = reply.status;
	for (const [name, value] of Object.entries(reply.headers ?? {})) response.setHeader(name, value);
	if (!response.hasHeader('content-type')) response.setHeader('content-type', type);
	response.setHeader('x-content-type-options', 'nosniff');
	response.setHeader(
		'content-security-policy',
		reply.policy ?? (reply.hasForm ? noScripts : `sandbox; ${noScripts}`),
	);
	if (cutInside) return sendHalf(response, body);
	if (Buffer.isBuffer(body)) {
		response.setHeader('content-length', body.length);
		response.end(body);
		return body.length;
	}
	let size = 0;
	body.on('data', (chunk: Buffer) => {
		size += chunk.length;
	});
	// The file is closed a moment later, when the client may have sent its next request.
	const sent = new Promise<void>((resolve) => response.once('finish', resolve));
	await Promise.race([sent, pipeline(body, response).catch(() => response.destroy())]);
	return size;
}

async function sendHalf(response: ServerResponse, body: Buffer | Readable): Promise<number> {
	const whole = Buffer.isBuffer(body) ? body : await firstChunk(body);
	const half = whole.subarray(0, Math.floor(whole.length / 2));
	response.setHeader('content-length', Math.max(whole.length, 1));
	response.flushHeaders();
	await new Promise<void>((resolve) => {
		response.write(half.length > 0 ? half : ' ', () => resolve());
	});
	response.socket?.destroy();
	return half.length;
}

async function firstChunk(stream: Readable): Promise<Buffer> {
	for await (const chunk of stream as AsyncIterable<Buffer>) return chunk;
	return Buffer.alloc(0);
}

function bodyOf({ body }: Reply): { body: Buffer | Readable; type: string } {
	if (typeof body === 'string')
		return { body: Buffer.from(body), type: 'text/html; charset=utf-8' };
	if (Buffer.isBuffer(body) || body instanceof Readable) {
		return { body, type: 'application/octet-stream' };
	}
	return { body: Buffer.from(JSON.stringify(body)), type: 'application/json; charset=utf-8' };
}
