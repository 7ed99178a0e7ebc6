import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

import type { N8nApi } from './api';
import { n8nEntry } from './layout';

/** Who signs in to the local n8n. */
export interface Owner {
	email: string;
	password: string;
	/** What n8n is given in place of the password. Kept, because a new hash ends all sessions. */
	passwordHash: string;
}

/** The owner that the file keeps, or one with a new password, which is then kept in it. n8n has to be installed. */
export async function keptOwner(file: string): Promise<{ owner: Owner; isNew: boolean }> {
	if (existsSync(file)) return { owner: await readOwner(file), isNew: false };
	// n8n asks for a digit and a capital letter.
	const password = `${randomBytes(18).toString('base64url')}-A1`;
	const owner = { email: 'demo@example.com', password, passwordHash: await hashOf(password) };
	await writeFile(file, `${JSON.stringify(owner, null, '\t')}\n`, { mode: 0o600, flag: 'wx' });
	return { owner, isNew: true };
}

/** Reads the owner. Throws for a file without all of its parts. */
export async function readOwner(file: string): Promise<Owner> {
	try {
		const { email, password, passwordHash } = JSON.parse(await readFile(file, 'utf8')) as Owner;
		if (email && password && passwordHash) return { email, password, passwordHash };
	} catch {
		// Told below, without the file's content.
	}
	throw new Error(`${file} cannot be read. Delete it to get a new password for n8n.`);
}

/** By n8n's own library, so that n8n can compare it. */
async function hashOf(password: string): Promise<string> {
	const bcrypt = createRequire(n8nEntry)('bcryptjs') as {
		hash(text: string, rounds: number): Promise<string>;
	};
	return await bcrypt.hash(password, 10);
}

/** Signs in to n8n. Throws with what to do about it. */
export async function signIn(api: N8nApi, owner: Owner, folder: string): Promise<void> {
	try {
		await api.signIn(owner);
	} catch (error) {
		throw new Error(
			`Could not sign in to n8n as ${owner.email}. If two-factor authentication is on, use --reset (deletes all data in ${folder}) or another folder (--data).\n${(error as Error).message}`,
		);
	}
}
