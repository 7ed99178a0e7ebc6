import type { IDataObject } from 'n8n-workflow';

import { useNewApp } from './app';
import { byId, mapping } from './world';

/** Texts of several expressions, and expressions with blanks beside them, that find nothing. */

const app = useNewApp({
	Name: { type: 'SINGLE_LINE_TEXT' },
	Due: { type: 'DATE' },
	At: { type: 'DATETIME' },
	Lines: {
		type: 'SUBTABLE',
		fields: { Article: { type: 'SINGLE_LINE_TEXT' }, Sent: { type: 'DATETIME' } },
	},
});

const whenMissing = '{{ $json.day }} {{ $json.time }}';
const items = [
	{ day: '2032-05-05' },
	{ day: '2032-05-05', time: null },
	{ day: '2032-05-05', time: ' ' },
];
const gap = (label: string) => `The expression {{ $json.time }} in "${label}" returned no value`;
const where = (field: string, operator: string, value: string) => ({
	filterBy: 'conditions',
	conditions: { rows: [{ field, operator, value }] },
});
const fields = (value: IDataObject) => ({
	fields: { mappingMode: 'defineBelow', value, matchingColumns: ['$id'], schema: [] },
});

it.each(items)('a date whose time is missing selects no records: %j', async (item) => {
	await app.create({ Name: 'late', At: '2032-05-05T05:00:00Z' });
	for (const operator of ['greaterOrEqual', 'less', 'greater']) {
		const condition = where('At', operator, `=${whenMissing}`);
		const more = { items: [item as IDataObject] };
		for (const operation of ['getAll', 'count', 'deleteByConditions']) {
			const { error, output } = await app.run(operation, condition, more);
			expect(error?.message).toContain(gap('Conditions'));
			expect(output).toEqual([]);
		}
	}
	expect(await app.records()).toHaveLength(1);
});

it.each(items)('a date whose time is missing is not written: %j', async (item) => {
	const At = '2032-01-01T00:00:00Z';
	const id = await app.create({ Name: 'late', At });
	const more = { items: [item as IDataObject] };
	const value = { Name: 'New', At: `=${whenMissing}` };
	for (const [operation, mapped] of [
		['create', value],
		['update', { $id: id, ...value }],
	] as const) {
		const { error } = await app.run(operation, fields(mapped), more);
		expect(error?.message).toContain(gap('At'));
	}
	expect(await app.records()).toEqual([expect.objectContaining({ Name: 'late', At })]);
});

describe.each(items)('a date in a table whose time is missing is not written: %j', (item) => {
	const Sent = `=${whenMissing}`;
	const more = { items: [item as IDataObject] };
	const rows = { table: 'Lines', columns: mapping({ Article: 'pen', Sent }) };
	const order = async () =>
		await app.create({
			Name: 'late',
			Lines: [{ value: { Article: { value: 'pen' }, Sent: { value: '2032-01-01T00:00:00Z' } } }],
		});

	it.each(['add', 'update', 'addOrUpdate', 'replaceAll'])('Table Row: %s', async (operation) => {
		const recordId = byId(await order());
		const before = await app.records();
		const columns = mapping({ Article: 'pen', Sent }, { matchingColumns: ['Article'] });
		const { error } = await app.run(
			operation,
			{ recordId, ...rows, columns },
			{ ...more, resource: 'tableRow' },
		);
		expect(error?.message).toContain(gap('Sent'));
		expect(await app.records()).toEqual(before);
	});

	it('as the column to match by', async () => {
		const recordId = byId(await order());
		const before = await app.records();
		const columns = mapping({ Article: 'ink', Sent }, { matchingColumns: ['Sent'] });
		const { error } = await app.run(
			'update',
			{ recordId, ...rows, columns },
			{ ...more, resource: 'tableRow' },
		);
		expect(error?.message).toContain(gap('Sent'));
		expect(await app.records()).toEqual(before);
	});

	it('Create With Table', async () => {
		const { error } = await app.run(
			'createWithTable',
			{ groupBy: 'A', ...fields({ Name: 'New' }), ...rows },
			more,
		);
		expect(error?.message).toContain(gap('Sent'));
		expect(await app.records()).toEqual([]);
	});
});

describe('rows of a table in one text', () => {
	const rows = (sent: string, article = 'pen') =>
		`=[{ "Article": "${article}", "Sent": "${sent}" }]`;

	it.each(items)('have no date whose time is missing: %j', async (item) => {
		const id = await app.create({ Name: 'late' });
		const before = await app.records();
		const more = { items: [item as IDataObject] };
		for (const Lines of [rows(whenMissing)]) {
			const updated = await app.run('update', fields({ $id: id, Lines }), more);
			expect(updated.error?.message).toContain(gap('Lines'));
			const created = await app.run('create', fields({ Lines }), more);
			expect(created.error?.message).toContain(gap('Lines'));
		}
		expect(await app.records()).toEqual(before);
	});

	it('have no other values than were entered', async () => {
		const id = await app.create({ Name: 'late' });
		const before = await app.records();
		const items = [{ article: 'pen", "Sent": "2030-01-01T00:00:00Z' }];
		for (const article of ['{{ $json.article }}', '{{ $json.article.trim() }}']) {
			const Lines = rows('', article);
			const { error } = await app.run('update', fields({ $id: id, Lines }), { items });
			expect(error?.message).toContain('in "Lines" has a quotation mark or a backslash');
		}
		expect(await app.records()).toEqual(before);
	});

	it('are written with a text that is nothing, and with a whole date', async () => {
		const item = { day: '2032-05-05', time: '14:00Z' };
		const Lines = rows('{{ $json.day }}T{{ $json.time }}', '{{ $json.article }}');
		const { error } = await app.run('create', fields({ Lines }), { items: [item] });
		expect(error).toBeUndefined();
		const [record] = await app.records();
		expect(record?.Lines).toMatchObject([
			{ value: { Article: { value: '' }, Sent: { value: '2032-05-05T14:00:00Z' } } },
		]);
	});
});

it('a date and a time make one moment', async () => {
	const value = { Name: 'New', At: '={{ $json.day }}T{{ $json.time }}Z' };
	await app.run('create', fields(value), { items: [{ day: '2032-05-05', time: '14:00:00' }] });
	expect(await app.records()).toEqual([expect.objectContaining({ At: '2032-05-05T14:00:00Z' })]);
});

it.each(['={{ $json.a }} ', '={{ $json.a }}\n', '={{ $json.a }}{{ $json.b }}'])(
	'an update leaves a field as it is by %j',
	async (text) => {
		const kept = { Name: 'late', Due: '2032-01-01' };
		const id = await app.create(kept);
		const value = { $id: id, Name: text, Due: text, At: '2032-05-05T14:00:00Z' };
		const { error } = await app.run('update', fields(value));
		expect(error).toBeUndefined();
		expect(await app.records()).toEqual([
			expect.objectContaining({ ...kept, At: '2032-05-05T14:00:00Z' }),
		]);
	},
);

it.each(['={{ $json.a }} ', '={{ $json.a }}{{ $json.b }}'])(
	'a comment is not made of blanks: %j',
	async (text) => {
		const id = await app.create({ Name: 'late' });
		const comment = { recordId: byId(id), text };
		const { error } = await app.run('create', comment, { resource: 'comment' });
		expect(error?.message).toMatch(/is empty|returned no value/);
		const path = `record/comments.json`;
		const { comments } = await app.api.get<{ comments: object[] }>(path, {
			app: app.id,
			record: id,
		});
		expect(comments).toEqual([]);
	},
);
