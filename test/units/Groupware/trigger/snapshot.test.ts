import type { Whereabouts } from '../../../../nodes/Groupware/trigger/snapshot';
import * as bounds from '../../../../nodes/Groupware/trigger/snapshot';
import {
	compare,
	remembered,
	type Snapshot,
	withCalendars,
} from '../../../../nodes/Groupware/trigger/snapshot';
import { eventsOf } from '../../../../nodes/Groupware/trigger/seenEvents';
import type { ServiceEvent } from '../../../../nodes/Groupware/values/event';
import { lower } from '../../../support/bounds';
import { numbers } from '../../../support/model';

const HOUR = 3_600_000;
const BEGIN = Date.parse('2026-02-01T00:00:00Z');
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
		createdAt: time(-100 + id / 1000).dateTime,
		updatedAt: time(-100).dateTime,
		...over,
	} as object as ServiceEvent;
}

const series = (id: number, hours: number[], over: object = {}) =>
	hours.map((at) =>
		event(id, at, { eventType: 'REPEATING', repeatId: `R${at}`, repeatInfo: {}, ...over }),
	);

const seen = (...rows: ServiceEvent[]) => eventsOf(rows.map((row) => ({ calendar: 'me', row })));

function snapshot(...rows: ServiceEvent[]): Snapshot {
	const known = Object.fromEntries(
		[...seen(...rows)].map(([key, one]) => [key, remembered(one)] as const),
	);
	const newest = { createdAt: time(-99).dateTime, id: 50 };
	return { period: periodAt(0, 100), newest, known, away: {} };
}

const asked: string[] = [];
const always = (place: Whereabouts) => async (key: string) => {
	asked.push(key);
	return await Promise.resolve(place);
};

beforeEach(() => {
	asked.length = 0;
});
afterEach(() => jest.restoreAllMocks());

/** One poll: what it puts out, and what it remembers. */
async function poll(
	before: Snapshot,
	rows: ServiceEvent[],
	place: Whereabouts = 'deleted',
	period = before.period,
) {
	const { changes, snapshot: after } = await compare(before, period, seen(...rows), always(place));
	return { told: changes.map(({ kind, key }) => `${kind} ${key}`), changes, after };
}

describe('an event that is missing', () => {
	it('and still there is looked at a second time before it counts as canceled', async () => {
		const first = await poll(snapshot(event(1, 5)), [], 'inPeriod');
		expect(first.told).toEqual([]);
		const second = await poll(first.after, [], 'inPeriod');
		expect(second.told).toEqual(['canceled 1']);
		expect((await poll(second.after, [], 'inPeriod')).told).toEqual([]);
	});

	it('and still there is no change if the second look finds it', async () => {
		const first = await poll(snapshot(event(1, 5)), [], 'inPeriod');
		const second = await poll(first.after, [event(1, 5)]);
		expect(second.told).toEqual([]);
		// It begins anew.
		const third = await poll(second.after, [], 'inPeriod');
		expect(third.told).toEqual([]);
	});

	it('and deleted is canceled at once', async () => {
		const { told, after } = await poll(snapshot(event(1, 5)), []);
		expect(told).toEqual(['canceled 1']);
		expect(after.known).toEqual({});
	});

	it('that was not looked for stays until it is', async () => {
		const first = await poll(snapshot(event(1, 5)), [], 'unchecked');
		const second = await poll(first.after, [], 'unchecked');
		expect([...first.told, ...second.told]).toEqual([]);
		expect((await poll(second.after, [], 'inPeriod')).told).toEqual([]);
		expect((await poll(second.after, [])).told).toEqual(['canceled 1']);
	});

	it('that was not looked for is not forgotten when it is over', async () => {
		const rows = [event(1, 5), ...series(2, [4, 7])];
		const first = await poll(snapshot(...rows), [], 'unchecked', periodAt(5, 105));
		const second = await poll(first.after, [], 'unchecked', periodAt(8, 108));
		expect([...first.told, ...second.told]).toEqual([]);
		const third = await poll(second.after, [], 'deleted', periodAt(9, 109));
		expect(third.changes.map(({ kind, row }) => [kind, row.id, row.start])).toEqual([
			['canceled', '1', time(5)],
			['canceled', '2', time(7)],
		]);
		expect((await poll(third.after, [], 'deleted', periodAt(10, 110))).told).toEqual([]);
	});

	it('is put out as it was known', async () => {
		const allDay = event(2, 6, { eventType: 'ALL_DAY', isAllDay: true });
		const { changes } = await poll(snapshot(event(1, 5), allDay), []);
		const [one, other] = changes.map(({ row }) => row);
		expect(one).toEqual({
			id: '1',
			subject: 'E1',
			eventType: 'REGULAR',
			start: time(5),
			end: time(6),
		});
		expect(other).toMatchObject({ id: '2', eventType: 'ALL_DAY', isAllDay: true });
	});

	it('and over by now is not looked for', async () => {
		const { told } = await poll(snapshot(event(1, 5)), [], 'deleted', periodAt(6, 106));
		expect(told).toEqual([]);
		expect(asked).toEqual([]);
	});

	it('and outside of the period has changed, and returns without a second change', async () => {
		const moved = event(1, 200, { updatedAt: time(1).dateTime });
		const first = await poll(snapshot(event(1, 5)), [], { outside: moved });
		expect(first.told).toEqual(['changed 1']);
		const back = await poll(first.after, [moved], 'deleted', periodAt(150, 250));
		expect(back.told).toEqual([]);
		expect(back.after.away).toEqual({});
		const other = { ...moved, subject: 'Renamed', updatedAt: time(2).dateTime };
		const changed = await poll(first.after, [other], 'deleted', periodAt(150, 250));
		expect(changed.told).toEqual(['changed 1']);
	});

	it('and private is canceled without a look', async () => {
		const hidden = event(0, 5, { subject: 'Private' });
		const { changes } = await poll(snapshot(hidden), [], 'inPeriod');
		expect(changes.map(({ kind, row }) => [kind, row.id])).toEqual([['canceled', '0']]);
		expect(asked).toEqual([]);
	});
});

describe('an event that was not known', () => {
	it('is new in the period of the poll before, whenever it was made', async () => {
		expect((await poll(snapshot(), [event(1, 5)])).told).toEqual(['created 1']);
	});

	it('is new once if it repeats, also with occurrences after that period', async () => {
		const { told, changes } = await poll(
			snapshot(),
			series(60, [99, 105]),
			'deleted',
			periodAt(10, 110),
		);
		expect(told).toEqual(['created 60']);
		expect(changes[0]?.sign).toBe(time(-100).dateTime);
	});

	it('and came into it later is old if the service does not say when it was made', async () => {
		const before = { ...snapshot(), newest: { createdAt: '', id: 0 } };
		const rows = [event(1, 105, { createdAt: undefined })];
		expect((await poll(before, rows, 'deleted', periodAt(10, 110))).told).toEqual([]);
	});

	it.each([
		{ id: 51, createdAt: time(-99).dateTime, told: ['created 51'] },
		{ id: 49, createdAt: time(-98).dateTime, told: ['created 49'] },
		{ id: 50, createdAt: time(-99).dateTime, told: [] },
		{ id: 60, createdAt: time(-100).dateTime, told: [] },
		{ id: 60, createdAt: undefined, told: [] },
	])('and came into it later is new if made after the activation: $id', async (made) => {
		const { told } = await poll(
			snapshot(),
			[event(made.id, 105, { createdAt: made.createdAt })],
			'deleted',
			periodAt(10, 110),
		);
		expect(told).toEqual(made.told);
	});
});

describe('an event that was known', () => {
	it.each([
		['has another title', event(1, 5, { subject: 'New' })],
		['starts at another time', event(1, 6)],
	])('has changed if it %s', async (_how, row) => {
		const { told, changes, after } = await poll(snapshot(event(1, 5)), [row]);
		expect(told).toEqual(['changed 1']);
		expect(changes[0]?.sign).toContain(String(row.updatedAt));
		expect((await poll(after, [row])).told).toEqual([]);
	});

	it('has not changed if it is only saved again, and changes later', async () => {
		const saved = event(1, 5, { updatedAt: time(1).dateTime });
		const { told, after } = await poll(snapshot(event(1, 5)), [saved]);
		expect(told).toEqual([]);
		expect((await poll(after, [{ ...saved, subject: 'New' }])).told).toEqual(['changed 1']);
	});

	it('and returns with other answers has been changed by nobody who is known', async () => {
		const updater = { code: 'bot' };
		const later = periodAt(6, 48);
		const first = snapshot(...series(1, [5], { updater }));
		const away = await poll(first, [], 'deleted', later);
		const rows = series(1, [30], { updater, subject: 'Other' });
		const { changes } = await poll(away.after, rows, 'deleted', later);
		expect(changes.map(({ kind, by }) => [kind, by])).toEqual([['changed', []]]);
	});

	it('and kept by an earlier version has changed if it is saved again', async () => {
		const before = snapshot(event(1, 5));
		for (const known of Object.values(before.known)) delete known.shown;
		expect((await poll(before, [event(1, 5)])).told).toEqual([]);
		const { told } = await poll(before, [event(1, 5, { updatedAt: time(1).dateTime })]);
		expect(told).toEqual(['changed 1']);
	});

	it('has not changed if a key that is not documented has, unless it is saved', async () => {
		const before = snapshot(event(1, 5, { accessRights: { change: true } }));
		const other = { accessRights: { change: false }, isImportant: false };
		expect((await poll(before, [event(1, 5, other)])).told).toEqual([]);
		const saved = { ...other, updatedAt: time(1).dateTime };
		expect((await poll(before, [event(1, 5, saved)])).told).toEqual(['changed 1']);
	});

	it('has not changed if a person without a login name is renamed', async () => {
		const with_ = (name: string) => event(1, 5, { attendees: [{ id: '7', type: 'USER', name }] });
		expect((await poll(snapshot(with_('Sato')), [with_('Married')])).told).toEqual([]);
	});

	it('and is hidden has not changed if it is named in another language', async () => {
		const before = snapshot(event(0, 5, { subject: 'Private' }));
		expect((await poll(before, [event(0, 5, { subject: '予定あり' })])).told).toEqual([]);
	});

	it('is changed by the user who has saved it since, if the service tells one', async () => {
		const updater = { id: '7', code: 'sato' };
		const saved = { updatedAt: time(1).dateTime, updater };
		const by = async (over: object, was: object = {}) => {
			const { changes } = await poll(snapshot(event(1, 5, was)), [event(1, 5, over)]);
			return changes.map((change) => change.by);
		};
		expect(await by({ ...saved, subject: 'New' })).toEqual([[updater]]);
		// Somebody else has answered the invitation.
		expect(await by({ ...saved, attendees: ['yes'] }, saved)).toEqual([[]]);
	});

	it('has not changed if people in it are renamed or come in another order', async () => {
		const people = [
			{ id: '7', code: 'sato', name: 'Sato' },
			{ id: '8', code: 'ito', name: 'Ito' },
		];
		const other = [people[1], { id: '7', code: 'sato', name: 'Married' }];
		const before = snapshot(event(1, 5, { attendees: people }));
		expect((await poll(before, [event(1, 5, { attendees: other })])).told).toEqual([]);
	});

	it('are told in the order in which they were saved, those gone last', async () => {
		const saved = (id: number, at: number) =>
			event(id, id, { subject: 'New', updatedAt: time(at).dateTime });
		const before = snapshot(...[1, 2, 3, 4, 5].map((id) => event(id, id)));
		const { told } = await poll(before, [saved(1, 3), saved(2, 2), saved(3, 2), saved(4, 1)]);
		expect(told).toEqual(['changed 4', 'changed 2', 'changed 3', 'changed 1', 'canceled 5']);
	});
});

describe('a repeating event', () => {
	const times = [10, 34, 58];

	it('of which an occurrence is gone is canceled for that one', async () => {
		const { told, changes } = await poll(snapshot(...series(1, times)), series(1, [10, 58]));
		expect(told).toEqual(['canceled 1']);
		expect(changes[0]?.row).toMatchObject({ id: '1', repeatId: 'R34', start: time(34) });
		expect(changes[0]?.sign).toBe(`R34 ${time(-100).dateTime}`);
	});

	it('that is only saved again has not changed', async () => {
		const rows = series(1, times, { updatedAt: time(1).dateTime });
		expect((await poll(snapshot(...series(1, times)), rows)).told).toEqual([]);
	});

	it('of which an occurrence after the period is canceled has changed', async () => {
		const repeatInfo = { exclusiveDateTimes: [{ start: time(200).dateTime }] };
		const rows = series(1, times, { updatedAt: time(1).dateTime, repeatInfo });
		expect((await poll(snapshot(...series(1, times)), rows)).told).toEqual(['changed 1']);
	});

	it.each([
		['others', series(1, [10, 58], { updatedAt: time(1).dateTime, updater: 'sato' }), undefined],
		['all', [], { updatedAt: time(1).dateTime, updater: 'sato' }],
	])('of which %s are gone was changed by who has saved it', async (_which, rows, now) => {
		const [without] = series(1, [10], now) as [ServiceEvent];
		const { changes } = await poll(snapshot(...series(1, times)), rows, { without });
		expect(changes.map(({ kind, by }) => [kind, by])).toEqual(
			Array(rows.length > 0 ? 1 : 3).fill(['canceled', ['sato']]),
		);
	});

	it('that is only saved while it is away has not changed when it returns', async () => {
		const first = await poll(snapshot(...series(1, [5])), [], 'deleted', periodAt(6, 100));
		const back = (over: object) =>
			poll(first.after, series(1, [110], over), 'deleted', periodAt(20, 120));
		const saved = { updatedAt: time(1).dateTime };
		expect((await back(saved)).told).toEqual([]);
		expect((await back({ ...saved, subject: 'New' })).told).toEqual(['changed 1']);
		// An earlier version has kept less.
		const [kept] = Object.entries(first.after.away);
		first.after.away = { [kept?.[0] ?? '']: kept?.[1].split(' ').slice(0, 2).join(' ') ?? '' };
		expect((await back({})).told).toEqual([]);
		expect((await back(saved)).told).toEqual(['changed 1']);
	});

	it('is not what a tentative event is, of which a date is gone', async () => {
		const dates = (...hours: number[]) =>
			hours.map((at) => event(1, at, { eventType: 'TEMPORARY' }));
		const { told } = await poll(snapshot(...dates(10, 34)), dates(10));
		expect(told).toEqual(['changed 1']);
	});

	it('of which an occurrence has passed is not', async () => {
		const rows = series(1, [34, 58]);
		const { told } = await poll(snapshot(...series(1, times)), rows, 'deleted', periodAt(20, 120));
		expect(told).toEqual([]);
	});

	it('that has come on by a day is not changed', async () => {
		const rows = series(1, [...times, 105]);
		const { told } = await poll(snapshot(...series(1, times)), rows, 'deleted', periodAt(8, 108));
		expect(told).toEqual([]);
	});

	it.each([
		['has another rule', series(1, times, { repeatInfo: { type: 'EVERY_WEEK' } })],
		['has one occurrence more', series(1, [...times, 60])],
		['has another title, and one less', series(1, [10, 58], { subject: 'New' })],
	])('has changed once if it %s', async (_how, rows) => {
		expect((await poll(snapshot(...series(1, times)), rows)).told).toEqual(['changed 1']);
	});

	it('that was read as a single event and as a series has changed', async () => {
		const before = snapshot(...series(1, [10]), event(1, 10));
		expect((await poll(before, series(1, [10, 34]))).told).toEqual(['changed 1']);
		expect((await poll(before, series(1, [10]))).told).toEqual(['changed 1']);
	});

	it('that is gone is canceled once', async () => {
		expect((await poll(snapshot(...series(1, times)), [])).told).toEqual(['canceled 1']);
	});
});

it('goes on with other calendars: added ones from now on, removed ones no more', async () => {
	const from = (calendar: string, ...rows: ServiceEvent[]) =>
		rows.map((row) => ({ calendar, row }));
	const both = event(2, 6);
	const known = eventsOf([
		...from('old', event(1, 5), both),
		...from('kept', both, event(3, 7), event(4, 8)),
	]);
	const newest = (id: number) => ({ createdAt: time(-id).dateTime, id });
	const before: Snapshot = {
		...snapshot(),
		known: Object.fromEntries([...known].map(([key, one]) => [key, remembered(one)])),
		added: { old: newest(1), kept: newest(3) },
	};
	const now = eventsOf([
		...from('kept', both, event(3, 7, { subject: 'Renamed' }), event(5, 9), event(6, 9)),
		...from('added', event(6, 9), event(7, 10)),
	]);
	const names = { before: ['old', 'kept'], now: ['kept', 'added'] };
	const start = withCalendars(before, now, names, { added: newest(7) });
	expect(Object.keys(start.known)).toEqual(['2', '3', '4', '7']);
	expect(start.added).toEqual({ kept: newest(3), added: newest(7) });
	const { changes } = await compare(start, before.period, now, always('deleted'));
	expect(changes.map(({ kind, key }) => `${kind} ${key}`).sort()).toEqual([
		'canceled 4',
		'changed 3',
		'created 5',
		'created 6',
	]);
});

describe('a period that is', () => {
	const later = { createdAt: time(-98).dateTime };

	it('shorter from now on forgets no event beyond it', async () => {
		const before = snapshot(event(51, 60, later), event(52, 70, later));
		const first = await poll(before, [], 'deleted', periodAt(1, 50));
		expect(first.told).toEqual([]);
		expect(asked).toEqual([]);
		const rows = [event(51, 60, later), event(52, 70, { ...later, subject: 'Renamed' })];
		const { told } = await poll(first.after, rows, 'deleted', periodAt(30, 80));
		expect(told).toEqual(['changed 52']);
	});

	it('longer from now on holds nothing new but what was made since the activation', async () => {
		const rows = [event(1, 150), event(51, 160, later)];
		const { told } = await poll(snapshot(), rows, 'deleted', periodAt(0, 200));
		expect(told).toEqual(['created 51']);
	});
});

it.each(['have left', 'wait to be looked for after their end'])(
	'remembers a limited number of events that %s',
	async (which) => {
		expect(bounds.MOST_AWAY).toBe(10_000);
		lower(bounds, 'MOST_AWAY', 5);
		const many = Array.from({ length: 8 }, (_, at) => event(at + 1, 5));
		if (which === 'have left') {
			const { after } = await poll(snapshot(...many), [], { outside: event(1, 200) });
			expect(Object.keys(after.away)).toEqual(['4', '5', '6', '7', '8']);
			return;
		}
		const first = await poll(snapshot(...many, event(9, 60)), [], 'unchecked');
		expect(Object.keys(first.after.known)).toHaveLength(9);
		const { after } = await poll(first.after, [], 'unchecked', periodAt(6, 106));
		// The one that isn't over is kept in any case.
		expect(Object.keys(after.known)).toEqual(['1', '2', '3', '4', '5', '9']);
	},
);

/** Somebody who only reads what is put out knows the same as the calendar, whatever happens. */
it.each([1, 2, 3])('follows a calendar over 400 polls: seed %d', async (seed) => {
	const random = numbers(seed);
	const upTo = (count: number) => Math.floor(random() * count);
	const calendar = new Map<string, ServiceEvent>();
	const known = new Map<string, { sign: string; start: number }>();
	let before = snapshot();
	let next = 100;
	let saves = 0;
	const startOf = (row: ServiceEvent) => Date.parse(row.start?.dateTime ?? '');
	/** Events from before the activation. Nothing tells that time brings them into the period. */
	const old = new Set<string>();
	for (let id = 1; id <= 40; id++) {
		old.add(String(id));
		calendar.set(String(id), event(id, 110 + upTo(300)));
	}
	let missing = new Set<string>();
	for (let step = 0; step < 400; step++) {
		const period = periodAt(step, step + 100);
		for (let changes = upTo(4); changes > 0; changes--) {
			const updatedAt = time(1000 + saves++ / 1000).dateTime;
			const ids = [...calendar.keys()];
			const id = ids[upTo(ids.length)];
			const kind = random();
			const hours = step + upTo(120);
			if (id === undefined || kind < 0.4) {
				next += 1;
				const createdAt = updatedAt;
				calendar.set(String(next), event(next, hours, { updatedAt, createdAt }));
			} else if (kind < 0.6) {
				const createdAt = calendar.get(id)?.createdAt;
				calendar.set(id, event(Number(id), hours, { updatedAt, createdAt }));
				// In the period of the poll before, it counts as new.
				if (hours < step + 99) old.delete(id);
				else if (Number(id) <= 40 && !known.has(id)) old.add(id);
			} else if (kind < 0.65) {
				calendar.set(id, { ...calendar.get(id), updatedAt } as ServiceEvent);
			} else if (kind < 0.75) {
				calendar.set(id, { ...calendar.get(id), subject: `S${saves}`, updatedAt } as ServiceEvent);
			} else calendar.delete(id);
		}
		const signOf = (row: ServiceEvent) => JSON.stringify([row.subject, row.start]);
		const inPeriod = (row: ServiceEvent) => startOf(row) >= period.from && startOf(row) < period.to;
		const listed = [...calendar.values()].filter((row) => inPeriod(row) && random() > 0.02);
		const whereIs = async (key: string): Promise<Whereabouts> => {
			const row = calendar.get(key);
			if (random() < 0.1) return await Promise.resolve('unchecked');
			if (row === undefined) return 'deleted';
			return inPeriod(row) ? 'inPeriod' : { outside: row };
		};
		const result = await compare(before, period, seen(...listed), whereIs);
		before = result.snapshot;
		for (const { kind, key, row } of result.changes) {
			const sign = signOf(row);
			if (kind === 'created' && known.has(key)) throw new Error(`${key} is new twice`);
			if (kind === 'changed' && known.get(key)?.sign === sign)
				throw new Error(`${key} is the same`);
			const there = calendar.get(key);
			if (kind === 'canceled' && there && inPeriod(there) && !missing.has(key)) {
				throw new Error(`${key} is canceled, and was only missing once`);
			}
			if (kind === 'canceled') known.delete(key);
			else known.set(key, { sign, start: startOf(row) });
		}
		const ids = new Set(listed.map(({ id }) => id));
		missing = new Set([...calendar.keys()].filter((id) => !ids.has(id)));
		for (const row of listed) {
			if (old.has(row.id ?? '')) continue;
			const sign = known.get(row.id ?? '')?.sign;
			if (sign !== signOf(row)) throw new Error(`${row.id} is ${signOf(row)}, known is ${sign}`);
		}
		// What has passed is no longer watched.
		for (const [id, { start }] of known) if (start < period.from) known.delete(id);
	}
});
