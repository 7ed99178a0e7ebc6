import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { useSandbox } from '../../support/sandbox';
import { byId, clientOf, eventOf, jsonOf, makeEvent, rooms, runnerOf, users } from './world';

const sandbox = useSandbox();
const { run, refused } = runnerOf(sandbox);

beforeAll(async () => {
	await sandbox.control('reset', { demo: true });
});

const TIMES = { start: '2031-03-03T10:00:00+09:00', end: '2031-03-03T11:00:00+09:00' };
const SEARCH = { minutes: 60, from: '2031-03-03 00:00', to: '2031-03-08 00:00' };

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
			await refused('facility.update', change, /can't be empty|No facility group is selected/);
		}
	});
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

describe('attachments', () => {
	const file = {
		data: Buffer.from('plan').toString('base64'),
		mimeType: 'text/plain',
		fileName: 'a',
	};
	const input = [{ json: {}, binary: { data: file } }] as INodeExecutionData[];
	const event = { subject: 'Meeting', ...TIMES, attendees: users('sato') };
	const withFiles = (attachments: string) => ({ ...event, additionalFields: { attachments } });

	it.each([
		['={{ $json.missing }}', 'returned no value'],
		['={{ null }}', 'returned no value'],
		['={{ "" }}', 'returned no value'],
		['={{ ["data", null] }}', 'has an empty value: entry 2 of 2'],
		['=data,{{ $json.missing }}', 'has an empty value: entry 2 of 2'],
	])('that an expression does not find are not left out: %s', async (attachments, reason) => {
		await refused('event.create', withFiles(attachments), `"Attachments" ${reason}`, input);
	});

	it.each([
		['', 0],
		['={{ [] }}', 0],
		['data, ', 1],
		['={{ ["data"] }}', 1],
	])('may be none where none are meant: %s', async (attachments, count) => {
		const [made] = jsonOf(await run('event.create', withFiles(attachments), input));
		const { body } = await eventOf(sandbox, made?.id);
		expect((body as unknown as IDataObject).attachments).toHaveLength(count);
	});
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
