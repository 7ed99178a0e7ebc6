import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { open, realpath } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';

/** How locks that this process holds are released. */
const held = new Map<string, () => Promise<void>>();

/**
 * Takes a lock of the operating system, which ends with the process, also if it is killed: nothing is left that
 * a later process has to judge. Returns `false` if somebody else on this machine holds it.
 * @param lock a path in an existing folder, which names the lock
 */
export async function takeLock(lock: string): Promise<boolean> {
	const address = await addressOf(lock);
	const release = await (address === undefined ? lockFile(lock) : listen(address));
	if (release) held.set(lock, release);
	return release !== undefined;
}

/** Does nothing for a lock that is not held. */
export async function releaseLock(lock: string): Promise<void> {
	await held.get(lock)?.();
	held.delete(lock);
}

/** Who holds a lock (`process 123`), where the operating system tells. */
export async function holderOf(lock: string): Promise<string> {
	const address = await addressOf(lock);
	const socket = address === undefined ? undefined : connect(address);
	const id = socket && (await text(socket).catch(() => ''));
	return id ? `process ${id}` : 'another process';
}

/** A name of the kernel's own, without a file; undefined where it has none. */
async function addressOf(lock: string): Promise<string | undefined> {
	const folder = await realpath(path.dirname(lock));
	const digest = createHash('sha256')
		.update(path.join(folder, path.basename(lock)))
		.digest('hex');
	if (process.platform === 'linux') return `\0sandbox-${digest}`;
	return process.platform === 'win32' ? `\\\\.\\pipe\\sandbox-${digest}` : undefined;
}

async function listen(address: string): Promise<(() => Promise<void>) | undefined> {
	const server = createServer((socket) => socket.on('error', () => {}).end(String(process.pid)));
	return await new Promise((resolve, reject) => {
		server.once('error', (error: NodeJS.ErrnoException) =>
			error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error),
		);
		server.listen(address, () =>
			resolve(async () => {
				await new Promise((closed) => server.close(closed));
			}),
		);
		server.unref();
	});
}

/** `O_EXLOCK` of macOS and BSD: the file is locked as long as it is open. It stays, because another process may be opening it. */
const EXCLUSIVE = 0x20;

async function lockFile(lock: string): Promise<(() => Promise<void>) | undefined> {
	const { O_CREAT, O_NONBLOCK, O_RDWR } = constants;
	try {
		const file = await open(lock, O_RDWR | O_CREAT | O_NONBLOCK | EXCLUSIVE, 0o600);
		return async () => await file.close();
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return undefined;
		throw error;
	}
}
