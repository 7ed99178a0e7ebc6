import type { IDataObject } from 'n8n-workflow';

import { useSandbox } from '../../support/sandbox';
import {
	byId,
	clientOf,
	eventOf,
	jsonOf,
	makeEvent,
	rooms,
	runGroupware,
	runnerOf,
	users,
} from './world';

/** Texts of several expressions, and expressions with blanks beside them, that find nothing. */

const sandbox = useSandbox();
const { run, refused } = runnerOf(sandbox);

beforeAll(async () => {
	await sandbox.control('reset', { demo: true });
});

const returned = (part: string, label: string) =>
	`The expression {{ $json.${part} }} in "${label}" returned no value`;
const itemsWith = (...items: IDataObject[]) => items.map((json) => ({ json }));
const TOKYO = { timeZone: 'Asia/Tokyo' };

describe.each<[string, IDataObject]>([
	['missing', {}],
	['null', { time: null, offset: null }],
	['blank', { time: ' ', offset: '' }],
])('a date whose time is %s', (_name, gap) => {
	const date = '={{ $json.day }} {{ $json.time }}';
	const input = itemsWith({ day: '2032-05-05', ...gap });

	it('widens no list', async () => {
		const limits = { from: '2032-05-05 09:00', to: date, returnAll: true };
		await refused('event.getAll', limits, returned('time', 'To'), input);
		const later = { ...limits, from: date, to: '2032-05-06' };
		await refused('event.getAll', later, returned('time', 'From'), input);
		const days = { ...limits, to: '={{ $json.time }} +3 days' };
		await refused('event.getAll', days, returned('time', 'To'), input);
	});

	it('books nothing', async () => {
		const search = { from: date, to: '2032-05-06', attendees: users('sato'), ...TOKYO };
		for (const workingHours of [true, false]) {
			const slot = { ...search, workingHours };
			await refused('event.book', slot, returned('time', 'From'), input);
			await refused('event.findTimes', slot, returned('time', 'From'), input);
		}
	});

	it('creates and moves no event', async () => {
		const times = { start: '=2031-01-01T10:00:00{{ $json.offset }}', end: '2031-01-01T23:00:00Z' };
		const made = { subject: 'Call', ...times, attendees: users('sato') };
		const start = returned('offset', 'Start');
		await refused('event.create', made, start, input);
		const { id } = await makeEvent(sandbox);
		const change = { eventId: byId(String(id)), updateFields: times };
		await refused('event.update', change, start, input);
	});

	it('publishes nothing', async () => {
		const { bulletinCategories } = (await sandbox.control('groupware', {
			bulletinCategories: [{ name: 'News' }],
		})) as { bulletinCategories: Array<{ id: string }> };
		const categoryId = byId(String(bulletinCategories[0]?.id));
		const topic = { categoryId, subject: 'Hours', body: 'Until 17:00' };
		const { body } = await clientOf(sandbox).post('/bulletin/topics', {
			...topic,
			categoryId: categoryId.value,
		});
		for (const [name, label] of [
			['publishFrom', 'Publish From'],
			['publishUntil', 'Publish Until'],
		] as const) {
			const fields = { [name]: date };
			const reason = returned('time', label);
			await refused('bulletinTopic.create', { ...topic, additionalFields: fields }, reason, input);
			const change = { topicId: String(body.id), updateFields: fields };
			await refused('bulletinTopic.update', change, reason, input);
		}
	});

	it('is no due date', async () => {
		const todo = { subject: 'Call', additionalFields: { dueDate: date } };
		await refused('todo.create', todo, returned('time', 'Due Date'), input);
	});
});

it('a date of two parts is that date', async () => {
	const { output } = await run(
		'event.create',
		{
			subject: 'Call',
			start: '={{ $json.day }} {{ $json.time }}',
			end: '={{ $json.day }} 18:00 ',
			attendees: users('sato'),
			...TOKYO,
		},
		itemsWith({ day: '2032-05-05', time: '14:00' }),
	);
	expect((await eventOf(sandbox, output[0]?.json.id)).body).toMatchObject({
		start: { dateTime: '2032-05-05T14:00:00+09:00' },
		end: { dateTime: '2032-05-05T18:00:00+09:00' },
	});
});

it.each(['={{ $json.zone }} ', '={{ $json.zone }}\n', '={{ $json.area }}{{ $json.city }}'])(
	'a time zone that is not found is not that of the workflow: %j',
	async (timeZone) => {
		const event = { start: '2031-01-01 10:00', end: '2031-01-01 11:00' };
		const made = { subject: 'Call', ...event, attendees: users('sato'), timeZone };
		const nothing = 'The expression in "Time Zone" returned no value';
		await refused('event.create', made, nothing);
		const { id } = await makeEvent(sandbox);
		const change = { eventId: byId(String(id)), updateFields: { ...event, timeZone } };
		await refused('event.update', change, nothing);
		for (const name of ['timeZone', 'outputTimeZone']) {
			const label = name === 'timeZone' ? 'Time Zone' : 'Output Time Zone';
			await refused(
				'event.getAll',
				{ from: '2031-01-01', to: '', returnAll: true, options: { [name]: timeZone } },
				`The expression in "${label}" returned no value`,
			);
		}
	},
);

describe('a proxy setting', () => {
	const proxies = '/system/api/admin/proxies';
	const headers = [{ key: 'Authorization', value: 'Bearer s3cret' }];
	const rowsOf = (key: string, value: string) => ({ headers: { rows: [{ key, value }] } });

	it.each<[string, IDataObject, string]>([
		['value', rowsOf('Authorization', '=Bearer {{ $json.token }}'), 'An expression in "Headers"'],
		['key', rowsOf('=X-{{ $json.token }}', 'a'), 'The expression {{ $json.token }} in "Headers"'],
		[
			'address',
			{ url: '=https://example.com/{{ $json.token }}' },
			'The expression {{ $json.token }} in "URL"',
		],
	])('keeps its secrets if a part of a %s is not found', async (_name, updateFields, reason) => {
		await clientOf(sandbox).delete(`${proxies}/code/parts`);
		const setting = { proxyCode: 'parts', method: 'GET', url: 'https://a.example.com/', headers };
		expect((await clientOf(sandbox).post(proxies, setting)).status).toBe(200);
		for (const token of [undefined, null, ' ']) {
			const input = itemsWith({ token } as IDataObject);
			const change = { proxyCode: 'parts', updateFields };
			await refused('proxySetting.update', change, `${reason} returned no value`, input);
		}
		const created = { proxyCode: 'new', method: 'GET', url: 'https://a.example.com/' };
		const { url = created.url, ...additionalFields } = updateFields;
		await refused('proxySetting.create', { ...created, url, additionalFields }, reason);
		jsonOf(
			await run(
				'proxySetting.update',
				{ proxyCode: 'parts', updateFields },
				itemsWith({ token: 't' }),
			),
		);
		const { body } = await clientOf(sandbox).get(`${proxies}/code/parts`);
		expect(JSON.stringify(body)).toMatch(/Bearer t"|X-t|example\.com\/t"/);
	});
});

describe('an update of texts', () => {
	const nothing = [
		'={{ $json.a }} ',
		'= {{ $json.a }}',
		'={{ $json.a }}\n',
		'={{ $json.a }}{{ $json.b }}',
	];

	it.each(nothing)('leaves them as they are by %j', async (text) => {
		const before = {
			subject: 'Board meeting',
			notes: 'Agenda',
			companyInfo: { name: 'ACME', phone: '1' },
			facilityUsingPurpose: 'Talks',
		};
		const { id } = await makeEvent(sandbox, before);
		const updateFields = {
			subject: text,
			notes: text,
			facilityUsingPurpose: text,
			companyInfo: { name: text, phone: text },
			visibilityType: 'PRIVATE',
		};
		jsonOf(await run('event.update', { eventId: byId(String(id)), updateFields }));
		const { body } = await eventOf(sandbox, id);
		expect(body).toMatchObject({ ...before, visibilityType: 'PRIVATE' });

		const presence = '/presence/users/code/ito';
		await clientOf(sandbox).patch(presence, { status: { code: 'attend' }, notes: 'Desk' });
		const changed = { loginName: 'ito', updateFields: { notes: text, status: 'absence' } };
		jsonOf(await run('presence.updateByLoginName', changed));
		const { body: now } = await clientOf(sandbox).get(presence);
		expect(now).toMatchObject({ status: { code: 'absence' }, notes: 'Desk' });

		const admin = clientOf(sandbox);
		const code = `text-${Math.random()}`;
		const given = { name: 'Room', code, notes: 'Seats: 4', nameLocale: { ja: '部屋' } };
		const { body: room } = await admin.post('/schedule/admin/facilities', given);
		const kept = { name: text, notes: text, nameLocale: { ja: text, en: 'Room' } };
		jsonOf(await run('facility.update', { facilityId: byId(String(room.id)), updateFields: kept }));
		const found = await admin.get('/schedule/admin/facilities', { 'id[]': String(room.id) });
		expect(found.body.facilities).toEqual([
			expect.objectContaining({ ...given, nameLocale: { ja: '部屋', en: 'Room' } }),
		]);
	});

	it.each(['={{ null }} ', '={{ "" }}\n', '={{ null }}{{ "" }}'])(
		'empties them by %j',
		async (text) => {
			const { id } = await makeEvent(sandbox, { subject: 'Board meeting', notes: 'Agenda' });
			const updateFields = { subject: text, notes: text };
			jsonOf(await run('event.update', { eventId: byId(String(id)), updateFields }));
			expect((await eventOf(sandbox, id)).body).toMatchObject({ subject: '', notes: '' });
		},
	);

	it('writes the text beside a part that is missing, and the blanks beside one that is there', async () => {
		const { id } = await makeEvent(sandbox);
		const updateFields = { subject: '=Order {{ $json.no }}', notes: '={{ $json.notes }} ' };
		const input = itemsWith({ notes: 'Agenda' });
		jsonOf(await run('event.update', { eventId: byId(String(id)), updateFields }, input));
		const { body } = await eventOf(sandbox, id);
		expect(body).toMatchObject({ subject: 'Order ', notes: 'Agenda ' });
	});
});

describe('something new', () => {
	it.each(['={{ $json.a }} ', '={{ $json.a }}{{ $json.b }}', '={{ " " }}'])(
		'has no blanks for a title: %j',
		async (title) => {
			const empty = 'The parameter "Title" is empty';
			const message = { title, body: 'x', recipients: users('ito') };
			await refused('message.create', message, empty);
			await refused('spaceDiscussion.create', { spaceId: byId('1'), title, body: 'x' }, empty);
			await refused('todo.create', { subject: title }, empty);
			await refused(
				'facility.create',
				{ name: title, code: 'new' },
				'The parameter "Name" is empty',
			);
		},
	);

	it('has a title of text, not of an empty list', async () => {
		const times = { start: '2031-03-03T10:00:00+09:00', end: '2031-03-03T11:00:00+09:00' };
		const event = { subject: '={{ [] }}', ...times, attendees: users('sato') };
		await refused('event.create', event, '"Title" is an empty list, not text');
	});
});

describe('a notification key with a blank behind it', () => {
	const notification = {
		app: 'sandbox',
		change: 'add',
		title: '=Order {{ $json.title }}',
		notificationKey: '={{ $json.no }} ',
		url: 'https://example.com/orders',
		destinations: users('ito'),
	};
	const notifications = async () => {
		const { body } = await clientOf(sandbox, 'ito').get('/notification/items');
		const orders = body.items.filter(({ title }) => /^Order/.test(String(title)));
		return orders.map(({ title, operation }) => [title, operation]);
	};

	it('is no key if it is not found', async () => {
		const input = itemsWith({ title: 1 }, { title: 2 }, { title: 3, no: ' ' });
		await refused('notification.create', notification, '"Notification Key" is empty', input);
		expect(await notifications()).toEqual([]);
	});

	it('is the key without the blank', async () => {
		const input = itemsWith({ title: 17, no: 17 });
		const [made] = jsonOf(await run('notification.create', notification, input));
		expect(made?.notificationKey).toBe('17');
		expect(await notifications()).toEqual([['Order 17', 'add']]);
		const removed = { ...notification, change: 'remove', notificationKey: '17' };
		jsonOf(await run('notification.create', removed, input));
		expect(await notifications()).toEqual([['Order 17', 'remove']]);
	});
});

describe('a code of which a part is missing', () => {
	const times = { start: '2031-03-03T10:00:00+09:00', end: '2031-03-03T11:00:00+09:00' };

	it('reserves no other room', async () => {
		for (const code of ['room-1', 'room-10']) {
			await clientOf(sandbox).post('/schedule/admin/facilities', { name: code, code });
		}
		const facilities = rooms('=room-1{{ $json.suffix }}');
		const event = { subject: 'Meeting', ...times, attendees: users('sato'), facilities };
		const outcome = await runGroupware(sandbox, {
			resource: 'event',
			operation: 'create',
			parameters: event,
			items: [{ suffix: '0' }, {}, { suffix: '' }],
			onError: 'continueRegularOutput',
		});
		expect(outcome.output.map(({ json }) => json.facilities ?? json.error)).toEqual([
			['room-10'],
			expect.stringContaining(returned('suffix', 'Facilities')),
			expect.stringContaining(returned('suffix', 'Facilities')),
		]);
		const list = { facilities, timeZone: 'Asia/Tokyo', from: '2031-03-03', to: '2031-03-04' };
		await refused('event.book', list, returned('suffix', 'Facilities'));
	});

	it('invites, removes, and shows nobody else', async () => {
		const attendees = users('={{ $json.family }}{{ $json.nr }}');
		const input = itemsWith({ family: 'sato' });
		const nr = returned('nr', 'Attendees');
		await refused('event.create', { subject: 'Meeting', ...times, attendees }, nr, input);
		const { id } = await makeEvent(sandbox, {
			attendees: ['sato', 'admin'].map((code) => ({ type: 'USER', code })),
		});
		const updateFields = { attendees, attendeesChange: 'remove' };
		await refused('event.update', { eventId: byId(String(id)), updateFields }, nr, input);
		const whose = { loginName: '={{ $json.family }}{{ $json.nr }}' };
		for (const operation of ['get', 'update']) {
			await refused(
				`presence.${operation}ByLoginName`,
				{ ...whose, updateFields: { notes: 'x' } },
				returned('nr', 'Login Name'),
				input,
			);
		}
		await refused('presence.get', { userId: byId('=1{{ $json.nr }}') }, returned('nr', 'User'));
	});

	it('is not looked at where its kind is not chosen', async () => {
		const row = { kind: 'codes', codes: 'sato', user: byId('=1{{ $json.missing }}') };
		const attendees = { rows: [row] };
		const { output } = await run('event.create', { subject: 'Meeting', ...times, attendees });
		const { body } = await eventOf(sandbox, output[0]?.json.id);
		expect(body.attendees).toEqual([expect.objectContaining({ code: 'sato' })]);
	});
});

it('a parent that is not found is not the root', async () => {
	const filters = { parentId: '={{ $json.parent }} ' };
	await refused('bulletinCategory.getAll', filters, 'in "Parent Category ID" returned no value');
});
