import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

export interface FolderOwner {
	/** Name of the empty file that marks a folder as this program's own. */
	marker: string;
	/** Recognizes a folder of an older version, which set no marker. */
	isOlder?(folder: string, entries: string[]): boolean;
}

/** Makes and marks `folder`. Throws for one with files in it that are not this program's: they could be deleted later. */
export async function claimFolder(folder: string, { marker, isOlder }: FolderOwner): Promise<void> {
	await mkdir(folder, { recursive: true });
	const entries = await readdir(folder);
	if (entries.includes(marker)) return;
	if (entries.length > 0 && !isOlder?.(folder, entries)) {
		throw new Error(
			`The folder ${folder} already holds other files. Choose a new or empty folder. ` +
				`If its files come from an earlier start, create an empty file named ${marker} in it.`,
		);
	}
	await writeFile(path.join(folder, marker), '');
}
