import { randomUUID } from 'node:crypto';
import { createWriteStream, existsSync } from 'node:fs';
import { cp, mkdir, open, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FileStore } from '../types';
import { storageError } from './failure';

const keyPattern = /^[0-9a-f-]{36}$/;

/** Files in a folder, one a key. The folder appears with the first file. */
export class FolderFileStore implements FileStore {
	constructor(private readonly folder: string) {}

	async put(content: Readable | Buffer): Promise<{ key: string; size: number }> {
		const key = randomUUID();
		try {
			await mkdir(this.folder, { recursive: true });
			const target = createWriteStream(this.pathOf(key), {
				flags: 'wx',
				mode: 0o600,
				flush: true,
			});
			await pipeline(Buffer.isBuffer(content) ? Readable.from([content]) : content, target);
			return { key, size: target.bytesWritten };
		} catch (error) {
			await rm(this.pathOf(key), { force: true }).catch(() => undefined);
			throw storageError(error) ?? error;
		}
	}

	async open(key: string): Promise<Readable | undefined> {
		try {
			return (await open(this.pathOf(key), 'r')).createReadStream();
		} catch (error) {
			if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
			throw storageError(error) ?? error;
		}
	}

	async delete(key: string): Promise<void> {
		await rm(this.pathOf(key), { force: true });
	}

	/** Removes every file. */
	async clear(): Promise<void> {
		await rm(this.folder, { recursive: true, force: true });
	}

	/** Keeps a copy of every file beside the folder. */
	async save(name: string): Promise<void> {
		await rm(this.savedAs(name), { recursive: true, force: true });
		await mkdir(this.folder, { recursive: true });
		await cp(this.folder, this.savedAs(name), { recursive: true });
	}

	/** Puts the copies back. Those of an earlier run can be lost while its rows are still in a database. */
	async restore(name: string): Promise<void> {
		await this.clear();
		if (!existsSync(this.savedAs(name))) return;
		await cp(this.savedAs(name), this.folder, { recursive: true });
	}

	private savedAs(name: string): string {
		return `${this.folder}.${name}`;
	}

	private pathOf(key: string): string {
		if (!keyPattern.test(key)) throw new Error('Not a key of this file store');
		return path.join(this.folder, key);
	}
}
