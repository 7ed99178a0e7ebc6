import { useNewApp } from '../app';
import { builtIn } from '../../../support/built-in-fields';
import { told, triggerFor } from './scene';

const app = useNewApp({ Name: { type: 'SINGLE_LINE_TEXT' } });

it('starts with the changes after the activation', async () => {
	await app.create({ Name: 'before' });
	const trigger = await triggerFor(app.sandbox, app.id);
	expect(await trigger.poll()).toBeNull();
	const id = await app.create({ Name: 'after' });
	await app.api.ok('PUT', 'record.json', {
		app: app.id,
		id: '1',
		record: { Name: { value: 'x' } },
	});
	const items = await trigger.poll();
	expect(told(items).sort()).toEqual([`created ${id}:1`, 'updated 1:2']);
	expect(items?.find(({ json }) => json.$id === id)?.json).toMatchObject({ Name: 'after' });
	expect(await trigger.poll()).toBeNull();
});

it('asks one request in a poll without changes', async () => {
	await app.create({ Name: 'before' });
	const trigger = await triggerFor(app.sandbox, app.id);
	await trigger.poll();
	await app.sandbox.forget();
	expect(await trigger.poll()).toBeNull();
	expect(await app.sandbox.calls()).toEqual(['GET /k/v1/records.json']);
});

const update = async (id: string, value: string) =>
	await app.api.ok('PUT', 'record.json', { app: app.id, id, record: { Name: { value } } });

it('puts out each change of a record within the same minute', async () => {
	const trigger = await triggerFor(app.sandbox, app.id);
	await trigger.poll();
	const id = await app.create({ Name: 'a' });
	expect(told(await trigger.poll())).toEqual([`created ${id}:1`]);
	await update(id, 'b');
	expect(told(await trigger.poll())).toEqual([`updated ${id}:2`]);
	await update(id, 'c');
	await update(id, 'd');
	expect(told(await trigger.poll())).toEqual([`updated ${id}:4`]);
	expect(await trigger.poll()).toBeNull();
});

it('puts out more changes than fit into a poll in order, over several polls', async () => {
	const trigger = await triggerFor(app.sandbox, app.id, { options: { perPoll: 30 } });
	await trigger.poll();
	const records = Array.from({ length: 100 }, (_, at) => ({ Name: { value: String(at) } }));
	await app.api.ok('POST', 'records.json', { app: app.id, records });
	const sizes: number[] = [];
	const keys: string[] = [];
	for (let items = await trigger.poll(); items !== null; items = await trigger.poll()) {
		sizes.push(items.length);
		keys.push(...told(items));
		trigger.restart();
	}
	expect(sizes).toEqual([30, 30, 30, 10]);
	expect(keys).toEqual(records.map((_, at) => `created ${at + 1}:1`));
});

it('finds new records with an old updated time', async () => {
	await app.create({ Name: 'first' });
	const trigger = await triggerFor(app.sandbox, app.id);
	await trigger.poll();
	const old = { value: '2020-01-01T00:00:00Z' };
	const record = { Name: { value: 'old' }, [builtIn.updatedTime]: old, [builtIn.createdTime]: old };
	const { id } = await app.api.ok<{ id: string }>('POST', 'record.json', { app: app.id, record });
	expect(told(await trigger.poll())).toEqual([`created ${id}:1`]);
	expect(await trigger.poll()).toBeNull();
	trigger.restart();
	expect(await trigger.poll()).toBeNull();
	await app.sandbox.clock(3600);
	await update(id, 'new');
	expect(told(await trigger.poll())).toEqual([`updated ${id}:2`]);
});

it('leaves out records with a future time until the time comes, and misses nothing meanwhile', async () => {
	const trigger = await triggerFor(app.sandbox, app.id);
	await trigger.poll();
	const future = { value: '2035-01-01T00:00:00Z' };
	const record = { Name: { value: 'future' }, [builtIn.updatedTime]: future };
	await app.api.ok('POST', 'record.json', { app: app.id, record });
	expect(await trigger.poll()).toBeNull();
	const id = await app.create({ Name: 'now' });
	expect(told(await trigger.poll())).toEqual([`created ${id}:1`]);
	await update('1', 'now, too');
	expect(told(await trigger.poll())).toEqual(['created 1:2']);
});

it('keeps the watermark when a poll fails', async () => {
	const trigger = await triggerFor(app.sandbox, app.id);
	await trigger.poll();
	const id = await app.create({ Name: 'a' });
	const before = trigger.kept;
	for (const fault of [
		{ status: 403, code: 'CB_NO02', message: 'No permission' },
		{ status: 200, html: true },
		{ status: 401, code: 'CB_WA01', message: 'Wrong password' },
	]) {
		await app.sandbox.faults({ path: '/k/v1/records.json', ...fault });
		await expect(trigger.poll()).rejects.toThrow();
		expect(trigger.kept).toEqual(before);
	}
	expect(told(await trigger.poll())).toEqual([`created ${id}:1`]);
});

it('goes on where it stopped after a deactivation, and starts anew with another start', async () => {
	const trigger = await triggerFor(app.sandbox, app.id);
	await trigger.poll();
	const id = await app.create({ Name: 'while it was off' });
	trigger.restart();
	expect(told(await trigger.poll())).toEqual([`created ${id}:1`]);
	trigger.change({ startFrom: 'all' });
	expect(told(await trigger.poll())).toEqual([`created ${id}:1`]);
	trigger.change({ startFrom: 'now' });
	expect(await trigger.poll()).toBeNull();
});

it('starts from a date', async () => {
	const old = await app.create({ Name: 'old' });
	await app.create({ Name: 'old, not changed' });
	const { now } = (await app.sandbox.clock(3600)) as { now: string };
	await app.sandbox.clock(3600);
	await update(old, 'changed');
	const created = await app.create({ Name: 'new' });
	const trigger = await triggerFor(app.sandbox, app.id, { startFrom: 'date', startDate: now });
	expect(told(await trigger.poll())).toEqual([`updated ${old}:2`, `created ${created}:1`]);
	expect(await trigger.poll()).toBeNull();
});

it('starts from a date with new records, also if one was imported after them with an old time', async () => {
	await app.create({ Name: 'old' });
	const { now } = (await app.sandbox.clock(3600)) as { now: string };
	await app.sandbox.clock(3600);
	const created = await app.create({ Name: 'new' });
	await update(created, 'changed');
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
	await update(next, 'changed');
	expect(told(await trigger.poll())).toEqual([`created ${next}:2`]);
});

it('goes on where it stopped when an expression gives another start date at each poll', async () => {
	const old = await app.create({ Name: 'old' });
	const startDate = '={{ new Date(Date.now() - 3600000).toISOString() }}';
	const trigger = await triggerFor(app.sandbox, app.id, { startFrom: 'date', startDate });
	expect(told(await trigger.poll())).toEqual([`created ${old}:1`]);
	const later = Date.now() + 60_000;
	const clock = jest.spyOn(Date, 'now').mockImplementation(() => later);
	try {
		expect(await trigger.poll()).toBeNull();
	} finally {
		clock.mockRestore();
	}
});

describe.each([
	['as it is stored', (source: string) => source],
	[
		'as earlier versions stored it',
		(source: string) => source.replace('"2026-01-01T00:00:00"', '2026-01-01T05:00:00Z'),
	],
])('a start date without an offset, %s', (_how, stored) => {
	const started = async () => {
		const trigger = await triggerFor(app.sandbox, app.id, {
			startFrom: 'date',
			startDate: '2026-01-01T00:00:00',
		});
		trigger.moveTo('America/New_York');
		const id = await app.create({ Name: 'a' });
		expect(told(await trigger.poll())).toEqual([`created ${id}:1`]);
		const kept = trigger.kept as { state: { source: string } };
		kept.state.source = stored(kept.state.source);
		trigger.restart(kept);
		return { trigger, id };
	};

	it('is the same one in another time zone', async () => {
		const { trigger } = await started();
		for (const zone of ['Asia/Tokyo', 'Asia/Kathmandu']) {
			trigger.moveTo(zone);
			expect(await trigger.poll()).toBeNull();
			const later = await app.create({ Name: 'b' });
			expect(told(await trigger.poll())).toEqual([`created ${later}:1`]);
		}
	});

	it.each(['2025-12-30T00:00:00', '2026-01-01T00:00:00+09:00'])(
		'makes a new start when it is changed to %s',
		async (startDate) => {
			const { trigger, id } = await started();
			trigger.change({ startDate });
			expect(told(await trigger.poll())).toEqual([`created ${id}:1`]);
		},
	);
});

it('starts anew with another hour of the start date', async () => {
	const from = { startFrom: 'date', startDate: '2026-01-01T00:00:00' };
	const trigger = await triggerFor(app.sandbox, app.id, from);
	const id = await app.create({ Name: 'a' });
	expect(told(await trigger.poll())).toEqual([`created ${id}:1`]);
	trigger.change({ startDate: '2026-01-01T10:00:00' });
	expect(told(await trigger.poll())).toEqual([`created ${id}:1`]);
});

it.each([
	['now ', { startFrom: 'now' }],
	['all ', { startFrom: 'all' }],
	['date 2026-01-05T10:00:00Z', { startFrom: 'date', startDate: '2026-01-05T19:00+09:00' }],
])('keeps its place by "%s", as earlier versions stored it', async (start, from) => {
	const trigger = await triggerFor(app.sandbox, app.id, from);
	await trigger.poll();
	expect(JSON.stringify(trigger.kept)).toContain(`/k/v1/records.json ${app.id} ${start}"`);
});

describe('a test in the editor', () => {
	it('shows the newest record and changes nothing', async () => {
		await app.create({ Name: 'first' });
		const id = await app.create({ Name: 'second' });
		const trigger = await triggerFor(app.sandbox, app.id);
		const items = await trigger.poll('manual');
		expect(items?.map(({ json }) => json)).toEqual([
			expect.objectContaining({ $event: 'created', $key: `${id}:1`, Name: 'second' }),
		]);
		expect(trigger.kept).toEqual({});
	});

	it('says that there is no record', async () => {
		const trigger = await triggerFor(app.sandbox, app.id);
		await expect(trigger.poll('manual')).rejects.toThrow(
			'No record of the app meets the conditions',
		);
	});
});

it('tells the changes of a poll again that n8n drops because the workflow is published', async () => {
	const id = await app.create({ Name: 'a' });
	const trigger = await triggerFor(app.sandbox, app.id, {
		events: ['created', 'updated', 'deleted'],
		options: { findDeleted: true },
	});
	const gone = await app.create({ Name: 'b' });
	await trigger.poll();
	await app.api.ok('DELETE', 'records.json', { app: app.id, ids: [gone] });
	const added = await app.create({ Name: 'c' });
	await app.api.ok('PUT', 'record.json', { app: app.id, id, record: { Name: { value: 'd' } } });
	const expected = [`created ${added}:1`, `deleted ${gone}:deleted`, `updated ${id}:2`];
	const dropped = trigger.poll();
	trigger.publish();
	expect(told(await dropped).sort()).toEqual(expected);
	expect(told(await trigger.poll()).sort()).toEqual(expected);
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
	const start = new Date(Date.now() + 7 * day * 1000).toISOString();
	const parameters = { startFrom: 'date', startDate: start };
	const trigger = await triggerFor(app.sandbox, app.id, parameters);
	expect(await trigger.poll()).toBeNull();
	const early = await app.create({ Name: 'early' });
	await update(old, 'b');
	await app.sandbox.forget();
	expect(await trigger.poll()).toBeNull();
	expect(await app.sandbox.calls()).toEqual(['GET /k/v1/records.json']);
	const record = { $id: { value: early } };
	const webhook = { type: 'ADD_RECORD', app: { id: app.id }, record };
	expect(await trigger.webhook(webhook)).toEqual({});
	trigger.restart(trigger.stored);
	await update(early, 'c');
	expect(await trigger.poll()).toBeNull();
	await app.sandbox.clock(8 * day);
	expect(await trigger.poll()).toBeNull();
	await update(early, 'd');
	const late = await app.create({ Name: 'late' });
	expect(told(await trigger.poll()).sort()).toEqual([`created ${late}:1`, `updated ${early}:3`]);
	expect(await trigger.poll()).toBeNull();
	await update(old, 'e');
	expect(told(await trigger.poll())).toEqual([`updated ${old}:3`]);
});
