import { PollTime } from '../../../../nodes/shared/trigger';
import { RecordReader } from '../../../../nodes/RecordPlatform/trigger/reading';
import { passwordOf } from '../../../sandbox/record-platform/api';
import { builtIn } from '../../../support/built-in-fields';
import type { ActiveTrigger } from '../../../support/trigger';
import { useNewApp } from '../app';
import { ORDER_PROCESS } from '../world';
import { told, triggerFor } from './scene';

// Small pages, so that a few records take several requests.
jest.mock('../../../../nodes/RecordPlatform/query/reading/request', () => ({
	...jest.requireActual<object>('../../../../nodes/RecordPlatform/query/reading/request'),
	PAGE: 3,
}));

const app = useNewApp(
	{ Name: { type: 'SINGLE_LINE_TEXT' }, Notes: { type: 'SINGLE_LINE_TEXT' } },
	{
		...ORDER_PROCESS,
		actions: [
			...ORDER_PROCESS.actions,
			{ name: 'Reopen', from: 'Finished', to: 'Working', filterCond: '' },
		],
	},
);

afterEach(() => jest.restoreAllMocks());

const update = async (id: string, values: Record<string, string>, login = 'admin') =>
	await app.api.as(passwordOf(login)).ok('PUT', 'record.json', {
		app: app.id,
		id,
		record: Object.fromEntries(Object.entries(values).map(([code, value]) => [code, { value }])),
	});

const act = async (id: string, action: string, login = 'admin') =>
	await app.api.as(passwordOf(login)).ok('PUT', 'record/status.json', { app: app.id, id, action });

const active = async (parameters: object, account?: Record<string, string>) => {
	const trigger = await triggerFor(app.sandbox, app.id, { ...parameters }, account);
	await trigger.poll();
	return trigger;
};

/** Starts when a deal is won. */
const WON = {
	events: ['updated'],
	conditions: { rows: [{ field: 'Name|SINGLE_LINE_TEXT', operator: 'equals', value: 'Won' }] },
	options: { watchedFields: ['Name'] },
};

const SATO = { signInWith: 'password', username: 'sato', password: 'sato' };

/** What a webhook of the app says about a record. */
const webhookOf = (id: string) => ({
	type: 'UPDATE_RECORD',
	app: { id: app.id, name: 'Test' },
	record: { $id: { type: '__ID__', value: id } },
});

describe('a record that leaves the conditions and comes back', () => {
	it('starts again when a watched field changes back', async () => {
		const id = await app.create({ Name: 'Open' });
		const trigger = await active(WON);
		await update(id, { Name: 'Won' });
		expect(told(await trigger.poll())).toEqual([`updated ${id}:2`]);
		await update(id, { Name: 'Lost' });
		expect(await trigger.poll()).toBeNull();
		trigger.restart();
		await update(id, { Name: 'Won' });
		expect(told(await trigger.poll())).toEqual([`updated ${id}:4`]);
		await update(id, { Notes: 'x' });
		expect(await trigger.poll()).toBeNull();
	});

	it('starts again when its status changes back', async () => {
		const id = await app.create({ Name: 'a' });
		const query = `${builtIn.status} = "Working"`;
		const trigger = await active({ events: ['statusChanged'], filterBy: 'query', query });
		await act(id, 'Begin');
		expect(told(await trigger.poll())).toEqual([`statusChanged ${id}:3`]);
		await act(id, 'Finish');
		expect(await trigger.poll()).toBeNull();
		await act(id, 'Reopen');
		expect(told(await trigger.poll())).toEqual([`statusChanged ${id}:7`]);
	});

	it('starts again by webhooks, without a poll between', async () => {
		const id = await app.create({ Name: 'Open' });
		const trigger = await active(WON);
		const keys: string[] = [];
		for (const Name of ['Won', 'Lost', 'Won']) {
			await update(id, { Name });
			const { workflowData } = await trigger.webhook(webhookOf(id));
			keys.push(...told(workflowData?.[0] ?? null));
		}
		expect(keys).toEqual([`updated ${id}:2`, `updated ${id}:4`]);
		expect(await trigger.poll()).toBeNull();
	});

	it('starts again by a poll after webhooks', async () => {
		const id = await app.create({ Name: 'Open' });
		const trigger = await active(WON);
		await update(id, { Name: 'Won' });
		await trigger.webhook(webhookOf(id));
		await update(id, { Name: 'Lost' });
		expect(await trigger.poll()).toBeNull();
		await update(id, { Name: 'Won' });
		expect(told(await trigger.poll())).toEqual([`updated ${id}:4`]);
	});
});

describe.each([
	{
		what: 'watched field',
		parameters: { events: ['updated'], options: { watchedFields: ['Name'] } },
		changes: ['b', 'c', 'b'].map((Name) => async (id: string) => await update(id, { Name })),
		keys: ['updated 1:3', 'updated 1:4'],
	},
	{
		what: 'status',
		parameters: { events: ['statusChanged'] },
		changes: ['Begin', 'Finish', 'Reopen'].map(
			(action) => async (id: string) => await act(id, action),
		),
		keys: ['statusChanged 1:5', 'statusChanged 1:7'],
	},
])('a webhook that reads the $what before a later one, and ends after it', (one) => {
	const [first, second, back] = one.changes;
	const rung = async (trigger: ActiveTrigger, id: string) =>
		told((await trigger.webhook(webhookOf(id))).workflowData?.[0] ?? null);

	/** The record was changed twice; the webhook of the first change ends last. */
	const overtaken = async () => {
		const id = await app.create({ Name: 'a' });
		const trigger = await active(one.parameters);
		await first?.(id);
		const { page } = RecordReader.prototype;
		const later: string[] = [];
		jest.spyOn(RecordReader.prototype, 'page').mockImplementationOnce(async function (
			this: RecordReader,
			parts,
		) {
			const records = await page.call(this, parts);
			await second?.(id);
			later.push(...(await rung(trigger, id)));
			return records;
		});
		expect(await rung(trigger, id)).toEqual([]);
		expect(later).toEqual([one.keys[0]]);
		return { id, trigger };
	};
	const byWebhook = async (trigger: ActiveTrigger, id: string) => await rung(trigger, id);
	const byPoll = async (trigger: ActiveTrigger) => told(await trigger.poll());

	it.each([
		{ by: 'webhook', look: byWebhook },
		{ by: 'poll', look: byPoll },
	])('does not bring the older values back, for the next $by', async ({ look }) => {
		const changedBack = await overtaken();
		await back?.(changedBack.id);
		expect(await look(changedBack.trigger, changedBack.id)).toEqual([one.keys[1]]);
		expect(await changedBack.trigger.poll()).toBeNull();
		await app.renew();
		const other = await overtaken();
		await update(other.id, { Notes: 'x' });
		expect(await look(other.trigger, other.id)).toEqual([]);
		expect(await other.trigger.poll()).toBeNull();
	});
});

it('does not start for a record that comes into the conditions with the watched value it had', async () => {
	const id = await app.create({ Name: 'Open', Notes: 'x' });
	const trigger = await active({ ...WON, options: { watchedFields: ['Notes'] } });
	await update(id, { Name: 'Lost' });
	expect(await trigger.poll()).toBeNull();
	await update(id, { Name: 'Won' });
	expect(await trigger.poll()).toBeNull();
	await update(id, { Notes: 'y' });
	expect(told(await trigger.poll())).toEqual([`updated ${id}:4`]);
});

it('returns all fields of a record that starts, and no other record', async () => {
	const trigger = await active({
		...WON,
		events: ['created'],
		options: { watchedFields: ['Notes'] },
	});
	for (const Name of ['Open', 'Won', 'Lost', 'Won', 'Won', 'Open']) {
		await app.create({ Name, Notes: `is ${Name}` });
	}
	const items = await trigger.drain();
	expect(told(items)).toEqual(['created 2:1', 'created 4:1', 'created 5:1']);
	for (const { json } of items) {
		expect(json).toMatchObject({ Name: 'Won', Notes: 'is Won', [builtIn.status]: 'Not started' });
	}
});

it.each([
	{ during: { Notes: 'x' }, after: { Notes: 'y' }, key: 'updated 1:4' },
	{ during: { Name: 'Lost' }, after: { Name: 'Won' }, key: 'updated 1:4' },
])('misses nothing when a record is changed while it is read: $during', async (one) => {
	const { during, after, key } = one as unknown as Record<
		'during' | 'after',
		Record<string, string>
	> & { key: string };
	const id = await app.create({ Name: 'Open' });
	const trigger = await active(WON);
	await update(id, { Name: 'Won' });
	const { page } = RecordReader.prototype;
	const reading = jest.spyOn(RecordReader.prototype, 'page').mockImplementationOnce(async function (
		this: RecordReader,
		parts,
	) {
		await update(id, during);
		return await page.call(this, parts);
	});
	expect(await trigger.poll()).toBeNull();
	expect(reading).toHaveBeenCalled();
	await update(id, after);
	expect(told(await trigger.drain())).toEqual([key]);
});

it.each([
	{ name: 'conditions', parameters: WON, account: undefined },
	{
		name: 'Ignore Own Changes',
		parameters: { ...WON, conditions: {}, options: { ...WON.options, ignoreOwn: true } },
		account: SATO,
	},
])('asks one request in a poll without changes, with $name', async ({ parameters, account }) => {
	for (const Name of ['Open', 'Won', 'Lost']) await app.create({ Name });
	const trigger = await active(parameters, account);
	await update('1', { Name: 'Lost' }, 'sato');
	await app.sandbox.clock(3600);
	await update('2', { Notes: 'x' });
	await trigger.drain();
	await app.sandbox.forget();
	expect(await trigger.poll()).toBeNull();
	expect(await app.sandbox.calls()).toEqual(['GET /k/v1/records.json']);
});

it('gets past many records that do not meet the conditions, also in short polls', async () => {
	for (let count = 0; count < 10; count++) await app.create({ Name: 'Open' });
	const trigger = await active(WON);
	for (let id = 1; id <= 9; id++) await update(String(id), { Name: 'Lost' });
	await app.sandbox.clock(3600);
	await update('10', { Name: 'Won' });
	jest.spyOn(PollTime.prototype, 'isUp', 'get').mockReturnValue(true);
	const keys: string[] = [];
	for (let polls = 0; polls < 6; polls++) keys.push(...told(await trigger.poll()));
	expect(keys).toEqual(['updated 10:2']);
});

describe.each([
	{ by: 'Ignore Own Changes', options: { ignoreOwn: true }, account: SATO },
	{ by: 'Ignore Users', options: { ignoreUsers: 'sato' }, account: undefined },
])('with $by', ({ options, account }) => {
	it("does not take an ignored user's change for the next user's", async () => {
		const id = await app.create({ Name: 'a' });
		const status = await active({ events: ['statusChanged'], options }, account);
		const watching = { ...options, watchedFields: ['Name'] };
		const watched = await active({ events: ['updated'], options: watching }, account);
		await act(id, 'Begin', 'sato');
		await update(id, { Name: 'b' }, 'sato');
		expect(await status.poll()).toBeNull();
		expect(await watched.poll()).toBeNull();
		await update(id, { Notes: 'x' }, 'suzuki');
		expect(await status.poll()).toBeNull();
		expect(await watched.poll()).toBeNull();
		await act(id, 'Finish', 'suzuki');
		await update(id, { Name: 'a' }, 'suzuki');
		expect(told(await status.poll())).toEqual([`statusChanged ${id}:8`]);
		expect(told(await watched.poll())).toEqual([`updated ${id}:8`]);
	});

	it('starts for a record that the ignored user has moved out of the conditions', async () => {
		const id = await app.create({ Name: 'Open' });
		const trigger = await active({ ...WON, options: { ...WON.options, ...options } }, account);
		const keys: string[] = [];
		for (const [Name, login] of [
			['Won', 'suzuki'],
			['Lost', 'sato'],
			['Won', 'sato'],
			['Won', 'suzuki'],
			['Lost', 'sato'],
			['Won', 'suzuki'],
		] as const) {
			await update(id, { Name, Notes: login }, login);
			keys.push(...told(await trigger.poll()));
		}
		expect(keys).toEqual([`updated ${id}:2`, `updated ${id}:7`]);
	});
});

describe('a watched field that was renamed', () => {
	const rename = async (code: string, to: string) => {
		const properties = { [code]: { type: 'SINGLE_LINE_TEXT', code: to } };
		await app.api.ok('PUT', 'preview/app/form/fields.json', { app: app.id, properties });
		await app.api.deploy(app.id);
	};
	const message = 'The app has no field "Name", which is watched';
	const WATCHING = { events: ['updated'], options: { watchedFields: ['Name'] } };

	it.each([
		{ name: 'without conditions', parameters: WATCHING },
		{
			name: 'with conditions',
			parameters: { ...WATCHING, filterBy: 'query', query: 'Notes != ""' },
		},
	])('makes the polls fail until it is selected again, $name', async ({ parameters }) => {
		const id = await app.create({ Name: 'a', Notes: 'x' });
		const trigger = await active(parameters);
		const before = trigger.kept;
		await rename('Name', 'Title');
		for (const Title of ['b', 'c']) {
			await update(id, { Title });
			await expect(trigger.poll()).rejects.toMatchObject({
				message,
				description:
					'It was renamed or removed. Select the field again in "Watched Field Names or IDs".',
			});
			expect(trigger.kept).toEqual(before);
		}
		trigger.change({ options: { watchedFields: ['Title'] } });
		expect(told(await trigger.poll())).toEqual([`updated ${id}:3`]);
		await update(id, { Notes: 'y' });
		expect(await trigger.poll()).toBeNull();
	});

	it('makes the activation fail, and the polls go on when it has its code again', async () => {
		const id = await app.create({ Name: 'a' });
		const trigger = await active(WATCHING);
		await rename('Name', 'Title');
		await expect(active(WATCHING)).rejects.toMatchObject({ message });
		await update(id, { Title: 'b' });
		await expect(trigger.poll()).rejects.toMatchObject({ message });
		await rename('Title', 'Name');
		expect(told(await trigger.poll())).toEqual([`updated ${id}:2`]);
		await update(id, { Notes: 'y' });
		expect(await trigger.poll()).toBeNull();
	});
});

describe('a watched field that the credential can not view', () => {
	const WATCHING = { events: ['updated'], options: { watchedFields: ['Name', 'Notes'] } };
	const message = 'The field "Notes" of the records can\'t be read, which is watched';
	const setRights = async (accessibility: string) => {
		const everyone = { entity: { type: 'GROUP', code: 'everyone' }, accessibility: 'WRITE' };
		const entities = [{ entity: { type: 'USER', code: 'sato' }, accessibility }, everyone];
		const rights = [{ code: 'Notes', entities }];
		await app.api.ok('PUT', 'field/acl.json', { app: app.id, rights });
	};

	it('makes the activation fail', async () => {
		await setRights('NONE');
		await app.create({ Name: 'a', Notes: 'x' });
		await expect(active(WATCHING, SATO)).rejects.toMatchObject({
			message,
			description:
				'Give the user of the credential permission to view it, or remove it from "Watched Field Names or IDs".',
		});
	});

	it('makes the polls fail, and nothing is told falsely or skipped', async () => {
		const id = await app.create({ Name: 'a', Notes: 'x' });
		const trigger = await active(WATCHING, SATO);
		const before = trigger.kept;
		await setRights('NONE');
		for (const Notes of ['y', 'z']) {
			await update(id, { Notes });
			await expect(trigger.poll()).rejects.toMatchObject({ message });
			await app.sandbox.clock(600);
		}
		expect(trigger.kept).toEqual(before);
		await setRights('READ');
		expect((await trigger.poll())?.[0]?.json).toMatchObject({ $key: `${id}:3`, Notes: 'z' });
		await update(id, { Name: 'a' });
		expect(await trigger.poll()).toBeNull();
	});
});

it('keeps the status of records while process management is off', async () => {
	const id = await app.create({ Name: 'a' });
	await act(id, 'Begin');
	const trigger = await active({ events: ['statusChanged'] });
	for (const enable of [false, true]) {
		await app.api.ok('PUT', 'preview/app/status.json', { app: app.id, enable });
		await app.api.deploy(app.id);
		await update(id, { Notes: String(enable) });
		const [record] = await app.records();
		expect(record?.[builtIn.status] !== undefined).toBe(enable);
		expect(await trigger.poll()).toBeNull();
	}
	await act(id, 'Finish');
	expect(told(await trigger.poll())).toEqual([expect.stringContaining(`statusChanged ${id}:`)]);
});

/** Starts for records with one name. */
const NAMED = { filterBy: 'query', query: 'Name = "A"' };

describe('a new record that meets the conditions only after changes', () => {
	it.each([
		{ events: ['created', 'statusChanged'], options: {}, expected: 'created' },
		{ events: ['statusChanged'], options: {}, expected: undefined },
		{ events: ['created'], options: { watchedFields: ['Name'] }, expected: 'created' },
		{ events: ['created', 'updated'], options: { watchedFields: ['Name'] }, expected: 'created' },
	])('counts as $expected by $events, with webhooks or without', async (row) => {
		const { expected, ...parameters } = row;
		for (const way of ['webhooks', 'webhooks, then a poll', 'polls']) {
			const trigger = await active({ ...NAMED, ...parameters });
			const keys: string[] = [];
			const ring = async (id: string) => {
				const { workflowData } = await trigger.webhook(webhookOf(id));
				keys.push(...told(workflowData?.[0] ?? null));
			};
			const id = await app.create({ Name: '' });
			if (way !== 'polls') await ring(id);
			await update(id, { Notes: 'x' });
			await (way === 'polls' ? trigger.poll() : ring(id));
			await update(id, { Name: 'A' });
			if (way === 'webhooks') await ring(id);
			keys.push(...told(await trigger.poll()));
			expect(keys).toEqual(expected === undefined ? [] : [`${expected} ${id}:3`]);
			const record = (await app.records()).at(-1);
			expect(record).toMatchObject({ $id: id, $revision: '3', [builtIn.status]: 'Not started' });
		}
	});

	it('does not count as created again after it has left them', async () => {
		const trigger = await active({ ...NAMED, options: { watchedFields: ['Name'] } });
		const id = await app.create({ Name: 'A' });
		const keys: string[] = [];
		for (const Name of ['', 'A']) {
			const { workflowData } = await trigger.webhook(webhookOf(id));
			keys.push(...told(workflowData?.[0] ?? null));
			await update(id, { Name });
		}
		const { workflowData } = await trigger.webhook(webhookOf(id));
		keys.push(...told(workflowData?.[0] ?? null));
		expect(keys).toEqual([`created ${id}:1`, `updated ${id}:3`]);
	});
});

it('finds a deleted record within a day if another one has become visible at the same time', async () => {
	const setRights = async (rights: object[]) =>
		await app.api.ok('PUT', 'record/acl.json', { app: app.id, rights });
	for (let count = 1; count <= 8; count++) await app.create({ Name: count === 2 ? 'secret' : 'x' });
	const entity = { type: 'USER', code: 'sato' };
	const hidden = { entity, viewable: false, editable: false, deletable: false, includeSubs: false };
	await setRights([{ filterCond: 'Name = "secret"', entities: [hidden] }]);
	const trigger = await active({ events: ['deleted'], options: { findDeleted: true } }, SATO);
	// The first changes have left the minutes that are read again.
	for (let polls = 0; polls < 3; polls++) {
		await app.sandbox.clock(3600);
		await app.create({ Name: 'x' });
		expect(await trigger.poll()).toBeNull();
	}
	await setRights([]);
	await app.api.ok('DELETE', 'records.json', { app: app.id, ids: ['4'] });
	expect(await trigger.poll()).toBeNull();
	const { now } = Date;
	jest.spyOn(Date, 'now').mockImplementation(() => now() + 86_400_000);
	expect(told(await trigger.poll())).toEqual(['deleted 4:deleted']);
	await app.sandbox.forget();
	expect(await trigger.poll()).toBeNull();
	expect(await app.sandbox.calls()).toHaveLength(2);
});

describe('after the settings of an active workflow were changed', () => {
	const three = async () => {
		const ids = [];
		for (const Name of ['a', 'b', 'c', 'd']) ids.push(await app.create({ Name, Notes: 'x' }));
		return ids;
	};
	const watching = (...watchedFields: string[]) => ({ options: { watchedFields } });

	it.each([
		{ name: 'to Status Changed', first: {}, then: { events: ['statusChanged'] } },
		{ name: 'to a watched field', first: {}, then: watching('Name') },
		{ name: 'to another watched field', first: watching('Notes'), then: watching('Name') },
		{
			name: 'to the same watched fields in another order',
			first: watching('Name', builtIn.status),
			then: watching(builtIn.status, 'Name'),
		},
		{
			name: 'to one more watched field',
			first: watching('Name'),
			then: watching('Name', builtIn.status),
		},
		{
			name: 'to one watched field less',
			first: watching('Name', 'Notes'),
			then: watching('Name'),
		},
		{
			name: 'to Status Changed, with conditions',
			first: { ...WON, conditions: {} },
			then: {
				...WON,
				conditions: {},
				events: ['statusChanged'],
				filterBy: 'query',
				query: 'Name != "z"',
			},
		},
	])('starts nothing for a change of another field: $name', async ({ first, then }) => {
		const ids = await three();
		const trigger = await active({ events: ['updated'], ...first });
		trigger.change(then);
		expect(await trigger.poll()).toBeNull();
		for (const id of ids) {
			await update(id, { Notes: 'y' });
			expect((await trigger.webhook(webhookOf(id))).workflowData).toBeUndefined();
		}
		expect(await trigger.poll()).toBeNull();
	});

	it('starts for the next change of what is watched now', async () => {
		const [one = '', other = ''] = await three();
		const trigger = await active({ events: ['updated'], ...watching('Notes') });
		trigger.change({ events: ['updated', 'statusChanged'], ...watching('Notes', 'Name') });
		expect(await trigger.poll()).toBeNull();
		trigger.restart();
		await update(one, { Name: 'new' });
		await act(other, 'Begin');
		expect(told(await trigger.poll())).toEqual([`updated ${one}:2`, `statusChanged ${other}:3`]);
	});

	it('starts for what was changed before the next poll', async () => {
		const [one = '', other = ''] = await three();
		const trigger = await active({ events: ['updated'], ...watching('Notes') });
		await update(one, { Name: 'new' });
		trigger.change(watching('Name'));
		await update(other, { Name: 'new' });
		// The state doesn't know the field yet.
		expect((await trigger.webhook(webhookOf(other))).workflowData).toBeUndefined();
		expect(told(await trigger.poll())).toEqual([`updated ${one}:2`, `updated ${other}:2`]);
		await update(one, { Notes: 'y' });
		expect(await trigger.poll()).toBeNull();
	});

	it('starts for a change outside of the conditions when a field is added', async () => {
		const id = await app.create({ Name: 'Won' });
		const trigger = await active(WON);
		await update(id, { Name: 'Lost' });
		expect(await trigger.poll()).toBeNull();
		trigger.change(watching('Name', 'Notes'));
		expect(await trigger.poll()).toBeNull();
		await update(id, { Name: 'Won' });
		expect(told(await trigger.poll())).toEqual([`updated ${id}:3`]);
	});
});

it('knows the values of records that were changed before the start date', async () => {
	const id = await app.create({ Name: 'a' });
	await app.sandbox.clock(86_400);
	const startDate = new Date(Date.now() + 43_200_000).toISOString();
	const options = { watchedFields: ['Name'] };
	const from = { startFrom: 'date', startDate, options };
	const trigger = await active({ events: ['updated', 'statusChanged'], ...from });
	await update(id, { Notes: 'x' });
	expect(await trigger.poll()).toBeNull();
	await update(id, { Name: 'b' });
	expect(told(await trigger.poll())).toEqual([`updated ${id}:3`]);
});
