import { useSandbox } from '../../support/sandbox';
import { at, type Body, clientFor, errorOf, eventOf, firstOf } from './client';

const sandbox = useSandbox();
const base = () => `${sandbox.url}/g`;
const sato = clientFor(base, 'sato');
const admin = clientFor(base, 'admin');

beforeAll(() => sandbox.control('reset', { demo: true }));

async function calendarOf(login: string, query: Record<string, string> = {}): Promise<Body[]> {
	const { body: found } = await admin.get('/base/users', { name: login });
	const target = { target: firstOf(found.users).id, targetType: 'user', limit: '1000', ...query };
	const { body } = await clientFor(base, login).get('/schedule/events', target);
	return body.events;
}

async function bySubject(login: string, subject: string): Promise<Body[]> {
	return calendarOf(login, { keyword: subject, orderBy: 'start asc' });
}

it('the demo calendars want a purpose for the car', async () => {
	const facilities = [{ code: 'car-1' }];
	const start = at('2035-12-01T10:00');
	const end = at('2035-12-01T11:00');
	const without = await sato.post('/schedule/events', eventOf({ facilities, start, end }));
	expect(errorOf(without)).toEqual([400, 'GRN_REST_API_00201']);
	const { body } = await sato.post(
		'/schedule/events',
		eventOf({ facilities, start, end, facilityUsingPurpose: 'Delivery' }),
	);
	expect(body.facilityUsageRequests).toMatchObject([
		{ status: 'IN_PROGRESS', facility: { code: 'car-1' } },
	]);
});

describe('a series', () => {
	afterEach(() => sandbox.control('groupware', { seriesUpdate: 'first', seriesTimes: 'none' }));

	it('that is read alone has the times of its first occurrence where the sandbox is told so', async () => {
		const [row, second] = await bySubject('sato', 'Weekly sales meeting');
		const path = `/schedule/events/${row?.id}`;
		const { body: rule } = await sato.get(path);
		await sandbox.control('groupware', { seriesTimes: 'first' });
		const { repeatId: _id, ...first } = row ?? {};
		const { body } = await sato.get(path);
		expect(body).toEqual(first);
		expect(body).toMatchObject({ ...rule, isAllDay: false, isStartOnly: false });
		expect(body.start).not.toEqual(second?.start);
		await sandbox.control('groupware', { seriesUpdate: 'whole' });
		expect((await sato.patch(path, { notes: 'Room 3', start: body.start })).body).toMatchObject({
			start: body.start,
			end: body.end,
			repeatInfo: body.repeatInfo,
		});
	});

	it('has its first occurrence changed by an update, which leaves it', async () => {
		const before = await bySubject('mori', 'Month-end closing');
		const [first, ...rest] = before;
		const path = `/schedule/events/${first?.id}`;
		const { body } = await sato.patch(path, { subject: 'Month-end closing, moved' });
		expect(body).toMatchObject({ eventType: 'REGULAR', start: first?.start, end: first?.end });
		expect(body.id).not.toBe(first?.id);
		const after = await bySubject('mori', 'Month-end closing');
		expect(after.filter(({ id }) => id === first?.id).map(({ repeatId }) => repeatId)).toEqual(
			rest.map(({ repeatId }) => repeatId),
		);
		expect(after.find(({ id }) => id === body.id)?.subject).toBe('Month-end closing, moved');
	});

	it('changes as a whole where the sandbox is told so, and goes as a whole', async () => {
		await sandbox.control('groupware', { seriesUpdate: 'whole' });
		const before = await bySubject('sato', 'Weekly sales meeting');
		const path = `/schedule/events/${before[0]?.id}`;
		const start = at('2035-01-01T08:00');
		const { body } = await sato.patch(path, { subject: 'Weekly sales meeting, early', start });
		expect(body.repeatInfo.time).toEqual({ start: '08:00', end: '10:00' });
		const after = await bySubject('sato', 'Weekly sales meeting');
		expect(after).toHaveLength(before.length);
		expect(after.every((row) => row.start.dateTime.includes('T08:00:00'))).toBe(true);
		expect((await sato.delete(path)).status).toBe(200);
		expect(await bySubject('sato', 'Weekly sales meeting')).toEqual([]);
	});
});

it('a tentative event is a row a candidate, and cannot be changed or deleted', async () => {
	const rows = await bySubject('ito', 'Kick-off');
	expect(rows).toHaveLength(2);
	expect(rows[0]?.repeatId).toBeUndefined();
	const path = `/schedule/events/${rows[0]?.id}`;
	const { body } = await sato.get(path);
	expect(body.temporaryEventCandidates).toMatchObject(
		rows.map(({ start, end }) => ({ start, end, facility: { code: 'osaka-1' } })),
	);
	expect(errorOf(await sato.patch(path, { subject: 'x' }))).toEqual([403, 'GRN_SCHD_13044']);
	expect(errorOf(await sato.delete(path))).toEqual([403, 'GRN_SCHD_13045']);
});
