import { memory, MOST_MB } from '../../../support/memory';
import { useToys } from '../../../support/toy';
import { triggerFor } from './scene';

const serve = useToys();

/** The long run: `TRIGGER_RECORDS=100000 npx jest test/workflow/groupware/trigger/many`. */
const CHANGES = Number(process.env.TRIGGER_RECORDS ?? 12_000);

const DAY = 86_400_000;
const base = Math.floor(Date.now() / 1000) * 1000 - DAY;

const creator = { id: '7', code: 'sato', name: 'Sato' };

/** Lists that are compared as a whole have no more. */
const MOST_EVENTS = process.env.TRIGGER_RECORDS ? Math.min(CHANGES, 9900) : 1000;
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
	const { url } = await serve(({ url: asked }) => {
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
			if (polls === 2) trigger.restart();
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
