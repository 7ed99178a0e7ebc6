import { chmod, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { holderOf, takeLock } from '../sandbox/store/lock';
import { claimFolder } from '../sandbox/store/marker';

/** What a data folder says of its user, once everything is ready. */
export interface Running {
	pid: number;
	editorUrl: string;
	sandboxUrl: string;
	/** IDs of the two processes of `npm start`. */
	processes?: { n8n?: number | undefined; sandbox?: number | undefined };
}

/** A data folder in use by one start at a time. */
export interface KeptFolder {
	folder: string;
	/** Who uses the folder now. */
	running: string;
	/** Name of the empty file that marks the folder. */
	marker: string;
	/** Whether a start creates files of this name. */
	isMade(name: string): boolean;
}

/** Only this user may read the folder, because it contains n8n's database. Throws for one in use. */
export async function takeKeptFolder(kept: KeptFolder, reset: boolean): Promise<void> {
	const { folder, marker } = kept;
	await claimFolder(folder, { marker });
	await chmod(folder, 0o700);
	await refuseSecondUse(kept);
	if (reset) await empty(kept);
}

export async function announce(kept: KeptFolder, running: Running): Promise<void> {
	// Renamed, so that nobody reads half of it.
	await writeFile(`${kept.running}.new`, JSON.stringify(running));
	await rename(`${kept.running}.new`, kept.running);
}

/** Deletes only files that a start created. */
async function empty({ folder, isMade }: KeptFolder): Promise<void> {
	for (const name of await readdir(folder)) {
		if (isMade(name)) await rm(join(folder, name), { recursive: true, force: true });
	}
}

/** The lock ends with this process. */
async function refuseSecondUse({ folder, marker }: KeptFolder): Promise<void> {
	const lock = join(folder, marker);
	if (await takeLock(lock)) return;
	throw new Error(
		`The data folder ${folder} is in use (${await holderOf(lock)}). Stop that process first, or use another folder (--data).`,
	);
}
