import { rm } from 'node:fs/promises';

import './global-setup';

export default async function teardown(): Promise<void> {
	if (!globalThis.localStart) return;
	const { begun, folder } = globalThis.localStart;
	await begun.interrupt();
	await rm(folder, { recursive: true, force: true });
}
