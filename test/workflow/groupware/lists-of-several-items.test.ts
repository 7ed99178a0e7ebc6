import type { IDataObject } from 'n8n-workflow';

import { useSandbox } from '../../support/sandbox';
import { byCode, byId, clientOf, eventOf, jsonOf, makeEvent, runGroupware, users } from './world';

const sandbox = useSandbox();
type Named = { id: string; code: string };
const WHY = 'items replace the same list with different content';

beforeAll(async () => {
	await sandbox.control('reset', { demo: true });
});

const run = async (name: string, parameters: IDataObject, items: IDataObject[], more = {}) => {
	const [resource = '', operation = ''] = name.split('.');
	return await runGroupware(sandbox, { resource, operation, parameters, items, ...more });
};
const codesOf = async (id: unknown, list = 'attendees') => {
	const event = (await eventOf(sandbox, id)).body as object as Record<string, Named[]>;
	const people = event[list] ?? [];
	return people.map(({ code }) => code).sort();
};
const LOGINS = ['sato', 'ito', 'mori'];

/** Changes an event by items of a login name each. */
const byLogins = async (ids: unknown[], updateFields: IDataObject, more = {}) => {
	const attendees = users('={{ $json.login }}');
	const fields = { eventId: byId('={{ $json.id }}'), updateFields: { attendees, ...updateFields } };
	const items = LOGINS.map((login, at) => ({ id: ids[at % ids.length], login }) as IDataObject);
	return await run('event.update', fields, items, more);
};

describe('items of one event with an attendee each', () => {
	it('are refused where each would replace the others', async () => {
		const { id } = await makeEvent(sandbox);
		const { error } = await byLogins([id], {});
		expect(error?.message).toContain(`3 ${WHY}: "Attendees"`);
		expect(error?.description).toContain('Put the whole list in one item');
		expect(await codesOf(id)).toEqual(['admin']);
	});

	it('do not keep the items of other events from being written', async () => {
		const events = [await makeEvent(sandbox), await makeEvent(sandbox)].map(({ id }) => id);
		const onError = 'continueRegularOutput';
		const outcome = await byLogins(events, {}, { onError });
		expect(jsonOf(outcome).map(({ error }) => error !== undefined)).toEqual([true, false, true]);
		expect([await codesOf(events[0]), await codesOf(events[1])]).toEqual([['admin'], ['ito']]);
	});

	it('are written where they are added, or say the same', async () => {
		const { id } = await makeEvent(sandbox);
		expect((await byLogins([id], { attendeesChange: 'add' })).error).toBeUndefined();
		expect(await codesOf(id)).toEqual(['admin', ...LOGINS].sort());
		expect((await byLogins([id], { attendees: users('sato', 'ito') })).error).toBeUndefined();
		expect(await codesOf(id)).toEqual(['ito', 'sato']);
	});
});

it('items of one event with a watcher each are refused', async () => {
	const watchers = [{ type: 'USER', code: 'sato' }];
	const visibilityType = 'SET_PRIVATE_WATCHERS';
	const { id } = await makeEvent(sandbox, { visibilityType, watchers });
	const updateFields = { watchers: users('={{ $json.login }}') };
	const items = [{ login: 'ito' }, { login: 'mori' }];
	const { error } = await run('event.update', { eventId: byId(String(id)), updateFields }, items);
	expect(error?.message).toContain(`2 ${WHY}: "Watchers"`);
	expect(await codesOf(id, 'watchers')).toEqual(['sato']);
});

it('items of one event with a facility each are refused', async () => {
	const { body } = await clientOf(sandbox).get('/schedule/facilities');
	const [one, other, ...rest] = body.facilities as object[] as Named[];
	expect(rest.length).toBeGreaterThan(0);
	const { id } = await makeEvent(sandbox, { facilities: [{ code: rest[0]?.code }] });
	const facility = byCode('={{ $json.room }}');
	const facilities = { rows: [{ kind: 'facility', facility }] };
	const items = [{ room: one?.code }, { room: other?.code }] as IDataObject[];
	const fields = { eventId: byId(String(id)), updateFields: { facilities } };
	const { error } = await run('event.update', fields, items);
	expect(error?.message).toContain(`2 ${WHY}: "Facilities"`);
	expect(await codesOf(id, 'facilities')).toEqual([rest[0]?.code]);
});

it('items of one topic with an editor each are refused', async () => {
	const arranged = await sandbox.control('groupware', { bulletinCategories: [{ name: 'News' }] });
	const [category] = (arranged as { bulletinCategories: Array<{ id: string }> }).bulletinCategories;
	const operators = [{ type: 'USER', code: 'admin' }];
	const topic = { categoryId: category?.id, subject: 'A', operatorType: 'SELECT_USERS', operators };
	const { id } = (await clientOf(sandbox).post('/bulletin/topics', topic)).body;
	const updateFields = { operators: users('={{ $json.login }}') };
	const items = [{ login: 'sato' }, { login: 'mori' }];
	const { error } = await run('bulletinTopic.update', { topicId: id, updateFields }, items);
	expect(error?.message).toContain(`2 ${WHY}: "Editors"`);
	const { body } = await clientOf(sandbox).get(`/bulletin/topics/${id}`);
	expect(body).toMatchObject({ operators: [{ code: 'admin' }] });
});

it('items of one proxy setting with a header each are refused, without its value', async () => {
	const admin = clientOf(sandbox);
	const path = '/system/api/admin/proxies';
	const headers = [{ key: 'X', value: '1' }];
	const setting = { proxyCode: 'lists', method: 'GET', url: 'https://a.example.com/', headers };
	expect((await admin.post(path, setting)).status).toBe(200);
	const rows = [{ key: '={{ $json.key }}', value: 'secret' }];
	const fields = { proxyCode: 'lists', updateFields: { headers: { rows } } };
	const { error } = await run('proxySetting.update', fields, [{ key: 'A' }, { key: 'B' }]);
	expect(error?.message).toContain(`2 ${WHY}: "Headers"`);
	expect(JSON.stringify([error?.message, error?.description])).not.toContain('secret');
	expect((await admin.get(`${path}/code/lists`)).body).toMatchObject({ headers });
});

describe('items that write the ID of an event in different ways', () => {
	const spellings = (id: unknown): IDataObject[] => [{ id: String(id) }, { id: `0${String(id)}` }];
	const eventId = byId('={{ $json.id }}');

	it('replace the same list', async () => {
		const { id } = await makeEvent(sandbox);
		const items = spellings(id).map((item, at) => ({ ...item, login: ['ito', 'mori'][at] }));
		const updateFields = { attendees: users('={{ $json.login }}') };
		const { error } = await run('event.update', { eventId, updateFields }, items);
		expect(error?.message).toContain(`2 ${WHY}: "Attendees"`);
		expect(await codesOf(id, 'attendees')).toEqual(['admin']);
	});

	it('replace the same custom item', async () => {
		const { id } = await makeEvent(sandbox);
		const path = `/schedule/events/${id}/datastore/com.example`;
		expect((await clientOf(sandbox).post(path, { value: { kept: true } })).status).toBe(200);
		const items = spellings(id).map((item, at) => ({ ...item, value: { at } }));
		const fields = { eventId, itemName: 'com.example', value: '={{ $json.value }}' };
		const { error } = await run('eventCustomItem.update', fields, items);
		expect(error?.message).toContain(`2 ${WHY}`);
		expect((await clientOf(sandbox).get(path)).body).toEqual({ value: { kept: true } });
	});
});

it('a facility is found by its ID with zeros before it, and removed from an event', async () => {
	const [room] = (await clientOf(sandbox).get('/schedule/facilities')).body.facilities as Named[];
	const { id } = await makeEvent(sandbox, {
		facilities: [{ code: room?.code }],
		start: { dateTime: '2033-03-03T10:00:00+09:00', timeZone: 'Asia/Tokyo' },
		end: { dateTime: '2033-03-03T11:00:00+09:00', timeZone: 'Asia/Tokyo' },
	});
	const spelled = byId(`00${room?.id}`);
	const rows = [{ kind: 'facility', facility: spelled }];
	const updateFields = { facilities: { rows }, facilitiesChange: 'remove' };
	jsonOf(await run('event.update', { eventId: byId(String(id)), updateFields }, [{}]));
	expect(await codesOf(id, 'facilities')).toEqual([]);
	const change = { facilityId: spelled, updateFields: { notes: 'Second floor' } };
	expect(jsonOf(await run('facility.update', change, [{}]))).toMatchObject([{ id: room?.id }]);
});
