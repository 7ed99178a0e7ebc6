#!/usr/bin/env node
import { readFile } from 'node:fs/promises';
import { Command, InvalidArgumentError, Option } from 'commander';
import { type Demo, demos } from './demo-data';
import { startSandbox } from './server';
import type { Certificate } from './http/listen';

interface Flags {
	port: number;
	host?: string;
	allowHost: string[];
	data?: string;
	database?: string;
	empty?: boolean;
	demo: Demo;
	standardCourse?: boolean;
	previewFeatures: boolean;
	refuseCloudWatchers?: boolean;
	webhooksToAnyHost?: boolean;
	tls?: boolean;
	tlsCert?: string;
	tlsKey?: string;
}

const program = new Command('sandbox')
	.description('A local server that answers as the record platform and the groupware do.')
	.option('--port <number>', 'port to listen on; 0 for any free one', portOf, 0)
	.option('--host <address>', 'address to listen on (default: loopback, IPv4 and IPv6)')
	.option(
		'--allow-host <name>',
		'also answer under this host name, such as host.docker.internal; repeat it for more',
		(name: string, names: string[]) => [...names, name],
		[],
	)
	.option('--data <folder>', 'keep database and files in this folder')
	.option('--database <url>', 'use this PostgreSQL server (postgres://…) for the rows')
	.option('--empty', 'start without demo apps and events; the accounts are there')
	.addOption(
		new Option('--demo <language>', 'language of the demo apps, events and people')
			.choices(demos)
			.default('en'),
	)
	.option('--standard-course', 'without what only the wide course has')
	.option('--no-preview-features', 'without the features an administrator switches on')
	.option('--refuse-cloud-watchers', 'no SET_PRIVATE_WATCHERS on the cloud edition')
	.option('--webhooks-to-any-host', 'send webhooks to other machines, too')
	.option('--tls', 'answer by HTTPS with a self-made certificate')
	.option('--tls-cert <file>', 'answer by HTTPS with this certificate (PEM)')
	.option('--tls-key <file>', 'its private key (PEM)');

void main(program.parse().opts<Flags>());

async function main(flags: Flags): Promise<void> {
	surviveEverything();
	if (flags.database !== undefined && flags.data === undefined) {
		process.stderr.write('Files are kept until the end of this run; --data keeps them longer.\n');
	}
	try {
		const sandbox = await startSandbox({
			port: flags.port,
			...(flags.host === undefined ? {} : { host: flags.host }),
			allowedHosts: flags.allowHost,
			...(flags.data === undefined ? {} : { dataDir: flags.data }),
			...(flags.database === undefined ? {} : { database: flags.database }),
			empty: flags.empty ?? false,
			demo: flags.demo,
			features: {
				wideCourse: !flags.standardCourse,
				previewFeatures: flags.previewFeatures,
				...(flags.refuseCloudWatchers && { refuseCloudWatchers: true }),
				...(flags.webhooksToAnyHost && { webhooksToAnyHost: true }),
			},
			tls: (await certificateOf(flags)) ?? flags.tls ?? false,
		});
		endOnSignal(() => sandbox.close());
		process.stdout.write(`${JSON.stringify({ url: sandbox.url, pid: process.pid })}\n`);
	} catch (error) {
		process.stderr.write(`The sandbox did not start: ${messageOf(error)}\n`);
		process.exit(1);
	}
}

function endOnSignal(close: () => Promise<void>): void {
	let ending = false;
	const end = (): void => {
		if (ending) return;
		ending = true;
		close().then(
			() => process.exit(0),
			(error: unknown) => {
				process.stderr.write(`The sandbox did not end cleanly: ${messageOf(error)}\n`);
				process.exit(1);
			},
		);
	};
	process.on('SIGINT', end);
	process.on('SIGTERM', end);
}

/** A fault in one request must not end the server for the others. */
function surviveEverything(): void {
	process.on('uncaughtException', (error) => {
		process.stderr.write(`Uncaught: ${error.stack ?? error.message}\n`);
	});
	process.on('unhandledRejection', (reason) => {
		process.stderr.write(`Unhandled: ${messageOf(reason)}\n`);
	});
	process.stdout.on('error', () => undefined);
	process.stderr.on('error', () => undefined);
}

async function certificateOf({ tlsCert, tlsKey }: Flags): Promise<Certificate | undefined> {
	if (tlsCert === undefined && tlsKey === undefined) return undefined;
	if (tlsCert === undefined || tlsKey === undefined) {
		throw new Error('--tls-cert and --tls-key go together');
	}
	return { cert: await readFile(tlsCert, 'utf8'), key: await readFile(tlsKey, 'utf8') };
}

function portOf(text: string): number {
	const port = Number(text);
	if (!Number.isInteger(port) || port < 0 || port > 65_535) {
		throw new InvalidArgumentError('A port is a number from 0 to 65535.');
	}
	return port;
}

function messageOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}
