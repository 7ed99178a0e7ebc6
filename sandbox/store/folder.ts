import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { holderOf, releaseLock, takeLock } from './lock';
import { claimFolder } from './marker';

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
		const release = () => rm(temporary, { recursive: true, force: true });
		return { path: temporary, temporary: true, release };
	}
	const target = path.resolve(folder);
	await claimFolder(target, {
		marker: '.sandbox-data',
		isOlder: (older, entries) =>
			entries.every((name) => ['database', 'files', 'lock'].includes(name)) &&
			existsSync(path.join(older, 'database', 'PG_VERSION')),
	});
	// Records, passwords, and tokens are nobody else's on this machine.
	await chmod(target, 0o700);
	const lock = path.join(target, 'lock');
	if (!(await takeLock(lock))) {
		throw new Error(
			`The folder ${target} is in use by another sandbox (${await holderOf(lock)}). Stop it, or use another folder`,
		);
	}
	return { path: target, temporary: false, release: () => releaseLock(lock) };
}
