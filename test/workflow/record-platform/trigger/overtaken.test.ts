import type { IDataObject } from 'n8n-workflow';

import { FileStore } from '../../../../nodes/shared/fileStore';
import { useReceiver } from '../../../support/receiver';
import type { ActiveTrigger } from '../../../support/trigger';
import { useNewApp } from '../app';
import { told, triggerFor } from './scene';

const app = useNewApp({ Name: { type: 'SINGLE_LINE_TEXT' }, Files: { type: 'FILE' } });
const receiver = useReceiver();
const events = ['ADD_RECORD', 'UPDATE_RECORD', 'DELETE_RECORD'];

afterEach(() => jest.restoreAllMocks());

beforeEach(async () => {
	await app.sandbox.clock(60);
	await app.sandbox.control('webhooks', { app: app.id, url: receiver.url, events });
	await app.sandbox.control('deliveries', { hold: true });
});

/** The bodies that the app has sent since the last call. */
async function sent(): Promise<unknown[]> {
	receiver.bodies.length = 0;
	await app.sandbox.control('deliveries', { hold: false });
	await app.sandbox.control('deliveries', { hold: true });
	return [...receiver.bodies];
}

const update = async (id: string, name: string) =>
	await app.api.ok('PUT', 'record.json', { app: app.id, id, record: { Name: { value: name } } });

async function active(options: IDataObject = {}): Promise<ActiveTrigger> {
	const trigger = await triggerFor(app.sandbox, app.id, {
		events: ['created', 'updated', 'deleted'],
		options: { downloadAttachments: true, ...options },
	});
	await trigger.poll();
	return trigger;
}

const byWebhooks = async (trigger: ActiveTrigger, bodies: unknown[]) => {
	const all: string[] = [];
	for (const body of bodies) {
		all.push(...told((await trigger.webhook(body)).workflowData?.[0] ?? null));
	}
	return all;
};

/** Does something once, while the files of the next poll or webhook are downloaded. */
function duringDownloads(does: () => Promise<void>): void {
	const { store } = FileStore.prototype;
	let isDone = false;
	jest.spyOn(FileStore.prototype, 'store').mockImplementation(async function (
		this: FileStore,
		...parts
	) {
		const stored = await store.apply(this, parts);
		if (isDone) return stored;
		isDone = true;
		await does();
		return stored;
	});
}

const overtaking = [
	{
		name: 'a poll',
		first: async (trigger: ActiveTrigger) => told(await trigger.poll()),
	},
	{
		name: 'a webhook',
		first: async (trigger: ActiveTrigger, bodies: unknown[]) => await byWebhooks(trigger, bodies),
	},
];

describe.each(overtaking)('while $name downloads files', ({ first }) => {
	it('a webhook brings a new record with its newest values, once', async () => {
		const trigger = await active();
		const id = await app.create({ Name: 'a' });
		const before = await sent();
		const all: string[] = [];
		duringDownloads(async () => {
			await update(id, 'b');
			all.push(...(await byWebhooks(trigger, await sent())));
		});
		all.push(...(await first(trigger, before)));
		expect(all).toEqual([`created ${id}:2`]);
		expect(await trigger.poll()).toBeNull();
		await update(id, 'c');
		expect(told(await trigger.poll())).toEqual([`updated ${id}:3`]);
	});

	it('nothing comes of a record after its deletion', async () => {
		const trigger = await active();
		const id = await app.create({ Name: 'a' });
		const before = await sent();
		const all: string[] = [];
		duringDownloads(async () => {
			await app.sandbox.control('deletions', { app: app.id, record: id });
			all.push(...(await byWebhooks(trigger, await sent())));
		});
		all.push(...(await first(trigger, before)));
		expect(all).toEqual([`deleted ${id}:deleted`]);
		expect(await trigger.poll()).toBeNull();
	});

	it('a watched value that changes back starts the workflow again', async () => {
		const id = await app.create({ Name: 'a' });
		await sent();
		const trigger = await active({ watchedFields: ['Name'] });
		await update(id, 'b');
		const before = await sent();
		const all: string[] = [];
		duringDownloads(async () => {
			await update(id, 'a');
			all.push(...(await byWebhooks(trigger, await sent())));
		});
		all.push(...(await first(trigger, before)));
		expect(all).toEqual([`updated ${id}:2`]);
		expect(told(await trigger.poll())).toEqual([`updated ${id}:3`]);
	});

	it('what fails then is brought by the next poll', async () => {
		const trigger = await active();
		const id = await app.create({ Name: 'a' });
		const before = await sent();
		const all: string[] = [];
		duringDownloads(async () => {
			await update(id, 'b');
			await app.sandbox.faults({ path: '/k/v1/records.json', status: 403, code: 'CB_NO02' });
			all.push(...(await byWebhooks(trigger, await sent())));
		});
		all.push(...(await first(trigger, before)));
		expect(all).toEqual([`created ${id}:1`]);
		expect(told(await trigger.poll())).toEqual([`updated ${id}:2`]);
	});
});
