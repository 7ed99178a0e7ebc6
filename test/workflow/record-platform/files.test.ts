import type { IBinaryKeyData, IDataObject, INodeExecutionData } from 'n8n-workflow';

import { cells } from '../../sandbox/record-platform/api';
import { useSandbox } from '../../support/sandbox';
import { Api, byId, itemsOf, jsonOf, mapping, runRecordPlatform, type Run } from './world';

const sandbox = useSandbox();
const FIELDS = {
	Title: { type: 'SINGLE_LINE_TEXT', unique: true },
	Files: { type: 'FILE' },
	Other: { type: 'FILE' },
	Lines: {
		type: 'SUBTABLE',
		fields: {
			Name: { type: 'SINGLE_LINE_TEXT', code: 'Name', label: 'Name' },
			Proof: { type: 'FILE', code: 'Proof', label: 'Proof' },
		},
	},
};
const UPLOAD = { method: 'POST', path: '/k/v1/file.json' };
const RECORD = { method: 'PUT', path: '/k/v1/record.json' };

let api: Api;
let app: string;

beforeAll(() => {
	api = new Api(sandbox.url);
});

beforeEach(async () => {
	app = await api.makeApp(FIELDS);
	await sandbox.forget();
});

interface Held {
	name: string;
	size: string;
	fileKey: string;
}

const text = (name: string): IBinaryKeyData[string] => ({
	data: Buffer.from(`content of ${name}`).toString('base64'),
	mimeType: 'text/plain',
	fileName: name,
});

const binaries = (...names: string[]): IBinaryKeyData =>
	Object.fromEntries(names.map((name) => [name, text(`${name}.txt`)]));

const write = async (
	operation: string,
	value: IDataObject,
	more: Partial<Run> & IDataObject = {},
) => {
	const { options = {}, matchBy, ...rest } = more;
	const matching = { matchingColumns: matchBy ? [matchBy as string] : [] };
	return await runRecordPlatform(sandbox, {
		resource: 'record',
		operation,
		parameters: {
			app: byId(app),
			fields: mapping(value, matching),
			options: options as IDataObject,
		},
		...rest,
	});
};

const file = async (operation: string, parameters: IDataObject, more: Partial<Run> = {}) =>
	await runRecordPlatform(sandbox, { resource: 'file', operation, parameters, ...more });

/** A record with files, and what its fields hold. */
async function recordWith(value: IDataObject, ...names: string[]): Promise<string> {
	const input = [{ json: {}, binary: binaries(...names) }];
	return String(jsonOf(await write('create', value, { input }))[0]?.id);
}

const held = async (id: string, of = app) => {
	const values = await api.values(of, id);
	const namesOf = (files: unknown) => (files as Held[]).map(({ name }) => name);
	const lines = values.Lines as Array<{ id: string; value: { Proof: { value: unknown } } }>;
	return {
		Files: namesOf(values.Files),
		Other: namesOf(values.Other),
		Lines: lines.map(({ value }) => namesOf(value.Proof.value)),
		rows: lines.map((row) => row.id),
	};
};

const contents = ({ binary = {} }: INodeExecutionData) =>
	Object.entries(binary).map(([name, { fileName, mimeType, fileSize }]) => [
		name,
		fileName,
		mimeType,
		fileSize,
	]);

const sent = async ({ method, path }: { method: string; path: string }) =>
	(await sandbox.requests()).filter((one) => one.method === method && one.path.startsWith(path))
		.length;

describe('attaching files', () => {
	test('binary data goes onto records in one step, several files a field, in tables too', async () => {
		const input = [
			{ json: { title: 'a' }, binary: binaries('one', 'two', 'three') },
			{ json: { title: 'b' }, binary: binaries('one', 'two', 'three') },
		];
		const created = jsonOf(
			await write(
				'create',
				{
					Title: '={{ $json.title }}',
					Files: 'one, two',
					Lines: [
						{ Name: 'x', Proof: 'three' },
						{ Name: 'y', Proof: ['one', 'two'] },
					] as never,
				},
				{ input },
			),
		);
		for (const { id } of created) {
			expect(await held(String(id))).toMatchObject({
				Files: ['one.txt', 'two.txt'],
				Other: [],
				Lines: [['three.txt'], ['one.txt', 'two.txt']],
			});
		}
		expect(await sent(UPLOAD)).toBe(10);
		expect(await sent({ method: 'POST', path: '/k/v1/records.json' })).toBe(1);
	});

	test('items that add to the same record all keep their files', async () => {
		const id = await recordWith({ Title: 'a', Files: 'one' }, 'one');
		const input = ['two', 'three', 'four'].map((name) => ({
			json: { name },
			binary: binaries(name),
		}));
		const options = { existingFiles: 'keep' };
		const value = { Title: 'a', Files: '={{ $json.name }}' };
		jsonOf(await write('upsert', value, { input, options, matchBy: 'Title' }));
		expect((await held(id)).Files).toEqual(['one.txt', 'two.txt', 'three.txt', 'four.txt']);
	});

	test('an upload that fails refuses its item alone', async () => {
		const input = [
			{ json: { title: 'a' }, binary: binaries('data') },
			{ json: { title: 'b' }, binary: {} },
			{ json: { title: 'c' }, binary: binaries('data') },
		];
		const { output } = await write(
			'create',
			{ Title: '={{ $json.title }}', Files: 'data' },
			{ input, onError: 'continueRegularOutput' },
		);
		expect(output.map(({ error }) => error?.message)).toEqual([
			undefined,
			expect.stringContaining('no binary field named "data"'),
			undefined,
		]);
	});
});

describe('downloading files', () => {
	test('all files of a record come down as binary data', async () => {
		const lines = [{ Name: 'x', Proof: 'three' }] as never;
		const id = await recordWith(
			{ Title: 'a', Files: 'one, two', Lines: lines },
			'one',
			'two',
			'three',
		);
		const { output } = await file('downloadFromRecord', { app: byId(app), recordId: byId(id) });
		expect(output.map(contents)).toEqual([
			[
				['file_0', 'one.txt', 'text/plain', '18 B'],
				['file_1', 'two.txt', 'text/plain', '18 B'],
				['file_2', 'three.txt', 'text/plain', '20 B'],
			],
		]);
	});

	test('files come with the records that are read, by number or by field', async () => {
		const lines = [{ Name: 'x', Proof: 'three' }] as never;
		await recordWith({ Title: 'a', Files: 'one, two', Lines: lines }, 'one', 'two', 'three');
		await recordWith({ Title: 'b', Other: 'four' }, 'four');
		await recordWith({ Title: 'c' });
		const read = async (options: IDataObject) =>
			await runRecordPlatform(sandbox, {
				resource: 'record',
				operation: 'getAll',
				parameters: {
					app: byId(app),
					returnAll: true,
					sort: { rows: [{ field: '$id', order: 'asc' }] },
					options: { downloadAttachments: true, ...options },
				},
			});
		const names = async (options: IDataObject) => {
			const outcome = await read(options);
			jsonOf(outcome);
			expect(itemsOf(outcome.output)).toEqual(outcome.output.map(() => 0));
			return outcome.output.map(({ json, binary }) => [
				json.Title,
				...Object.entries(binary ?? {}).map(([name, { fileName }]) => `${name}=${fileName}`),
			]);
		};
		expect(await names({})).toEqual([
			['a', 'file_0=one.txt', 'file_1=two.txt', 'file_2=three.txt'],
			['b', 'file_0=four.txt'],
			['c'],
		]);
		expect(await names({ attachmentNames: 'field', attachmentFields: ['Files', 'Other'] })).toEqual(
			[['a', 'Files_0=one.txt', 'Files_1=two.txt'], ['b', 'Other_0=four.txt'], ['c']],
		);
		const chosen = { fields: ['Title'], attachmentFields: ['Files'] };
		expect(await names(chosen)).toEqual([['a', 'file_0=one.txt', 'file_1=two.txt'], ['b'], ['c']]);
		expect((await read(chosen)).output[0]?.json).toEqual({ Title: 'a' });
	});

	test('of records that are read, only the one whose file cannot be had is an error', async () => {
		for (const title of ['a', 'b', 'c']) await recordWith({ Title: title, Files: 'one' }, 'one');
		await sandbox.faults({
			method: 'GET',
			path: '/k/v1/file.json',
			status: 404,
			code: 'GAIA_BL01',
			message: 'The specified file was not found.',
		});
		const { output } = await runRecordPlatform(sandbox, {
			resource: 'record',
			operation: 'getAll',
			parameters: {
				app: byId(app),
				returnAll: true,
				options: { downloadAttachments: true, fields: ['Title', 'Files'] },
			},
			onError: 'continueRegularOutput',
		});
		const named = (message: string) =>
			/^Record (\d+), field "Files", file "one.txt": /.exec(message);
		const failed = output.filter(({ error }) => error);
		expect(failed).toHaveLength(1);
		const { Title } = await api.values(app, named(failed[0]?.error?.message ?? '')?.[1] ?? '');
		const others = output.filter(({ error }) => !error);
		expect(others.map(({ json }) => Object.keys(json))).toEqual([
			['Title', 'Files'],
			['Title', 'Files'],
		]);
		expect([Title, ...others.map(({ json }) => json.Title)].sort()).toEqual(['a', 'b', 'c']);
		expect(others.map(({ binary }) => Object.keys(binary ?? {}))).toEqual([['file_0'], ['file_0']]);
	});

	test('rows of a table that become items have their own files and those of the record', async () => {
		const lines = [
			{ Name: 'x', Proof: 'two' },
			{ Name: 'y', Proof: 'three' },
		] as never;
		const id = await recordWith({ Files: 'one', Lines: lines }, 'one', 'two', 'three');
		await sandbox.forget();
		const { output } = await runRecordPlatform(sandbox, {
			resource: 'record',
			operation: 'get',
			parameters: {
				app: byId(app),
				recordId: byId(id),
				options: { downloadAttachments: true, splitTable: 'Lines' },
			},
		});
		expect(
			output.map(({ binary }) => Object.values(binary ?? {}).map(({ fileName }) => fileName)),
		).toEqual([
			['one.txt', 'two.txt'],
			['one.txt', 'three.txt'],
		]);
		expect(await sent({ method: 'GET', path: '/k/v1/file.json' })).toBe(3);
	});

	test('a file that cannot be had is an error of its item, the others go on', async () => {
		const ids = [
			await recordWith({ Files: 'one' }, 'one'),
			'999999',
			await recordWith({ Files: 'two' }, 'two'),
		];
		const parameters = { app: byId(app), recordId: '={{ $json.id }}' };
		const { output } = await file('downloadFromRecord', parameters, {
			items: ids.map((id) => ({ id })),
			onError: 'continueRegularOutput',
		});
		expect(output.map(({ error, binary }) => error?.message ?? Object.keys(binary ?? {}))).toEqual([
			['file_0'],
			expect.stringContaining('GAIA_RE01'),
			['file_0'],
		]);
	});
});

/** The files of a record, as Get gives them. */
const filesOf = async (id: string) => (await api.values(app, id)).Files as IDataObject[];

describe('files of another record are copied', () => {
	const rows = async (operation: string, id: string, value: IDataObject, by?: string) =>
		jsonOf(
			await runRecordPlatform(sandbox, {
				resource: 'tableRow',
				operation,
				parameters: {
					app: byId(app),
					findBy: 'id',
					recordId: byId(id),
					table: 'Lines',
					columns: mapping(value, { matchingColumns: by ? [by] : [] }),
					options: {},
				},
			}),
		);

	const RECORDS = { method: 'PUT', path: '/k/v1/records.json' };
	const READ = { method: 'GET', path: '/k/v1/records.json' };

	/** Two records with a file each: one to copy from, one to copy to. */
	const two = async () => ({
		from: await recordWith({ Title: 'from', Files: 'one' }, 'one'),
		to: await recordWith({ Title: 'to', Files: 'two' }, 'two'),
	});

	/** Requests that a run took, and nothing that was before it. */
	const taken = async (run: () => Promise<unknown>) => {
		await sandbox.forget();
		await run();
		return [await sent(RECORDS), await sent(READ), await sent(UPLOAD)];
	};

	test('in a transaction, with the rows of a table that come from another record', async () => {
		const from = await recordWith({ Lines: [{ Name: 'x', Proof: 'one' }] as never }, 'one');
		const { to } = await two();
		const { output } = await runRecordPlatform(sandbox, {
			resource: 'record',
			operation: 'get',
			parameters: { app: byId(app), recordId: byId(from), options: {} },
		});
		const items = [{ lines: output[0]?.json.Lines }, { lines: [] }] as IDataObject[];
		const ids = [to, from];
		const value = { $id: `={{ ${JSON.stringify(ids)}[$itemIndex] }}`, Lines: '={{ $json.lines }}' };
		const options = { whenRefused: 'undo' };
		jsonOf(await write('update', value, { items, options, matchBy: '$id' }));
		expect((await held(to)).Lines).toEqual([['one.txt']]);
		expect((await held(from)).Lines).toEqual([]);
	});

	test('by an upsert, onto a record that is there and one that is not', async () => {
		const { from } = await two();
		const items = ['to', 'new'].map((title) => ({ title }));
		const files = (await filesOf(from)) as never;
		const value = { Title: '={{ $json.title }}', Files: files };
		const written = jsonOf(await write('upsert', value, { items, matchBy: 'Title' }));
		expect(written.map(({ operation }) => operation)).toEqual(['UPDATE', 'INSERT']);
		for (const { id } of written) expect((await held(String(id))).Files).toEqual(['one.txt']);
		expect((await held(from)).Files).toEqual(['one.txt']);
	});

	test('by Create or Update With Table, into fields of the record and rows', async () => {
		const { from, to } = await two();
		const all = [...(await filesOf(to)), ...(await filesOf(from))] as never;
		const items = ['to', 'new', 'to'].map((title) => ({ title }));
		const { output } = await runRecordPlatform(sandbox, {
			resource: 'record',
			operation: 'upsertWithTable',
			parameters: {
				app: byId(app),
				fields: mapping(
					{ Title: '={{ $json.title }}', Files: all },
					{ matchingColumns: ['Title'] },
				),
				table: 'Lines',
				columns: mapping({ Name: 'x', Proof: all }),
				options: {},
			},
			items,
		});
		expect(output.map(({ json }) => json.operation)).toEqual(['UPDATE', 'INSERT']);
		const files = ['two.txt', 'one.txt'];
		for (const [at, { json }] of output.entries()) {
			const { Files, Lines } = await held(String(json.id));
			expect({ Files, Lines }).toEqual({
				Files: files,
				Lines: at === 0 ? [files, files] : [files],
			});
		}
		expect((await held(from)).Files).toEqual(['one.txt']);
	});

	test('by Sync, which reads records anyway', async () => {
		const { from } = await two();
		const items = ['to', 'new'].map((title) => ({ title }));
		const value = { Title: '={{ $json.title }}', Files: (await filesOf(from)) as never };
		let written: IDataObject[] = [];
		const requests = await taken(async () => {
			written = jsonOf(await write('sync', value, { items, matchBy: 'Title' }));
		});
		expect(written.map(({ action }) => action)).toEqual(['updated', 'created']);
		for (const { id } of written) expect((await held(String(id))).Files).toEqual(['one.txt']);
		expect(requests.slice(1)).toEqual([1, 2]);
	});

	test('a file that is gone is told with its field; the other items are written', async () => {
		const { from, to } = await two();
		const [one] = await filesOf(from);
		const items = [
			{ id: to, files: [{ ...one, fileKey: 'gone' }] },
			{ id: from, files: [] },
		] as unknown as IDataObject[];
		const { output } = await write(
			'update',
			{ $id: '={{ $json.id }}', Files: '={{ $json.files }}' },
			{ items, matchBy: '$id', onError: 'continueRegularOutput' },
		);
		expect(output.map(({ error }) => error?.message)).toEqual([
			expect.stringMatching(/^Field "Files", file "one.txt": .*GAIA_BL01.* \[item 0\]$/),
			undefined,
		]);
		expect((await held(to)).Files).toEqual(['two.txt']);
		expect((await held(from)).Files).toEqual([]);
	});

	test('into a new row of a table, and into one that is there beside its own', async () => {
		const from = await recordWith({ Files: 'one, two' }, 'one', 'two');
		const to = await recordWith({ Lines: [{ Name: 'x', Proof: 'three' }] as never }, 'three');
		const [one, other] = await filesOf(from);
		await rows('add', to, { Name: 'y', Proof: [one] as never });
		expect((await held(to)).Lines).toEqual([['three.txt'], ['one.txt']]);

		const lines = (await api.values(app, to)).Lines as Array<{ value: Record<string, Held[]> }>;
		const own = (lines[0]?.value.Proof as unknown as { value: Held[] }).value;
		await sandbox.forget();
		await rows('update', to, { Name: 'x', Proof: [...own, other] as never }, 'Name');
		expect((await held(to)).Lines).toEqual([['three.txt', 'two.txt'], ['one.txt']]);
		expect(await sent(UPLOAD)).toBe(1);
		expect((await held(from)).Files).toEqual(['one.txt', 'two.txt']);
	});
});

describe('Copy to Record', () => {
	const copy = async (from: string, to: { app: string; id: string }, more: IDataObject = {}) =>
		await file('copyToRecord', {
			app: byId(app),
			recordId: byId(from),
			targetApp: byId(to.app),
			targetRecordId: byId(to.id),
			targetField: 'Files',
			...more,
		});

	const target = async (): Promise<{ app: string; id: string }> => {
		const other = await api.makeApp(FIELDS);
		return { app: other, id: await api.create(other, cells({ Title: 'target' })) };
	};

	test('attachments are copied to a record of another app, added or in place of others', async () => {
		const lines = [{ Name: 'x', Proof: 'three' }] as never;
		const from = await recordWith({ Files: 'one, two', Lines: lines }, 'one', 'two', 'three');
		const to = await target();
		const [copied] = jsonOf(await copy(from, to));
		expect(copied).toEqual({
			id: to.id,
			revision: '2',
			files: [
				{ name: 'one.txt', contentType: 'text/plain', size: '18', field: 'Files' },
				{ name: 'two.txt', contentType: 'text/plain', size: '18', field: 'Files' },
				{ name: 'three.txt', contentType: 'text/plain', size: '20', field: 'Proof' },
			],
		});
		const more = { options: { fieldCodes: 'Proof' } };
		jsonOf(await copy(from, to, more));
		const all = ['one.txt', 'two.txt', 'three.txt', 'three.txt'];
		expect((await held(to.id, to.app)).Files).toEqual(all);
		jsonOf(await copy(from, to, { ...more, existingFiles: 'replace' }));
		expect((await held(to.id, to.app)).Files).toEqual(['three.txt']);
		expect((await held(from)).Files).toEqual(['one.txt', 'two.txt']);

		const { output } = await file('downloadFromRecord', {
			app: byId(to.app),
			recordId: byId(to.id),
		});
		expect(output.map(contents)).toEqual([[['file_0', 'three.txt', 'text/plain', '20 B']]]);
	});

	test.each([
		['download', { method: 'GET', path: '/k/v1/file.json', cut: 'body' }],
		['upload', { ...UPLOAD, cut: 'before' }],
	])('a copy whose %s is lost on the way is made again', async (_, fault) => {
		const from = await recordWith({ Files: 'one' }, 'one');
		const to = await target();
		await sandbox.forget();
		await sandbox.faults(fault);
		jsonOf(await copy(from, to));
		expect((await held(to.id, to.app)).Files).toEqual(['one.txt']);
		expect(await sent({ method: 'GET', path: '/k/v1/file.json' })).toBe(2);
	});

	test('a file that cannot be read is told with its record and field', async () => {
		const from = await recordWith({ Files: 'one' }, 'one');
		const to = await target();
		const GONE = { status: 404, code: 'GAIA_BL01', message: 'The file was not found.' };
		await sandbox.faults({ method: 'GET', path: '/k/v1/file.json', ...GONE });
		const { error } = await copy(from, to);
		expect(error?.message).toBe(
			`Record ${from}, field "Files", file "one.txt": The file was not found. (GAIA_BL01) [item 0]`,
		);
		expect((await held(to.id, to.app)).Files).toEqual([]);
	});

	test('a record that changes meanwhile keeps what was added to it', async () => {
		const from = await recordWith({ Files: 'one' }, 'one');
		const to = await target();
		await sandbox.faults({
			...RECORD,
			status: 409,
			code: 'GAIA_CO02',
			message: 'The revision is not the latest.',
		});
		jsonOf(await copy(from, to));
		expect((await held(to.id, to.app)).Files).toEqual(['one.txt']);
		expect(await sent(UPLOAD)).toBe(2);
	});

	test('a record without files does not empty the target', async () => {
		const from = await recordWith({ Files: '' });
		const other = await api.makeApp(FIELDS);
		const full = { app: other, id: await recordWith({ Files: 'one' }, 'one') };
		const { error } = await copy(from, { ...full, app }, { existingFiles: 'replace' });
		expect(error?.message).toContain(
			'The record has no files to copy, and 1 file of the target field would be deleted',
		);
		expect((await held(full.id)).Files).toEqual(['one.txt']);
		jsonOf(await copy(from, await target(), { existingFiles: 'replace' }));
	});

	test('a token for one of the two apps does not do', async () => {
		const from = await recordWith({ Files: 'one' }, 'one');
		const to = await target();
		const tokenOf = async (of: string, ...permissions: string[]) =>
			((await sandbox.control('tokens', { app: of, permissions })) as { token: string }).token;
		const both = [await tokenOf(app, 'view'), await tokenOf(to.app, 'view', 'edit')];
		const run = async (tokens: string[]) =>
			await file(
				'copyToRecord',
				{
					app: byId(app),
					recordId: byId(from),
					targetApp: byId(to.app),
					targetRecordId: byId(to.id),
					targetField: 'Files',
				},
				{ account: { signInWith: 'apiTokens', apiTokens: tokens.join('\n') } },
			);
		const { error } = await run(both.slice(0, 1));
		expect(error?.message).toContain('GAIA_IA02');
		expect(error?.description).toMatch(/token/i);
		jsonOf(await run(both));
		expect((await held(to.id, to.app)).Files).toEqual(['one.txt']);
	});

	test('a field that is none is told with those that there are', async () => {
		const from = await recordWith({ Files: 'one' }, 'one');
		const { error } = await copy(from, await target(), { targetField: 'Proof' });
		expect(error?.message).toBe('The target record has no attachment field "Proof" [item 0]');
		expect(error?.description).toContain('Its attachment fields are "Files", "Other".');
	});
});
