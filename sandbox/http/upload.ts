import busboy from 'busboy';
import type { IncomingMessage as Request } from 'node:http';
import type { FileStore, Upload } from '../types';
import { UnreadableRequest } from './body';

type Content = Parameters<FileStore['put']>[0];

const largestFile = 1024 * 1024 * 1024;

export function isMultipart(request: Request): boolean {
	return /^multipart\/form-data\b/i.test(request.headers['content-type'] ?? '');
}

/** A file's name without what clients escape in it, by the standard of HTML forms. */
function unescaped(name: string): string {
	return name.replace(/%(?:22|0D|0A)/gi, decodeURIComponent);
}

/**
 * Streams the parts of a multipart body into the file store. When the body is broken, cut short or too large, nothing
 * stays in the store and UnreadableRequest is thrown.
 */
export async function readUpload(request: Request, files: FileStore): Promise<Upload[]> {
	const parser = parserFor(request);
	const parts: Array<Promise<Upload>> = [];
	let refusal: UnreadableRequest | undefined;
	const keep = (of: Pick<Upload, 'field' | 'fileName' | 'contentType'>, content: Content) => {
		const part = files.put(content).then(({ key, size }) => ({ ...of, key, size }));
		part.catch(() => undefined);
		parts.push(part);
	};
	parser.on('file', (field, stream, info) => {
		const fileName = info.filename === undefined ? undefined : unescaped(info.filename);
		keep({ field, fileName, contentType: info.mimeType }, stream);
		// A body that breaks off fails the part before the store has begun to read it.
		stream.on('error', () => undefined);
		stream.on('limit', () => {
			refusal = new UnreadableRequest(413, 'The file is too large.');
		});
	});
	parser.on('field', (field, value, info) => {
		keep({ field, fileName: undefined, contentType: info.mimeType }, Buffer.from(value));
	});
	parser.on('partsLimit', () => {
		refusal = new UnreadableRequest(400, 'The multipart body has too many parts.');
	});
	const failure = await parsed(request, parser).then(
		() => refusal,
		() => new UnreadableRequest(400, 'The multipart body is malformed.'),
	);
	const settled = await Promise.allSettled(parts);
	const uploads = settled.flatMap((part) => (part.status === 'fulfilled' ? [part.value] : []));
	if (failure === undefined && uploads.length === settled.length) return uploads;
	await discard(uploads, files);
	const lost = settled.find((part) => part.status === 'rejected');
	throw failure ?? lost?.reason;
}

/** Removes uploads that no one will ask for. */
export async function discard(uploads: Upload[], files: FileStore): Promise<void> {
	// On a device that failed, they stay.
	await Promise.allSettled(uploads.map(({ key }) => files.delete(key)));
}

/** Not `pipeline`: that would destroy the request with the parser, and the connection still has to carry the error. */
function parsed(request: Request, parser: busboy.Busboy): Promise<void> {
	return new Promise((resolve, reject) => {
		const fail = (error: Error): void => {
			request.unpipe(parser);
			request.resume();
			parser.destroy();
			reject(error);
		};
		parser.once('close', resolve);
		parser.on('error', fail);
		request.on('error', fail);
		request.once('close', () => {
			if (!request.complete) fail(new Error('The client left'));
		});
		request.pipe(parser);
	});
}

function parserFor(request: Request): busboy.Busboy {
	try {
		return busboy({
			headers: request.headers,
			defParamCharset: 'utf8',
			limits: { fileSize: largestFile, parts: 50, fieldSize: 1024 * 1024 },
		});
	} catch {
		throw new UnreadableRequest(400, 'The multipart body has no boundary.');
	}
}
