import { eventsOf } from '../../../../nodes/Groupware/trigger/listedEvents';
import {
	compare,
	MOST_AWAY,
	remembered,
	type Snapshot,
	type Whereabouts,
} from '../../../../nodes/Groupware/trigger/snapshot';
import type { ServiceEvent } from '../../../../nodes/Groupware/values/event';

const HOUR = 3_600_000;
const BEGIN = Date.parse('2026-02-01T00:00:00Z');
const at = (hours: number) => BEGIN + hours * HOUR;
const time = (hours: number) => ({ dateTime: new Date(BEGIN + hours * HOUR).toISOString() });
const periodAt = (from: number, to: number) => ({
	from: BEGIN + from * HOUR,
	to: BEGIN + to * HOUR,
});

function event(id: number, hours: number, over: object = {}): ServiceEvent {
	return {
		id: String(id),
		eventType: 'REGULAR',
		subject: `E${id}`,
		start: time(hours),
		end: time(hours + 1),
		createdAt: time(-100).dateTime,
		updatedAt: time(-100).dateTime,
		...over,
	} as object as ServiceEvent;
}

const series = (id: number, hours: number[], over: object = {}) =>
	hours.map((hour) =>
		event(id, hour, { eventType: 'REPEATING', repeatId: `R${hour}`, repeatInfo: {}, ...over }),
	);

const seen = (...rows: ServiceEvent[]) => eventsOf(rows.map((row) => ({ calendar: 'me', row })));

function snapshot(...rows: ServiceEvent[]): Snapshot {
	const known = Object.fromEntries(
		[...seen(...rows)].map(([key, one]) => [key, remembered(one)] as const),
	);
	return { period: periodAt(0, 100), begun: at(-99), at: at(0), known, away: {} };
}

const asked: string[] = [];

beforeEach(() => void asked.splice(0));

/** One poll: what it puts out, and what it remembers. */
async function poll(
	before: Snapshot,
	rows: ServiceEvent[],
	whereabouts: Whereabouts = 'deleted',
	period = before.period,
) {
	const whereIs = async (key: string) => {
		asked.push(key);
		return await Promise.resolve(whereabouts);
	};
	const made = { period, at: before.at + HOUR };
	const { changes, snapshot: after } = await compare(before, made, seen(...rows), whereIs);
	return { told: changes.map(({ kind, row }) => `${kind} ${row.id}`), changes, after };
}

describe('an event that is missing', () => {
	it('and still there is looked at a second time before it counts as canceled', async () => {
		const first = await poll(snapshot(event(1, 5)), [], event(1, 5));
		const second = await poll(first.after, [], event(1, 5));
		const third = await poll(second.after, [], event(1, 5));
		expect([first.told, second.told, third.told]).toEqual([[], ['canceled 1'], []]);
		expect((await poll(first.after, [event(1, 5)])).told).toEqual([]);
	});

	it('and deleted is canceled at once, as it was known', async () => {
		const allDay = event(2, 6, { eventType: 'ALL_DAY', isAllDay: true });
		const { changes, after } = await poll(snapshot(event(1, 5), allDay), []);
		const [one, other] = changes.map(({ row }) => row);
		const times = { start: time(5), end: time(6) };
		expect(one).toStrictEqual({ id: '1', subject: 'E1', eventType: 'REGULAR', ...times });
		expect(other).toMatchObject({ id: '2', eventType: 'ALL_DAY', isAllDay: true });
		expect(after.known).toEqual({});
	});

	it('that was not looked for stays until it is, and is not looked for when it is over', async () => {
		const first = await poll(snapshot(event(1, 5)), [], 'unchecked');
		const second = await poll(first.after, [], 'unchecked');
		expect([...first.told, ...second.told]).toEqual([]);
		expect((await poll(second.after, [])).told).toEqual(['canceled 1']);
		asked.length = 0;
		const over = await poll(second.after, [], 'deleted', periodAt(6, 106));
		expect([over.told, over.after.away, asked]).toEqual([[], {}, []]);
	});

	it('and outside of the period has changed, and returns without a second change', async () => {
		const moved = event(1, 200, { updatedAt: time(1).dateTime });
		const first = await poll(snapshot(event(1, 5)), [], moved);
		expect(first.changes[0]?.key).toContain(`1:changed:${time(1).dateTime} `);
		const back = await poll(first.after, [moved], 'deleted', periodAt(150, 250));
		expect(back.told).toEqual([]);
		expect(back.after.away).toEqual({});
		const saved = { updatedAt: time(2).dateTime, updater: 'ito' };
		const other = { ...moved, subject: 'Renamed', ...saved } as object as ServiceEvent;
		const changed = await poll(first.after, [other], 'deleted', periodAt(150, 250));
		expect(changed.changes).toMatchObject([{ kind: 'changed', by: ['ito'] }]);
	});

	it('and private is canceled without a look', async () => {
		const before = snapshot(event(0, 5, { subject: 'Private' }));
		expect([(await poll(before, [], event(0, 5))).told, asked]).toEqual([['canceled 0'], []]);
		const { told, after } = await poll(before, [], 'deleted', periodAt(6, 106));
		expect([told, after.away]).toEqual([[], {}]);
	});
});

describe('an event that was not known', () => {
	it('is new in the period of the poll before, once, whenever it was made', async () => {
		expect((await poll(snapshot(), [event(1, 5)])).told).toEqual(['created 1']);
		const moved = await poll(snapshot(), [], 'deleted', periodAt(50, 150));
		expect((await poll(moved.after, [event(0, 120)])).told).toEqual(['created 0']);
		const rows = series(60, [99, 105]);
		const { told } = await poll(snapshot(), rows, 'deleted', periodAt(10, 110));
		expect(told).toEqual(['created 60']);
	});

	it.each([
		{ over: { createdAt: time(-98).dateTime }, told: ['created 1'] },
		{ over: { createdAt: time(-99).dateTime }, told: [] },
		{ over: { updatedAt: time(0).dateTime }, told: ['created 1'] },
		{ over: {}, told: [] },
		{ over: { createdAt: undefined, updatedAt: undefined }, told: [] },
	])('and came into it later is new if made or moved since: $over', async ({ over, told }) => {
		const rows = [event(1, 105, over)];
		expect((await poll(snapshot(), rows, 'deleted', periodAt(10, 110))).told).toEqual(told);
	});
});

describe('an event that was known', () => {
	const people = [
		{ id: '7', code: 'sato', name: 'Sato' },
		{ id: '8', code: 'ito', name: 'Ito' },
	];

	it.each([
		['was saved', event(1, 5, { updatedAt: time(1).dateTime })],
		['has another title in the same second', event(1, 5, { subject: 'New' })],
		['has other people in the same second', event(1, 5, { attendees: people })],
		['starts at another time', event(1, 6)],
		['repeats now', event(1, 5, { eventType: 'REPEATING', repeatId: 'R5' })],
	])('has changed once if it %s', async (_how, row) => {
		const { told, changes, after } = await poll(snapshot(event(1, 5)), [row]);
		expect(told).toEqual(['changed 1']);
		expect(changes[0]?.key).toContain(String(row.updatedAt));
		expect(changes[0]?.by).toHaveLength(row.updatedAt === time(1).dateTime ? 1 : 0);
		expect((await poll(after, [row])).told).toEqual([]);
	});

	it.each([
		['people are renamed', event(1, 5, { attendees: [people[1], { id: '7', name: 'Married' }] })],
		['people answer', event(1, 5, { attendees: people.map((one) => ({ ...one, answer: 'yes' })) })],
		['the user gets rights', event(1, 5, { attendees: people, accessRights: { change: true } })],
	])('has not changed if %s', async (_how, row) =>
		expect((await poll(snapshot(event(1, 5, { attendees: people })), [row])).told).toEqual([]),
	);

	it('and is hidden has not changed if it is named in another language', async () => {
		const before = snapshot(event(0, 5, { subject: 'Private' }));
		expect((await poll(before, [event(0, 5, { subject: '予定あり' })])).told).toEqual([]);
	});

	it('is changed by the user who has saved it since, if the service tells one', async () => {
		const updater = { id: '7', code: 'sato' };
		const saved = { updatedAt: time(1).dateTime, updater };
		const { changes } = await poll(snapshot(event(1, 5)), [event(1, 5, saved)]);
		expect(changes.map(({ by }) => by)).toEqual([[updater]]);
	});

	it('are told in the order in which they were saved, those gone last', async () => {
		const saved = (id: number, hours: number) => event(id, id, { updatedAt: time(hours).dateTime });
		const before = snapshot(...[1, 2, 3, 4, 5].map((id) => event(id, id)));
		const { told } = await poll(before, [saved(1, 3), saved(2, 2), saved(3, 2), saved(4, 1)]);
		expect(told).toEqual(['changed 4', 'changed 2', 'changed 3', 'changed 1', 'canceled 5']);
	});
});

it('a change has a name of its own, and those who can have made it', async () => {
	const made = { creator: 'sato', updater: 'ito' };
	const by = Object.values(made);
	const at100 = time(-100).dateTime;
	for (const [over, end] of [
		[made, `:${at100}`],
		[{ ...made, updatedAt: undefined }, ''],
	] as const) {
		const row = event(1, 5, over);
		expect((await poll(snapshot(), [row])).changes).toMatchObject([{ key: `1:created${end}`, by }]);
		const canceled = await poll(snapshot(row), []);
		expect(canceled.changes).toMatchObject([{ key: `1:canceled${end}`, by: [] }]);
	}
});

describe('a repeating event', () => {
	const times = [10, 34, 58];
	const saved = { updatedAt: time(1).dateTime, updater: 'sato' };
	const excluded = { repeatInfo: { exclusiveDateTimes: [{ start: time(34).dateTime }] } };

	it('of which an occurrence is gone is canceled for that one, by who has saved it', async () => {
		const rows = series(1, [10, 58], { ...saved, ...excluded });
		const { told, changes } = await poll(snapshot(...series(1, times)), rows);
		expect(told).toEqual(['canceled 1']);
		expect(changes[0]).toMatchObject({
			key: `1:canceled:R34 ${time(-100).dateTime}`,
			by: ['sato'],
			row: { id: '1', repeatId: 'R34', start: time(34) },
		});
	});

	it('of which the only occurrence of the period is gone is canceled for that one', async () => {
		const [excludedOne] = series(1, [200], { ...saved, ...excluded });
		const first = await poll(snapshot(...series(1, [34])), [], excludedOne);
		const { told, changes, after } = await poll(first.after, [], excludedOne);
		expect(told).toEqual(['canceled 1']);
		expect(changes[0]?.row).toMatchObject({ repeatId: 'R34' });
		const rows = series(1, [200], { ...saved, ...excluded });
		expect((await poll(after, rows, 'deleted', periodAt(150, 250))).told).toEqual([]);
	});

	it.each([
		['has passed', series(1, [34, 58]), periodAt(20, 120)],
		['has come on by a day', series(1, [...times, 105]), periodAt(8, 108)],
	])('of which an occurrence %s is not changed', async (_how, rows, period) =>
		expect((await poll(snapshot(...series(1, times)), rows, 'deleted', period)).told).toEqual([]),
	);

	it('of which some are not excluded is canceled as a whole', async () => {
		const [excludedOne] = series(1, [200], { ...saved, ...excluded });
		const first = await poll(snapshot(...series(1, [34, 58])), [], excludedOne);
		const { changes } = await poll(first.after, [], excludedOne);
		expect(changes.map(({ key }) => key)).toEqual([`1:canceled:${time(-100).dateTime}`]);
	});

	it.each([
		['has another rule', series(1, times, { repeatInfo: { type: 'EVERY_WEEK' } }), []],
		['has one occurrence more', series(1, [...times, 60]), []],
		['is saved again', series(1, times, saved), []],
		['has another title, and one less', series(1, [10, 58], { subject: 'New' }), ['canceled 1']],
	])('has changed if it %s', async (_how, rows, more) => {
		const { told } = await poll(snapshot(...series(1, times)), rows);
		expect(told.sort()).toEqual([...more, 'changed 1']);
	});

	it('is not what a tentative event is, of which a date is gone', async () => {
		const dates = (...hours: number[]) =>
			hours.map((hour) => event(1, hour, { eventType: 'TEMPORARY' }));
		expect((await poll(snapshot(...dates(10, 34)), dates(10))).told).toEqual(['changed 1']);
	});

	it('that is gone is canceled once', async () =>
		expect((await poll(snapshot(...series(1, times)), [])).told).toEqual(['canceled 1']));
});

it('forgets no event beyond a period that becomes shorter', async () => {
	const first = await poll(snapshot(event(51, 60), event(52, 70)), [], 'deleted', periodAt(1, 50));
	expect([first.told, asked]).toEqual([[], []]);
	const rows = [event(51, 60), event(52, 70, { subject: 'Renamed' })];
	expect((await poll(first.after, rows, 'deleted', periodAt(30, 80))).told).toEqual(['changed 52']);
});

it('remembers a limited number of events that have left the period', async () => {
	const many = Array.from({ length: MOST_AWAY + 3 }, (_, id) => event(id + 1, 5));
	const ids = Object.keys((await poll(snapshot(...many), [], event(1, 200))).after.away);
	expect([ids.length, ids[0]]).toEqual([MOST_AWAY, '4']);
});
