import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

import type { Traffic } from '../../support/fileTraffic';
import { useSandbox } from '../../support/sandbox';
import { Api } from './world';

const sandbox = useSandbox();
const MEGABYTE = 1024 * 1024;
const root = join(__dirname, '..', '..', '..');

/** A file up, over and down in a process of its own, so that its memory is that of this alone. */
async function traffic(app: string, bytes: number): Promise<Traffic> {
	const script = join(root, 'test', 'support', 'fileTraffic.ts');
	const { stdout } = await promisify(execFile)(
		process.execPath,
		['--import', 'tsx', script, sandbox.url, app, String(bytes)],
		{ cwd: root },
	);
	return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Traffic;
}

test('a file of 300 MB goes up, is copied and comes down with at most 100 MB of extra memory', async () => {
	const app = await new Api(sandbox).makeApp({
		Files: { type: 'FILE' },
		Name: { type: 'SINGLE_LINE_TEXT' },
	});
	const small = await traffic(app, 1000);
	const large = await traffic(app, 300 * MEGABYTE);
	expect(small).toMatchObject({ bytes: 1000, received: small.sent });
	expect(large).toMatchObject({ bytes: 300 * MEGABYTE, received: large.sent });
	expect(large.sent).not.toBe(small.sent);
	expect(Math.round((large.peak - small.peak) / MEGABYTE)).toBeLessThanOrEqual(100);
});
