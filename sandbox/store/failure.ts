/** The disk or the database on it failed. The message names the reason and what helps, for the caller. */
export class StorageError extends Error {
	/** @param isUnknown whether the data may have been stored nevertheless */
	constructor(
		readonly reason: string,
		readonly isUnknown = false,
	) {
		super(`The data can't be read or written: ${reason}`);
	}
}

/** Of PostgreSQL (SQLSTATE) and of Node. Any other error is a mistake of the sandbox or its caller. */
const reasons: Array<[codes: RegExp, reason: string]> = [
	[/^(53100|ENOSPC|EDQUOT)$/, 'No space is left on the device. Free some space.'],
	[/^25006$/, 'Almost no space is left on the device, so that it is read only. Free some space.'],
	[/^(EROFS|EACCES|EPERM|42501)$/, 'The data folder is read only. Check its permissions.'],
	[/^XX00[12]$/, 'A file is damaged. Restore a copy of the data folder, or use another folder.'],
	[/^(58\w{3}|EIO|EMFILE|ENFILE)$/, 'The device or its file system failed.'],
];

/** The failure of the storage that an error tells of; undefined for other errors. */
export function storageError(error: unknown): StorageError | undefined {
	if (error instanceof StorageError) return error;
	const { code, message } = error as NodeJS.ErrnoException;
	const known = reasons.find(([codes]) => codes.test(String(code)));
	if (known) return new StorageError(`${known[1]} (${message})`);
	return undefined;
}
