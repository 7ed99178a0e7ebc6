import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { LocalStart } from './local';

declare global {
	var localStart: { begun: LocalStart; folder: string } | undefined;
}

export default async function setup(): Promise<void> {
	const folder = await mkdtemp(join(tmpdir(), 'editor-'));
	const begun = await LocalStart.begin(folder, true);
	globalThis.localStart = { begun, folder };
	process.env.EDITOR_URL = begun.running.editorUrl;
	process.env.SANDBOX_URL = begun.running.sandboxUrl;
}
