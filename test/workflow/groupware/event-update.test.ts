import type { IDataObject } from 'n8n-workflow';

import type { Body } from '../../sandbox/groupware/client';
import { useSandbox } from '../../support/sandbox';
import type { NodeRun } from '../../support/workflow';
import { byId, clientOf, eventOf, jsonOf, makeEvent, rooms, runGroupware, users } from './world';

const sandbox = useSandbox();

beforeAll(async () => {
	const admin = clientOf(sandbox);
	const { body } = await admin.post('/schedule/admin/facilityGroups', { name: 'G', code: 'g' });
	for (const code of ['one', 'two', 'three']) {
		const facility = { name: code, code, facilityGroup: Number(body.id) };
		await admin.post('/schedule/admin/facilities', facility);
	}
});

const update = async (
	id: string,
	updateFields: IDataObject,
	more: IDataObject = {},
	items: Pick<NodeRun, 'input' | 'onError'> = {},
) =>
	await runGroupware(sandbox, {
		resource: 'event',
		operation: 'update',
		parameters: { eventId: byId(id), updateFields, simplify: false, ...more },
		settings: { timezone: 'Asia/Tokyo' },
		...items,
	});

const midnight = (day: number) => ({
	dateTime: `2031-03-0${day}T00:00:00+09:00`,
	timeZone: 'Asia/Tokyo',
});

/** Events by their kinds; that a change keeps all else of each, npm run properties tries. */
const KINDS: Record<string, object> = {
	timed: { facilities: [{ code: 'one' }] },
	period: { eventType: 'ALL_DAY', start: midnight(3), end: midnight(5) },
	startOnly: { end: undefined, isStartOnly: true },
};

async function make(kind: string): Promise<string> {
	const attendees = ['admin', 'sato'].map((code) => ({ type: 'USER', code }));
	return (
		await makeEvent(sandbox, { subject: 'Old', notes: 'Two\nlines', attendees, ...KINDS[kind] })
	).id;
}

it.each<[string, IDataObject, string]>([
	['timed', { start: '2031-02-03 10:00-11:00' }, 'can be read in two ways'],
	['period', { timeType: 'timed' }, "can't be changed to another type"],
	['timed', { attendees: users('nobody') }, 'attendees[2] ("nobody")'],
	['timed', {}, 'There are no changes to make'],
	['timed', { attendees: users('={{ $json.none }}') }, 'There are no changes to make'],
])('an event of the kind %s stays by %j', async (kind, changes, message) => {
	const id = await make(kind);
	const { body: before } = await eventOf(sandbox, id);
	expect((await update(id, changes)).error?.message).toContain(message);
	expect((await eventOf(sandbox, id)).body).toEqual(before);
	await clientOf(sandbox).delete(`/schedule/events/${id}`);
});

describe('the lists of an event', () => {
	it.each([
		['remove', ['Haruka Sato'], ['admin'], '"Haruka Sato"'],
		['replace', ['ito'], ['ito'], '"Alex Admin", "Haruka Sato"'],
	])('say who was removed by %s', async (attendeesUpdateMode, codes, expected, removed) => {
		const id = await make('startOnly');
		const { hints } = await update(id, { attendees: users(...codes), attendeesUpdateMode });
		expect((await eventOf(sandbox, id)).body.attendees.map(({ code }) => code)).toEqual(expected);
		const told = hints.map(({ message }) => message);
		expect(told).toContain(`Removed from the attendees of the event: ${removed}`);
	});

	it('are emptied by a list without entries that replaces them, and by nothing else', async () => {
		const id = await make('timed');
		const none = { rows: [{ kind: 'codes', codes: '={{ $json.missing }}' }] };
		jsonOf(await update(id, { facilities: none, facilitiesUpdateMode: 'replace', subject: 'A' }));
		jsonOf(await update(id, { facilities: {}, subject: 'A' }));
		expect((await eventOf(sandbox, id)).body.facilities).toHaveLength(1);
		jsonOf(await update(id, { facilities: rooms('={{ [] }}'), facilitiesUpdateMode: 'replace' }));
		expect((await eventOf(sandbox, id)).body.facilities).toEqual([]);
		const watchers = ['sato', 'ito'].map((code) => ({ type: 'USER', code }));
		const hidden = { visibilityType: 'SET_PRIVATE_WATCHERS', watchers };
		const { id: own } = await makeEvent(sandbox, hidden);
		jsonOf(await update(own, { watchers: {}, subject: 'A' }));
		expect((await eventOf(sandbox, own)).body.watchers).toHaveLength(2);
	});
});

it('keeps what somebody else writes between the read and the write, and a hint tells', async () => {
	const { id, start, end } = await makeEvent(sandbox);
	const theirs = ['admin', 'mori'].map((code) => ({ type: 'USER', code }));
	const { hints } = await sandbox.whileHeld(
		[`PATCH /g/api/v1/schedule/events/${id}`],
		async () => await update(id, { attendees: users('ito') }),
		async () =>
			await clientOf(sandbox).patch(`/schedule/events/${id}`, {
				...{ start, end, subject: 'Theirs', attendees: theirs },
			}),
	);
	const { subject, attendees } = (await eventOf(sandbox, id)).body;
	expect([subject, ...attendees.map(({ code }) => code)]).toEqual(['Theirs', 'admin', 'ito']);
	expect(hints[0]?.message).toContain('Somebody else changed the event at the same time');
	await clientOf(sandbox).delete(`/schedule/events/${id}`);
});

it.each(['add', 'remove'])('of two executions at once, both %s their people', async (mode) => {
	const codes = ['admin', ...(mode === 'add' ? [] : ['ito', 'mori'])];
	const attendees = codes.map((code) => ({ type: 'USER', code }));
	const { id } = await makeEvent(sandbox, { attendees, ...KINDS.timed });
	const path = `/g/api/v1/schedule/events/${id}`;
	const change = { attendeesUpdateMode: mode, facilitiesUpdateMode: 'add' };
	const one = async (code: string, more: IDataObject) =>
		jsonOf(await update(id, { attendees: users(code), ...change, ...more }));
	let second: Promise<unknown> | undefined;
	await sandbox.whileHeld(
		[`PATCH ${path}`],
		async () => await one('ito', { facilities: rooms('two') }),
		async () => {
			// So that the second one takes as long as the first.
			await sandbox.faults({ method: 'GET', path, delayMs: 500, times: 1 });
			await sandbox.forget();
			second = one('mori', { facilities: rooms('three') });
			while (!(await sandbox.calls()).includes(`PATCH ${path}`)) {
				await new Promise((done) => setTimeout(done, 5));
			}
		},
	);
	await second;
	const { attendees: people, facilities } = (await eventOf(sandbox, id)).body;
	expect(people.map(({ code }) => code).sort()).toEqual(
		mode === 'add' ? ['admin', 'ito', 'mori'] : ['admin'],
	);
	expect(facilities.map(({ code }) => code).sort()).toEqual(['one', 'three', 'two']);
	await clientOf(sandbox).delete(`/schedule/events/${id}`);
});

it('is done, and a hint tells, where the event can not be read again', async () => {
	const id = await make('startOnly');
	const path = `/g/api/v1/schedule/events/${id}`;
	await sandbox.faults({ method: 'GET', path, status: 403, skip: 1, times: 1 });
	const { error, hints } = await update(id, { attendees: users('ito') });
	expect(error).toBeUndefined();
	expect(hints[0]?.message).toContain('could not be read again');
	expect((await eventOf(sandbox, id)).body.attendees).toHaveLength(3);
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
		['Start Only', startOnly],
	])('keeps its rule and all its times when only its notes change (%s)', async (_what, info) => {
		const id = await makeSeries(info);
		const before = await rows();
		const { repeatInfo } = (await eventOf(sandbox, id)).body;
		jsonOf(await update(id, { notes: 'New' }, { wholeSeries: true }));
		const after = await rows();
		expect(after.map(told)).toEqual(before.map(told));
		expect(after.map(({ notes }) => notes)).toEqual(
			before.map((_row, index) => (reading === 'whole' || index === 0 ? 'New' : 'Kept')),
		);
		// An occurrence that changes alone leaves the series.
		const own = reading === 'first' && { exclusiveDateTimes: expect.any(Array) as unknown };
		expect((await eventOf(sandbox, id)).body.repeatInfo).toEqual({ ...repeatInfo, ...own });
	});

	it('moves to the start that was named, with its duration', async () => {
		const id = await makeSeries(overnight);
		const start = '2031-03-12T23:00:00-04:00';
		const [after] = jsonOf(await update(id, { start }, { wholeSeries: true })) as unknown as Body[];
		const [first] = (await rows()).filter((row) => row.id === after?.id);
		const times = [first?.start.dateTime, first?.end.dateTime];
		expect(times.map((one) => one?.slice(10))).toEqual(['T23:00:00-04:00', 'T03:00:00-04:00']);
	});

	const fields = { subject: '={{ "Week " + $itemIndex }}' };

	it('is updated once by the items of its occurrences', async () => {
		const id = await makeSeries(rule);
		const input = (await rows()).slice(0, 3).map((row) => ({
			json: { id, repeatId: row.repeatId, start: row.start } as IDataObject,
		}));
		const items = { input, onError: 'continueRegularOutput' } as const;
		const { output } = await update(id, fields, { wholeSeries: true }, items);
		expect(output.map(({ error }) => error?.message)).toEqual([
			undefined,
			`The event ${id} is already updated by item 0 [item 1]`,
			`The event ${id} is already updated by item 0 [item 2]`,
		]);
		const changed = (await rows()).map(({ subject }) => subject);
		expect(new Set(changed.filter((subject) => subject !== 'Old'))).toEqual(new Set(['Week 0']));
	});

	it('is updated once where the answer is lost', async () => {
		const id = await makeSeries(rule);
		await sandbox.faults({ method: 'PATCH', path: '/g/api/v1/schedule/events', cut: 'after' });
		const input = [{ json: {} }, { json: {} }];
		const items = { input, onError: 'continueRegularOutput' } as const;
		expect((await update(id, fields, { wholeSeries: true }, items)).output[1]?.error?.message).toBe(
			`The event ${id} may already be updated by item 0 [item 1]`,
		);
		const changed = (await rows()).map(({ subject }) => subject);
		expect(changed).not.toContain('Week 1');
		expect(changed[0]).toBe('Week 0');
	});

	it('is deleted once by the items of its occurrences', async () => {
		const id = await makeSeries(rule);
		const { output } = await runGroupware(sandbox, {
			...{ resource: 'event', operation: 'delete', onError: 'continueRegularOutput' },
			parameters: { eventId: byId(id), wholeSeries: true },
			input: [{ json: {} }, { json: {} }],
		});
		expect(output.map(({ json }) => json)).toEqual([0, 1].map(() => ({ deleted: true, id })));
		expect((await eventOf(sandbox, id)).status).toBe(404);
	});

	it('says that another occurrence is updated than that of the item', async () => {
		const id = await makeSeries(rule);
		const [first, , , later] = await rows();
		const hints = async (row?: Body) => {
			const json = { id, repeatId: row?.repeatId, start: row?.start } as IDataObject;
			const input = [{ json }];
			const outcome = await update(id, { notes: 'N' }, { wholeSeries: true }, { input });
			return outcome.hints.map(({ message }) => message).join();
		};
		expect(await hints(first)).not.toContain('The item is another occurrence');
		expect(await hints(later)).toContain('The item is another occurrence');
	});
});
