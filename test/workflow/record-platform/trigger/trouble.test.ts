import { randomUUID } from 'node:crypto';

import type { IDataObject } from 'n8n-workflow';

import { signInByOAuth2 } from '../../../support/oauth2';
import { useNewApp } from '../app';
import { byId } from '../world';
import { told, triggerFor } from './scene';

const app = useNewApp({
	Name: { type: 'SINGLE_LINE_TEXT' },
	Notes: { type: 'SINGLE_LINE_TEXT' },
	Sent: { type: 'DATETIME' },
	Due: { type: 'CALC', expression: 'Sent', format: 'DATETIME' },
});

const SATO = { signInWith: 'password', username: 'sato', password: 'sato' };
const everyone = { type: 'GROUP', code: 'everyone' };
const entity = { type: 'USER', code: 'sato' };

const active = async (parameters: object = {}, account?: IDataObject) => {
	const trigger = await triggerFor(app.sandbox, app.id, { ...parameters }, account);
	await trigger.poll();
	return trigger;
};

/** What a webhook of the app says. */
const webhookOf = (id: string, more: object = {}) => ({
	type: 'UPDATE_RECORD',
	app: { id: app.id, name: 'Test' },
	record: { $id: { type: '__ID__', value: id } },
	...more,
});

const remove = async (what: string) => {
	const answer = await fetch(`${app.sandbox.url}/_sandbox/${what}`, { method: 'DELETE' });
	expect(await answer.json()).toEqual({});
};

/** Polls while something is wrong, and then again: nothing may be skipped. */
async function survives(
	trigger: Awaited<ReturnType<typeof active>>,
	wrong: { begin: () => unknown; end: () => unknown; message: string },
): Promise<void> {
	await wrong.begin();
	const before = trigger.kept;
	const id = await app.create({ Name: 'meanwhile' });
	for (let polls = 0; polls < 2; polls++) {
		await expect(trigger.poll()).rejects.toThrow(wrong.message);
		await app.sandbox.clock(3600);
	}
	expect(trigger.kept).toEqual(before);
	await wrong.end();
	expect(told(await trigger.poll())).toEqual([`created ${id}:1`]);
	expect(await trigger.poll()).toBeNull();
}

it('keeps its place while the user has no permission for the app', async () => {
	const may = (recordViewable: boolean) => [
		{ entity, appEditable: false, recordViewable },
		{ entity: { type: 'CREATOR' }, appEditable: true, recordViewable: true, recordAddable: true },
	];
	const set = async (isAllowed: boolean) =>
		await app.api.ok('PUT', 'app/acl.json', { app: app.id, rights: may(isAllowed) });
	await set(true);
	await survives(await active({}, SATO), {
		begin: async () => await set(false),
		end: async () => await set(true),
		message: 'CB_NO02',
	});
});

it('keeps its place while the password is wrong', async () => {
	const trigger = await active({}, SATO);
	await survives(trigger, {
		begin: () => trigger.signIn({ password: 'wrong' }),
		end: () => trigger.signIn({ password: 'sato' }),
		message: 'CB_WA01',
	});
});

it('keeps its place after its API token was removed, until it has another one', async () => {
	const newToken = async () => {
		const made = await app.sandbox.control('tokens', { app: app.id, permissions: ['view'] });
		return (made as { token: string }).token;
	};
	const apiTokens = await newToken();
	const trigger = await active({}, { signInWith: 'apiTokens', apiTokens });
	await survives(trigger, {
		begin: async () => await remove(`tokens/${apiTokens}`),
		end: async () => trigger.signIn({ apiTokens: await newToken() }),
		message: 'GAIA_IA02',
	});
});

it.each([
	{ name: 'a calculated field', field: 'Due|CALC' },
	{ name: 'a field that an expression chooses', field: '={{ "Sent" }}' },
])('keeps its place while the form is away that a condition needs: $name', async ({ field }) => {
	const rows = [{ field, operator: 'equals', value: '2026-11-20' }];
	const trigger = await active({ conditions: { rows } });
	const before = trigger.kept;
	// The day of the workflow's time zone, and the one before.
	const id = await app.create({ Sent: '2026-11-21T03:00:00Z' });
	await app.create({ Sent: '2026-11-20T03:00:00Z' });
	const path = '/k/v1/app/form/fields.json';
	await app.sandbox.faults({ path, status: 500, html: true, times: 0 });
	for (let polls = 0; polls < 2; polls++) {
		await expect(trigger.poll()).rejects.toThrow('returned 500');
		await app.sandbox.clock(3600);
	}
	expect(trigger.kept).toEqual(before);
	await remove('faults');
	expect(told(await trigger.poll())).toEqual([`created ${id}:1`]);
	expect(await trigger.poll()).toBeNull();
});

describe('with OAuth2', () => {
	const signedIn = async () =>
		await signInByOAuth2(app.sandbox.url, 'k:app_record:read k:app_settings:read');

	it('gets another access token when the old one has expired', async () => {
		const trigger = await active({}, await signedIn());
		await app.sandbox.clock(2 * 3600);
		const id = await app.create({ Name: 'a' });
		expect(told(await trigger.poll())).toEqual([`created ${id}:1`]);
	});

	it('keeps its place while the access is revoked', async () => {
		const trigger = await active({}, await signedIn());
		const gone = { access_token: 'gone', refresh_token: 'gone', token_type: 'bearer' };
		await survives(trigger, {
			begin: () => trigger.signIn({ oauthTokenData: gone }),
			end: async () => trigger.signIn(await signedIn()),
			message: 'needs to be reconnected',
		});
	});
});

it('says that its app was deleted, with a webhook or without, and can watch another one', async () => {
	const trigger = await active();
	await app.create({ Name: 'a' });
	const before = trigger.kept;
	await remove(`apps/${app.id}`);
	for (let polls = 0; polls < 2; polls++) {
		await expect(trigger.poll()).rejects.toThrow('GAIA_AP01');
		expect(await trigger.webhook(webhookOf('1'))).toEqual({});
	}
	expect(trigger.kept).toEqual(before);
	await app.renew();
	trigger.change({ app: byId(app.id) });
	expect(await trigger.poll()).toBeNull();
	const id = await app.create({ Name: 'in the other app' });
	expect(told(await trigger.poll())).toEqual([`created ${id}:1`]);
});

it('says that another app does not exist, and goes on with the first one', async () => {
	const trigger = await active();
	const id = await app.create({ Name: 'meanwhile' });
	trigger.change({ app: byId('9999') });
	await expect(trigger.poll()).rejects.toThrow('GAIA_AP01');
	trigger.change({ app: byId(app.id) });
	expect(told(await trigger.poll())).toEqual([`created ${id}:1`]);
});

it('ignores a webhook for a record that the user may not view', async () => {
	const rights = [
		{
			filterCond: 'Name = "secret"',
			entities: [
				{ entity: { type: 'USER', code: 'admin' }, viewable: true },
				{ entity: everyone, viewable: false },
			],
		},
	];
	await app.api.ok('PUT', 'record/acl.json', { app: app.id, rights });
	const trigger = await active({}, SATO);
	const secret = await app.create({ Name: 'secret' });
	const open = await app.create({ Name: 'open' });
	expect(await trigger.webhook(webhookOf(secret))).toEqual({});
	const { workflowData } = await trigger.webhook(webhookOf(open));
	expect(told(workflowData?.[0] ?? null)).toEqual([`created ${open}:1`]);
	expect(await trigger.poll()).toBeNull();
});

it('reads nothing for a webhook of 10 MB of another app, and one record for one of this app', async () => {
	const trigger = await active();
	const id = await app.create({ Name: 'a' });
	await app.sandbox.forget();
	const more = { more: 'x'.repeat(10_000_000) };
	expect(await trigger.webhook(webhookOf(id, { ...more, app: { id: '999' } }))).toEqual({});
	expect(await app.sandbox.calls()).toEqual([]);
	const { workflowData } = await trigger.webhook(webhookOf(id, more));
	expect(told(workflowData?.[0] ?? null)).toEqual([`created ${id}:1`]);
	expect(JSON.stringify(workflowData).length).toBeLessThan(10_000);
	expect(await app.sandbox.calls()).toHaveLength(1);
});

it('says that a watched field was removed, and goes on without it', async () => {
	const id = await app.create({ Name: 'a', Notes: 'x' });
	const trigger = await active({ options: { watchedFields: ['Name', 'Notes'] } });
	await app.api.ok('DELETE', 'preview/app/form/fields.json', { app: app.id, fields: ['Notes'] });
	await app.api.deploy(app.id);
	const record = { Name: { value: 'b' } };
	await app.api.ok('PUT', 'record.json', { app: app.id, id, record });
	await expect(trigger.poll()).rejects.toThrow('The app has no field "Notes", which is watched');
	trigger.change({ options: { watchedFields: ['Name'] } });
	expect(told(await trigger.poll())).toEqual([`updated ${id}:2`]);
});

describe('settings', () => {
	it('continues with other events, without a change twice or skipped', async () => {
		const trigger = await active({ events: ['created'] });
		const id = await app.create({ Name: 'a' });
		expect(told(await trigger.poll())).toEqual([`created ${id}:1`]);
		trigger.change({ events: ['created', 'updated'] });
		expect(await trigger.poll()).toBeNull();
		const record = { Name: { value: 'b' } };
		await app.api.ok('PUT', 'record.json', { app: app.id, id, record });
		expect(told(await trigger.poll())).toEqual([`updated ${id}:2`]);
	});

	it('starts a copied workflow from its activation on, beside the first one', async () => {
		const first = await active();
		const before = await app.create({ Name: 'before' });
		// n8n copies neither the state nor the ID of the workflow.
		const copy = await active();
		const after = await app.create({ Name: 'after' });
		expect(told(await copy.poll())).toEqual([`created ${after}:1`]);
		expect(told(await first.poll())).toEqual([`created ${before}:1`, `created ${after}:1`]);
		expect(await copy.poll()).toBeNull();
	});

	it('goes on with the state of an exported workflow that is imported with it', async () => {
		const first = await active();
		const id = await app.create({ Name: randomUUID() });
		const imported = await triggerFor(app.sandbox, app.id);
		imported.restart(first.kept);
		expect(told(await imported.poll())).toEqual([`created ${id}:1`]);
		expect(told(await first.poll())).toEqual([`created ${id}:1`]);
	});
});
