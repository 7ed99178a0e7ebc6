import { rm } from 'node:fs/promises';

import './global-setup';

export default async function teardown(): Promise<void> {
	const running = globalThis.running;
	if (running === undefined) return;
	await running.sandbox?.stop();
	await running.database?.stop();
	running.broker.closeAllConnections();
	await new Promise<void>((resolve) => running.broker.close(() => resolve()));
	await rm(running.temporary, { recursive: true, force: true });
}
