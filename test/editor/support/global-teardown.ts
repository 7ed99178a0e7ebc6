import { rm } from 'node:fs/promises';

import './global-setup';

export default async function teardown(): Promise<void> {
	if (!globalThis.editorSuite) return;
	const { begun, browser, folder } = globalThis.editorSuite;
	await browser.close();
	await begun.interrupt();
	await rm(folder, { recursive: true, force: true });
}
