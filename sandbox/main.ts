#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { IANAZone } from 'luxon';
import { type Demo, demos } from './demo-data';
import { startSandbox } from './server';
import type { Certificate } from './http/listen';

interface Flags {
	port: number;
	host?: string;
	allowHost?: string[];
	data?: string;
	database?: string;
	empty?: boolean;
	demo: Demo;
	standardCourse?: boolean;
	previewFeatures: boolean;
	acceptCloudWatchers?: boolean;
	webhooksToAnyHost?: boolean;
	deployMs?: number;
	timeZone?: string;
	tls?: boolean;
	tlsCert?: string;
	tlsKey?: string;
}

const { version } = JSON.parse(readFileSync(join(__dirname, '..', 'package.json'), 'utf8')) as {
	version: string;
};

const program = new Command('record-platform-sandbox')
	.description(
		'A local server that imitates kintone (the record platform) and Garoon (the groupware). When it is ready, it prints its URL as JSON. Ctrl-C stops it.',
	)
	.version(version, '-V, --version', 'display the version')
	.option('--port <number>', 'port to listen on; 0 for any free one', portOf, 0)
	.option('--host <address>', 'address to listen on (default: localhost, IPv4 and IPv6)')
	.option(
		'--allow-host <name>',
		'also answer under this host name, such as host.docker.internal; repeat it for more',
		(name: string, names: string[] = []) => [...names, name],
	)
	.option('--data <folder>', 'store all data in this folder')
	.option('--database <url>', 'store rows on this PostgreSQL server (postgres://…)', databaseOf)
	.option('--empty', 'start without demo apps and events, but with the users')
	.addOption(
		new Option('--demo <language>', 'language of the demo apps, events, and people')
			.choices(demos)
			.default('en'),
	)
	.option(
		'--standard-course',
		'turn off statistics of apps and spaces, which only the wide course has',
	)
	.option('--no-preview-features', 'turn off features that an administrator has to enable')
	.option('--accept-cloud-watchers', 'accept SET_PRIVATE_WATCHERS on the cloud edition')
	.option('--webhooks-to-any-host', 'send webhooks to other machines, too')
	.option('--deploy-ms <number>', 'time that the deployment of an app takes (default: 300)', timeOf)
	.option('--time-zone <name>', 'zone of the demo calendars (default: Asia/Tokyo)', zoneNamed)
	.option('--tls', 'use HTTPS with a self-signed certificate')
	.option('--tls-cert <file>', 'use HTTPS with this certificate (PEM)')
	.option('--tls-key <file>', 'private key of --tls-cert (PEM)')
	.addHelpText(
		'after',
		'\nEvery password is the login name; admin is the administrator of both services. See README.md for the users, the API tokens, and the control API.',
	);

void main(program.parse().opts<Flags>());

async function main(flags: Flags): Promise<void> {
	// Records, passwords, and tokens are nobody else's on this machine.
	process.umask(0o077);
	surviveEverything();
	if (flags.database !== undefined && flags.data === undefined) {
		process.stderr.write('Files will be lost when the sandbox stops. Use --data to keep them.\n');
	}
	try {
		const sandbox = await startSandbox({
			port: flags.port,
			...(flags.host === undefined ? {} : { host: flags.host }),
			...(flags.allowHost === undefined ? {} : { allowedHosts: flags.allowHost }),
			...(flags.data === undefined ? {} : { dataDir: flags.data }),
			...(flags.database === undefined ? {} : { database: flags.database }),
			empty: flags.empty ?? false,
			demo: flags.demo,
			features: {
				wideCourse: !flags.standardCourse,
				previewFeatures: flags.previewFeatures,
				...(flags.acceptCloudWatchers && { acceptCloudWatchers: true }),
				...(flags.webhooksToAnyHost && { webhooksToAnyHost: true }),
				...(flags.timeZone && { timeZone: flags.timeZone }),
				...(flags.deployMs !== undefined && { deployMs: flags.deployMs }),
			},
			tls: (await certificateOf(flags)) ?? flags.tls ?? false,
		});
		endOnSignal(() => sandbox.close());
		process.stdout.write(`${JSON.stringify({ url: sandbox.url, pid: process.pid })}\n`);
	} catch (error) {
		process.stderr.write(`The sandbox did not start: ${reasonOf(error, flags)}\n`);
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
				process.stderr.write(`The sandbox did not stop cleanly: ${messageOf(error)}\n`);
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
		throw new Error('Use --tls-cert and --tls-key together.');
	}
	return { cert: await pem('--tls-cert', tlsCert), key: await pem('--tls-key', tlsKey) };
}

async function pem(flag: string, file: string): Promise<string> {
	return await readFile(file, 'utf8').catch((error: unknown) => {
		throw new Error(`${flag}: the file cannot be read (${messageOf(error)})`);
	});
}

function databaseOf(text: string): string {
	if (!/^postgres(ql)?:\/\//.test(text)) {
		throw new InvalidArgumentError('A database is a URL that begins with postgres://.');
	}
	return text;
}

function portOf(text: string): number {
	const port = Number(text);
	if (!Number.isInteger(port) || port < 0 || port > 65_535) {
		throw new InvalidArgumentError('A port is a number from 0 to 65535.');
	}
	return port;
}

function timeOf(text: string): number {
	const ms = Number(text);
	if (!Number.isInteger(ms) || ms < 0 || ms > 600_000) {
		throw new InvalidArgumentError('A time is a number of milliseconds from 0 to 600000.');
	}
	return ms;
}

function zoneNamed(text: string): string {
	if (IANAZone.isValidZone(text)) return text;
	throw new InvalidArgumentError('A time zone is an IANA name such as Europe/Berlin.');
}

/** Why the sandbox did not start, and which flag helps. */
function reasonOf(error: unknown, { port, host }: Flags): string {
	const { code, syscall } = error as NodeJS.ErrnoException;
	switch (syscall === 'listen' || syscall === 'getaddrinfo' ? code : undefined) {
		case 'EADDRINUSE':
			return `Another program uses port ${port}. Choose another with --port, or 0 for any free one.`;
		case 'EACCES':
			return `This account may not listen on port ${port}. Choose one above 1023 with --port.`;
		case 'EADDRNOTAVAIL':
		case 'ENOTFOUND':
			return `${host} is no address of this machine. Choose another with --host.`;
		default:
			return messageOf(error);
	}
}

function messageOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}
