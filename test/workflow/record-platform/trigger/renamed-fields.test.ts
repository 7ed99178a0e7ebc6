import { passwordOf } from '../../../sandbox/record-platform/api';
import { builtIn } from '../../../support/built-in-fields';
import { useNewApp } from '../app';
import { ORDER_PROCESS } from '../world';
import { told, triggerFor } from './scene';

const app = useNewApp(
	{
		Name: { type: 'SINGLE_LINE_TEXT' },
		Files: { type: 'FILE' },
		Lines: { type: 'SUBTABLE', fields: { Photos: { type: 'FILE' } } },
	},
	ORDER_PROCESS,
);

const update = async (id: string, Name: string, login = 'admin') =>
	await app.api
		.as(passwordOf(login))
		.ok('PUT', 'record.json', { app: app.id, id, record: { Name: { value: Name } } });

const act = async (id: string, action: string) =>
	await app.api.ok('PUT', 'record/status.json', { app: app.id, id, action });

const active = async (parameters: object, account?: Record<string, string>) => {
	const trigger = await triggerFor(app.sandbox, app.id, { ...parameters }, account);
	await trigger.poll();
	return trigger;
};

const rename = async (code: string, type: string, to: string) => {
	const properties = { [code]: { type, code: to, label: to } };
	await app.api.ok('PUT', 'preview/app/form/fields.json', { app: app.id, properties });
	await app.api.deploy(app.id);
};

/** What webhooks of the app say about a record. */
const webhookOf = (id: string) => ({
	type: 'UPDATE_STATUS',
	app: { id: app.id, name: 'Test' },
	record: { $id: { type: '__ID__', value: id } },
});

const SATO = { signInWith: 'password', username: 'sato', password: 'sato' };

it.each([
	{ how: 'alone', parameters: {} },
	{ how: 'with fields to return', parameters: { options: { fields: ['Name'] } } },
	{ how: 'with conditions', parameters: { filterBy: 'query', query: 'Name != "z"' } },
])(
	'goes on with Status Changed after the status field was renamed, $how',
	async ({ parameters }) => {
		for (const Name of ['a', 'b', 'c']) await app.create({ Name });
		const trigger = await active({ events: ['statusChanged'], ...parameters });
		await act('1', 'Begin');
		expect(told(await trigger.poll())).toEqual(['statusChanged 1:3']);
		await rename(builtIn.status, 'STATUS', 'State');
		await update('2', 'x');
		await act('3', 'Begin');
		expect(told(await trigger.poll())).toEqual(['statusChanged 3:3']);
		await act('1', 'Finish');
		await act('2', 'Begin');
		expect(told(await trigger.poll())).toEqual(['statusChanged 1:5', 'statusChanged 2:4']);
		trigger.restart();
		await update('3', 'y');
		await act('2', 'Finish');
		expect(told(await trigger.poll())).toEqual(['statusChanged 2:6']);
	},
);

it('answers webhooks with Status Changed after the status field was renamed', async () => {
	for (const Name of ['a', 'b']) await app.create({ Name });
	const trigger = await active({ events: ['statusChanged'] });
	await rename(builtIn.status, 'STATUS', 'State');
	const rung = async (id: string) =>
		told((await trigger.webhook(webhookOf(id))).workflowData?.[0] ?? null);
	await update('1', 'x');
	expect(await rung('1')).toEqual([]);
	await act('2', 'Begin');
	expect(await rung('2')).toEqual(['statusChanged 2:3']);
	expect(await trigger.poll()).toBeNull();
});

it.each([
	{ how: 'Ignore Users', withToken: false, options: { ignoreUsers: 'sato' } },
	{ how: 'Ignore Own Changes and an API token', withToken: true, options: { ignoreOwn: true } },
])('ignores changes after the field of the last user was renamed, with $how', async (one) => {
	const { token } = (await app.sandbox.control('tokens', {
		app: app.id,
		permissions: ['view', 'edit'],
	})) as { token: string };
	const account = one.withToken ? { signInWith: 'apiTokens', apiTokens: token } : undefined;
	const own = one.withToken ? { 'x-cybozu-api-token': token } : passwordOf('sato');
	const id = await app.create({ Name: 'a' });
	const trigger = await active({ events: ['updated'], options: one.options }, account);
	await rename(builtIn.modifier, 'MODIFIER', 'Changed_by');
	for (const value of ['b', 'c']) {
		const record = { Name: { value } };
		await app.api.as(own).ok('PUT', 'record.json', { app: app.id, id, record });
		expect(await trigger.poll()).toBeNull();
	}
	await update(id, 'd', 'suzuki');
	expect(told(await trigger.poll())).toEqual([`updated ${id}:4`]);
});

it('says that users can not be ignored if the credential can not view who changed a record', async () => {
	const entities = [
		{ entity: { type: 'USER', code: 'sato' }, accessibility: 'NONE' },
		{ entity: { type: 'GROUP', code: 'everyone' }, accessibility: 'READ' },
	];
	const set = async (rights: object[]) =>
		await app.api.ok('PUT', 'field/acl.json', { app: app.id, rights });
	const id = await app.create({ Name: 'a' });
	const trigger = await active({ events: ['updated'], options: { ignoreUsers: 'sato' } }, SATO);
	await set([{ code: builtIn.modifier, entities }]);
	const before = trigger.kept;
	await update(id, 'b', 'suzuki');
	await update(id, 'c', 'sato');
	await expect(trigger.poll()).rejects.toMatchObject({
		message: `The field "${builtIn.modifier}" of the records can't be read`,
		description:
			'Users are ignored by this field. Give the user of the credential permission to view it, or ignore no users.',
	});
	expect(trigger.kept).toEqual(before);
	await set([]);
	expect(await trigger.poll()).toBeNull();
	await update(id, 'd', 'suzuki');
	expect(told(await trigger.poll())).toEqual([`updated ${id}:4`]);
});

it('ignores what a user has added after the field of the creator was renamed', async () => {
	const trigger = await active({ events: ['created'], options: { ignoreUsers: 'sato' } });
	const added = async () => {
		const { id } = await app.api
			.as(passwordOf('sato'))
			.ok<{ id: string }>('POST', 'record.json', { app: app.id, record: {} });
		await update(id, 'x');
	};
	await added();
	expect(await trigger.poll()).toBeNull();
	await rename(builtIn.creator, 'CREATOR', 'Author');
	await added();
	expect(await trigger.poll()).toBeNull();
	const id = await app.create({ Name: 'a' });
	expect(told(await trigger.poll())).toEqual([`created ${id}:1`]);
});

describe('a field to return', () => {
	const setForm = async (method: string, body: object) => {
		await app.api.ok(method, 'preview/app/form/fields.json', { app: app.id, ...body });
		await app.api.deploy(app.id);
	};
	const fields = { fields: ['$id', 'Name', builtIn.status] };
	const files = { downloadAttachments: true, attachmentFields: ['Files', 'Photos'] };

	it.each([
		{ how: 'renamed', setting: 'Field Names or IDs', options: fields, code: 'Name' },
		{ how: 'removed', setting: 'Field Names or IDs', options: fields, code: 'Name' },
		{ how: 'renamed', setting: 'Attachment Field Names or IDs', options: files, code: 'Files' },
		{ how: 'removed', setting: 'Attachment Field Names or IDs', options: files, code: 'Files' },
	])('makes the polls and a test fail while it is $how: $setting', async (one) => {
		const trigger = await active({ options: one.options });
		const type = one.code === 'Name' ? 'SINGLE_LINE_TEXT' : 'FILE';
		if (one.how === 'renamed') await rename(one.code, type, 'Other');
		else await setForm('DELETE', { fields: [one.code] });
		const before = trigger.kept;
		const id = await app.create({});
		for (const mode of ['trigger', 'manual'] as const) {
			await expect(trigger.poll(mode)).rejects.toMatchObject({
				message: `The app has no field "${one.code}"`,
				description: `It was renamed or removed. Select the field again in "${one.setting}".`,
			});
			expect(trigger.kept).toEqual(before);
		}
		if (one.how === 'renamed') await rename('Other', type, one.code);
		else
			await setForm('POST', { properties: { [one.code]: { type, code: one.code, label: 'x' } } });
		const items = await trigger.poll();
		expect(told(items)).toEqual([`created ${id}:1`]);
		expect(items?.[0]?.json).toHaveProperty(one.code);
	});

	it('that is in a table, or that the credential can not view, lets the polls go on', async () => {
		const entities = [{ entity: { type: 'USER', code: 'sato' }, accessibility: 'NONE' }];
		const options = { ...files, fields: ['$id', 'Name', 'Files', 'Lines', 'Photos'] };
		const trigger = await active({ options }, SATO);
		await app.api.ok('PUT', 'field/acl.json', {
			app: app.id,
			rights: [{ code: 'Name', entities }],
		});
		const id = await app.create({});
		const items = await trigger.poll();
		expect(told(items)).toEqual([`created ${id}:1`]);
		expect(items?.[0]?.json).not.toHaveProperty('Name');
	});

	it('takes no request more while the app has it', async () => {
		const options = { ...files, attachmentFields: ['Files'], fields: ['Name', 'Files'] };
		const trigger = await active({ options });
		await app.sandbox.forget();
		await app.create({ Name: 'a' });
		expect(await trigger.poll()).toHaveLength(1);
		const calls = await app.sandbox.calls();
		expect(calls.filter((call) => call.includes('form/fields'))).toEqual([]);
	});
});
