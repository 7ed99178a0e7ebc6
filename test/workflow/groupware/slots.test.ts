import type { IDataObject } from 'n8n-workflow';

import { useSandbox } from '../../support/sandbox';
import {
	byCode,
	byId,
	clientOf,
	eventOf,
	itemsOf,
	jsonOf,
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
		expect(slots[0]).toMatchObject({
			start: '2031-06-02T00:00:00+09:00',
			facilityCode: 'osaka-1',
		});
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
		const listed = {
			calendar: 'user',
			user: byCode('watanabe'),
			returnAll: true,
			to: '2031-07-02',
		};
		const settings = { settings: { timezone: 'Europe/Rome' } };
		const found = jsonOf(await event('getAll', { ...listed, from: '2031-07-01' }, settings));
		expect(found.map(({ id }) => id)).toContain(booked?.id);
	});

	it('takes the next slot when somebody was faster', async () => {
		await sandbox.faults({
			method: 'POST',
			path: '/g/api/v1/schedule/events',
			status: 400,
			code: 'GRN_SCHD_13208',
			times: 2,
		});
		const [booked] = jsonOf(
			await event('book', {
				attendees: users('mori'),
				facilities: rooms('room-b'),
				from: '2031-06-09',
				to: '2031-06-09',
				...TOKYO,
			}),
		);
		expect(booked?.start).toBe('2031-06-09T11:00:00+09:00');
	});

	it.each([
		['with two rooms', 3, ['room-a', 'room-b'], ['09:00', '10:00', '11:00']],
		['with one room', 2, ['hall'], ['09:00', '10:00']],
	])(
		'books people once when several run at the same time, %s',
		async (_how, runs, codes, times) => {
			const day = { from: '2031-06-17', to: '2031-06-17', ...TOKYO };
			const search = {
				subject: 'Race',
				attendees: users('chen'),
				facilities: rooms(...codes),
				...day,
			};
			const outcomes = await Promise.all(
				Array.from({ length: runs }, async () => await event('book', search)),
			);
			const booked = outcomes.map((outcome) => String(jsonOf(outcome)[0]?.start));
			expect(booked.sort()).toEqual(times.map((time) => `2031-06-17T${time}:00+09:00`));
			const query = { rangeStart: '2031-06-17T00:00:00Z', limit: '100' };
			const { body } = await clientOf(sandbox, 'chen').get('/schedule/events', query);
			const mine = body.events.filter(({ subject }) => subject === 'Race');
			const starts = mine.map(({ start }) => Date.parse(start?.dateTime ?? ''));
			expect(new Set(starts).size).toBe(runs);
			for (const { id } of mine) await clientOf(sandbox).delete(`/schedule/events/${id}`);
		},
	);

	it('says that the search is in another zone than the user, and books nothing at night then', async () => {
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
		const listed = {
			calendar: 'user',
			user: byCode('tanaka'),
			from: '2031-08-05',
			to: '2031-08-06',
		};
		expect(jsonOf(await event('getAll', { ...listed, options: TOKYO }))).toEqual([]);
		expect(await run('book', 'America/New_York', { timeZone: 'America/New_York' })).toBe('');
		expect(await run('findTimes', 'Asia/Seoul')).toBe('');
	});
});

it('a room of the same name as one that was just taken is booked', async () => {
	const codes = ['same-1', 'same-2'];
	for (const code of codes) {
		await clientOf(sandbox).post('/schedule/admin/facilities', { name: 'Same Room', code });
	}
	await sandbox.faults({
		...{ method: 'POST', path: '/g/api/v1/schedule/events', status: 400 },
		...{ code: 'GRN_SCHD_13208', times: 1 },
	});
	const search = { from: '2031-09-01 10:00', to: '2031-09-01 11:00', workingHours: false };
	const { output } = await event('book', {
		...{ ...search, ...TOKYO, subject: 'Meeting', attendees: users('mori') },
		facilities: rooms('same-1,same-2'),
	});
	const { body } = await eventOf(sandbox, output[0]?.json.id);
	expect(body.facilities).toEqual([expect.objectContaining({ code: 'same-2' })]);
});
