import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { useSandbox } from '../../support/sandbox';
import { toyServer } from '../../support/toy';
import {
	byCode,
	byId,
	clientOf,
	eventOf,
	jsonOf,
	makeEvent,
	rooms,
	runGroupware,
	users,
} from './world';

const sandbox = useSandbox();

beforeAll(async () => {
	await sandbox.control('reset', { demo: true });
});

const event = async (operation: string, parameters: IDataObject, more: object = {}) =>
	await runGroupware(sandbox, { resource: 'event', operation, parameters, ...more });

const ATTENDEES = users('admin');
const TOKYO = { timeZone: 'Asia/Tokyo' };

describe('creating an event', () => {
	const create = async (parameters: IDataObject, more: object = {}) => {
		const all = { attendees: ATTENDEES, simplify: false, ...TOKYO, ...parameters };
		const [made] = jsonOf(await event('create', all, more));
		return made ?? {};
	};

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
				watchers: { rows: [{ kind: 'roles', roles: 'managers' }] },
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
			watchers: [{ code: 'managers', type: 'ROLE' }],
			additionalItems: { item: { value: 'Extra' } },
		});
	});

	it('has a URL that opens it, and that the other operations take', async () => {
		const made = await create({ start: '2031-07-01T10:00:00', end: '2031-07-01T10:30:00' });
		const outcome = await event('get', { eventId: { mode: 'id', value: made.id }, simplify: true });
		const [{ url = '' } = {}] = jsonOf(outcome) as Array<{ url?: string }>;
		expect(url).toBe(`${sandbox.url}/g/schedule/view.csp?event=${String(made.id)}`);
		const [again] = jsonOf(
			await event('get', { eventId: { mode: 'url', value: url }, simplify: true }),
		);
		expect(again).toMatchObject({ id: made.id, url });
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

	it.each([
		['timed', '2031-07-01T10:00:00+02:00', '2031-07-01T11:30:00+02:00'],
		['allDay', '2031-07-01T00:00:00+02:00', '2031-07-02T23:59:00+02:00'],
		['period', '2031-07-01T00:00:00+02:00', '2031-07-02T00:00:00+02:00'],
	])('takes a zone that the service does not know (%s)', async (form, start, end) => {
		const times = { form, start: '2031-07-01 10:00', end: '2031-07-01 11:30' };
		if (form !== 'timed') times.end = '2031-07-02';
		const outcome = await event(
			'create',
			{ attendees: ATTENDEES, simplify: false, ...times },
			{ settings: { timezone: 'Europe/Rome' } },
		);
		const [made] = jsonOf(outcome);
		const { body } = await eventOf(sandbox, made?.id);
		expect(body).toMatchObject({
			start: { dateTime: start, timeZone: 'Europe/Berlin' },
			end: { dateTime: end, timeZone: 'Europe/Berlin' },
		});
		expect(outcome.hints.map(({ message }) => message).join()).toContain('Europe/Berlin');
	});

	it('ends with the day before an end at midnight, and says so', async () => {
		const days = { form: 'allDay', start: '2031-02-03T00:00', end: '2031-02-05T00:00' };
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
		[
			'a room all day',
			{ form: 'allDay', facilities: rooms('room-a') },
			'only for events with a start',
		],
		['an end before the start', { end: '2031-02-05 08:59' }, '"End" must not be before "Start"'],
		['no end', { end: '' }, '"End" is empty'],
		['no start', { start: '={{ "" }}' }, '"Start" is empty'],
		['no zone', { timeZone: 'Mars/Olympus' }, '"Mars/Olympus" is not a valid time zone'],
		[
			'no watchers',
			{ additionalFields: { visibilityType: 'SET_PRIVATE_WATCHERS' } },
			'Private With Watchers',
		],
		['no file', { additionalFields: { attachments: 'data' } }, 'no binary field named "data"'],
		[
			'a name as ID',
			{ attendees: { rows: [{ kind: 'user', user: byId('={{ "sato" }}') }] } },
			'"sato" is not a valid user ID',
		],
	])('refuses %s before anything is sent', async (_what, parameters, says) => {
		await sandbox.forget();
		const good = { start: '2031-02-05 09:00', end: '2031-02-05 10:00' };
		const { error } = await event('create', {
			attendees: ATTENDEES,
			...TOKYO,
			...good,
			...parameters,
		});
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
});

describe('reading events', () => {
	beforeAll(async () => {
		for (let hour = 10; hour < 15; hour++) {
			await makeEvent(sandbox, {
				subject: `Slot ${hour}`,
				notes: hour === 12 ? 'needle' : '',
				attendees: [{ type: 'USER', code: 'garcia' }],
				start: { dateTime: `2032-05-05T${hour}:00:00+09:00`, timeZone: 'Asia/Tokyo' },
				end: { dateTime: `2032-05-05T${hour}:30:00+09:00`, timeZone: 'Asia/Tokyo' },
			});
		}
	});

	const read = async (parameters: IDataObject) =>
		await event('getAll', {
			calendar: 'user',
			user: byCode('garcia'),
			from: '2032-05-05',
			to: '2032-05-05',
			options: TOKYO,
			...parameters,
		});
	const titles = async (parameters: IDataObject) =>
		jsonOf(await read(parameters)).map(({ subject }) => subject);

	it('gives those of a day, earliest first', async () => {
		const all = ['Slot 10', 'Slot 11', 'Slot 12', 'Slot 13', 'Slot 14'];
		expect(await titles({ returnAll: true })).toEqual(all);
		expect(await titles({ returnAll: false, limit: 2 })).toEqual(all.slice(0, 2));
		expect(await titles({ limit: 5, sort: 'start desc' })).toEqual([...all].reverse());
		expect(await titles({ from: '2032-05-05 12:00', to: '2032-05-05 13:30' })).toEqual([
			'Slot 12',
			'Slot 13',
		]);
		expect(await titles({ options: { ...TOKYO, keyword: 'needle' } })).toEqual(['Slot 12']);
	});

	it('goes on while the service has more, also after a page that is not full', async () => {
		const pages = [
			{ events: [{ id: '1' }], hasNext: true },
			{ events: [], hasNext: true },
			{ events: [{ id: '2' }], hasNext: false },
		];
		const server = await toyServer((_asked, count) => ({ json: pages[count - 1] }));
		const outcome = await event(
			'getAll',
			{ returnAll: true },
			{ account: { baseUrl: server.url } },
		).finally(server.close);
		expect(jsonOf(outcome).map(({ id }) => id)).toEqual(['1', '2']);
		const asked = server.asked.map(({ url }) => new URLSearchParams(url.split('?')[1]));
		expect(asked.map((query) => query.get('offset'))).toEqual(['0', '1000', '2000']);
	});

	it('reads the calendar of a facility, of an organization, and of the caller by words', async () => {
		const { body } = await clientOf(sandbox).get('/schedule/facilities', { name: 'Room A' });
		const room = body.facilities[0]?.id ?? '';
		const ofRoom = jsonOf(
			await event('getAll', {
				calendar: 'facility',
				facility: byId(room),
				from: '-30 days',
				to: '+30 days',
			}),
		);
		expect(ofRoom.length).toBeGreaterThan(0);
		expect(
			ofRoom.every(({ facilities }) => JSON.stringify(facilities).includes('Meeting Room A')),
		).toBe(true);
		jsonOf(await event('getAll', { calendar: 'me', from: 'today', to: '+7 days' }));
	});

	it('says with a hint that there are none', async () => {
		const { output, hints } = await read({ from: '2033-01-01', to: '2033-01-02' });
		expect(output).toEqual([]);
		expect(hints[0]?.message).toContain('start in this period');
	});

	it.each([
		[{ to: '2032-05-04' }, '"To" must be later than "From"'],
		[{ from: 'someday' }, '"From" is not a valid date: "someday"'],
		[{ options: { excludeFromSearch: ['notes'] } }, '"Exclude From Search" is set'],
		[{ user: byCode('nobody') }, 'No user has the login name "nobody"'],
		[{ user: byId('={{ "" }}') }, 'empty'],
	])('refuses %j', async (parameters, says) => {
		expect((await read(parameters)).error?.message).toContain(says);
	});
});

describe('a series', () => {
	const update = async (id: unknown, updateFields: IDataObject, more: IDataObject = {}) =>
		await event('update', { eventId: byId(String(id)), updateFields, simplify: false, ...more });

	async function series(): Promise<string> {
		const { body } = await clientOf(sandbox).get('/schedule/events', {
			target: '2',
			targetType: 'user',
			limit: '1000',
		});
		const found = body.events.find(({ eventType }) => eventType === 'REPEATING');
		if (found === undefined) throw new Error('The demo has no series');
		return found.id;
	}

	it('refuses a series unless it may be changed', async () => {
		const id = await series();
		await sandbox.forget();
		const refused = await update(id, { subject: 'All of them' });
		expect(refused.error?.message).toContain('This is a repeating event');
		expect(refused.error?.description).toContain('Update Repeating Event');
		expect((await sandbox.requests()).map(({ method }) => method)).toEqual(['GET']);
		const [after] = jsonOf(await update(id, { subject: 'The first' }, { wholeSeries: true }));
		expect(after).toMatchObject({ subject: 'The first', eventType: 'REGULAR' });
	});
});
