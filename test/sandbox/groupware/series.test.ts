import { at, type Body, errorOf, eventOf, firstOf, useGroupware } from './client';

const { sandbox, as, sato, admin } = useGroupware('sato', 'admin');

beforeAll(() => sandbox.control('reset', { demo: true }));

async function calendarOf(login: string, query: Record<string, string> = {}): Promise<Body[]> {
	const { body: found } = await admin.get('/base/users', { name: login });
	const target = { target: firstOf(found.users).id, targetType: 'user', limit: '1000', ...query };
	return (await as(login).get('/schedule/events', target)).body.events;
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

it('a tentative event is a row a candidate, and cannot be changed or deleted', async () => {
	const rows = await bySubject('ito', 'Kick-off');
	expect(rows).toHaveLength(2);
	expect(rows[0]?.repeatId).toBeUndefined();
	const path = `/schedule/events/${rows[0]?.id}`;
	expect((await sato.get(path)).body.temporaryEventCandidates).toMatchObject(
		rows.map(({ start, end }) => ({ start, end, facility: { code: 'osaka-1' } })),
	);
	expect(errorOf(await sato.patch(path, { subject: 'x' }))).toEqual([403, 'GRN_SCHD_13044']);
	expect(errorOf(await sato.delete(path))).toEqual([403, 'GRN_SCHD_13045']);
});
