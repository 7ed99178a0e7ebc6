import { passwordOf } from '../../../sandbox/record-platform/api';
import { builtIn } from '../../../support/built-in-fields';
import type { ActiveTrigger } from '../../../support/trigger';
import { useNewApp } from '../app';
import { told, triggerFor } from './scene';

// Small pages, so that a few records take several requests.
jest.mock('../../../../nodes/RecordPlatform/query/reading/request', () => ({
	...jest.requireActual<object>('../../../../nodes/RecordPlatform/query/reading/request'),
	PAGE: 3,
}));

const app = useNewApp({ Name: { type: 'SINGLE_LINE_TEXT' }, Notes: { type: 'SINGLE_LINE_TEXT' } });

const DAY = 86_400;

const update = async (id: string, values: Record<string, string>, login = 'admin') =>
	await app.api.as(passwordOf(login)).ok('PUT', 'record.json', {
		app: app.id,
		id,
		record: Object.fromEntries(Object.entries(values).map(([code, value]) => [code, { value }])),
	});

const active = async (parameters: object, account?: Record<string, string>) => {
	const trigger = await triggerFor(app.sandbox, app.id, { ...parameters }, account);
	await trigger.poll();
	return trigger;
};

const where = (query: string) => ({ filterBy: 'query', query });

const setForm = async (method: string, body: object) => {
	await app.api.ok(method, 'preview/app/form/fields.json', { app: app.id, ...body });
	await app.api.deploy(app.id);
};

/** What webhooks of the app say about a record. */
const webhookOf = (id: string) => ({
	type: 'UPDATE_RECORD',
	app: { id: app.id, name: 'Test' },
	record: { $id: { type: '__ID__', value: id } },
});

const SATO = { signInWith: 'password', username: 'sato', password: 'sato' };

/** Days with changes that the trigger has left out. */
async function quietDays(trigger: ActiveTrigger): Promise<void> {
	for (let days = 0; days < 3; days++) {
		const id = await app.create({ Name: 'B' });
		await update(id, { Notes: 'own' }, 'sato');
		await app.sandbox.clock(DAY);
		expect(await trigger.poll()).toBeNull();
	}
}

describe('records that only the new conditions select', () => {
	it.each([
		{ how: 'are removed', from: where('Name = "A"'), to: where('') },
		{
			how: 'are widened',
			from: where('Name = "A"'),
			to: where('Name in ("A", "B")'),
		},
		{
			how: 'are others',
			from: where('Name = "A"'),
			to: { filterBy: 'conditions', match: 'all', conditions: rowsOf('Notes', 'own') },
		},
		{
			how: 'leave out no own changes any more',
			from: { options: { ignoreOwn: true } },
			to: { options: {} },
		},
	])('start from then on, if they $how', async ({ from, to }) => {
		const trigger = await active(from, SATO);
		await quietDays(trigger);
		trigger.change(to);
		for (let polls = 0; polls < 3; polls++) expect(await trigger.poll()).toBeNull();
		await update('2', { Notes: 'x' });
		await update('2', { Notes: 'own' }, 'sato');
		expect(told(await trigger.poll())).toEqual(['updated 2:4']);
		trigger.restart();
		await app.sandbox.clock(DAY);
		const id = await app.create({ Name: 'B', Notes: 'own' });
		expect(told(await trigger.drain())).toEqual([`created ${id}:1`]);
	});

	it('start by a change of the minute in which they were changed before', async () => {
		const trigger = await active(where('Name = "A"'));
		const [id, other] = [await app.create({ Name: 'B' }), await app.create({ Name: 'B' })];
		trigger.change(where(''));
		expect(await trigger.poll()).toBeNull();
		await update(other, { Notes: 'x' });
		const last = await app.create({ Name: 'B' });
		expect(told(await trigger.poll())).toEqual([`updated ${other}:2`, `created ${last}:1`]);
		await update(id, { Notes: 'x' });
		expect(told(await trigger.poll())).toEqual([`updated ${id}:2`]);
	});

	it('start by nothing of before if n8n stops, or the conditions are changed again', async () => {
		const trigger = await active(where('Name = "A"'));
		await quietDays(trigger);
		for (const query of ['Name != "C"', 'Name != "D"', 'Name != "E"', 'Name = "A"', '']) {
			trigger.change(where(query));
			trigger.restart();
			expect(await trigger.poll()).toBeNull();
		}
		await update('3', { Notes: 'x' });
		expect(told(await trigger.drain())).toEqual(['updated 3:3']);
	});

	it('start by nothing of before if they were added with an old time', async () => {
		const trigger = await active(where('Name = "A"'));
		const old = async () =>
			await app.create({ Name: 'B', [builtIn.updatedTime]: '2020-01-01T00:00:00Z' });
		await old();
		await app.sandbox.clock(DAY);
		trigger.change(where(''));
		for (let polls = 0; polls < 4; polls++) {
			expect(await trigger.poll()).toBeNull();
			await app.sandbox.clock(600);
		}
		const id = await old();
		expect(told(await trigger.drain())).toEqual([`created ${id}:1`]);
	});

	it('start by a webhook once a poll has begun with the conditions', async () => {
		const trigger = await active(where('Name = "A"'));
		await quietDays(trigger);
		trigger.change(where('Name in ("A", "B")'));
		const rung = async (id: string) =>
			told((await trigger.webhook(webhookOf(id))).workflowData?.[0] ?? null);
		expect(await rung('2')).toEqual([]);
		expect(await trigger.poll()).toBeNull();
		expect(await rung('2')).toEqual([]);
		await update('2', { Notes: 'x' });
		expect(await rung('2')).toEqual(['updated 2:3']);
		expect(await trigger.poll()).toBeNull();
	});

	it('start from then on if the conditions of a view are changed', async () => {
		const setView = async (filterCond: string) => {
			const view = { index: '0', type: 'LIST', name: 'Mine', fields: ['Name'], filterCond };
			await app.api.ok('PUT', 'preview/app/views.json', { app: app.id, views: { Mine: view } });
			await app.api.deploy(app.id);
		};
		await setView('Name like "A"');
		const trigger = await active({ filterBy: 'view', view: 'Mine' });
		await quietDays(trigger);
		await setView('Name like "B"');
		expect(await trigger.poll()).toBeNull();
		await update('1', { Notes: 'x' });
		expect(told(await trigger.poll())).toEqual(['updated 1:3']);
	});
});

describe('with Ignore Own Changes and another user in the credential', () => {
	const OWN = { options: { ignoreOwn: true } };

	it.each([
		{
			name: 'another person',
			account: async () => await Promise.resolve({ username: 'ito', password: 'ito' }),
		},
		{
			name: 'an API token',
			account: async () => {
				const made = await app.sandbox.control('tokens', { app: app.id, permissions: ['view'] });
				return { signInWith: 'apiTokens', apiTokens: (made as { token: string }).token };
			},
		},
	])(
		'what the user of before has changed does not start the workflow: $name',
		async ({ account }) => {
			const trigger = await active(OWN, SATO);
			await quietDays(trigger);
			const id = await app.create({ Name: 'A' });
			trigger.signIn(await account());
			expect(told(await trigger.poll())).toEqual([`created ${id}:1`]);
			for (let polls = 0; polls < 2; polls++) expect(await trigger.poll()).toBeNull();
			await app.sandbox.clock(DAY);
			await update('2', { Notes: 'x' }, 'sato');
			expect(told(await trigger.poll())).toEqual(['updated 2:3']);
			await app.sandbox.clock(DAY);
			await app.sandbox.forget();
			expect(await trigger.poll()).toBeNull();
			expect(await app.sandbox.calls()).toEqual(['GET /k/v1/records.json']);
		},
	);
});

it('starts from then on by what LOGINUSER() selects for another user in the credential', async () => {
	const query = `${builtIn.modifier} in (LOGINUSER()) and Notes != "LOGINUSER()"`;
	const trigger = await active(where(query), SATO);
	await app.create({ Name: 'A' });
	await app.sandbox.clock(DAY);
	expect(await trigger.poll()).toBeNull();
	trigger.signIn({ username: 'admin', password: 'admin' });
	for (let polls = 0; polls < 2; polls++) expect(await trigger.poll()).toBeNull();
	await update('1', { Notes: 'x' });
	expect(told(await trigger.poll())).toEqual(['updated 1:2']);
});

it.each([
	{ how: 'removed', to: '' },
	{ how: 'others', to: 'Notes != "never"' },
])('skips nothing that both conditions select if they are $how', async ({ to }) => {
	const trigger = await active({ ...where('Name = "A"'), options: { perPoll: 2 } });
	const keys: string[] = [];
	for (let days = 0; days < 4; days++) {
		for (const Name of ['B', 'A', 'A', 'B']) {
			const id = await app.create({ Name });
			if (Name === 'A') keys.push(`created ${id}:2`);
			await update(id, { Notes: 'x' });
		}
		await app.sandbox.clock(DAY);
	}
	trigger.change(where(to));
	expect(told(await trigger.poll())).toEqual(keys.splice(0, 2));
	trigger.restart();
	await update('1', { Notes: 'y' });
	const left = told(await trigger.drain());
	expect(left.filter((key) => !key.endsWith(' 1:3'))).toEqual(keys);
	expect(left.filter((key) => key.endsWith(' 1:3'))).toHaveLength(1);
	await update('5', { Notes: 'y' });
	expect(told(await trigger.poll())).toEqual(['updated 5:3']);
});

it('asks one request in a poll without changes, also after the conditions were changed', async () => {
	const trigger = await active(where('Name = "A"'));
	await quietDays(trigger);
	trigger.change(where(''));
	for (let polls = 0; polls < 2; polls++) await trigger.poll();
	await app.sandbox.forget();
	expect(await trigger.poll()).toBeNull();
	expect(await app.sandbox.calls()).toEqual(['GET /k/v1/records.json']);
	expect(JSON.stringify(trigger.kept)).not.toContain('\\"A\\"');
});

it('keeps few conditions of before, and starts as they say, if they change at every poll', async () => {
	const trigger = await active(where('Name = "0"'));
	const sizes: number[] = [];
	for (let polls = 1; polls < 12; polls++) {
		const known = await app.create({ Name: String(polls - 1) });
		await app.create({ Name: String(polls) });
		trigger.change(where(`Name in ("${polls - 1}", "${polls}")`));
		expect(told(await trigger.poll())).toEqual([`created ${known}:1`]);
		sizes.push(JSON.stringify(trigger.kept).length);
		await app.sandbox.clock(60);
	}
	// How many records of open minutes are remembered depends on the second.
	expect(sizes.at(-1)).toBeLessThan(Number(sizes[3]) + 100);
});

it('skips nothing of the time in which polls failed because a field of the conditions was removed', async () => {
	const trigger = await active(where('Name = "A" and Notes = ""'));
	const before = await app.create({ Name: 'A' });
	expect(told(await trigger.poll())).toEqual([`created ${before}:1`]);
	await setForm('DELETE', { fields: ['Notes'] });
	const meanwhile: string[] = [];
	for (let hours = 0; hours < 3; hours++) {
		meanwhile.push(await app.create({ Name: 'A' }));
		await app.create({ Name: 'B' });
		await app.sandbox.clock(3600);
		await expect(trigger.poll()).rejects.toThrow('Notes');
	}
	trigger.change(where('Name = "A"'));
	expect(told(await trigger.poll())).toEqual(meanwhile.map((id) => `created ${id}:1`));
	expect(await trigger.poll()).toBeNull();
	const records = await app.records();
	expect(records.filter(({ Name }) => Name === 'A').map(({ $id }) => $id)).toEqual([
		before,
		...meanwhile,
	]);
	await update(before, { Name: 'A' });
	expect(told(await trigger.poll())).toEqual([`updated ${before}:2`]);
});

it('keeps its place if the present conditions are refused, and goes on with those of before', async () => {
	const trigger = await active(where('Name = "A"'));
	const id = await app.create({ Name: 'A' });
	const before = trigger.kept;
	trigger.change(where('Missing = "A"'));
	await expect(trigger.poll()).rejects.toThrow('Missing');
	expect(trigger.kept).toEqual(before);
	trigger.change(where('Name = "A"'));
	expect(told(await trigger.poll())).toEqual([`created ${id}:1`]);
});

it.each([
	{
		by: 'a query',
		to: where('={{ "Notes = \\"" + $now.toMillis() % 1000 + "\\" or Notes = \\"x\\"" }}'),
	},
	{
		by: 'a condition',
		to: { match: 'any', conditions: rowsOf('Notes', '={{ String($now.toMillis()) }}', 'x') },
	},
])('does not take $by with an expression for a changed one', async ({ to }) => {
	const trigger = await active(to);
	for (const Notes of ['y', 'x', 'x']) {
		const id = await app.create({ Name: 'A', Notes });
		expect(told(await trigger.poll())).toEqual(Notes === 'x' ? [`created ${id}:1`] : []);
		await app.sandbox.clock(60);
	}
	await app.sandbox.forget();
	expect(await trigger.poll()).toBeNull();
	expect(await app.sandbox.calls()).toEqual(['GET /k/v1/records.json']);
});

it('goes on with a state of an earlier version, which has no conditions', async () => {
	const trigger = await active(where('Name = "A"'));
	const kept = trigger.kept as { state: { selection?: object } };
	delete kept.state.selection;
	const id = await app.create({ Name: 'A' });
	trigger.restart(kept);
	expect(told(await trigger.poll())).toEqual([`created ${id}:1`]);
});

function rowsOf(field: string, ...values: string[]): object {
	const rows = values.map((value) => ({
		field: `${field}|SINGLE_LINE_TEXT`,
		operator: 'equals',
		value,
	}));
	return { rows };
}
