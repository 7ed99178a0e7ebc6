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
async function withGroupware(parameters: Parameters, call: IDataObject, typeVersion = 1) {
	const credential = { type: 'groupwareApi', data: { baseUrl: sandbox.url, ...password } };
	const type = 'n8n-nodes-groupware.groupware';
	const run = { type, parameters, credential, loaded: await packages, calls: [call], typeVersion };
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
	it('in a bulletin topic, which the editors that it names can edit', async () => {
		const { bulletinCategories } = (await sandbox.control('groupware', {
			bulletinCategories: [{ name: 'News' }],
		})) as { bulletinCategories: Array<{ id: string }> };
		const categoryId = bulletinCategories[0]?.id;
		const topic = { categoryId, subject: 'Hours', body: 'Until 17:00' };
		const { id } = (await clientOf(sandbox).post('/bulletin/topics', topic)).body;
		const updateFields = {
			subject: byModel('Title'),
			operators: { rows: [{ kind: 'codes', codes: byModel('Editors') }] },
			operatorType: byModel('Who'),
		};
		await withGroupware(
			{ resource: 'bulletinTopic', operation: 'update', topicId: id, updateFields },
			{ Title: '', Editors: 'ito', Who: '' },
		);
		const { body } = await clientOf(sandbox).get(`/bulletin/topics/${id}`);
		expect(body).toMatchObject({
			subject: 'Hours',
			operatorType: 'SELECT_USERS',
			operators: [{ code: 'ito' }],
		});
	});

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

	it.each([
		[`={{ $fromAI('People', '', 'json') }}`, []],
		[`={{ $fromAI('People', '', 'json') }}`, ['']],
		[`={{ $fromAI('People', '', 'json') }}`, {}],
		[`={{ $fromAI('People', '', 'string').split(',') }}`, ''],
		[`={{ $fromAI('People', '', 'string') }}`, ','],
	])('in the lists of an event, given as %s: %j', async (codes, People) => {
		const lists = {
			attendees: ['sato', 'ito'].map((code) => ({ type: 'USER', code })),
			facilities: [{ code: 'room-a' }],
		};
		const { id } = await makeEvent(sandbox, lists);
		const list = { rows: [{ kind: 'codes', codes }] };
		const updateFields = { subject: byModel('Title'), attendees: list, facilities: list };
		await withGroupware(
			{ resource: 'event', operation: 'update', eventId: byId(String(id)), updateFields },
			{ Title: 'New', People },
		);
		const { body } = await eventOf(sandbox, id);
		expect(body).toMatchObject({
			subject: 'New',
			attendees: [{ code: 'sato' }, { code: 'ito' }],
			facilities: [{ code: 'room-a' }],
		});
		await clientOf(sandbox).delete(`/schedule/events/${String(id)}`);
	});

	it.each([
		['json', {}],
		['json', ''],
		['string', '{}'],
		['string', ' { } '],
		['string', ''],
	])('in a custom item of an event, given as %s: %j', async (kind, Value) => {
		const { id } = await makeEvent(sandbox);
		const path = `/schedule/events/${String(id)}/datastore/com.example`;
		const stored = { value: { order: 'A-17' } };
		expect((await clientOf(sandbox).post(path, stored)).status).toBe(200);
		const value = `={{ $fromAI('Value', '', '${kind}') }}`;
		const answer = await withGroupware(
			{
				...{ resource: 'eventCustomItem', operation: 'update' },
				...{ eventId: byId(String(id)), itemName: 'com.example', value },
			},
			{ Value },
		);
		expect(answer).toContain('Value (JSON)');
		expect((await clientOf(sandbox).get(path)).body).toEqual(stored);
	});

	it('in the mode of a list, which is refused where it names people or facilities', async () => {
		const lists = {
			attendees: ['sato', 'ito'].map((code) => ({ type: 'USER', code })),
			facilities: [{ code: 'room-a' }],
		};
		const { id } = await makeEvent(sandbox, lists);
		for (const [name, code, label] of [
			['attendees', 'mori', 'Attendees'],
			['facilities', 'room-b', 'Facilities'],
		] as const) {
			const updateFields = {
				subject: 'New',
				[name]: { rows: [{ kind: 'codes', codes: byModel('Named') }] },
				[`${name}Change`]: byModel('Mode'),
			};
			const answer = await withGroupware(
				{ resource: 'event', operation: 'update', eventId: byId(String(id)), updateFields },
				{ Named: code, Mode: '' },
			);
			expect(answer).toContain(`${label} Update Mode\\" returned no value. Use add, remove`);
		}
		const { body } = await eventOf(sandbox, id);
		expect(body).toMatchObject({
			subject: 'Made',
			attendees: [{ code: 'sato' }, { code: 'ito' }],
			facilities: [{ code: 'room-a' }],
		});
	});

	it('in the lists of an event that also have entries of their own', async () => {
		const lists = {
			attendees: ['sato', 'ito'].map((code) => ({ type: 'USER', code })),
			facilities: [{ code: 'room-a' }],
		};
		const at = (time: string) => ({
			dateTime: `2031-03-10T${time}:00+09:00`,
			timeZone: 'Asia/Tokyo',
		});
		const { id } = await makeEvent(sandbox, { ...lists, start: at('10:00'), end: at('11:00') });
		const withOwn = (code: string) => ({
			rows: [
				{ kind: 'codes', codes: code },
				{ kind: 'codes', codes: byModel('Named') },
			],
		});
		const changed = async (mode: object, Named = '') => {
			const attendees = withOwn('admin');
			const updateFields = { subject: byModel('Title'), attendees, ...mode };
			await withGroupware(
				{ resource: 'event', operation: 'update', eventId: byId(String(id)), updateFields },
				{ Title: 'New', Named },
			);
			const { body } = await eventOf(sandbox, id);
			const people = body.attendees as unknown as Array<{ code: string }>;
			return [body.subject, ...people.map(({ code }) => code).sort()];
		};
		expect(await changed({ facilities: withOwn('room-b') })).toEqual(['New', 'ito', 'sato']);
		expect((await eventOf(sandbox, id)).body).toMatchObject({ facilities: [{ code: 'room-a' }] });
		expect(await changed({ attendeesChange: 'add' })).toEqual(['New', 'admin', 'ito', 'sato']);
		expect(await changed({}, 'mori')).toEqual(['New', 'admin', 'mori']);
		await clientOf(sandbox).delete(`/schedule/events/${String(id)}`);
	});

	it('in the headers of a proxy setting', async () => {
		const admin = clientOf(sandbox);
		const path = '/system/api/admin/proxies';
		const headers = ['Authorization', 'X'].map((key) => ({ key, value: `secret ${key}` }));
		const setting = { proxyCode: 'blank', method: 'GET', url: 'https://a.example.com/', headers };
		expect((await admin.post(path, setting)).status).toBe(200);
		const update = async (keys: string[], call: IDataObject) => {
			const rows = keys.map((key) => ({ key, value: byModel(key) }));
			const updateFields = { url: byModel('Url'), headers: { rows } };
			const answer = await withGroupware(
				{ resource: 'proxySetting', operation: 'update', proxyCode: 'blank', updateFields },
				call,
			);
			return { answer, ...(await admin.get(`${path}/code/blank`)).body };
		};
		const url = 'https://b.example.com/';
		const blank = await update(['Authorization'], { Url: url, Authorization: '' });
		expect(blank).toMatchObject({ url, headers });
		const part = await update(['A', 'B'], { Url: setting.url, A: 'new', B: '' });
		expect(part.answer).toContain('The value of \\"B\\" is missing');
		expect(part).toMatchObject({ url, headers });
		const both = await update(['A', 'B'], { Url: '', A: 'new', B: 'newer' });
		expect(both).toMatchObject({ url, headers: [{ value: 'new' }, { value: 'newer' }] });
	});

	it('in texts with other text beside it', async () => {
		const before = { subject: 'Board meeting', notes: 'Agenda', companyInfo: { phone: '1' } };
		const { id } = await makeEvent(sandbox, before);
		const at = (key: string) => byModel(key).slice(1);
		const updateFields = {
			subject: `=Meeting: ${at('Title')}`,
			notes: `=${at('Notes')} (${at('Room')})`,
			companyInfo: { phone: `=+81 ${at('Phone')}` },
			start: `=${at('Day')} ${at('Time')}`,
			eventMenu: `=${at('Menu')}`,
		};
		const event = { resource: 'event', operation: 'update', eventId: byId(String(id)) };
		await withGroupware(
			{ ...event, updateFields },
			{ Title: '', Notes: 'Talks', Room: ' ', Phone: '', Day: '', Time: '', Menu: 'Talk' },
		);
		expect((await eventOf(sandbox, id)).body).toMatchObject({
			...before,
			eventMenu: 'Talk',
			start: { dateTime: '2031-03-03T10:00:00+09:00' },
		});
		const answer = await withGroupware(
			{ ...event, updateFields },
			{ Title: 'X', Notes: 'Y', Room: 'Z', Phone: '2', Day: '2031-03-04', Time: '', Menu: 'Talk' },
		);
		expect(answer).toContain('in \\"Start\\" returned no value');
		expect((await eventOf(sandbox, id)).body).toMatchObject(before);
	});

	it('in the address and the headers of a proxy setting with other text beside it', async () => {
		const admin = clientOf(sandbox);
		const path = '/system/api/admin/proxies';
		const headers = [{ key: 'Authorization', value: 'Bearer s3cret' }];
		const setting = { proxyCode: 'beside', method: 'GET', url: 'https://a.example.com/', headers };
		expect((await admin.post(path, setting)).status).toBe(200);
		const at = (key: string) => byModel(key).slice(1);
		const updateFields = {
			url: `=https://b.example.com/${at('Path')}`,
			method: byModel('Method'),
			headers: { rows: [{ key: 'Authorization', value: `=Bearer ${at('Token')}` }] },
		};
		const update = { resource: 'proxySetting', operation: 'update', proxyCode: 'beside' };
		await withGroupware({ ...update, updateFields }, { Path: '', Method: 'POST', Token: '' });
		const { body } = await admin.get(`${path}/code/beside`);
		expect(body).toMatchObject({ ...setting, method: 'POST' });
		const create = { resource: 'proxySetting', operation: 'create', proxyCode: 'made' };
		const { headers: made } = updateFields;
		const answer = await withGroupware(
			{ ...create, url: 'https://a.example.com', additionalFields: { headers: made } },
			{ Token: '' },
		);
		expect(answer).toContain('in \\"Headers\\" returned no value');
		expect((await admin.get(`${path}/code/made`)).status).not.toBe(200);
	});

	it('in a code of a room that is partly written', async () => {
		const { id } = await makeEvent(sandbox, { facilities: [{ code: 'osaka-1' }] });
		const codes = `=osaka-${byModel('Room').slice(1)}`;
		const facilities = { rows: [{ kind: 'codes', codes }] };
		await withGroupware(
			{
				resource: 'event',
				operation: 'update',
				eventId: byId(String(id)),
				updateFields: { notes: 'New', facilities },
			},
			{ Room: '' },
		);
		expect((await eventOf(sandbox, id)).body).toMatchObject({
			notes: 'New',
			facilities: [{ code: 'osaka-1' }],
		});
	});

	it('in a presence', async () => {
		const presence = '/presence/users/code/admin';
		await clientOf(sandbox).patch(presence, { status: { code: 'attend' }, notes: 'At the desk' });
		const update = {
			resource: 'presence',
			operation: 'updateByLoginName',
			loginName: 'admin',
			updateFields: { status: byModel('Status'), notes: byModel('Notes') },
		};
		await withGroupware(update, { Status: '', Notes: 'Lunch' });
		const { body } = await clientOf(sandbox).get(presence);
		expect(body).toMatchObject({ status: { code: 'attend' }, notes: 'Lunch' });
		await withGroupware(update, { Status: 'absence', Notes: '' });
		const { body: after } = await clientOf(sandbox).get(presence);
		expect(after).toMatchObject({ status: { code: 'absence' }, notes: 'Lunch' });
	});

	it('in a presence whose status is a parameter of its own', async () => {
		const presence = '/presence/users/code/admin';
		await clientOf(sandbox).patch(presence, { status: { code: 'attend' }, notes: 'At the desk' });
		const update = {
			resource: 'presence',
			operation: 'updateByLoginName',
			loginName: 'admin',
			status: byModel('Status'),
			updateFields: { notes: byModel('Notes') },
		};
		await withGroupware(update, { Status: '', Notes: 'Lunch' }, 1.1);
		const { body } = await clientOf(sandbox).get(presence);
		expect(body).toMatchObject({ status: { code: 'attend' }, notes: 'Lunch' });
		await withGroupware(update, { Status: 'absence', Notes: '' }, 1.1);
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

	it.each(['string', 'json'])('in lists of a record, given as an empty list: %s', async (type) => {
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
		const byModelAs = (key: string) => `={{ $fromAI('${key}', '', '${type}') }}`;
		const value = Object.fromEntries(Object.keys(record).map((code) => [code, byModelAs(code)]));
		const fields = {
			mappingMode: 'defineBelow',
			value: { $id: id, ...value, Note: byModel('Note') },
			matchingColumns: ['$id'],
			schema: [],
		};
		const nothing = type === 'json' ? [] : ' [ ] ';
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
				maxLength: byModel('Length'),
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

const TOKYO = { timeZone: 'Asia/Tokyo' };

it.each([
	['create', { start: '2031-05-05T10:00:00+09:00', end: '2031-05-05T11:00:00+09:00' }],
	['book', { ...TOKYO, period: 'custom', from: '2031-05-05 09:00', to: '2031-05-05 18:00' }],
])('an AI agent that names no attendees reserves no facility: %s', async (operation, times) => {
	const parameters = {
		resource: 'event',
		operation,
		subject: 'For nobody',
		attendees: { rows: [{ kind: 'codes', codes: byModel('People') }] },
		facilities: { rows: [{ kind: 'codes', codes: 'room-b' }] },
		...times,
	};
	const madeOf = async () =>
		(await clientOf(sandbox).get('/schedule/events', await ofRoom())).body.events;
	const ofRoom = async () => {
		const { facilities } = (await clientOf(sandbox).get('/schedule/facilities')).body;
		const target = String(facilities.find(({ code }) => code === 'room-b')?.id);
		const range = { rangeStart: '2031-05-05T00:00:00Z', rangeEnd: '2031-05-06T00:00:00Z' };
		return { targetType: 'facility', target, ...range };
	};
	const answer = await withGroupware(parameters, { People: '' });
	expect(await madeOf()).toEqual([]);
	expect(answer).toContain('No attendees are named');
	await withGroupware(parameters, { People: 'ito' });
	const [made, ...others] = await madeOf();
	expect(made).toMatchObject({ subject: 'For nobody', attendees: [{ code: 'ito' }] });
	expect(others).toEqual([]);
	await clientOf(sandbox).delete(`/schedule/events/${String(made?.id)}`);
});
