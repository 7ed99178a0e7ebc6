import type { IDataObject } from 'n8n-workflow';

import { options } from '../sandbox/record-platform/api';
import { useSandbox } from '../support/sandbox';
import { byCode, eventOf, runGroupware, users } from './groupware/world';
import { Api, automatic, byId, jsonOf, runRecordPlatform } from './record-platform/world';

const sandbox = useSandbox();
let api: Api;
let app: string;

const CHOICES = options('red', 'green', 'blue, dark');

beforeAll(async () => {
	api = new Api(sandbox.url);
	app = await api.makeApp({
		Text: { type: 'SINGLE_LINE_TEXT' },
		Long: { type: 'MULTI_LINE_TEXT' },
		Amount: { type: 'NUMBER' },
		Day: { type: 'DATE' },
		Moment: { type: 'DATETIME' },
		Clock: { type: 'TIME' },
		Choice: { type: 'DROP_DOWN', options: CHOICES },
		Radio: { type: 'RADIO_BUTTON', options: options('a', 'b'), defaultValue: 'b' },
		Boxes: { type: 'CHECK_BOX', options: CHOICES },
		Several: { type: 'MULTI_SELECT', options: CHOICES },
		People: { type: 'USER_SELECT' },
		Web: { type: 'LINK', protocol: 'WEB' },
		Lines: {
			type: 'SUBTABLE',
			fields: { Part: { type: 'SINGLE_LINE_TEXT' }, Count: { type: 'NUMBER' } },
		},
	});
});

const people = (...codes: string[]) => codes.map((code) => expect.objectContaining({ code }));
const lines = (...rows: Array<[string, string]>) =>
	rows.map(([Part, Count]) => ({ Part: { value: Part }, Count: { value: Count } }));

/** Where it comes from, the item, and what the record holds then. */
const records: Array<[string, IDataObject, IDataObject]> = [
	// Google Sheets, Excel
	['a number', { Amount: 12.5 }, { Amount: '12.5' }],
	['a number as text', { Amount: '12.5' }, { Amount: '12.5' }],
	['a number in a text field', { Text: 1001 }, { Text: '1001' }],
	['an ID with leading zeros', { Text: '00123' }, { Text: '00123' }],
	['an empty cell of a number', { Amount: '' }, { Amount: '' }],
	['an empty cell of a date', { Day: '' }, { Day: null }],
	['an empty cell of a choice', { Choice: '' }, { Choice: null }],
	['an empty cell of a field with a default', { Radio: '' }, { Radio: 'b' }],
	['an empty cell of people', { People: '' }, { People: [] }],
	['null for a field with a default', { Radio: null }, { Radio: 'b' }],
	['a date with slashes', { Day: '2026/1/3' }, { Day: '2026-01-03' }],
	['a date with one digit', { Day: '2026-1-3' }, { Day: '2026-01-03' }],
	['a date with dots', { Day: '2026.11.4' }, { Day: '2026-11-04' }],
	['a German date', { Day: '31.1.2026' }, { Day: '2026-01-31' }],
	['an American date that is no other', { Day: '3/15/2031' }, { Day: '2031-03-15' }],
	['an American time', { Moment: '3/15/2031 10:00 AM' }, { Moment: '2031-03-15T01:00:00Z' }],
	['a month name', { Day: 'Nov 4, 2026' }, { Day: '2026-11-04' }],
	['a month name after the day', { Day: '4 November 2026' }, { Day: '2026-11-04' }],
	['a Japanese date', { Day: '2026年1月31日' }, { Day: '2026-01-31' }],
	['a Japanese era', { Day: '令和8年1月31日' }, { Day: '2026-01-31' }],
	['full-width digits', { Day: '２０２６／１／３１' }, { Day: '2026-01-31' }],
	['a time with seconds', { Clock: '9:05:30' }, { Clock: '09:05' }],
	['a time with pm', { Clock: '3:30 PM' }, { Clock: '15:30' }],
	// CSV
	['a byte order mark', { '\uFEFFText': 'first' }, { Text: 'first' }],
	['blanks around a column', { ' Text ': 'x' }, { Text: 'x' }],
	['blanks around a choice', { Choice: ' red ' }, { Choice: 'red' }],
	['a list with commas', { Boxes: 'red, green' }, { Boxes: ['red', 'green'] }],
	['a list with a comma at its end', { Boxes: 'red, ' }, { Boxes: ['red'] }],
	['a list in lines', { Several: 'red\ngreen' }, { Several: ['red', 'green'] }],
	['a list with Japanese commas', { Several: 'red、green' }, { Several: ['red', 'green'] }],
	['a list in JSON', { Boxes: '["red","blue, dark"]' }, { Boxes: ['red', 'blue, dark'] }],
	['login names with commas', { People: 'sato, ito' }, { People: people('sato', 'ito') }],
	['line ends of Windows', { Long: 'a\r\nb' }, { Long: expect.stringMatching(/^a\r?\nb$/) }],
	['a missing column', { Text: 'only this' }, { Text: 'only this', Amount: '' }],
	// Airtable, Notion
	['a list of one for a text', { Text: ['x'] }, { Text: 'x' }],
	['a list of one for a number', { Amount: [7] }, { Amount: '7' }],
	['an object with a name', { Choice: { name: 'green' } }, { Choice: 'green' }],
	['an object with a value', { Choice: { value: 'red' } }, { Choice: 'red' }],
	['a list with null', { Boxes: ['red', null] }, { Boxes: ['red'] }],
	['a list of an empty text', { Boxes: [''] }, { Boxes: [] }],
	['an empty list for a text', { Text: [] }, { Text: '' }],
	['a choice that contains a comma', { Several: ['blue, dark'] }, { Several: ['blue, dark'] }],
	// Programs, databases, forms
	['an ISO time', { Moment: '2026-01-31T10:00:00+09:00' }, { Moment: '2026-01-31T01:00:00Z' }],
	[
		'an ISO time without separators',
		{ Moment: '20310303T100000Z' },
		{ Moment: '2031-03-03T10:00:00Z' },
	],
	['an SQL time', { Moment: '2031-03-03 10:00:00+09' }, { Moment: '2031-03-03T01:00:00Z' }],
	[
		'an RFC 2822 time',
		{ Moment: 'Tue, 04 Nov 2025 10:00:00 +0900' },
		{ Moment: '2025-11-04T01:00:00Z' },
	],
	['milliseconds', { Moment: 1769821200000 }, { Moment: '2026-01-31T01:00:00Z' }],
	['a time without an offset', { Moment: '2026-01-31 10:00' }, { Moment: '2026-01-31T01:00:00Z' }],
	['a date without separators', { Day: '20310303' }, { Day: '2031-03-03' }],
	['a date and time for a day', { Day: '2026-01-31T10:00:00+09:00' }, { Day: '2026-01-31' }],
	['true in a text field', { Text: true }, { Text: 'true' }],
	['zero', { Amount: 0 }, { Amount: '0' }],
	['null', { Text: null, Amount: null, Day: null }, { Text: '', Amount: '', Day: null }],
	// As it was read
	['people as read', { People: [{ code: 'sato', name: '佐藤' }] }, { People: people('sato') }],
	['one person as an object', { People: { code: 'ito' } }, { People: people('ito') }],
	['a field as read', { Amount: { type: 'NUMBER', value: '5' } }, { Amount: '5' }],
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
];

/** The same with *Convert Values*. */
const converted: Array<[string, IDataObject, IDataObject]> = [
	['separators', { Amount: '1,234' }, { Amount: '1234' }],
	['full-width digits', { Amount: '１，２３４' }, { Amount: '1234' }],
	['a currency sign', { Amount: '￥1,980' }, { Amount: '1980' }],
	['yen behind it', { Amount: '1,234円' }, { Amount: '1234' }],
	['a dollar sign', { Amount: '$1,234.50' }, { Amount: '1234.5' }],
	['a minus sign of typography', { Amount: '\u22125' }, { Amount: '-5' }],
];

async function held(item: IDataObject, how: IDataObject): Promise<IDataObject> {
	const outcome = await runRecordPlatform(sandbox, {
		resource: 'record',
		operation: 'create',
		parameters: { app: byId(app), fields: automatic(), ...how },
		items: [item],
		settings: { timezone: 'Asia/Tokyo' },
	});
	const [row] = jsonOf(outcome);
	const values = await api.values(app, String(row?.id));
	const rows = values.Lines as Array<{ value: IDataObject }>;
	return { ...values, Lines: rows.map(({ value }) => value) };
}

describe('a record takes what people bring', () => {
	it.each(records)('%s', async (_, item, expected) => {
		expect(await held(item, {})).toMatchObject(expected);
	});

	it.each(converted)('%s, converted', async (_, item, expected) => {
		expect(await held(item, { options: { convertValues: true } })).toMatchObject(expected);
	});
});

const tenToEleven = ['2031-03-03T10:00:00+09:00', '2031-03-03T11:00:00+09:00'];

/** The times of an event as people have them, and as the service has them then. */
const times: Array<[string, unknown, unknown, string[]]> = [
	['ISO with an offset', tenToEleven[0], tenToEleven[1], tenToEleven],
	['UTC', '2031-03-03T01:00:00Z', '2031-03-03T02:00:00Z', tenToEleven],
	['without an offset', '2031-03-03 10:00', '2031-03-03 11:00', tenToEleven],
	['slashes', '2031/3/3 10:00', '2031/3/3 11:00', tenToEleven],
	['am and pm', 'Mar 3, 2031 10:00 AM', 'Mar 3, 2031 11am', tenToEleven],
	['Japanese', '2031年3月3日 午前10時', '2031年3月3日11時', tenToEleven],
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
		const found = event.attendees.map(({ code }) => code);
		expect(found).toEqual(expect.arrayContaining(codes));
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
