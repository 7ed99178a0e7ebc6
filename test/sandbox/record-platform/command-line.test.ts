import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { useSandbox } from '../../support/sandbox';
import { Api, cells, options } from './api';

/** The vendor's own command line (`cli-kintone`), as people run it. */

// Each run of it starts a program.
const sandbox = useSandbox();
const command = join(dirname(require.resolve('@kintone/cli/package.json')), 'cli.js');
const asAdmin = ['--username', 'admin', '--password', 'admin'];
let api: Api;
let folder: string;

beforeEach(async () => {
	await sandbox.reset();
	api = new Api(sandbox.url);
	folder = await mkdtemp(join(tmpdir(), 'command-line-'));
});

afterEach(async () => {
	await rm(folder, { recursive: true });
});

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
		Amount: { type: 'NUMBER' },
		Paid: { type: 'CHECK_BOX', options: options('Cash', 'Card') },
		Due: { type: 'DATE' },
		By: { type: 'USER_SELECT' },
		Rows: {
			type: 'SUBTABLE',
			fields: { Product: { type: 'SINGLE_LINE_TEXT' }, Sheet: { type: 'FILE' } },
		},
		Notes: { type: 'MULTI_LINE_TEXT' },
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

it('changes the record whose key is there and adds the other', async () => {
	const app = await orders();
	await api.create(app, cells({ Key: 'A', Amount: 1, Notes: 'kept' }));
	await file('in.csv', '"Key","Amount"\n"B","2"\n"A","3"\n');
	const { code, told } = await ask(
		`record import --app ${app} --file-path in.csv --update-key Key`,
	);
	expect([code, told]).toEqual([0, expect.stringContaining('Imported 2 records successfully')]);
	expect(await api.allValues(app)).toMatchObject([
		{ $id: '1', Key: 'A', Amount: '3', Notes: 'kept', $revision: '2' },
		{ $id: '2', Key: 'B', Amount: '2', $revision: '1' },
	]);
});

it('names the row and the field that the service refuses', async () => {
	const app = await orders();
	await file('in.csv', '"Key","Amount"\n"A","1"\n,"many"\n');
	const { code, told } = await ask(`record import --app ${app} --file-path in.csv`);
	expect(code).toBe(1);
	expect(told).toContain('[400] [CB_VA01] Missing or invalid input.');
	expect(told).toContain(
		'An error occurred on Amount at row 3.\nERROR:     Cause: Only numbers are allowed.',
	);
	expect(told).toContain('An error occurred on Key at row 3.\nERROR:     Cause: Required.');
	expect(await api.allValues(app)).toEqual([]);
});

it('exports what a condition finds, in its order and in Shift_JIS', async () => {
	await sandbox.control('language', { language: 'ja' });
	const app = await api.makeApp({
		商品名: { type: 'SINGLE_LINE_TEXT' },
		'単価（税抜）': { type: 'NUMBER' },
	});
	for (const [name, price] of [
		['机', 300],
		['椅子', 100],
		['棚', 200],
	])
		await api.create(app, cells({ 商品名: name, '単価（税抜）': price }));
	const { code, output } = await ask(
		`record export --app ${app} --encoding sjis --fields レコード番号,商品名,単価（税抜）`,
		'--condition',
		'単価（税抜） < 300 and 作成者 in (LOGINUSER())',
		'--order-by',
		'単価（税抜） asc',
	);
	expect(code).toBe(0);
	expect(new TextDecoder('shift_jis').decode(output)).toBe(
		'"レコード番号","商品名","単価（税抜）"\n"2","椅子","100"\n"3","棚","200"\n',
	);
});

it('deletes with a token that may, and tells why another may not', async () => {
	const app = await orders();
	for (const Key of ['A', 'B', 'C']) await api.create(app, cells({ Key }));
	const tokenFor = async (...permissions: string[]) =>
		((await sandbox.control('tokens', { app, permissions })) as { token: string }).token;
	const remove = async (token: string) =>
		await run(`record delete --app ${app} --yes --file-path in.csv`, [
			...service(),
			'--api-token',
			token,
		]);
	await file('in.csv', '"Record_number"\n"1"\n"3"\n');
	const refused = await remove(await tokenFor('view', 'edit'));
	expect(refused.code).toBe(1);
	expect(refused.told).toContain('[403] [GAIA_NO01]');
	expect(await api.ids(app, 'order by $id asc')).toEqual(['1', '2', '3']);
	expect((await remove(await tokenFor('view', 'delete'))).code).toBe(0);
	expect(await api.ids(app, 'order by $id asc')).toEqual(['2']);
	expect(await remove('nonsense')).toMatchObject({
		code: 1,
		told: expect.stringContaining('[400] [GAIA_IA02] The specified API token does not exist.'),
	});
});

it('works in a guest space', async () => {
	const { id } = await api.ok<{ id: string }>('POST', 'template/space.json', {
		id: 1,
		name: 'Guests',
		isGuest: true,
		members: [{ entity: { type: 'USER', code: 'admin' }, isAdmin: true }],
	});
	const inside = api.inGuestSpace(id);
	const app = await inside.makeApp({ Text: { type: 'SINGLE_LINE_TEXT' } });
	await file('in.csv', '"Text"\n"from a file"\n');
	const words = `--app ${app} --guest-space-id ${id}`;
	expect((await ask(`record import ${words} --file-path in.csv`)).code).toBe(0);
	expect(await inside.allValues(app)).toMatchObject([{ Text: 'from a file' }]);
	const { output } = await ask(`record export ${words} --fields Text`);
	expect(output.toString()).toBe('"Text"\n"from a file"\n');
	const outside = await ask(`record export --app ${app}`);
	// Its own words for GAIA_IL23.
	expect([outside.code, outside.told]).toEqual([
		1,
		expect.stringContaining('Please specify --guest-space-id option'),
	]);
});

it('applies scripts and styles to an app, and reads them back', async () => {
	const app = await orders();
	await file('js/list.js', 'console.log(1);');
	await file('css/phone.css', 'a {}');
	const url = 'https://js.example.com/library.js';
	const manifest = {
		scope: 'ADMIN',
		desktop: { js: ['js/list.js', url], css: [] },
		mobile: { js: [], css: ['css/phone.css'] },
	};
	await file('manifest.json', JSON.stringify(manifest));
	const applied = await ask(`customize apply --app ${app} --input manifest.json --yes`);
	expect([applied.code, applied.told]).toEqual([
		0,
		expect.stringContaining('Setting has been deployed!'),
	]);
	expect(await api.get('app/customize.json', { app })).toMatchObject({
		scope: 'ADMIN',
		desktop: {
			js: [
				{ type: 'FILE', file: { name: 'list.js' } },
				{ type: 'URL', url },
			],
			css: [],
		},
		mobile: { js: [], css: [{ type: 'FILE', file: { name: 'phone.css' } }] },
	});
	expect((await ask(`customize export --app ${app} --output out/manifest.json --yes`)).code).toBe(
		0,
	);
	expect(JSON.parse(await readFile(join(folder, 'out/manifest.json'), 'utf8'))).toEqual({
		...manifest,
		desktop: { js: ['desktop/js/list.js', url], css: [] },
		mobile: { js: [], css: ['mobile/css/phone.css'] },
	});
	expect(await readFile(join(folder, 'out/desktop/js/list.js'), 'utf8')).toBe('console.log(1);');
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
