import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type BrowserServer, chromium } from 'playwright-core';

import { N8nApi } from '../../../start/api';
import { dataFolder } from '../../../start/layout';
import { readOwner } from '../../../start/owner';
import { LocalStart } from '../../support/local-start';

declare global {
	var editorSuite: { begun: LocalStart; browser: BrowserServer; folder: string } | undefined;
}

const flags = [
	'--no-sandbox',
	'--disable-gpu',
	'--disable-quic',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
	// The hostile page: its host, and what other browsers let pages of the internet do.
	'--host-resolver-rules=MAP evil.example 127.0.0.1',
	'--disable-features=LocalNetworkAccessChecks',
];

export default async function setup(): Promise<void> {
	const browser = await chromium.launchServer({
		executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
		args: flags,
	});
	const folder = await mkdtemp(join(tmpdir(), 'editor-'));
	const begun = await LocalStart.begin(folder, { show: true }).catch(async (error: Error) => {
		await rm(folder, { recursive: true, force: true });
		throw error;
	});
	globalThis.editorSuite = { begun, browser, folder };
	process.env.EDITOR_BROWSER = browser.wsEndpoint();
	process.env.EDITOR_URL = begun.running.editorUrl;
	process.env.EDITOR_DATA = folder;
	process.env.SANDBOX_URL = begun.running.sandboxUrl;
	// Once for all files: n8n refuses more than a few sign-ins in a row.
	const api = new N8nApi(begun.running.editorUrl);
	await api.signIn(await readOwner(dataFolder(folder).owner));
	process.env.EDITOR_SESSION = api.cookie;
}
