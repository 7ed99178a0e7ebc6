import type { IDataObject } from 'n8n-workflow';

import { cells, options, useApi } from '../sandbox/record-platform/api';
import { byCode, eventOf, makeEvent, runGroupware, users } from './groupware/world';
import { automatic, byId, jsonOf, ORDER_PROCESS, runRecordPlatform } from './record-platform/world';

const { sandbox, api } = useApi();
let app: string;
let ordered: string;

const CHOICES = options('red', 'green', 'blue, dark');

beforeAll(async () => {
	app = await api.makeApp({
		Text: { type: 'SINGLE_LINE_TEXT', label: 'Text label' },
		Agreed: { type: 'CHECK_BOX', options: options('I agree') },
		Long: 'MULTI_LINE_TEXT',
		Amount: 'NUMBER',
		Day: 'DATE',
		Moment: 'DATETIME',
		Clock: 'TIME',
		Choice: { type: 'DROP_DOWN', options: CHOICES },
		Radio: { type: 'RADIO_BUTTON', options: options('a', 'b'), defaultValue: 'b' },
		Boxes: { type: 'CHECK_BOX', options: CHOICES },
		Several: { type: 'MULTI_SELECT', options: CHOICES },
		People: 'USER_SELECT',
		Web: { type: 'LINK', protocol: 'WEB' },
		Lines: { type: 'SUBTABLE', fields: { Part: 'SINGLE_LINE_TEXT', Count: 'NUMBER' } },
	});
	ordered = await api.makeApp({ Text: 'SINGLE_LINE_TEXT' }, ORDER_PROCESS);
});

const people = (...codes: string[]) => codes.map((code) => expect.objectContaining({ code }));
const lines = (...rows: Array<[string, string]>) =>
	rows.map(([Part, Count]) => ({ Part: { value: Part }, Count: { value: Count } }));

/** Where it comes from, the item, and what the record holds then. */
const records: Array<[string, IDataObject, IDataObject]> = [
	// Google Sheets, Excel
	['an ID with leading zeros', { Text: '00123' }, { Text: '00123' }],
	['an empty cell of a number', { Amount: '' }, { Amount: '' }],
	['an empty cell of a date', { Day: '' }, { Day: null }],
	['an empty cell of a choice', { Choice: '' }, { Choice: null }],
	['an empty cell of a field with a default', { Radio: '' }, { Radio: 'b' }],
	['an empty cell of people', { People: '' }, { People: [] }],
	['null for a field with a default', { Radio: null }, { Radio: 'b' }],
	['a date with slashes', { Day: '2026/1/3' }, { Day: '2026-01-03' }],
	['a time with seconds', { Clock: '9:05:30' }, { Clock: '09:05' }],
	// CSV
	['a byte order mark', { '\uFEFFText': 'first' }, { Text: 'first' }],
	['a list with commas', { Boxes: 'red, green' }, { Boxes: ['red', 'green'] }],
	['a list in JSON', { Boxes: '["red","blue, dark"]' }, { Boxes: ['red', 'blue, dark'] }],
	['login names with commas', { People: 'sato, ito' }, { People: people('sato', 'ito') }],
	['line ends of Windows', { Long: 'a\r\nb' }, { Long: expect.stringMatching(/^a\r?\nb$/) }],
	['a missing column', { Text: 'only this' }, { Text: 'only this', Amount: '' }],
	// Airtable, Notion
	['a list of one for a text', { Text: ['x'] }, { Text: 'x' }],
	['a choice that contains a comma', { Several: ['blue, dark'] }, { Several: ['blue, dark'] }],
	// Programs, databases, forms
	['an ISO time', { Moment: '2026-01-31T10:00:00+09:00' }, { Moment: '2026-01-31T01:00:00Z' }],
	['a time without an offset', { Moment: '2026-01-31 10:00' }, { Moment: '2026-01-31T01:00:00Z' }],
	['a date and time for a day', { Day: '2026-01-31T10:00:00+09:00' }, { Day: '2026-01-31' }],
	['zero', { Amount: 0 }, { Amount: '0' }],
	['null', { Text: null, Amount: null, Day: null }, { Text: '', Amount: '', Day: null }],
	// As it was read
	['table rows', { Lines: [{ Part: 'x', Count: 2 }] }, { Lines: lines(['x', '2']) }],
	[
		'table rows as read',
		{ Lines: [{ id: '9', value: { Part: { value: 'y' }, Count: { value: '1' } } }] },
		{ Lines: lines(['y', '1']) },
	],
	['no table rows', { Lines: [] }, { Text: '' }],
	// An AI agent
	['today in words', { Day: 'today' }, { Day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) }],
	['a URL', { Web: 'https://example.com/?a=1' }, { Web: 'https://example.com/?a=1' }],
	[
		'a time as a calendar has it',
		{ Moment: { dateTime: '2031-03-03T10:00:00', timeZone: 'Asia/Tokyo' } },
		{ Moment: '2031-03-03T01:00:00Z' },
	],
	['a column that the app lacks', { Text: 'x', Other: 'y' }, { Text: 'x' }],
	['many digits as text', { Amount: '12345678901234567890' }, { Amount: '12345678901234567890' }],
	['a number with an exponent', { Amount: 1e-7 }, { Amount: '0.0000001' }],
];

/** Values written with *Convert Values*. */
const converted: Array<[string, IDataObject, IDataObject]> = [
	['separators', { Amount: '1,234' }, { Amount: '1234' }],
	['full-width digits', { Amount: '１，２３４' }, { Amount: '1234' }],
	['a currency sign', { Amount: '￥1,980' }, { Amount: '1980' }],
	['a dollar sign', { Amount: '$1,234.50' }, { Amount: '1234.5' }],
];

async function held(item: IDataObject, how: IDataObject): Promise<IDataObject> {
	const outcome = await runRecordPlatform(sandbox, {
		resource: 'record',
		operation: 'create',
		parameters: { app: byId(app), fields: automatic(), ...how },
		items: [{ Clock: '10:00', ...item }],
		settings: { timezone: 'Asia/Tokyo' },
	});
	const [row] = jsonOf(outcome);
	const values = await api.values(app, String(row?.$id));
	const rows = values.Lines as Array<{ value: IDataObject }>;
	return { ...values, Lines: rows.map(({ value }) => value) };
}

it.each(records)('a record takes what people bring %s', async (_, item, expected) =>
	expect(await held(item, {})).toMatchObject(expected),
);

it.each(converted)('a record takes what people bring %s, converted', async (_, item, expected) =>
	expect(await held(item, { options: { convertValues: true } })).toMatchObject(expected),
);

/** What an item changes of a record that has all of these, and what is left then. */
const full = { Text: 'old', Amount: '1', Day: '2026-01-31', Choice: 'red', People: people('sato') };
const changes: Array<[string, IDataObject, IDataObject]> = [
	['nothing but one field', { Text: 'new' }, { ...full, Text: 'new' }],
	['an expression without a value', { Text: undefined, Amount: 2 }, { ...full, Amount: '2' }],
	['empty text', { Text: '', Amount: '' }, { ...full, Text: '', Amount: '' }],
	['null', { Day: null, Choice: null }, { ...full, Day: null, Choice: null }],
	['an empty list', { People: [], Text: [] }, { ...full, People: [], Text: '' }],
	['the revision as it was read', { $revision: '1', Text: 'new' }, { ...full, Text: 'new' }],
	[
		'a system field as it was read',
		{ Created_datetime: '2020-01-01T00:00:00Z', Amount: 3 },
		{ ...full, Amount: '3' },
	],
];

describe('an update takes what people bring', () => {
	const update = async (item: IDataObject, how: IDataObject = {}, name = '$id') => {
		const record = cells({ ...full, People: [{ code: 'sato' }] });
		const id = await api.create(app, record);
		const parameters = { app: byId(app), fields: automatic({ matchingColumns: ['$id'] }), ...how };
		const named = item.$id === undefined ? id : `${String(item.$id)}${id} `;
		const items = [{ ...item, [name]: named }];
		const run = { resource: 'record', operation: 'update', parameters, items };
		expect((await runRecordPlatform(sandbox, run)).error).toBeUndefined();
		return await api.values(app, id);
	};

	it.each(changes)('%s', async (_, item, expected) =>
		expect(await update(item)).toMatchObject(expected),
	);

	it.each(['', ' ', '0'])('a record ID with %j before it, and a blank behind', async ($id) =>
		expect(await update({ $id, Amount: 4 })).toMatchObject({ ...full, Amount: '4' }),
	);

	it('a record ID behind a byte order mark', async () =>
		expect(await update({ Amount: 4 }, {}, '\uFEFF$id')).toMatchObject({ ...full, Amount: '4' }));

	it.each(['check', 'merge', 'overwrite'])('a record as read, with %s', async (onConflict) => {
		const id = await api.create(app, cells({ ...full, People: [{ code: 'sato' }] }));
		const of = { resource: 'record', settings: { timezone: 'Asia/Tokyo' } };
		const parameters = { app: byId(app), recordId: id };
		const read = jsonOf(await runRecordPlatform(sandbox, { ...of, operation: 'get', parameters }));
		const fields = automatic({ matchingColumns: ['$id'] });
		const how = { app: byId(app), fields, options: { onConflict } };
		const outcome = await runRecordPlatform(sandbox, {
			...of,
			operation: 'update',
			parameters: how,
			items: read,
		});
		expect(outcome.error).toBeUndefined();
		expect(await api.values(app, id)).toMatchObject(full);
	});
});

/** A field, how it is compared, and the value of an expression. */
const conditions: Array<[string, string, string, string]> = [
	['a day', 'Day|DATE', 'equals', "{{ '2031-03-03' }}"],
	['a date object', 'Day|DATE', 'equals', '{{ new Date("2031-03-03T03:00:00Z") }}'],
	['a date of n8n', 'Day|DATE', 'equals', '{{ "2031-03-03".toDateTime() }}'],
	['now', 'Day|DATE', 'greater', '{{ $now }}'],
	['today', 'Moment|DATETIME', 'greater', '{{ $today }}'],
	['today in words', 'Day|DATE', 'greater', "{{ 'today' }}"],
	['a number', 'Amount|NUMBER', 'equals', '{{ 7 }}'],
	['a number as text', 'Amount|NUMBER', 'equals', "{{ '7' }}"],
	['a list of one', 'Amount|NUMBER', 'equals', '{{ [7] }}'],
	['people as read', 'People|USER_SELECT', 'anyOf', "{{ [{ code: 'ito', name: 'Ito' }] }}"],
	['people with a comma at the end', 'People|USER_SELECT', 'anyOf', "{{ 'ito, ' }}"],
];

describe('a condition takes what people bring', () => {
	let id: string;
	beforeAll(async () => {
		const values = {
			Day: '2031-03-03',
			Moment: '2031-03-03T01:00:00Z',
			Amount: 7,
			Choice: 'green',
		};
		id = await api.create(app, cells({ ...values, Text: 'to find', People: [{ code: 'ito' }] }));
	});

	it.each(conditions)('%s', async (_, field, operator, value) => {
		const rows = [
			{ field: 'Text|SINGLE_LINE_TEXT', operator: 'equals', value: 'to find' },
			{ field, operator, value: `=${value}` },
		];
		const parameters = { app: byId(app), returnAll: true, conditions: { rows } };
		const settings = { timezone: 'Asia/Tokyo' };
		const run = { resource: 'record', operation: 'getAll', parameters, settings };
		expect(jsonOf(await runRecordPlatform(sandbox, run)).map(({ $id }) => $id)).toEqual([id]);
	});
});

const tenToEleven = ['2031-03-03T10:00:00+09:00', '2031-03-03T11:00:00+09:00'];

/** The times of an event as people have them, and as the service has them then. */
const times: Array<[string, unknown, unknown, string[]]> = [
	['ISO with an offset', tenToEleven[0], tenToEleven[1], tenToEleven],
	['without an offset', '2031-03-03 10:00', '2031-03-03 11:00', tenToEleven],
	[
		'Google Calendar',
		{ dateTime: tenToEleven[0], timeZone: 'Asia/Tokyo' },
		{ dateTime: tenToEleven[1], timeZone: 'Asia/Tokyo' },
		tenToEleven,
	],
	['milliseconds', Date.parse(tenToEleven[0] ?? ''), Date.parse(tenToEleven[1] ?? ''), tenToEleven],
];

describe('an event takes what people bring', () => {
	const create = async (parameters: IDataObject, json: IDataObject) => {
		const outcome = await runGroupware(sandbox, {
			resource: 'event',
			operation: 'create',
			parameters: { subject: 'Meeting', attendees: users('admin'), ...parameters },
			items: [json],
			settings: { timezone: 'Asia/Tokyo' },
		});
		return (await eventOf(sandbox, jsonOf(outcome)[0]?.id)).body;
	};

	it.each(times)('%s as times', async (_, start, end, expected) => {
		const how = { start: '={{ $json.start }}', end: '={{ $json.end }}' };
		const event = await create(how, { start, end } as IDataObject);
		expect([event.start.dateTime, event.end.dateTime]).toEqual(expected);
	});

	const [start, end] = tenToEleven;
	it.each<[string, unknown, string[]]>([
		['commas', 'sato, ito', ['sato', 'ito']],
		['a comma at the end', 'sato, ', ['sato']],
		['an array', ['sato', 'ito'], ['sato', 'ito']],
		['as read', [{ code: 'sato', name: 'Sato' }], ['sato']],
	])('people with %s', async (_, value, codes) => {
		const rows = [{ kind: 'codes', codes: '={{ $json.people }}' }];
		const event = await create({ start, end, attendees: { rows } }, {
			people: value,
		} as IDataObject);
		expect(event.attendees.map(({ code }) => code)).toEqual(expect.arrayContaining(codes));
	});

	it.each<[string, IDataObject]>([
		['no room', { facilities: { rows: [{ kind: 'codes', codes: '={{ $json.room }}' }] } }],
		['no room, as null', { facilities: { rows: [{ kind: 'codes', codes: '={{ null }}' }] } }],
		['no notes', { additionalFields: { notes: '={{ $json.notes }}' } }],
		['no notes, as null', { additionalFields: { notes: '={{ null }}' } }],
		['no subject', { subject: '={{ $json.subject }}' }],
	])('%s', async (_, parameters) =>
		expect((await create({ start, end, ...parameters }, {})).start.dateTime).toBe(start),
	);

	it.each<[string, unknown, unknown]>([
		['no due date', undefined, undefined],
		['a due date that is null', null, undefined],
		['a day', '2031-03-03', '2031-03-03T00:00:00+09:00'],
		['a time of Google', { dateTime: start, timeZone: 'Asia/Tokyo' }, start],
		['Japanese words', '2031年3月3日10時', start],
	])('a to-do with %s', async (_, due, expected) => {
		const outcome = await runGroupware(sandbox, {
			resource: 'todo',
			operation: 'create',
			parameters: { subject: 'Call', additionalFields: { dueDate: '={{ $json.due }}' } },
			items: [{ due } as IDataObject],
			settings: { timezone: 'Asia/Tokyo' },
		});
		expect(jsonOf(outcome)[0]?.dueDate).toBe(expected);
	});

	it('an event as it was read, again', async () => {
		const event = await create(
			{ start, end, attendees: { rows: [{ kind: 'codes', codes: 'sato' }] } },
			{},
		);
		const run = async (operation: string, parameters: IDataObject, items: IDataObject[] = [{}]) =>
			jsonOf(await runGroupware(sandbox, { resource: 'event', operation, parameters, items }));
		const eventId = { ...byCode(''), mode: 'id', value: event.id };
		const read = await run('get', { eventId });
		const updateFields = {
			start: '={{ $json.start }}',
			end: '={{ $json.end }}',
			subject: '={{ $json.subject }}',
			notes: '={{ $json.notes }}',
		};
		await run('update', { eventId, updateFields }, read);
		const after = (await eventOf(sandbox, event.id)).body;
		expect(after).toMatchObject({ subject: 'Meeting', start: event.start, end: event.end });
	});
});

const given = '={{ $json.given }}';
const user = { id: '1', code: 'sato', name: 'Sato' };
const away = { loginName: given, status: 'absence' };
const status = { loginName: 'ito', status: given };
const meeting = { subject: 'Meeting', start: tenToEleven[0], end: tenToEleven[1], simplify: false };
const picked = { ...meeting, attendees: { rows: [{ kind: 'user', user: byCode(given) }] } };
const listed = { ...meeting, attendees: { rows: [{ kind: 'codes', codes: given }] } };
const attendees = people('sato');
const absent = { status: expect.objectContaining({ code: 'absence' }) as IDataObject };

/** An operation, its parameters, what an item gives for one of them, and what comes out. */
const ofGroupware: Array<[string, string, IDataObject, unknown, IDataObject]> = [
	['a user as read', 'presence.updateByLoginName', away, user, absent],
	['a list of one user', 'presence.updateByLoginName', away, [user], absent],
	['a read status', 'presence.updateByLoginName', status, { code: 'absence', name: 'Out' }, absent],
	['a user as read in a picker', 'event.create', picked, user, { attendees }],
	['a display name', 'event.create', listed, 'Haruka Sato', { attendees }],
	['a full-width blank in a name', 'event.create', listed, 'Haruka　Sato', { attendees }],
	[
		'a list of one choice',
		'event.create',
		{ ...listed, form: "={{ ['timed'] }}" },
		'sato',
		{ isAllDay: false },
	],
	['one switch', 'event.create', { ...listed, simplify: '={{ [false] }}' }, 'sato', { attendees }],
];

const ofRecords: Array<[string, string, IDataObject, unknown, IDataObject]> = [
	['an action as read', 'updateStatus', { action: given }, { name: 'Begin' }, { $revision: '3' }],
	['blanks around an action', 'updateStatus', { action: given }, ' Begin ', { $revision: '3' }],
	['an assignee as read', 'updateAssignees', { assignees: given }, [user], { $revision: '2' }],
	['a list of one number', 'getAll', { limit: given }, ['1'], {}],
];

describe('other parameters take what people bring', () => {
	it.each(ofGroupware)('%s', async (_, name, parameters, value, expected) => {
		const [resource = '', operation = ''] = name.split('.');
		const items = [{ given: value } as IDataObject];
		const run = { resource, operation, parameters, items, settings: { timezone: 'Asia/Tokyo' } };
		expect(jsonOf(await runGroupware(sandbox, run))[0]).toMatchObject(expected);
	});

	it.each(ofRecords)('%s', async (_, operation, parameters, value, expected) => {
		const id = await api.create(ordered, {});
		const items = [{ given: value, record: { $id: { type: '__ID__', value: id } } } as IDataObject];
		const all = { app: byId(ordered), recordId: byId('={{ $json.record }}'), ...parameters };
		const run = { resource: 'record', operation, parameters: all, items };
		const found = jsonOf(await runRecordPlatform(sandbox, run));
		expect(found).toEqual([expect.objectContaining(expected)]);
	});

	it('a switch without a value under Update Fields', async () => {
		const { id } = await makeEvent(sandbox, { useAttendanceCheck: true });
		const updateFields = { subject: 'New', useAttendanceCheck: '={{ $json.none }}' };
		const parameters = { eventId: byId(String(id)), updateFields };
		jsonOf(await runGroupware(sandbox, { resource: 'event', operation: 'update', parameters }));
		const { body } = await eventOf(sandbox, id);
		expect(body).toMatchObject({ subject: 'New', useAttendanceCheck: true });
	});
});
