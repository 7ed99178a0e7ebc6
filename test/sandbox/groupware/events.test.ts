import { at, type Body, errorOf, eventOf, firstOf, useGroupware } from './client';

const { sandbox, sato, suzuki, admin } = useGroupware('sato', 'suzuki', 'admin');

async function create(changes: object = {}): Promise<Body> {
	const { status, body } = await sato.post('/schedule/events', eventOf(changes));
	expect([status, body.error]).toEqual([200, undefined]);
	return body;
}

async function facility(code: string): Promise<string> {
	return String((await admin.post('/schedule/admin/facilities', { name: code, code })).body.id);
}

describe('creating an event', () => {
	it('gives the event back as it is told from then on', async () => {
		const room = await facility('told');
		const created = await create({
			eventMenu: 'Meeting',
			notes: 'one\ntwo',
			facilities: [{ code: 'told' }],
			companyInfo: { name: 'Example', phone: '03' },
			additionalItems: { item: { value: 'free' } },
			attachments: [{ name: 'a.txt', content: Buffer.from('hello').toString('base64') }],
		});
		expect(created).toMatchObject({
			id: expect.stringMatching(/^\d+$/),
			eventType: 'REGULAR',
			eventMenu: 'Meeting',
			subject: 'Review',
			notes: 'one\ntwo',
			visibilityType: 'PUBLIC',
			start: { dateTime: '2026-12-01T10:00:00+09:00', timeZone: 'Asia/Tokyo' },
			end: { dateTime: '2026-12-01T11:00:00+09:00', timeZone: 'Asia/Tokyo' },
			isAllDay: false,
			isStartOnly: false,
			creator: { code: 'sato' },
			attendees: [{ type: 'USER', code: 'sato', name: 'Haruka Sato' }],
			facilities: [{ id: room, code: 'told', name: 'told' }],
			companyInfo: { name: 'Example', phone: '03' },
			additionalItems: { item: { value: 'free' } },
			attachments: [{ name: 'a.txt', contentType: 'text/plain', size: '5' }],
			createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
		});
		expect((await suzuki.get(`/schedule/events/${created.id}`)).body).toEqual(created);
	});

	it('takes an id before a code, and organizations', async () => {
		const { body } = await sato.get('/base/users', { name: 'suzuki' });
		const created = await create({
			attendees: [
				{ type: 'USER', id: firstOf(body.users).id, code: 'nobody' },
				{ type: 'ORGANIZATION', code: 'sales' },
			],
			useAttendanceCheck: true,
		});
		expect(created.attendees).toMatchObject([
			{ type: 'USER', code: 'suzuki', attendanceResponse: { status: 'PENDING', comment: '' } },
			{ type: 'ORGANIZATION', code: 'sales' },
		]);
	});

	it.each<[string, object, string]>([
		['no type', { eventType: undefined }, 'GRN_REST_API_00201'],
		['a type of its own', { eventType: 'REPEATING' }, 'GRN_REST_API_00212'],
		['no start', { start: undefined }, 'GRN_REST_API_00201'],
		['no zone', { start: { dateTime: at('2026-12-01T10:00').dateTime } }, 'GRN_REST_API_00201'],
		['a subject that is a number', { subject: 1 }, 'GRN_REST_API_00202'],
		['start after end', { start: at('2026-12-02T10:00') }, 'GRN_REST_API_00204'],
		['nobody and nothing', { attendees: undefined }, 'GRN_REST_API_00216'],
		['an unknown user', { attendees: [{ type: 'USER', code: 'nobody' }] }, 'GRN_REST_API_00206'],
		['an unknown facility', { facilities: [{ id: '99' }] }, 'GRN_REST_API_00206'],
		['an attendee without id and code', { attendees: [{ type: 'USER' }] }, 'GRN_REST_API_00214'],
		['a role as attendee', { attendees: [{ type: 'ROLE', code: 'x' }] }, 'GRN_REST_API_00213'],
		['an attendee of no kind', { attendees: [{ type: 'CAT', code: 'x' }] }, 'GRN_REST_API_00212'],
		[
			'no zone of the list',
			{ start: { ...at('2026-12-01T10:00'), timeZone: 'Mars/One' } },
			'GRN_REST_API_00221',
		],
		['both flags', { isAllDay: true, isStartOnly: true }, 'GRN_REST_API_00223'],
		['no end', { end: undefined }, 'GRN_REST_API_00224'],
		['no day', { eventType: 'ALL_DAY', end: undefined, isStartOnly: true }, 'GRN_REST_API_00205'],
		['watchers missing', { visibilityType: 'SET_PRIVATE_WATCHERS' }, 'GRN_REST_API_00205'],
		['a bad file name', { attachments: [{ name: 'a/b', content: '' }] }, 'GRN_REST_API_00225'],
		['a file not in base64', { attachments: [{ name: 'a', content: '?' }] }, 'GRN_REST_API_00202'],
	])('is refused with %s', async (_name, changes, code) => {
		expect(errorOf(await sato.post('/schedule/events', eventOf(changes)))).toEqual([400, code]);
	});
});

it('a facility goes to one of many who ask at once, without a trace of the others', async () => {
	const target = await facility('wanted');
	const subject = 'Wanted room';
	const body = eventOf({ subject, facilities: [{ code: 'wanted' }], attendees: [] });
	const answers = await Promise.all(
		Array.from({ length: 5 }, () => sato.post('/schedule/events', body)),
	);
	expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400]);
	const refused = answers.filter(({ status }) => status === 400);
	refused.forEach((answer) => expect(errorOf(answer)).toEqual([400, 'GRN_SCHD_13208']));
	const listed = await sato.get('/schedule/events', { target, targetType: 'facility' });
	expect(listed.body.events).toHaveLength(1);
});

it('a facility is free again right at the end, and after a move or a delete', async () => {
	await facility('next');
	const facilities = [{ code: 'next' }];
	const first = await create({ facilities });
	await create({ facilities, start: at('2026-12-01T11:00'), end: at('2026-12-01T12:00') });
	const clash = { start: at('2026-12-01T10:30'), end: at('2026-12-01T11:30') };
	const moved = await sato.patch(`/schedule/events/${first.id}`, clash);
	expect(errorOf(moved)).toEqual([400, 'GRN_SCHD_13208']);
	expect((await sato.get(`/schedule/events/${first.id}`)).body.start).toEqual(first.start);
	await sato.delete(`/schedule/events/${first.id}`);
	await create({ facilities });
});

it('updating an event replaces lists whole, keeps the rest, and resets the menu that was left out', async () => {
	const { id, start } = await create({ eventMenu: 'Meeting', notes: 'kept' });
	const attendees = [{ type: 'USER', code: 'suzuki' }];
	await sandbox.clock(60);
	const { body } = await suzuki.patch(`/schedule/events/${id}`, { attendees, subject: 'New' });
	expect(body).toMatchObject({ subject: 'New', notes: 'kept', eventMenu: '', start });
	expect(body.attendees.map(({ code }: Body) => code)).toEqual(['suzuki']);
	expect([body.creator.code, body.updater.code]).toEqual(['sato', 'suzuki']);
	expect(body.updatedAt > body.createdAt).toBe(true);
	expect((await sato.patch(`/schedule/events/${id}`, { attendees: [] })).body.attendees).toEqual(
		[],
	);
});

it('a private event is hidden from others, administrators included', async () => {
	const { id } = await create({ visibilityType: 'PRIVATE' });
	const path = `/schedule/events/${id}`;
	expect((await sato.get(path)).status).toBe(200);
	expect(errorOf(await admin.get(path))).toEqual([403, 'GRN_SCHD_13002']);
	expect(errorOf(await suzuki.patch(path, {}))).toEqual([403, 'GRN_SCHD_13044']);
	expect(errorOf(await suzuki.delete(path))).toEqual([403, 'GRN_SCHD_13045']);
});
