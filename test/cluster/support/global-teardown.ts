import { rm } from 'node:fs/promises';

import './global-setup';

export default async function teardown(): Promise<void> {
	if (!globalThis.localCluster) return;
	const { begun, folder } = globalThis.localCluster;
	await begun.interrupt();
	await rm(folder, { recursive: true, force: true });
}
