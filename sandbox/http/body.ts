import type { IncomingMessage as Request } from 'node:http';

/** A request that cannot be taken as it is; answered with the service's own error. */
export class UnreadableRequest extends Error {
	constructor(
		readonly status: number,
		message: string,
	) {
		super(message);
	}
}

const mebibyte = 1024 * 1024;
const largestBody = 400 * mebibyte;
const largestTogether = 1024 * mebibyte;
const mostTokens = 8_000_000;

let held = 0;

/** The whole body in memory. Throws UnreadableRequest when it, or all bodies at once, would not fit. */
export async function readBody(request: Request): Promise<Buffer> {
	if (Number(request.headers['content-length'] ?? 0) > largestBody) throw tooLarge();
	const chunks: Buffer[] = [];
	let size = 0;
	try {
		// Leaving the loop must not destroy the request: the connection still has to carry the error.
		const incoming: AsyncIterable<Buffer> = request.iterator({ destroyOnReturn: false });
		for await (const chunk of incoming) {
			size += chunk.length;
			held += chunk.length;
			if (size > largestBody) throw tooLarge();
			if (held > largestTogether) {
				throw new UnreadableRequest(503, 'Too many large requests at the same time.');
			}
			chunks.push(chunk);
		}
	} finally {
		held -= size;
	}
	const body = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
	if (!isParsable(body)) throw tooLarge();
	return body;
}

/** Few bytes of JSON can become many objects: what would not fit in memory once parsed is refused before. */
function isParsable(body: Buffer): boolean {
	if (body.length <= mostTokens) return true;
	let tokens = 0;
	for (const byte of body) {
		if (byte === 0x2c || byte === 0x5b || byte === 0x7b) tokens += 1;
	}
	return tokens <= mostTokens;
}

function tooLarge(): UnreadableRequest {
	return new UnreadableRequest(413, 'The request body is too large.');
}
