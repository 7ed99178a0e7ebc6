import { KintoneRestAPIClient } from '@kintone/rest-api-client';
import { useSandbox } from '../../support/sandbox';
import { options } from './api';

const sandbox = useSandbox();
let client: KintoneRestAPIClient;
let app: string;

beforeAll(async () => {
	client = new KintoneRestAPIClient({
		baseUrl: sandbox.url,
		auth: { username: 'admin', password: 'admin' },
	});
	const made = await client.app.addApp({ name: 'Made by the official client' });
	app = made.app;
	await client.app.addFormFields({
		app,
		properties: {
			key: { type: 'SINGLE_LINE_TEXT', code: 'key', label: 'Key', unique: true },
			number: { type: 'NUMBER', code: 'number', label: 'Number' },
			choice: {
				type: 'DROP_DOWN',
				code: 'choice',
				label: 'Choice',
				options: options('A', 'B') as Record<string, { label: string; index: string }>,
			},
			files: { type: 'FILE', code: 'files', label: 'Files' },
		},
	});
	await client.app.updateProcessManagement({
		app,
		enable: true,
		states: {
			Open: { name: 'Open', index: 0, assignee: { type: 'ONE', entities: [] } },
			Closed: { name: 'Closed', index: 1, assignee: { type: 'ONE', entities: [] } },
		},
		actions: [{ name: 'Close', from: 'Open', to: 'Closed' }],
	});
	await client.app.deployApp({ apps: [{ app }] });
	for (;;) {
		const { apps } = await client.app.getDeployStatus({ apps: [app] });
		if (apps[0]?.status === 'SUCCESS') break;
		await sandbox.clock(1);
	}
});

const record = (key: string, number: number) => ({
	key: { value: key },
	number: { value: String(number) },
});

it('adds, reads, changes and deletes records', async () => {
	const { id } = await client.record.addRecord({ app, record: record('one', 1) });
	await client.record.updateRecord({ app, id, record: { choice: { value: 'B' } }, revision: 1 });
	const read = await client.record.getRecord({ app, id });
	expect(read.record).toMatchObject({ choice: { value: 'B' }, $revision: { value: '2' } });
	await client.record.updateRecord({
		app,
		updateKey: { field: 'key', value: 'one' },
		record: { number: { value: 2 } },
	});
	const found = await client.record.getRecords({ app, query: 'number = 2', totalCount: true });
	expect(found.totalCount).toBe('1');
	await client.record.deleteRecords({ app, ids: [id] });
	await expect(client.record.getRecord({ app, id })).rejects.toMatchObject({
		code: 'GAIA_RE01',
		status: 404,
	});
});

it('upserts in its own way and in the service’s', async () => {
	const upsert = (number: number) =>
		client.record.upsertRecord({
			app,
			updateKey: { field: 'key', value: 'up' },
			record: { number: { value: number } },
		});
	const first = await upsert(1);
	const second = await upsert(2);
	expect([first.revision, second]).toEqual(['1', { id: first.id, revision: '2' }]);
	const { records } = await client.record.updateRecords({
		app,
		upsert: true,
		records: [
			{ updateKey: { field: 'key', value: 'up' }, record: { number: { value: 3 } } },
			{ updateKey: { field: 'key', value: 'up-too' }, record: { number: { value: 4 } } },
		],
	});
	expect(records.map((entry) => ('operation' in entry ? entry.operation : undefined))).toEqual([
		'UPDATE',
		'INSERT',
	]);
});

it('moves many records through bulk requests, IDs, offsets and cursors', async () => {
	const records = Array.from({ length: 450 }, (_, index) => record(`many-${index}`, 1000 + index));
	const added = await client.record.addAllRecords({ app, records });
	expect(added.records).toHaveLength(450);
	const condition = 'number >= 1000';
	const byId = await client.record.getAllRecordsWithId({ app, condition });
	const byOffset = await client.record.getAllRecordsWithOffset({ app, condition });
	const byCursor = await client.record.getAllRecordsWithCursor({
		app,
		query: `${condition} order by number desc`,
		fields: ['number'],
	});
	const either = await client.record.getAllRecords({ app, condition, orderBy: 'number asc' });
	expect([byId, byOffset, byCursor, either].map((list) => list.length)).toEqual([
		450, 450, 450, 450,
	]);
	expect(byCursor[0]).toEqual({ number: { type: 'NUMBER', value: '1449' } });
	await client.record.updateAllRecords({
		app,
		records: byId.map((entry) => ({
			id: (entry.$id as { value: string }).value,
			record: { choice: { value: 'A' } },
		})),
	});
	const changed = await client.record.getRecords({
		app,
		query: 'choice in ("A") limit 1',
		totalCount: true,
	});
	expect(changed.totalCount).toBe('450');
	await client.record.deleteAllRecords({
		app,
		records: byId.map((entry) => ({ id: (entry.$id as { value: string }).value })),
	});
	expect(await client.record.getAllRecordsWithId({ app, condition })).toEqual([]);
});
