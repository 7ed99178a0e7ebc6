import type { IDataObject } from 'n8n-workflow';

import type { ItemContext, RequestSpec } from '../../../../nodes/shared/catalogue';
import { occurrencesIn } from '../../../../nodes/Groupware/trigger/calendars';

const MINUTE = 60_000;
const BEGIN = Date.parse('2026-02-01T00:00:00Z');
const period = { from: BEGIN - MINUTE, to: BEGIN + 1000 * MINUTE };

/** Reads the events of a service that has these: minutes of their start, and minutes that they take. */
async function read(events: Array<{ start: number; takes: number }>) {
	const rows = events
		.map(({ start, takes }, at) => ({
			id: String(at + 1),
			eventType: 'REGULAR',
			start: { dateTime: new Date(BEGIN + start * MINUTE).toISOString() },
			end: { dateTime: new Date(BEGIN + (start + takes) * MINUTE).toISOString() },
		}))
		.sort((a, b) => (a.start.dateTime < b.start.dateTime ? -1 : 1));
	let requests = 0;
	const item = {
		read: () => undefined,
		request: async ({ query = {} }: RequestSpec) => {
			requests += 1;
			const { rangeStart, limit, offset } = query as IDataObject;
			const from = Date.parse(String(rangeStart));
			const found = rows.filter(({ end }) => Date.parse(end.dateTime) > from);
			const end = Number(offset) + Number(limit);
			const answer = { events: found.slice(Number(offset), end), hasNext: found.length > end };
			return await Promise.resolve(answer);
		},
	} as unknown as ItemContext;
	const found = await occurrencesIn([{}], period, item);
	return { found: found.map(({ row }) => String(row.id)), requests };
}

const at = (start: number, count: number, takes = 30) =>
	Array.from({ length: count }, () => ({ start, takes }));

it.each([
	{ name: 'spread', events: Array.from({ length: 3500 }, (_, n) => ({ start: n / 4, takes: 30 })) },
	{ name: 'at one time', events: at(10, 3500) },
	{ name: 'at one time after others', events: [...at(1, 900), ...at(10, 2600), ...at(20, 900)] },
	{ name: 'at two times', events: [...at(10, 1700), ...at(11, 1700)] },
	{ name: 'that go on', events: [...at(1, 1500, 600), ...at(10, 1500), ...at(20, 700)] },
])('finds all of many events $name', async ({ events }) => {
	const { found, requests } = await read(events);
	expect(new Set(found).size).toBe(events.length);
	expect(requests).toBeLessThan(12);
});
