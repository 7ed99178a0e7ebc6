import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { N8nApi } from '../../../start/api';
import { dataFolder } from '../../../start/layout';
import { readOwner } from '../../../start/owner';
import { LocalStart } from '../../support/local-start';

declare global {
	var localStart: { begun: LocalStart; folder: string } | undefined;
}

export default async function setup(): Promise<void> {
	const folder = await mkdtemp(join(tmpdir(), 'editor-'));
	const begun = await LocalStart.begin(folder, { show: true }).catch(async (error: Error) => {
		await rm(folder, { recursive: true, force: true });
		throw error;
	});
	globalThis.localStart = { begun, folder };
	process.env.EDITOR_URL = begun.running.editorUrl;
	process.env.EDITOR_DATA = folder;
	process.env.SANDBOX_URL = begun.running.sandboxUrl;
	// Once for all files: n8n refuses more than a few sign-ins in a row.
	const api = new N8nApi(begun.running.editorUrl);
	await api.signIn(await readOwner(dataFolder(folder).owner));
	process.env.EDITOR_SESSION = api.cookie;
}
