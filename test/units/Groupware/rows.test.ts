import type { IDataObject } from 'n8n-workflow';

import {
	eventRow,
	inZone,
	repeats,
	type ServiceEvent,
} from '../../../nodes/Groupware/values/event';
import { fileRow } from '../../../nodes/Groupware/catalogue/attachment';
import { messageRow } from '../../../nodes/Groupware/catalogue/message';
import { changedSetting, pairsOf, settingRow } from '../../../nodes/Groupware/values/proxy';
import { namesOf, plainRow, rowWithIds, since } from '../../../nodes/Groupware/values/rows';
import { processedAt, requestRow } from '../../../nodes/Groupware/values/workflow';
import { itemWith } from '../../support/item';

describe('an event', () => {
	const tokyo = (dateTime: string) => ({ dateTime, timeZone: 'Asia/Tokyo' });
	const event = {
		id: '7',
		subject: 'Plan',
		eventType: 'REGULAR',
		isAllDay: false,
		start: tokyo('2026-01-05T10:00:00+09:00'),
		end: tokyo('2026-01-05T11:00:00+09:00'),
		attendees: [{ id: '1', code: 'sato', name: 'Sato', type: 'USER' }],
		facilities: [{ id: '9', name: 'Room A' }],
		creator: { id: '1', name: 'Sato' },
		updatedAt: '2026-01-02T00:00:00Z',
		attachments: [{ id: '4' }],
	} as unknown as ServiceEvent;
	const row = (values: object, chosen?: string[], of: object = event) =>
		eventRow(of, itemWith({ ...values }), chosen).json;
	const simple = (chosen?: string[], of?: object) => row({ simplify: true }, chosen, of);
	const attendees = [{ name: 'Sato', code: 'sato', type: 'USER' }];
	const url = (id: string) => `https://example.cybozu.com/schedule/view.csp?event=${id}`;

	it('comes out as the service gives it, with the fields that were chosen', () => {
		expect(row({})).toEqual(event);
		expect(row({}, ['subject', 'watchers'])).toStrictEqual({ subject: 'Plan' });
		const of = { start: event.start, temporaryEventCandidates: [] };
		expect(row({}, ['start'], of)).toEqual({ start: event.start });
	});

	it('comes out without nesting, and with people that can be written back', () => {
		expect(simple()).toEqual({
			id: '7',
			subject: 'Plan',
			start: '2026-01-05T10:00:00+09:00',
			end: '2026-01-05T11:00:00+09:00',
			timeZone: 'Asia/Tokyo',
			attendees,
			facilities: [{ name: 'Room A', id: '9' }],
			eventType: 'REGULAR',
			isAllDay: false,
			creator: 'Sato',
			updatedAt: '2026-01-02T00:00:00Z',
			url: url('7'),
		});
		expect(simple(['start', 'attachments', 'attendees'])).toEqual({
			start: '2026-01-05T10:00:00+09:00',
			timeZone: 'Asia/Tokyo',
			attachments: [{ id: '4' }],
			attendees,
		});
	});

	it.each([
		{ repeatInfo: { type: 'EVERY_DAY' } },
		{ temporaryEventCandidates: [{ start: {} }] },
		{ notes: 'a', eventMenu: 'MTG', isStartOnly: true, repeatId: 'r', creator: null },
		{ visibilityType: 'PUBLIC', createdAt: '2026-01-02T00:00:00Z' },
	])('comes out with %j where it has it, and with nothing that it does not have', (more) => {
		expect(simple(undefined, { id: '8', ...more })).toEqual({ id: '8', ...more, url: url('8') });
		const without = { id: '8', temporaryEventCandidates: [] };
		expect(simple(undefined, without)).toEqual({ id: '8', url: url('8') });
		// An event that is hidden from the user has no page.
		expect(simple(undefined, { ...without, id: '0' })).toEqual({ id: '0' });
	});

	it('has its times in the zone that is wanted, but for whole days', () => {
		const shown = (outputTimeZone: unknown, of: object = event) =>
			row({ options: { outputTimeZone } }, [], of);
		expect(shown('Europe/Paris')).toStrictEqual({
			...event,
			start: { dateTime: '2026-01-05T02:00:00+01:00', timeZone: 'Europe/Paris' },
			end: { dateTime: '2026-01-05T03:00:00+01:00', timeZone: 'Europe/Paris' },
			updatedAt: '2026-01-02T01:00:00+01:00',
		});
		expect(shown(null)).toEqual(event);
		expect(shown('workflow')).toEqual({ ...event, updatedAt: '2026-01-02T09:00:00+09:00' });
		expect(shown('UTC', { id: '1', start: null })).toEqual({ id: '1', start: null });
		for (const days of [{ isAllDay: true }, { eventType: 'ALL_DAY' }]) {
			expect(inZone({ ...event, ...days }, 'UTC').start).toEqual(event.start);
		}
		const date = { start: event.start, end: event.end, facility: null };
		const moved = inZone({ ...event, temporaryEventCandidates: [date] }, 'UTC');
		expect(moved.temporaryEventCandidates).toEqual([
			{
				start: { dateTime: '2026-01-05T01:00:00+00:00', timeZone: 'UTC' },
				end: { dateTime: '2026-01-05T02:00:00+00:00', timeZone: 'UTC' },
				facility: null,
			},
		]);
		expect(() => shown('Mars/Base')).toThrow('time zone');
	});

	it('repeats by its type or by its rule', () => {
		const of = (more: object) =>
			repeats({ id: '1', eventType: 'REGULAR', ...more } as ServiceEvent);
		expect(
			[{ eventType: 'REPEATING' }, { repeatInfo: {} }, {}, { repeatInfo: null }].map(of),
		).toEqual([true, true, false, false]);
	});
});

it('an answer as a row has one object where the service gives a list of one', () => {
	const sato = { id: '3', name: 'Sato' };
	expect(plainRow({ creator: [sato], updater: sato, category: [], tags: [1] }).json).toEqual({
		creator: sato,
		updater: sato,
		category: null,
		tags: [1],
	});
});

it('a row has IDs as text, and people by their names, else by what is known of them', () => {
	expect(rowWithIds('id', 'parent')({ id: 7, parent: null, order: 7 }).json).toEqual({
		id: '7',
		parent: null,
		order: 7,
	});
	expect(namesOf([{ name: 'Sato', code: 's' }, { code: 'ito' }, { id: '3' }, {}])).toEqual([
		'Sato',
		'ito',
		'3',
		'',
	]);
});

it.each([
	[[-1001], true],
	[[-1000], false],
	[[-1], false],
	[[0], true],
	[[-1, 0, NaN], true],
	[[NaN], true],
])('rows of the second before a start are left out: %j', (after, expected) => {
	const start = Date.UTC(2026, 0);
	const times = after.map((ms) => new Date(start + ms).toJSON());
	expect(since(start, () => times)({})).toBe(expected);
	expect(since(undefined, () => times)({})).toBe(true);
});

describe('a file in an answer', () => {
	const file = { name: 'a.txt', contentType: 'text/plain', size: '5', content: 'aGVsbG8=' };
	const row = (body: unknown, values: IDataObject = {}) => fileRow(body, itemWith(values));

	it('is binary data under the chosen names, and the rest is JSON', () => {
		expect(row(file, { binaryPropertyName: ' plan ', options: { fileName: ' b.txt ' } })).toEqual({
			json: { name: 'a.txt', contentType: 'text/plain', size: '5' },
			files: { plan: { content: 'aGVsbG8=', fileName: 'b.txt', mimeType: 'text/plain' } },
		});
		expect(row({ content: '' }, { binaryPropertyName: 'data' }).files?.data).toMatchObject({
			fileName: 'file',
			mimeType: 'application/octet-stream',
		});
	});

	it.each([null, {}, { content: 7 }, { content: '<p>no</p>' }, { ...file, size: 6 }])(
		'is refused if it is not whole: %j',
		(body) => expect(() => row(body)).toThrow(/doesn't contain the file|The file is incomplete/),
	);
});

describe('a message', () => {
	const message = {
		id: '1',
		title: 'Plan',
		creator: [{ name: 'Sato' }],
		recipients: [
			{ name: 'Ito', code: 'ito', isAcknowledged: true },
			{ name: 'Mori', code: 'mori', isAcknowledged: false },
		],
		createdAt: '2026-01-01T00:00:00Z',
	};
	const row = (more: IDataObject, simplify = false) =>
		messageRow({ ...message, ...more }, itemWith({ simplify })).json;

	it('has one spelling of its key, whichever the service uses', () => {
		expect(row({ acknowledgment: true })).toMatchObject({ acknowledgement: true });
		expect(row({})).not.toHaveProperty('acknowledgement');
	});

	it('is simplified to what most workflows need', () =>
		expect(row({ acknowledgement: true, updatedAt: 'u' }, true)).toEqual({
			id: '1',
			title: 'Plan',
			body: '',
			sender: 'Sato',
			recipients: [
				{ name: 'Ito', code: 'ito' },
				{ name: 'Mori', code: 'mori' },
			],
			acknowledgedBy: ['Ito'],
			isDraft: false,
			createdAt: '2026-01-01T00:00:00Z',
			updatedAt: 'u',
		}));
});

describe('a workflow request', () => {
	const request = {
		id: '1',
		status: { type: 'IN_PROGRESS' },
		applicant: { name: 'Sato' },
		form: { name: 'Travel' },
		...{ number: '9', name: 'Trip', isUrgent: false, createdAt: '2026-01-01T00:00:00Z' },
		items: { to: { value: 'Osaka', type: 'TEXT' }, cost: { value: '7' } },
		steps: {
			s2: {
				processors: [
					{ name: 'Sato', operatedAt: '2026-01-02T00:00:00Z' },
					{ name: 'Kato', date: '2026-01-02T00:00:00Z' },
					{ name: 'Mori', operatedAt: null },
				],
			},
		},
		processingStepCode: 's2',
	};
	const simple = (body: IDataObject, fields?: string[]) =>
		requestRow(body, itemWith({ simplify: true, options: { fields } })).json;

	it('comes as it is, or simplified to what most workflows need', () => {
		expect(requestRow(request, itemWith({})).json).toEqual(request);
		const chosen = requestRow(request, itemWith({ options: { fields: ['id', 'name'] } }));
		expect(chosen.json).toEqual({ id: '1', name: 'Trip' });
		const expected = {
			...{ number: '9', name: 'Trip', isUrgent: false, createdAt: '2026-01-01T00:00:00Z' },
			status: 'IN_PROGRESS',
			applicant: 'Sato',
			form: 'Travel',
			items: { to: 'Osaka', cost: '7' },
			waitsFor: ['Mori'],
		};
		const url = 'https://example.cybozu.com/workflow/view.csp?pid=1';
		expect(simple(request)).toEqual({ ...expected, id: '1', url });
		const { steps, processingStepCode } = request;
		expect(simple(request, ['steps'])).toEqual({ ...expected, steps });
		const chosenToo = { ...expected, id: '1', processingStepCode };
		expect(simple(request, ['id', 'processingStepCode'])).toEqual(chosenToo);
		const idle = simple({ status: null, steps: { s2: {} }, processingStepCode });
		expect(idle).toStrictEqual({ status: null, waitsFor: [] });
		const day = '2026-01-02T00:00:00Z';
		expect(processedAt({ steps })).toEqual([day, day, undefined]);
		expect(
			simple({
				items: [{ code: 'to', value: 'Osaka' }, { value: '7' }, { name: 'Bill', value: [] }],
			}),
		).toEqual({ items: { to: 'Osaka', $2: '7', Bill: [] } });
	});

	it.each([
		{ processingStepCode: null },
		{ processingStepCode: 'toString' },
		{ steps: null },
		{ steps: 's2', processingStepCode: 'length' },
		{ steps: { 2: {} }, processingStepCode: 2 },
	])('waits for nobody with %j', (more) =>
		expect(simple({ ...request, ...more })).not.toHaveProperty('waitsFor'),
	);
});

describe('a proxy setting', () => {
	const current = {
		proxyCode: 'p',
		status: 'ACTIVE',
		method: 'GET',
		url: 'https://example.com:8443/a=1?key=secret&b=',
		headers: [{ key: 'Authorization', value: 'Bearer 1' }],
		parameters: [{ key: 'apiKey', value: '2' }],
		body: null,
		secretOfLaterVersions: 'secret',
	};
	const shown = 'https://example.com:8443/…';

	it('has its pairs as text, without empty rows', () => {
		const rows = [{ key: ' a ', value: 7 }, { key: '', value: '' }, { key: 'b', value: '' }, {}];
		expect(pairsOf({ rows })).toEqual([{ key: 'a', value: '7' }, { key: 'b' }]);
		expect([pairsOf({ rows: [{ key: '', value: null }] }), pairsOf({})]).toEqual([
			undefined,
			undefined,
		]);
		expect(pairsOf({ rows: [] })).toEqual([]);
		const advice = expect.stringContaining('Enter the key, or remove the entry') as string;
		const message = 'A list entry has a value, but no key';
		const missing = { rows: [{ key: 'a' }, { key: ' ', value: 'secret' }] };
		expect(() => pairsOf(missing)).toThrow(expect.objectContaining({ message, advice }));
		expect(() => pairsOf({ rows: [{ key: {} }] })).toThrow('"Key" is an object');
		expect(() => pairsOf({ rows: [{ key: 'a', value: {} }] })).toThrow('"Value" is an object');
	});

	it('is sent whole, with what was chosen, and keeps values that were left empty', () => {
		const { proxyCode: _code, body: _body, secretOfLaterVersions: _secret, ...kept } = current;
		expect(changedSetting(current, { url: 'x' })).toEqual({ ...kept, url: 'x' });
		expect(changedSetting(current, { url: shown })).toEqual(kept);
		expect(changedSetting({}, { method: 'POST' })).toStrictEqual({ method: 'POST' });
		const headers = [{ key: 'authorization' }, { key: 'X', value: '1' }];
		expect(changedSetting(current, { headers }).headers).toEqual([
			{ key: 'authorization', value: 'Bearer 1' },
			{ key: 'X', value: '1' },
		]);
		expect(changedSetting(current, { headers: [] }).headers).toEqual([]);
	});

	it.each([
		['headers', 'Autorization'],
		['parameters', 'apikey'],
		['body', 'a'],
	])('stores nothing in the place of a value of the %s that is not there', (list, key) => {
		expect(() => changedSetting(current, { [list]: [{ key }] })).toThrow(
			expect.objectContaining({
				message: `"${key}" has no value in the ${list} of the setting`,
				advice: expect.stringContaining('Enter a value, or correct the key') as string,
			}),
		);
		expect(() => changedSetting(current, { url: 'https://other.example/…' })).toThrow(
			'"URL" is hidden in part',
		);
	});

	it.each([
		['https://example.com:8443', 'https://example.com:8443'],
		['https://user:SECRET@example.com', 'https://example.com/…'],
		['http://example.com/hooks/SECRET/', 'http://example.com/…'],
		['https://example.com?SECRET', 'https://example.com/…'],
		['https://example.com/;key=SECRET', 'https://example.com/…'],
		['https://example.com/#token=SECRET', 'https://example.com/…'],
		['SECRET', '…'],
	])('shows of its URL no more than the host: %s', (url, host) =>
		expect(settingRow({ url }, itemWith({})).json).toEqual({ url: host }),
	);

	it('shows its keys, and only on request its secrets', () => {
		expect(settingRow(current, itemWith({})).json).toEqual({
			...{ proxyCode: 'p', status: 'ACTIVE', method: 'GET', url: shown, body: [] },
			headers: [{ key: 'Authorization' }],
			parameters: [{ key: 'apiKey' }],
		});
		expect(settingRow({}, itemWith({})).json).toEqual({});
		expect(settingRow(current, itemWith({ options: { showValues: true } })).json).toEqual(current);
	});
});
