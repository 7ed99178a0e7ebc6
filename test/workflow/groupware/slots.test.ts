import type { IDataObject } from 'n8n-workflow';

import { useSandbox } from '../../support/sandbox';
import { byId, clientOf, eventOf, itemsOf, jsonOf, rooms, runGroupware, users } from './world';

const sandbox = useSandbox();

beforeAll(async () => await sandbox.control('reset', { demo: true }));

const event = async (operation: string, parameters: IDataObject, more: object = {}) =>
	await runGroupware(sandbox, { resource: 'event', operation, parameters, ...more });

const TOKYO = { timeZone: 'Asia/Tokyo' };

describe('finding a slot', () => {
	const week = { from: '2031-06-02', to: '2031-06-03', ...TOKYO };
	const people = users('sato', 'suzuki');

	it('names free times in working hours', async () => {
		const slots = jsonOf(
			await event('findTimes', {
				attendees: people,
				facilities: rooms('room-a', 'room-b'),
				...week,
			}),
		);
		expect(slots[0]).toMatchObject({
			start: '2031-06-02T09:00:00+09:00',
			end: '2031-06-02T10:00:00+09:00',
			facilityCode: 'room-a',
			facility: 'Meeting Room A',
		});
		expect(slots).toHaveLength(10);
	});

	it('searches all facilities of a group', async () => {
		const { body } = await clientOf(sandbox).get('/schedule/facilityGroups');
		const group = body.facilityGroups.find(({ code }) => code === 'osaka')?.id ?? '';
		const facilities = { rows: [{ kind: 'facilityGroup', facilityGroup: byId(group) }] };
		const slots = jsonOf(await event('findTimes', { facilities, ...week, workingHours: false }));
		expect(slots[0]).toMatchObject({ start: '2031-06-02T00:00:00+09:00', facilityCode: 'osaka-1' });
	});

	it('refuses a group without a facility, and books without one for a row that names none', async () => {
		const { body } = await clientOf(sandbox).post('/schedule/admin/facilityGroups', {
			name: 'Empty',
			code: 'empty',
		});
		const one = { attendees: users('sato'), ...week, from: '2031-06-16', to: '2031-06-16' };
		const facilities = { rows: [{ kind: 'facilityGroup', facilityGroup: byId(body.id) }] };
		const { error } = await event('book', { ...one, facilities });
		expect(error?.message).toContain('has no facility that this user can see');
		const noRoom = await event('book', { ...one, facilities: rooms('={{ $json.room }}') });
		expect(jsonOf(noRoom)).toMatchObject([{ facilities: [] }]);
	});

	it('says that no slot is free only where the service does', async () => {
		const search = { attendees: users('mori'), withoutSlot: 'tell', ...week };
		const elsewhere = { status: 200, html: '{"message":"Back soon"}', path: 'searchAvailable' };
		await sandbox.faults(elsewhere);
		const { output, error } = await event('book', search);
		expect([output, error?.message]).toEqual([[], expect.stringContaining('Back soon')]);
		const day = { from: '2031-07-17', to: '2031-07-17', ...TOKYO };
		const full = { attendees: users('mori'), facilities: rooms('hall'), minutes: 540 };
		jsonOf(await event('book', { ...full, ...day }));
		await sandbox.faults({ ...elsewhere, skip: 1 });
		expect((await event('book', { ...full, ...day })).error?.description).toContain(
			'The search for alternatives failed',
		);
		await sandbox.faults({ ...elsewhere, skip: 1 });
		const [row] = jsonOf(await event('book', { ...full, ...day, withoutSlot: 'tell' }));
		expect(row).toEqual({ booked: false, reason: expect.stringContaining('No slot of 540') });
	});

	it('books the earliest, item after item', async () => {
		const outcome = await event(
			'book',
			{
				subject: '={{ $json.title }}',
				attendees: people,
				facilities: rooms('room-a', 'room-b'),
				minutes: 240,
				...week,
			},
			{ items: [{ title: 'One' }, { title: 'Two' }, { title: 'Three' }] },
		);
		const booked = jsonOf(outcome);
		expect(booked.map(({ subject, start }) => [subject, start])).toEqual([
			['One', '2031-06-02T09:00:00+09:00'],
			['Two', '2031-06-02T13:00:00+09:00'],
			['Three', '2031-06-03T09:00:00+09:00'],
		]);
		expect(booked[0]).toMatchObject({
			attendees: [{ name: 'Haruka Sato' }, { name: 'Kenji Suzuki' }],
			facilities: [{ name: 'Meeting Room A' }],
		});
		expect(itemsOf(outcome.output)).toEqual([0, 1, 2]);
	});

	it('books in a zone that the service does not know, at the same instants', async () => {
		const rome = { from: '2031-07-01', to: '2031-07-01', timeZone: '={{ "Europe/Rome" }}' };
		const outcome = await event('book', { attendees: users('watanabe'), ...rome });
		const [booked] = jsonOf(outcome);
		expect((await eventOf(sandbox, booked?.id)).body).toMatchObject({
			start: { dateTime: '2031-07-01T09:00:00+02:00', timeZone: 'Europe/Berlin' },
			end: { dateTime: '2031-07-01T10:00:00+02:00', timeZone: 'Europe/Berlin' },
		});
		expect(outcome.hints.map(({ message }) => message).join()).toContain('Europe/Berlin');
	});

	it('books people once when several run at the same time', async () => {
		const day = { from: '2031-06-17', to: '2031-06-17', ...TOKYO };
		const search = { attendees: users('chen'), facilities: rooms('room-a', 'room-b'), ...day };
		const outcomes = await Promise.all([1, 2, 3].map(async () => await event('book', search)));
		const booked = outcomes.map((outcome) => String(jsonOf(outcome)[0]?.start));
		const times = ['09:00', '10:00', '11:00'];
		expect(booked.sort()).toEqual(times.map((time) => `2031-06-17T${time}:00+09:00`));
		const ids = outcomes.map((outcome) => jsonOf(outcome)[0]?.id);
		const stored = await Promise.all(ids.map(async (id) => await eventOf(sandbox, id)));
		expect(new Set(stored.map(({ body }) => Date.parse(body.start.dateTime))).size).toBe(3);
	});

	it('says that the search is in another zone than the user, and books nothing at night then', async () => {
		await sandbox.forget();
		const search = { attendees: users('tanaka'), from: '2031-08-05', to: '2031-08-05' };
		const says =
			'The search is in the time zone America/New_York, but the user in the service has Asia/Tokyo';
		const run = async (operation: string, timezone: string, over: object = {}) => {
			const { hints, error } = await event(
				operation,
				{ ...search, ...over },
				{ settings: { timezone } },
			);
			return [...hints.map(({ message }) => message), error?.message].join();
		};
		expect(await run('findTimes', 'America/New_York')).toContain(says);
		expect(await run('book', 'America/New_York')).toContain(says);
		expect(await sandbox.calls()).not.toContain('POST /g/api/v1/schedule/events');
		expect(await run('book', 'America/New_York', { timeZone: 'America/New_York' })).toBe('');
		expect(await run('findTimes', 'Asia/Seoul')).toBe('');
	});
});

it('the next slot is booked when others were faster, also of a room of the same name', async () => {
	const codes = ['same-1', 'same-2'];
	for (const code of codes) {
		await clientOf(sandbox).post('/schedule/admin/facilities', { name: 'Same Room', code });
	}
	await sandbox.faults({
		...{ method: 'POST', path: '/g/api/v1/schedule/events', status: 400 },
		...{ code: 'GRN_SCHD_13208', times: 3 },
	});
	const search = { from: '2031-09-01 10:00', to: '2031-09-01 12:00', workingHours: false };
	const { output } = await event('book', {
		...{ ...search, ...TOKYO, subject: 'Meeting', attendees: users('mori') },
		facilities: rooms('same-1,same-2'),
	});
	expect((await eventOf(sandbox, output[0]?.json.id)).body).toMatchObject({
		...{ facilities: [{ code: 'same-2' }], start: { dateTime: '2031-09-01T11:00:00+09:00' } },
	});
});
