import { setTimeout as wait } from 'node:timers/promises';

import { useNewApp } from '../../workflow/record-platform/app';
import { ORDER_PROCESS } from '../../workflow/record-platform/world';
import { useReceiver } from '../../support/receiver';

const app = useNewApp({ Name: 'SINGLE_LINE_TEXT' }, ORDER_PROCESS);
const receiver = useReceiver();

const ALL = ['ADD_RECORD', 'UPDATE_RECORD', 'DELETE_RECORD', 'UPDATE_STATUS', 'ADD_RECORD_COMMENT'];

interface Report {
	deliveries: Array<{ state: string; status?: number; reason?: string; body: { type: string } }>;
}

async function deliveries(url = app.sandbox.url): Promise<Report['deliveries']> {
	return ((await (await fetch(`${url}/_sandbox/deliveries`)).json()) as Report).deliveries;
}

/** The deliveries once none is under way. */
async function settled(url = app.sandbox.url): Promise<Report['deliveries']> {
	for (;;) {
		const all = await deliveries(url);
		if (all.every(({ state }) => state !== 'sending')) return all;
		await wait(20);
	}
}

const update = async (id: string, name: string) =>
	await app.api.ok('PUT', 'record.json', { app: app.id, id, record: { Name: { value: name } } });

const listen = async (url = receiver.url, events = ALL) =>
	await app.sandbox.control('webhooks', { app: app.id, url, events });

beforeEach(async () => await fetch(`${app.sandbox.url}/_sandbox/deliveries`, { method: 'DELETE' }));

it('sends the five kinds with what the record is then', async () => {
	await listen();
	const id = await app.create({ Name: 'a' });
	await update(id, 'b');
	await app.api.ok('PUT', 'record/status.json', { app: app.id, id, action: 'Begin' });
	await app.api.ok('POST', 'record/comment.json', {
		app: app.id,
		record: id,
		comment: { text: 'Hello' },
	});
	await app.sandbox.control('deletions', { app: app.id, record: id, user: 'sato' });
	await settled();
	const about = { id: expect.any(String), app: { id: app.id, name: 'Test' } };
	const page = `${app.sandbox.url}/k/${app.id}/show#record=${id}`;
	expect(
		receiver.bodies.sort((a, b) => ALL.indexOf(String(a.type)) - ALL.indexOf(String(b.type))),
	).toEqual([
		{
			...about,
			type: 'ADD_RECORD',
			record: expect.objectContaining({ Name: { type: 'SINGLE_LINE_TEXT', value: 'a' } }),
			recordTitle: id,
			url: page,
		},
		{
			...about,
			type: 'UPDATE_RECORD',
			record: expect.objectContaining({ $revision: { type: '__REVISION__', value: '2' } }),
			recordTitle: id,
			url: page,
		},
		{
			...about,
			type: 'DELETE_RECORD',
			recordId: id,
			deletedBy: { code: 'sato', name: 'Haruka Sato' },
			deletedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
		},
		{
			...about,
			type: 'UPDATE_STATUS',
			record: expect.objectContaining({ Status: { type: 'STATUS', value: 'Working' } }),
			recordTitle: id,
			url: page,
		},
		{
			...about,
			type: 'ADD_RECORD_COMMENT',
			recordId: id,
			comment: {
				id: '1',
				text: 'Hello ',
				createdAt: expect.any(String),
				creator: { code: 'admin', name: 'Alex Admin' },
				mentions: [],
			},
			url: `${page}&comment=1`,
		},
	]);
	expect(await app.records()).toEqual([]);
});

it('sends nothing for lists of records, but for single steps of a bulk request', async () => {
	await listen();
	const record = { Name: { value: 'a' } };
	await app.api.ok('POST', 'records.json', { app: app.id, records: [record, record] });
	await app.api.ok('PUT', 'records.json', { app: app.id, records: [{ id: '1', record }] });
	await app.api.ok('DELETE', 'records.json', { app: app.id, ids: ['2'] });
	await app.api.ok('POST', 'bulkRequest.json', {
		requests: [
			{ method: 'POST', api: '/k/v1/records.json', payload: { app: app.id, records: [record] } },
			{ method: 'POST', api: '/k/v1/record.json', payload: { app: app.id, record } },
		],
	});
	const failed = await app.api.send('POST', 'bulkRequest.json', {
		requests: [
			{ method: 'POST', api: '/k/v1/record.json', payload: { app: app.id, record } },
			{ method: 'PUT', api: '/k/v1/record.json', payload: { app: app.id, id: '99', record } },
		],
	});
	expect(failed.status).not.toBe(200);
	expect((await settled()).map(({ body }) => body.type)).toEqual(['ADD_RECORD']);
	expect(receiver.bodies).toHaveLength(1);
});

it('drops what is more than 60 in a minute, and sends again in the next', async () => {
	await listen();
	for (let number = 0; number < 62; number += 1) await app.create({});
	const states = (await settled()).map(({ state }) => state);
	expect(states).toEqual([...Array<string>(60).fill('sent'), 'dropped', 'dropped']);
	expect(receiver.bodies).toHaveLength(60);
	await app.sandbox.clock(60);
	await app.create({});
	expect((await settled()).at(-1)?.state).toBe('sent');
});

it('sends to this machine only', async () => {
	await listen('http://192.0.2.1/hook');
	await listen('http://localhost.example.com/hook');
	await app.create({});
	expect((await settled()).map(({ state }) => state)).toEqual(['refused', 'refused']);
});
