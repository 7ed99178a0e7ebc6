import type { IDataObject, IExecuteFunctions, IN8nHttpFullResponse } from 'n8n-workflow';

import type { FileReply } from '../catalogue';
import { attempt } from '../errors';
import { watchIdle } from './idle';

export class BrokenFile extends Error {
	/**
	 * @param message what happened, as a phrase for use in parentheses
	 * @param again whether a retry may succeed
	 */
	constructor(
		message: string,
		readonly again: boolean,
	) {
		super(message);
		this.name = 'BrokenFile';
	}
}

/** How the bytes of a file are read. */
export interface Reading {
	idleSeconds: number;
	size?: number;
	/** Bytes according to the response. A body that n8n unpacks has more. */
	atLeast?: number;
	/** Ends the request that the bytes come from. */
	abort: () => void;
}

type Bytes = AsyncIterable<Uint8Array>;
type StoredContent = Parameters<IExecuteFunctions['helpers']['prepareBinaryData']>[0];

/** The file of a successful answer, still to be read. */
export function fileReply(
	response: IN8nHttpFullResponse,
	headers: Record<string, string>,
	reading: Reading,
): FileReply {
	const fileName = fileNameIn(headers['content-disposition'] ?? '');
	const told = headers['content-length'];
	return {
		stream: watched(response.body as unknown as Bytes, {
			...reading,
			...(told !== undefined && { atLeast: Number(told) }),
		}),
		contentType: headers['content-type'] ?? 'application/octet-stream',
		...(fileName && { fileName }),
		release: reading.abort,
	};
}

/** The stream, which fails with `BrokenFile` if it ends too early or stalls. */
function watched(source: Bytes, reading: Reading): Bytes {
	// The request may fail after reading has stopped.
	(source as { on?: (event: 'error', listener: () => void) => void }).on?.(
		'error',
		() => undefined,
	);
	// n8n nodes may not import Node's streams, so a new one is created from the given one.
	const { from } = source.constructor as unknown as {
		from(bytes: Bytes, options: IDataObject): StoredContent & Bytes;
	};
	return from(checked(source, reading), { objectMode: false });
}

async function* checked(
	source: Bytes,
	{ idleSeconds, size, atLeast, abort }: Reading,
): AsyncGenerator<Uint8Array> {
	const pieces = source[Symbol.asyncIterator]();
	let bytes = 0;
	let complete = false;
	let giveUp: (problem: BrokenFile) => void = () => undefined;
	const idle = watchIdle(idleSeconds, () =>
		giveUp(new BrokenFile(`the service sent nothing more for ${idleSeconds} seconds`, false)),
	);
	try {
		for (;;) {
			// A new promise for each piece: racing them against a single one would keep all pieces in memory.
			const piece = await new Promise<IteratorResult<Uint8Array>>((resolve, reject) => {
				giveUp = reject;
				idle.waiting();
				pieces
					.next()
					.then(resolve, (problem: unknown) => reject(cut(problem, bytes, size ?? atLeast)));
			});
			idle.resting();
			if (piece.done) break;
			bytes += piece.value.length;
			yield piece.value;
		}
		const told = size ?? atLeast ?? 0;
		if (bytes < told) throw new BrokenFile(`it ended after ${bytes} of ${told} bytes`, true);
		if (size !== undefined && bytes > size) {
			throw new BrokenFile(`${bytes} bytes were received instead of ${size}`, false);
		}
		complete = true;
	} finally {
		idle.end();
		if (!complete) abort();
	}
}

function cut(problem: unknown, bytes: number, size: number | undefined): BrokenFile {
	const { code, message } = (problem ?? {}) as { code?: unknown; message?: string };
	if (code === 'ERR_CANCELED') return new BrokenFile('the execution was canceled', false);
	const whole = size === undefined ? '' : ` of ${size}`;
	return new BrokenFile(
		`the connection was lost after ${bytes}${whole} bytes: ${message ?? String(problem)}`,
		true,
	);
}

function fileNameIn(disposition: string): string | undefined {
	const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
	const named = /filename="?([^";]+)"?/i.exec(disposition)?.[1];
	// A file with an invalid encoded name is kept.
	const decoded = attempt(() => encoded && decodeURIComponent(encoded));
	return ('value' in decoded && decoded.value) || named;
}
