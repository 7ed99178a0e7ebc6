import type { IDataObject } from 'n8n-workflow';

import { loadPackages } from '../../start/headless/packages';
import { Api } from '../sandbox/record-platform/api';
import { runTool, type ToolRun } from '../support/agent';
import { useSandbox } from '../support/sandbox';

const sandbox = useSandbox();
const packages = loadPackages();

/** As the editor writes it where the model is to define a parameter. */
const byModel = (key: string, type = 'string') =>
	`={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('${key}', \`\`, '${type}') }}`;

const orders = {
	Customer: { type: 'SINGLE_LINE_TEXT' },
	Due: { type: 'DATE' },
	Amount: { type: 'NUMBER' },
	Channel: { type: 'DROP_DOWN', options: { Phone: { label: 'Phone', index: '0' } } },
	People: { type: 'USER_SELECT' },
	Items: {
		type: 'SUBTABLE',
		fields: { Product: { type: 'SINGLE_LINE_TEXT' }, Quantity: { type: 'NUMBER' } },
	},
	Papers: { type: 'FILE' },
};
let app: string;

beforeAll(async () => {
	app = await new Api(sandbox.url).makeApp(orders);
});

async function onRecords(
	operation: string,
	parameters: ToolRun['parameters'],
	calls: ToolRun['calls'],
	more: Pick<ToolRun, 'by'> & Partial<ToolRun>,
) {
	return await runTool({
		type: 'n8n-nodes-record-platform.recordPlatform',
		parameters: { resource: 'record', operation, app: { mode: 'id', value: app }, ...parameters },
		credential: {
			type: 'recordPlatformApi',
			data: { baseUrl: sandbox.url, signInWith: 'password', username: 'admin', password: 'admin' },
		},
		loaded: await packages,
		calls,
		...more,
	});
}

const record = { recordId: { mode: 'id', value: byModel('Record') } };
const values = {
	Customer: byModel('Customer'),
	Due: byModel('Due__date_'),
	Amount: byModel('Amount', 'number'),
	Channel: byModel('Channel'),
	People: byModel('People__logins_'),
	Items: byModel('Items__rows_', 'json'),
};
const fields = { mappingMode: 'defineBelow', value: values, matchingColumns: [], schema: [] };

describe.each(['engine', 'langchain'] as const)('a tool that is called by way of %s', (by) => {
	it('takes what the model fills in, of every kind, and gives plain rows', async () => {
		const given = {
			Customer: 'Silver Oak',
			Due__date_: '2026-12-24',
			Amount: 12.5,
			Channel: 'Phone',
			People__logins_: 'sato, suzuki',
			Items__rows_: [{ Product: 'Chair', Quantity: 2 }],
		};
		// Tools outside of the engine refuse a text for JSON before the node is asked.
		const rows = given.Items__rows_;
		const again = { ...given, Items__rows_: by === 'engine' ? JSON.stringify(rows) : rows };
		const made = await onRecords('create', { fields }, [given, again], { by });
		expect(made).toMatchObject({
			name: 'Tool_of_ours',
			description: 'Create records in Record Platform',
			asks: Object.keys(given),
		});
		const ids = made.answers.map((answer) => (JSON.parse(answer) as [{ id: string }])[0].id);
		expect(new Set(ids).size).toBe(2);

		const read = await onRecords(
			'get',
			{ ...record, simplify: true },
			ids.map((Record) => ({ Record })),
			{ by },
		);
		for (const answer of read.answers) {
			expect(JSON.parse(answer)).toEqual([
				expect.objectContaining({
					Customer: 'Silver Oak',
					Due: '2026-12-24',
					Amount: 12.5,
					Channel: 'Phone',
					People: ['sato', 'suzuki'],
					Items: [expect.objectContaining({ Product: 'Chair', Quantity: 2 })],
				}),
			]);
		}
	});

	it.each([undefined, 'continueRegularOutput'] as const)(
		'tells the model what was refused and what to do, with On Error %s',
		async (onError) => {
			const unknown = await onRecords('get', record, [{ Record: '99999' }, { Record: 'first' }], {
				by,
				...(onError && { onError }),
			});
			expect(unknown.answers).toEqual([
				expect.stringMatching(/GAIA_RE01\).*Check the record ID/),
				expect.stringMatching(/first.* is not a valid record.*Enter the ID of the record/),
			]);
			expect(unknown.answers.join()).not.toContain('[item 0]');
		},
	);

	it('says that nothing was found', async () => {
		const query = { filterBy: 'query', query: byModel('Query') };
		const { answers } = await onRecords('getAll', query, [{ Query: 'Amount > 1000000' }], { by });
		expect(answers).toEqual(['[{"result":"Nothing was found"}]']);
	});

	it('has conditions under names of their own, which the model only gives values', async () => {
		const api = new Api(sandbox.url);
		const customer = `Blue "B" ${by}`;
		for (const due of ['2031-02-01', '2031-03-01']) {
			await api.create(app, { Customer: { value: customer }, Due: { value: due } });
		}
		const query =
			`=Customer = "{{ $fromAI('customer', 'Name of the customer') }}"` +
			` and Due < "{{ $fromAI('due_before', 'Date such as 2026-12-24') }}"`;
		const given = { customer: JSON.stringify(customer).slice(1, -1), due_before: '2031-02-15' };
		const found = await onRecords(
			'getAll',
			{ filterBy: 'query', query, simplify: true },
			[given, { ...given, due_before: '2031-04-01' }],
			{ by },
		);
		expect(found.asks).toEqual(['customer', 'due_before']);
		const [one = '', both = ''] = found.answers;
		const dues = (answer: string) => (JSON.parse(answer) as IDataObject[]).map(({ Due }) => Due);
		expect([dues(one), dues(both).sort()]).toEqual([['2031-02-01'], ['2031-02-01', '2031-03-01']]);
	});

	it('says how many rows it left out of a long output', async () => {
		const api = new Api(sandbox.url);
		const long = await api.makeApp({ Note: { type: 'MULTI_LINE_TEXT' } });
		const records = Array.from({ length: 60 }, () => ({ Note: { value: 'n'.repeat(1000) } }));
		await api.ok('POST', 'records.json', { app: long, records });
		const all = { app: { mode: 'id', value: long }, returnAll: true, simplify: true };
		const options = { fields: ['Note'] };
		const { answers } = await onRecords('getAll', { ...all, options }, [{}], { by });
		const [said, ...rows] = JSON.parse(answers[0] ?? '') as Array<{ result?: string }>;
		expect(rows.every((row) => JSON.stringify(row).includes('nnn'))).toBe(true);
		expect(rows.length).toBeGreaterThan(40);
		expect(rows.length).toBeLessThan(50);
		expect(said?.result).toContain(`Only the first ${rows.length} of 60 rows are shown`);
		expect(JSON.stringify(rows).length).toBeLessThan(51_000);

		const one = 'n'.repeat(60_000);
		const { id } = await api.ok<{ id: string }>('POST', 'record.json', {
			app: long,
			record: { Note: { value: one } },
		});
		const get = { app: { mode: 'id', value: long }, simplify: true, ...record };
		const whole = await onRecords('get', get, [{ Record: id }], { by });
		expect(JSON.parse(whole.answers[0] ?? '')).toEqual([expect.objectContaining({ Note: one })]);
	});

	it('names the files that it downloaded', async () => {
		const api = new Api(sandbox.url);
		const fileKey = await api.upload('hello', 'note.txt');
		const { id } = await api.ok<{ id: string }>('POST', 'record.json', {
			app,
			record: { Papers: { value: [{ fileKey }] } },
		});
		const file = { ...record, resource: 'file' };
		const { answers } = await onRecords('downloadFromRecord', file, [{ Record: id }], { by });
		expect(JSON.parse(answers[0] ?? '')).toEqual([
			expect.objectContaining({
				files: [expect.objectContaining({ name: 'note.txt', type: 'text/plain' })],
			}),
		]);
	});

	it('deletes nothing where the model leaves the condition empty', async () => {
		const api = new Api(sandbox.url);
		await api.ok('POST', 'record.json', { app, record: {} });
		const byQuery = { filterBy: 'query', query: byModel('Query') };
		const refused = await onRecords('deleteByConditions', byQuery, [{ Query: '' }], { by });
		expect(refused.answers[0]).toContain('No conditions are set');
		const rows = [{ field: 'Customer', operator: 'equals', value: byModel('Customer') }];
		const empty = await onRecords(
			'deleteByConditions',
			{ conditions: { rows } },
			[{ Customer: '' }],
			{
				by,
			},
		);
		expect(empty.answers[0]).toContain('is empty');
		const tooMany = { ...byQuery, atMost: 1 };
		await api.ok('POST', 'record.json', { app, record: {} });
		const over = await onRecords('deleteByConditions', tooMany, [{ Query: '$id > 0' }], { by });
		expect(over.answers[0]).toMatch(/\d+ records meet the conditions/);
		expect(await sandbox.calls()).not.toContain('DELETE /k/v1/records.json');
	});
});

it('is a tool of the groupware, too', async () => {
	const answered = await runTool({
		type: 'n8n-nodes-groupware.groupware',
		parameters: {
			resource: 'event',
			operation: 'create',
			subject: byModel('Title'),
			form: 'timed',
			start: byModel('Start'),
			end: byModel('End'),
			timeZone: 'Asia/Tokyo',
			attendees: { rows: [{ kind: 'codes', codes: byModel('Login_Names') }] },
			simplify: true,
		},
		credential: {
			type: 'groupwareApi',
			data: { baseUrl: sandbox.url, username: 'admin', password: 'admin' },
		},
		loaded: await packages,
		calls: [
			{
				Title: 'Fair',
				Start: '2026-12-01T10:00',
				End: '2026-12-01T11:00',
				Login_Names: 'sato, ito',
			},
			{ Title: 'Fair', Start: 'soon', End: '2026-12-01T11:00', Login_Names: 'sato' },
		],
		by: 'engine',
	});
	expect(answered.description).toBe('Create event in Groupware');
	const [made = '', refused] = answered.answers;
	expect(JSON.parse(made)).toEqual([
		expect.objectContaining({
			subject: 'Fair',
			start: '2026-12-01T10:00:00+09:00',
			attendees: ['sato', 'ito'].map((code) => expect.objectContaining({ code }) as object),
		}),
	]);
	expect(refused).toMatch(/\\"Start\\" is not a valid date: \\"soon\\"\. \w+/);
});
