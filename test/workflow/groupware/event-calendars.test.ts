import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import { useSandbox } from '../../support/sandbox';
import { byCode, clientOf, jsonOf, makeEvent, runGroupware, users } from './world';

const sandbox = useSandbox();
const TOKYO = { timeZone: 'Asia/Tokyo' };

const getMany = async (parameters: IDataObject) =>
	await runGroupware(sandbox, {
		resource: 'event',
		operation: 'getAll',
		parameters: { returnAll: true, simplify: false, options: TOKYO, ...parameters },
	});
const listed = async () => (await sandbox.requests()).filter(({ path }) => /events/.test(path));

const at = (day: string, hour = 10) => ({
	dateTime: `${day}T${String(hour).padStart(2, '0')}:00:00+09:00`,
	timeZone: 'Asia/Tokyo',
});

beforeAll(async () => {
	const people = ['sato', 'ito', 'mori'].map((code) => ({ type: 'USER', code }));
	for (let month = 1; month <= 6; month++) {
		const day = `2031-0${month}-15`;
		await makeEvent(sandbox, {
			subject: `Month ${month}`,
			start: at(day),
			end: at(day, 11),
			attendees: people.slice(0, 1 + (month % 3)),
		});
	}
	await makeEvent(sandbox, {
		subject: 'Holidays',
		eventType: 'ALL_DAY',
		start: at('2031-01-30', 0),
		end: at('2031-02-03', 0),
		attendees: people,
	});
});

beforeEach(async () => await sandbox.forget());

it('reads a long time with one request, in order', async () => {
	const time = { from: '1900-01-01', to: '2100-01-01' };
	const found = jsonOf(await getMany({ calendar: 'user', user: byCode('sato'), ...time }));
	const months = found.map(({ subject }) => String(subject));
	expect(months.slice(-7).join()).toBe('Month 1,Holidays,Month 2,Month 3,Month 4,Month 5,Month 6');
	expect(await listed()).toHaveLength(1);
});

it('reads the calendars of facilities and organizations by code', async () => {
	const admin = clientOf(sandbox);
	const { body } = await admin.post('/schedule/admin/facilityGroups', { name: 'G', code: 'g' });
	const facility = { name: 'One', code: 'one', facilityGroup: Number(body.id) };
	await admin.post('/schedule/admin/facilities', facility);
	await makeEvent(sandbox, { subject: 'In it', facilities: [{ code: 'one' }] });
	const time = { from: '2031-03-03', to: '2031-03-03' };
	const inRoom = await getMany({ calendar: 'facility', facility: byCode('one'), ...time });
	expect(jsonOf(inRoom).map(({ subject }) => subject)).toEqual(['In it']);
	const none = await getMany({ calendar: 'organization', organization: byCode('x'), ...time });
	expect(none.error?.message).toContain('No organization has the code "x"');
});

it('gives an event of several people once, with the fields that were chosen', async () => {
	const found = jsonOf(
		await getMany({
			calendar: 'users',
			users: users('sato', 'ito', 'mori'),
			from: '2031-02-01',
			to: '2031-02-28',
			options: { ...TOKYO, fields: ['subject'] },
		}),
	);
	expect(found).toEqual([{ subject: 'Month 2' }]);
	expect(await listed()).toHaveLength(3);
});

it('keeps to the limit with several people', async () => {
	const parameters = { calendar: 'users', users: users('sato', 'ito'), from: '2031-01-01', to: '' };
	const found = jsonOf(await getMany({ ...parameters, returnAll: false, limit: 2 }));
	expect(found.map(({ subject }) => subject)).toEqual(['Month 1', 'Holidays']);
});

it('refuses a list of users with nobody in it, and a user who does not exist', async () => {
	const nobody = await getMany({ calendar: 'users', users: {} });
	expect(nobody.error?.message).toContain('No user is selected');
	const unknown = await getMany({ calendar: 'users', users: users('sato', 'nobody') });
	expect(unknown.error?.message).toContain('No user has the login name "nobody"');
	expect(await listed()).toEqual([]);
});

it('stops when a part cannot be read', async () => {
	await sandbox.faults({
		method: 'GET',
		path: 'schedule/events',
		status: 403,
		code: 'GRN_SCHD_13002',
		skip: 1,
	});
	const parameters = { calendar: 'users', users: users('sato', 'ito', 'mori'), from: '', to: '' };
	const { error, output } = await getMany(parameters);
	expect(error?.message).toContain('GRN_SCHD_13002');
	expect(output).toEqual([]);
});

describe('the zone of what comes out', () => {
	const parameters = {
		calendar: 'users',
		users: users('sato'),
		from: '2031-01-01',
		to: '2031-02-28',
	};
	const inZone = async (outputTimeZone: string) =>
		jsonOf(await getMany({ ...parameters, options: { ...TOKYO, outputTimeZone } }));

	it('is UTC or another one by choice; whole days stay the same', async () => {
		const [utc, days] = await inZone('UTC');
		expect(utc?.start).toEqual({ dateTime: '2031-01-15T01:00:00+00:00', timeZone: 'UTC' });
		expect(days?.start).toMatchObject({ timeZone: 'Asia/Tokyo' });
		const [newYork] = await inZone('America/New_York');
		expect(newYork?.start).toEqual({
			dateTime: '2031-01-14T20:00:00-05:00',
			timeZone: 'America/New_York',
		});
		expect(DateTime.fromISO(String(newYork?.updatedAt), { setZone: true }).offset).not.toBe(0);
	});

	it("is the workflow's", async () => {
		const [event] = await inZone('workflow');
		expect(event?.start).toEqual({
			dateTime: '2031-01-14T20:00:00-05:00',
			timeZone: 'America/New_York',
		});
	});

	it('is one that exists', async () => {
		const { error } = await getMany({ options: { outputTimeZone: 'Mars/Olympus' } });
		expect(error?.message).toContain('"Mars/Olympus" is not a valid time zone');
		expect(await sandbox.requests()).toEqual([]);
	});
});
