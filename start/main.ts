import { resolve } from 'node:path';

import { Command, InvalidArgumentError } from 'commander';

import { demoCredentials } from './credentials';
import { defaultData } from './layout';
import { endAll } from './processes';
import { startWorld, type World } from './world';

interface Flags {
	port: number;
	sandboxPort: number;
	data: string;
	reset: boolean;
}

function port(text: string): number {
	const value = Number(text);
	if (!Number.isInteger(value) || value < 0 || value > 65_535) {
		throw new InvalidArgumentError('The port must be a whole number from 0 to 65535.');
	}
	return value;
}

const flags = new Command('npm start --')
	.description('Starts the sandbox and n8n with both packages.')
	.option('--port <number>', 'port of n8n; if it is in use, the next free port', port, 5678)
	.option(
		'--sandbox-port <number>',
		'port of the sandbox; if it is in use, the next free port',
		port,
		8080,
	)
	.option('--data <folder>', 'folder for the data of n8n and the sandbox', defaultData)
	.option('--reset', 'delete the data in the data folder first', false)
	.parse()
	.opts<Flags>();

const say = (line: string) => console.log(line);

let world: World | undefined;
let ending = false;

async function finish(code: number): Promise<void> {
	if (ending) return;
	ending = true;
	say('\nStopping …');
	await world?.stop();
	await endAll();
	process.exit(code);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
	process.on(signal, () => void finish(0));
}

/** Shown once, and only in a terminal, because other output ends up in log files. */
function shownPassword({ owner, ownerFile, hasNewPassword }: World): string {
	return hasNewPassword && process.stdout.isTTY
		? `${owner.password}  (shown only once, saved in ${ownerFile})`
		: `password: see ${ownerFile}`;
}

function tellWhatIsThere(ready: World): void {
	const { editorUrl, sandboxUrl, examples, owner } = ready;
	const lines = [
		'',
		`n8n is ready:    ${editorUrl}`,
		`  sign in with:  ${owner.email}  /  ${shownPassword(ready)}`,
		`Sandbox:         ${sandboxUrl}  (admin / admin)`,
		'',
		'Credentials in n8n, connected to the sandbox:',
		...demoCredentials.map(({ name }) => `  ${name}`),
		'',
		examples.length > 0 ? 'Workflows to open and run:' : 'No example workflows.',
		...examples.map(({ id, name }) => `  ${name}\n    ${editorUrl}/workflow/${id}`),
		'',
		'To build your own: open a new workflow, press Tab, and search for "kintone" or "garoon".',
		'Press Ctrl-C to stop. Your workflows and data are kept for the next start.',
	];
	say(lines.join('\n'));
}

async function main(): Promise<void> {
	world = await startWorld({ ...flags, data: resolve(flags.data), say });
	tellWhatIsThere(world);
	await world.ended;
	if (!ending) {
		console.error('n8n stopped unexpectedly. See n8n.log in the data folder.');
		await finish(1);
	}
}

main().catch(async (error: Error) => {
	if (ending) return;
	console.error(`\n${error.message}`);
	await finish(1);
});
