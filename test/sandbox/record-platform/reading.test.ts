import { cells, passwordOf, type Record_, useApi } from './api';

const { sandbox, api } = useApi();
let app: string;

beforeAll(async () => {
	app = await api.makeApp({ number: 'NUMBER', text: 'SINGLE_LINE_TEXT' });
	const records = Array.from({ length: 25 }, (_, index) => cells({ number: index + 1 }));
	await api.ok('POST', 'records.json', { app, records });
});

it('reading records pages, counts and chooses cells', async () => {
	const { records, totalCount } = await api.get<{ records: Record_[]; totalCount: string }>(
		'records.json',
		{
			app,
			query: 'number > 5 order by number asc limit 2 offset 3',
			totalCount: 'true',
			'fields[0]': 'number',
			'fields[1]': '$revision',
		},
	);
	expect(totalCount).toBe('20');
	expect(records).toEqual([
		{ number: { type: 'NUMBER', value: '9' }, $revision: { type: '__REVISION__', value: '1' } },
		{ number: { type: 'NUMBER', value: '10' }, $revision: { type: '__REVISION__', value: '1' } },
	]);
	const plain = await api.get<{ records: Record_[]; totalCount: null }>('records.json', { app });
	expect(plain.totalCount).toBeNull();
	expect(plain.records[0]?.$id).toEqual({ type: '__ID__', value: '25' });
});

it('reading records gives 100 records if no limit is sent', async () => {
	const many = await api.makeApp({ number: 'NUMBER' });
	for (const length of [100, 1]) {
		const records = Array.from({ length }, () => cells({ number: 1 }));
		await api.ok('POST', 'records.json', { app: many, records });
	}
	const { records } = await api.get<{ records: Record_[] }>('records.json', { app: many });
	expect(records).toHaveLength(100);
});

describe('cursors', () => {
	const open = (more: object = {}) =>
		api.send<{ id: string; totalCount: string; code?: string }>('POST', 'records/cursor.json', {
			app,
			...more,
		});
	const read = (id: string) =>
		api.send<{ records: Record_[]; next: boolean; code?: string }>(
			'GET',
			`records/cursor.json?id=${id}`,
		);

	it('read a snapshot to its end and are gone then', async () => {
		const { body } = await open({ size: 10, query: 'order by number desc', fields: ['number'] });
		expect(body.totalCount).toBe('25');
		const added = await api.create(app, cells({ number: 1000 }));
		await api.ok('DELETE', 'records.json', { app, ids: [added] });
		const sizes = [];
		for (let next = true; next;) {
			const page = await read(body.id);
			sizes.push(page.body.records.length);
			next = page.body.next;
		}
		expect(sizes).toEqual([10, 10, 5]);
		const gone = await read(body.id);
		expect([gone.status, gone.body.code]).toEqual([404, 'GAIA_CN01']);
	});

	it('end with a page that is full', async () =>
		expect((await read((await open({ size: 25 })).body.id)).body.next).toBe(false));

	it('are ten at most, until they expire or are closed', async () => {
		const opened = [];
		for (let count = 0; count < 10; count += 1) opened.push((await open({ size: 5 })).body.id);
		const eleventh = await open();
		expect([eleventh.status, eleventh.body.code]).toEqual([429, 'GAIA_TM12']);
		const [first, second] = opened as [string, string];
		expect(await api.ok('DELETE', 'records/cursor.json', { id: first })).toEqual({});
		expect((await open({ size: 5 })).status).toBe(200);
		await sandbox.clock(9 * 60);
		await read(second);
		await sandbox.clock(2 * 60);
		expect((await read(opened[5] as string)).body.code).toBe('GAIA_CN01');
		expect((await read(second)).status).toBe(200);
		expect((await open()).status).toBe(200);
	});
});

it('comments mention people, page by ten and go with their author', async () => {
	const id = await api.create(app);
	const post = (text: string, mentions: object[] = [], caller = api) =>
		caller.send<{ id: string; code?: string }>('POST', 'record/comment.json', {
			app,
			record: id,
			comment: { text, mentions },
		});
	const mentions = [
		{ code: 'sato', type: 'USER' },
		{ code: 'sales', type: 'ORGANIZATION' },
	];
	await post('first', mentions);
	for (let count = 2; count <= 12; count += 1) await post(`number ${count}`);
	type Page = {
		comments: { id: string; text: string; mentions: object[] }[];
		older: boolean;
		newer: boolean;
	};
	const newest = await api.get<Page>('record/comments.json', { app, record: id });
	expect(newest.comments.map((comment) => comment.id)).toEqual(
		Array.from({ length: 10 }, (_, index) => String(12 - index)),
	);
	expect([newest.older, newest.newer]).toEqual([true, false]);
	const oldest = { app, record: id, order: 'asc', offset: 0, limit: 1 };
	expect(await api.get<Page>('record/comments.json', oldest)).toMatchObject({
		comments: [
			{
				id: '1',
				text: 'Haruka Sato Sales first',
				creator: { code: 'admin', name: 'Alex Admin' },
				mentions,
			},
		],
		older: false,
		newer: true,
	});
	const remove = (comment: string, caller = api) =>
		caller.send('DELETE', 'record/comment.json', { app, record: id, comment });
	expect((await remove('1', api.as(passwordOf('sato')))).status).toBe(403);
	expect((await remove('1')).status).toBe(200);
	const again = await remove('1');
	expect([again.status, again.body.code]).toEqual([400, 'GAIA_RE02']);
	expect((await post('')).body.code).toBe('CB_VA01');
	// Somebody who has left is no error, only not notified.
	expect((await post('x', [{ code: 'former', type: 'USER' }])).status).toBe(200);
	expect((await post('x', [{ code: 'nobody', type: 'USER' }])).body.code).toBe('CB_VA01');
	const bad = await api.send('GET', `record/comments.json?app=${app}&record=${id}&limit=11`);
	expect(bad.body.errors).toHaveProperty('limit');
});
