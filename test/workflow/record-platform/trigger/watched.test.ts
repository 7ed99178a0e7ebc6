import type { IDataObject } from 'n8n-workflow';

import { RecordReader } from '../../../../nodes/RecordPlatform/trigger/reading';
import { passwordOf } from '../../../sandbox/record-platform/api';
import { builtIn } from '../../../support/built-in-fields';
import { useNewApp } from '../app';
import { ORDER_PROCESS } from '../world';
import { activeIn, SATO, told, triggerFor } from './scene';

// Small pages, so that a few records take several requests.
jest.mock('../../../../nodes/RecordPlatform/reading/request', () => ({
	...jest.requireActual<object>('../../../../nodes/RecordPlatform/reading/request'),
	PAGE: 3,
}));

const app = useNewApp(
	{ Name: 'SINGLE_LINE_TEXT', Notes: 'SINGLE_LINE_TEXT', Amount: 'NUMBER' },
	ORDER_PROCESS,
);

const act = async (id: string, action: string, login = 'admin') =>
	await app.api.as(passwordOf(login)).ok('PUT', 'record/status.json', { app: app.id, id, action });

const active = activeIn(app);

const setForm = async (properties: object) => {
	await app.api.ok('PUT', 'preview/app/form/fields.json', { app: app.id, properties });
	await app.api.deploy(app.id);
};

const WON = {
	events: ['updated'],
	conditions: { rows: [{ field: 'Name|SINGLE_LINE_TEXT', operator: 'equals', value: 'Won' }] },
	options: { watchedFields: ['Name'] },
};

it('starts when the status changes, and not for other changes', async () => {
	const id = await app.create({ Name: 'a' });
	const trigger = await active({ events: ['statusChanged'] });
	await app.change(id, { Name: 'b' });
	expect(await trigger.poll()).toBeNull();
	await act(id, 'Begin');
	expect((await trigger.poll())?.map(({ json }) => json)).toEqual([
		expect.objectContaining({
			$event: 'statusChanged',
			$key: `${id}:4`,
			[builtIn.status]: 'Working',
		}),
	]);
	trigger.restart();
	await app.change(id, { Name: 'c' });
	expect(await trigger.poll()).toBeNull();
});

it('starts again for a record that leaves the conditions and comes back', async () => {
	const id = await app.create({ Name: 'Open' });
	const trigger = await active(WON);
	const keys: string[] = [];
	for (const Name of ['Won', 'Lost', 'Won']) {
		await app.change(id, { Name });
		keys.push(...told(await trigger.poll()));
		trigger.restart();
	}
	await app.change(id, { Notes: 'x' });
	keys.push(...told(await trigger.poll()));
	expect(keys).toEqual([`updated ${id}:2`, `updated ${id}:4`]);
});

it('starts in the next poll for a record that is changed while it is read', async () => {
	const id = await app.create({ Name: 'Open' });
	const trigger = await active({ ...WON, options: { ...WON.options, oldValues: true } });
	await app.change(id, { Name: 'Won' });
	const { anyPage } = RecordReader.prototype;
	const reading = jest.spyOn(RecordReader.prototype, 'anyPage');
	reading.mockImplementationOnce(async function (this: RecordReader, parts) {
		const records = await anyPage.call(this, parts);
		await app.change(id, { Notes: 'x' });
		return records;
	});
	expect(await trigger.poll()).toBeNull();
	reading.mockRestore();
	const items = await trigger.poll();
	expect(told(items)).toEqual([`updated ${id}:3`]);
	expect(items?.[0]?.json.$changes).toEqual({ Name: { from: 'Open', to: 'Won' } });
});

it('starts for no other change where changes are limited, and says where none can be', async () => {
	const id = await app.create({ Name: 'a' });
	const options = { changedTo: 'Working' };
	const trigger = await active({ events: ['updated', 'statusChanged'], options });
	await app.change(id, { Notes: 'x' });
	expect(await trigger.poll()).toBeNull();
	await act(id, 'Begin');
	expect(told(await trigger.poll())).toEqual([`statusChanged ${id}:4`]);
	trigger.change({ events: ['updated'] });
	await expect(trigger.poll()).rejects.toThrow('have nothing to compare');
});

it.each([
	{ by: 'Ignore Own Changes', options: { ignoreOwn: true }, account: SATO },
	{ by: 'Ignore Users', options: { ignoreUsers: 'sato' }, account: undefined },
])('starts with the next change that $by may hide', async ({ options, account }) => {
	const id = await app.create({ Name: 'a' });
	const watching = { ...options, watchedFields: ['Name'] };
	const watched = await active({ events: ['updated'], options: watching }, account);
	await app.change(id, { Name: 'b' }, 'suzuki');
	for (const [values, login, keys] of [
		[{ Notes: 'x' }, 'sato', []],
		[{ Notes: 'y' }, 'sato', []],
		[{ Notes: 'z' }, 'suzuki', [`updated ${id}:5`]],
		[{ Notes: '' }, 'suzuki', []],
		[{ Name: 'c' }, 'sato', []],
		[{ Name: 'b' }, 'suzuki', [`updated ${id}:8`]],
	] as const) {
		await app.change(id, values, login);
		expect(told(await watched.poll())).toEqual(keys);
		watched.restart();
		// What is not noticed yet must not be forgotten when old values are turned on or off.
		watched.change({ options: { ...watching, oldValues: login === 'sato' } });
		expect(await watched.poll()).toBeNull();
	}
});

it('goes on after built-in fields were renamed, and while process management is off', async () => {
	const id = await app.create({ Name: 'a' });
	const events = ['created', 'updated', 'statusChanged'];
	const trigger = await active({ events, options: { ignoreUsers: 'sato' } });
	await setForm({ [builtIn.status]: { type: 'STATUS', code: 'Step', label: 'Step' } });
	await act(id, 'Begin', 'suzuki');
	expect(told(await trigger.poll())).toEqual([`statusChanged ${id}:3`]);
	await setForm({
		[builtIn.updatedTime]: { type: 'UPDATED_TIME', code: 'Changed', label: 'Changed' },
		[builtIn.modifier]: { type: 'MODIFIER', code: 'Who', label: 'Who' },
	});
	await app.change(id, { Notes: 'x' }, 'sato');
	expect(await trigger.poll()).toBeNull();
	for (const enable of [false, true]) {
		await app.api.ok('PUT', 'preview/app/status.json', { app: app.id, enable });
		await app.api.deploy(app.id);
		await app.change(id, { Notes: String(enable) });
		expect(told(await trigger.poll())[0]).toMatch(/^updated/);
	}
});

it('says that a watched field is missing, and goes on without it', async () => {
	const id = await app.create({ Name: 'a', Notes: 'x' });
	const trigger = await active({ options: { watchedFields: ['Name', 'Notes'] } });
	await setForm({ Notes: { type: 'SINGLE_LINE_TEXT', code: 'Remarks', label: 'Remarks' } });
	await app.change(id, { Name: 'b' });
	const before = trigger.kept;
	await expect(trigger.poll()).rejects.toMatchObject({
		message: 'The records have no field "Notes", which is watched',
		description: expect.stringContaining('Select the field again'),
	});
	expect(trigger.kept).toEqual(before);
	trigger.change({ options: { watchedFields: ['Name'] } });
	expect(told(await trigger.poll())).toEqual([`updated ${id}:2`]);
});

it('says that users can not be ignored if the credential can not view who changed a record', async () => {
	const entities = [
		{ entity: { type: 'USER', code: 'sato' }, accessibility: 'NONE' },
		{ entity: { type: 'GROUP', code: 'everyone' }, accessibility: 'READ' },
	];
	const id = await app.create({ Name: 'a' });
	const trigger = await active({ options: { ignoreUsers: 'ito' } }, SATO);
	const rights = [{ code: builtIn.modifier, entities }];
	await app.api.ok('PUT', 'field/acl.json', { app: app.id, rights });
	await app.change(id, { Name: 'b' }, 'suzuki');
	await expect(trigger.poll()).rejects.toThrow(
		`The field "${builtIn.modifier}" of the records can't be read`,
	);
	await app.api.ok('PUT', 'field/acl.json', { app: app.id, rights: [] });
	expect(told(await trigger.poll())).toEqual([`updated ${id}:2`]);
});

it.each([
	{ first: { events: ['updated'] }, then: { events: ['statusChanged'] } },
	{ first: {}, then: { options: { watchedFields: ['Name'] } } },
	{
		first: { options: { watchedFields: ['Notes'] } },
		then: { events: ['updated', 'statusChanged'], options: { watchedFields: ['Name'] } },
	},
	{
		first: { options: { watchedFields: ['Name'] } },
		then: { options: { watchedFields: ['Name'], changedFrom: 'a, b', changedTo: 'z' } },
	},
])('knows the values of what is watched from then on: $then', async ({ first, then }) => {
	const ids = [await app.create({ Name: 'a' }), await app.create({ Name: 'b' })];
	const trigger = await active({ events: ['updated'], ...first });
	trigger.change(then);
	expect(await trigger.poll()).toBeNull();
	for (const id of ids) await app.change(id, { Notes: 'y' });
	expect(await trigger.poll()).toBeNull();
	for (const id of ids) await app.change(id, { Name: 'z' });
	for (const id of ids) await act(id, 'Begin');
	expect(await trigger.poll()).toHaveLength(2);
});

it.each([
	{ form: {}, five: 5, eight: 8 },
	{ form: { options: { numbersAsText: true } }, five: '5', eight: '8' },
	{ form: { options: { outputAs: 'list' } }, five: 5, eight: 8 },
	{ form: { simplify: false }, five: { type: 'NUMBER', value: '5' }, eight: expect.anything() },
])('puts out old values like those of the record: $form', async ({ form, five, eight }) => {
	const id = await app.create({ Name: 'a', Amount: 5 });
	const options = { oldValues: true, fields: ['Name'], ...form.options };
	const watching = (...watchedFields: string[]) => ({ options: { ...options, watchedFields } });
	const settings = { events: ['updated', 'statusChanged'], ...form, ...watching('Amount', 'Name') };
	const trigger = await active(settings);
	trigger.change(watching('Name', 'Amount'));
	await app.change(id, { Amount: 8 });
	await act(id, 'Begin');
	const [item] = (await trigger.poll()) ?? [];
	const [{ $changes }] = (item?.json.records ?? [item?.json]) as [IDataObject];
	const status = form.simplify ?? { from: 'Not started', to: 'Working' };
	expect($changes).toEqual({
		Amount: { from: five, to: eight },
		[builtIn.status]: status || {
			from: expect.anything(),
			to: { type: 'STATUS', value: 'Working' },
		},
	});
});

it.each(['Won', 'Lost'])(
	'shows in the editor a change to %s, if a record has it',
	async (changedTo) => {
		const ids = {
			Won: await app.create({ Name: 'Won' }),
			Open: await app.create({ Name: 'Open' }),
		};
		const options = { watchedFields: ['Name'], oldValues: true, changedFrom: 'New', changedTo };
		const trigger = await triggerFor(app.sandbox, app.id, { events: ['updated'], options });
		const to = changedTo === 'Won' ? 'Won' : 'Open';
		expect(await trigger.poll('manual')).toMatchObject([
			{ json: { $key: `${ids[to]}:1`, $changes: { Name: { from: null, to } } } },
		]);
	},
);

it('needs no request more for old values', async () => {
	const requests = async (options: object) => {
		const id = await app.create({ Name: 'a' });
		await app.sandbox.forget();
		const trigger = await active({ ...WON, options: { ...WON.options, ...options } });
		await app.change(id, { Name: 'Won' });
		expect(told(await trigger.poll())).toEqual([`updated ${id}:2`]);
		return await app.sandbox.calls();
	};
	const usual = await requests({});
	expect(await requests({ oldValues: true, changedFrom: 'a', changedTo: 'Won' })).toEqual(usual);
});
