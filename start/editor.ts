import type { ChildProcess } from 'node:child_process';
import { createWriteStream } from 'node:fs';

import { type DataFolder, n8nEntry } from './layout';
import type { Owner } from './owner';
import { type Database, databaseSettings } from './postgres';
import { end, freePort, start, tailOf, whenReady } from './processes';

/** A running n8n. */
export interface Editor {
	url: string;
	child: ChildProcess;
	stop(): Promise<void>;
}

/** Starts n8n on loopback and waits until its editor and API answer. Throws where it ends before. */
export async function startEditor(
	node: string,
	data: DataFolder,
	database: Database,
	port: number,
	owner: Owner,
	patience = 120_000,
): Promise<Editor> {
	const url = `http://localhost:${port}`;
	const log = createWriteStream(data.log);
	const child = start(node, [n8nEntry, 'start'], {
		cwd: data.folder,
		env: {
			...outerEnvironment(),
			...settings(data.n8nHome, port, await freePort(0)),
			...ownerSettings(owner),
			...databaseSettings(database),
		},
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	child.stdout?.pipe(log);
	child.stderr?.pipe(log);
	const stop = async () => await end(child);
	try {
		await whenReady(child, 'n8n', async () => await isReady(url), patience);
	} catch (error) {
		await stop();
		throw new Error(`${(error as Error).message}. ${await tailOf(data.log)}`);
	}
	return { url, child, stop };
}

/** What this process has, without what an npm or another n8n left in it. */
export function outerEnvironment(): NodeJS.ProcessEnv {
	const foreign = /^(N8N_|npm_|DB_|EXECUTIONS_|NODE_OPTIONS$|NODE_ENV$)/;
	return Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name)));
}

/** The time zone of this machine, an IANA name. */
export function machineZone(): string {
	return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** What every n8n process on this machine is given. */
export function settings(home: string, port: number, brokerPort: number): Record<string, string> {
	return {
		NODE_ENV: 'production',
		N8N_USER_FOLDER: home,
		GENERIC_TIMEZONE: machineZone(),
		N8N_PORT: String(port),
		N8N_HOST: 'localhost',
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_EDITOR_BASE_URL: `http://localhost:${port}`,
		WEBHOOK_URL: `http://localhost:${port}/`,
		N8N_RUNNERS_BROKER_PORT: String(brokerPort),
		N8N_RUNNERS_BROKER_LISTEN_ADDRESS: '127.0.0.1',
		N8N_SECURE_COOKIE: 'false',
		N8N_ENFORCE_SETTINGS_FILE_PERMISSIONS: 'true',
		N8N_VERIFIED_PACKAGES_ENABLED: 'false',
		N8N_DIAGNOSTICS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_WHATS_NEW_ENABLED: 'false',
		N8N_DYNAMIC_BANNERS_ENABLED: 'false',
		N8N_HIRING_BANNER_ENABLED: 'false',
		N8N_TEMPLATES_ENABLED: 'false',
		N8N_PERSONALIZATION_ENABLED: 'false',
		N8N_LICENSE_AUTO_RENEW_ENABLED: 'false',
		// These two speak to the world outside.
		N8N_DISABLED_MODULES: 'mcp-registry,instance-ai',
	};
}

/** n8n sets its owner up before it listens: set up by its API, whoever called first would own it. */
export function ownerSettings({ email, passwordHash }: Owner): Record<string, string> {
	return {
		N8N_INSTANCE_OWNER_MANAGED_BY_ENV: 'true',
		N8N_INSTANCE_OWNER_EMAIL: email,
		N8N_INSTANCE_OWNER_FIRST_NAME: 'Demo',
		N8N_INSTANCE_OWNER_LAST_NAME: 'Owner',
		N8N_INSTANCE_OWNER_PASSWORD_HASH: passwordHash,
	};
}

/** Whether the editor and its API answer. */
export async function isReady(url: string): Promise<boolean> {
	try {
		const response = await fetch(`${url}/rest/settings`);
		// Before its migrations are done, n8n answers every path with a text.
		if (!response.ok || !response.headers.get('content-type')?.includes('json')) return false;
		// The node types come to be served a little later than the settings; without sign-in that is 401.
		return (await fetch(`${url}/types/nodes.json`)).status !== 404;
	} catch {
		return false;
	}
}
