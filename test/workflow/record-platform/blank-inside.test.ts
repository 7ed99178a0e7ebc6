import type { IDataObject } from 'n8n-workflow';

import { useNewApp } from './app';
import { automatic, byId, ORDER_PROCESS } from './world';

/** Expressions inside a text, of which one finds nothing. */
const app = useNewApp(
	{
		Key: { type: 'SINGLE_LINE_TEXT', unique: true },
		Customer: { type: 'SINGLE_LINE_TEXT' },
		Notes: { type: 'MULTI_LINE_TEXT' },
		Sent: { type: 'DATE' },
	},
	ORDER_PROCESS,
);
const held = async () => await (await fetch(`${app.sandbox.url}/_sandbox/dump`)).json();

const FOUND_NOTHING = [
	'=Customer = "{{ $json.customer }}"',
	'=Customer = " {{ $json.customer }}{{ $json.other }} "',
	'=Customer in ("A", "{{ $json.customer }}")',
	'=Customer != "{{ $json.customer }}"',
	'=Notes not like "{{ $json.customer }}"',
	'=Customer = "" or Customer = "{{ $json.customer }}"',
];

async function orders() {
	await app.create({ Key: '1', Customer: 'A' });
	await app.create({ Key: '2', Customer: 'B' });
	await app.create({ Key: '3', Customer: '' });
}
const customers = async () => (await app.records()).map(({ Customer }) => Customer);

describe.each(FOUND_NOTHING)('a query in which an expression found nothing: %s', (query) => {
	it.each<[string, IDataObject]>([
		['deleteByConditions', { atMost: 100 }],
		['sync', { fields: automatic({ matchingColumns: ['Key'] }), deleteOthers: true }],
	])('deletes nothing: %s', async (operation, parameters) => {
		await orders();
		const before: unknown = await held();
		const chosen = { ...parameters, filterBy: 'query', query };
		const { error } = await app.run(operation, chosen, { items: [{ Key: '9', costumer: 'A' }] });
		expect(error?.message).toContain('An expression in "Query" returned no value');
		expect(await held()).toEqual(before);
	});
});

it.each([
	['=Customer = "" and $id > "{{ 0 }}"', ['A', 'B']],
	['=Customer = "{{ $json.customer }}"', ['B', '']],
	['={{ \'Customer = ""\' }}', ['A', 'B']],
	['Customer in ("", "A")', ['B']],
])('a query selects records with an empty field where it says so: %s', async (query, left) => {
	await orders();
	const parameters = { filterBy: 'query', query, atMost: 100 };
	await app.run('deleteByConditions', parameters, { items: [{ customer: 'A' }] });
	expect((await customers()).sort()).toEqual([...left].sort());
});

it.each([
	['A" or $id > "0', '=Customer = "{{ $json.name }}"'],
	['A") or Customer not in ("', '=Customer in ("A", "{{ $json.name }}")'],
	['A"', '=Customer = "{{ $json.name }}" and $id > {{ 0 }}'],
	['A\\', '=Customer = "{{ $json.name }}" or Notes = "{{ $json.name }}"'],
])('a name with a quotation mark widens no deletion: %s', async (name, query) => {
	await orders();
	const before: unknown = await held();
	const parameters = { filterBy: 'query', query, atMost: 100 };
	const { error } = await app.run('deleteByConditions', parameters, { items: [{ name }] });
	expect(error?.message).toContain('A value in "Query" has a quotation mark or a backslash');
	expect(await held()).toEqual(before);
});

it('a name with a quotation mark is told where records are only read', async () => {
	await orders();
	const parameters = { filterBy: 'query', query: '=Customer = "{{ $json.name }}"' };
	const items = [{ name: 'A" or Customer = "B' }, { name: 'A' }];
	const { output, hints } = await app.run('count', parameters, { items });
	expect(output.map(({ json }) => json)).toMatchObject([{ count: 2 }, { count: 1 }]);
	expect(hints.slice(1).map(({ message }) => message)).toEqual([
		expect.stringMatching(/has a quotation mark.*JSON\.stringify.*\[item 0\]$/),
	]);
});

it.each([
	[
		`=Customer = "{{ $json.name.replaceAll('"', '\\\\"') }}"`,
		{ name: 'A" or $id > "0' },
		['A', 'B', ''],
	],
	['=Customer = {{ JSON.stringify($json.name) }}', { name: 'A" or $id > "0' }, ['A', 'B', '']],
	['=Customer = "A" {{ $json.more }}', { more: '' }, ['B', '']],
	[`=Customer in ("{{ $json.names.join('", "') }}")`, { names: ['A', 'B'] }, ['']],
	[
		'={{ $json.field }} = "A" and {{ $json.more }}',
		{ field: 'Customer', more: 'Key = "1"' },
		['B', ''],
	],
])('values that are meant as parts of a query are: %s', async (query, item, left) => {
	await orders();
	const parameters = { filterBy: 'query', query, atMost: 100 };
	const { error } = await app.run('deleteByConditions', parameters, {
		items: [item as IDataObject],
	});
	expect(error).toBeUndefined();
	expect((await customers()).sort()).toEqual([...left].sort());
});

describe('a part of a value that was not found', () => {
	const row = (operator: string) => ({
		rows: [{ field: 'Customer|SINGLE_LINE_TEXT', operator, value: '=ORD-{{ $json.number }}' }],
	});
	const QUERY = { filterBy: 'query', query: '=Customer like "ORD-{{ $json.number }}"' };
	const CHOICES: Array<[string, IDataObject]> = [
		['contains', { conditions: row('contains') }],
		['notEquals', { conditions: row('notEquals') }],
		['a query', QUERY],
		['a group', { conditions: { groups: [{ match: 'any', conditions: row('contains') }] } }],
	];
	beforeEach(async () => {
		for (const Customer of ['ORD-1', 'ORD-2', 'X']) await app.create({ Customer });
	});

	it.each(CHOICES)('deletes nothing: %s', async (_name, chosen) => {
		const before: unknown = await held();
		for (const number of [undefined, null, '', ' ']) {
			const items = [{ number }] as IDataObject[];
			const { error } = await app.run('deleteByConditions', { ...chosen, atMost: 9 }, { items });
			expect(error?.message).toMatch(
				/expression {{ \$json.number }} in "(?:Conditions|Query)" returned no/,
			);
		}
		expect(await held()).toEqual(before);
	});

	it.each(CHOICES.slice(2))('is a condition where it is found: %s', async (_name, chosen) => {
		const items = [{ number: 1 }];
		await app.run('deleteByConditions', { ...chosen, atMost: 9 }, { items });
		expect((await customers()).sort()).toEqual(['ORD-2', 'X']);
	});

	it('reads by what there is', async () => {
		const { output } = await app.run('getAll', { ...QUERY, returnAll: true }, { items: [{}] });
		expect(output).toHaveLength(2);
	});
});

describe('a list of assignees', () => {
	const set = async (assignees: string) => {
		const id = await app.create({ Key: '1' });
		const path = 'record/assignees.json';
		await app.api.ok('PUT', path, { app: app.id, id, assignees: ['sato', 'suzuki'] });
		const before = await app.records();
		const parameters = { recordId: byId(id), assignees };
		const { error } = await app.run('updateAssignees', parameters, { items: [{ login: 'ito' }] });
		return { error, before };
	};

	it.each(['=sato, {{ $json.second }}', '=sato\n{{ $json.second }}', '={{ $json.none }},sato'])(
		'with an entry that was not found changes nothing: %j',
		async (assignees) => {
			const { error, before } = await set(assignees);
			expect(error?.message).toBe('"Assignees" contains an empty login name [item 0]');
			expect(await app.records()).toEqual(before);
		},
	);

	it.each(['sato,', '=sato, {{ $json.login }}'])('is complete: %j', async (assignees) => {
		const { error } = await set(assignees);
		expect(error).toBeUndefined();
	});
});

describe('a condition in the JSON of record rights', () => {
	const update = async (filterCond: string) => {
		const entity = { entity: { type: 'USER', code: 'sato' }, viewable: true, deletable: true };
		const rights = `=[{"filterCond": ${filterCond}, "entities": [${JSON.stringify(entity)}]}]`;
		const parameters = { options: {}, environment: 'preview', rights };
		const items = [{ customer: 'A', name: 'A" or Customer != "B' }];
		return await app.run('updateRecord', parameters, { resource: 'permission', items });
	};
	const conditions = async () => {
		const body = await app.api.get('preview/record/acl.json', { app: app.id });
		const { rights } = body as { rights: Array<{ filterCond: string }> };
		return rights.map(({ filterCond }) => filterCond);
	};

	it.each([
		'"{{ $json.cond }}"',
		'" {{ $json.cond }} "',
		'"Customer = \\"{{ $json.cond }}\\""',
		'{{ JSON.stringify($json.cond ?? null) }}',
	])('gives no rights for other records if it was not found: %s', async (filterCond) => {
		const before: unknown = await held();
		const { error } = await update(filterCond);
		expect(error?.message).toContain('returned no value for a filterCond');
		expect(await held()).toEqual(before);
	});

	it.each([
		'"Customer = \\"ORD-{{ $json.number }}\\""',
		'"Customer like \\"{{ $json.customer }}-{{ $json.number?.trim() }}\\""',
	])('gives no rights for other records if a part was not found: %s', async (filterCond) => {
		const before: unknown = await held();
		const { error } = await update(filterCond);
		expect(error?.message).toContain('returned no value for a filterCond');
		expect(await held()).toEqual(before);
	});

	it.each([
		['""', ''],
		['null', ''],
		['"Customer = \\"\\""', 'Customer = ""'],
		['"Customer = \\"{{ $json.customer }}\\""', 'Customer = "A"'],
	])('counts as it was entered: %s', async (filterCond, expected) => {
		const { error } = await update(filterCond);
		expect(error).toBeUndefined();
		expect(await conditions()).toEqual([expected]);
	});

	it('gives no rights for other records if a value that is escaped for JSON ends its quotes', async () => {
		const before: unknown = await held();
		const escaped = '{{ JSON.stringify($json.name).slice(1, -1) }}';
		const { error } = await update(`"Customer = \\"${escaped}\\""`);
		expect(error?.message).toContain('so its filterCond would select other records');
		expect(await held()).toEqual(before);

		const twice = '{{ JSON.stringify(JSON.stringify($json.name).slice(1, -1)).slice(1, -1) }}';
		expect((await update(`"Customer = \\"${twice}\\""`)).error).toBeUndefined();
		expect(await conditions()).toEqual(['Customer = "A\\" or Customer != \\"B"']);
	});

	it('can have a part outside of its quotes that is nothing', async () => {
		const { error } = await update('"Customer = \\"{{ $json.customer }}\\" {{ $json.more }}"');
		expect(error).toBeUndefined();
		expect(await conditions()).toEqual(['Customer = "A" ']);
	});

	const whole = async (rights: string, items: IDataObject[] = [{}]) =>
		await app.run(
			'updateRecord',
			{ environment: 'preview', rights },
			{ resource: 'permission', items },
		);
	const entities = [{ entity: { type: 'USER', code: 'sato' }, viewable: true }];

	it.each<[string, IDataObject]>([
		['={{ [{ filterCond: $json.cond ?? null, entities: $json.entities }] }}', { entities }],
		['={{ $json.rights }}', { rights: [{ filterCond: null, entities }] }],
		['={{ $json.rights }}', { rights: [{ filterCond: 'Customer = "A"', entities }, { entities }] }],
		['={{ $json.rights }}', { rights: JSON.stringify([{ entities }]) }],
	])('gives no rights for all records if an expression lacks it: %s %j', async (rights, item) => {
		const before: unknown = await held();
		const { error } = await whole(rights, [item]);
		expect(error?.message).toContain('returned no value for a filterCond');
		expect(error?.description).toContain('return empty text for filterCond');
		expect(await held()).toEqual(before);
	});

	it('has people, even if an expression finds none', async () => {
		const before: unknown = await held();
		const rights = `=[{ "filterCond": "Customer = \\"A\\"", "entities": {{ JSON.stringify($json.people ?? []) }} }]`;
		const { error } = await whole(rights);
		expect(error?.message).toContain('returned an empty list for entities');
		expect(await held()).toEqual(before);
		expect((await whole(rights, [{ people: entities }])).error).toBeUndefined();
		expect(await conditions()).toEqual(['Customer = "A"']);
	});

	it.each([JSON.stringify([{ entities }]), JSON.stringify([{ filterCond: null, entities }])])(
		'may be left out without an expression: %s',
		async (rights) => {
			expect((await whole(rights)).error).toBeUndefined();
			expect(await conditions()).toEqual(['']);
		},
	);

	it('may be empty text that an expression returns', async () => {
		const item = { rights: [{ filterCond: '', entities }] };
		expect((await whole('={{ $json.rights }}', [item])).error).toBeUndefined();
		expect(await conditions()).toEqual(['']);
	});

	it.each([{ filterCond: null }, {}])(
		'reminds nobody of all records if an expression lacks it: %j',
		async (condition) => {
			const before: unknown = await held();
			const timing = { code: 'Sent', daysLater: 1, time: '09:00' };
			const reminder = {
				...condition,
				timing,
				title: 'Sent',
				targets: [{ entity: entities[0]?.entity }],
			};
			const { error } = await app.run(
				'updateReminders',
				{ notifications: '={{ $json.reminders }}' },
				{ resource: 'notificationSettings', items: [{ reminders: [reminder] }] },
			);
			expect(error?.message).toContain('returned no value for a filterCond');
			expect(await held()).toEqual(before);
		},
	);
});

describe('a value in the quotes of JSON', () => {
	const design = async (resource: string, operation: string, parameters: object, item: object) =>
		await app.run(operation, { environment: 'preview', ...parameters } as IDataObject, {
			resource,
			items: [item as IDataObject],
		});
	const right = (login: string) =>
		`=[{ "entity": { "type": "USER", "code": "${login}" }, "recordViewable": true }]`;
	const field = (label: string) =>
		`={ "Notes": { "type": "MULTI_LINE_TEXT", "label": "${label}" } }`;
	const label = async () => {
		const { properties } = await app.api.get<{ properties: Record<string, { label: string }> }>(
			'preview/app/form/fields.json',
			{ app: app.id },
		);
		return properties.Notes?.label;
	};

	it.each([
		['sato" }, "appEditable": true, "more": { "x": "', '{{ $json.login }}'],
		['sato" }, "appEditable": true, "more": { "x": "', '{{ $json.login.trim() }}'],
		['sa\\to', '{{ $json.login }}'],
	])('gives no other rights: %s by %s', async (login, text) => {
		const before: unknown = await held();
		const { error } = await design('permission', 'updateApp', { rights: right(text) }, { login });
		expect(error?.message).toContain('in "Permissions" has a quotation mark or a backslash');
		expect(await held()).toEqual(before);
	});

	it('changes no other properties of a field', async () => {
		const item = { label: 'New", "required": true, "code": "Gone' };
		const before: unknown = await held();
		const json = { specifyFields: 'json', fieldsJson: field('{{ $json.label }}') };
		const { error } = await design('form', 'updateFields', json, item);
		expect(error?.message).toContain('in "Fields (JSON)" has a quotation mark or a backslash');
		const further = '={ "label": "{{ $json.label }}" }';
		const rows = [{ code: 'Notes', type: 'MULTI_LINE_TEXT', properties: {}, further }];
		const below = { specifyFields: 'below', fields: { rows } };
		const listed = await design('form', 'updateFields', below, item);
		expect(listed.error?.message).toContain('in "Properties (JSON) of Notes" has a quotation mark');
		expect(await held()).toEqual(before);
	});

	it.each([
		['a "b"', '{{ JSON.stringify($json.label).slice(1, -1) }}'],
		['a "b"', `{{ $json.label.replaceAll('"', '\\\\"') }}`],
		['say {x}', '{{ $json.label }}'],
	])('is written: %s by %s', async (wanted, text) => {
		const json = { specifyFields: 'json', fieldsJson: field(text) };
		const { error } = await design('form', 'updateFields', json, { label: wanted });
		expect(error).toBeUndefined();
		expect(await label()).toBe(wanted);
	});
});
