import { DateTime } from 'luxon';
import type { INodeExecutionData } from 'n8n-workflow';

import { Api, passwordOf } from '../../sandbox/record-platform/api';
import { useSandbox } from '../../support/sandbox';
import type { ActiveTrigger } from '../../support/trigger';
import { clientOf, eventOf } from '../groupware/world';
import { Example, jsonOf, type Outputs } from './example';

const sandbox = useSandbox();

beforeEach(async () => {
	await sandbox.control('reset', { demo: true });
}, 60_000);

const zone = 'Asia/Tokyo';
const timed = (start: DateTime, minutes = 60) => ({
	start: { dateTime: start.toISO({ suppressMilliseconds: true }), timeZone: zone },
	end: { dateTime: start.plus({ minutes }).toISO({ suppressMilliseconds: true }), timeZone: zone },
});

describe('16: book a room with a form', () => {
	// A Wednesday, which has no meetings of the demo calendars but the daily ones.
	const date = DateTime.now().setZone(zone).plus({ weeks: 5 }).set({ weekday: 3 }).startOf('day');
	const answers = {
		Title: 'Tasting',
		Date: date.toISODate(),
		'Not Before': '16:00',
		Minutes: '60',
		Room: 'Meeting Room A',
		People: 'sato, tanaka',
	};
	const book = async (example: Example, over: object = {}): Promise<Outputs> =>
		await example.run([{ json: { ...answers, ...over } }], 'Booking Form');

	async function booked(): Promise<string[]> {
		const { body } = await clientOf(sandbox, 'sato').get('/schedule/events', {
			rangeStart: date.toISO() ?? '',
			rangeEnd: date.plus({ days: 14 }).toISO() ?? '',
			orderBy: 'start asc',
			limit: '500',
		});
		return body.events
			.filter(({ subject }) => subject === 'Tasting')
			.map((event) => {
				const { facilities } = event as unknown as { facilities: Array<{ code: string }> };
				const time = (at: string) => DateTime.fromISO(at, { zone }).toFormat('dd HH:mm');
				const people = event.attendees.map(({ code }) => code).join();
				const rooms = facilities.map(({ code }) => code).join();
				return `${time(event.start.dateTime)} ${time(event.end.dateTime)} ${rooms} ${people}`;
			});
	}

	const dd = date.toFormat('dd');
	const first = `${dd} 16:00 ${dd} 17:00 room-a sato,tanaka`;
	const second = `${dd} 17:00 ${dd} 18:00 room-a sato,tanaka`;

	it('books the first free time, the next one the second time, and then says what is free', async () => {
		const example = new Example(sandbox, '16-book-a-room-by-form.json');
		const outputs = await book(example);
		expect(await booked()).toEqual([first]);
		expect(outputs['Show Booking']).toBeDefined();
		await book(example);
		expect(await booked()).toEqual([first, second]);
		const full = await book(example);
		expect(await booked()).toEqual([first, second]);
		expect(full['Show Booking']).toEqual(undefined);
		const [told] = jsonOf(full, 'Show Other Times');
		expect(told).toMatchObject({
			booked: false,
			alternatives: [
				{ start: expect.stringContaining(date.plus({ days: 1 }).toISODate() ?? '') },
				{},
				{},
			],
		});
	});
});

describe('17: keep a calendar and an app in step', () => {
	const LOG = '6';
	const EVENTS = 'Event Added or Changed';
	const RECORDS = 'Record Changed';
	const start = DateTime.now().setZone(zone).plus({ days: 4 }).startOf('hour');
	const api = new Api(sandbox);
	let example: Example;
	let triggers: Record<string, ActiveTrigger>;

	beforeEach(async () => {
		example = new Example(sandbox, '17-calendar-to-app-and-back.json');
		triggers = {
			[EVENTS]: await example.trigger(EVENTS),
			[RECORDS]: await example.trigger(RECORDS),
		};
		for (const trigger of Object.values(triggers)) await trigger.drain();
	});

	/** One poll of each side, or of one, and what it starts. Gives what was written. */
	async function poll(sides = [EVENTS, RECORDS]): Promise<string[]> {
		await sandbox.forget();
		for (const name of sides) {
			const items: INodeExecutionData[] = (await triggers[name]?.drain()) ?? [];
			if (items.length > 0) await example.run(items, name);
		}
		const calls = await sandbox.calls();
		return calls.filter((call) => !call.startsWith('GET ') && !call.endsWith('/search'));
	}

	const logged = async (key: string) => {
		const [id] = await api.ids(LOG, `event_key = "${key}"`);
		return id === undefined ? undefined : await api.values(LOG, id);
	};
	const utc = (at: DateTime) => at.toUTC().toFormat("yyyy-MM-dd'T'HH:mm:ss'Z'");
	const attendees = [{ type: 'USER', code: 'sato' }];
	// The workflow writes as the administrator, whose changes are ignored.
	const sato = clientOf(sandbox, 'sato');
	const bySato = api.as(passwordOf('sato'));
	const make = async (subject: string) => {
		const event = { eventType: 'REGULAR', subject, attendees, ...timed(start) };
		return (await sato.post('/schedule/events', event)).body;
	};
	const changeRecord = async (key: string, record: object) => {
		const id = String((await logged(key))?.$id);
		await bySato.ok('PUT', 'record.json', { app: LOG, id, record });
	};

	it.each([
		[EVENTS, RECORDS],
		[RECORDS, EVENTS],
	])('keeps what a person changes before the other side is read: %s, %s', async (...sides) => {
		const { id } = await make('Tasting');
		await poll(sides);
		const subjects = async () => [
			(await eventOf(sandbox, id)).body.subject,
			(await logged(id))?.subject,
		];
		for (const [side, change] of [
			['event', async (subject: string) => await sato.patch(`/schedule/events/${id}`, { subject })],
			['record', async (value: string) => await changeRecord(id, { subject: { value } })],
		] as const) {
			for (const [at, polled] of sides.entries()) {
				// The groupware tells changes of one second apart by their content alone, not by who.
				await sandbox.clock(2);
				await change(`${side} ${at}`);
				await poll([polled]);
			}
			for (const _time of [1, 2]) await poll(sides);
			expect(await subjects()).toEqual([`${side} 1`, `${side} 1`]);
			expect(await poll(sides)).toEqual([]);
		}
	});

	it('copies a change of either side across once', async () => {
		const { id } = await make('Tasting');
		expect(await poll()).toHaveLength(1);
		expect(await logged(id)).toMatchObject({
			subject: 'Tasting',
			start: utc(start),
			end: utc(start.plus({ hours: 1 })),
			attendees: 'Haruka Sato',
		});
		expect(await poll()).toEqual([]);

		const later = start.plus({ hours: 3 });
		const record = {
			subject: { value: 'Big tasting' },
			start: { value: utc(later) },
			end: { value: utc(later.plus({ minutes: 90 })) },
		};
		await changeRecord(id, record);
		expect(await poll()).toEqual([`PATCH /g/api/v1/schedule/events/${id}`]);
		const { body } = await eventOf(sandbox, id);
		expect(body.subject).toBe('Big tasting');
		expect(Date.parse(body.start.dateTime)).toBe(later.toMillis());
		expect(Date.parse(body.end.dateTime)).toBe(later.plus({ minutes: 90 }).toMillis());
		expect(body.attendees).toMatchObject(attendees);
		for (const _time of [1, 2, 3]) expect(await poll()).toEqual([]);

		await sato.patch(`/schedule/events/${id}`, { subject: 'Small tasting' });
		const before = await logged(id);
		expect(await poll()).toHaveLength(1);
		expect(await logged(id)).toMatchObject({ subject: 'Small tasting', start: before?.start });
		for (const _time of [1, 2, 3]) expect(await poll()).toEqual([]);
	});

	it('does not stop at an event that was deleted', async () => {
		const { id } = await make('Gone');
		const { id: other } = await make('Stays');
		await poll();
		await clientOf(sandbox).delete(`/schedule/events/${id}`);
		for (const key of [id, other]) await changeRecord(key, { subject: { value: 'Renamed' } });
		await poll();
		expect((await eventOf(sandbox, other)).body.subject).toBe('Renamed');
	});
});
