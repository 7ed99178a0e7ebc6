import * as deleted from '../../../../nodes/RecordPlatform/trigger/deleted';
import * as watched from '../../../../nodes/RecordPlatform/trigger/watched';
import { lower } from '../../../support/bounds';
import { useNewApp } from '../app';
import { builtIn } from '../../../support/built-in-fields';
import { byId } from '../world';
import { activeIn, told, triggerFor } from './scene';

const FIELDS = { Name: { type: 'SINGLE_LINE_TEXT' } };
const app = useNewApp(FIELDS);

afterEach(() => jest.restoreAllMocks());

const realNow = Date.now;
/** Time passes for the service, and the clock of n8n shows the same. */
async function pass(seconds: number): Promise<string> {
	const { now } = (await app.sandbox.clock(seconds)) as { now: string };
	const ahead = Date.parse(now) - realNow();
	jest.spyOn(Date, 'now').mockImplementation(() => realNow() + ahead);
	return now;
}

const active = activeIn(app);

it('starts with the changes after the activation', async () => {
	await app.create({ Name: 'before' });
	const trigger = await active();
	const id = await app.create({ Name: 'after' });
	await app.change('1', { Name: 'x' });
	const items = await trigger.poll();
	expect(told(items).sort()).toEqual([`created ${id}:1`, 'updated 1:2']);
	const $url = `${app.sandbox.url}/k/${app.id}/show#record=${id}`;
	expect(items?.find(({ json }) => json.$id === id)?.json).toMatchObject({ Name: 'after', $url });
	expect(await trigger.poll()).toBeNull();
});

it('leaves out records with a future time until the time comes, and misses nothing meanwhile', async () => {
	const trigger = await active();
	const future = { value: '2035-01-01T00:00:00Z' };
	const record = { Name: { value: 'future' }, [builtIn.updatedTime]: future };
	await app.api.ok('POST', 'record.json', { app: app.id, record });
	expect(await trigger.poll()).toBeNull();
	const id = await app.create({ Name: 'now' });
	expect(told(await trigger.poll())).toEqual([`created ${id}:1`]);
	await app.change('1', { Name: 'now, too' });
	expect(told(await trigger.poll())).toEqual(['created 1:2']);
});

it('goes on where it stopped after a deactivation, and starts anew with another start', async () => {
	const trigger = await active();
	const id = await app.create({ Name: 'while it was off' });
	trigger.restart();
	expect(told(await trigger.poll())).toEqual([`created ${id}:1`]);
	trigger.change({ startFrom: 'all' });
	expect(told(await trigger.poll())).toEqual([`created ${id}:1`]);
	trigger.change({ startFrom: 'now' });
	expect(await trigger.poll()).toBeNull();
});

it('starts from a date with new records, also if one was imported after them with an old time', async () => {
	await app.create({ Name: 'old' });
	const now = await pass(3600);
	await pass(3600);
	const created = await app.create({ Name: 'new' });
	await app.change(created, { Name: 'changed' });
	const record = {
		Name: { value: 'imported' },
		[builtIn.createdTime]: { value: '2020-01-01T00:00:00Z' },
		[builtIn.updatedTime]: { value: '2020-01-01T00:00:00Z' },
	};
	await app.api.ok('POST', 'record.json', { app: app.id, record });
	const start = { events: ['created'], startFrom: 'date', startDate: now };
	const trigger = await triggerFor(app.sandbox, app.id, start);
	expect(told(await trigger.poll())).toEqual([`created ${created}:2`]);
	const next = await app.create({ Name: 'next' });
	await app.change(next, { Name: 'changed' });
	expect(told(await trigger.poll())).toEqual([`created ${next}:2`]);
});

it('shows the newest record in a test in the editor, and changes nothing', async () => {
	await app.create({ Name: 'first' });
	const id = await app.create({ Name: 'second' });
	const trigger = await triggerFor(app.sandbox, app.id);
	const items = await trigger.poll('manual');
	expect(items?.map(({ json }) => json)).toEqual([
		expect.objectContaining({ $event: 'created', $key: `${id}:1`, Name: 'second' }),
	]);
	expect(trigger.kept).toEqual({});
	// Of new records, the newest one is not the one that was changed last.
	await app.change('1', { Name: 'changed' });
	const ofNew = await triggerFor(app.sandbox, app.id, { events: ['created'] });
	expect((await ofNew.poll('manual'))?.map(({ json }) => json.$key)).toEqual([`${id}:1`]);
});

it('tells the changes of a poll again that n8n drops because the workflow is published', async () => {
	const id = await app.create({ Name: 'a' });
	const trigger = await triggerFor(app.sandbox, app.id, {
		events: ['created', 'updated', 'deleted'],
		options: { findDeleted: true },
	});
	const gone = await app.create({ Name: 'b' });
	await trigger.poll();
	await app.remove(gone);
	const added = await app.create({ Name: 'c' });
	await app.change(id, { Name: 'd' });
	const expected = [`created ${added}:1`, `deleted ${gone}:deleted`, `updated ${id}:2`];
	const dropped = trigger.poll();
	trigger.publish();
	expect(told(await dropped).sort()).toEqual(expected);
	const again = await trigger.poll();
	expect(told(again).sort()).toEqual(expected);
	// A record that is gone has no page.
	expect(again?.map(({ json }) => '$url' in json).sort()).toEqual([false, true, true]);
	expect(await trigger.poll()).toBeNull();
});

it('starts from its publication on if it is published again while the first poll is running', async () => {
	const trigger = await triggerFor(app.sandbox, app.id);
	const dropped = trigger.poll();
	trigger.publish();
	expect(await trigger.poll()).toBeNull();
	expect(await dropped).toBeNull();
	const id = await app.create({ Name: 'a' });
	await app.sandbox.clock(3600);
	expect(told(await trigger.poll())).toEqual([`created ${id}:1`]);
	expect(await trigger.poll()).toBeNull();
});

it('polls once where n8n starts a second poll beside the first one', async () => {
	const trigger = await triggerFor(app.sandbox, app.id, { startFrom: 'all' });
	const id = await app.create({ Name: 'a' });
	const polls = await Promise.all([trigger.poll(), trigger.poll(), trigger.poll()]);
	expect(polls.map(told)).toEqual([[`created ${id}:1`], [], []]);
});

it('starts with nothing before a start date that is still to come', async () => {
	const day = 86_400;
	const old = await app.create({ Name: 'old' });
	const start = new Date(Date.parse(await pass(0)) + 7 * day * 1000).toISOString();
	const trigger = await triggerFor(app.sandbox, app.id, { startFrom: 'date', startDate: start });
	await app.sandbox.forget();
	expect(await trigger.poll()).toBeNull();
	expect(await app.sandbox.calls()).toEqual([]);
	const early = await app.create({ Name: 'early' });
	await pass(8 * day);
	await app.change(early, { Name: 'a' });
	const late = await app.create({ Name: 'late' });
	expect(told(await trigger.poll()).sort()).toEqual([`created ${late}:1`, `updated ${early}:2`]);
	await app.change(old, { Name: 'b' });
	expect(told(await trigger.poll())).toEqual([`updated ${old}:2`]);
});

it.each([
	[
		'another app',
		async () => {
			const other = await app.api.makeApp(FIELDS);
			await app.api.create(other, { Name: { value: 'before' } });
			return { app: byId(other) };
		},
	],
	['another start', async () => ({ startFrom: 'date', startDate: '2100-01-01' })],
])('forgets its place with %s', async (_what, change) => {
	const trigger = await active();
	await app.create({ Name: 'missed' });
	trigger.change(await change());
	expect(await trigger.poll()).toBeNull();
});

it('puts out nothing that was changed days before it gets other conditions', async () => {
	await pass(0);
	const trigger = await active({ filterBy: 'query', query: 'Name = "rare"' });
	await app.create({ Name: 'usual' });
	expect(await trigger.poll()).toBeNull();
	await pass(3 * 86_400);
	for (let polls = 0; polls < 2; polls++) expect(await trigger.poll()).toBeNull();
	trigger.change({ query: '' });
	expect(await trigger.poll()).toBeNull();
	const id = await app.create({ Name: 'new' });
	expect(told(await trigger.poll())).toEqual([`created ${id}:1`]);
});

describe('bounds of what it remembers', () => {
	const create = async (count: number) => {
		for (let made = 0; made < count; made++) await app.create({ Name: 'a' });
	};

	it('says that an app has too many records to find deleted ones, and skips nothing', async () => {
		lower(deleted, 'MOST_COMPARED', 3);
		await create(3);
		const trigger = await active({
			events: ['created', 'deleted'],
			options: { findDeleted: true },
		});
		await create(1);
		await app.remove('1');
		await create(1);
		const before = trigger.kept;
		await expect(trigger.poll()).rejects.toMatchObject({
			message: 'The app has more than 3 records, too many for "Find Deleted Records"',
			description: expect.stringContaining('turn on "Use Webhook"'),
		});
		expect(trigger.kept).toEqual(before);
		trigger.change({ options: {} });
		expect(told(await trigger.poll())).toEqual(['created 4:1', 'created 5:1']);
	});

	it('remembers values of the records changed last; others start with their next change', async () => {
		lower(watched, 'MOST_WATCHED', 2);
		await create(3);
		await app.sandbox.clock(60);
		for (const id of ['2', '3']) await app.change(id, { Name: 'b' });
		const trigger = await active({ options: { watchedFields: ['Name'] } });
		for (const id of ['2', '3']) await app.change(id, { Name: 'b' });
		expect(await trigger.poll()).toBeNull();
		await app.change('1', { Name: 'a' });
		expect(told(await trigger.poll())).toEqual(['updated 1:2']);
		// Record 2 was changed longest ago.
		await app.change('2', { Name: 'b' });
		expect(told(await trigger.poll())).toEqual(['updated 2:4']);
	});
});
