import { DateTime } from 'luxon';
import type { INodeExecutionData } from 'n8n-workflow';

import { coreNodes } from '../../../start/headless/coreNodes';
import { useSandbox } from '../../support/sandbox';
import type { ActiveTrigger } from '../../support/trigger';
import { clientOf, eventOf } from '../groupware/world';
import { Example } from './example';
import {
	calendarNode,
	googleRow,
	OtherCalendar,
	type OtherEvent,
	outlookRow,
} from './otherCalendar';

const sandbox = useSandbox();
let calendar: OtherCalendar;

for (const [name, node] of Object.entries({
	googleCalendar: calendarNode(googleRow, () => calendar),
	googleCalendarTrigger: calendarNode(googleRow),
	microsoftOutlook: calendarNode(outlookRow, () => calendar),
})) {
	coreNodes.set(`n8n-nodes-base.${name}`, node);
}

/** What starts the workflow on the side of the other calendar, with the items that it puts out. */
type Started = (since: number) => Record<string, INodeExecutionData[]>;
const asItems = (events: OtherEvent[]) => events.map((event) => ({ json: googleRow(event) }));
const seconds = (at: number) => Math.floor(at / 1000);

/** As n8n's trigger: an event that was saved again is no longer one that is new only. */
const byTriggers: Started = (since) => {
	const all = [...calendar.events.values()].filter(({ updated }) => updated > since);
	const isNew = ({ created, isDeleted }: OtherEvent) => created > since && !isDeleted;
	const isSaved = ({ created, updated }: OtherEvent) => seconds(created) !== seconds(updated);
	return {
		'New Google Event': asItems(all.filter(isNew)),
		'Changed Google Event': asItems(all.filter(isSaved)),
	};
};
const bySchedule: Started = () => ({ 'Every 15 Minutes': [{ json: {} }] });

const DAY = 86_400_000;
const HOUR = 3_600_000;
const start = DateTime.now().plus({ days: 4 }).startOf('hour').toMillis();
const times = (from: number, to = from + HOUR) => {
	const time = (at: number) => ({
		dateTime: new Date(at).toISOString().replace('.000', ''),
		timeZone: 'Asia/Tokyo',
	});
	return { start: time(from), end: time(to) };
};

describe.each([
	['23-groupware-and-google-calendar.json', byTriggers],
	['24-groupware-and-outlook-calendar.json', bySchedule],
])('%s', (file, started) => {
	let example: Example;
	let trigger: ActiveTrigger;
	let polled: number;
	/** The items of each start, to start it with them again. */
	let starts: Array<[string, INodeExecutionData[]]>;
	const sato = clientOf(sandbox, 'sato');

	beforeEach(async () => {
		await sandbox.control('reset', { demo: true });
		calendar = new OtherCalendar();
		example = new Example(sandbox, file);
		trigger = await example.trigger('Groupware Event');
		await trigger.drain();
		polled = calendar.now();
		starts = [];
		await later();
	}, 60_000);

	/** Later by so much that neither side tells the time of a change as that of one before. */
	async function later(): Promise<void> {
		await sandbox.clock(2);
		calendar.ahead += 2000;
	}

	/** Starts what both sides have to tell, and gives what was written. */
	async function poll(again?: typeof starts): Promise<string[]> {
		await later();
		await sandbox.forget();
		calendar.writes = [];
		const since = polled;
		polled = calendar.now();
		starts = again ?? [
			['Groupware Event', await trigger.drain()],
			...Object.entries(started(since)),
		];
		for (const [name, items] of starts) if (items.length > 0) await example.run(items, name);
		await later();
		const calls = (await sandbox.calls()).filter((call) => !call.startsWith('GET '));
		return [...calls, ...calendar.writes];
	}

	async function expectNoEcho(): Promise<void> {
		for (const _time of [1, 2]) expect(await poll()).toEqual([]);
	}

	async function settled(): Promise<void> {
		for (const _time of [1, 2]) await poll();
		expect(await poll()).toEqual([]);
	}

	const attendees = (...codes: string[]) => codes.map((code) => ({ type: 'USER', code }));
	const make = async (subject: string, over: object = {}) => {
		const event = { eventType: 'REGULAR', subject, attendees: attendees('sato'), ...times(start) };
		const { status, body } = await sato.post('/schedule/events', { ...event, ...over });
		if (status !== 200) throw new Error(JSON.stringify(body));
		return body.id;
	};
	const inGroupware = async () => {
		const { body } = await sato.get('/schedule/events', {
			rangeStart: new Date().toISOString(),
			limit: '500',
		});
		const made = body.events.filter(({ subject }) => subject.startsWith('Tasting'));
		return made.map((one) => [
			one.subject,
			Date.parse(one.start.dateTime),
			Date.parse(one.end.dateTime),
		]);
	};
	const inOther = () =>
		[...calendar.events.values()]
			.filter(({ isDeleted }) => !isDeleted)
			.map(({ title, start: from, end }) => [title, from, end]);
	const expectBoth = async (...events: unknown[]) => {
		expect(await inGroupware()).toEqual(events);
		expect(inOther()).toEqual(events);
	};
	const first = ['Tasting', start, start + HOUR];
	const moved = ['Tasting of tea', start + DAY, start + DAY + 2 * HOUR];
	const otherTimes = { start, end: start + HOUR };

	it('copies what is added, changed, and canceled in the groupware, once', async () => {
		const id = await make('Tasting');
		expect(await poll()).toHaveLength(2);
		await expectBoth(first);
		await expectNoEcho();

		const change = { subject: 'Tasting of tea', ...times(start + DAY, start + DAY + 2 * HOUR) };
		await sato.patch(`/schedule/events/${id}`, change);
		expect(await poll()).toHaveLength(1);
		await expectBoth(moved);
		await expectNoEcho();

		await sato.delete(`/schedule/events/${id}`);
		expect(await poll()).toHaveLength(1);
		await expectBoth();
		await expectNoEcho();
	});

	it('copies what is added, changed, and deleted in the other calendar, once', async () => {
		const kept = { description: 'By Ito', categories: ['Red'] };
		calendar.put('a', { title: 'Tasting', ...otherTimes, ...kept });
		expect(await poll()).toHaveLength(3);
		expect(await inGroupware()).toEqual([first]);
		const { description, categories } = calendar.events.get('a') ?? {};
		expect(description).toMatch(/^By Ito/);
		expect(categories?.[0]).toBe('Red');
		await expectNoEcho();

		await later();
		calendar.put('a', { title: 'Tasting of tea', start: start + DAY, end: start + DAY + 2 * HOUR });
		expect(await poll()).toHaveLength(1);
		expect(await inGroupware()).toEqual([moved]);
		await expectNoEcho();

		await later();
		calendar.put('a', { isDeleted: true });
		expect(await poll()).toHaveLength(1);
		expect(await inGroupware()).toEqual([]);
		await expectNoEcho();
	});

	it('cancels and changes in the groupware what came from the other calendar', async () => {
		for (const id of ['a', 'b']) calendar.put(id, { title: `Tasting ${id}`, ...otherTimes });
		await settled();
		const { body } = await sato.get('/schedule/events', { limit: '500', keyword: 'Tasting' });
		const [one, two] = body.events;
		await sato.patch(`/schedule/events/${one?.id}`, { subject: 'Tasting of tea' });
		await sato.delete(`/schedule/events/${two?.id}`);
		await poll();
		await expectBoth(['Tasting of tea', start, start + HOUR]);
		await settled();
	});

	it('keeps the later of two changes', async () => {
		const id = await make('Tasting');
		await settled();
		const [[key = ''] = []] = calendar.events;
		const changes = {
			groupware: async () => await sato.patch(`/schedule/events/${id}`, { subject: 'Tasting 1' }),
			other: async () => await Promise.resolve(calendar.put(key, { title: 'Tasting 2' })),
		};
		for (const [order, title] of [
			[[changes.groupware, changes.other], 'Tasting 2'],
			[[changes.other, changes.groupware], 'Tasting 1'],
		] as const) {
			for (const change of order) {
				await later();
				await change();
			}
			await settled();
			await expectBoth([title, start, start + HOUR]);
		}
	});

	it('writes nothing when it is run with the same items again', async () => {
		await make('Tasting 1');
		calendar.put('a', { title: 'Tasting 2', ...otherTimes });
		await poll();
		expect(await poll(starts)).toEqual([]);
		expect(inOther()).toHaveLength(2);
		expect(await inGroupware()).toHaveLength(2);
	});

	it('deletes no event of others, and not one that its user only leaves', async () => {
		const id = await make('Tasting', { attendees: attendees('sato', 'tanaka') });
		const left = await make('Tasting 2', { attendees: attendees('sato', 'tanaka') });
		await settled();
		const [[key = ''] = []] = calendar.events;
		calendar.put(key, { isDeleted: true });
		await sato.patch(`/schedule/events/${left}`, { attendees: attendees('tanaka') });
		await settled();
		expect(inOther()).toEqual([]);
		expect((await eventOf(sandbox, id)).status).toBe(200);
		expect((await eventOf(sandbox, left)).status).toBe(200);
	});

	it('leaves out days, and events of series', async () => {
		await make('Tasting', { isAllDay: true });
		await make('Tasting', { isStartOnly: true, end: undefined });
		await settled();
		expect(inOther()).toEqual([]);
	});

	if (started === byTriggers) {
		it('keeps what was changed in the groupware after it was deleted in Google', async () => {
			const id = await make('Tasting');
			await settled();
			const [[key = ''] = []] = calendar.events;
			calendar.put(key, { isDeleted: true });
			await later();
			await sato.patch(`/schedule/events/${id}`, { subject: 'Tasting of tea' });
			await settled();
			expect(await inGroupware()).toEqual([['Tasting of tea', start, start + HOUR]]);
		});
		return;
	}

	it('deletes nothing that is still in Outlook, and no more than five events at once', async () => {
		for (let count = 1; count <= 6; count++) await make(`Tasting ${count}`);
		await settled();
		const [one = '', ...others] = calendar.events.keys();
		calendar.put(one, { start: start - 60 * DAY, end: start - 60 * DAY });
		await settled();
		expect(await inGroupware()).toHaveLength(6);
		calendar.put(one, { isDeleted: true });
		for (const id of others) calendar.put(id, { isDeleted: true });
		await settled();
		expect(await inGroupware()).toHaveLength(6);
		calendar.put(one, { isDeleted: false, ...otherTimes });
		await settled();
		expect(await inGroupware()).toEqual([['Tasting 1', start, start + HOUR]]);
	});
});
