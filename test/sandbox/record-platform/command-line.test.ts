import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { options, useApi } from './api';

/** The vendor's own command line (`cli-kintone`), as people run it. */

// Each run of it starts a program.
const { sandbox, api } = useApi();
const command = join(dirname(require.resolve('@kintone/cli/package.json')), 'cli.js');
const asAdmin = ['--username', 'admin', '--password', 'admin'];
let folder: string;

beforeEach(async () => {
	await sandbox.reset();
	folder = await mkdtemp(join(tmpdir(), 'command-line-'));
});

afterEach(async () => await rm(folder, { recursive: true }));

interface Ended {
	code: number;
	/** What a program after a pipe would get. */
	output: Buffer;
	/** What it tells a person, without times. */
	told: string;
}

/** Runs the command line in the test's folder; the words are split at blanks. */
async function run(words: string, more: string[] = asAdmin): Promise<Ended> {
	// Its own settings come as variables, too; in a run of tests it packs no plug-in.
	const environment = Object.entries(process.env).filter(
		([name]) => !/^(KINTONE_|https?_proxy$|NODE_ENV$)/i.test(name),
	);
	return await new Promise((resolve) => {
		const child = execFile(
			process.execPath,
			[command, ...words.split(' '), ...more],
			{ cwd: folder, env: Object.fromEntries(environment), encoding: 'buffer' },
			(_error, output, told) =>
				resolve({
					code: child.exitCode ?? -1,
					output,
					told: told.toString().replace(/^\[[^\]]+\] /gm, ''),
				}),
		);
	});
}

const service = () => ['--base-url', sandbox.url];
const ask = (words: string, ...more: string[]) => run(words, [...service(), ...asAdmin, ...more]);

async function file(name: string, content: string): Promise<void> {
	await mkdir(dirname(join(folder, name)), { recursive: true });
	await writeFile(join(folder, name), content);
}

const orders = () =>
	api.makeApp({
		Key: { type: 'SINGLE_LINE_TEXT', unique: true, required: true },
		Amount: 'NUMBER',
		Paid: { type: 'CHECK_BOX', options: options('Cash', 'Card') },
		Due: 'DATE',
		By: 'USER_SELECT',
		Rows: { type: 'SUBTABLE', fields: { Product: 'SINGLE_LINE_TEXT', Sheet: 'FILE' } },
		Notes: 'MULTI_LINE_TEXT',
	});

/** Two records as the command line writes them; a table row has an ID once it is there. */
const asText = (rowIds: string[], sheet: string) =>
	[
		'*,"Key","Amount","Paid","Due","By","Rows","Product","Sheet","Notes"',
		`*,"A","1.5","Cash\nCard","2026-02-28","sato\nito",${rowIds[0]},"Desk","${sheet}","two\nlines"`,
		`,"A","1.5","Cash\nCard","2026-02-28","sato\nito",${rowIds[1]},"Chair",,"two\nlines"`,
		`*,"B",,,,,${rowIds[2]},"Lamp",,`,
		'',
	].join('\n');

it('imports records with choices, people, tables and files, and exports the same', async () => {
	const app = await orders();
	await file('files/Sheet-0/a.txt', 'first sheet');
	await file('in.csv', asText(['', '', ''], 'Sheet-0/a.txt'));
	const imported = await ask(
		`record import --app ${app} --file-path in.csv --attachments-dir files`,
	);
	expect(imported).toMatchObject({
		code: 0,
		told: expect.stringContaining('Imported 2 records successfully'),
	});

	const [first, second] = await api.allValues(app);
	expect(first).toMatchObject({
		Key: 'A',
		Amount: '1.5',
		Paid: ['Cash', 'Card'],
		Due: '2026-02-28',
		By: [{ code: 'sato' }, { code: 'ito' }],
		Rows: [
			{ value: { Product: { value: 'Desk' }, Sheet: { value: [{ name: 'a.txt', size: '11' }] } } },
			{ value: { Product: { value: 'Chair' }, Sheet: { value: [] } } },
		],
		Notes: 'two\nlines',
	});
	expect(second).toMatchObject({ Key: 'B', Amount: '', Paid: [], Due: null, By: [] });

	const exported = await ask(
		`record export --app ${app} --attachments-dir out --fields Key,Amount,Paid,Due,By,Rows,Notes`,
		'--order-by',
		'Key asc',
	);
	expect([exported.code, exported.output.toString()]).toEqual([
		0,
		asText(['"1"', '"2"', '"3"'], 'Sheet-1-0/a.txt'),
	]);
	expect(await readFile(join(folder, 'out/Sheet-1-0/a.txt'), 'utf8')).toBe('first sheet');
});

it('packs a plug-in, installs it, and replaces it by the next version', async () => {
	await file('js/desktop.js', '(() => {})();');
	await file('icon.png', 'icon');
	expect((await run('plugin keygen --output key.ppk', [])).code).toBe(0);
	for (const version of [1, 2]) {
		await file(
			'manifest.json',
			JSON.stringify({
				manifest_version: 1,
				version,
				type: 'APP',
				name: { en: 'Clock' },
				icon: 'icon.png',
				desktop: { js: ['js/desktop.js'] },
			}),
		);
		const pack = 'plugin pack --input manifest.json --output clock.zip --private-key key.ppk';
		const packed = await run(pack, []);
		expect([packed.code, packed.told]).toEqual([
			0,
			expect.stringContaining('The plugin file generated'),
		]);
		const { code, told } = await ask('plugin upload --input clock.zip --yes');
		expect([code, told]).toEqual([0, expect.stringContaining('Plugin is installed successfully')]);
		const { plugins } = await api.get<{ plugins: object[] }>('plugins.json');
		expect(plugins).toMatchObject([{ name: 'Clock', version: String(version) }]);
	}
});
