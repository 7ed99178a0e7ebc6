import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { useSandbox } from '../../support/sandbox';
import { byId, clientOf, eventOf, jsonOf, makeEvent, rooms, runGroupware, users } from './world';

const sandbox = useSandbox();

let dump: IDataObject;

beforeAll(async () => {
	await sandbox.control('reset', { demo: true });
});

const run = async (name: string, parameters: IDataObject, input?: INodeExecutionData[]) => {
	const [resource = '', operation = ''] = name.split('.');
	return await runGroupware(sandbox, { resource, operation, parameters, ...(input && { input }) });
};

/** All that the sandbox holds, so that nothing that a refused run did stays unseen. */
const everything = async () =>
	(await (await fetch(`${sandbox.url}/_sandbox/dump`)).json()) as IDataObject;

/** The run is refused for a reason and changes nothing. */
async function refused(name: string, parameters: IDataObject, reason: RegExp | string) {
	dump = await everything();
	const { error } = await run(name, parameters);
	expect(await everything()).toEqual(dump);
	expect(error?.message).toMatch(reason);
}

const NOTHING = {
	'an expression that finds nothing': '={{ $json.missing }}',
	null: '={{ null }}',
	'empty text': '={{ "" }}',
	'a list with null': '={{ ["ito", null] }}',
	'a list with an object of null': '={{ [{ code: "ito" }, { code: null }] }}',
	'text with a gap': '=ito,{{ $json.missing }}',
};
const LOST = Object.entries(NOTHING);

/** A first row that names somebody, and one whose expression names nobody. */
const beside = (codes: string) => ({
	rows: [
		{ kind: 'codes', codes: 'sato' },
		{ kind: 'codes', codes },
	],
});
const EMPTY_ROWS = [
	{ kind: 'codes', codes: '' },
	{ kind: 'codes' },
	{ kind: 'user', user: { __rl: true, mode: 'list', value: '' } },
	{},
];
const TIMES = { start: '2031-03-03T10:00:00+09:00', end: '2031-03-03T11:00:00+09:00' };
const SEARCH = { minutes: 60, from: '2031-03-03 00:00', to: '2031-03-08 00:00' };

describe.each(LOST)('a row of codes that is %s', (_name, codes) => {
	const entry = /entry 2 of 2 has no (login name|code)/;
	const additional = (name: string, list: object) => ({ additionalFields: { [name]: list } });

	it('removes nobody from an event', async () => {
		const { id } = await makeEvent(sandbox, {
			attendees: ['sato', 'ito', 'mori'].map((code) => ({ type: 'USER', code })),
			facilities: [{ code: 'room-a' }, { code: 'room-b' }],
		});
		const change = (updateFields: IDataObject) => ({ eventId: byId(String(id)), updateFields });
		await refused('event.update', change({ attendees: beside(codes) }), entry);
		const facilities = { rows: [...rooms('room-a').rows, { kind: 'codes', codes }] };
		await refused('event.update', change({ facilities }), entry);
		await refused('event.update', change({ watchers: beside(codes) }), entry);
		await clientOf(sandbox).delete(`/schedule/events/${String(id)}`);
	});

	it('makes no event without those who were meant', async () => {
		const event = { subject: 'Meeting', ...TIMES };
		const room = { rows: [...rooms('room-a').rows, { kind: 'codes', codes }] };
		await refused('event.create', { ...event, attendees: beside(codes) }, entry);
		await refused('event.create', { ...event, attendees: users('sato'), facilities: room }, entry);
		const watched = { visibilityType: 'SET_PRIVATE_WATCHERS', watchers: beside(codes) };
		await refused(
			'event.create',
			{ ...event, attendees: users('sato'), additionalFields: watched },
			entry,
		);
		await refused('event.book', { ...SEARCH, attendees: beside(codes) }, entry);
		await refused('event.book', { ...SEARCH, facilities: room }, entry);
	});

	it('sends no message and no notification to fewer people', async () => {
		const message = { title: 'Shift', body: 'Who comes?' };
		await refused('message.create', { ...message, recipients: beside(codes) }, entry);
		await refused(
			'message.create',
			{ ...message, recipients: users('sato'), ...additional('operators', beside(codes)) },
			entry,
		);
		const notice = {
			app: 'orders',
			notificationKey: '1',
			title: 'Order',
			url: 'https://a.example',
		};
		await refused('notification.create', { ...notice, destinations: beside(codes) }, entry);
	});

	it('reads no calendars of fewer people', async () => {
		const calendars = { calendar: 'users', users: beside(codes) };
		await refused('event.getAll', calendars, entry);
	});
});

describe('a row that a person left empty', () => {
	it('stops nothing: the others are meant', async () => {
		const list = {
			rows: [...EMPTY_ROWS.slice(0, 2), ...users('ito,').rows, ...EMPTY_ROWS.slice(2)],
		};
		const [message] = jsonOf(
			await run('message.create', { title: 'Shift', body: '', recipients: list }),
		);
		expect(message?.recipients).toHaveLength(1);
		const { id } = await makeEvent(sandbox);
		jsonOf(
			await run('event.update', { eventId: byId(String(id)), updateFields: { attendees: list } }),
		);
		const { attendees } = (await eventOf(sandbox, id)).body as unknown as IDataObject;
		expect((attendees as IDataObject[]).map(({ code }) => code)).toEqual(['ito']);
	});

	it('changes no list of an event where it is the only one', async () => {
		const { id } = await makeEvent(sandbox);
		const updateFields = { attendees: { rows: EMPTY_ROWS }, notes: 'New' };
		jsonOf(await run('event.update', { eventId: byId(String(id)), updateFields }));
		const { body } = await eventOf(sandbox, id);
		expect(body).toMatchObject({ notes: 'New', attendees: [{ code: 'admin' }] });
	});
});

it('an expression that gives no user is not the user "null"', async () => {
	const row = { kind: 'user', user: { __rl: true, mode: 'id', value: '={{ { code: null } }}' } };
	await refused(
		'message.create',
		{ title: 'Shift', body: '', recipients: { rows: [...users('sato').rows, row] } },
		'"Recipients": entry 2 of 2 has no user',
	);
	await refused('event.getAll', { calendar: 'user', user: row.user }, 'No user is selected');
});

describe('attachments', () => {
	const file = {
		data: Buffer.from('plan').toString('base64'),
		mimeType: 'text/plain',
		fileName: 'a',
	};
	const input = [{ json: {}, binary: { data: file } }] as INodeExecutionData[];
	const withFiles = async (attachments: string) => {
		const event = { subject: 'Meeting', ...TIMES, attendees: users('sato') };
		return await run('event.create', { ...event, additionalFields: { attachments } }, input);
	};

	it.each([
		['={{ $json.missing }}', 'returned no value'],
		['={{ null }}', 'returned no value'],
		['={{ "" }}', 'returned no value'],
		['={{ ["data", null] }}', 'has an empty value: entry 2 of 2'],
		['=data,{{ $json.missing }}', 'has an empty value: entry 2 of 2'],
	])('that an expression does not find are not left out: %s', async (attachments, reason) => {
		dump = await everything();
		const { error } = await withFiles(attachments);
		expect(error?.message).toContain(`"Attachments" ${reason}`);
		expect(await everything()).toEqual(dump);
	});

	it.each([
		['', 0],
		['={{ [] }}', 0],
		['data, ', 1],
		['={{ ["data"] }}', 1],
	])('may be none where none are meant: %s', async (attachments, count) => {
		const [made] = jsonOf(await withFiles(attachments));
		const { body } = await eventOf(sandbox, made?.id);
		expect((body as unknown as IDataObject).attachments).toHaveLength(count);
	});
});

describe('a choice that is not offered', () => {
	const message = { title: 'Shift', body: '', recipients: users('sato') };
	const event = { subject: 'Meeting', ...TIMES, attendees: users('sato') };
	const search = { ...SEARCH, facilities: rooms('room-a, room-b') };
	const cases: Array<[string, IDataObject, string]> = [
		['event.book', { ...search, facilityCondition: '={{ "and" }}' }, 'Required Facilities'],
		['event.book', { ...search, withoutSlot: '={{ "return" }}' }, 'When No Slot Is Available'],
		['event.book', { ...search, days: '={{ "sundays" }}' }, 'Days'],
		['event.book', { ...search, workingHours: '={{ "never" }}' }, 'Only in Working Hours'],
		['event.create', { ...event, form: '={{ "allday" }}' }, 'Time Type'],
		['event.create', { ...event, additionalFields: { visibilityType: '={{ "" }}' } }, 'Visibility'],
		[
			'event.create',
			{ ...event, additionalFields: { visibilityType: '={{ null }}' } },
			'Visibility',
		],
		['event.getAll', { sort: '={{ "newest" }}' }, 'Sort'],
		[
			'message.create',
			{ ...message, additionalFields: { operatorType: '={{ "" }}' } },
			'Who Can Edit',
		],
		['todo.create', { subject: 'Call', additionalFields: { priority: '={{ null }}' } }, 'Priority'],
	];
	it.each(cases)('is not taken for the default: %s %j', async (name, parameters, label) => {
		const isNull = JSON.stringify(parameters).includes('={{ null }}');
		await refused(
			name,
			parameters,
			isNull
				? `The expression in "${label}" returned no value`
				: `is not a valid value for "${label}"`,
		);
	});

	it('changes no event', async () => {
		const { id } = await makeEvent(sandbox);
		for (const [field, value, label] of [
			['form', 'allday', 'Time Type'],
			['visibilityType', '', 'Visibility'],
			['attendeesChange', 'Add', 'Attendees Update Mode'],
		] as const) {
			await refused(
				'event.update',
				{ eventId: byId(String(id)), updateFields: { [field]: `={{ "${value}" }}` } },
				`is not a valid value for "${label}"`,
			);
		}
	});

	it('has a kind of entry that the list offers', async () => {
		const recipients = { rows: [{ kind: '={{ "organization" }}', user: byId('1') }] };
		await refused('message.create', { ...message, recipients }, 'entry 1 of 1 has an invalid type');
	});
});

describe('what an expression empties', () => {
	it('is the title of an event', async () => {
		const { id } = await makeEvent(sandbox, { subject: 'Secret' });
		const updateFields = { subject: '={{ null }}' };
		jsonOf(await run('event.update', { eventId: byId(String(id)), updateFields }));
		expect((await eventOf(sandbox, id)).body.subject).toBe('');
	});

	it.each(['={{ null }}', '={{ "" }}'])(
		'is refused where it cannot be empty: %s',
		async (empty) => {
			const { id } = await makeEvent(sandbox);
			const isNull = empty.includes('null');
			for (const [name, reason] of [
				['start', '"Start" can\'t be empty'],
				['end', '"End" can\'t be empty'],
				[
					'form',
					isNull
						? 'The expression in "Time Type" returned no value'
						: '"" is not a valid value for "Time Type"',
				],
			] as const) {
				const updateFields = { notes: 'New', [name]: empty };
				await refused('event.update', { eventId: byId(String(id)), updateFields }, reason);
			}
			const client = clientOf(sandbox);
			const { body: room } = await client.post('/schedule/admin/facilities', {
				name: 'Room',
				code: `empty-${empty.length}`,
			});
			const { body: group } = await client.post('/schedule/admin/facilityGroups', {
				name: 'Group',
				code: `empty-${empty.length}`,
			});
			const changes = [
				['facility.update', 'facilityId', room.id],
				['facilityGroup.update', 'facilityGroupId', group.id],
			] as const;
			for (const [operation, parameter, thing] of changes) {
				for (const name of ['name', 'code']) {
					const updateFields = { notes: 'New', [name]: empty };
					const change = { [parameter]: byId(String(thing)), updateFields };
					await refused(operation, change, "can't be empty");
				}
			}
			const proxyCode = `empty-${empty.length}`;
			const setting = { proxyCode, method: 'GET', url: 'https://example.com/' };
			await client.post('/system/api/admin/proxies', setting);
			for (const name of ['method', 'status', 'url']) {
				const updateFields = { headers: { rows: [{ key: 'a', value: 'b' }] }, [name]: empty };
				await refused('proxySetting.update', { proxyCode, updateFields }, "can't be empty");
			}
		},
	);

	it.each(['={{ null }}', '={{ "" }}', '={{ $json.missing }}'])(
		'is refused where it would leave a group, or return all: %s',
		async (value) => {
			const { body: room } = await clientOf(sandbox).post('/schedule/admin/facilities', {
				name: 'Room',
				code: `group-${value.length}`,
			});
			const { body: group } = await clientOf(sandbox).post('/schedule/admin/facilityGroups', {
				name: 'Group',
				code: `group-${value.length}`,
			});
			const named = { facilityGroup: byId(value) };
			const parent = { parentFacilityGroup: byId(value) };
			const thing = { name: 'New', code: 'new' };
			const kept = '"Facility Group" can\'t be empty';
			const nothing = 'The expression in "Facility Group" returned no value';
			const noParent = 'The expression in "Parent Group" returned no value';
			const cases: Array<[string, IDataObject, string]> = [
				['facility.update', { facilityId: byId(String(room.id)), updateFields: named }, kept],
				['facility.create', { ...thing, additionalFields: named }, nothing],
				['facility.getAllAsAdministrator', { filters: named }, nothing],
				[
					'facilityGroup.update',
					{ facilityGroupId: byId(String(group.id)), updateFields: parent },
					'"Parent Group" can\'t be empty',
				],
				['facilityGroup.create', { ...thing, additionalFields: parent }, noParent],
				['facilityGroup.getAllAsAdministrator', { filters: parent }, noParent],
			];
			for (const one of cases) await refused(...one);
		},
	);

	it('is no presence, if it is a list or not one of the statuses', async () => {
		await clientOf(sandbox).patch('/presence/users/code/sato', { status: { code: 'attend' } });
		for (const other of ['[]', '[null]', '"  "', '0', 'false', '{}']) {
			const change = { loginName: 'sato', updateFields: { status: `={{ ${other} }}` } };
			await refused('presence.updateByLoginName', change, /"Status"|status.code/);
		}
	});

	it('is refused where null would leave it: a group, a switch', async () => {
		const { id } = await makeEvent(sandbox, { useAttendanceCheck: true });
		const updateFields = { notes: 'New', useAttendanceCheck: '={{ null }}' };
		await refused('event.update', { eventId: byId(String(id)), updateFields }, "can't be empty");
		const { body: room } = await clientOf(sandbox).post('/schedule/admin/facilities', {
			name: 'Room',
			code: 'of-a-group',
		});
		for (const none of ['null', '[]']) {
			const group = { notes: 'New', facilityGroup: byId(`={{ ${none} }}`) };
			const change = { facilityId: byId(String(room.id)), updateFields: group };
			await refused('facility.update', change, /can't be empty|not a valid facility group/);
		}
	});
});

describe('lists of other resources', () => {
	it('are emptied by their names only', async () => {
		const proxyCode = 'lists';
		const headers = [{ key: 'X-A', value: '1' }];
		const setting = { proxyCode, method: 'GET', url: 'https://example.com/', headers };
		await clientOf(sandbox).post('/system/api/admin/proxies', setting);
		const emptied = async (value: string) => ({ proxyCode, updateFields: { emptied: value } });
		await refused(
			'proxySetting.update',
			await emptied('={{ ["headers", "parameter"] }}'),
			'"parameter" is not a valid value for "Lists to Empty"',
		);
		const rows = [
			{ key: 'X-B', value: '2' },
			{ key: '={{ $json.missing }}', value: '={{ null }}' },
		];
		await refused(
			'proxySetting.update',
			{ proxyCode, updateFields: { headers: { rows } } },
			'List entry 2 of 2 has no key',
		);
		jsonOf(await run('proxySetting.update', await emptied('={{ "headers" }}')));
		const { body } = await clientOf(sandbox).get('/system/api/admin/proxies/code/lists');
		expect((body as unknown as IDataObject).headers ?? []).toEqual([]);
	});

	it.each(['={{ $json.missing }}', '={{ null }}', '={{ ["room-a", null] }}'])(
		'do not return all, or fewer, where a filter is %s',
		async (codes) => {
			const reason = (label: string) =>
				codes.includes('null]')
					? `"${label}" has an empty value`
					: `The expression in "${label}" returned no value`;
			await refused('facility.getAllAsAdministrator', { filters: { codes } }, reason('Codes'));
			const ids = { filters: { ids: codes } };
			await refused('facilityGroup.getAllAsAdministrator', ids, reason('IDs'));
			const group = { filters: { facilityGroup: byId('={{ null }}') } };
			await refused(
				'facility.getAllAsAdministrator',
				group,
				'The expression in "Facility Group" returned no value',
			);
			const status = { filters: { status: '={{ ["APPROVED", null] }}' } };
			await refused('workflowRequest.getAllAsAdministrator', status, '"Status" has an empty value');
		},
	);
});

describe.each(['={{ $json.missing }}', '={{ null }}'])('a stored object, by %s', (value) => {
	const itemName = 'com.example.lost';

	it('is not replaced by an empty one', async () => {
		const { id } = await makeEvent(sandbox);
		const path = `/schedule/events/${String(id)}/datastore/${itemName}`;
		const kept = { value: { orderId: 'A-17' } };
		await clientOf(sandbox).post(path, kept);
		const change = { eventId: byId(String(id)), itemName, value };
		await refused(
			'eventCustomItem.update',
			change,
			'The expression in "Value (JSON)" returned no value',
		);
		expect((await clientOf(sandbox).get(path)).body).toEqual(kept);
	});

	it('is not created empty', async () => {
		const { id } = await makeEvent(sandbox);
		const made = { eventId: byId(String(id)), itemName, value };
		await refused(
			'eventCustomItem.create',
			made,
			'The expression in "Value (JSON)" returned no value',
		);
	});
});

it('watchers who see an event as all others do are told in a hint', async () => {
	const event = { ...TIMES, subject: 'Talk', attendees: users('sato') };
	const hint = '"Watchers" has an effect only if "Visibility" is Private With Watchers';
	const hints = async (fields: IDataObject) => {
		const additionalFields = { ...fields, watchers: users('ito') };
		const outcome = await run('event.create', { ...event, additionalFields });
		expect(jsonOf(outcome)).toHaveLength(1);
		return outcome.hints.map(({ message }) => message);
	};
	expect(await hints({})).toContain(hint);
	expect(await hints({ visibilityType: 'SET_PRIVATE_WATCHERS' })).not.toContain(hint);
	const { id } = await makeEvent(sandbox);
	for (const [fields, says] of [
		[{}, true],
		[{ visibilityType: 'SET_PRIVATE_WATCHERS' }, false],
		[{}, false],
		[{ visibilityType: 'PRIVATE' }, true],
	] as const) {
		const updateFields = { ...fields, watchers: users('ito') };
		const outcome = await run('event.update', { eventId: byId(String(id)), updateFields });
		expect(jsonOf(outcome)).toHaveLength(1);
		expect(outcome.hints.some(({ message }) => message === hint)).toBe(says);
	}
});

it('a list is not emptied where people or facilities are named for it', async () => {
	const { id } = await makeEvent(sandbox, { facilities: [{ code: 'room-a' }] });
	for (const [name, label, codes] of [
		['attendees', 'Attendees', 'mori'],
		['facilities', 'Facilities', 'room-b'],
	] as const) {
		const updateFields = { [name]: users(codes), [`${name}Change`]: 'clear' };
		await refused(
			'event.update',
			{ eventId: byId(String(id)), updateFields },
			`"${label} Update Mode" is Empty the List, but "${label}" also has values`,
		);
	}
	await clientOf(sandbox).delete(`/schedule/events/${String(id)}`);
});

it.each([
	'{"orderId": 12345678901234567890}',
	'{"a": [0.12345678901234567891]}',
	'{"a": {"b": -1e400}}',
])('a stored object has the numbers that were entered, or none: %s', async (value) => {
	const { id } = await makeEvent(sandbox);
	const item = { eventId: byId(String(id)), itemName: 'com.example', value };
	await refused('eventCustomItem.create', item, 'has a number that would be changed');
});

it('a stored object has long numbers in quotes, and all that can be kept', async () => {
	const { id } = await makeEvent(sandbox);
	const stored = { id: '12345678901234567890', most: 9007199254740991, small: 1.5e-7, none: 0 };
	const value =
		'{"id": "12345678901234567890", "most": 9007199254740991, "small": 1.50e-7, "none": -0.0}';
	const item = { eventId: byId(String(id)), itemName: 'com.example', value };
	jsonOf(await run('eventCustomItem.create', item));
	const path = `/schedule/events/${String(id)}/datastore/com.example`;
	expect((await clientOf(sandbox).get(path)).body).toMatchObject({ value: stored });
});

it('a stored object is not replaced by a new one of the same name', async () => {
	const { id } = await makeEvent(sandbox);
	const itemName = 'com.example.order';
	const path = `/schedule/events/${String(id)}/datastore/${itemName}`;
	const create = { eventId: byId(String(id)), itemName, value: '{"orderId": "A-17"}' };
	jsonOf(await run('eventCustomItem.create', create));
	await refused(
		'eventCustomItem.create',
		{ ...create, value: '{"invoice": 5}' },
		'The event already has a custom item with the name "com.example.order"',
	);
	expect((await clientOf(sandbox).get(path)).body).toEqual({ value: { orderId: 'A-17' } });
	// The second run of a workflow whose first one was cut off.
	jsonOf(await run('eventCustomItem.create', create));
	const other = { ...create, itemName: 'com.example.two', value: '={{ $json }}' };
	const both = await runGroupware(sandbox, {
		resource: 'eventCustomItem',
		operation: 'create',
		parameters: other,
		input: [{ json: { first: 1 } }, { json: { second: 2 } }],
		onError: 'continueRegularOutput',
	});
	expect(both.output.map(({ json }) => 'error' in json)).toEqual([false, true]);
	const { body } = await clientOf(sandbox).get(path.replace('order', 'two'));
	expect(body).toEqual({ value: { first: 1 } });
});

it('a stored object is not replaced where a gateway answered in place of it', async () => {
	const { id } = await makeEvent(sandbox);
	const itemName = 'com.example.order';
	const path = `/schedule/events/${String(id)}/datastore/${itemName}`;
	await clientOf(sandbox).post(path, { value: { orderId: 'A-17' } });
	const create = { eventId: byId(String(id)), itemName, value: '{"invoice": 5}' };
	const answered = async (html: string) =>
		await sandbox.faults({ method: 'GET', path: '/g/api/v1/schedule', html, status: 200 });
	await answered('{"message": "Please wait"}');
	await refused('eventCustomItem.create', create, 'JSON that is not an API response');
	expect((await clientOf(sandbox).get(path)).body).toEqual({ value: { orderId: 'A-17' } });
	// It is not known what the service answers for a name that is free.
	await answered('{}');
	jsonOf(await run('eventCustomItem.create', { ...create, itemName: 'com.example.free' }));
	const free = await clientOf(sandbox).get(path.replace('order', 'free'));
	expect(free.body).toEqual({ value: { invoice: 5 } });
});

it('a stored object is replaced by an empty one where that is meant', async () => {
	const { id } = await makeEvent(sandbox);
	const itemName = 'com.example.emptied';
	const path = `/schedule/events/${String(id)}/datastore/${itemName}`;
	await clientOf(sandbox).post(path, { value: { orderId: 'A-17' } });
	for (const value of ['={{ {} }}', '{}']) {
		jsonOf(await run('eventCustomItem.update', { eventId: byId(String(id)), itemName, value }));
		expect((await clientOf(sandbox).get(path)).body).toEqual({ value: {} });
	}
});

describe.each(['={{ $json.missing }}', '={{ null }}'])('by %s', (value) => {
	const nothing = /The expression in .* returned no value/;
	const message = { title: 'Shift', body: 'Moved', recipients: users('sato') };

	it('a draft is not sent', async () => {
		await refused('message.create', { ...message, additionalFields: { isDraft: value } }, nothing);
	});

	it('no event becomes public', async () => {
		const additionalFields = { visibilityType: value };
		const event = { ...TIMES, subject: 'Talk', attendees: users('sato'), additionalFields };
		await refused('event.create', event, nothing);
	});

	it('no empty text is sent', async () => {
		const sent: Array<[string, IDataObject]> = [
			['message.create', { ...message, body: value }],
			['spaceDiscussion.create', { spaceId: byId('1'), title: 'Plan', body: value }],
			['spaceComment.create', { spaceId: byId('1'), discussionId: byId('1'), body: value }],
			[
				'notification.create',
				{
					app: 'sandbox',
					notificationKey: '1',
					title: 'Order',
					url: 'https://a.example',
					destinations: users('sato'),
					body: value,
				},
			],
		];
		for (const [name, parameters] of sent) {
			await refused(name, parameters, 'The expression in "Text" returned no value');
		}
		const event = { ...TIMES, subject: value, attendees: users('sato') };
		await refused('event.create', event, 'The expression in "Title" returned no value');
	});

	it.each(['allDay', 'period'])('no event ends on its first day: %s', async (form) => {
		const event = { subject: 'Fair', form, start: '2031-03-03', end: value };
		await refused(
			'event.create',
			{ ...event, attendees: users('sato') },
			'The expression in "End" returned no value',
		);
	});

	it('nobody is replaced', async () => {
		const { id } = await makeEvent(sandbox, { attendees: [{ type: 'USER', code: 'sato' }] });
		const updateFields = { attendees: users('ito'), attendeesChange: value };
		await refused(
			'event.update',
			{ eventId: byId(String(id)), updateFields },
			'The expression in "Attendees Update Mode" returned no value',
		);
	});

	it('a list is not of everything', async () => {
		const filters = { keyword: value };
		await refused('event.getAll', { returnAll: true, options: filters }, nothing);
		await refused('workflowRequest.getAllAsAdministrator', { filters: { status: value } }, nothing);
	});
});

it('other fields change where the change of people is not there and no people are given', async () => {
	const { id } = await makeEvent(sandbox, { attendees: [{ type: 'USER', code: 'sato' }] });
	const updateFields = { subject: 'New', attendeesChange: '={{ $json.missing }}' };
	jsonOf(await run('event.update', { eventId: byId(String(id)), updateFields }));
	const event = (await eventOf(sandbox, String(id))).body;
	expect(event).toMatchObject({ subject: 'New', attendees: [{ code: 'sato' }] });
});

describe('an empty list of an expression', () => {
	const none = { rows: [{ kind: 'codes', codes: '={{ [] }}' }] };

	it.each([{}, { attendeesChange: 'replace', facilitiesChange: 'replace' }])(
		'empties a list of an event: %j',
		async (changes) => {
			const { id } = await makeEvent(sandbox, {
				attendees: [{ type: 'USER', code: 'sato' }],
				facilities: [{ code: 'room-a' }],
				start: { dateTime: '2032-03-03T10:00:00+09:00', timeZone: 'Asia/Tokyo' },
				end: { dateTime: '2032-03-03T11:00:00+09:00', timeZone: 'Asia/Tokyo' },
			});
			const update = async (updateFields: IDataObject) => {
				jsonOf(await run('event.update', { eventId: byId(String(id)), updateFields }));
				return (await eventOf(sandbox, id)).body as unknown as Record<string, IDataObject[]>;
			};
			expect(await update({ ...changes, facilities: none })).toMatchObject({
				facilities: [],
				attendees: [{ code: 'sato' }],
			});
			await update({ facilities: rooms('room-a') });
			expect(await update({ ...changes, attendees: none })).toMatchObject({
				attendees: [],
				facilities: [{ code: 'room-a' }],
			});
			await clientOf(sandbox).delete(`/schedule/events/${String(id)}`);
		},
	);

	it('empties the watchers of an event, or the service says why not', async () => {
		const watchers = [{ type: 'USER', code: 'ito' }];
		const watched = { visibilityType: 'SET_PRIVATE_WATCHERS', watchers };
		const { id } = await makeEvent(sandbox, watched);
		const updateFields = { watchers: none, visibilityType: 'PRIVATE' };
		jsonOf(await run('event.update', { eventId: byId(String(id)), updateFields }));
		const { body } = await eventOf(sandbox, id);
		expect((body as unknown as IDataObject).watchers ?? []).toEqual([]);
		const other = await makeEvent(sandbox, watched);
		const change = { eventId: byId(String(other.id)), updateFields: { watchers: none } };
		const { error } = await run('event.update', change);
		expect(error?.message).toContain('watchers');
		expect((await eventOf(sandbox, other.id)).body).toMatchObject({ watchers: [{ code: 'ito' }] });
	});

	it('adds and removes nobody', async () => {
		const { id } = await makeEvent(sandbox);
		for (const attendeesChange of ['add', 'remove']) {
			const updateFields = { attendees: none, attendeesChange };
			jsonOf(await run('event.update', { eventId: byId(String(id)), updateFields }));
			expect((await eventOf(sandbox, id)).body).toMatchObject({ attendees: [{ code: 'admin' }] });
		}
	});
});

it('attendees that are added come after those that the event has', async () => {
	const attendees = ['sato', 'ito', 'mori'].map((code) => ({ type: 'USER', code }));
	const { id } = await makeEvent(sandbox, { attendees });
	const updateFields = { attendees: users('admin', 'sato'), attendeesChange: 'add' };
	jsonOf(await run('event.update', { eventId: byId(String(id)), updateFields }));
	const { body } = await eventOf(sandbox, id);
	const codes = (body as unknown as Record<string, IDataObject[]>).attendees?.map(
		({ code }) => code,
	);
	expect(codes).toEqual(['sato', 'ito', 'mori', 'admin']);
});

describe('an entry of an expression that says what it is', () => {
	/** A list with an organization that has the ID of a user, as the service returns it. */
	const withOrganization = async (kind = 'codes') => {
		const { body } = await makeEvent(sandbox, {
			attendees: [{ type: 'ORGANIZATION', code: 'sales' }],
		}).then(async ({ id }) => await eventOf(sandbox, id));
		const [organization] = (body as unknown as Record<string, IDataObject[]>).attendees ?? [];
		const value = `={{ ${JSON.stringify(organization).replaceAll('}', '} ')} }}`;
		const field = kind === 'codes' ? { codes: value } : { user: byId(value) };
		return { organization, list: { rows: [{ kind, ...field }] } };
	};

	it.each(['codes', 'user'])(
		'is the organization that it is in a list of attendees: %s',
		async (kind) => {
			const { organization, list } = await withOrganization(kind);
			const event = { subject: 'Talk', ...TIMES, attendees: list };
			const [made] = jsonOf(await run('event.create', event));
			expect((await eventOf(sandbox, made?.id)).body).toMatchObject({
				attendees: [{ type: 'ORGANIZATION', id: organization?.id }],
			});
		},
	);

	it.each(['codes', 'user'])('is refused where only users are meant: %s', async (kind) => {
		const { list } = await withOrganization(kind);
		const message = { title: 'Shift', body: 'Who comes?', recipients: list };
		await refused('message.create', message, '"Recipients": entry 1 of 1 is an organization');
	});

	it('is refused in a list of facilities', async () => {
		const { list } = await withOrganization();
		const event = { subject: 'Talk', ...TIMES, attendees: users('sato'), facilities: list };
		await refused('event.create', event, '"Facilities": entry 1 of 1 is an organization');
	});
});

it('a change that is answered with a list of null may have been written', async () => {
	const { id } = await makeEvent(sandbox);
	const answer = JSON.stringify({ id: String(id), attendees: [null] });
	await sandbox.faults({
		method: 'PATCH',
		path: 'schedule/events',
		status: 200,
		html: answer,
		times: 1,
	});
	const updateFields = { subject: 'New' };
	const { error } = await run('event.update', { eventId: byId(String(id)), updateFields });
	expect(error?.message).toContain('The service returned an unexpected response');
	expect(error?.description).toContain('may or may not have succeeded');
});

describe('a time zone by an abbreviation of several', () => {
	const reason = '"BST" can mean several time zones';
	const timeZone = '={{ "BST" }}';
	const attendees = users('sato');

	it('makes no event hours away', async () => {
		const times = { start: '2031-07-01 10:00', end: '2031-07-01 11:00' };
		await refused('event.create', { subject: 'Call', attendees, ...times, timeZone }, reason);
		const named = { start: '2031-07-01 10:00[BST]', end: '2031-07-01 11:00[BST]' };
		await refused('event.create', { subject: 'Call', attendees, ...named }, reason);
	});

	it('moves none', async () => {
		const { id } = await makeEvent(sandbox);
		const updateFields = { start: '2031-07-01 10:00', end: '2031-07-01 11:00', timeZone };
		await refused('event.update', { eventId: byId(String(id)), updateFields }, reason);
	});
});

describe('a key of which a part is not found', () => {
	const reason =
		/expression \{\{ \$json\.no \}\} in "(Notification Key|Code|Proxy Code|Name)" returned no value/;
	const key = '=order-{{ $json.no }}';
	const proxies = '/system/api/admin/proxies';

	it.each<[string, IDataObject]>([
		['facility.create', { name: 'Room', code: key }],
		['facilityGroup.create', { name: 'Rooms', code: key }],
		['proxySetting.create', { proxyCode: key, method: 'GET', url: 'https://example.com' }],
	])('creates nothing: %s', async (name, parameters) => {
		await refused(name, parameters, reason);
	});

	it('deletes nothing', async () => {
		const setting = { proxyCode: 'order-', method: 'GET', url: 'https://example.com' };
		expect((await clientOf(sandbox).post(proxies, setting)).status).toBe(200);
		await refused('proxySetting.delete', { proxyCode: key }, reason);
	});

	it('replaces no custom item', async () => {
		const { id } = await makeEvent(sandbox);
		const path = `/schedule/events/${String(id)}/datastore/order.`;
		await clientOf(sandbox).post(path, { value: { a: 1 } });
		const itemName = '=order.{{ $json.no }}';
		const value = '{ "b": 2 }';
		await refused('eventCustomItem.update', { eventId: byId(String(id)), itemName, value }, reason);
	});

	const notification = {
		app: 'sandbox',
		change: 'add',
		title: '=Order {{ $json.no }}',
		url: 'https://example.com/orders',
		destinations: users('sato'),
		additionalFields: {},
	};

	it.each([
		["{{ $('Trigger').item.json.no }}", { no: 1 }, 'order-1'],
		['{{ $json.no ?? $json.nr }}', { nr: 2 }, 'order-2'],
		['{{ $json.order?.no }}', { order: { no: 3 } }, 'order-3'],
		['{{ $json.part }}{{ $json.no }}', { part: '', no: 4 }, 'order-4'],
	])('is refused, however the part is written: %s', async (part, whole, made) => {
		const outcome = await runGroupware(sandbox, {
			resource: 'notification',
			operation: 'create',
			parameters: {
				...notification,
				title: `=Part of ${made}`,
				notificationKey: `=order-${part}`,
			},
			items: [whole, {}, { part: '', no: '', nr: '', order: { no: ' ' } }],
			onError: 'continueRegularOutput',
		});
		expect(outcome.output.map(({ json }) => json.notificationKey)).toEqual([
			made,
			undefined,
			undefined,
		]);
		expect(outcome.output[1]?.json.error).toMatch(
			/^The expression .* in "Notification Key" returned no value/,
		);
		const { body } = await clientOf(sandbox, 'sato').get('/notification/items');
		expect(body.items.filter(({ title }) => title === `Part of ${made}`)).toHaveLength(1);
	});

	it('is not shared by notifications of several items', async () => {
		const outcome = await runGroupware(sandbox, {
			resource: 'notification',
			operation: 'create',
			parameters: { ...notification, notificationKey: key },
			items: [{ no: 1 }, {}, { no: null }, { no: '' }],
			onError: 'continueRegularOutput',
		});
		const keys = outcome.output.map(({ json }) => json.notificationKey);
		expect(keys).toEqual(['order-1', undefined, undefined, undefined]);
		const { body } = await clientOf(sandbox, 'sato').get('/notification/items');
		const titles = body.items.map(({ title }) => String(title)).filter((one) => /^Order/.test(one));
		expect(titles).toEqual(['Order 1']);
	});
});

describe('a line of which the expression finds nothing', () => {
	const gap = '{{ $json.missing }}';

	it.each([
		['last', `=sato\n${gap}`],
		['last, with a line break', `=sato\n${gap}\n`],
		['first', `=\n${gap}\nsato`],
		['second of two expressions', `={{ "sato" }}\n${gap}`],
	])('leaves nobody out: %s', async (_which, codes) => {
		const attendees = { rows: [{ kind: 'codes', codes }] };
		await refused('event.create', { ...TIMES, subject: 'Lines', attendees }, 'has no login name');
		const { id } = await makeEvent(sandbox);
		const change = { eventId: byId(String(id)), updateFields: { attendees } };
		await refused('event.update', change, 'has no login name');
	});

	it('leaves no file out', async () => {
		const parameters = { ...TIMES, subject: 'Files', attendees: users('ito') };
		const additionalFields = { attachments: `=data\n${gap}` };
		await refused(
			'event.create',
			{ ...parameters, additionalFields },
			'"Attachments" has an empty',
		);
	});

	it.each(['={{ "sato\\nito\\n" }}', '=sato\n{{ "ito" }}\n', '=\n{{ "sato" }},\nito'])(
		'is not the end of the text: %s',
		async (codes) => {
			const attendees = { rows: [{ kind: 'codes', codes }] };
			const made = await run('event.create', { ...TIMES, subject: 'Lines', attendees });
			const { body } = await eventOf(sandbox, made.output[0]?.json.id);
			expect(body.attendees.map(({ code }) => code)).toEqual(['sato', 'ito']);
		},
	);
});

it('an object by ID is the user with its login name, as in lists of login names', async () => {
	const { body } = await clientOf(sandbox).get('/base/users');
	const [sato, other] = ['sato', 'suzuki'].map((name) =>
		body.users.find(({ code }) => code === name),
	);
	const rows = [{ kind: 'user', user: '={{ $json.user }}' }];
	const user = { id: other?.id, code: 'sato', name: sato?.name } as IDataObject;
	const made = await run('event.create', { ...TIMES, attendees: { rows } }, [{ json: { user } }]);
	const event = (await eventOf(sandbox, made.output[0]?.json.id)).body;
	expect(event.attendees.map(({ code }) => code)).toEqual(['sato']);
});

it('a filter of which a part is not found returns nothing', async () => {
	const all = { returnAll: true, period: 'custom', from: '', to: '' };
	const part = (label: string) => `in "${label}" returned no value`;
	for (const gap of ['{{ $json.nr }}', '{{ $json.nr ?? $json.no }}', '{{ " " }}']) {
		await refused(
			'event.getAll',
			{ ...all, options: { keyword: `=Order ${gap}` } },
			part('Keyword'),
		);
		for (const [name, label] of Object.entries({ name: 'Name', ids: 'IDs', notes: 'Notes' })) {
			const filters = { [name]: `=1${gap}` };
			const list = 'facility.getAllAsAdministrator';
			await refused(list, { returnAll: true, filters }, part(label));
		}
		await refused('user.getAll', { returnAll: true, filters: { name: `=sa${gap}` } }, part('Name'));
	}
	await makeEvent(sandbox, { subject: 'Order 10' });
	const keyword = '=Order {{ 10 }}';
	const { output } = await run('event.getAll', { ...all, options: { keyword } });
	expect(output.map(({ json }) => json.subject)).toEqual(['Order 10']);
});
