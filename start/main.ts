import { resolve } from 'node:path';

import { Command, Option } from 'commander';

import { type Demo, demos } from '../sandbox/demo-data';

import { port, runUntilStopped } from './command';
import { installN8n } from './install';
import { dataOf } from './layout';
import { startWorld } from './world';

interface Flags {
	port: number;
	sandboxPort: number;
	data?: string;
	reset: boolean;
	demo: Demo;
	installOnly: boolean;
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
	.option(
		'--data <folder>',
		`folder for the data of n8n and the sandbox (default: ${dataOf('en')}, or data-ja beside it)`,
	)
	.option('--reset', 'delete the data in the data folder first', false)
	.addOption(
		new Option('--demo <language>', 'language of the demo apps, events, and people')
			.choices(demos)
			.default('en'),
	)
	.option('--install-only', 'install n8n, but do not start it', false)
	.parse()
	.opts<Flags>();

const say = (line: string) => console.log(line);

void runUntilStopped(async () => {
	if (!flags.installOnly) {
		const data = resolve(flags.data ?? dataOf(flags.demo));
		return await startWorld({ ...flags, data, say });
	}
	await installN8n(say);
	return undefined;
});
