import type { IBinaryKeyData, IDataObject } from 'n8n-workflow';

import { cells } from '../../sandbox/record-platform/api';
import { useNewApp } from './app';
import { byId, itemsOf, jsonOf, mapping, type Run } from './world';

const FIELDS = {
	Title: { type: 'SINGLE_LINE_TEXT', unique: true },
	Files: 'FILE',
	Other: 'FILE',
	Lines: { type: 'SUBTABLE', fields: { Name: 'SINGLE_LINE_TEXT', Proof: 'FILE' } },
};
const app = useNewApp(FIELDS);
const { sandbox } = app;

const UPLOAD = { method: 'POST', path: '/k/v1/file.json' };
const DOWNLOAD = { method: 'GET', path: '/k/v1/file.json' };
const BY_ID = { sort: { rows: [{ field: '$id', order: 'asc' }] } };

const binaries = (...names: string[]): IBinaryKeyData =>
	Object.fromEntries(
		names.map((name) => {
			const data = Buffer.from(`content of ${name}`).toString('base64');
			return [name, { data, mimeType: 'text/plain', fileName: `${name}.txt` }];
		}),
	);

const write = async (
	operation: string,
	value: IDataObject,
	matchBy: string[] = [],
	{ options = {}, ...more }: Partial<Run> & { options?: IDataObject } = {},
) => {
	const fields = mapping(value, { matchingColumns: matchBy });
	return await app.run(operation, { fields, options }, more);
};

async function recordWith(value: IDataObject, ...names: string[]): Promise<string> {
	const input = [{ json: {}, binary: binaries(...names) }];
	return String(jsonOf(await write('create', value, [], { input }))[0]?.$id);
}

const row = (...names: string[]) => names.map((Proof) => ({ Name: 'x', Proof })) as never;
const namesOf = (files: unknown) => (files as Array<{ name: string }>).map(({ name }) => name);

const held = async (id: unknown, of = app.id) => {
	const { Files, Other, Lines } = await app.api.values(of, String(id));
	const rows = Lines as Array<{ value: { Proof: { value: unknown } } }>;
	return {
		Files: namesOf(Files),
		Other: namesOf(Other),
		Lines: rows.map(({ value }) => namesOf(value.Proof.value)),
	};
};

const sent = async ({ method, path }: { method: string; path: string }) =>
	(await sandbox.calls()).filter((call) => call === `${method} ${path}`).length;

test('binary data goes onto records in one step, several files a field, in tables too', async () => {
	const input = ['a', 'b'].map((title) => ({
		json: { title },
		binary: binaries('one', 'two', 'three'),
	}));
	const Lines = [{ Proof: 'three' }, { Proof: ['one', 'two'] }] as never;
	const value = { Title: '={{ $json.title }}', Files: 'one, two', Lines };
	for (const { $id } of jsonOf(await write('create', value, [], { input }))) {
		expect(await held($id)).toEqual({
			Files: ['one.txt', 'two.txt'],
			Other: [],
			Lines: [['three.txt'], ['one.txt', 'two.txt']],
		});
	}
	expect(await sent(UPLOAD)).toBe(10);
	expect(await sent({ method: 'POST', path: '/k/v1/records.json' })).toBe(1);
});

test('attaching files items that add to the same record all keep their files', async () => {
	const id = await recordWith({ Title: 'a', Files: 'one' }, 'one');
	const input = ['two', 'three', 'four'].map((name) => ({
		json: { name },
		binary: binaries(name),
	}));
	const options = { existingFiles: 'keep' };
	const value = { Title: 'a', Files: '={{ $json.name }}' };
	jsonOf(await write('upsert', value, ['Title'], { input, options }));
	expect((await held(id)).Files).toEqual(['one.txt', 'two.txt', 'three.txt', 'four.txt']);
});

describe('downloading files with the records that are read', () => {
	const read = async (options: IDataObject, more: Partial<Run> = {}) => {
		const parameters = { returnAll: true, ...BY_ID };
		return await app.run(
			'getAll',
			{ ...parameters, options: { downloadAttachments: true, ...options } },
			more,
		);
	};

	test('names them by number or by field, of all fields or some', async () => {
		const first = { Title: 'a', Files: 'one, two', Lines: row('three') };
		await recordWith(first, 'one', 'two', 'three');
		await recordWith({ Title: 'b', Other: 'four' }, 'four');
		await recordWith({ Title: 'c' });
		const names = async (options: IDataObject) => {
			const outcome = await read(options);
			jsonOf(outcome);
			expect(itemsOf(outcome.output)).toEqual([0, 0, 0]);
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

	test('makes an error item of a record whose file is gone, and reads the others', async () => {
		for (const name of ['one', 'two']) await recordWith({ Title: name, Files: name }, name);
		await sandbox.faults({ ...DOWNLOAD, status: 404, code: 'GAIA_BL01', times: 1 });
		const { output } = await read({}, { onError: 'continueRegularOutput' });
		expect(output.filter(({ error }) => error?.message.includes('file "')).length).toBe(1);
		expect(output.filter(({ binary }) => binary?.file_0)).toHaveLength(1);
	});

	test('gives rows of a table that become items their own files and those of the record', async () => {
		await recordWith({ Files: 'one', Lines: row('two', 'three') }, 'one', 'two', 'three');
		await sandbox.forget();
		const { output } = await read({ splitTable: 'Lines' });
		expect(
			output.map(({ binary }) => Object.values(binary ?? {}).map(({ fileName }) => fileName)),
		).toEqual([
			['one.txt', 'two.txt'],
			['one.txt', 'three.txt'],
		]);
		expect(await sent(DOWNLOAD)).toBe(3);
	});
});

describe('files of another record are copied', () => {
	const filesOf = async (id: string) =>
		(await app.api.values(app.id, id)).Files as Array<IDataObject & { fileKey: string }>;

	/** Two records with a file each: one to copy from, one to copy to. */
	const two = async () => ({
		from: await recordWith({ Title: 'from', Files: 'one' }, 'one'),
		to: await recordWith({ Title: 'to', Files: 'two' }, 'two'),
	});

	test.each([
		['create', ['a', 'b']],
		['update', ['to']],
		['upsert', ['to', 'new']],
		['sync', ['to', 'new']],
	])('by %s, onto %j', async (operation, titles) => {
		const { from } = await two();
		const items = titles.map((title) => ({ title }));
		const value = { Title: '={{ $json.title }}', Files: (await filesOf(from)) as never };
		const matchBy = operation === 'create' ? [] : ['Title'];
		const written = jsonOf(await write(operation, value, matchBy, { items }));
		expect(written).toHaveLength(titles.length);
		for (const { $id } of written) expect((await held($id)).Files).toEqual(['one.txt']);
		expect((await held(from)).Files).toEqual(['one.txt']);
	});

	test('by Create or Update With Table, into fields of the record and rows', async () => {
		const { from, to } = await two();
		const all = [...(await filesOf(to)), ...(await filesOf(from))] as never;
		const value = { Title: '={{ $json.title }}', Files: all };
		const parameters = {
			fields: mapping(value, { matchingColumns: ['Title'] }),
			table: 'Lines',
			columns: mapping({ Name: 'x', Proof: all }),
		};
		const items = ['to', 'new', 'to'].map((title) => ({ title }));
		const [changed, made] = jsonOf(await app.run('upsertWithTable', parameters, { items }));
		const files = ['two.txt', 'one.txt'];
		expect(await held(changed?.$id)).toMatchObject({ Files: files, Lines: [files, files] });
		expect(await held(made?.$id)).toMatchObject({ Files: files, Lines: [files] });
		expect((await held(from)).Files).toEqual(['one.txt']);
	});

	test('a file that is gone is told with its field; the other items are written', async () => {
		const { from, to } = await two();
		const [one] = await filesOf(from);
		const items = [
			{ $id: to, files: [{ ...one, fileKey: 'gone' }] },
			{ $id: from, files: [] },
		] as unknown as IDataObject[];
		const value = { $id: '={{ $json.$id }}', Files: '={{ $json.files }}' };
		const more = { items, onError: 'continueRegularOutput' as const };
		const { output } = await write('update', value, ['$id'], more);
		expect(output.map(({ error }) => error?.message)).toEqual([
			expect.stringMatching(/^Field "Files", file "one.txt": .*GAIA_BL01.* \[item 0\]$/),
			undefined,
		]);
		expect((await held(to)).Files).toEqual(['two.txt']);
		expect((await held(from)).Files).toEqual([]);
	});

	test('into a new row of a table, and into one that is there beside its own', async () => {
		const from = await recordWith({ Files: 'one, two' }, 'one', 'two');
		const to = await recordWith({ Lines: row('three') }, 'three');
		const [one, other] = await filesOf(from);
		const rows = async (operation: string, value: IDataObject, by: string[]) =>
			jsonOf(
				await app.run(
					operation,
					{ recordId: byId(to), table: 'Lines', columns: mapping(value, { matchingColumns: by }) },
					{ resource: 'tableRow' },
				),
			);
		await rows('add', { Name: 'y', Proof: [one] as never }, []);
		expect((await held(to)).Lines).toEqual([['three.txt'], ['one.txt']]);

		const [line] = (await app.api.values(app.id, to)).Lines as Array<{
			value: { Proof: { value: object[] } };
		}>;
		await sandbox.forget();
		const proof = [...(line?.value.Proof.value ?? []), other] as never;
		await rows('update', { Name: 'x', Proof: proof }, ['Name']);
		expect((await held(to)).Lines).toEqual([['three.txt', 'two.txt'], ['one.txt']]);
		expect(await sent(UPLOAD)).toBe(1);
		expect((await held(from)).Files).toEqual(['one.txt', 'two.txt']);
	});
});

describe('Copy to Record', () => {
	const copy = async (from: string, to: { app: string; id: string }, more: IDataObject = {}) => {
		const target = { targetApp: byId(to.app), targetRecordId: byId(to.id), targetField: 'Files' };
		const parameters = { recordId: byId(from), ...target, ...more };
		return await app.run('copyToRecord', parameters, { resource: 'file' });
	};

	const target = async (): Promise<{ app: string; id: string }> => {
		const other = await app.api.makeApp(FIELDS);
		return { app: other, id: await app.api.create(other, cells({ Title: 'target' })) };
	};

	test('attachments are copied to a record of another app, added or in place of others', async () => {
		const from = await recordWith(
			{ Files: 'one, two', Lines: row('three') },
			'one',
			'two',
			'three',
		);
		const to = await target();
		expect(jsonOf(await copy(from, to))).toEqual([
			{
				$id: to.id,
				$revision: '2',
				$files: [
					{ name: 'one.txt', contentType: 'text/plain', size: '14', field: 'Files' },
					{ name: 'two.txt', contentType: 'text/plain', size: '14', field: 'Files' },
					{ name: 'three.txt', contentType: 'text/plain', size: '16', field: 'Proof' },
				],
			},
		]);
		const more = { options: { fieldCodes: 'Proof' } };
		jsonOf(await copy(from, to, more));
		const all = ['one.txt', 'two.txt', 'three.txt', 'three.txt'];
		expect((await held(to.id, to.app)).Files).toEqual(all);
		jsonOf(await copy(from, to, { ...more, existingFiles: 'replace' }));
		expect((await held(to.id, to.app)).Files).toEqual(['three.txt']);
		expect((await held(from)).Files).toEqual(['one.txt', 'two.txt']);
	});

	test.each([
		['whose download is lost', { ...DOWNLOAD, cut: 'body' }],
		['whose upload is lost', { ...UPLOAD, cut: 'before' }],
		[
			'onto a record that changes meanwhile',
			{ method: 'PUT', path: '/k/v1/record.json', status: 409, code: 'GAIA_CO02' },
		],
	])('a copy %s is made again', async (_, fault) => {
		const from = await recordWith({ Files: 'one' }, 'one');
		const to = await target();
		await sandbox.faults(fault);
		jsonOf(await copy(from, to));
		expect((await held(to.id, to.app)).Files).toEqual(['one.txt']);
	});

	test('a record without files does not empty the target', async () => {
		const from = await app.create({});
		const full = { app: app.id, id: await recordWith({ Files: 'one' }, 'one') };
		expect((await copy(from, full, { existingFiles: 'replace' })).error?.message).toContain(
			'The record has no files to copy, and 1 file of the target field would be deleted',
		);
		expect((await held(full.id)).Files).toEqual(['one.txt']);
		jsonOf(await copy(from, await target(), { existingFiles: 'replace' }));
	});
});
