import { existsSync } from 'node:fs';
import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { claimFolder } from './marker';

const heldHere = new Set<string>();

/** Where a sandbox keeps what it has: `database/`, `files/`. */
export interface DataFolder {
	readonly path: string;
	/** True when the folder is made for this run and removed at its end. */
	readonly temporary: boolean;
	release(): Promise<void>;
}

/** Takes `folder` for this process alone, or makes a temporary one. Throws for one with other files, or in use by another live process. */
export async function takeFolder(folder?: string): Promise<DataFolder> {
	if (folder === undefined) {
		const temporary = await mkdtemp(path.join(os.tmpdir(), 'sandbox-'));
		return {
			path: temporary,
			temporary: true,
			release: () => rm(temporary, { recursive: true, force: true }),
		};
	}
	const target = path.resolve(folder);
	await claimFolder(target, {
		marker: '.sandbox-data',
		isOlder: (older, entries) =>
			entries.every((name) => ['database', 'files', 'lock'].includes(name)) &&
			existsSync(path.join(older, 'database', 'PG_VERSION')),
	});
	const lock = path.join(target, 'lock');
	await claim(lock, target);
	heldHere.add(lock);
	return {
		path: target,
		temporary: false,
		async release() {
			await rm(lock, { force: true });
			heldHere.delete(lock);
		},
	};
}

async function claim(lock: string, folder: string): Promise<void> {
	for (let attempt = 0; attempt < 2; attempt += 1) {
		try {
			const handle = await open(lock, 'wx');
			await handle.writeFile(String(process.pid));
			await handle.close();
			return;
		} catch (error) {
			if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
			if (await heldByLiveProcess(lock)) break;
			await rm(lock, { force: true });
		}
	}
	throw new Error(`The folder ${folder} is in use by another sandbox`);
}

async function heldByLiveProcess(lock: string): Promise<boolean> {
	const holder = Number(await readFile(lock, 'utf8').catch(() => ''));
	if (!Number.isInteger(holder) || holder <= 0) return false;
	// A container gives each run the same process id, so our own id may be that of a run before.
	if (holder === process.pid) return heldHere.has(lock);
	try {
		process.kill(holder, 0);
		return true;
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === 'EPERM';
	}
}
