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
		parameters: { returnAll: true, simplify: false, ...TOKYO, ...parameters },
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

it('reads the calendar of a facility by its code', async () => {
	const admin = clientOf(sandbox);
	const { body } = await admin.post('/schedule/admin/facilityGroups', { name: 'G', code: 'g' });
	const facility = { name: 'One', code: 'one', facilityGroup: Number(body.id) };
	await admin.post('/schedule/admin/facilities', facility);
	await makeEvent(sandbox, { subject: 'In it', facilities: [{ code: 'one' }] });
	const time = { from: '2031-03-03', to: '2031-03-03' };
	const inRoom = await getMany({ calendar: 'facility', facility: byCode('one'), ...time });
	expect(jsonOf(inRoom).map(({ subject }) => subject)).toEqual(['In it']);
	const sales = { calendar: 'organization', organization: byCode('sales'), ...time };
	expect((await getMany(sales)).error).toBeUndefined();
});

it('gives an event of several people once, with the fields that were chosen', async () => {
	const found = jsonOf(
		await getMany({
			calendar: 'users',
			users: users('sato', 'ito', 'mori'),
			from: '2031-02-01',
			to: '2031-02-28',
			options: { fields: ['subject'] },
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

it.each<[IDataObject, string]>([
	[{ users: {} }, 'No user is selected'],
	[{ users: users('sato', 'nobody') }, 'No user has the login name "nobody"'],
	[{ calendar: 'user', user: byCode('nobody') }, 'No user has the login name "nobody"'],
	[{ calendar: 'organization', organization: byCode('x') }, 'No organization has the code "x"'],
	[{ from: '2032-05-05', to: '2032-05-04' }, '"To" must be later than "From"'],
	[{ options: { excludeFromSearch: ['notes'] } }, '"Exclude From Search" is set'],
	[{ options: { outputTimeZone: 'Mars/Olympus' } }, '"Mars/Olympus" is not a valid time zone'],
])('refuses %j', async (parameters, says) => {
	const { error } = await getMany({ calendar: 'users', users: users('sato'), ...parameters });
	expect(error?.message).toContain(says);
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

it('comes in the chosen zone, or that of the workflow; whole days stay the same', async () => {
	const inZone = async (outputTimeZone: string) =>
		jsonOf(
			await getMany({
				...{ calendar: 'users', users: users('sato'), from: '2031-01-01', to: '2031-02-28' },
				options: { outputTimeZone },
			}),
		);
	const [utc, days] = await inZone('UTC');
	expect(utc?.start).toEqual({ dateTime: '2031-01-15T01:00:00+00:00', timeZone: 'UTC' });
	expect(days?.start).toMatchObject({ timeZone: 'Asia/Tokyo' });
	const newYork = { dateTime: '2031-01-14T20:00:00-05:00', timeZone: 'America/New_York' };
	for (const zone of ['America/New_York', 'workflow']) {
		const [event] = await inZone(zone);
		expect(event?.start).toEqual(newYork);
		expect(DateTime.fromISO(String(event?.updatedAt), { setZone: true }).offset).not.toBe(0);
	}
});

describe('the events of a day', () => {
	const day = '2032-05-05';
	const read = async (over: IDataObject = {}) =>
		await getMany({ calendar: 'user', user: byCode('mori'), from: day, to: day, ...over });
	const titles = async (over: IDataObject) =>
		jsonOf(await read(over)).map(({ subject }) => subject);

	beforeAll(async () => {
		for (const hour of [10, 11, 12]) {
			await makeEvent(sandbox, {
				subject: `At ${hour}`,
				notes: hour === 12 ? 'needle' : '',
				attendees: [{ type: 'USER', code: 'mori' }],
				start: at(day, hour),
				end: at(day, hour + 1),
			});
		}
	});

	it('come earliest first, up to the limit, and with the word that is looked for', async () => {
		const all = ['At 10', 'At 11', 'At 12'];
		expect(await titles({})).toEqual(all);
		expect(await titles({ returnAll: false, limit: 2 })).toEqual(all.slice(0, 2));
		expect(await titles({ sort: 'start desc' })).toEqual([...all].reverse());
		expect(await titles({ from: `${day} 11:00`, to: `${day} 12:30` })).toEqual(all.slice(1));
		expect(await titles({ options: { keyword: 'needle' } })).toEqual(['At 12']);
	});

	it('are none, which a hint says', async () => {
		const { output, hints } = await read({ from: '2033-01-01', to: '2033-01-02' });
		expect(output).toEqual([]);
		expect(hints[0]?.message).toContain('start in this period');
	});
});
