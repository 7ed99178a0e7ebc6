import * as deleted from '../../../../nodes/RecordPlatform/trigger/deleted';
import * as run from '../../../../nodes/RecordPlatform/trigger/run';
import * as watched from '../../../../nodes/RecordPlatform/trigger/watched';
import { lower } from '../../../support/bounds';
import { useNewApp } from '../app';
import { told, triggerFor } from './scene';

const app = useNewApp({ Name: { type: 'SINGLE_LINE_TEXT' }, Notes: { type: 'SINGLE_LINE_TEXT' } });

afterEach(() => jest.restoreAllMocks());

const create = async (count: number) => {
	for (let made = 0; made < count; made++) await app.create({ Name: 'a' });
};
const update = async (id: string, code: string, value: string) =>
	await app.api.ok('PUT', 'record.json', { app: app.id, id, record: { [code]: { value } } });

it('says that an app has too many records to find deleted ones, and skips nothing', async () => {
	lower(deleted, 'MOST_COMPARED', 3);
	await create(3);
	const trigger = await triggerFor(app.sandbox, app.id, {
		events: ['created', 'deleted'],
		options: { findDeleted: true },
	});
	await trigger.poll();
	expect(await trigger.poll()).toBeNull();
	await create(1);
	await app.api.ok('DELETE', 'records.json', { app: app.id, ids: ['1'] });
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

it('says so at the activation, too, and starts after the option was turned off', async () => {
	lower(deleted, 'MOST_COMPARED', 3);
	await create(4);
	const trigger = await triggerFor(app.sandbox, app.id, {
		events: ['created', 'deleted'],
		options: { findDeleted: true },
	});
	const message = 'The app has more than 3 records, too many for "Find Deleted Records"';
	await expect(trigger.poll()).rejects.toMatchObject({ message });
	expect(trigger.kept).toEqual({});
	trigger.change({ options: {} });
	expect(await trigger.poll()).toBeNull();
	await create(1);
	expect(told(await trigger.poll())).toEqual(['created 5:1']);
});

it('goes on where an app has too many records by now, and none was deleted', async () => {
	lower(deleted, 'MOST_COMPARED', 3);
	await create(3);
	const options = { findDeleted: true };
	const trigger = await triggerFor(app.sandbox, app.id, { events: ['deleted'], options });
	await trigger.poll();
	await create(1);
	const { now } = Date;
	jest.spyOn(Date, 'now').mockImplementation(() => now() + 86_400_000);
	for (let polls = 0; polls < 2; polls++) expect(await trigger.poll()).toBeNull();
});

it('remembers watched values of the records changed last; others start with their next change', async () => {
	lower(watched, 'MOST_WATCHED', 2);
	await create(3);
	await app.sandbox.clock(60);
	await update('2', 'Notes', 'x');
	await update('3', 'Notes', 'x');
	const trigger = await triggerFor(app.sandbox, app.id, { options: { watchedFields: ['Name'] } });
	await trigger.poll();
	await update('2', 'Notes', 'y');
	await update('3', 'Notes', 'y');
	expect(await trigger.poll()).toBeNull();
	await update('1', 'Notes', 'y');
	expect(told(await trigger.poll())).toEqual(['updated 1:2']);
	await update('1', 'Notes', 'z');
	expect(await trigger.poll()).toBeNull();
	// Record 2 was changed longest ago.
	await update('2', 'Notes', 'z');
	expect(told(await trigger.poll())).toEqual(['updated 2:4']);
});

it('passes a limited number of records that start nothing, and goes on in the next poll', async () => {
	lower(run, 'MOST_PASSED', 4);
	const trigger = await triggerFor(app.sandbox, app.id, { events: ['updated'] });
	await trigger.poll();
	await create(6);
	await app.sandbox.clock(60);
	await update('6', 'Name', 'b');
	expect(await trigger.poll()).toBeNull();
	expect(told(await trigger.drain())).toEqual(['updated 6:2']);
});
