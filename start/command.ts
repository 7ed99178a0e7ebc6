import { InvalidArgumentError } from 'commander';

import type { StoredCredential } from './api';
import type { ImportedExample } from './examples';
import type { Owner } from './owner';
import { endAll } from './processes';

/** What a start has made ready for a person. */
export interface Ready {
	editorUrl: string;
	sandboxUrl: string;
	examples: ImportedExample[];
	credentials: StoredCredential[];
	owner: Owner;
	/** Where the owner's password is kept. */
	ownerFile: string;
	/** The password was made by this start. */
	hasNewPassword: boolean;
	/** Settles when n8n ends by itself. */
	ended: Promise<void>;
	stop(): Promise<void>;
}

/** Reads a flag. Throws `InvalidArgumentError` for anything but a port. */
export function port(text: string): number {
	const value = Number(text);
	if (!Number.isInteger(value) || value < 0 || value > 65_535) {
		throw new InvalidArgumentError('The port must be a whole number from 0 to 65535.');
	}
	return value;
}

/**
 * Starts everything, tells the way in, and stays until Ctrl-C, which ends everything.
 * If there is nothing to stay for, `start` returns nothing.
 */
export async function runUntilStopped<R extends Ready>(
	start: (ending: AbortSignal) => Promise<R | undefined>,
	more: (ready: R) => string[] = () => [],
): Promise<void> {
	let ready: R | undefined;
	const ending = new AbortController();
	const finish = async (code: number): Promise<void> => {
		if (ending.signal.aborted) return;
		ending.abort();
		console.log('\nStopping …');
		await ready?.stop();
		await endAll();
		process.exit(code);
	};
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
		process.on(signal, () => void finish(0));
	}
	try {
		ready = await start(ending.signal);
		if (!ready) process.exit(0);
		console.log(wayIn(ready, more(ready)).join('\n'));
		await ready.ended;
		if (ending.signal.aborted) return;
		console.error('n8n stopped unexpectedly. See its log in the data folder.');
	} catch (error) {
		if (ending.signal.aborted) return;
		console.error(`\n${(error as Error).message}`);
	}
	await finish(1);
}

function wayIn(ready: Ready, more: string[]): string[] {
	const { editorUrl, sandboxUrl, examples, credentials, owner } = ready;
	return [
		'',
		...more,
		'Credentials in n8n, connected to the sandbox:',
		...credentials.map(({ name }) => `  ${name}`),
		'',
		examples.length > 0 ? 'Workflows to open and run:' : 'No example workflows.',
		...examples.map(({ id, name }) => `  ${name}\n    ${editorUrl}/workflow/${id}`),
		'',
		`n8n is ready:    ${editorUrl}`,
		`  sign in with:  ${owner.email}  /  ${shownPassword(ready)}`,
		`To see the data: ${sandboxUrl}  (admin / admin)`,
		'To build your own workflow: open a new one, press N, search for "kintone" or "garoon", and open Actions.',
		'Press Ctrl-C to stop. Your workflows and data are kept for the next start.',
	];
}

/** Shown once, also in a file, so that a start in the background can be used. */
function shownPassword({ owner, ownerFile, hasNewPassword }: Ready): string {
	return hasNewPassword
		? `${owner.password}  (shown only once, saved in ${ownerFile})`
		: `password: see ${ownerFile}`;
}
