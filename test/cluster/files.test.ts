import { createHash, randomBytes } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

import {
	api,
	cluster,
	ended,
	homes,
	listed,
	publish,
	ranOn,
	service,
	store,
	unpublish,
	until,
} from './support/cluster';
import { byId, chain, mapped, recordPlatform, webhook } from './support/workflows';

const MEGABYTE = 1_000_000;
const SIZE = 50 * MEGABYTE;

/** A file comes in by a form post, goes up to a record, and comes down again. */
const upAndDown = (app: string, path: string) =>
	chain('A file up and down', [
		webhook(path),
		recordPlatform('Up', {
			resource: 'record',
			operation: 'create',
			app: byId(app),
			fields: mapped({ Files: 'data' }),
			options: {},
		}),
		recordPlatform('Down', {
			resource: 'file',
			operation: 'downloadFromRecord',
			app: byId(app),
			recordId: byId('={{ $json.$id }}'),
			options: {},
		}),
	]);

const hashOf = (content: Uint8Array) => createHash('sha256').update(content).digest('hex');

const hashOfAnswer = async (answer: Response) => hashOf(new Uint8Array(await answer.arrayBuffer()));

async function sizeOf(folder: string): Promise<number> {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true });
	const files = entries.filter((entry) => entry.isFile());
	const sizes = await Promise.all(
		files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size),
	);
	return sizes.reduce((sum, size) => sum + size, 0);
}

test('50 MB come in by the webhook processor, go up and down on a worker, and are read on the main process', async () => {
	const app = await service.makeApp({ Files: { type: 'FILE' } });
	const path = `files-${Date.now()}`;
	const workflow = await store(upAndDown(app, path));
	await publish(workflow);
	const before = await sizeOf(homes);
	const content = randomBytes(SIZE);
	const form = new FormData();
	form.append('data', new Blob([content], { type: 'application/octet-stream' }), 'large.bin');
	await until('the webhook processor has taken the file', 60, async () => {
		const url = `${cluster().webhookUrl}webhook/${path}`;
		return (await fetch(url, { method: 'POST', body: form })).ok;
	});
	await until('it was started', 30, async () => (await listed(workflow)).length === 1);
	const [{ id = '' } = {}] = await listed(workflow);
	const execution = await ended(id);
	expect([execution.error, execution.status]).toEqual([undefined, 'success']);
	expect(await ranOn(id)).toHaveLength(1);

	// In the service, past the node.
	const [record, ...others] = await service.allValues(app);
	expect(others).toEqual([]);
	const [file, ...more] = record?.Files as Array<{ fileKey: string; size: string; name: string }>;
	expect([file?.name, file?.size, more]).toEqual(['large.bin', String(SIZE), []]);
	const stored = await fetch(`${cluster().sandboxUrl}/k/v1/file.json?fileKey=${file?.fileKey}`, {
		headers: service.headers,
	});
	expect(await hashOfAnswer(stored)).toBe(hashOf(content));

	// What the worker has downloaded, as the main process shows it in the editor.
	const [binary] = Object.values(execution.items.Down?.[0]?.binary ?? {});
	expect(binary?.id).toMatch(/^database:/);
	const shown = await fetch(
		`${cluster().editorUrl}/rest/binary-data?id=${binary?.id}&action=download&fileName=large.bin`,
		// Node 20's fetch takes a minute and more of processor time to unpack 50 MB.
		{ headers: { cookie: api.cookie, 'accept-encoding': 'identity' } },
	);
	expect(shown.status).toBe(200);
	expect(await hashOfAnswer(shown)).toBe(hashOf(content));
	// It is in the database, where every process can read it, and in none of their folders.
	expect((await sizeOf(homes)) - before).toBeLessThan(MEGABYTE);
	await unpublish(workflow);
});
