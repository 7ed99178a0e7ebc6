import { resolve } from 'node:path';

import { Command } from 'commander';

import { port, runUntilStopped } from '../command';
import { type Cluster, startCluster } from './cluster';
import { defaultClusterData } from './folder';

interface Flags {
	port: number;
	webhookPort: number;
	sandboxPort: number;
	data: string;
	reset: boolean;
}

const next = 'if it is in use, the next free port';

const flags = new Command('npm run cluster --')
	.description(
		'Starts n8n in queue mode with both packages: a main process, two workers, a webhook processor, PostgreSQL, Redis, and the sandbox. A process that ends is started again.',
	)
	.option('--port <number>', `port of the main process; ${next}`, port, 5678)
	.option('--webhook-port <number>', `port of the webhook processor; ${next}`, port, 5679)
	.option('--sandbox-port <number>', `port of the sandbox; ${next}`, port, 8080)
	.option('--data <folder>', 'folder for the data of all processes', defaultClusterData)
	.option('--reset', 'delete the data in the data folder first', false)
	.parse()
	.opts<Flags>();

const say = (line: string) => console.log(line);

void runUntilStopped(
	async (ending) => await startCluster({ ...flags, data: resolve(flags.data), say, ending }),
	wayIn,
);

function wayIn({ webhookUrl, members }: Cluster): string[] {
	return [
		`Webhooks:        ${webhookUrl}  (production URLs of published workflows)`,
		'',
		'Processes:',
		...members.map(({ name, pid }) => `  ${name.padEnd(18)} ${pid}`),
		'',
	];
}
