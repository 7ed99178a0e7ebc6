import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { N8nApi } from '../../start/api';
import { readExamples } from '../../start/examples';
import { owner } from '../../start/owner';
import { listens, LocalStart } from './support/local';

let folder: string;

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'restart-'));
});

afterAll(async () => await rm(folder, { recursive: true, force: true }));

async function whatIsThere(editorUrl: string): Promise<{ workflows: string[]; loaded: string[] }> {
	const api = new N8nApi(editorUrl);
	await api.signIn(owner);
	const packages = await api.communityPackages();
	return {
		workflows: (await api.workflows()).map(({ name }) => name).sort(),
		loaded: packages
			.filter(({ failedLoading }) => !failedLoading)
			.map(({ packageName }) => packageName)
			.sort(),
	};
}

test('what a start brought is there after the next one, and Ctrl-C ends everything', async () => {
	const expected = {
		workflows: (await readExamples()).map(({ name }) => name).sort(),
		loaded: ['n8n-nodes-groupware', 'n8n-nodes-record-platform'],
	};
	for (let turn = 0; turn < 2; turn += 1) {
		const local = await LocalStart.begin(folder);
		const { editorUrl, sandboxUrl } = local.running;
		expect(await whatIsThere(editorUrl)).toEqual(expected);

		expect(await local.interrupt()).toBe(0);
		expect(await Promise.all([editorUrl, sandboxUrl].map(listens))).toEqual([false, false]);
	}
});
