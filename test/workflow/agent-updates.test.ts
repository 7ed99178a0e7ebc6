import type { IDataObject } from 'n8n-workflow';

import { loadPackages } from '../../start/headless/packages';
import { Api } from '../sandbox/record-platform/api';
import { runTool } from '../support/agent';
import { useSandbox } from '../support/sandbox';
import { byId, clientOf, eventOf, makeEvent } from './groupware/world';

const sandbox = useSandbox();
const packages = loadPackages();
const password = { username: 'admin', password: 'admin' };

beforeAll(async () => {
	await sandbox.control('reset', { demo: true });
});

/** As the editor writes it where the model is to define a parameter. */
const byModel = (key: string) =>
	`={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('${key}', \`\`, 'string') }}`;

type Parameters = IDataObject & { resource: string; operation: string };

/** Calls a tool whose model leaves all arguments blank but those that are given. */
async function withGroupware(parameters: Parameters, call: IDataObject) {
	const credential = { type: 'groupwareApi', data: { baseUrl: sandbox.url, ...password } };
	const type = 'n8n-nodes-groupware.groupware';
	const run = { type, parameters, credential, loaded: await packages, calls: [call] };
	return (await runTool({ ...run, by: 'engine' })).answers[0] ?? '';
}

async function withRecords(parameters: Parameters, call: IDataObject) {
	const data = { baseUrl: sandbox.url, signInWith: 'password', ...password };
	const credential = { type: 'recordPlatformApi', data };
	const type = 'n8n-nodes-record-platform.recordPlatform';
	const run = { type, parameters, credential, loaded: await packages, calls: [call] };
	return (await runTool({ ...run, by: 'engine' })).answers[0] ?? '';
}

describe('what an AI agent leaves blank in an update stays as it is', () => {
	it('in an event', async () => {
		const before = {
			subject: 'Board meeting',
			notes: 'Agenda: budget',
			companyInfo: { name: 'ACME', phone: '1' },
			facilityUsingPurpose: 'Talks',
			visibilityType: 'PRIVATE',
		};
		const { id } = await makeEvent(sandbox, before);
		const updateFields = {
			subject: byModel('Title'),
			notes: byModel('Notes'),
			eventMenu: byModel('Menu'),
			facilityUsingPurpose: byModel('Purpose'),
			visibilityType: byModel('Visibility'),
			companyInfo: { name: byModel('Company'), phone: byModel('Phone') },
			start: byModel('Start'),
			end: byModel('End'),
			attendees: { rows: [{ kind: 'codes', codes: byModel('People') }] },
			attendeesChange: byModel('Change'),
		};
		const blanks = { Title: '', Notes: '', Menu: '', Purpose: '  ', Visibility: '', Company: '' };
		await withGroupware(
			{ resource: 'event', operation: 'update', eventId: byId(String(id)), updateFields },
			{
				...blanks,
				Phone: '2',
				Start: '2031-03-04T10:00:00+09:00',
				End: '2031-03-04T11:00:00+09:00',
				People: '',
				Change: '',
			},
		);
		const { body } = await eventOf(sandbox, id);
		expect(body).toMatchObject({
			...before,
			companyInfo: { name: 'ACME', phone: '2' },
			start: { dateTime: '2031-03-04T10:00:00+09:00' },
			attendees: [{ code: 'admin' }],
		});
	});

	it('in a presence', async () => {
		const presence = '/presence/users/code/admin';
		await clientOf(sandbox).patch(presence, { status: { code: 'attend' }, notes: 'At the desk' });
		const update = {
			resource: 'presence',
			operation: 'updateByLoginName',
			loginName: 'admin',
			status: byModel('Status'),
			updateFields: { notes: byModel('Notes') },
		};
		await withGroupware(update, { Status: '', Notes: 'Lunch' });
		const { body } = await clientOf(sandbox).get(presence);
		expect(body).toMatchObject({ status: { code: 'attend' }, notes: 'Lunch' });
		await withGroupware(update, { Status: 'absence', Notes: '' });
		const { body: after } = await clientOf(sandbox).get(presence);
		expect(after).toMatchObject({ status: { code: 'absence' }, notes: 'Lunch' });
	});

	it('in a facility', async () => {
		const admin = clientOf(sandbox);
		const given = { name: 'R', code: 'left-blank', notes: 'Keep', nameLocale: { ja: '部屋' } };
		const { body: made } = await admin.post('/schedule/admin/facilities', given);
		const updateFields = {
			name: byModel('Name'),
			notes: byModel('Notes'),
			nameLocale: { ja: byModel('Japanese') },
		};
		const id = String(made.id);
		await withGroupware(
			{ resource: 'facility', operation: 'update', facilityId: byId(id), updateFields },
			{ Name: 'New', Notes: '', Japanese: '' },
		);
		const { body } = await admin.get('/schedule/admin/facilities', { 'id[]': id });
		expect(body.facilities).toEqual([expect.objectContaining({ ...given, name: 'New' })]);
	});

	it('in lists of a record, given as an empty list', async () => {
		const api = new Api(sandbox.url);
		const options = { a: { label: 'a', index: '0' }, b: { label: 'b', index: '1' } };
		const app = await api.makeApp({
			Note: { type: 'SINGLE_LINE_TEXT' },
			Lines: { type: 'SUBTABLE', fields: { Item: { type: 'SINGLE_LINE_TEXT' } } },
			Tags: { type: 'CHECK_BOX', options },
			Who: { type: 'USER_SELECT' },
			Files: { type: 'FILE' },
		});
		const record = {
			Note: { value: 'new' },
			Lines: { value: ['pen', 'ink'].map((Item) => ({ value: { Item: { value: Item } } })) },
			Tags: { value: ['a'] },
			Who: { value: [{ code: 'sato' }] },
			Files: { value: [{ fileKey: await api.upload('Hello', 'a.txt') }] },
		};
		const { id } = await api.ok<{ id: string }>('POST', 'record.json', { app, record });
		const kept = async () => {
			const { record: now } = await api.get<{ record: IDataObject }>('record.json', { app, id });
			return [now.Note, now.Lines, now.Tags, now.Who, now.Files];
		};
		const [, ...lists] = await kept();
		const byModelAs = (key: string) => `={{ $fromAI('${key}', '', 'json') }}`;
		const value = Object.fromEntries(Object.keys(record).map((code) => [code, byModelAs(code)]));
		const fields = {
			mappingMode: 'defineBelow',
			value: { $id: id, ...value, Note: byModel('Note') },
			matchingColumns: ['$id'],
			schema: [],
		};
		const nothing: never[] = [];
		await withRecords(
			{ resource: 'record', operation: 'update', app: byId(app), fields },
			{ Note: 'called', Lines: nothing, Tags: nothing, Who: nothing, Files: nothing },
		);
		expect(await kept()).toEqual([expect.objectContaining({ value: 'called' }), ...lists]);
	});

	it('in a record and the settings of its app', async () => {
		const api = new Api(sandbox.url);
		const app = await api.makeApp({
			Customer: { type: 'SINGLE_LINE_TEXT' },
			Note: { type: 'SINGLE_LINE_TEXT' },
		});
		const record = { Customer: { value: 'Silver Oak' }, Note: { value: 'Call back' } };
		const { id } = await api.ok<{ id: string }>('POST', 'record.json', { app, record });
		const at = { app: { mode: 'id', value: app } };
		const value = { $id: id, Customer: byModel('Customer'), Note: byModel('Note') };
		const fields = { mappingMode: 'defineBelow', value, matchingColumns: ['$id'], schema: [] };
		await withRecords(
			{ resource: 'record', operation: 'update', ...at, fields },
			{ Customer: 'Red Maple', Note: '' },
		);
		expect(await api.get('record.json', { app, id })).toMatchObject({
			record: { Customer: { value: 'Red Maple' }, Note: { value: 'Call back' } },
		});

		const row = {
			code: 'Note',
			type: 'SINGLE_LINE_TEXT',
			properties: {
				label: byModel('Label'),
				defaultValue: byModel('Default'),
				maxValue: byModel('Length'),
			},
		};
		const form = 'preview/app/form/fields.json';
		const properties = { Note: { type: row.type, defaultValue: 'hello', maxLength: '20' } };
		await api.ok('PUT', form, { app, properties });
		await withRecords(
			{ resource: 'form', operation: 'updateFields', ...at, fields: { rows: [row] } },
			{ Label: 'Remark', Default: '', Length: '' },
		);
		expect(await api.get(form, { app })).toMatchObject({
			properties: { Note: { label: 'Remark', defaultValue: 'hello', maxLength: '20' } },
		});

		const settings = 'preview/app/settings.json';
		const before = { description: 'Orders', titleField: { selectionMode: 'MANUAL', code: 'Note' } };
		await api.ok('PUT', settings, { app, ...before });
		const chosen = {
			name: byModel('Name'),
			description: byModel('Description'),
			titleField: byModel('Title'),
		};
		await withRecords(
			{ resource: 'appSettings', operation: 'update', ...at, settings: chosen },
			{ Name: 'Orders 2', Description: '', Title: '' },
		);
		const after = await api.get(settings, { app });
		expect(after).toMatchObject({ ...before, name: 'Orders 2' });
	});
});

it('an AI agent is told what a person is told above the output', async () => {
	const { id } = await makeEvent(sandbox, { attendees: [{ type: 'USER', code: 'sato' }] });
	const updateFields = {
		attendees: { rows: [{ kind: 'codes', codes: byModel('People') }] },
		attendeesChange: 'remove',
	};
	const answer = await withGroupware(
		{ resource: 'event', operation: 'update', eventId: byId(String(id)), updateFields },
		{ People: 'ito' },
	);
	const [row] = JSON.parse(answer) as [{ hints?: string[]; id: string }];
	expect(row.id).toBe(id);
	expect(row.hints?.join()).toContain('ito');
});

it('empties what a plain expression empties', async () => {
	const { id } = await makeEvent(sandbox, { subject: 'Board meeting', notes: 'Agenda: budget' });
	await withGroupware(
		{
			resource: 'event',
			operation: 'update',
			eventId: byId(String(id)),
			updateFields: { subject: byModel('Title'), notes: '={{ "" }}' },
		},
		{ Title: '' },
	);
	const { body } = await eventOf(sandbox, id);
	expect(body).toMatchObject({ subject: 'Board meeting', notes: '' });
});
