import type { IDataObject } from 'n8n-workflow';

import { useSandbox } from '../../support/sandbox';
import { byId, clientOf, eventOf, makeEvent, runGroupware, users } from './world';

const sandbox = useSandbox();

const run = async (
	operation: string,
	parameters: IDataObject,
	json: IDataObject = {},
	timezone = 'Asia/Tokyo',
) => {
	const { output, error } = await runGroupware(sandbox, {
		resource: 'event',
		operation,
		parameters,
		input: [{ json }],
		settings: { timezone },
	});
	return { row: output[0]?.json ?? {}, error };
};
const at = (dateTime: string, timeZone = 'Asia/Tokyo') => ({ dateTime, timeZone });
/** Start and end as the service has them. */
const timesOf = async (id: unknown) => {
	const { start, end } = (await eventOf(sandbox, id)).body;
	return [start.dateTime, end?.dateTime];
};

describe('whole days that are moved by the date functions of n8n', () => {
	const FORMS = { DateTime: '', text: '.toISO()', 'a JavaScript date': '.toJSDate()' };
	const ZONES = ['America/New_York', 'Europe/London', 'Pacific/Auckland', 'UTC', 'Asia/Tokyo'];
	const cases = ZONES.flatMap((zone) =>
		Object.entries(FORMS).map(([name, form]) => ({ zone, name, form })),
	);
	const allDay = {
		isAllDay: true,
		start: at('2031-03-04T00:00:00+09:00'),
		end: at('2031-03-04T23:59:00+09:00'),
	};
	const nextDay = (key: string, form: string) =>
		`={{ DateTime.fromISO($json.${key}).plus({ days: 1 })${form} }}`;
	const moved = (form: string) => ({ start: nextDay('start', form), end: nextDay('end', form) });

	it.each(cases)('are the days in the zone of the event: $name in $zone', async (given) => {
		const { id } = await makeEvent(sandbox, allDay);
		const { row } = await run('get', { eventId: byId(id) }, {}, given.zone);
		const updateFields = moved(given.form);
		await run('update', { eventId: byId(id), updateFields }, row, given.zone);
		expect(await timesOf(id)).toEqual(['2031-03-05T00:00:00+09:00', '2031-03-05T23:59:00+09:00']);
		await run('update', { eventId: byId(id), updateFields: { end: updateFields.end } }, row);
		expect(await timesOf(id)).toEqual(['2031-03-05T00:00:00+09:00', '2031-03-05T23:59:00+09:00']);
	});

	it.each(cases)('are these days in a copy: $name in $zone', async ({ form, zone }) => {
		const { id } = await makeEvent(sandbox, allDay);
		const { row } = await run('get', { eventId: byId(id) }, {}, zone);
		const event = { form: 'allDay', timeZone: 'Asia/Tokyo', attendees: users('ito') };
		for (const times of [moved(form), { start: nextDay('start', form) }]) {
			const copy = await run('create', { ...event, ...times }, row, zone);
			expect(await timesOf(copy.row.id)).toEqual([
				'2031-03-05T00:00:00+09:00',
				'2031-03-05T23:59:00+09:00',
			]);
		}
	});

	it.each(cases)('are these days of a period: $name in $zone', async ({ form, zone }) => {
		const { id } = await makeEvent(sandbox, {
			eventType: 'ALL_DAY',
			start: at('2031-03-04T00:00:00+09:00'),
			end: at('2031-03-05T00:00:00+09:00'),
		});
		const { row } = await run('get', { eventId: byId(id) }, {}, zone);
		await run('update', { eventId: byId(id), updateFields: moved(form) }, row, zone);
		expect(await timesOf(id)).toEqual(['2031-03-05T00:00:00+09:00', '2031-03-06T00:00:00+09:00']);
	});

	it.each([
		['create', '2031-02-03', 'in another zone than the event'],
		['update', '2031-03-06', 'over a change of the clocks'],
	])('are refused where the days can not be told: %s', async (operation, day, _where) => {
		const zone = 'America/New_York';
		const { id } = await makeEvent(sandbox, {
			isAllDay: true,
			start: at(`${day}T00:00:00+09:00`),
			end: at(`${day}T23:59:00+09:00`),
		});
		const { row } = await run('get', { eventId: byId(id) }, {}, zone);
		const all = async () => (await clientOf(sandbox).get('/schedule/events')).body.events;
		const before = await all();
		const later = (key: string) => `={{ DateTime.fromISO($json.${key}).plus({ weeks: 1 }) }}`;
		const times = { start: later('start'), end: later('end') };
		const { error } = await run(
			operation,
			operation === 'create'
				? { form: 'allDay', attendees: users('admin'), ...times }
				: { eventId: byId(id), updateFields: times },
			row,
			zone,
		);
		expect(error?.message).toContain('"Start" and "End" are whole days of another time zone');
		expect(await all()).toEqual(before);
	});

	it.each([
		['2031-03-04T10:00:00-05:00', '2031-03-04T11:00:00-05:00'],
		['2031-03-04T09:00:00-05:00', '2031-03-04T10:00:00-05:00'],
		['2031-03-04T00:00:00-05:00', '2031-03-04T23:59:00-05:00'],
		['2031-03-04', '2031-03-04T11:00:00-05:00'],
	])('are the written ones where only one limit is one there: %s, %s', async (start, end) => {
		const event = { form: 'allDay', timeZone: 'Asia/Tokyo', attendees: users('ito') };
		const { row } = await run('create', { ...event, start, end });
		expect(await timesOf(row.id)).toEqual([
			'2031-03-04T00:00:00+09:00',
			'2031-03-04T23:59:00+09:00',
		]);
	});
});

describe('a start without a time', () => {
	const times = { start: '={{ $json.date }}', end: '2031-03-03 11:00' };
	const created = { subject: 'Meeting', attendees: users('ito'), ...times };

	it.each(['2031-03-02', '2031-03-03', 'today'])(
		'does not begin an event at midnight: %s',
		async (date) => {
			const { id } = await makeEvent(sandbox);
			const { body: before } = await eventOf(sandbox, id);
			const json = { date };
			const refused = [
				await run('update', { eventId: byId(id), updateFields: { start: times.start } }, json),
				await run('create', { ...created, form: 'timed' }, json),
				await run('create', { ...created, form: 'startOnly' }, json),
			];
			for (const { error } of refused)
				expect(error?.message).toContain('"Start" is a day without a time');
			expect((await eventOf(sandbox, id)).body).toEqual(before);
		},
	);

	it('is one at midnight where that is written', async () => {
		const { row } = await run('create', { ...created, form: 'timed', start: '2031-03-03 00:00' });
		expect(await timesOf(row.id)).toEqual([
			'2031-03-03T00:00:00+09:00',
			'2031-03-03T11:00:00+09:00',
		]);
	});
});

it('a copy of whole days says that it has times, and so does no other event', async () => {
	const copied = async (start: string, end: string) => {
		const parameters = { start, end, attendees: users('ito'), timeZone: 'Asia/Tokyo' };
		const { output, hints } = await runGroupware(sandbox, {
			resource: 'event',
			operation: 'create',
			parameters,
		});
		expect(await timesOf(output[0]?.json.id)).toEqual([start, end]);
		return hints.map(({ message }) => message).join();
	};
	const day = (time: string) => `2031-03-04T${time}:00+09:00`;
	expect(await copied(day('00:00'), day('23:59'))).toContain('from 0:00 to 23:59');
	expect(await copied(day('00:00'), day('23:58'))).toBe('');
	expect(await copied(day('00:01'), day('23:59'))).toBe('');
});

it.each([
	['End = Start', { end: '2031-03-03 10:00' }, 'has the same start and end time'],
	['Start = End', { start: '2031-03-03 11:00' }, 'has the same start and end time'],
	['an End of Start Only', { form: 'startOnly', end: '2031-03-03 12:00' }, '"End" was ignored'],
	['a later End', { end: '2031-03-03 12:00' }, ''],
	['Start Only', { form: 'startOnly' }, ''],
	['a title', { subject: 'New' }, ''],
])('an update says what an event loses by %s', async (_what, updateFields, says) => {
	const { id } = await makeEvent(sandbox);
	const { hints, error } = await runGroupware(sandbox, {
		resource: 'event',
		operation: 'update',
		parameters: { eventId: byId(id), updateFields },
		settings: { timezone: 'Asia/Tokyo' },
	});
	expect(error).toBeUndefined();
	const { body } = await eventOf(sandbox, id);
	const { start = '2031-03-03 10:00' } = updateFields as { start?: string };
	expect(body.start.dateTime.slice(0, 16)).toBe(start.replace(' ', 'T'));
	const told = hints.map(({ message }) => message).join();
	if (says === '') expect(told).toBe('');
	else expect(told).toContain(says);
});

it('an event until midnight in another zone becomes whole days', async () => {
	const { id } = await makeEvent(sandbox, {
		start: at('2031-03-03T22:00:00+09:00'),
		end: at('2031-03-04T00:00:00-05:00', 'America/New_York'),
	});
	await run('update', { eventId: byId(id), updateFields: { form: 'allDay' } });
	expect(await timesOf(id)).toEqual(['2031-03-03T00:00:00+09:00', '2031-03-03T23:59:00-05:00']);
});

describe('an all-day event', () => {
	const day = {
		isAllDay: true,
		start: at('2031-03-24T00:00:00+09:00'),
		end: at('2031-03-24T23:59:00+09:00'),
	};
	const banner = { eventType: 'ALL_DAY', start: day.start, end: day.start };
	const ten = '2031-03-24T10:00:00+09:00';
	const eleven = '2031-03-24T11:00:00+09:00';

	it.each([
		['Start', { start: '2031-03-24 10:00', end: '2031-03-24 11:00' }],
		['Start', { start: ten, end: eleven }],
		['Start', { start: '2031-03-25T01:00:00Z' }],
		['Start', { start: '={{ DateTime.fromISO("2031-03-24T10:00") }}', keepDuration: true }],
		['Start', { start: 'now', end: '+7 days' }],
		['End', { start: '2031-03-24', end: '2031-03-24 11:00' }],
		['End', { end: eleven, timeZone: 'Asia/Tokyo' }],
	])('refuses a %s with a time, which it would lose: %j', async (label, updateFields) => {
		for (const [times, advice] of [
			[day, 'Set "Time Type" to Start and End, or use a day without a time'],
			[banner, "An all-day period can't have times"],
		] as const) {
			const { id } = await makeEvent(sandbox, times);
			const before = (await eventOf(sandbox, id)).body;
			const { error } = await run('update', { eventId: byId(id), updateFields });
			expect((await eventOf(sandbox, id)).body).toEqual(before);
			expect(error?.message).toContain(`"${label}" has a time, but the event lasts all day`);
			expect(error?.description).toContain(advice);
		}
	});

	it.each([
		['America/New_York', '.plus({ days: 1 })', '25', '27'],
		['Europe/Berlin', '.plus({ days: 1 }).toISO()', '25', '27'],
		['America/New_York', '.minus({ days: 1 })', '23', '25'],
		['Asia/Tokyo', '.minus({ days: 1 })', '23', '25'],
	])('keeps its duration in %s with a Start of %s', async (zone, change, first, last) => {
		const until = (dateTime: string) => ({ ...day, end: at(dateTime) });
		const periodUntil = (dateTime: string) => ({ ...banner, end: at(dateTime) });
		for (const [times, limit] of [
			[until('2031-03-26T23:59:00+09:00'), '23:59'],
			[periodUntil('2031-03-26T00:00:00+09:00'), '00:00'],
		] as const) {
			const { id } = await makeEvent(sandbox, times);
			const { row } = await run('get', { eventId: byId(id) }, {}, zone);
			const start = `={{ DateTime.fromISO($json.start)${change} }}`;
			const updateFields = { start, keepDuration: true };
			const { error } = await run('update', { eventId: byId(id), updateFields }, row, zone);
			expect(error).toBeUndefined();
			expect(await timesOf(id)).toEqual([
				`2031-03-${first}T00:00:00+09:00`,
				`2031-03-${last}T${limit}:00+09:00`,
			]);
		}
	});

	it('gets times, or keeps its days, where "Time Type" says so', async () => {
		const { id } = await makeEvent(sandbox, day);
		const times = { start: ten, end: eleven };
		const change = async (form: string) =>
			await run('update', { eventId: byId(id), updateFields: { form, ...times } });
		await change('allDay');
		expect(await timesOf(id)).toEqual([day.start.dateTime, day.end.dateTime]);
		await change('timed');
		expect(await timesOf(id)).toEqual([ten, eleven]);
	});

	it.each([
		['2031-03-25', '2031-03-25'],
		['2031-03-25 00:00', '2031-03-25 23:59'],
		['2031-03-24T15:00:00Z', '2031-03-25T14:59:59Z'],
		['2031-03-25T00:00:00.000Z', '2031-03-25T00:00:00.000Z'],
		['2031-03-25T00:00:00-04:00', '2031-03-25T23:59:00-04:00'],
		['={{ DateTime.fromISO("2031-03-25") }}', '={{ DateTime.fromISO("2031-03-25").endOf("day") }}'],
	])('moves to a day that is written with midnight: %s to %s', async (start, end) => {
		for (const zone of ['Asia/Tokyo', 'America/New_York']) {
			const { id } = await makeEvent(sandbox, day);
			const updateFields = { start, end };
			const { error } = await run('update', { eventId: byId(id), updateFields }, {}, zone);
			expect(error).toBeUndefined();
			expect(await timesOf(id)).toEqual(['2031-03-25T00:00:00+09:00', '2031-03-25T23:59:00+09:00']);
		}
	});

	it.each([day, banner])('stays as it is where it is written back: %j', async (times) => {
		for (const zone of ['America/New_York', 'Asia/Kolkata']) {
			const { id } = await makeEvent(sandbox, times);
			const before = await timesOf(id);
			const { row } = await run('get', { eventId: byId(id) }, {}, zone);
			for (const form of ['', '.toISO()', '.toUTC().toISO()', '.toJSDate()']) {
				const same = (key: string) => `={{ DateTime.fromISO($json.${key})${form} }}`;
				const updateFields = { start: same('start'), end: same('end') };
				const { error } = await run('update', { eventId: byId(id), updateFields }, row, zone);
				expect(error).toBeUndefined();
				expect(await timesOf(id)).toEqual(before);
			}
		}
	});
});

describe('a range of times where one time belongs', () => {
	const event = { form: 'startOnly', timeZone: 'Asia/Tokyo', attendees: users('ito') };
	const ranges = [
		'2031-02-03 14:00-15:00',
		'2031-02-03 10:00-11:00',
		'2031/2/3 9:00-10:30',
		'2031-02-03 19:00 -21:00',
	];

	it.each(ranges)('makes no event, and moves none: %s', async (start) => {
		const { id } = await makeEvent(sandbox);
		const before = await timesOf(id);
		const created = await run('create', { ...event, subject: start, start });
		const updated = await run('update', {
			eventId: byId(id),
			updateFields: { start, end: start },
		});
		expect(await timesOf(id)).toEqual(before);
		const { body } = await clientOf(sandbox).get('/schedule/events', { keyword: start });
		expect(body.events).toEqual([]);
		for (const { error } of [created, updated]) {
			expect(error?.message).toMatch(/"Start" (has two times|can be read in two ways)/);
		}
	});

	it.each([
		['2031-02-03T10:00-11:00', '2031-02-04T06:00:00+09:00'],
		['2031-02-03 10:00:00-05:00', '2031-02-04T00:00:00+09:00'],
		['2031-02-03 10:00 -0500', '2031-02-04T00:00:00+09:00'],
		['2031-02-03 10:00+01:00', '2031-02-03T18:00:00+09:00'],
	])('is not meant by the offset of %s', async (start, stored) => {
		const { row } = await run('create', { ...event, start });
		expect((await timesOf(row.id))[0]).toBe(stored);
	});

	it.each(['2031-02-03T14:00-15:00', '2031-02-03T14:00+25:00', '2031-02-03T14:00+09:99'])(
		'is no offset that no zone has: %s',
		async (start) => {
			const { row, error } = await run('create', { ...event, start });
			expect(row.id).toBeUndefined();
			expect(error?.message).toContain('"Start" is not a valid date');
		},
	);
});
