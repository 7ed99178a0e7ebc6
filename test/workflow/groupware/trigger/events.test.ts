import type { IDataObject } from 'n8n-workflow';

import { said } from '../../../support/language';
import { signInByOAuth2 } from '../../../support/oauth2';
import { useSandbox } from '../../../support/sandbox';
import { byCode, byId, clientOf, makeEvent } from '../world';
import { eventIn, inMinutes, told, triggerFor } from './scene';

const sandbox = useSandbox();
const HOUR = 60;
const DAY = 24 * HOUR;
const ALL = ['created', 'changed', 'canceled'];

/** Time that passes for n8n, in minutes. */
let passed = 0;
const realNow = Date.now;

beforeEach(async () => {
	passed = 0;
	jest.spyOn(Date, 'now').mockImplementation(() => realNow() + passed * 60_000);
	await sandbox.reset();
});
afterEach(() => jest.restoreAllMocks());

async function pass(minutes: number) {
	passed += minutes;
	await sandbox.clock(minutes * 60);
}

const admin = () => clientOf(sandbox);
const update = async (id: string, changes: object) => {
	expect((await admin().patch(`/schedule/events/${id}`, changes)).status).toBe(200);
};
const remove = async (id: string) => {
	expect((await admin().delete(`/schedule/events/${id}`)).status).toBe(200);
};
const started = async (parameters: IDataObject = {}) => {
	const trigger = await triggerFor(sandbox, { events: ALL, ...parameters });
	expect(await trigger.poll()).toBeNull();
	return trigger;
};
const calendars = (...rows: object[]) => ({ calendar: 'selected', calendars: { rows } });
const ofUsers = (...codes: string[]) =>
	calendars(...codes.map((code) => ({ kind: 'user', user: byCode(code) })));
const userId = async (code: string) => {
	return String((await admin().get('/base/users', { name: code })).body.users[0]?.id);
};

async function makeSeries(over: object = {}) {
	const id = await eventIn(sandbox, DAY, { subject: 'Weekly' });
	const day = (days: number) => inMinutes(days * DAY).dateTime.slice(0, 10);
	const repeatInfo = {
		type: 'EVERY_DAY',
		period: { start: day(1), end: day(5) },
		time: { start: '10:00', end: '11:00' },
		timeZone: 'Asia/Tokyo',
		...{ isAllDay: false, isStartOnly: false, exclusiveDateTimes: [] },
		...over,
	};
	await sandbox.control('groupware', { series: [{ event: id, repeatInfo }] });
	return { id, repeatInfo };
}

it('starts with new, changed and canceled events after the activation', async () => {
	const old = await eventIn(sandbox, 2 * HOUR, { subject: 'Old' });
	const other = await eventIn(sandbox, 3 * HOUR, { subject: 'Other' });
	const trigger = await started();
	const id = await eventIn(sandbox, HOUR, { subject: 'New' });
	await update(old, { subject: 'Renamed' });
	await remove(other);
	const items = await trigger.poll();
	expect(told(items).sort()).toEqual(['canceled Other', 'changed Renamed', 'created New']);
	const [created] = items?.filter(({ json }) => json.id === id) ?? [];
	expect(created?.json).toMatchObject({
		$event: 'created',
		$key: `${id}:created:${String(created?.json.updatedAt)}`,
		attendees: [{ name: 'Alex Admin' }],
	});
	expect(items?.at(-1)?.json).toMatchObject({
		id: other,
		start: expect.stringContaining('T'),
		timeZone: 'Asia/Tokyo',
	});
	expect(await trigger.poll()).toBeNull();
});

it('finds after a pause what happened to events that started in the meantime', async () => {
	const changed = await eventIn(sandbox, DAY, { subject: 'Tomorrow' });
	const gone = await eventIn(sandbox, 2 * DAY, { subject: 'Gone' });
	const trigger = await started();
	await eventIn(sandbox, DAY, { subject: 'Saturday' });
	await update(changed, { subject: 'Renamed' });
	await remove(gone);
	await pass(4 * DAY);
	trigger.restart();
	expect(told(await trigger.poll()).sort()).toEqual([
		'canceled Gone',
		'changed Renamed',
		'created Saturday',
	]);
	await update(changed, { subject: 'Long ago' });
	expect(await trigger.poll()).toBeNull();
});

it('asks one request per calendar in a poll without changes', async () => {
	await eventIn(sandbox, HOUR);
	const trigger = await started({
		...calendars(...['sato', 'ito'].map((code) => ({ kind: 'user', user: byCode(code) })), {
			kind: 'user',
			user: byId(await userId('mori')),
		}),
		events: [...ALL, 'startingSoon'],
	});
	await sandbox.forget();
	expect(await trigger.poll()).toBeNull();
	expect(await sandbox.calls()).toEqual(Array(3).fill('GET /g/api/v1/schedule/events'));
});

it('puts an event of several calendars out once, and names them', async () => {
	const trigger = await started(ofUsers('sato', 'ito'));
	const people = ['sato', 'ito'].map((code) => ({ type: 'USER', code }));
	await eventIn(sandbox, HOUR, { attendees: people });
	const items = await trigger.poll();
	const ids = await Promise.all(['sato', 'ito'].map(userId));
	expect(items?.map(({ json }) => json.$calendars)).toEqual([ids.map((id) => `user ${id}`)]);
});

it('watches organizations and facilities', async () => {
	const client = admin();
	const { body } = await client.post('/schedule/admin/facilities', { name: 'Room', code: 'room' });
	const organizations = (await client.get('/base/organizations')).body.organizations;
	const organization = String(organizations.find(({ code }) => code === 'sales')?.id);
	const trigger = await started(
		calendars(
			{ kind: 'organization', organization: byId(organization) },
			{ kind: 'facility', facility: byId(String(body.id)) },
		),
	);
	await eventIn(sandbox, HOUR, { subject: 'Here', facilities: [{ id: String(body.id) }] });
	await eventIn(sandbox, HOUR, {
		subject: 'There',
		attendees: [{ type: 'ORGANIZATION', id: organization }],
	});
	expect(told(await trigger.poll()).sort()).toEqual(['created Here', 'created There']);
});

it('a repeating event is not new again after days without an occurrence', async () => {
	const trigger = await started({ daysAhead: 3 });
	const [start = '', end] = [1, 28].map((days) => inMinutes(days * DAY).dateTime.slice(0, 10));
	const weekdays = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];
	const dayOfWeek = weekdays[new Date(start).getUTCDay()];
	await makeSeries({ type: 'EVERY_WEEK', dayOfWeek, period: { start, end } });
	const found: string[] = [];
	for (let day = 0; day < 24; day++) {
		found.push(...told(await trigger.poll()));
		await pass(DAY);
	}
	expect(found).toEqual(['created Weekly']);
});

async function privateEvent(from: number, to: number): Promise<string> {
	const { body } = await clientOf(sandbox, 'sato').post('/schedule/events', {
		...{ eventType: 'REGULAR', subject: 'Secret', visibilityType: 'PRIVATE' },
		...{ start: inMinutes(from), end: inMinutes(to) },
		attendees: [{ type: 'USER', code: 'sato' }],
	});
	return String(body.id);
}

it('shows of private events of others only the time, and that they are gone', async () => {
	const trigger = await started(ofUsers('sato'));
	const id = await privateEvent(HOUR, 2 * HOUR);
	const items = await trigger.poll();
	const subject = said('Private', '予定あり');
	expect(told(items)).toEqual([`created ${subject}`]);
	expect(JSON.stringify(items)).not.toContain('Secret');
	await clientOf(sandbox, 'sato').delete(`/schedule/events/${id}`);
	expect(told(await trigger.poll())).toEqual([`canceled ${subject}`]);
});

describe('an event that starts soon', () => {
	const soon = { events: ['startingSoon'], minutesBefore: 15 };

	it('starts the workflow once if its end is changed, also a private one of others', async () => {
		const trigger = await started({ ...soon, ...ofUsers('sato') });
		const path = `/schedule/events/${await privateEvent(10, 40)}`;
		expect(await trigger.poll()).toHaveLength(1);
		const times = { start: inMinutes(10), end: inMinutes(70) };
		await clientOf(sandbox, 'sato').patch(path, times);
		expect(await trigger.poll()).toBeNull();
		await privateEvent(10, 100);
		expect(await trigger.poll()).toHaveLength(1);
		expect(await trigger.poll()).toBeNull();
	});

	it('starts the workflow once, at the time', async () => {
		const trigger = await started(soon);
		await eventIn(sandbox, 20, { subject: 'Soon' });
		expect(await trigger.poll()).toBeNull();
		await pass(4);
		expect(await trigger.poll()).toBeNull();
		await pass(2);
		const items = await trigger.poll();
		expect(told(items)).toEqual(['startingSoon Soon']);
		expect(items?.[0]?.json.$minutesUntilStart).toBeLessThanOrEqual(15);
		await pass(5);
		expect(await trigger.poll()).toBeNull();
	});

	it('starts it late after n8n was down, but not later than allowed', async () => {
		const trigger = await started({ ...soon, options: { minutesLate: 30 } });
		await eventIn(sandbox, 60, { subject: 'Too late' });
		await eventIn(sandbox, 100, { subject: 'Late' });
		expect(await trigger.poll()).toBeNull();
		await pass(120);
		trigger.restart();
		const items = await trigger.poll();
		expect(told(items)).toEqual(['startingSoon Late']);
		expect(items?.[0]?.json.$minutesUntilStart).toBeLessThan(0);
		expect(await trigger.poll()).toBeNull();
	});
});

describe('settings', () => {
	it.each([
		['other calendars', ofUsers('admin', 'sato')],
		['private events', { options: { showPrivate: false } }],
		['another kind of change', { triggerOn: 'user' }],
	])('start from now on: %s', async (_what, parameters) => {
		const trigger = await started();
		await eventIn(sandbox, HOUR, { subject: 'Before' });
		trigger.change(parameters as IDataObject);
		expect(await trigger.poll()).toBeNull();
		trigger.change({ triggerOn: 'event' });
		await trigger.poll();
		await eventIn(sandbox, HOUR, { subject: 'After' });
		expect(told(await trigger.poll())).toEqual(['created After']);
	});

	it('start from now on with another login name in the same credential', async () => {
		const sato = { attendees: [{ type: 'USER', code: 'sato' }] };
		await eventIn(sandbox, DAY, { subject: 'Of admin' });
		await eventIn(sandbox, DAY, { subject: 'Of sato', ...sato });
		const trigger = await started();
		trigger.signIn({ username: 'sato', password: 'sato' });
		expect(await trigger.poll()).toBeNull();
		await eventIn(sandbox, HOUR, { subject: 'New', ...sato });
		expect(told(await trigger.poll())).toEqual(['created New']);
	});

	it('go on with other events and another period, and after a deactivation', async () => {
		const trigger = await started({ events: ['created'] });
		await eventIn(sandbox, HOUR, { subject: 'Before' });
		trigger.restart();
		trigger.change({ events: ALL });
		expect(told(await trigger.poll())).toEqual(['created Before']);
		const far = await eventIn(sandbox, 3 * DAY, { subject: 'Far' });
		expect(told(await trigger.poll())).toEqual(['created Far']);
		await eventIn(sandbox, HOUR, { subject: 'Near' });
		trigger.change({ daysAhead: 1 });
		expect(told(await trigger.poll())).toEqual(['created Near']);
		await update(far, { subject: 'Far away' });
		await eventIn(sandbox, 40 * DAY, { subject: 'In two months' });
		trigger.change({ daysAhead: 60, options: { daysBack: 7 } });
		const items = told(await trigger.poll()).sort();
		expect(items).toEqual(['changed Far away', 'created In two months']);
		expect(await trigger.poll()).toBeNull();
	});

	it.each([
		[{ events: [] }, '"Events" is empty'],
		[{ events: ['changed'], daysAhead: 0, options: { daysBack: 0 } }, 'are both 0'],
		[{ events: ['startingSoon'], minutesBefore: 0, options: { minutesLate: 0 } }, 'are both 0'],
		[{ daysAhead: 'soon' }, '"Days Ahead" is not a number'],
		[{ calendar: 'selected', calendars: {} }, 'No calendar is selected'],
		[ofUsers('nobody'), 'No user has the login name "nobody"'],
		[{ triggerOn: 'presence' }, 'No user is selected'],
	])('refuse %j', async (parameters, message) => {
		const trigger = await triggerFor(sandbox, parameters as IDataObject);
		await expect(trigger.poll()).rejects.toThrow(message);
	});
});

it('a test in the editor shows the next event and changes nothing', async () => {
	const trigger = await triggerFor(sandbox, { events: ALL });
	await expect(trigger.poll('manual')).rejects.toThrow('The calendars have no events');
	await makeEvent(sandbox, { subject: 'Far away' });
	await eventIn(sandbox, HOUR, { subject: 'Next' });
	expect(told(await trigger.poll('manual'))).toEqual(['created Next']);
	expect(trigger.kept).toEqual({});
});

describe('with Ignore Own Changes', () => {
	const OWN = { options: { ignoreOwn: true } };
	const attendees = ['admin', 'sato'].map((code) => ({ type: 'USER', code }));
	const updateBy = async (login: string, id: string, changes: object) => {
		await pass(1);
		const { status } = await clientOf(sandbox, login).patch(`/schedule/events/${id}`, changes);
		expect(status).toBe(200);
	};
	const create = async (login: string, subject: string) => {
		await pass(1);
		const [start, end] = [inMinutes(10 * HOUR), inMinutes(11 * HOUR)];
		const event = { eventType: 'REGULAR', subject, start, end, attendees };
		return String((await clientOf(sandbox, login).post('/schedule/events', event)).body.id);
	};

	it('the change of somebody else after an own one starts the workflow, once', async () => {
		const id = await create('sato', 'Visit');
		const trigger = await started(OWN);
		await updateBy('admin', id, { notes: 'Own' });
		await updateBy('sato', id, { subject: 'Theirs' });
		expect(told(await trigger.poll())).toEqual(['changed Theirs']);
		await updateBy('admin', id, { notes: 'Own again' });
		expect(await trigger.poll()).toBeNull();
		await updateBy('sato', id, { subject: 'Theirs again' });
		expect(told(await trigger.poll())).toEqual(['changed Theirs again']);
		expect(await trigger.poll()).toBeNull();
	});

	it('an event of somebody else is new although it was changed since', async () => {
		const trigger = await started(OWN);
		await updateBy('admin', await create('sato', 'Theirs'), { notes: 'Own' });
		await updateBy('sato', await create('admin', 'Own'), { subject: 'Own, changed' });
		expect(told(await trigger.poll()).sort()).toEqual(['created Own, changed', 'created Theirs']);
	});

	it('an own move out of the period and back is ignored', async () => {
		const id = await create('sato', 'Visit');
		const trigger = await started(OWN);
		const at = (days: number) => ({ start: inMinutes(days * DAY), end: inMinutes(days * DAY + 1) });
		await updateBy('admin', id, at(60));
		expect(await trigger.poll()).toBeNull();
		await updateBy('admin', id, at(2));
		expect(await trigger.poll()).toBeNull();
		await updateBy('sato', id, at(60));
		expect(told(await trigger.poll())).toEqual(['changed Visit']);
		await updateBy('sato', id, at(3));
		expect(told(await trigger.poll())).toEqual(['changed Visit']);
	});

	it('an event that was taken out of the calendar is canceled unless it was an own change', async () => {
		const [own, theirs] = [await create('sato', 'A'), await create('sato', 'B')];
		const sato = [{ type: 'USER', code: 'sato' }];
		const trigger = await started(OWN);
		await updateBy('admin', own, { attendees: sato });
		await updateBy('sato', theirs, { attendees: sato });
		expect(await trigger.poll()).toBeNull();
		expect(told(await trigger.poll())).toEqual(['canceled B']);
		expect(await trigger.poll()).toBeNull();
	});

	it('a deleted event is canceled, because nothing tells who has deleted it', async () => {
		const id = await create('sato', 'Visit');
		const trigger = await started(OWN);
		await clientOf(sandbox).delete(`/schedule/events/${id}`);
		expect(told(await trigger.poll())).toEqual(['canceled Visit']);
	});

	it('an error names the option that OAuth2 needs instead', async () => {
		const account = await signInByOAuth2(sandbox.url, 'g:schedule:read g:base:read');
		const trigger = await triggerFor(sandbox, { events: ALL, ...OWN }, account);
		await expect(trigger.poll()).rejects.toMatchObject({
			message:
				'"Ignore Own Changes" can\'t tell which events the user of the credential has changed',
			description: expect.stringContaining('enter the login name in "Ignore Users"'),
		});
		trigger.change({ options: { ignoreUsers: 'ito, Sato' } });
		expect(await trigger.poll()).toBeNull();
		const id = await create('sato', 'Ignored');
		expect(await trigger.poll()).toBeNull();
		await updateBy('admin', id, { subject: 'Changed' });
		expect(told(await trigger.poll())).toEqual(['changed Changed']);
	});
});
