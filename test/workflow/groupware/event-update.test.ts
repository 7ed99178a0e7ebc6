import fc from 'fast-check';
import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import type { Body } from '../../sandbox/groupware/client';
import { useSandbox } from '../../support/sandbox';
import type { NodeRun } from '../../support/workflow';
import { byId, clientOf, eventOf, jsonOf, makeEvent, rooms, runGroupware, users } from './world';

const sandbox = useSandbox();

const ZONES = [
	'Asia/Tokyo',
	'America/New_York',
	'Europe/Berlin',
	'Asia/Kolkata',
	'Pacific/Auckland',
];
const DATE = 'yyyy-MM-dd';

type Kind = 'timed' | 'allDay' | 'period' | 'startOnly';

interface State {
	kind: Kind;
	start: DateTime;
	end: DateTime;
	content: IDataObject;
	facilities: string[];
	attendees: string[];
}

interface Changes {
	start?: { text: string; day: string; at: (zone: string) => DateTime };
	end?: { text: string; day: string; at: (zone: string) => DateTime };
	form?: 'timed' | 'allDay' | 'startOnly';
	timeZone?: string;
	subject?: string;
	notes?: string;
	eventMenu?: string;
	additionalItem?: string;
	visibilityType?: string;
	useAttendanceCheck?: boolean;
	phone?: string;
	attendees?: string[];
	facilities?: string[];
}

beforeAll(async () => {
	const admin = clientOf(sandbox);
	const { body } = await admin.post('/schedule/admin/facilityGroups', { name: 'G', code: 'g' });
	for (const code of ['one', 'two']) {
		const facility = { name: code, code, facilityGroup: Number(body.id) };
		await admin.post('/schedule/admin/facilities', facility);
	}
});

const zoned = (at: DateTime) => ({
	dateTime: at.toFormat("yyyy-MM-dd'T'HH:mm:ssZZ"),
	timeZone: String(at.zoneName),
});

/** The times of an event as the service has them. */
function timesOf(kind: Kind, start: DateTime, end?: DateTime): IDataObject {
	const isDays = kind === 'allDay' || kind === 'period';
	const last = end?.startOf('day');
	return {
		eventType: kind === 'period' ? 'ALL_DAY' : 'REGULAR',
		isAllDay: kind === 'allDay',
		isStartOnly: kind === 'startOnly',
		start: zoned(isDays ? start.startOf('day') : start),
		...(end &&
			kind !== 'startOnly' && {
				end: zoned(
					kind === 'period'
						? (last ?? end)
						: kind === 'allDay'
							? (last ?? end).set({ hour: 23, minute: 59 })
							: end,
				),
			}),
	};
}

async function make({ kind, start, end, content, facilities, attendees }: State): Promise<Body> {
	const { eventType, ...times } = timesOf(kind, start, end);
	const event = await makeEvent(sandbox, {
		eventType,
		...content,
		attachments: [{ name: 'a.txt', content: 'YQ==' }],
		attendees: attendees.map((code) => ({ type: 'USER', code })),
		facilities: facilities.map((code) => ({ code })),
		end: undefined,
		...times,
	});
	const item = { value: { kept: 'yes' } };
	await clientOf(sandbox).post(`/schedule/events/${event.id}/datastore/com.example`, item);
	return event;
}

/** All of an event that the service tells. */
async function read(id: unknown): Promise<IDataObject> {
	const { body } = await eventOf(sandbox, id);
	const { body: item } = await clientOf(sandbox).get(
		`/schedule/events/${String(id)}/datastore/com.example`,
	);
	const { updatedAt: _updatedAt, ...event } = body;
	return { ...event, datastore: item } as unknown as IDataObject;
}

const update = async (
	id: string,
	updateFields: IDataObject,
	more: IDataObject = {},
	zone?: string,
	items: Pick<NodeRun, 'input' | 'onError'> = {},
) =>
	await runGroupware(sandbox, {
		resource: 'event',
		operation: 'update',
		parameters: { eventId: byId(id), updateFields, simplify: false, ...more },
		...(zone && { settings: { timezone: zone } }),
		...items,
	});

function fieldsOf({ start, end, phone, attendees, facilities, ...changes }: Changes): IDataObject {
	return {
		...changes,
		...(start && { start: start.text }),
		...(end && { end: end.text }),
		...(phone !== undefined && { companyInfo: { phone } }),
		...(attendees && { attendees: users(...attendees) }),
		...(facilities && {
			facilities: rooms(...facilities),
			...(facilities.length === 0 && { facilitiesChange: 'clear' }),
		}),
	};
}

/** What the service has for zones that it does not know. */
const STORED: Record<string, string> = { 'Europe/Rome': 'Europe/Berlin' };

/** The times after an update, or undefined where they make no event. */
function timesAfter(
	{ kind, start, end }: State,
	changes: Changes,
	workflowZone: string,
): IDataObject | undefined {
	const wasDays = kind === 'allDay' || kind === 'period';
	const zone = changes.timeZone ?? String(start.zoneName);
	const endZone = changes.timeZone ?? String((kind === 'startOnly' ? start : end).zoneName);
	const form =
		kind === 'period'
			? kind
			: (changes.form ?? (kind === 'startOnly' && changes.end ? 'timed' : kind));
	const isDays = form === 'allDay' || form === 'period';
	if (isDays && changes.form === undefined) {
		// Whole days take no time of day: nobody said that it is to be lost.
		const zones = [zone, endZone, String(start.zoneName), workflowZone];
		const isLimit = (at: DateTime) => ['00:00', '23:59'].includes(at.toFormat('HH:mm'));
		const hasTime = ({ text, at }: NonNullable<Changes['start']>) =>
			!/[ T](00:00|23:59)/.test(text) &&
			!zones.some((of) => isLimit(at(changes.timeZone ?? workflowZone).setZone(of)));
		if ([changes.start, changes.end].some((time) => time && hasTime(time))) return undefined;
	}
	const startWas = wasDays ? start.startOf('day') : start;
	const endWas = wasDays ? end.startOf('day').set({ hour: 23, minute: 59 }) : end;
	const day = (text: string | null, of: string) => DateTime.fromISO(String(text), { zone: of });
	const first = isDays
		? day(changes.start?.day ?? start.toFormat(DATE), zone)
		: (changes.start?.at(changes.timeZone ?? workflowZone) ?? startWas).setZone(zone);
	// A timed event takes no time on the day at whose midnight it ends.
	const isPast =
		kind === 'timed' && end > (changes.start?.at(changes.timeZone ?? workflowZone) ?? start);
	const endDayWas = (isPast ? end.minus({ seconds: 1 }) : end).toFormat(DATE);
	const endDay = changes.end?.day ?? (kind === 'startOnly' ? undefined : endDayWas);
	const last = isDays
		? day(endDay ?? first.toFormat(DATE), endZone)
		: (
				changes.end?.at(changes.timeZone ?? workflowZone) ??
				(kind === 'startOnly' ? undefined : endWas)
			)?.setZone(endZone);
	if (form !== 'startOnly' && last === undefined) return undefined;
	const limit = form === 'allDay' ? last?.set({ hour: 23, minute: 59 }) : last;
	if (form !== 'startOnly' && limit && first > limit) return undefined;
	// A start on another day may be meant to move the event, or to make it longer.
	const dayBefore = isDays ? start.toFormat(DATE) : startWas.setZone(zone).toFormat(DATE);
	const hadEnd = kind !== 'startOnly' && form !== 'startOnly';
	if (hadEnd && !changes.end && first.toFormat(DATE) !== dayBefore) return undefined;
	const stored = (at: DateTime) => at.setZone(STORED[String(at.zoneName)] ?? at.zone);
	return timesOf(form, stored(first), last && stored(last));
}

/** What the service has after an update, by the facts; undefined where nothing may have changed. */
function expected(
	before: IDataObject,
	state: State,
	changes: Changes,
	workflowZone: string,
): IDataObject | undefined {
	const times = timesAfter(state, changes, workflowZone);
	const facilities = changes.facilities ?? state.facilities;
	const attendees = changes.attendees ?? state.attendees;
	const timed = times?.eventType === 'REGULAR' && !times.isAllDay && !times.isStartOnly;
	if (times === undefined || (facilities.length > 0 && !timed)) return undefined;
	const { start: _start, end: _end, originalEndTimeZone: _zone, ...rest } = before;
	const { phone, additionalItem } = changes;
	const zoneOf = (key: string) => (times[key] as IDataObject | undefined)?.timeZone;
	const content = ['subject', 'notes', 'eventMenu', 'visibilityType', 'useAttendanceCheck'];
	const wasAttended = (before.attendees as IDataObject[]).map(({ code }) => code);
	return {
		...rest,
		...times,
		originalStartTimeZone: zoneOf('start'),
		originalEndTimeZone: zoneOf('end') ?? zoneOf('start'),
		...Object.fromEntries(
			content.flatMap((key) => (key in changes ? [[key, changes[key as keyof Changes]]] : [])),
		),
		...(phone !== undefined && { companyInfo: { ...(before.companyInfo as object), phone } }),
		...(additionalItem !== undefined && { additionalItems: { item: { value: additionalItem } } }),
		attendees: attendees.map((code) => expect.objectContaining({ code, type: 'USER' }) as unknown),
		...(wasAttended.join() === attendees.join() &&
			changes.useAttendanceCheck === undefined && { attendees: before.attendees }),
		facilities: facilities.map((code) => expect.objectContaining({ code }) as unknown),
	} as IDataObject;
}

const zone = fc.constantFrom(...ZONES);
/** Around the days on which clocks change, and others. */
const day = fc.constantFrom('2031-01-01', '2031-03-09', '2031-03-30', '2031-07-15', '2031-11-02');
const clock = fc.constantFrom('00:00', '04:30', '09:15', '13:00', '23:00', '23:59');
const text = fc.constantFrom('', 'One', 'Two\nlines');
const codes = (all: string[]) => fc.subarray(all, { minLength: 1 });

const state: fc.Arbitrary<State> = fc
	.record({
		kind: fc.constantFrom<Kind>('timed', 'timed', 'allDay', 'period', 'startOnly'),
		day,
		clock,
		zone,
		endZone: zone,
		length: fc.integer({ min: 0, max: 4000 }),
		reserved: fc.boolean(),
		attendees: codes(['admin', 'sato', 'ito']),
		content: fc.record({
			subject: text,
			notes: text,
			eventMenu: fc.constantFrom('', 'MTG'),
			visibilityType: fc.constantFrom('PUBLIC', 'PRIVATE', 'SET_PRIVATE_WATCHERS'),
			useAttendanceCheck: fc.boolean(),
			watchers: fc.constant([{ type: 'USER', code: 'mori' }]),
			companyInfo: fc.constant({ name: 'ACME', phone: '1' }),
			additionalItems: fc.constant({ item: { value: 'Extra' } }),
			facilityUsingPurpose: fc.constant('Talks'),
		}),
	})
	.map((given): State => {
		const start = DateTime.fromISO(`${given.day}T${given.clock}`, { zone: given.zone });
		const end = start.plus({ minutes: given.length }).setZone(given.endZone);
		const isDays = given.kind === 'allDay' || given.kind === 'period';
		return {
			kind: given.kind,
			start,
			end: isDays ? start.plus({ minutes: given.length }) : end,
			content: given.content as unknown as IDataObject,
			facilities: given.kind === 'timed' && given.reserved ? ['one'] : [],
			attendees: given.attendees,
		};
	});

/** A date as a person writes it: with an offset, or read in the zone of the workflow. */
const written = (...days: string[]) =>
	fc
		.record({
			day: fc.constantFrom(...days),
			clock,
			offset: fc.constantFrom('', '', '+05:30', '-08:00'),
		})
		.map(({ day: on, clock: at, offset }) => ({
			text: offset === '' ? `${on} ${at}` : `${on}T${at}:00${offset}`,
			day: on,
			at: (inZone: string) =>
				offset === ''
					? DateTime.fromISO(`${on}T${at}`, { zone: inZone })
					: DateTime.fromISO(`${on}T${at}${offset}`),
		}));

const changes = fc.record(
	{
		start: written('2031-01-01', '2031-03-09', '2031-03-30'),
		end: written('2031-03-09', '2031-07-15', '2031-11-02', '2031-11-30'),
		form: fc.constantFrom<'timed' | 'allDay' | 'startOnly'>('timed', 'allDay', 'startOnly'),
		timeZone: fc.constantFrom('Asia/Tokyo', 'America/New_York', 'Europe/Rome'),
		subject: fc.constantFrom('', 'New'),
		notes: fc.constantFrom('', 'New'),
		eventMenu: fc.constantFrom('', 'New'),
		additionalItem: fc.constantFrom('', 'New'),
		visibilityType: fc.constantFrom('PUBLIC', 'PRIVATE', 'SET_PRIVATE_WATCHERS'),
		useAttendanceCheck: fc.boolean(),
		phone: fc.constantFrom('', '2'),
		attendees: codes(['admin', 'mori', 'sato']),
		facilities: fc.constantFrom<string[]>(['one'], ['two', 'one'], []),
	},
	{ requiredKeys: [] },
);

it('changes what was named and nothing else, whatever the event is', async () => {
	await fc.assert(
		fc.asyncProperty(state, changes, zone, async (was, change, workflowZone) => {
			fc.pre(Object.keys(change).length > 0 && !(was.kind === 'period' && change.form));
			const { id } = await make(was);
			const before = await read(id);
			const outcome = await update(id, fieldsOf(change), {}, workflowZone);
			const after = await read(id);
			await clientOf(sandbox).delete(`/schedule/events/${id}`);
			const wanted = expected(before, was, change, workflowZone);
			if (wanted === undefined) {
				expect(outcome.error).toBeDefined();
				expect(after).toEqual(before);
			} else {
				expect(outcome.error?.description).toBeUndefined();
				expect(after).toEqual(wanted);
			}
		}),
		{ numRuns: 60, seed: 2031 },
	);
});

describe('one event', () => {
	const at = (time: string, timeZone = 'Asia/Tokyo') =>
		zoned(DateTime.fromISO(time, { zone: timeZone }));
	const allDay = {
		start: at('2031-03-03T00:00'),
		end: at('2031-03-04T23:59'),
		isAllDay: true,
	};

	it.each([
		['2031-03-03T22:00', '2031-03-04T00:00', '2031-03-03'],
		['2031-03-03T22:00', '2031-03-04T00:01', '2031-03-04'],
		['2031-03-03T00:00', '2031-03-03T00:00', '2031-03-03'],
	])('from %s to %s takes, as a whole day, up to %s', async (start, end, last) => {
		const { id } = await makeEvent(sandbox, { start: at(start), end: at(end) });
		jsonOf(await update(id, { form: 'allDay' }, {}, 'Asia/Tokyo'));
		expect((await eventOf(sandbox, id)).body).toMatchObject({
			isAllDay: true,
			start: at('2031-03-03T00:00'),
			end: at(`${last}T23:59`),
		});
	});

	it('keeps its times where the new end is a day without a time, and none is made', async () => {
		const { id } = await makeEvent(sandbox);
		const before = (await eventOf(sandbox, id)).body;
		const times = { start: '2031-03-05', end: '2031-03-05' };
		expect((await update(id, times)).error?.message).toContain('"End" is a day without a time');
		expect((await eventOf(sandbox, id)).body).toEqual(before);
		const made = { subject: 'No time', form: 'timed', ...times, attendees: users('ito') };
		const created = { resource: 'event', operation: 'create', parameters: made };
		const { error } = await runGroupware(sandbox, created);
		expect(error?.message).toContain('"End" is a day without a time');
		const { body } = await clientOf(sandbox).get('/schedule/events', { keyword: 'No time' });
		expect(body.events).toEqual([]);
	});

	it.each([
		[
			'an earlier day',
			{},
			'2031-03-01 10:00',
			'2031-03-01T11:00:00+09:00',
			'2031-03-03T11:00:00+09:00',
		],
		['an earlier day, all day', allDay, '2031-03-01', '2031-03-02', '2031-03-04'],
		['its second day', allDay, '2031-03-04', '2031-03-05', '2031-03-04'],
	])(
		'stays as it is where only its start moves to %s',
		async (_what, times, start, moved, kept) => {
			const { id } = await makeEvent(sandbox, times);
			const before = (await eventOf(sandbox, id)).body;
			const { error } = await update(id, { start }, {}, 'Asia/Tokyo');
			expect((await eventOf(sandbox, id)).body).toEqual(before);
			expect(error?.message).toContain(
				'"Start" is on another day than before, and "End" isn\'t set',
			);
			expect(error?.description).toContain(
				`Set "End", too: ${moved} to move the event, or ${kept} to keep its end`,
			);
		},
	);

	it.each([
		['another day', {}, '2031-03-05 14:00', at('2031-03-05T14:00'), at('2031-03-05T15:00')],
		[
			'a time after its end',
			{},
			'2031-03-03 15:30',
			at('2031-03-03T15:30'),
			at('2031-03-03T16:30'),
		],
		['an earlier time', {}, '2031-03-03 09:00', at('2031-03-03T09:00'), at('2031-03-03T10:00')],
		['another day, all day', allDay, '2031-04-30', at('2031-04-30T00:00'), at('2031-05-01T23:59')],
		[
			'another day, as a period',
			{ eventType: 'ALL_DAY', start: at('2031-03-03T00:00'), end: at('2031-03-05T00:00') },
			'2031-02-27',
			at('2031-02-27T00:00'),
			at('2031-03-01T00:00'),
		],
	])('moves to %s by its start and keeps its duration', async (_what, times, text, start, end) => {
		const { id } = await makeEvent(sandbox, {
			start: at('2031-03-03T10:00'),
			end: at('2031-03-03T11:00'),
			...times,
		});
		jsonOf(await update(id, { start: text, keepDuration: true }, {}, 'Asia/Tokyo'));
		expect((await eventOf(sandbox, id)).body).toMatchObject({ start, end });
	});

	it('that is a period of one day moves without a hint about its length', async () => {
		const day = at('2031-03-03T00:00');
		const { id } = await makeEvent(sandbox, { eventType: 'ALL_DAY', start: day, end: day });
		const outcome = await update(id, { start: '2031-03-05', end: '2031-03-05' }, {}, 'Asia/Tokyo');
		const next = at('2031-03-05T00:00');
		expect((await eventOf(sandbox, id)).body).toMatchObject({ start: next, end: next });
		expect(outcome.hints).toEqual([]);
	});

	it.each([
		['All Day', {}, { form: 'allDay', start: '2031-02-27' }, '2031-02-27'],
		['Start and End', allDay, { form: 'timed', start: '2031-02-27 10:00' }, '2031-03-'],
	])(
		'stays where it is if it becomes %s and its duration can not be kept',
		async (_what, times, change, moved) => {
			const { id } = await makeEvent(sandbox, times);
			const before = (await eventOf(sandbox, id)).body;
			const { error } = await update(id, { ...change, keepDuration: true }, {}, 'Asia/Tokyo');
			expect((await eventOf(sandbox, id)).body).toEqual(before);
			expect(error?.message).toContain('"Start" is on another day than before');
			expect(error?.description).toContain(`Set "End", too: ${moved}`);
			expect(error?.description).not.toContain('turn on "Keep Duration"');
		},
	);

	it.each([
		['All Day', { form: 'allDay', start: '2031-03-03' }, at('2031-03-03T23:59')],
		['Start Only', { form: 'startOnly', start: '2031-02-27 10:00' }, undefined],
	])('becomes %s where its duration makes no difference', async (_what, change, end) => {
		const { id } = await makeEvent(sandbox);
		jsonOf(await update(id, { ...change, keepDuration: true }, {}, 'Asia/Tokyo'));
		expect((await eventOf(sandbox, id)).body.end).toEqual(end);
	});

	it('keeps its duration only if its end was not chosen', async () => {
		const { id } = await makeEvent(sandbox, {
			start: at('2031-03-03T10:00'),
			end: at('2031-03-03T11:00'),
		});
		const times = { start: '2031-03-05 14:00', end: '2031-03-05 18:00', keepDuration: true };
		jsonOf(await update(id, times, {}, 'Asia/Tokyo'));
		expect((await eventOf(sandbox, id)).body).toMatchObject({ end: at('2031-03-05T18:00') });
		jsonOf(await update(id, { subject: 'Same time', keepDuration: true }, {}, 'Asia/Tokyo'));
		expect((await eventOf(sandbox, id)).body).toMatchObject({
			subject: 'Same time',
			start: at('2031-03-05T14:00'),
			end: at('2031-03-05T18:00'),
		});
		const { error } = await update(id, { keepDuration: true }, {}, 'Asia/Tokyo');
		expect(error?.message).toContain('There are no changes to make');
	});

	it('moves to an earlier day by its start and end, and starts earlier by its start', async () => {
		const { id } = await makeEvent(sandbox);
		const times = { start: '2031-03-01 10:00', end: '2031-03-01 11:00' };
		jsonOf(await update(id, times, {}, 'Asia/Tokyo'));
		jsonOf(await update(id, { start: '2031-03-01 09:00' }, {}, 'Asia/Tokyo'));
		expect((await eventOf(sandbox, id)).body).toMatchObject({
			start: at('2031-03-01T09:00'),
			end: at('2031-03-01T11:00'),
		});
	});

	it('that was all-day gets a start and an end', async () => {
		const { id } = await makeEvent(sandbox, allDay);
		const times = { form: 'timed', start: '2031-03-03 10:00', end: '2031-03-03 11:00' };
		jsonOf(await update(id, times, {}, 'Asia/Tokyo'));
		expect((await eventOf(sandbox, id)).body).toMatchObject({
			isAllDay: false,
			start: at('2031-03-03T10:00'),
			end: at('2031-03-03T11:00'),
		});
	});

	it('keeps the zone of its end', async () => {
		const end = at('2031-03-03T09:00', 'America/New_York');
		const { id } = await makeEvent(sandbox, { end });
		jsonOf(await update(id, { subject: 'Flight' }));
		expect((await eventOf(sandbox, id)).body).toMatchObject({ subject: 'Flight', end });
		jsonOf(await update(id, { end: '2031-03-04 00:00' }, {}, 'Asia/Tokyo'));
		const later = at('2031-03-03T10:00', 'America/New_York');
		expect((await eventOf(sandbox, id)).body.end).toEqual(later);
	});

	it('takes dates in the time zone of the workflow, and stays in its own', async () => {
		const { id } = await makeEvent(sandbox, {
			start: at('2031-03-03T10:00', 'America/New_York'),
			end: at('2031-03-03T11:00', 'America/New_York'),
		});
		const times = { start: '2031-03-05 10:00', end: '2031-03-05 11:00' };
		jsonOf(await update(id, times, {}, 'Asia/Tokyo'));
		expect((await eventOf(sandbox, id)).body).toMatchObject({
			start: at('2031-03-04T20:00', 'America/New_York'),
			end: at('2031-03-04T21:00', 'America/New_York'),
		});
	});

	it('of whole days keeps its days in another zone', async () => {
		const { id } = await makeEvent(sandbox, allDay);
		jsonOf(await update(id, { timeZone: 'America/New_York' }));
		expect((await eventOf(sandbox, id)).body).toMatchObject({
			start: at('2031-03-03T00:00', 'America/New_York'),
			end: at('2031-03-04T23:59', 'America/New_York'),
		});
	});

	it('of whole days takes the days that are written, in any zone', async () => {
		const { id } = await makeEvent(sandbox, {
			...allDay,
			start: at('2031-03-03T00:00', 'America/New_York'),
			end: at('2031-03-04T23:59', 'America/New_York'),
		});
		const days = {
			start: '={{ DateTime.fromISO("2031-03-10", { zone: "Asia/Tokyo" }) }}',
			end: '2031-03-11T00:00:00Z',
		};
		jsonOf(await update(id, days, {}, 'Asia/Tokyo'));
		expect((await eventOf(sandbox, id)).body).toMatchObject({
			start: at('2031-03-10T00:00', 'America/New_York'),
			end: at('2031-03-11T23:59', 'America/New_York'),
		});
	});

	it('is stored in a similar zone where the service does not know its own', async () => {
		const { id } = await makeEvent(sandbox);
		const times = { timeZone: 'Europe/Rome', start: '2031-03-03 10:00', end: '2031-03-03 11:00' };
		const outcome = await update(id, times);
		jsonOf(outcome);
		expect((await eventOf(sandbox, id)).body).toMatchObject({
			start: at('2031-03-03T10:00', 'Europe/Berlin'),
			end: at('2031-03-03T11:00', 'Europe/Berlin'),
		});
		expect(outcome.hints.map(({ message }) => message)).toContain(
			"The service doesn't know the time zone Europe/Rome. The event uses Europe/Berlin, which has the same time on these dates.",
		);
	});

	it.each([
		['nothing', '={{ $json.missing }}', 'Old'],
		['null', '={{ null }}', ''],
		['empty text', '={{ "" }}', ''],
		['a number', '={{ 5 }}', '5'],
	])('has notes after an expression that gives %s', async (_what, notes, stored) => {
		const { id } = await makeEvent(sandbox, { notes: 'Old' });
		jsonOf(await update(id, { subject: 'New', notes }));
		expect((await eventOf(sandbox, id)).body).toMatchObject({ subject: 'New', notes: stored });
	});
});

/** What an update changes, and the times of a series that is read alone. */
const READINGS = [
	['first', 'none'],
	['whole', 'none'],
	['first', 'first'],
	['whole', 'first'],
] as const;

describe.each(READINGS)('a series whose update changes the %s (times: %s)', (reading, times) => {
	beforeAll(async () => {
		await sandbox.control('groupware', { seriesUpdate: reading, seriesTimes: times });
		await clear();
	});
	afterEach(clear);

	const rule = {
		type: 'EVERY_WEEK',
		dayOfWeek: 'WED',
		// A Monday.
		period: { start: '2031-03-03', end: '2031-04-30' },
		time: { start: '10:00', end: '11:30' },
		timeZone: 'America/New_York',
		isAllDay: false,
		isStartOnly: false,
		exclusiveDateTimes: [{ start: '2031-03-05T00:00:00-05:00', end: '2031-03-05T23:59:59-05:00' }],
	};
	const overnight = { ...rule, time: { start: '22:00', end: '02:00' } };
	const allDay = { ...rule, isAllDay: true, time: { start: '00:00', end: '23:59' } };
	const lastDays = { ...rule, type: 'EVERY_MONTH', dayOfWeek: undefined, dayOfMonth: 'EOM' };
	const second = { ...rule, type: 'EVERY_2NDWEEK', dayOfWeek: 'SAT' };
	const startOnly = { ...rule, isStartOnly: true };

	async function makeSeries(repeatInfo: object): Promise<string> {
		const content = { subject: 'Old', notes: 'Kept', facilities: [{ code: 'one' }] };
		const { isAllDay, isStartOnly } = repeatInfo as typeof rule;
		const reserved = isAllDay || isStartOnly ? { ...content, facilities: [] } : content;
		const { id } = await makeEvent(sandbox, reserved);
		await sandbox.control('groupware', { series: [{ event: id, repeatInfo }] });
		return id;
	}

	/** Rows of the caller's calendar, earliest first. */
	async function rows(): Promise<Body[]> {
		const query = { orderBy: 'start asc', limit: '1000', rangeStart: '2031-03-01T00:00:00Z' };
		const { body } = await clientOf(sandbox).get('/schedule/events', query);
		return body.events.filter(({ start }) => start.dateTime > '2031-03-02');
	}

	const told = ({ start, end, isAllDay, isStartOnly, attendees }: Body) => ({
		start,
		end,
		isAllDay,
		isStartOnly,
		attendees,
	});

	async function clear(): Promise<void> {
		for (const { id } of await rows()) await clientOf(sandbox).delete(`/schedule/events/${id}`);
	}

	it.each([
		['weekly', rule],
		['overnight', overnight],
		['all-day', allDay],
		['at the end of months', lastDays],
		['in the second week', second],
		['Start Only', startOnly],
		['without exclusions', { ...rule, exclusiveDateTimes: [] }],
	])('keeps the times of all its occurrences when its title changes (%s)', async (_what, info) => {
		const id = await makeSeries(info);
		const before = await rows();
		jsonOf(await update(id, { subject: 'New' }, { wholeSeries: true }));
		const after = await rows();
		expect(after.map(told)).toEqual(before.map(told));
		expect(after.map(({ subject }) => subject)).toEqual(
			before.map((_row, index) => (reading === 'whole' || index === 0 ? 'New' : 'Old')),
		);
	});

	it('moves to the times that were named', async () => {
		const id = await makeSeries(overnight);
		const before = await rows();
		jsonOf(
			await update(id, { start: '2031-03-12 23:00' }, { wholeSeries: true }, 'America/New_York'),
		);
		const after = await rows();
		const moved = (at: DateTime) => zoned(at.set({ hour: 23 }));
		const start = (row: Body) =>
			moved(DateTime.fromISO(row.start.dateTime, { zone: 'America/New_York' }));
		expect(after.map((row) => row.end)).toEqual(before.map((row) => row.end));
		expect(after.map((row) => row.start)).toEqual(
			before.map((row, index) => (reading === 'whole' || index === 0 ? start(row) : row.start)),
		);
	});

	it('is updated once by the items of its occurrences', async () => {
		const id = await makeSeries(rule);
		const fields = { subject: '={{ "Week " + $itemIndex }}' };
		const input = (await rows()).slice(0, 3).map((row) => ({
			json: { id, repeatId: row.repeatId, start: row.start } as IDataObject,
		}));
		const outcome = await update(id, fields, { wholeSeries: true }, undefined, {
			input,
			onError: 'continueRegularOutput',
		});
		expect(outcome.output.map(({ error }) => error?.message)).toEqual([
			undefined,
			`The event ${id} is already updated by item 0 [item 1]`,
			`The event ${id} is already updated by item 0 [item 2]`,
		]);
		const week = (subject: string) => subject.startsWith('Week');
		const changed = (await rows()).map(({ subject }) => subject).filter(week);
		expect(new Set(changed)).toEqual(new Set(['Week 0']));
	});

	it('is updated once where the answer is lost', async () => {
		const id = await makeSeries(rule);
		await sandbox.faults({ method: 'PATCH', path: '/g/api/v1/schedule/events', cut: 'after' });
		const fields = { subject: '={{ "Week " + $itemIndex }}' };
		const { output } = await update(id, fields, { wholeSeries: true }, undefined, {
			input: [{ json: {} }, { json: {} }],
			onError: 'continueRegularOutput',
		});
		expect(output[1]?.error?.message).toBe(
			`The event ${id} may already be updated by item 0 [item 1]`,
		);
		const changed = (await rows()).map(({ subject }) => subject);
		expect(changed.filter((subject) => subject === 'Week 1')).toEqual([]);
		expect(changed[0]).toBe('Week 0');
	});

	it('is deleted once by the items of its occurrences', async () => {
		const id = await makeSeries(rule);
		const { output } = await runGroupware(sandbox, {
			...{ resource: 'event', operation: 'delete', onError: 'continueRegularOutput' },
			parameters: { eventId: byId(id), wholeSeries: true },
			input: [{ json: {} }, { json: {} }],
		});
		expect(output[0]?.json).toEqual({ deleted: true, id });
		expect(output[1]?.error?.message).toBe(`The event ${id} is already deleted by item 0 [item 1]`);
		expect((await eventOf(sandbox, id)).status).toBe(404);
	});

	it('says that another occurrence is updated than that of the item', async () => {
		const id = await makeSeries(rule);
		const [first, , , later] = await rows();
		const hints = async (row?: Body) => {
			const json = { id, repeatId: row?.repeatId, start: row?.start } as IDataObject;
			const input = [{ json }];
			const outcome = await update(id, { notes: 'N' }, { wholeSeries: true }, undefined, { input });
			return outcome.hints.map(({ message }) => message).join();
		};
		expect(await hints(first)).not.toContain('The item is another occurrence');
		expect(await hints(later)).toContain('The item is another occurrence');
	});

	it('says before what the service documents', async () => {
		const id = await makeSeries(rule);
		const before = await read(id);
		const { error } = await update(id, { subject: 'New' });
		expect(error?.message).toContain('changes only the first occurrence');
		expect(error?.description).toContain('check the other occurrences afterwards');
		expect(await read(id)).toEqual(before);
	});
});
