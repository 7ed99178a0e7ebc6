import type { IDataObject } from 'n8n-workflow';

import { copied, namesFiles } from '../../../nodes/RecordPlatform/diff/copies';
import { recordNamed, sameKey } from '../../../nodes/RecordPlatform/diff/keys';
import { originalCells } from '../../../nodes/RecordPlatform/diff/original';
import { sameKeys } from '../../../nodes/RecordPlatform/diff/compareItems';
import {
	type Current,
	currentRecords,
	pagesById,
} from '../../../nodes/RecordPlatform/diff/currentRecords';
import { readKeys, readScope } from '../../../nodes/RecordPlatform/diff/currentState';
import { previewOf } from '../../../nodes/RecordPlatform/diff/outputRows';
import type { RequestSpec, FileSource, ItemView } from '../../../nodes/shared/catalogue';
import { RequestError } from '../../../nodes/shared/errors';
import { itemWith, refusedWith } from '../../support/item';
import { FORM, itemOf } from '../../support/mapped';

const cell = (type: string, value: unknown) => ({ type, value });
const record = (id: string, key: string | undefined, type = 'SINGLE_LINE_TEXT'): Current => ({
	$id: cell('__ID__', id),
	$revision: cell('__REVISION__', '1'),
	...(key !== undefined && { Key: cell(type, key) }),
});
const refused = (status = 400) => refusedWith(status);

/** An app that answers each request for records. */
function app(answer: (query: string, count: number) => Current[] | Error) {
	const asked: RequestSpec[] = [];
	const item = itemWith(
		{},
		{
			request: async (request) => {
				asked.push(request);
				const given = answer(String(request.query?.query), asked.length);
				if (given instanceof Error) throw given;
				return await Promise.resolve({ records: given });
			},
		},
	);
	return { item, asked, queries: () => asked.map(({ query }) => String(query?.query)) };
}
const find = async (
	{ item }: ReturnType<typeof app>,
	keys: string[],
	by = 'Key',
	fields: string[] = [],
) => await currentRecords({ path: '/k/v1/records.json', app: '7', by, keys, fields }, item);

describe('records that are found by their keys', () => {
	it('are read with ID, revision, key and the fields that are wanted', async () => {
		const one = app(() => [record('1', 'a')]);
		const found = await find(one, ['a', 'b'], 'Key', ['Name', 'Key']);
		expect(found('a')?.$id?.value).toBe('1');
		expect(found('b')).toBeUndefined();
		expect(one.asked[0]?.query?.fields).toEqual(['$id', '$revision', 'Key', 'Name']);
		expect(one.queries()).toEqual(['Key in ("a", "b") limit 500']);
	});

	it('are asked for 500 at a time, each once', async () => {
		const one = app(() => []);
		const keys = Array.from({ length: 501 }, (_, at) => `k${at}`);
		await find(one, [...keys, ...keys]);
		expect(one.queries().map((query) => query.split(', ').length)).toEqual([500, 1]);
	});

	it('are not asked for by IDs that are none, which would refuse the others', async () => {
		const one = app(() => []);
		await find(one, ['7', 'x7', '7x', ''], '$id');
		expect(one.queries()).toEqual(['$id in ("7") limit 500']);
	});

	it('are found by numbers however they are written, also with spaces around them', async () => {
		const one = app(() => [record('1', '7', 'NUMBER')]);
		const found = await find(one, [' 7.0 ', 'a ']);
		expect(one.queries()).toEqual(['Key in (" 7.0 ", "7.0", "a ") limit 500']);
		expect([found('7'), found(' 7.0 ')].map((one) => one?.$id?.value)).toEqual(['1', '1']);
	});

	it('are none where two have the key: nobody knows which is meant', async () => {
		await expect(
			find(
				app(() => [record('1', 'a'), record('2', 'a')]),
				['a'],
			),
		).rejects.toMatchObject({
			message: 'Records 1 and 2 have the same value in "Key": "a"',
			advice: expect.stringContaining('Prohibit duplicate values') as unknown,
		});
		// The same record twice, or records without a key, are no reason to stop.
		await find(
			app(() => [record('1', 'a'), record('1', 'a')]),
			['a'],
		);
		await find(
			app(() => [record('1', ''), record('2', '')]),
			['a'],
		);
	});

	it('are asked for again by the keys that are numbers, where the field takes nothing else', async () => {
		const one = app((query) => (query.includes('many') ? refused() : [record('1', '7', 'NUMBER')]));
		const found = await find(one, ['7', 'many']);
		expect(found('7')?.$id?.value).toBe('1');
		expect(found('many')).toBeUndefined();
		expect(one.queries()[1]).toBe('Key in ("7") limit 500');
	});

	it.each([
		['all keys are numbers', ['7', '8'], refused(), 'NUMBER'],
		['no key is a number', ['many'], refused(), 'NUMBER'],
		['the field takes text', ['7', 'many'], refused(), 'SINGLE_LINE_TEXT'],
		['the service gives another reason', ['7', 'many'], refused(403), 'NUMBER'],
		['the service cannot be reached', ['7', 'many'], new Error('Lost'), 'NUMBER'],
	])('are not to be had where %s', async (_, keys, problem, type) => {
		const one = app((__, count) => (count === 1 ? problem : [record('1', '7', type)]));
		await expect(find(one, keys)).rejects.toBe(problem);
	});
});

describe('all records of an app', () => {
	const page = (from: number, count: number) =>
		Array.from({ length: count }, (_, at) => record(String(from + at), 'a'));
	const all = async (one: ReturnType<typeof app>, condition: string, counted?: boolean) => {
		const ids: number[] = [];
		const read = { path: '/k/v1/records.json', app: '7', condition, fields: ['$id'] };
		for await (const { records } of pagesById(read, one.item, counted)) {
			ids.push(...records.map(({ $id }) => Number($id?.value)));
		}
		return ids;
	};

	it('come page by page, each page after the last ID of the one before', async () => {
		const one = app((_, count) => (count === 1 ? page(1, 500) : page(501, 2)));
		expect(await all(one, 'A = 1', true)).toHaveLength(502);
		expect(one.queries()).toEqual([
			'A = 1 order by $id asc limit 500',
			'(A = 1) and $id > 500 order by $id asc limit 500',
		]);
		expect(one.asked.map(({ query }) => query?.totalCount)).toEqual([true, undefined]);
		expect(one.asked[0]).toMatchObject({ method: 'GET', repeatable: true });
		await all(one, '', false);
		expect(one.asked[2]?.query).not.toHaveProperty('totalCount');
	});

	it('end with an error where the pages repeat themselves', async () => {
		await expect(
			all(
				app(() => page(1, 500)),
				'',
			),
		).rejects.toThrow('unexpected response');
	});
});

describe('the state that a sync compares with', () => {
	const incoming = (index: number, key: string) => ({
		index,
		key,
		change: { updateKey: { field: 'Key', value: key }, record: { [`F${index}`]: {} } },
	});
	const spec: RequestSpec = {
		method: 'POST',
		path: '/k/v1/records.json',
		body: { app: '7' },
		repeatable: false,
	};
	const held = [record('1', 'a'), record('2', 'b'), record('3', 'c')];
	const keysIn = (list: Current[]) => list.map(({ Key }) => Key?.value);

	it('are the records of its items', async () => {
		const one = app(() => held);
		const state = await readKeys([incoming(0, 'a'), incoming(1, 'z')], {
			...one,
			spec,
			by: 'Key',
			condition: '',
		});
		expect(one.queries()).toEqual(['Key in ("a", "z") limit 500']);
		expect(one.asked[0]?.query).toMatchObject({
			app: '7',
			fields: ['$id', '$revision', 'Key', 'F0', 'F1'],
		});
		expect(state.find('a')?.$id?.value).toBe('1');
		expect(state.others).toEqual([]);
	});

	it('are all that may be deleted, and those of its items wherever they are', async () => {
		const scope = async (condition: string, ...keys: string[]) => {
			const one = app((query) => (query.includes(' in (') ? [record('9', 'z')] : held));
			const place = { ...one, spec, by: 'Key', condition };
			return {
				...one,
				state: await readScope(
					keys.map((key, at) => incoming(at, key)),
					place,
				),
			};
		};
		const some = await scope('A = 1', 'a', 'z');
		expect(keysIn(some.state.others)).toEqual(['b', 'c']);
		expect(['a', 'z'].map((key) => some.state.find(key)?.$id?.value)).toEqual(['1', '9']);
		expect(some.queries().filter((query) => query.includes(' in ('))).toEqual([
			'Key in ("z") limit 500',
		]);
		// Nothing is elsewhere where all records were read, or all items found theirs.
		for (const one of [await scope('', 'a', 'z'), await scope('A = 1', 'a')]) {
			expect(one.queries().some((query) => query.includes(' in ('))).toBe(false);
			expect(one.state.find('nothing')).toBeUndefined();
		}
	});
});

describe('changes of the same record', () => {
	it('are known by ID or key, a number in all its forms', () => {
		expect(recordNamed({ id: '7' })).toBe(recordNamed({ id: '07.0' }));
		expect(recordNamed({ id: '7' })).not.toBe(recordNamed({ id: '8' }));
		const key = (field: string, value: string) => recordNamed({ updateKey: { field, value } });
		expect(key('Key', '1.50')).toBe(key('Key', '1.5'));
		expect(key('Key', 'a')).not.toBe(key('Key', 'b'));
		expect(key('Key', 'a')).not.toBe(key('Other', 'a'));
		expect(key('Key', '7')).not.toBe(recordNamed({ id: '7' }));
		expect(recordNamed({})).toBeUndefined();
	});

	it('are known by text as it is, where the field holds text', () => {
		const fields = [
			{ code: 'No', type: 'NUMBER' },
			{ code: 'Key', type: 'SINGLE_LINE_TEXT' },
		];
		const same = (field: string) =>
			sameKey({ field, value: '1.50' }, fields) === sameKey({ field, value: '1.5' }, fields);
		expect(['No', 'Key', 'Unknown'].map(same)).toEqual([true, false, false]);
	});

	it('are found among items', () => {
		const item = (index: number, key: string) => ({
			index,
			key,
			change: { updateKey: { field: 'Key', value: key }, record: {} },
		});
		const found = sameKeys([item(0, 'a'), item(1, 'b'), item(2, 'a'), item(3, 'c'), item(4, 'a')]);
		expect(found.map((list) => list.map(({ index }) => index))).toEqual([[0, 2, 4]]);
	});
});

describe('the record as a person read it', () => {
	const original = async (value: unknown, onConflict = 'merge') =>
		await originalCells(
			value,
			itemOf(FORM, { options: { onConflict }, fields: { $id: '1' } }).item,
		);
	const read = { Name: 'x', Amount: '1,200', Else: 'y' };

	it('is taken from an object or its JSON, as far as the app has its fields', async () => {
		const cells = { Name: { value: 'x' }, Amount: { value: '1200' } };
		expect(await original(read)).toEqual(cells);
		expect(await original(JSON.stringify(read))).toEqual(cells);
	});

	it('is not asked for without merging, or where none is given', async () => {
		expect(await original(read, 'stop')).toBeUndefined();
		expect(await original('')).toBeUndefined();
	});

	it.each(['x', '[1]', 7, null, [read]])('is not %j', async (value) => {
		await expect(original(value)).rejects.toMatchObject({
			message: '"Original Record" is not a valid record',
			advice: expect.stringContaining('node that read the record') as unknown,
		});
	});
});

describe('files of other records', () => {
	const file = (fileKey: string) => ({
		fileKey,
		name: `${fileKey}.txt`,
		contentType: 'a/b',
		size: '1',
	});
	function copying(problem?: Error) {
		const copies: string[] = [];
		const ask = async ({ query }: RequestSpec) =>
			await Promise.resolve({
				stream: [],
				release: () => undefined,
				contentType: 'a/b',
				key: query,
			});
		const upload = async (_: RequestSpec, from: string | FileSource) => {
			if (problem) throw problem;
			copies.push((from as FileSource).fileName);
			return await Promise.resolve({ fileKey: `copy ${copies.length}` });
		};
		return { item: itemWith({}, { request: ask, upload } as Partial<ItemView>), copies };
	}
	const cells = (value: unknown, code = 'Files') =>
		({ [code]: { value } }) as unknown as IDataObject;
	const row = (id: string | undefined, ...files: object[]) => ({
		...(id !== undefined && { id }),
		value: cells(files, 'Scan'),
	});

	it('are known by their details; a bare key is none', () => {
		expect(namesFiles(cells([file('a')]))).toBe(true);
		expect(namesFiles(cells([row(undefined, file('a'))], 'T'))).toBe(true);
		for (const none of [[{ fileKey: 'a' }], 'a', null, ['a', null], [row('1')]]) {
			expect(namesFiles(cells(none))).toBe(false);
		}
		expect(namesFiles({ Files: null as never })).toBe(false);
	});

	it('are copied, and those that the record has already are kept', async () => {
		const { item, copies } = copying();
		const current: Current = { Files: cell('FILE', [file('mine')]) };
		const write = {
			id: '7',
			record: { ...cells([file('mine'), file('a'), { fileKey: 'b' }]), A: { value: 1 } },
		};
		expect(await copied({ element: write }, current, item)).toEqual({
			element: {
				id: '7',
				record: {
					Files: { value: [file('mine'), { fileKey: 'copy 1' }, { fileKey: 'b' }] },
					A: { value: 1 },
				},
			},
		});
		expect(copies).toEqual(['a.txt']);
	});

	it('are copied into the rows of tables, but not into the row that has them', async () => {
		const { item, copies } = copying();
		const held = [
			{ id: '1', value: { Scan: cell('FILE', [file('one')]) } },
			{ id: '2', value: { Scan: cell('FILE', [file('two')]) } },
		];
		const rows = [row('1', file('one')), row('2', file('one')), row(undefined, file('two'))];
		const write = { record: cells(rows, 'T') };
		const { element } = (await copied({ element: write }, { T: cell('SUBTABLE', held) }, item)) as {
			element: typeof write;
		};
		expect(element.record).toEqual(
			cells(
				[
					row('1', file('one')),
					row('2', { fileKey: 'copy 1' }),
					row(undefined, { fileKey: 'copy 2' }),
				],
				'T',
			),
		);
		expect(copies).toEqual(['one.txt', 'two.txt']);
	});

	it('are copied once for an item, however often it is prepared', async () => {
		const { item, copies } = copying();
		const write = { record: cells([file('a'), file('b')]) };
		await copied({ element: write }, undefined, item);
		await copied({ element: write }, undefined, item);
		expect(copies).toEqual(['a.txt', 'b.txt']);
	});

	it('leave a record without files as it is', async () => {
		const { item } = copying();
		const write = { record: cells('x') };
		expect(
			((await copied({ element: write }, undefined, item)) as { element: typeof write }).element
				.record,
		).toBe(write.record);
	});

	it('that cannot be copied are the problem of the record, with their place', async () => {
		const { item } = copying(refused());
		const { problem } = (await copied(
			{ element: { record: cells([file('a')]) } },
			undefined,
			item,
		)) as {
			problem: RequestError;
		};
		expect(problem.failure.subject).toBe('Field "Files", file "a.txt"');
	});
});

it('a dry run shows plain values, and the rows of a table as they would be sent', () => {
	const current: Current = {
		...record('1', 'a'),
		Who: cell('USER_SELECT', [{ code: 'sato', name: 'Sato' }]),
		T: cell('SUBTABLE', [{ id: '1', value: { A: cell('NUMBER', '1') } }]),
	};
	const rows = [{ id: '1', value: { A: { value: '2' } } }];
	const step = {
		item: { index: 0, key: 'a', change: { updateKey: { field: 'Key', value: 'a' }, record: {} } },
		action: 'update' as const,
		cells: { Who: { value: [{ code: 'ito' }] }, T: { value: rows }, New: { value: 'x' } },
		current,
	};
	expect(previewOf(step as never).json.changes).toEqual({
		Who: { from: ['sato'], to: ['ito'] },
		T: { from: [{ $id: '1', A: '1' }], to: rows },
		New: { from: undefined, to: 'x' },
	});
});
