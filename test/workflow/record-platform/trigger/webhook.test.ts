import type { IDataObject, IWebhookResponseData } from 'n8n-workflow';

import { pause } from '../../../../nodes/RecordPlatform/trigger/webhooks';
import { FileStore } from '../../../../nodes/shared/fileStore';
import { passwordOf } from '../../../sandbox/record-platform/api';
import { signInByOAuth2 } from '../../../support/oauth2';
import { useReceiver } from '../../../support/receiver';
import type { ActiveTrigger } from '../../../support/trigger';
import { useNewApp } from '../app';
import { ORDER_PROCESS } from '../world';
import { activeIn, EVENTS, SATO, told, triggerFor, WEBHOOKS } from './scene';

const app = useNewApp({ Name: 'SINGLE_LINE_TEXT', Notes: 'SINGLE_LINE_TEXT' }, ORDER_PROCESS);
const receiver = useReceiver();

afterEach(() => jest.restoreAllMocks());

beforeEach(async () => {
	pause.ms = 50;
	await fetch(`${app.sandbox.url}/_sandbox/faults`, { method: 'DELETE' });
	// The service delivers 60 webhooks a minute and drops the rest, and all tests share it.
	await app.sandbox.clock(60);
	await app.sandbox.control('webhooks', { app: app.id, url: receiver.url, events: WEBHOOKS });
	await app.sandbox.control('deliveries', { hold: true });
});

/** The bodies that the app has sent since the last call. */
async function sent(): Promise<Array<Record<string, unknown>>> {
	receiver.bodies.length = 0;
	await app.sandbox.control('deliveries', { hold: false });
	await app.sandbox.control('deliveries', { hold: true });
	return [...receiver.bodies];
}

const comment = async (record: string, login = 'admin') =>
	await app.api
		.as(passwordOf(login))
		.ok('POST', 'record/comment.json', { app: app.id, record, comment: { text: 'Hello' } });

const begun = activeIn(app);
const active = async (parameters = {}) => await begun({ events: EVENTS, ...parameters });

/** Event and key of what a webhook starts. */
const outputOf = ({ workflowData }: IWebhookResponseData) => told(workflowData?.[0] ?? null);

/** Event and key of what webhooks start that come one after the other. */
async function rung(trigger: ActiveTrigger, bodies: unknown[]): Promise<string[]> {
	const all: string[] = [];
	for (const body of bodies) all.push(...outputOf(await trigger.webhook(body)));
	return all;
}

it('brings each change at once, and the next poll not again', async () => {
	const trigger = await active();
	const id = await app.create({ Name: 'a' });
	expect(await rung(trigger, await sent())).toEqual([`created ${id}:1`]);
	expect(await trigger.poll()).toBeNull();
	await app.change(id, { Name: 'b' });
	expect(await rung(trigger, await sent())).toEqual([`updated ${id}:2`]);
	await app.api.ok('PUT', 'record/status.json', { app: app.id, id, action: 'Begin' });
	expect(await rung(trigger, await sent())).toEqual([`statusChanged ${id}:4`]);
	expect(await trigger.poll()).toBeNull();
});

it('brings comments and deletions, confirmed by reading', async () => {
	const trigger = await active();
	const id = await app.create({ Name: 'a' });
	await comment(id);
	const [created, commented] = await sent();
	await trigger.webhook(created);
	expect((await trigger.webhook(commented)).workflowData?.[0]?.map(({ json }) => json)).toEqual([
		expect.objectContaining({
			$event: 'commented',
			$key: `${id}:comment:1`,
			$comment: expect.objectContaining({ id: '1', text: 'Hello ' }),
			$id: id,
			Name: 'a',
		}),
	]);
	await app.sandbox.control('deletions', { app: app.id, record: id, user: 'sato' });
	const deletion = await sent();
	expect((await trigger.webhook(deletion[0])).workflowData?.[0]?.map(({ json }) => json)).toEqual([
		{
			$event: 'deleted',
			$key: `${id}:deleted`,
			$id: id,
			$unverified: {
				deletedBy: { code: 'sato', name: 'Haruka Sato' },
				deletedAt: expect.any(String),
			},
		},
	]);
	expect(await rung(trigger, [commented, ...deletion])).toEqual([]);
});

it('brings no deletion by a user that is ignored', async () => {
	const ignoring = await active({ options: { ignoreUsers: 'Sato' } });
	const own = await active({ options: { ignoreOwn: true } });
	const deleted = async (user: string) => {
		const record = await app.create({ Name: 'a' });
		await sent();
		for (const trigger of [ignoring, own]) await trigger.poll();
		await app.sandbox.control('deletions', { app: app.id, record, user });
		return { id: record, bodies: await sent() };
	};
	const bySato = await deleted('sato');
	expect(await rung(ignoring, bySato.bodies)).toEqual([]);
	expect(await rung(own, bySato.bodies)).toEqual([`deleted ${bySato.id}:deleted`]);
	const byOwn = await deleted('admin');
	expect(await rung(ignoring, byOwn.bodies)).toEqual([`deleted ${byOwn.id}:deleted`]);
	expect(await rung(own, byOwn.bodies)).toEqual([]);
	expect(await app.records()).toEqual([]);
});

it('brings the deletion of the newest record that never met the conditions', async () => {
	const rows = [{ field: 'Name|SINGLE_LINE_TEXT', operator: 'equals', value: 'Won' }];
	const trigger = await active({ useWebhook: true, conditions: { rows } });
	const id = await app.create({ Name: 'a' });
	expect(await trigger.poll()).toBeNull();
	await app.sandbox.forget();
	expect(await trigger.poll()).toBeNull();
	expect(await app.sandbox.calls()).toHaveLength(2);
	await sent();
	await app.sandbox.control('deletions', { app: app.id, record: id, user: 'sato' });
	expect(await rung(trigger, await sent())).toEqual([`deleted ${id}:deleted`]);
});

it('polls once for a webhook that is true or forged, and puts out only what is there', async () => {
	const id = await app.create({ Name: 'old' });
	await app.sandbox.clock(3600);
	await app.create({ Name: 'newer' });
	const [real] = await sent();
	const trigger = await active();
	await app.sandbox.forget();
	const about = { app: { id: app.id, name: 'Test' } };
	const record = { $id: { type: '__ID__', value: id }, Name: { value: 'forged' } };
	const forged = [
		real,
		{ ...about, type: 'UPDATE_RECORD', record, more: 'x'.repeat(1_000_000) },
		{ ...about, type: 'UPDATE_RECORD', record: { $id: { value: '999' } } },
	];
	expect(await rung(trigger, forged)).toEqual([]);
	expect(await app.sandbox.calls()).toHaveLength(forged.length);
	await app.sandbox.forget();
	const ofOthers = forged.map((body) => ({ ...body, app: { id: '999' } }));
	expect(await rung(trigger, ofOthers)).toEqual([]);
	expect(await app.sandbox.calls()).toEqual([]);
	const reported = [
		{ ...about, type: 'DELETE_RECORD', recordId: id, deletedBy: { code: 'x', name: 'x' } },
		{ ...about, type: 'DELETE_RECORD', recordId: '999' },
		{ ...about, type: 'ADD_RECORD_COMMENT', recordId: '999', comment: { id: '1' } },
		{ ...about, type: 'ADD_RECORD_COMMENT', recordId: id, comment: { id: '1' } },
	];
	expect(await rung(trigger, reported)).toEqual([]);
	await app.sandbox.forget();
	const garbage = [
		undefined,
		'',
		[],
		{ type: 'constructor', ...about },
		{ type: 'UPDATE_RECORD', ...about, record: { $id: { value: '1" or $id > "0' } } },
		{ type: 'UPDATE_RECORD', ...about, record: null },
		{ type: 'ADD_RECORD_COMMENT', ...about, recordId: id },
	];
	expect(await rung(trigger, garbage)).toEqual([]);
	expect(await app.sandbox.calls()).toEqual([]);
});

it('polls once in a while for forged webhooks, however many there are', async () => {
	const trigger = await active();
	await app.sandbox.forget();
	pause.ms = 1000;
	const begin = performance.now();
	const record = { $id: { value: '999' } };
	const forged = { app: { id: app.id }, type: 'UPDATE_RECORD', record };
	for (let at = 0; at < 3; at++) {
		await Promise.all(Array.from({ length: 100 }, () => trigger.webhook(forged)));
	}
	const pauses = Math.floor((performance.now() - begin) / pause.ms);
	expect(pauses).toBeGreaterThan(1);
	expect((await app.sandbox.calls()).length).toBeLessThanOrEqual(1 + pauses);
});

it('tells no deletion of a record that is there, but that the credential may not view', async () => {
	const sato = { entity: { type: 'USER', code: 'sato' }, viewable: false };
	const others = { entity: { type: 'GROUP', code: 'everyone' }, viewable: true, editable: true };
	const rights = [{ filterCond: 'Name = "secret"', entities: [sato, others] }];
	await app.api.ok('PUT', 'preview/record/acl.json', { app: app.id, rights });
	await app.api.deploy(app.id);
	const recordId = await app.create({ Name: 'secret' });
	// Its ID is not above the newest that the credential knows.
	await app.create({ Name: 'open' });
	await sent();
	const trigger = await begun({ events: EVENTS }, SATO);
	const forged = { app: { id: app.id }, type: 'DELETE_RECORD', recordId };
	expect(await rung(trigger, [forged])).toEqual([]);
});

it('keeps a comment for the next poll if the service is away', async () => {
	const trigger = await active();
	const id = await app.create({ Name: 'a' });
	await comment(id);
	const [, commented] = await sent();
	await app.sandbox.faults({ path: '/k/v1', status: 403, code: 'CB_NO02', times: 4 });
	expect(await rung(trigger, [commented])).toEqual([]);
	await expect(trigger.poll()).rejects.toThrow('CB_NO02');
	expect(told(await trigger.poll()).sort()).toEqual([
		`commented ${id}:comment:1`,
		`created ${id}:1`,
	]);
	expect(await trigger.poll()).toBeNull();
});

it('gives up a comment that the service refuses to show, says so once, and finds the records', async () => {
	const trigger = await active();
	const id = await app.create({ Name: 'a' });
	await comment(id);
	const [, commented] = await sent();
	// Refused for the webhook, and for the poll after it.
	const path = '/k/v1/record/comments.json';
	await app.sandbox.faults({ path, status: 500, html: true, times: 4 });
	expect(await rung(trigger, [commented])).toEqual([]);
	await fetch(`${app.sandbox.url}/_sandbox/faults`, { method: 'DELETE' });
	await app.sandbox.faults({ path, status: 403, code: 'CB_NO02', times: 99 });
	await expect(trigger.poll()).rejects.toMatchObject({
		message: expect.stringMatching(
			new RegExp(`^A comment on record ${id} was reported by a webhook, and can't be read: `),
		),
		description: 'It does not start the workflow. The next poll goes on with the other changes.',
	});
	expect(told(await trigger.poll())).toEqual([`created ${id}:1`]);
	expect(await trigger.poll()).toBeNull();
});

describe('comments', () => {
	const edit = async (login: string, id: string) => {
		await app.change(id, { Name: 'x' }, login);
		await sent();
	};
	const say = async (login: string, id: string) => {
		await comment(id, login);
		return await sent();
	};
	const byOAuth2 = async () =>
		await signInByOAuth2(app.sandbox.url, 'k:app_record:read k:app_settings:read', 'sato');
	const commented = async (account?: IDataObject, options: IDataObject = { ignoreOwn: true }) => {
		return await begun({ events: ['commented'], options }, account);
	};

	it.each<{ by: string; options: IDataObject; account: () => Promise<IDataObject | undefined> }>([
		{ by: 'Ignore Own Changes, password', options: { ignoreOwn: true }, account: async () => SATO },
		{ by: 'Ignore Own Changes, OAuth2', options: { ignoreOwn: true }, account: byOAuth2 },
		{ by: 'Ignore Users', options: { ignoreUsers: 'SATO' }, account: async () => undefined },
	])('are ignored by their author: $by', async ({ options, account }) => {
		const id = await app.create({ Name: 'a' });
		const other = await app.create({ Name: 'b' });
		await edit('sato', other);
		const trigger = await commented(await account(), options);
		await edit('sato', id);
		expect(await rung(trigger, await say('suzuki', id))).toEqual([`commented ${id}:comment:1`]);
		expect(await rung(trigger, await say('sato', id))).toEqual([]);
		await edit('suzuki', id);
		expect(await rung(trigger, await say('sato', id))).toEqual([]);
		expect(await rung(trigger, await say('suzuki', id))).toEqual([`commented ${id}:comment:4`]);
		expect(await trigger.poll()).toBeNull();
	});

	it('wait until the author can be told, with OAuth2', async () => {
		const id = await app.create({ Name: 'a' });
		const trigger = await commented(await byOAuth2());
		expect(await rung(trigger, await say('sato', id))).toEqual([]);
		expect(await rung(trigger, await say('suzuki', id))).toEqual([]);
		await expect(trigger.poll()).rejects.toMatchObject({
			message:
				'"Ignore Own Changes" can\'t tell which comments the user of the credential has written',
			description:
				'With OAuth2, the login name is taken from records that this user has changed last, and the app has none. Turn the option off, and enter the login name in "Ignore Users".',
		});
		trigger.change({ options: { ignoreUsers: 'sato' } });
		expect(told(await trigger.poll())).toEqual([`commented ${id}:comment:2`]);
		expect(await trigger.poll()).toBeNull();
	});

	it('start only for records that meet the conditions', async () => {
		const id = await app.create({ Name: 'no' });
		const rows = [{ field: 'Name|SINGLE_LINE_TEXT', operator: 'equals', value: 'x' }];
		const trigger = await active({ conditions: { rows }, options: { ignoreUsers: 'sato' } });
		expect(await rung(trigger, await say('suzuki', id))).toEqual([]);
		await edit('sato', id);
		expect(await rung(trigger, await say('suzuki', id))).toEqual([`commented ${id}:comment:2`]);
	});
});

it('goes on after a restart with what webhooks have brought over days', async () => {
	const trigger = await active({ options: { findDeleted: true } });
	const ids: string[] = [];
	for (let day = 0; day < 3; day++) {
		const id = await app.create({ Name: 'a' });
		ids.push(id);
		expect(await rung(trigger, await sent())).toEqual([`created ${id}:1`]);
		for (let polls = 0; polls < 2; polls++) {
			await app.sandbox.clock(10_800);
			expect(await trigger.poll()).toBeNull();
		}
	}
	const [first = '', second = ''] = ids;
	await app.sandbox.control('deletions', { app: app.id, record: first, user: 'sato' });
	expect(await rung(trigger, await sent())).toEqual([`deleted ${first}:deleted`]);
	await app.api.ok('PUT', 'record/status.json', { app: app.id, id: second, action: 'Begin' });
	expect(await rung(trigger, await sent())).toEqual([`statusChanged ${second}:3`]);
	trigger.restart(trigger.stored);
	expect(await trigger.poll()).toBeNull();
	await app.change(second, { Name: 'b' });
	expect(told(await trigger.poll())).toEqual([`updated ${second}:4`]);
});

it('brings nothing before a poll has set the start, and what a failed webhook has left by polling', async () => {
	const trigger = await triggerFor(app.sandbox, app.id, { events: EVENTS });
	await app.create({ Name: 'before' });
	expect(await rung(trigger, await sent())).toEqual([]);
	expect(await trigger.poll()).toBeNull();
	const id = await app.create({ Name: 'a' });
	const bodies = await sent();
	jest.spyOn(FileStore.prototype, 'store').mockRejectedValueOnce(new Error('No space left'));
	expect(await rung(trigger, bodies)).toEqual([]);
	expect(told(await trigger.poll())).toEqual([`created ${id}:1`]);
});

it.each([
	{ useWebhook: true, path: 'webhook' },
	{ useWebhook: false, path: undefined },
])('has a URL only with Use Webhook: $useWebhook', async ({ useWebhook, path }) => {
	const trigger = await active({ useWebhook });
	// Without a path, n8n polls for a test in the editor instead of waiting for a webhook.
	expect(trigger.webhookPath).toBe(path);
});
