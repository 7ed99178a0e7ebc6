import { existsSync } from 'node:fs';
import { chmod, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { claimFolder } from '../sandbox/store/marker';

import { isRunning } from './processes';

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
	/** Whether the folder is of a start that set no marker yet. */
	isOlder?(entries: string[]): boolean;
	/** Folders of other users may lie in it. They can enter it, but not list it. */
	isShared?: boolean;
}

/** Only this user may read the folder, because it contains n8n's database. Throws for one in use. */
export async function takeKeptFolder(kept: KeptFolder, reset: boolean): Promise<void> {
	const { folder, marker, isOlder = () => false } = kept;
	await claimFolder(folder, { marker, isOlder: (_folder, entries) => isOlder(entries) });
	await chmod(folder, kept.isShared ? 0o711 : 0o700);
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

/** Two n8n processes would corrupt one database. */
async function refuseSecondUse({ running }: KeptFolder): Promise<void> {
	if (!existsSync(running)) return;
	const { pid, editorUrl } = JSON.parse(await readFile(running, 'utf8')) as Running;
	if (isRunning(pid) && (await answers(editorUrl))) {
		throw new Error(
			`This data folder is in use: ${editorUrl} (process ${pid}). Stop that process first, or use another folder (--data).`,
		);
	}
}

async function answers(url: string): Promise<boolean> {
	try {
		return (await fetch(url)).ok;
	} catch {
		return false;
	}
}
