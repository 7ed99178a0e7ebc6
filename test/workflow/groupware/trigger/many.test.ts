import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import type { IDataObject } from 'n8n-workflow';

import { useToys } from '../../../support/toy-run';
import { byId } from '../world';
import { triggerFor } from './scene';

const toys = useToys();

/** The long run: `TRIGGER_RECORDS=100000 npx jest test/workflow/groupware/trigger/many`. */
const CHANGES = Number(process.env.TRIGGER_RECORDS ?? 12_000);

const DAY = 86_400_000;
const base = Math.floor(Date.now() / 1000) * 1000 - DAY;

/** Memory that is in use after a garbage collection, in MB. */
function memory(): number {
	setFlagsFromString('--expose-gc');
	(runInNewContext('gc') as () => void)();
	return process.memoryUsage().heapUsed / 1_000_000;
}

/** What the trigger may keep in memory, however many changes there are. */
const MOST_MB = 60;

const creator = { id: '7', code: 'sato', name: 'Sato' };

/** Lists that are compared as a whole have no more. */
const MOST_EVENTS = process.env.TRIGGER_RECORDS ? Math.min(CHANGES, 9900) : 1000;
const MOST_LISTED = Math.min(CHANGES, 20_000);
const MINUTE = 60_000;

/** A service with calendars of events, first ID last. */
async function serviceWithEvents() {
	const titles = new Map<number, string>();
	const service = { titles, requests: 0, looked: 0, url: '' };
	const soon = Math.floor(Date.now() / MINUTE) * MINUTE + 10 * MINUTE;
	const startOf = (id: number) =>
		soon + Math.floor(((MOST_EVENTS - id) * 28 * DAY) / MOST_EVENTS / MINUTE) * MINUTE;
	const time = (at: number) => ({
		dateTime: new Date(at).toISOString().replace('.000', ''),
		timeZone: 'UTC',
	});
	const row = (id: number) => ({
		id: String(id),
		eventType: 'REGULAR',
		subject: titles.get(id),
		notes: 'Some words of the event',
		visibilityType: 'PUBLIC',
		creator,
		createdAt: time(base).dateTime,
		updater: creator,
		updatedAt: time(base + (titles.get(id)?.startsWith('New') ? 0 : MINUTE)).dateTime,
		attendees: [{ type: 'USER', ...creator }],
		watchers: [],
		facilities: [],
		isAllDay: false,
		isStartOnly: false,
		start: time(startOf(id)),
		end: time(startOf(id) + 30 * MINUTE),
	});
	const { url } = await toys.serve(({ url: asked }) => {
		service.requests += 1;
		const [path = '', search] = asked.split('?');
		if (!path.endsWith('/events')) {
			service.looked += 1;
			const message = 'The event was not found';
			return { status: 404, json: { error: { errorCode: 'GRN_SCHD_13001', message } } };
		}
		const query = new URLSearchParams(search);
		const [offset, limit] = [Number(query.get('offset')), Number(query.get('limit'))];
		const [from, to] = ['rangeStart', 'rangeEnd'].map((name) => Date.parse(query.get(name) ?? ''));
		const ids = [...titles.keys()].filter(
			(id) => !(startOf(id) + 30 * MINUTE <= Number(from)) && !(startOf(id) >= Number(to)),
		);
		ids.sort((one, other) => other - one);
		const events = ids.slice(offset, offset + limit).map(row);
		return { json: { events, hasNext: ids.length > offset + limit } };
	});
	return Object.assign(service, { url });
}

it(
	`puts out ${MOST_EVENTS} events at once, and that they are canceled over many polls`,
	async () => {
		const service = await serviceWithEvents();
		const { titles } = service;
		const trigger = await triggerFor(service, {
			events: ['created', 'changed', 'canceled'],
			options: { daysBack: 0 },
		});
		expect(await trigger.poll()).toBeNull();
		const all = Array.from({ length: MOST_EVENTS }, (_, at) => at + 1);
		const atFirst = memory();
		let largest = 0;
		let most = 0;
		const poll = async () => {
			const items = (await trigger.poll()) ?? [];
			largest = Math.max(largest, JSON.stringify(trigger.kept).length);
			most = Math.max(most, memory() - atFirst);
			return items.map(({ json }) => `${String(json.$event)} ${String(json.id)}`);
		};
		const each = (event: string) => all.map((id) => `${event} ${id}`).sort();
		for (const id of all) titles.set(id, `New ${id}`);
		service.requests = 0;
		expect((await poll()).sort()).toEqual(each('created'));
		expect(await poll()).toEqual([]);
		expect(service.requests).toBe(2 * Math.ceil(MOST_EVENTS / 1000));
		for (const id of all) titles.set(id, `Renamed ${id}`);
		expect((await poll()).sort()).toEqual(each('changed'));
		titles.clear();
		const gone: string[] = [];
		let polls = 0;
		for (let items = await poll(); items.length > 0; items = await poll()) {
			for (const item of items) gone.push(item);
			polls += 1;
			trigger.restart();
		}
		expect(gone.sort()).toEqual(each('canceled'));
		console.info(
			`${MOST_EVENTS} events: canceled over ${polls} polls, a state of ${largest} characters, ${most.toFixed(0)} MB more memory`,
		);
		expect(service.looked).toBe(MOST_EVENTS);
		expect(largest).toBeLessThan(4_000_000);
		expect(most).toBeLessThan(MOST_MB);
	},
	Math.max(300_000, MOST_EVENTS * 100),
);

it('stops reading calendars when they have too many events', async () => {
	const service = await serviceWithEvents();
	const facilities = Array.from({ length: 25 }, (_, at) => ({
		kind: 'facility',
		facility: byId(String(at + 1)),
	}));
	const trigger = await triggerFor(service, {
		calendar: 'selected',
		calendars: { rows: facilities },
	});
	expect(await trigger.poll()).toBeNull();
	for (let id = 1; id <= 2000; id++) service.titles.set(id, `New ${id}`);
	service.requests = 0;
	await expect(trigger.poll()).rejects.toThrow('The calendars have more than 10,000 events');
	expect(service.requests).toBeLessThan(25);
});

it.each(['user', 'organization'])(
	`puts out ${MOST_LISTED} changes at once: %s`,
	async (triggerOn) => {
		const service = { first: 1, last: 3, name: 'a', requests: 0, url: '' };
		const { url } = await toys.serve(({ url: asked }) => {
			service.requests += 1;
			const { first, last, name } = service;
			const query = new URLSearchParams(asked.split('?')[1]);
			const from = first + Number(query.get('offset'));
			const next = from + Number(query.get('limit'));
			const rows: IDataObject[] = [];
			for (let id = from; id < next && id <= last; id++) {
				rows.push({ id: String(id), code: `c${id}`, name: `${name} ${id}` });
			}
			return { json: { [`${triggerOn}s`]: rows, hasNext: next <= last } };
		});
		const trigger = await triggerFor({ url }, { triggerOn });
		expect(await trigger.poll()).toBeNull();
		const atFirst = memory();
		const poll = async () => {
			service.requests = 0;
			const items = (await trigger.poll()) ?? [];
			expect(memory() - atFirst).toBeLessThan(MOST_MB);
			expect(JSON.stringify(trigger.kept).length).toBeLessThan(1_000_000);
			return items.map(({ json }) => `${String(json.$event)} ${String(json.id)}`);
		};
		const from = (first: number, event: string) =>
			Array.from({ length: MOST_LISTED - first + 1 }, (_, at) => `${event} ${first + at}`);
		service.last = MOST_LISTED;
		expect(await poll()).toEqual(from(4, 'created'));
		service.name = 'b';
		expect(await poll()).toEqual(from(1, 'changed'));
		expect(await poll()).toEqual([]);
		// Pages overlap by a row.
		expect(service.requests).toBe(Math.ceil(MOST_LISTED / 999));
		service.first = MOST_LISTED;
		expect(await poll()).toEqual(from(1, 'deleted').slice(0, -1));
		expect(await poll()).toEqual([]);
		expect(service.requests).toBe(1);
	},
	Math.max(300_000, MOST_LISTED * 20),
);
