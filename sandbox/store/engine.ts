import { type Extension, PGlite, types } from '@electric-sql/pglite';
import { existsSync, fsyncSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { emptyCluster } from './cluster';
import { StorageError, storageError } from './failure';

/** One program with a small database: PostgreSQL's usual 128 MB of buffers and 1,000 open files stay unused. */
const settings = 'shared_buffers=8MB wal_buffers=256kB max_connections=5 max_files_per_process=64';
/** Of the ways to sync a file, PGlite passes this one on to the file system. */
const durable = 'wal_sync_method=fsync';

/** `-F` turns syncing off. */
const startParams = (isKept: boolean): string[] => [
	...PGlite.defaultStartParams.filter((one) => !isKept || one !== '-F'),
	...[...settings.split(' '), ...(isKept ? [durable] : [])].flatMap((one) => ['-c', one]),
];

/** The embedded PostgreSQL. After a panic it has ended: everything fails at once, and only another start helps. */
export interface Engine {
	pglite: PGlite;
	/** Why it ended. */
	failure(): StorageError | undefined;
}

/** Starts it in memory, or on the files in `folder`, which are made where there are none. Throws a StorageError where the disk is the reason that it can't. */
export async function startEngine(folder?: string): Promise<Engine> {
	// Only a folder in which everything was unpacked has data.
	const unfinished = folder === undefined ? undefined : `${folder}.unfinished`;
	const fresh =
		folder === undefined ||
		!existsSync(path.join(folder, 'PG_VERSION')) ||
		existsSync(`${folder}.unfinished`);
	const log = new ServerLog();
	try {
		if (fresh && folder !== undefined && unfinished !== undefined) {
			await rm(folder, { recursive: true, force: true });
			await mkdir(folder, { mode: 0o700 });
			await writeFile(unfinished, '', { mode: 0o600 });
		}
		const pglite = await PGlite.create({
			...(folder === undefined ? {} : { dataDir: folder, extensions: { keeping } }),
			...(fresh ? { loadDataDir: await emptyCluster() } : {}),
			startParams: startParams(folder !== undefined),
			parsers: { [types.DATE]: (text) => text },
			onStderr: (line) => log.add(line),
		});
		if (fresh && unfinished !== undefined) await rm(unfinished);
		return { pglite, failure: endAtPanic(pglite, log) };
	} catch (error) {
		throw log.failure() ?? storageError(named(error)) ?? error;
	}
}

/**
 * What PGlite leaves out of a folder's files: it doesn't sync, so that a power cut would lose what was stored, and gives
 * everybody the files that it makes.
 */
const keeping: Extension = {
	name: 'keeping',
	setup: (_pglite, options: { preRun?: unknown[] }) => {
		const change = ({ NODEFS: files }: { NODEFS: NodeFileSystem }): void => {
			files.stream_ops.fsync = ({ nfd }) => files.tryFSOperation(() => syncFile(nfd));
			for (const calls of [files.node_ops, files.stream_ops]) {
				const { setattr } = calls;
				calls.setattr = (at, { mode, ...others }) =>
					setattr(at, { ...others, ...(mode !== undefined && { mode: mode & ~0o077 }) });
			}
		};
		const emscriptenOpts = { ...options, preRun: [...(options.preRun ?? []), change] };
		return Promise.resolve({ emscriptenOpts });
	},
};

interface FileCalls {
	setattr(at: unknown, attributes: { mode?: number }): void;
}

/** Emscripten's file system on Node's. */
interface NodeFileSystem {
	node_ops: FileCalls;
	stream_ops: FileCalls & { fsync?: (stream: { nfd: number }) => number };
	/** Turns Node's error codes to those of C. */
	tryFSOperation<Result>(work: () => Result): Result;
}

function syncFile(descriptor: number): number {
	try {
		fsyncSync(descriptor);
	} catch (error) {
		// Folders, on Windows.
		if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error;
	}
	return 0;
}

/**
 * PGlite goes on for ever with a message that a PostgreSQL which has ended doesn't take. Only what is thrown by the jump
 * back to its main loop gets out of that.
 */
function endAtPanic({ Module: server }: PGlite, log: ServerLog): Engine['failure'] {
	const { _PostgresMainLoopOnce: once, _PostgresMainLongJmp: jumpBack } = server;
	const jump = 100;
	let failure: StorageError | undefined;
	server._PostgresMainLoopOnce = () => {
		try {
			if (failure === undefined) return once();
		} catch (error) {
			if ((error as { status?: unknown }).status === jump) throw error;
			failure = log.failure() ?? new StorageError(`The database has ended (${String(error)}).`);
		}
		throw Object.assign(new Error(), { status: jump });
	};
	server._PostgresMainLongJmp = () => {
		if (failure !== undefined) throw failure;
		jumpBack();
	};
	return () => failure;
}

/** Why PostgreSQL ended, from the last lines of its log. */
class ServerLog {
	private lines: string[] = [];

	add(line: string): true {
		this.lines = [...this.lines.slice(-20), line];
		return true;
	}

	failure(): StorageError | undefined {
		const last = this.lines.findLast((line) => /\b(PANIC|FATAL):/.test(line));
		if (last === undefined) return undefined;
		const reason = last.replace(/^.*?\b(PANIC|FATAL): +/, '');
		const [, code] = [
			[/no space left/i, 'ENOSPC'],
			[/read-only file system|permission denied/i, 'EROFS'],
			[/i\/o error/i, 'EIO'],
			[/checksum|invalid|corrupt|could not locate|unexpected/i, 'XX001'],
		].find(([words]) => (words as RegExp).test(reason)) ?? [undefined, '58000'];
		return storageError({ code, message: reason });
	}
}

/** Emscripten's errors have a number alone. */
function named(error: unknown): unknown {
	const codes: Record<number, string> = {
		2: 'EACCES',
		29: 'EIO',
		51: 'ENOSPC',
		63: 'EPERM',
		69: 'EROFS',
	};
	const { name, errno } = error as { name?: string; errno?: number };
	if (name !== 'ErrnoError' || errno === undefined) return error;
	const code = codes[errno] ?? 'EIO';
	return { code, message: code };
}
