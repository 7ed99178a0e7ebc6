import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { useSandbox } from '../../support/sandbox';
import {
	byId,
	clientOf,
	eventOf,
	itemsOf,
	jsonOf,
	makeEvent,
	rooms,
	runGroupware,
	users,
} from './world';

const sandbox = useSandbox();

const LOGINS = ['sato', 'suzuki', 'ito', 'mori', 'brown'];

beforeAll(async () => {
	await sandbox.control('reset', { demo: true });
});

const run = async (name: string, parameters: IDataObject, items: IDataObject[]) => {
	const [resource = '', operation = ''] = name.split('.');
	return jsonOf(await runGroupware(sandbox, { resource, operation, parameters, items }));
};
const get = async (path: string) =>
	(await clientOf(sandbox).get(path)).body as unknown as IDataObject;
const post = async (path: string, body: object) =>
	(await clientOf(sandbox).post(path, body)).body as unknown as IDataObject;

/** Fields whose expressions find what an item changes, and nothing for the rest. */
const fields = (...names: string[]) =>
	Object.fromEntries(
		names.map((name) => {
			return [name, `={{ $json.change.${name} }}`];
		}),
	);
const inner = (outer: string, ...names: string[]) => ({
	[outer]: Object.fromEntries(names.map((name) => [name, `={{ $json.change.${outer}?.${name} }}`])),
});

const clearFaults = async () => await fetch(`${sandbox.url}/_sandbox/faults`, { method: 'DELETE' });

describe('items that change one event', () => {});

describe('items that change different events', () => {
	const ROOM_AT = '2031-05-05';
	const at = (hour: number) => ({
		start: { dateTime: `${ROOM_AT}T${hour}:00:00+09:00`, timeZone: 'Asia/Tokyo' },
		end: { dateTime: `${ROOM_AT}T${hour + 1}:00:00+09:00`, timeZone: 'Asia/Tokyo' },
	});
	const codesOf = async (id: unknown) => {
		const { facilities } = (await eventOf(sandbox, id)).body as unknown as IDataObject;
		return (facilities as IDataObject[]).map(({ code }) => code);
	};
	/** The service takes longer for the first event than for all others. */
	const slowly = async (id: unknown) =>
		await sandbox.faults({ path: `schedule/events/${String(id)}`, delayMs: 250, times: 0 });

	it('reserve a room in the order of the items: one frees it for the next', async () => {
		const first = await makeEvent(sandbox, { ...at(10), facilities: [{ code: 'room-a' }] });
		const second = await makeEvent(sandbox, at(10));
		await slowly(first.id);
		const rows = await run(
			'event.update',
			{
				eventId: byId('={{ $json.id }}'),
				updateFields: { facilities: rooms('={{ $json.room }}'), facilitiesChange: 'replace' },
			},
			[
				{ id: first.id, room: 'room-b' },
				{ id: second.id, room: 'room-a' },
			],
		);
		await clearFaults();
		expect(rows).toHaveLength(2);
		expect(await codesOf(first.id)).toEqual(['room-b']);
		expect(await codesOf(second.id)).toEqual(['room-a']);
	});

	it('move in the order of the items: the first gets the time of a room', async () => {
		const events = [12, 14, 16].map(
			async (hour) => await makeEvent(sandbox, { ...at(hour), facilities: [{ code: 'room-a' }] }),
		);
		const [one, two, three] = await Promise.all(events);
		await slowly(one?.id);
		const outcome = await runGroupware(sandbox, {
			resource: 'event',
			operation: 'update',
			parameters: {
				eventId: byId('={{ $json.id }}'),
				updateFields: { start: '={{ $json.start }}', end: '={{ $json.end }}' },
			},
			items: [
				{ id: one?.id, start: `${ROOM_AT}T18:00:00+09:00`, end: `${ROOM_AT}T19:00:00+09:00` },
				{ id: two?.id, start: `${ROOM_AT}T12:00:00+09:00`, end: `${ROOM_AT}T13:00:00+09:00` },
				{ id: three?.id, start: `${ROOM_AT}T18:00:00+09:00`, end: `${ROOM_AT}T19:00:00+09:00` },
			] as unknown as IDataObject[],
			onError: 'continueErrorOutput',
		});
		await clearFaults();
		expect(itemsOf(outcome.errors)).toEqual([2]);
		const starts = [one, two, three].map(async (event) => {
			const { body } = await eventOf(sandbox, event?.id);
			return new Date(body.start.dateTime).getTime();
		});
		expect(await Promise.all(starts)).toEqual(
			[18, 12, 16].map((hour) => Date.parse(`${ROOM_AT}T${hour}:00:00+09:00`)),
		);
	});
});

/** Something that updates change: how it is made, what may change, and how it is read. */
interface Thing {
	update: string;
	make: () => Promise<string>;
	parameters: IDataObject;
	change: fc.Arbitrary<IDataObject>;
	read: (id: string) => Promise<unknown>;
}

let made = 0;
const text = fc.constantFrom('', 'a', 'b', 'c');
const some = (fields: Record<string, fc.Arbitrary<unknown>>) =>
	fc
		.record(fields, { requiredKeys: [], noNullPrototype: true })
		.filter((one) => Object.keys(one).length > 0) as fc.Arbitrary<IDataObject>;
const ID = byId('={{ $json.id }}');

const without = (body: IDataObject, ...keys: string[]) =>
	Object.fromEntries(Object.entries(body).filter(([key]) => !keys.includes(key)));

const named = (list: 'facilities' | 'facilityGroups') => ({
	make: async () => {
		const code = `thing-${(made += 1)}`;
		return String((await post(`/schedule/admin/${list}`, { name: 'Thing', code })).id);
	},
	change: some({
		name: fc.constantFrom('A', 'B', 'C'),
		notes: text,
		nameLocale: some({ en: text, ja: text, zh: text }),
	}),
	read: async (id: string) => {
		const answer = await clientOf(sandbox).get(`/schedule/admin/${list}`, { 'id[]': id });
		const found = answer.body as unknown as IDataObject;
		return without((found[list] as IDataObject[])[0] ?? {}, 'id', 'code');
	},
});

const things: Record<string, Thing> = {
	event: {
		update: 'event.update',
		make: async () => String((await makeEvent(sandbox)).id),
		parameters: {
			eventId: ID,
			updateFields: {
				...fields('subject', 'notes', 'attendeesChange'),
				...inner('companyInfo', 'name', 'phone'),
				attendees: users('={{ $json.change.attendees }}'),
			},
		},
		change: some({
			subject: text,
			notes: text,
			companyInfo: some({ name: text, phone: text }),
			attendees: fc.subarray(LOGINS, { minLength: 1 }),
			attendeesChange: fc.constantFrom('add', 'remove', 'replace'),
		})
			.map((one) => ('attendees' in one ? { attendeesChange: 'add', ...one } : one))
			.filter((one) => Object.keys(one).some((key) => key !== 'attendeesChange')),
		read: async (id) =>
			without(
				(await eventOf(sandbox, id)).body as unknown as IDataObject,
				'id',
				'createdAt',
				'updatedAt',
			),
	},
	facility: {
		update: 'facility.update',
		parameters: {
			facilityId: ID,
			updateFields: { ...fields('name', 'notes'), ...inner('nameLocale', 'en', 'ja', 'zh') },
		},
		...named('facilities'),
	},
	facilityGroup: {
		update: 'facilityGroup.update',
		parameters: {
			facilityGroupId: ID,
			updateFields: { ...fields('name', 'notes'), ...inner('nameLocale', 'en', 'ja', 'zh') },
		},
		...named('facilityGroups'),
	},
	proxySetting: {
		update: 'proxySetting.update',
		make: async () => {
			const proxyCode = `order-${(made += 1)}`;
			const url = 'https://example.com/';
			await post('/system/api/admin/proxies', { proxyCode, method: 'GET', url });
			return proxyCode;
		},
		parameters: { proxyCode: '={{ $json.id }}', updateFields: fields('method', 'status', 'url') },
		change: some({
			method: fc.constantFrom('GET', 'POST'),
			status: fc.constantFrom('ACTIVE', 'INACTIVE'),
			url: fc.constantFrom('https://a.example.com/', 'https://b.example.com/'),
		}),
		read: async (id) => without(await get(`/system/api/admin/proxies/code/${id}`), 'proxyCode'),
	},
	presence: {
		update: 'presence.updateByLoginName',
		// Each user has one already; both runs begin with the same.
		make: async () => {
			const login = LOGINS[(made += 1) % LOGINS.length] ?? '';
			await clientOf(sandbox).patch(`/presence/users/code/${login}`, {
				status: { code: '' },
				notes: '',
			});
			return login;
		},
		parameters: {
			loginName: '={{ $json.id }}',
			status: '={{ $json.change.status ?? "unchanged" }}',
			updateFields: fields('notes'),
		},
		change: some({ status: fc.constantFrom('attend', 'absence', ''), notes: text }),
		read: async (id) => without(await get(`/presence/users/code/${id}`), 'user', 'updatedAt'),
	},
};

describe.each(Object.entries(things))('%s', (_name, { update, make, parameters, change, read }) => {
	it('ends in one run of many items as in many runs of one', async () => {
		await fc.assert(
			fc.asyncProperty(fc.array(change, { minLength: 2, maxLength: 6 }), async (changes) => {
				const together = await make();
				const apart = await make();
				await run(
					update,
					parameters,
					changes.map((one) => ({ id: together, change: one })),
				);
				for (const one of changes) await run(update, parameters, [{ id: apart, change: one }]);
				expect(await read(together)).toEqual(await read(apart));
			}),
			{ numRuns: 3 },
		);
	});
});
