import type { IBinaryData, IBinaryKeyData, IExecuteFunctions } from 'n8n-workflow';

import type { FileContent, Row } from './catalogue';
import { attemptAsync, InputError, withSubject } from './errors';
import { BrokenFile } from './transport/download';
import { cancelledWhileWaiting, type RunContext } from './transport/session';
import { inOrder } from './inOrder';
import { waits } from './transport/retry';

/** Parallel transfers into n8n's binary store, for each item. */
const AT_ONCE = 4;
const MOST_ATTEMPTS = 3;

/** A row's files that were stored, and why another failed. */
interface Stored {
	binary?: IBinaryKeyData;
	problem?: unknown;
}

type Bytes = Parameters<IExecuteFunctions['helpers']['prepareBinaryData']>[0];

/** Stores files in n8n's binary store. Each is opened only when it is its turn. */
export class FileStore {
	constructor(private readonly context: RunContext) {}

	/**
	 * The binary fields of each row. A file of several rows is stored once. Throws `RequestError` or
	 * `InputError` for the first file that fails, and starts no other.
	 * @param goesOn stores the other files anyway; the rows of failed files contain the problem
	 */
	async store(rows: Array<Row['files']>, goesOn: boolean): Promise<Stored[]> {
		const wanted = [...new Set(rows.flatMap((files) => Object.values(files ?? {})))];
		const stored = new Map<FileContent, IBinaryData>();
		const problems = new Map<FileContent, unknown>();
		const one = async (file: FileContent) => {
			try {
				stored.set(file, await this.take(file));
			} catch (problem) {
				problems.set(file, told(problem, file));
			}
		};
		await inOrder(wanted, AT_ONCE, one, () => !goesOn && problems.size > 0);
		if (!goesOn) for (const problem of problems.values()) throw problem;
		return rows.map((files) => {
			if (files === undefined) return {};
			const came = Object.entries(files).filter(([, file]) => stored.has(file));
			const binary = Object.fromEntries(
				came.map(([name, file]) => [name, stored.get(file) as IBinaryData]),
			);
			const failed = Object.values(files).find((file) => problems.has(file));
			return failed === undefined ? { binary } : { binary, problem: problems.get(failed) };
		});
	}

	private async take({ content, ...known }: FileContent): Promise<IBinaryData> {
		if (typeof content === 'string') {
			const { fileName = 'file', mimeType } = known;
			return await this.put(Buffer.from(content, 'base64'), fileName, mimeType);
		}
		let fileName = 'file';
		const transfer = async () => {
			const { stream, contentType, release, ...told } = await content();
			fileName = known.fileName || told.fileName || fileName;
			const mimeType = known.mimeType ?? contentType;
			return await this.put(stream as unknown as Bytes, fileName, mimeType).catch((problem) => {
				release();
				throw problem;
			});
		};
		const wait = async (seconds: number) => await cancelledWhileWaiting(this.context, seconds);
		return await transferred(transfer, () => fileName, wait);
	}

	private async put(bytes: Bytes, fileName: string, mimeType?: string): Promise<IBinaryData> {
		return await this.context.helpers
			.prepareBinaryData(bytes, fileName, mimeType)
			.catch((problem: unknown) => {
				throw problem instanceof BrokenFile ? problem : notStored(fileName, problem);
			});
	}
}

/**
 * Transfers a file, and again if it breaks off, three times at the most. Throws `InputError` for the last
 * break, and whatever else is thrown.
 * @param wait tells whether the execution was canceled meanwhile
 */
export async function transferred<T>(
	transfer: () => Promise<T>,
	fileName: () => string,
	wait: (seconds: number) => Promise<boolean>,
): Promise<T> {
	for (let attempt = 1; ; attempt++) {
		const one = await attemptAsync(transfer);
		if ('value' in one) return one.value;
		const { problem } = one;
		if (!(problem instanceof BrokenFile)) throw problem;
		const again = problem.again && attempt < MOST_ATTEMPTS;
		if (!again || (await wait(waits.first * 2 ** (attempt - 1)))) {
			throw brokenOff(fileName(), problem, attempt);
		}
	}
}

function brokenOff(fileName: string, { message, again }: BrokenFile, attempts: number): InputError {
	const often = attempts > 1 ? ` The node tried ${attempts} times.` : '';
	return new InputError(
		`The file "${fileName}" could not be read completely (${message})`,
		again
			? `The connection may have been lost during the transfer.${often} Run it again`
			: `The incomplete file was discarded.${often} Run it again. If the service is slow, increase "Timeout" in the credential`,
	);
}

/** The problem with the location of the file, if known. */
function told(problem: unknown, { about, fileName = '' }: FileContent): unknown {
	if (about === undefined) return problem;
	const file = `"${fileName}"`;
	const named = fileName === '' || (problem as Error).message.includes(file);
	return withSubject(named ? about : `${about}, file ${file}`, problem);
}

function notStored(fileName: string, problem: unknown): InputError {
	return new InputError(
		`The file "${fileName}" could not be stored (${(problem as Error).message})`,
		"Check whether the disk or database for n8n's binary data is full. Then run it again",
	);
}
