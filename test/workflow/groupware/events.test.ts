import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { useSandbox } from '../../support/sandbox';
import { byCode, byId, clientOf, eventOf, jsonOf, rooms, runGroupware, users } from './world';

const sandbox = useSandbox();

beforeAll(async () => await sandbox.control('reset', { demo: true }));

const event = async (operation: string, parameters: IDataObject, more: object = {}) =>
	await runGroupware(sandbox, { resource: 'event', operation, parameters, ...more });

const ATTENDEES = users('admin');
const TOKYO = { timeZone: 'Asia/Tokyo' };

const create = async (parameters: IDataObject, more: object = {}) => {
	const all = { attendees: ATTENDEES, simplify: false, ...TOKYO, ...parameters };
	const [made] = jsonOf(await event('create', all, more));
	return made ?? {};
};

it('takes display names wherever people and facilities are named, also of one word', async () => {
	await sandbox.control('accounts', { user: { code: 'h.tanaka', name: 'Tanaka' } });
	await sandbox.control('accounts', { user: { code: 'h.yamamoto', name: '山本　花' } });
	await sandbox.control('accounts', { organization: { code: 'd9', name: 'Legal' } });
	const admin = clientOf(sandbox);
	const { body: group } = await admin.post('/schedule/admin/facilityGroups', {
		...{ name: 'Named', code: 'named' },
	});
	for (const [code, name] of Object.entries({ r1: 'Boardroom', r2: '第１会議室' })) {
		await admin.post('/schedule/admin/facilities', { name, code, facilityGroup: Number(group.id) });
	}
	const attendees = {
		rows: [
			{ kind: 'codes', codes: 'Tanaka, 山本 花' },
			{ kind: 'organization', organization: byCode('Legal') },
		],
	};
	const facilities = rooms('Boardroom', '第1会議室');
	const time = { start: '2031-02-04 09:00', end: '2031-02-04 09:30' };
	const named = { attendees, facilities };
	const codesOf = async ({ id }: IDataObject) => {
		const { body } = await eventOf(sandbox, id);
		return [body.attendees, body.facilities].map((list) => list.map(({ code }) => code));
	};
	const all = [
		['h.tanaka', 'h.yamamoto', 'd9'],
		['r1', 'r2'],
	];
	const made = await create({ subject: 'Named', ...time, ...named });
	expect(await codesOf(made)).toEqual(all);
	await admin.delete(`/schedule/events/${String(made.id)}`);
	const watchers = { visibilityType: 'SET_PRIVATE_WATCHERS', watchers: attendees };
	const other = await create({ subject: 'Other', ...time, additionalFields: watchers });
	expect((await eventOf(sandbox, other.id)).body.watchers).toHaveLength(3);
	const eventId = byId(String(other.id));
	jsonOf(await event('update', { eventId, updateFields: named }));
	expect(await codesOf(other)).toEqual([['admin', ...(all[0] ?? [])], all[1]]);
	const away = { attendeesUpdateMode: 'remove', facilitiesUpdateMode: 'remove' };
	jsonOf(await event('update', { eventId, updateFields: { ...named, ...away } }));
	expect(await codesOf(other)).toEqual([['admin'], []]);
	const search = {
		...named,
		...TOKYO,
		from: '2031-02-05',
		to: '2031-02-06',
		facilityCondition: 'AND',
	};
	expect(jsonOf(await event('findTimes', search))).not.toEqual([]);
	const [booked] = jsonOf(await event('book', { subject: 'Booked', ...search }));
	expect(await codesOf(booked ?? {})).toEqual(all);
});

it('a start only by expression leaves out an end that the person does not see', async () => {
	const start = '2031-02-06T09:00:00+09:00';
	const made = await create({ subject: 'S', timeType: '={{ "startOnly" }}', start, end: 'none' });
	expect((await eventOf(sandbox, made.id)).body).toMatchObject({ isStartOnly: true });
});

it('sends everything that was chosen', async () => {
	const { body: directory } = await clientOf(sandbox).get('/base/organizations');
	const sales = directory.organizations.find(({ code }) => code === 'sales')?.id ?? '';
	const made = await create({
		subject: 'Visit',
		start: '2031-02-03T09:00:00',
		end: '2031-02-03T08:30:00+08:00',
		attendees: {
			rows: [
				{ kind: 'user', user: byCode('sato') },
				{ kind: 'organization', organization: byId(sales) },
				{ kind: 'codes', codes: '={{ [{ code: "ito" }] }}' },
			],
		},
		facilities: { rows: [{ kind: 'facility', facility: byCode('car-1') }] },
		additionalFields: {
			additionalItem: 'Extra',
			companyInfo: { name: 'ACME', phone: '03-1' },
			eventMenu: 'Business trip',
			facilityUsingPurpose: 'Drive there',
			notes: 'Bring\nthe contract',
			useAttendanceCheck: true,
			visibilityType: 'SET_PRIVATE_WATCHERS',
			watchers: { rows: [{ kind: 'roles', roles: 'managers' }, ...users('Daichi Ito').rows] },
		},
	});
	expect((await eventOf(sandbox, made.id)).body).toMatchObject({
		eventType: 'REGULAR',
		subject: 'Visit',
		start: { dateTime: '2031-02-03T09:00:00+09:00', timeZone: 'Asia/Tokyo' },
		end: { dateTime: '2031-02-03T09:30:00+09:00', timeZone: 'Asia/Tokyo' },
		attendees: [
			{ code: 'sato', type: 'USER' },
			{ code: 'sales', type: 'ORGANIZATION' },
			{ code: 'ito', type: 'USER' },
		],
		facilities: [{ code: 'car-1' }],
		facilityUsingPurpose: 'Drive there',
		companyInfo: { name: 'ACME', phone: '03-1' },
		eventMenu: 'Business trip',
		notes: 'Bring\nthe contract',
		useAttendanceCheck: true,
		visibilityType: 'SET_PRIVATE_WATCHERS',
		watchers: [
			{ code: 'managers', type: 'ROLE' },
			{ code: 'ito', type: 'USER' },
		],
		additionalItems: { item: { value: 'Extra' } },
	});
});

it('takes the zone of the workflow, and gives a simple row', async () => {
	const outcome = await event('create', {
		subject: 'Call',
		start: '2031-07-01T10:00:00',
		end: '2031-07-01T10:30:00',
		attendees: ATTENDEES,
	});
	expect(jsonOf(outcome)[0]).toMatchObject({
		subject: 'Call',
		start: '2031-07-01T10:00:00-04:00',
		timeZone: 'America/New_York',
		attendees: [{ name: 'Alex Admin', code: 'admin', type: 'USER' }],
		creator: 'Alex Admin',
	});
});

it('ends with the day before an end at midnight, and says so', async () => {
	const days = { timeType: 'allDay', start: '2031-02-03T00:00', end: '2031-02-05T00:00' };
	const { output, hints } = await event('create', { attendees: ATTENDEES, ...TOKYO, ...days });
	expect(output[0]?.json.end).toBe('2031-02-04T23:59:00+09:00');
	expect(hints.map(({ message }) => message).join()).toContain('The event ends at midnight');
});

it('attaches files', async () => {
	const file = (text: string, fileName: string) => ({
		data: Buffer.from(text).toString('base64'),
		mimeType: 'text/plain',
		fileName,
	});
	const input: INodeExecutionData[] = [
		{ json: {}, binary: { a: file('one', 'a.txt'), 資料: file('three', 'b.txt') } },
	];
	const made = await create(
		{
			start: '2031-02-05 09:00',
			end: '2031-02-05 10:00',
			additionalFields: { attachments: 'a、資料' },
		},
		{ input },
	);
	expect(made.attachments).toMatchObject([
		{ name: 'a.txt', size: '3' },
		{ name: 'b.txt', size: '5' },
	]);
});

it.each([
	['no one', { attendees: {} }, 'no attendees and no facilities'],
	['all day', { timeType: 'allDay', facilities: rooms('room-a') }, 'only for events with a start'],
	[
		'no watchers',
		{ additionalFields: { visibilityType: 'SET_PRIVATE_WATCHERS' } },
		'Private With Watchers',
	],
	['no file', { additionalFields: { attachments: 'data' } }, 'no binary field named "data"'],
])('refuses %s before anything is sent', async (_what, over, says) => {
	await sandbox.forget();
	const times = { start: '2031-02-05 09:00', end: '2031-02-05 10:00', ...TOKYO };
	const { error } = await event('create', { attendees: ATTENDEES, ...times, ...over });
	expect(error?.message).toContain(says);
	expect(await sandbox.requests()).toEqual([]);
});

it('gives the reason when a room is taken', async () => {
	const slot = { start: '2031-02-06 09:00', end: '2031-02-06 10:00', facilities: rooms('hall') };
	await create(slot);
	const { error } = await event('create', { attendees: ATTENDEES, ...TOKYO, ...slot });
	expect(error?.message).toContain('GRN_SCHD_13208');
	expect(error?.description).toContain('Find a Slot and Book It');
});
