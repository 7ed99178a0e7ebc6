import type { IDataObject } from 'n8n-workflow';

import { loadPackages } from '../../start/headless/packages';
import { Api } from '../sandbox/record-platform/api';
import { runTool, type ToolRun } from '../support/agent';
import { useSandbox } from '../support/sandbox';
import { byId, eventOf, makeEvent } from './groupware/world';

const sandbox = useSandbox();
const packages = loadPackages();

/** As the editor writes it where the model is to define a parameter. */
const byModel = (key: string, type = 'string') =>
	`={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('${key}', \`\`, '${type}') }}`;

type Parameters = ToolRun['parameters'];

const orders = {
	Customer: 'SINGLE_LINE_TEXT',
	Due: 'DATE',
	Amount: 'NUMBER',
	Channel: { type: 'DROP_DOWN', options: { Phone: { label: 'Phone', index: '0' } } },
	People: 'USER_SELECT',
	Items: { type: 'SUBTABLE', fields: { Product: 'SINGLE_LINE_TEXT', Quantity: 'NUMBER' } },
};
let app: string;

beforeAll(async () => {
	app = await new Api(sandbox).makeApp(orders);
});

async function onRecords(
	operation: string,
	parameters: Parameters,
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
		const ids = made.answers.map((answer) => (JSON.parse(answer) as [{ $id: string }])[0].$id);
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

	it('deletes nothing where the model leaves the condition empty', async () => {
		const api = new Api(sandbox);
		await api.ok('POST', 'record.json', { app, record: {} });
		const byQuery = { filterBy: 'query', query: byModel('Query') };
		const refused = await onRecords('deleteByConditions', byQuery, [{ Query: '' }], { by });
		expect(refused.answers[0]).toContain('is empty');
		const rows = [{ field: 'Customer', operator: 'equals', value: byModel('Customer') }];
		const empty = { conditions: { rows } };
		const blank = await onRecords('deleteByConditions', empty, [{ Customer: '' }], { by });
		expect(blank.answers[0]).toContain('is empty');
		const tooMany = { ...byQuery, atMost: 1 };
		await api.ok('POST', 'record.json', { app, record: {} });
		const over = await onRecords('deleteByConditions', tooMany, [{ Query: '$id > 0' }], { by });
		expect(over.answers[0]).toMatch(/\d+ records meet the conditions/);
		expect(await sandbox.calls()).not.toContain('DELETE /k/v1/records.json');
	});
});

/** Calls a tool of the groupware; its model leaves blank what it does not give. */
async function onGroupware(parameters: Parameters, ...calls: IDataObject[]) {
	return await runTool({
		type: 'n8n-nodes-groupware.groupware',
		parameters,
		credential: {
			type: 'groupwareApi',
			data: { baseUrl: sandbox.url, username: 'admin', password: 'admin' },
		},
		loaded: await packages,
		calls,
		by: 'engine',
	});
}

it('does not write one value of the model to two fields whose labels n8n took for the same', async () => {
	const value = { Customer: byModel('__'), Channel: byModel('__') };
	const twice = { ...fields, value };
	const { answers } = await onRecords('create', { fields: twice }, [{ __: 'Phone' }], {
		by: 'engine',
	});
	expect(answers).toEqual([expect.stringContaining('under the same name')]);
});

it('is a tool of the groupware, too', async () => {
	const { description, answers } = await onGroupware(
		{
			resource: 'event',
			operation: 'create',
			subject: byModel('Title'),
			timeType: 'timed',
			start: byModel('Start'),
			end: byModel('End'),
			timeZone: 'Asia/Tokyo',
			attendees: { rows: [{ kind: 'codes', codes: byModel('Login_Names') }] },
			simplify: true,
		},
		{ Title: 'Fair', Start: '2026-12-01T10:00', End: '2026-12-01T11:00', Login_Names: 'sato, ito' },
		{ Title: 'Fair', Start: 'soon', End: '2026-12-01T11:00', Login_Names: 'sato' },
	);
	expect(description).toBe('Create event in Groupware');
	const [made = '', refused] = answers;
	expect(JSON.parse(made)).toMatchObject([
		{
			subject: 'Fair',
			start: '2026-12-01T10:00:00+09:00',
			attendees: [{ code: 'sato' }, { code: 'ito' }],
		},
	]);
	expect(refused).toMatch(/\\"Start\\" is not a valid date: \\"soon\\"\. \w+/);
});

it('tells the model what a person is told above the output', async () => {
	const { id } = await makeEvent(sandbox, { attendees: [{ type: 'USER', code: 'sato' }] });
	const attendees = { rows: [{ kind: 'codes', codes: byModel('People') }] };
	const updateFields = { attendees, attendeesUpdateMode: 'remove' };
	const update = { resource: 'event', operation: 'update', eventId: byId(id), updateFields };
	const { answers } = await onGroupware(update, { People: 'ito' });
	const [row] = JSON.parse(answers[0] ?? '') as [{ $hints?: string[]; id: string }];
	expect(row.id).toBe(id);
	expect(row.$hints?.join()).toContain('ito');
});

describe('what the model leaves blank in an update stays as it is', () => {
	const by = 'engine';

	it('in an event', async () => {
		const before = {
			subject: 'Board meeting',
			companyInfo: { name: 'ACME', phone: '1' },
			facilityUsingPurpose: 'Talks',
			visibilityType: 'PRIVATE',
		};
		const { id } = await makeEvent(sandbox, { ...before, notes: 'Agenda: budget' });
		const updateFields = {
			subject: byModel('Title'),
			// A plain expression empties.
			notes: '={{ "" }}',
			eventMenu: byModel('Menu'),
			facilityUsingPurpose: byModel('Purpose'),
			visibilityType: byModel('Visibility'),
			companyInfo: { name: byModel('Company'), phone: byModel('Phone') },
			start: byModel('Start'),
			end: byModel('End'),
			attendees: { rows: [{ kind: 'codes', codes: byModel('People') }] },
			attendeesUpdateMode: byModel('Change'),
		};
		const blanks = { Title: '', Menu: '', Purpose: '  ', Visibility: '', Company: '' };
		await onGroupware(
			{ resource: 'event', operation: 'update', eventId: byId(id), updateFields },
			{
				...blanks,
				Phone: '2',
				Start: '2031-03-04T10:00:00+09:00',
				End: '2031-03-04T11:00:00+09:00',
				People: '',
				Change: '',
			},
		);
		expect((await eventOf(sandbox, id)).body).toMatchObject({
			...before,
			notes: '',
			companyInfo: { name: 'ACME', phone: '2' },
			start: { dateTime: '2031-03-04T10:00:00+09:00' },
			attendees: [{ code: 'admin' }],
		});
	});

	it('in a record, lists as an empty list', async () => {
		const api = new Api(sandbox);
		const options = { a: { label: 'a', index: '0' }, b: { label: 'b', index: '1' } };
		const app = await api.makeApp({
			Note: 'SINGLE_LINE_TEXT',
			Phone: 'SINGLE_LINE_TEXT',
			Lines: { type: 'SUBTABLE', fields: { Item: 'SINGLE_LINE_TEXT' } },
			Tags: { type: 'CHECK_BOX', options },
			Who: 'USER_SELECT',
			Files: 'FILE',
		});
		const record = {
			Note: { value: 'new' },
			Phone: { value: '1' },
			Lines: { value: ['pen', 'ink'].map((Item) => ({ value: { Item: { value: Item } } })) },
			Tags: { value: ['a'] },
			Who: { value: [{ code: 'sato' }] },
			Files: { value: [{ fileKey: await api.upload('Hello', 'a.txt') }] },
		};
		const { id } = await api.ok<{ id: string }>('POST', 'record.json', { app, record });
		const kept = async () => {
			const { record: now } = await api.get<{ record: IDataObject }>('record.json', { app, id });
			return [now.Note, now.Phone, now.Lines, now.Tags, now.Who, now.Files];
		};
		const [, ...others] = await kept();
		const byModelAs = (key: string) => `={{ $fromAI('${key}', '', 'json') }}`;
		const value = Object.fromEntries(Object.keys(record).map((code) => [code, byModelAs(code)]));
		const fields = {
			mappingMode: 'defineBelow',
			value: { $id: id, ...value, Note: byModel('Note'), Phone: byModel('Phone') },
			matchingColumns: ['$id'],
			schema: [],
		};
		const call = { Note: 'called', Phone: '', Lines: [], Tags: [], Who: [], Files: [] };
		await onRecords('update', { app: byId(app), fields }, [call], { by });
		expect(await kept()).toEqual([expect.objectContaining({ value: 'called' }), ...others]);
	});
});
