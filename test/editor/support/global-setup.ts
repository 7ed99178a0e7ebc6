import { type BrowserServer, chromium } from 'playwright-core';

import { LocalStart } from '../../support/local-start';

declare global {
	var editorSuite: { begun: LocalStart; browser: BrowserServer } | undefined;
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
	const begun = await LocalStart.beginNew({ show: true });
	globalThis.editorSuite = { begun, browser };
	process.env.EDITOR_BROWSER = browser.wsEndpoint();
	process.env.EDITOR_URL = begun.running.editorUrl;
	process.env.EDITOR_DATA = begun.folder;
	process.env.SANDBOX_URL = begun.running.sandboxUrl;
	process.env.EDITOR_SESSION = (await begun.api()).cookie;
}
