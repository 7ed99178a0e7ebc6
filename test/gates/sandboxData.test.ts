import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { builtFile, root, sandboxPackage } from './packages';

type Rows = Record<string, Record<string, Record<string, unknown>>>;

const clock = ['--require', join(__dirname, 'standing-clock.js')];
const source = ['--import', 'tsx', join(root, 'sandbox', 'main.ts')];
const built = () => [builtFile(sandboxPackage, 'dist/main.js')];

/** What `use` gives for a sandbox that was started at this moment. */
async function started<Result>(
	program: string[],
	moment: string,
	flags: string[],
	use: (url: string) => Promise<Result>,
): Promise<Result> {
	const child = spawn(process.execPath, [...clock, ...program, '--port', '0', ...flags], {
		cwd: root,
		env: { ...process.env, STANDING_CLOCK: moment },
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	const ended = once(child, 'close');
	try {
		const [line] = (await Promise.race([
			once(createInterface({ input: child.stdout }), 'line'),
			ended.then(([code]) => Promise.reject(new Error(`It ended with code ${String(code)}.`))),
		])) as [string];
		return await use((JSON.parse(line) as { url: string }).url);
	} finally {
		child.kill('SIGTERM');
		await ended;
	}
}

/** All rows without what differs each time: the keys of files, the salts of passwords, the port. */
async function rowsOf(url: string): Promise<Record<string, string[]>> {
	const text = (await (await fetch(`${url}/_sandbox/dump`)).text())
		.replace(/http:\/\/localhost:\d+/g, 'URL')
		.replace(/\b([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{96})\b/g, 'KEY')
		.replace(/"password_(salt|hash)":"[^"]*"/g, '"password_$1":""');
	return Object.fromEntries(
		Object.entries(JSON.parse(text) as Rows).map(([table, rows]) => [
			table,
			Object.values(rows)
				.map((row) => JSON.stringify(row))
				.sort(),
		]),
	);
}

/** The numbers of what is added next. */
async function nextNumbers(url: string): Promise<unknown> {
	const added = await fetch(`${url}/_sandbox/groupware`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({
			todos: [{ user: 'sato', subject: 'Next' }],
			messages: [{ sender: 'sato', title: 'Next', recipients: ['mori'] }],
			forms: [{ name: 'Next', items: [] }],
		}),
	});
	expect(added.status).toBe(200);
	return await added.json();
}

it.each([
	['en', '2031-03-07T22:47:00Z'],
	['ja', '2028-02-29T03:05:00Z'],
])(
	'the package starts with the demo data that a start from source makes (%s)',
	async (demo, moment) => {
		const look = async (url: string) => [await rowsOf(url), await nextNumbers(url)] as const;
		const [made, madeNext] = await started(source, moment, ['--demo', demo], look);
		const [prepared, preparedNext] = await started(built(), moment, ['--demo', demo], look);
		expect(Object.keys(made).length).toBeGreaterThan(50);
		expect(prepared).toEqual(made);
		expect(preparedNext).toEqual(madeNext);
	},
);

it('has its files, keeps a data folder, and makes the same data again after a reset', async () => {
	const folder = await mkdtemp(join(tmpdir(), 'sandbox-data-'));
	const moment = '2027-12-31T23:59:00Z';
	const headers = { 'X-Cybozu-API-Token': 'demo-orders-token' };
	const offer = async (url: string) => {
		const record = await fetch(`${url}/k/v1/record.json?app=2&id=1`, { headers });
		const { Documents } = ((await record.json()) as { record: { Documents: unknown } }).record;
		const [file] = (Documents as { value: Array<{ fileKey: string }> }).value;
		const content = await fetch(`${url}/k/v1/file.json?fileKey=${file?.fileKey}`, { headers });
		return await content.text();
	};
	try {
		const [first, reset] = await started(built(), moment, ['--data', folder], async (url) => {
			expect(await offer(url)).toMatch(/^Offer SO-2001\n/);
			const rows = await rowsOf(url);
			await fetch(`${url}/_sandbox/reset`, {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: '{}',
			});
			return [rows, await rowsOf(url)];
		});
		expect(reset).toEqual(first);
		await started(built(), moment, ['--data', folder], async (url) => {
			expect(await rowsOf(url)).toEqual(first);
			expect(await offer(url)).toMatch(/^Offer SO-2001\n/);
		});
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
});
