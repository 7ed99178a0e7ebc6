import { watchIdle } from './idle';

/**
 * Largest response in JSON. Node.js can't make a text of 512 MB, and n8n would need a multiple of
 * that memory to parse it.
 */
const LARGEST_MB = 256;
/** The code of the error for a larger one. */
export const TOO_LARGE = 'RESPONSE_TOO_LARGE';
export const LARGEST_REPLY = `${LARGEST_MB} MB`;

/** Deeper JSON can't be stored and read again by n8n; the services' own has about ten levels. */
const MOST_LEVELS = 1000;
/** Stands in place of the body. */
export const TOO_DEEP = `JSON with more than ${MOST_LEVELS} levels`;

/**
 * The text of a response, which is read as a stream so that its size is limited. Throws an error with
 * a code if it is incomplete or too large.
 * @param idleSeconds the longest time without a byte
 */
export async function readText(body: unknown, idleSeconds: number): Promise<string> {
	if (!isStream(body)) return String(body ?? '');
	// The request may fail after reading has stopped.
	body.on?.('error', () => undefined);
	const pieces = body[Symbol.asyncIterator]();
	const read: Uint8Array[] = [];
	let bytes = 0;
	let complete = false;
	let giveUp: (problem: Error) => void = () => undefined;
	const idle = watchIdle(idleSeconds, () => giveUp(coded('ETIMEDOUT')));
	try {
		for (;;) {
			const piece = await new Promise<IteratorResult<Uint8Array>>((resolve, reject) => {
				giveUp = reject;
				idle.waiting();
				pieces.next().then(resolve, (problem: unknown) => reject(cutShort(problem)));
			});
			if (piece.done) break;
			bytes += piece.value.length;
			if (bytes > LARGEST_MB * 1024 * 1024) throw coded(TOO_LARGE);
			read.push(piece.value);
		}
		complete = true;
	} finally {
		idle.end();
		// This also ends the request.
		if (!complete) body.destroy?.();
	}
	return Buffer.concat(read)
		.toString('utf8')
		.replace(/^\uFEFF/, '');
}

/** A stream of Node.js, whose types nodes can't import. */
interface ByteStream extends AsyncIterable<Uint8Array> {
	on?(event: 'error', listener: () => void): void;
	destroy?(): void;
}

function isStream(body: unknown): body is ByteStream {
	return typeof body === 'object' && body !== null && Symbol.asyncIterator in body;
}

/** In the words of n8n's HTTP client, which says so when it reads the response itself. */
function cutShort(problem: unknown): Error {
	const { code } = (problem ?? {}) as { code?: unknown };
	return coded(code === 'ERR_CANCELED' ? code : 'ERR_BAD_RESPONSE');
}

const coded = (code: string) => Object.assign(new Error(code), { code });

/** The JSON in a text, or the text. */
export function parseReply(text: string): { json: boolean; value: unknown } {
	try {
		const value: unknown = JSON.parse(text);
		return isTooDeep(text) ? { json: false, value: TOO_DEEP } : { json: true, value };
	} catch {
		return { json: false, value: text };
	}
}

const QUOTE = 34;
const BACKSLASH = 92;
const OPENING = [91, 123];
const CLOSING = [93, 125];

/** Whether valid JSON has too many levels. Counting in the text needs no stack. */
function isTooDeep(text: string): boolean {
	let levels = 0;
	for (let at = 0; at < text.length; at += 1) {
		const code = text.charCodeAt(at);
		if (code === QUOTE) at = endOfText(text, at);
		else if (code === OPENING[0] || code === OPENING[1]) {
			levels += 1;
			if (levels > MOST_LEVELS) return true;
		} else if (code === CLOSING[0] || code === CLOSING[1]) levels -= 1;
	}
	return false;
}

/** Where the text in quotes ends that begins here. */
function endOfText(json: string, start: number): number {
	for (let end = json.indexOf('"', start + 1); end >= 0; end = json.indexOf('"', end + 1)) {
		let escapes = 0;
		while (json.charCodeAt(end - 1 - escapes) === BACKSLASH) escapes += 1;
		if (escapes % 2 === 0) return end;
	}
	return json.length;
}
