import type { IExecuteFunctions } from 'n8n-workflow';

import type { RequestSpec, FileSource } from '../catalogue';
import { InputError } from '../errors';
import { quoteShort } from '../messages';
import { BrokenFile } from './download';
import type { IdleWatch } from './idle';

type Bytes = AsyncIterable<Uint8Array>;

const PIECE = 64 * 1024;

/** A form that is read from its source while it is sent. */
export interface Upload {
	form: FormData;
	/** Why the file could not be read, if this ended the request. */
	problem(): unknown;
	/** Releases a source that was not read completely. */
	release(): void;
}

/**
 * Opens the file again for each attempt. Throws `InputError` if there is none, and the error of its
 * source if it can't be opened.
 */
export async function openUpload(
	context: IExecuteFunctions,
	file: NonNullable<RequestSpec['file']>,
	idle: IdleWatch,
): Promise<Upload> {
	const source = 'source' in file ? file.source : await binarySource(context, file);
	let opened: Bytes | undefined = await source.open();
	let problem: unknown;
	/** A renewed token makes n8n send the form a second time. */
	const reopened = async () => {
		const first = opened;
		opened = undefined;
		return first ?? (await source.open());
	};
	const noting = (reason: unknown): never => {
		problem = reason;
		throw reason;
	};
	async function* stream() {
		idle.resting();
		const pieces = (await reopened().catch(noting))[Symbol.asyncIterator]();
		let bytes = 0;
		try {
			for (;;) {
				idle.resting();
				const piece = await pieces.next().catch(noting);
				idle.waiting();
				if (piece.done) break;
				bytes += piece.value.length;
				yield piece.value;
			}
		} finally {
			await pieces.return?.();
		}
		// If the size differs from the announced one, both sides would wait forever.
		if (bytes !== source.size) {
			const told = `"${source.fileName}" has ${bytes} bytes instead of ${source.size}`;
			noting(new BrokenFile(told, false));
		}
	}
	const part = { name: source.fileName, type: source.mimeType, size: source.size, stream };
	return {
		form: streamedForm(file.field, part),
		problem: () => problem,
		release: () => {
			(opened as { destroy?: () => void } | undefined)?.destroy?.();
			source.release?.();
		},
	};
}

/** A form with one file part, as n8n's HTTP client needs it. A Blob would keep the whole file in memory. */
function streamedForm(field: string, part: object): FormData {
	const form = new FormData();
	const entries = () => [[field, part]][Symbol.iterator]();
	return Object.assign(form, { entries, [Symbol.iterator]: entries }) as unknown as FormData;
}

/** A binary field as a source: a stream of n8n's binary store, or the item's own data. */
async function binarySource(
	context: IExecuteFunctions,
	{ property, item }: { property: string; item: number },
): Promise<FileSource> {
	const { id, data, ...facts } = binaryOf(context, item, property);
	if (id === undefined) {
		const bytes = Buffer.from(data, 'base64');
		return { ...facts, size: bytes.length, open: async () => await Promise.resolve(pieces(bytes)) };
	}
	const { fileSize } = await context.helpers.getBinaryMetadata(id).catch(gone(facts.fileName));
	return {
		...facts,
		size: fileSize,
		open: async () =>
			(await context.helpers.getBinaryStream(id).catch(gone(facts.fileName))) as unknown as Bytes,
	};
}

/** In pieces, so that the progress is visible. */
async function* pieces(bytes: Buffer): AsyncGenerator<Uint8Array> {
	for (let at = 0; at < bytes.length; at += PIECE) {
		yield await Promise.resolve(bytes.subarray(at, at + PIECE));
	}
}

/** n8n deletes the binary data of old executions; an item that waited may still name it. */
function gone(fileName: string) {
	return (problem: unknown): never => {
		throw new InputError(
			`The file "${fileName}" was not found in n8n's binary data (${(problem as Error).message})`,
			'Run the workflow again from the node that loads the file',
		);
	};
}

/** Name, type and data of a binary field. Throws `InputError` if it doesn't exist. */
export function binaryOf(context: IExecuteFunctions, item: number, property: string) {
	const wanted = property.trim();
	const available = Object.keys(context.getInputData()[item]?.binary ?? {});
	// Workflows can keep binary data within the JSON of their items; n8n finds it there by its path.
	const combined =
		'getWorkflowSettings' in context && context.getWorkflowSettings().binaryMode === 'combined';
	if (!combined && (wanted === '' || !available.includes(wanted))) {
		const names = available.map((name) => `"${name}"`).join(', ');
		throw new InputError(
			`This item has no binary field named ${quoteShort(wanted)}`,
			available.length > 0 ? `Its binary fields: ${names}` : 'It has no binary fields',
		);
	}
	const { fileName, mimeType, fileSize, bytes, id, data } = context.helpers.assertBinaryData(
		item,
		wanted,
	);
	return { fileName: fileName ?? wanted, mimeType, size: bytes ?? fileSize, id, data };
}
