import type { IDataObject } from 'n8n-workflow';

import { useSandbox } from '../../support/sandbox';
import { byId, clientOf, eventOf, jsonOf, makeEvent, runGroupware, users } from './world';

const sandbox = useSandbox();

beforeAll(async () => {
	await sandbox.control('reset', { demo: true });
});

const run = async (name: string, parameters: IDataObject) => {
	const [resource = '', operation = ''] = name.split('.');
	return await runGroupware(sandbox, { resource, operation, parameters });
};
const get = async (path: string) =>
	(await clientOf(sandbox).get(path)).body as unknown as IDataObject;

describe('an expression that finds nothing leaves what is there, null empties it', () => {
	it('in the company information of an event', async () => {
		const companyInfo = { name: 'ACME', phone: '03-1', address: 'Tokyo' };
		const { id } = await makeEvent(sandbox, { companyInfo, notes: 'Keep' });
		const changed = {
			name: '={{ $json.missing }}',
			phone: '={{ null }}',
			address: 'Osaka',
		};
		const updateFields = { companyInfo: changed, notes: '={{ null }}' };
		jsonOf(await run('event.update', { eventId: byId(String(id)), updateFields }));
		const after = (await eventOf(sandbox, id)).body as unknown as IDataObject;
		expect(after.companyInfo).toMatchObject({ name: 'ACME', phone: '', address: 'Osaka' });
		expect(after.notes).toBe('');
	});

	it('in the names of a facility', async () => {
		const made = await clientOf(sandbox).post('/schedule/admin/facilities', {
			name: 'Room',
			code: 'found-nothing',
			nameLocale: { en: 'Room', ja: '会議室', zh: '会议室' },
		});
		expect(made).toMatchObject({ status: 200 });
		const id = String(made.body.id);
		const nameLocale = { en: '={{ $json.missing }}', ja: '={{ null }}', zh: '房间' };
		jsonOf(await run('facility.update', { facilityId: byId(id), updateFields: { nameLocale } }));
		const found = await clientOf(sandbox).get('/schedule/admin/facilities', { 'id[]': id });
		const { facilities } = found.body as unknown as IDataObject;
		const [after] = facilities as IDataObject[];
		expect(after?.nameLocale).toMatchObject({ en: 'Room', zh: '房间' });
		expect((after?.nameLocale as IDataObject).ja ?? '').toBe('');
	});
});

describe('removing from a list of an event', () => {
	it('tells who was not on it', async () => {
		const { id } = await makeEvent(sandbox);
		const updateFields = { attendees: users('mori'), attendeesChange: 'remove' };
		const outcome = await run('event.update', { eventId: byId(String(id)), updateFields });
		expect(outcome.hints.map(({ message }) => message)).toContain(
			'Not removed, because they are not among the attendees of the event: "mori"',
		);
	});

	it('tells that the event is in no calendar any more', async () => {
		const { id } = await makeEvent(sandbox);
		const updateFields = { attendees: users('admin'), attendeesChange: 'remove' };
		const removed = await run('event.update', { eventId: byId(String(id)), updateFields });
		const says = 'The event has no attendees and no facilities any more, so it is in no calendar';
		expect(removed.hints.map(({ message }) => message).join()).toContain(says);
		const again = { eventId: byId(String(id)), updateFields: { subject: 'Renamed' } };
		expect((await run('event.update', again)).hints).toEqual([]);
	});

	it('refuses a change of another name instead of emptying the list', async () => {
		const { id } = await makeEvent(sandbox);
		const updateFields = { attendees: users('mori'), attendeesChange: '={{ "Add" }}' };
		const { error } = await run('event.update', { eventId: byId(String(id)), updateFields });
		expect(error?.message).toContain('"Add" is not a valid value for "Attendees Update Mode"');
		const { attendees } = (await eventOf(sandbox, id)).body as unknown as IDataObject;
		expect(attendees).toHaveLength(1);
	});
});

describe('values of proxy settings', () => {
	it('are not in the output unless asked for, and an expression that finds none is refused', async () => {
		const headers = [{ key: 'X-Token', value: 'top-secret' }];
		const setting = { proxyCode: 'secret', method: 'GET', url: 'https://example.com/', headers };
		await clientOf(sandbox).post('/system/api/admin/proxies', setting);
		const proxyCode = 'secret';
		for (const parameters of [{}, { options: {} }, { options: { hideValues: true } }]) {
			const rows = jsonOf(await run('proxySetting.get', { proxyCode, ...parameters }));
			expect(JSON.stringify(rows)).not.toContain('top-secret');
			expect(rows[0]?.headers).toEqual([{ key: 'X-Token' }]);
		}
		const shown = await run('proxySetting.get', { proxyCode, options: { hideValues: false } });
		expect(jsonOf(shown)[0]?.headers).toEqual(headers);
		const rows = [{ key: 'X-Token', value: '={{ $json.missing }}' }];
		const { error } = await run('proxySetting.update', {
			proxyCode,
			updateFields: { headers: { rows } },
		});
		expect(error?.message).toContain('The value of "X-Token" is missing');
		expect((await get('/system/api/admin/proxies/code/secret')).headers).toEqual(headers);
	});
});
