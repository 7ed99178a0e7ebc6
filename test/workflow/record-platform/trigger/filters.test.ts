import { RecordReader } from '../../../../nodes/RecordPlatform/trigger/reading';
import { useNewApp } from '../app';
import { ORDER_PROCESS } from '../world';
import { passwordOf } from '../../../sandbox/record-platform/api';
import { signInByOAuth2 } from '../../../support/oauth2';
import { activeIn, SATO, told, triggerFor } from './scene';

const app = useNewApp(
	{ Name: 'SINGLE_LINE_TEXT', Notes: 'MULTI_LINE_TEXT', Files: 'FILE' },
	ORDER_PROCESS,
);

afterEach(() => jest.restoreAllMocks());

const active = activeIn(app);

it('starts only for the selected events', async () => {
	const old = await app.create({ Name: 'old' });
	const created = await active({ events: ['created'] });
	const updated = await active({ events: ['updated'] });
	const id = await app.create({ Name: 'new' });
	await app.change(old, { Name: 'changed' });
	expect(told(await created.poll())).toEqual([`created ${id}:1`]);
	expect(told(await updated.poll())).toEqual([`updated ${old}:2`]);
	await app.change(id, { Name: 'changed' });
	expect(await created.poll()).toBeNull();
	expect(told(await updated.poll())).toEqual([`updated ${id}:2`]);
});

it('calls a record that meets the conditions later created only if it was added since', async () => {
	const old = await app.create({ Name: 'open' });
	const won = { field: 'Name|SINGLE_LINE_TEXT', operator: 'equals', value: 'won' };
	const trigger = await active({ conditions: { rows: [won] } });
	const added = await app.create({ Name: 'open' });
	expect(await trigger.poll()).toBeNull();
	await app.change(old, { Name: 'won' });
	await app.change(added, { Name: 'won' });
	expect(told(await trigger.poll())).toEqual([`updated ${old}:2`, `created ${added}:2`]);
	const quick = await app.create({ Name: 'won' });
	await app.change(quick, { Notes: 'changed before the poll' });
	expect(told(await trigger.poll())).toEqual([`created ${quick}:2`]);
});

it('starts for the records of a view, in the order of their changes, and says if it is gone', async () => {
	const setViews = async (views: object) => {
		await app.api.ok('PUT', 'preview/app/views.json', { app: app.id, views });
		await app.api.deploy(app.id);
	};
	const view = { index: '0', type: 'LIST', name: 'Mine', fields: ['Name'] };
	await setViews({ Mine: { ...view, filterCond: 'Name like "mine"', sort: 'Name desc' } });
	const trigger = await active({ filterBy: 'view', view: 'Mine' });
	const one = await app.create({ Name: 'mine a' });
	await app.create({ Name: 'other' });
	const other = await app.create({ Name: 'mine b' });
	expect(told(await trigger.poll())).toEqual([`created ${one}:1`, `created ${other}:1`]);
	await app.sandbox.forget();
	expect(await trigger.poll()).toBeNull();
	expect(await app.sandbox.calls()).toHaveLength(2);
	await setViews({});
	const before = trigger.kept;
	const last = await app.create({ Name: 'mine c' });
	await expect(trigger.poll()).rejects.toThrow('The app has no view "Mine"');
	expect(trigger.kept).toEqual(before);
	await setViews({ Mine: { ...view, filterCond: 'Name like "mine"' } });
	expect(told(await trigger.poll())).toEqual([`created ${last}:1`]);
});

it.each(['order by Name asc', 'Name = "a" limit 5', 'limit 5 offset 5'])(
	'refuses the query %s',
	async (query) => {
		const trigger = await triggerFor(app.sandbox, app.id, { filterBy: 'query', query });
		await expect(trigger.poll()).rejects.toMatchObject({
			message: 'The query of a trigger can\'t have "order by", "limit", or "offset"',
			description: 'Remove them. Records are returned in the order of their changes.',
		});
	},
);

describe('a record that an ignored user has added', () => {
	const scopes = 'k:app_record:read k:app_settings:read';
	const signIns = [
		{ by: 'password', account: async () => await Promise.resolve(SATO) },
		{ by: 'OAuth2', account: async () => await signInByOAuth2(app.sandbox.url, scopes, 'sato') },
	];
	const ways = signIns.flatMap(({ by, account }) => [
		{ by: `Ignore Own Changes, ${by}`, account, options: { ignoreOwn: true } },
		{ by: `Ignore Users, ${by}`, account, options: { ignoreUsers: 'Sato' } },
	]);
	const add = async (login: string) =>
		await app.api.as(passwordOf(login)).create(app.id, { Name: { value: 'follow-up' } });

	it.each(ways)('never counts as created: $by', async ({ options, account }) => {
		const signedIn = await account();
		const created = await active({ events: ['created'], options }, signedIn);
		const both = await active({ options }, signedIn);
		const [own, quick, other] = [await add('sato'), await add('sato'), await add('suzuki')];
		await app.change(quick, { Notes: 'x' }, 'suzuki');
		const first = [`created ${other}:1`];
		expect(told(await created.poll())).toEqual(first);
		expect(told(await both.poll()).sort()).toEqual([...first, `updated ${quick}:2`]);
		await app.sandbox.clock(86_400);
		await app.change(own, { Name: 'done' }, 'suzuki');
		expect(await created.poll()).toBeNull();
		expect(told(await both.poll())).toEqual([`updated ${own}:2`]);
		expect(await both.poll()).toBeNull();
	});
});

it('ignores changes by API tokens when it uses one', async () => {
	const token = await app.token('view', 'add', 'edit');
	const account = { signInWith: 'apiTokens', apiTokens: token };
	const trigger = await active({ options: { ignoreOwn: true } }, account);
	await app.api.as({ 'x-cybozu-api-token': token }).create(app.id, { Name: { value: 'own' } });
	expect(await trigger.poll()).toBeNull();
	const id = await app.create({ Name: 'other' });
	expect(told(await trigger.poll())).toEqual([`created ${id}:1`]);
});

it('returns the selected fields, the raw data, or one list', async () => {
	const fields = await active({ options: { fields: ['Name'] } });
	const raw = await active({ simplify: false });
	const files = { downloadAttachments: true, attachmentFields: ['Files'] };
	const listed = await active({ options: { outputAs: 'list', fields: ['Name'], ...files } });
	await app.create({ Name: 'a' });
	await app.create({ Name: 'b' });
	const one = { $event: 'created', $key: expect.any(String), Name: 'a' };
	expect((await fields.poll())?.[0]?.json).toEqual(one);
	expect((await raw.poll())?.[0]?.json).toMatchObject({
		$event: 'created',
		Name: { type: 'SINGLE_LINE_TEXT', value: 'a' },
	});
	expect((await listed.poll())?.map(({ json }) => json)).toEqual([
		{ count: 2, records: [one, { ...one, Name: 'b' }] },
	]);
});

it('downloads attachments, and keeps the watermark if one fails', async () => {
	const trigger = await active({
		options: { downloadAttachments: true, fields: ['Name', 'Files'] },
	});
	const fileKey = await app.api.upload('Hello', 'a.txt');
	await app.create({ Name: 'a', Files: [{ fileKey }] });
	await app.sandbox.faults({ path: '/k/v1/file.json', status: 403, code: 'CB_NO02' });
	await expect(trigger.poll()).rejects.toThrow('CB_NO02');
	const [item] = (await trigger.poll()) ?? [];
	expect(item?.binary?.file_0).toMatchObject({ fileName: 'a.txt', mimeType: 'text/plain' });
	expect(item?.json).toEqual({
		$event: 'created',
		$key: '1:1',
		Name: 'a',
		Files: [expect.objectContaining({ name: 'a.txt' })],
	});
});

describe('deleted records', () => {
	const options = { findDeleted: true };

	it('are found by comparing IDs, with one request where nothing was deleted', async () => {
		for (let count = 0; count < 3; count++) await app.create({ Name: 'a' });
		const trigger = await active({ events: ['deleted'], options });
		await app.sandbox.forget();
		expect(await trigger.poll()).toBeNull();
		expect(await app.sandbox.calls()).toHaveLength(2);
		await app.create({ Name: 'new' });
		await app.remove('2', '3');
		expect((await trigger.poll())?.map(({ json }) => json)).toEqual([
			{ $event: 'deleted', $key: '2:deleted', $id: '2' },
			{ $event: 'deleted', $key: '3:deleted', $id: '3' },
		]);
		expect(await trigger.poll()).toBeNull();
		await app.remove('4');
		trigger.restart();
		expect(told(await trigger.poll())).toEqual(['deleted 4:deleted']);
	});

	it('are told of a record that is deleted during the poll that reads it', async () => {
		await app.create({ Name: 'old' });
		const trigger = await active({ events: ['created', 'deleted'], options });
		await trigger.poll();
		const id = await app.create({ Name: 'new' });
		const { newestIds } = RecordReader.prototype;
		jest.spyOn(RecordReader.prototype, 'newestIds').mockImplementationOnce(async function (
			this: RecordReader,
		) {
			await app.remove(id);
			return await newestIds.call(this);
		});
		expect(told(await trigger.drain())).toEqual([`created ${id}:1`, `deleted ${id}:deleted`]);
		expect(await app.records()).toHaveLength(1);
	});

	it('are not those that the user of the credential may no longer view', async () => {
		const mayAll = { viewable: true, editable: true, deletable: true };
		const sato = { entity: { type: 'USER', code: 'sato' }, viewable: false };
		const entities = [sato, { entity: { type: 'GROUP', code: 'everyone' }, ...mayAll }];
		const rights = [{ filterCond: 'Name = "done"', entities }];
		await app.api.ok('PUT', 'preview/record/acl.json', { app: app.id, rights });
		await app.api.deploy(app.id);
		const [hidden, gone] = [await app.create({ Name: 'open' }), await app.create({ Name: 'open' })];
		const trigger = await active({ events: ['deleted'], options }, SATO);
		await app.change(hidden, { Name: 'done' });
		await app.remove(gone);
		expect(told(await trigger.poll())).toEqual([`deleted ${gone}:deleted`]);
		await app.change(hidden, { Name: 'open' });
		expect(await trigger.poll()).toBeNull();
		await app.remove(hidden);
		expect(told(await trigger.poll())).toEqual([`deleted ${hidden}:deleted`]);
	});
});
