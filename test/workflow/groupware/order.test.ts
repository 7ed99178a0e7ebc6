import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import type { Body } from '../../sandbox/groupware/client';
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

const ID = byId('={{ $json.id }}');
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
	Object.fromEntries(names.map((name) => [name, `={{ $json.change.${name} }}`]));
const inner = (outer: string, ...names: string[]) => ({
	[outer]: Object.fromEntries(names.map((name) => [name, `={{ $json.change.${outer}?.${name} }}`])),
});

describe('items that change different events', () => {
	const at = (hour: number) => `2031-05-05T${hour}:00:00+09:00`;
	/** Events in a room of which the service takes longer to change the first. */
	const events = async (...hours: number[]) => {
		const timeZone = 'Asia/Tokyo';
		const made: Body[] = [];
		for (const hour of hours) {
			const [start, end] = [hour, hour + 1].map((one) => ({ dateTime: at(one), timeZone }));
			made.push(await makeEvent(sandbox, { start, end, facilities: [{ code: 'room-a' }] }));
		}
		const path = `schedule/events/${String(made[0]?.id)}`;
		await sandbox.faults({ path, delayMs: 250, times: 0 });
		return made.map(({ id }) => String(id));
	};
	const update = async (updateFields: IDataObject, items: IDataObject[]) => {
		const outcome = await runGroupware(sandbox, {
			...{ resource: 'event', operation: 'update', items, onError: 'continueErrorOutput' },
			parameters: { eventId: ID, updateFields },
		});
		await fetch(`${sandbox.url}/_sandbox/faults`, { method: 'DELETE' });
		const ids = items.map(({ id }) => id);
		const found = await Promise.all(ids.map(async (id) => await eventOf(sandbox, id)));
		return { refused: itemsOf(outcome.errors), events: found.map(({ body }) => body) };
	};

	it('reserve a room in the order of the items: one frees it for the next', async () => {
		const [first, second] = await events(10, 11);
		const { events: after } = await update(
			{
				...{ start: '={{ $json.start }}', end: '={{ $json.end }}' },
				...{ facilities: rooms('={{ $json.room }}'), facilitiesChange: 'replace' },
			},
			[
				{ id: first, room: 'room-b' },
				{ id: second, room: 'room-a', start: at(10), end: at(11) },
			],
		);
		expect(after).toMatchObject([
			{ facilities: [{ code: 'room-b' }] },
			{ facilities: [{ code: 'room-a' }], start: { dateTime: at(10) } },
		]);
	});

	it('move in the order of the items: the first gets the time of a room', async () => {
		const [one, two, three] = await events(12, 14, 16);
		const { refused, events: after } = await update(
			{ start: '={{ $json.start }}', end: '={{ $json.end }}' },
			[
				{ id: one, start: at(18), end: at(19) },
				{ id: two, start: at(12), end: at(13) },
				{ id: three, start: at(18), end: at(19) },
			],
		);
		expect(refused).toEqual([2]);
		expect(after.map(({ start }) => start.dateTime)).toEqual([at(18), at(12), at(16)]);
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
