import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import type { Body } from '../../sandbox/groupware/client';
import { useSandbox } from '../../support/sandbox';
import { byId, eventOf, itemsOf, jsonOf, makeEvent, rooms, runGroupware, users } from './world';

const sandbox = useSandbox();

const ID = byId('={{ $json.id }}');
const LOGINS = ['sato', 'suzuki', 'ito', 'mori', 'brown'];

beforeAll(async () => await sandbox.control('reset', { demo: true }));

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
				...{ facilities: rooms('={{ $json.room }}'), facilitiesUpdateMode: 'replace' },
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

/** What an item may change; npm run properties tries the controls of each operation, one at a time. */
const text = fc.constantFrom('', 'a', 'b', 'c');
const some = (fields: Record<string, fc.Arbitrary<unknown>>) =>
	fc
		.record(fields, { requiredKeys: [], noNullPrototype: true })
		.filter((one) => Object.keys(one).length > 0) as fc.Arbitrary<IDataObject>;
const change = some({
	subject: text,
	notes: text,
	companyInfo: some({ name: text, phone: text }),
	attendees: fc.subarray(LOGINS, { minLength: 1 }),
	attendeesUpdateMode: fc.constantFrom('add', 'remove', 'replace'),
})
	.map((one) => ('attendees' in one ? { attendeesUpdateMode: 'add', ...one } : one))
	.filter((one) => Object.keys(one).some((key) => key !== 'attendeesUpdateMode'));

it('an event ends in one run of many items as in many runs of one', async () => {
	const of = (name: string) => `={{ $json.change.${name} }}`;
	const updateFields = {
		...{
			subject: of('subject'),
			notes: of('notes'),
			attendeesUpdateMode: of('attendeesUpdateMode'),
		},
		companyInfo: { name: of('companyInfo?.name'), phone: of('companyInfo?.phone') },
		attendees: users(of('attendees')),
	};
	const update = async (id: string, changes: IDataObject[]) =>
		jsonOf(
			await runGroupware(sandbox, {
				...{ resource: 'event', operation: 'update' },
				parameters: { eventId: ID, updateFields },
				items: changes.map((one) => ({ id, change: one })),
			}),
		);
	const read = async (of: string) => {
		const {
			id: _,
			createdAt: _created,
			updatedAt: _updated,
			...rest
		} = (await eventOf(sandbox, of)).body;
		return rest;
	};
	await fc.assert(
		fc.asyncProperty(fc.array(change, { minLength: 2, maxLength: 6 }), async (changes) => {
			const [{ id: together }, { id: apart }] = [
				await makeEvent(sandbox),
				await makeEvent(sandbox),
			];
			await update(together, changes);
			for (const one of changes) await update(apart, [one]);
			expect(await read(together)).toEqual(await read(apart));
		}),
		{ numRuns: 5 },
	);
});
