import { cells, type Scene } from '../scene';
import type { Side } from '../side';
import { k, topic } from './case';

const RECORD = k('record');
const RECORDS = k('records');

/** Adds a record of the main app past the comparison, and gives its ID. */
export async function add(
	side: Side,
	{ main }: Scene,
	values: Record<string, unknown> = {},
): Promise<string> {
	const { id } = await side.do('POST', RECORD, { app: main, record: cells(values) });
	return String(id);
}

const row = (values: Record<string, unknown>, id?: unknown) => ({
	...(id !== undefined && { id }),
	value: cells(values),
});

/** Asks for the record, without its number and revision where earlier cases count. */
async function read(side: Side, { main }: Scene, id: string): Promise<void> {
	await side.ask('GET', k('record', { app: main, id }));
}

const wrongValues: Record<string, unknown> = {
	amount: 'many',
	'amount below its minimum': '-1',
	'amount above its maximum': '1001',
	choice: 'Z',
	checks: ['A', 'Z'],
	radio: 'Z',
	day: '2001-02-30',
	moment: '2001-02-03 04:05',
	clock: '25:00',
	people: [{ code: 'nobody-of-this-name' }],
	text: 'too long',
	product: 'nothing like it',
	files: [{ fileKey: 'none' }],
};

const goodValues: Record<string, unknown> = {
	amount: '1e2',
	choice: 'C d',
	checks: ['B', 'A'],
	multi: ['B'],
	day: '2001-02-03',
	moment: '2001-02-03T04:05:06+09:00',
	clock: '9:05',
	rich: '<b>x</b><script>y</script>',
	note: 'a\nb',
	product: 'pen',
};

export const recordCases = [
	...topic('Values', {
		'an empty record has its defaults': async (side, scene) => {
			await read(side, scene, await add(side, scene));
		},
		...Object.fromEntries(
			Object.entries(goodValues).map(([field, value]) => [
				`${field} takes ${JSON.stringify(value)}`,
				async (side: Side, scene: Scene) => {
					await read(side, scene, await add(side, scene, { [field]: value }));
				},
			]),
		),
		...Object.fromEntries(
			Object.entries(wrongValues).map(([field, value]) => [
				`${field} refuses ${JSON.stringify(value)}`,
				async (side: Side, { main }: Scene) => {
					const [code = ''] = field.split(' ');
					await side.ask('POST', RECORD, { app: main, record: cells({ [code]: value }) });
				},
			]),
		),
		'unknown fields and built-in ones': async (side, { main }) => {
			await side.ask('POST', RECORD, { app: main, record: cells({ nowhere: 'x' }) }, ['id']);
			await side.ask('POST', RECORD, { app: main, record: cells({ total: '5' }) }, ['id']);
		},
		'a value that must be unique': async (side, scene) => {
			await add(side, scene, { key: 'taken' });
			await side.ask('POST', RECORD, { app: scene.main, record: cells({ key: 'taken' }) });
		},
		'an update that names what it updates by a unique value': async (side, scene) => {
			await add(side, scene, { key: 'by key' });
			const updateKey = { field: 'key', value: 'by key' };
			const record = cells({ text: 'new' });
			await side.ask('PUT', RECORD, { app: scene.main, updateKey, record });
			const missing = { ...updateKey, value: 'no such key' };
			await side.ask('PUT', RECORD, { app: scene.main, updateKey: missing, record });
			await side.ask('PUT', RECORD, {
				app: scene.main,
				updateKey: { field: 'text', value: 'x' },
				record,
			});
		},
		'upsert creates and updates': async (side, scene) => {
			const body = (text: string) => ({
				app: scene.main,
				upsert: true,
				records: [{ updateKey: { field: 'key', value: 'upsert' }, record: cells({ text }) }],
			});
			await side.ask('PUT', RECORDS, body('one'), ['id']);
			await side.ask('PUT', RECORDS, body('two'), ['id']);
		},
	}),
	...topic('What is checked on creation', {
		'a minimum length and a required check box': async (side, { strict }) => {
			const ask = (values: Record<string, unknown>) =>
				side.ask('POST', RECORD, { app: strict, record: cells(values) }, ['id']);
			await ask({ min: 'ab', must: ['A'] });
			await ask({ min: 'a', must: ['A'] });
			await ask({ min: '', must: ['A'] });
			await ask({ must: ['A'] });
			await ask({ min: 'ab' });
			await ask({ min: 'ab', must: ['Z'] });
		},
		'web links': async (side, { strict }) => {
			for (const link of ['https://example.com/', 'not a url', 'javascript:void(0)']) {
				const record = cells({ min: 'ab', must: ['A'], link });
				await side.ask('POST', RECORD, { app: strict, record }, ['id']);
			}
		},
		'what an update may leave empty': async (side, { strict }) => {
			const record = cells({ min: 'ab', must: ['A'] });
			const { id } = await side.do('POST', RECORD, { app: strict, record });
			const ask = (values: Record<string, unknown>) =>
				side.ask('PUT', RECORD, { app: strict, id, record: cells(values) });
			await ask({ min: '' });
			await ask({ min: 'a' });
			await ask({ must: [] });
		},
	}),
	...topic('Revisions', {
		'grow with each change, and refuse an old one': async (side, scene) => {
			const id = await add(side, scene);
			const put = (revision: number | undefined) =>
				side.ask('PUT', RECORD, { app: scene.main, id, revision, record: cells({ text: 'a' }) });
			await put(undefined);
			await put(2);
			await put(1);
			await put(-1);
			await put(99);
		},
		'an empty update': async (side, scene) => {
			const id = await add(side, scene);
			await side.ask('PUT', RECORD, { app: scene.main, id, record: {} });
		},
		'deleting with a wrong revision': async (side, scene) => {
			const id = await add(side, scene);
			const body = { app: scene.main, ids: [id] };
			await side.ask('DELETE', RECORDS, { ...body, revisions: [9] });
			await side.ask('DELETE', RECORDS, body);
			await side.ask('DELETE', RECORDS, body);
		},
	}),
	...topic('Tables', {
		'rows keep their IDs, and those that are left out are gone': async (side, scene) => {
			const lines = [row({ item: 'a', count: '1' }), row({ item: 'b', count: '2' })];
			const id = await add(side, scene, { lines });
			await read(side, scene, id);
			const { record } = await side.do('GET', k('record', { app: scene.main, id }));
			const second = String((record?.lines?.value as Array<{ id: string }>)[1]?.id);
			const kept = [row({ count: '5' }, second), row({ item: 'new' })];
			const put = { app: scene.main, id, record: cells({ lines: kept }) };
			await side.ask('PUT', RECORD, put);
			await read(side, scene, id);
		},
		'a row with an ID that the record does not have': async (side, scene) => {
			const id = await add(side, scene, { lines: [row({ item: 'a' })] });
			const lines = [row({ item: 'x' }, '999999999')];
			await side.ask('PUT', RECORD, { app: scene.main, id, record: cells({ lines }) });
			await read(side, scene, id);
		},
		'an empty table, and a wrong cell': async (side, scene) => {
			const id = await add(side, scene, { lines: [] });
			await read(side, scene, id);
			const lines = [row({ count: 'many' })];
			await side.ask('PUT', RECORD, { app: scene.main, id, record: cells({ lines }) });
		},
	}),
	...topic('Lookups', {
		"copy, clear, and refuse what doesn't exist": async (side, scene) => {
			const id = await add(side, scene, { product: 'pen' });
			await read(side, scene, id);
			const put = (values: Record<string, unknown>) =>
				side.ask('PUT', RECORD, { app: scene.main, id, record: cells(values) });
			await put({ product: 'none' });
			await put({ price: '5' });
			await put({ product: '' });
			await read(side, scene, id);
		},
		'the key field of another app cannot be deleted': async (side, { products }) => {
			const body = { app: products, fields: ['name'] };
			await side.ask('DELETE', k('preview/app/form/fields'), body);
		},
	}),
	...topic('Many at once', {
		'more records than a request may have': async (side, { main }) => {
			const records = Array.from({ length: 2001 }, () => ({}));
			await side.ask('POST', RECORDS, { app: main, records });
			await side.ask('GET', k('records', { app: main, query: 'limit 501' }));
			await side.ask('GET', k('records', { app: main, query: 'limit 1 offset 10001' }));
		},
		'one wrong record refuses all': async (side, { main }) => {
			const records = [cells({ text: 'fine' }), cells({ amount: 'many' })];
			await side.ask('POST', RECORDS, { app: main, records });
			await side.ask('POST', RECORDS, { app: main, records: [] });
		},
		'a bulk request is done whole or not at all': async (side, { main }) => {
			const one = (record: object) => ({
				method: 'POST',
				api: '/k/v1/record.json',
				payload: { app: main, record },
			});
			const bulk = (...requests: object[]) =>
				side.ask('POST', k('bulkRequest'), { requests }, ['id']);
			await bulk(one(cells({ text: 'a' })), one(cells({ text: 'b' })));
			await bulk(one(cells({ text: 'c' })), one(cells({ amount: 'many' })));
			await bulk(...Array.from({ length: 21 }, () => one({})));
		},
	}),
	...topic('Files', {
		'an upload is attached once': async (side, scene) => {
			const fileKey = await side.upload('a b（1）.txt', 'content');
			const id = await add(side, scene, { files: [{ fileKey }] });
			await read(side, scene, id);
			const record = cells({ files: [{ fileKey }] });
			await side.ask('POST', RECORD, { app: scene.main, record }, ['id']);
			await side.ask('GET', k('file', { fileKey: 'no-such-key' }));
		},
	}),
	...topic('Process', {
		'a record is moved on': async (side, scene) => {
			const id = await add(side, scene);
			const move = (action: string) =>
				side.ask('PUT', k('record/status'), { app: scene.main, id, action });
			await move('Finish');
			await move('Start');
			await move('No such action');
			await move('Finish');
			await read(side, scene, id);
		},
		'an app without a process': async (side, { products }) => {
			const body = { app: products, id: '1', action: 'Start' };
			await side.ask('PUT', k('record/status'), body);
		},
		assignees: async (side, scene) => {
			const id = await add(side, scene);
			const assignees = [side.access.login];
			await side.ask('PUT', k('record/assignees'), { app: scene.main, id, assignees });
			const body = { app: scene.main, id, assignees: ['nobody-of-this-name'] };
			await side.ask('PUT', k('record/assignees'), body);
		},
	}),
	...topic('Comments', {
		'are added, read and deleted': async (side, scene) => {
			const record = await add(side, scene);
			const path = k('record/comment');
			const say = (comment: object) => side.ask('POST', path, { app: scene.main, record, comment });
			await say({ text: 'plain' });
			await say({ text: 'two\nlines', mentions: [{ code: side.access.login, type: 'USER' }] });
			await say({ text: '' });
			await say({ text: 'x', mentions: [{ code: 'nobody-of-this-name', type: 'USER' }] });
			await side.ask('GET', k('record/comments', { app: scene.main, record, order: 'asc' }));
			await side.ask('GET', k('record/comments', { app: scene.main, record, limit: 11 }));
			await side.ask('DELETE', path, { app: scene.main, record, comment: '1' });
			await side.ask('DELETE', path, { app: scene.main, record, comment: '1' });
		},
	}),
];
