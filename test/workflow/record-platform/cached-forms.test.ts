import * as fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { options } from '../../sandbox/record-platform/api';
import type { NodeOutcome } from '../../support/workflow';
import { useNewApp } from './app';
import { automatic, mapping } from './world';

const FIELDS = {
	Key: { type: 'SINGLE_LINE_TEXT', unique: true },
	A: { type: 'SINGLE_LINE_TEXT', label: 'First' },
	N: { type: 'NUMBER' },
	D: { type: 'DATE' },
	C: { type: 'DROP_DOWN', options: options('a', 'b') },
	T: { type: 'SUBTABLE', fields: { P: { type: 'SINGLE_LINE_TEXT' }, Q: { type: 'NUMBER' } } },
};

const app = useNewApp(FIELDS);

const published = { isPublished: true };
const byKey = { fields: automatic({ matchingColumns: ['Key'] }) };
const FORM = 'GET /k/v1/app/form/fields.json';

const SATO = { signInWith: 'password', username: 'sato', password: 'sato' };

/** The same credential as another one: nothing is remembered for it. */
const anew = () => ({ account: { ...SATO, baseUrl: `${app.sandbox.url}/k/#` } });

/** Counts the requests of a run of a published workflow. */
async function callsOf(run: () => Promise<NodeOutcome>): Promise<string[]> {
	await app.sandbox.forget();
	const { error } = await run();
	if (error) throw error;
	return await app.sandbox.calls();
}

const ROW = { P: 'p', Q: 1 };
const table = { table: 'T', columns: automatic() };
const row = { findBy: 'key', keyField: 'Key', keyValue: 'k', table: 'T' };
const byColumn = { matchingColumns: ['P'] };
const isRow = { rows: [{ column: 'P', operator: 'equals', value: 'p' }] };

it.each<[string, IDataObject, IDataObject, number]>([
	['create', { fields: automatic() }, { A: 'a' }, 1],
	['createOne', { fields: automatic() }, { A: 'a' }, 1],
	['update', byKey, { Key: 'k', A: 'b' }, 1],
	['updateOne', byKey, { Key: 'k', A: 'b' }, 1],
	['upsert', byKey, { Key: 'k', A: 'b' }, 1],
	['update', { ...byKey, options: { onlyChanges: true } }, { Key: 'k', A: 'c' }, 2],
	['update', { ...byKey, options: { onConflict: 'merge' } }, { Key: 'k', A: 'd' }, 2],
	['createWithTable', { ...table, groupBy: 'x', fields: automatic() }, ROW, 1],
	['upsertWithTable', { ...table, ...byKey }, { Key: 'k', ...ROW }, 1],
	['tableRow.add', { ...row, columns: mapping(ROW) }, {}, 2],
	['tableRow.update', { ...row, columns: mapping({ ...ROW, Q: 2 }, byColumn) }, {}, 2],
	['tableRow.delete', { ...row, deleteBy: 'conditions', rowConditions: isRow }, {}, 2],
])('%s %j: %j of a published workflow takes no form', async (name, parameters, item, count) => {
	const [operation = '', resource = 'record'] = name.split('.').reverse();
	const run = async () => {
		const input = { resource, items: [item], ...published };
		return await app.run(operation, parameters, input);
	};
	await app.create({ Key: 'k', T: [{ value: { P: { value: 'p' } } }] });
	await run();
	for (const id of await app.api.ids(app.id, ''))
		await app.change(id, { A: '', T: [{ value: { P: { value: 'p' } } }] });
	const calls = await callsOf(run);
	expect(calls).not.toContain(FORM);
	expect(calls).toHaveLength(count);
});

it('reads the form each time in the editor, for a dry run, and for another credential', async () => {
	const create = { fields: automatic() };
	const run = async (more: object, parameters: IDataObject = {}) =>
		await app.run('create', { ...create, ...parameters }, { items: [{ A: 'a' }], ...more });
	await run(published);
	for (const [more, parameters] of [
		[{}],
		[{ ...published, account: SATO }],
		[published, { options: { dryRun: true } }],
	] as Array<[object, IDataObject?]>) {
		expect(await callsOf(async () => await run(more, parameters))).toContain(FORM);
	}
	expect(await callsOf(async () => await run(published))).not.toContain(FORM);
});

interface Case {
	operation: 'create' | 'update' | 'upsert';
	parameters: IDataObject;
	items: IDataObject[];
}

const put = async (properties: object) =>
	await app.api.ok('PUT', 'preview/app/form/fields.json', { app: app.id, properties });
const drop = async (...fields: string[]) =>
	await app.api.ok('DELETE', 'preview/app/form/fields.json', { app: app.id, fields });
const retype = (code: keyof typeof FIELDS, field: object) => async () => {
	await drop(code);
	await app.api.addFields(app.id, { [code]: field });
};
const rights = async (of: object) =>
	await app.api.ok('PUT', 'preview/app/acl.json', {
		app: app.id,
		rights: [
			{ entity: { type: 'CREATOR', code: null }, appEditable: true, recordViewable: true },
			{ entity: { type: 'USER', code: 'sato' }, ...of },
		],
	});
const ofField = async (accessibility: string) =>
	await app.api.ok('PUT', 'preview/field/acl.json', {
		app: app.id,
		rights: [{ code: 'A', entities: [{ entity: { type: 'USER', code: 'sato' }, accessibility }] }],
	});
const text = { type: 'SINGLE_LINE_TEXT' };

/** What a person changes between two runs. */
const changes = {
	'a new text field': async () => await app.api.addFields(app.id, { X: text }),
	'a field with the label X': async () => await put({ D: { type: 'DATE', label: 'X' } }),
	'another code': async () => await put({ A: { ...text, code: 'X' } }),
	'codes exchanged': async () =>
		await put({ A: { ...text, code: 'Y' }, D: { type: 'DATE', code: 'A' } }),
	required: async () => await put({ A: { ...text, required: true } }),
	'shorter text': async () => await put({ A: { ...text, maxLength: '1' } }),
	'one choice less': async () =>
		await put({ C: { type: 'DROP_DOWN', options: options('b'), defaultValue: '' } }),
	'one choice more': async () =>
		await put({ C: { type: 'DROP_DOWN', options: options('a', 'b', 'c') } }),
	'a date becomes a number': retype('D', { type: 'NUMBER' }),
	'a date becomes text': retype('D', text),
	'a number becomes a date': retype('N', { type: 'DATE' }),
	'text becomes a choice': retype('A', { type: 'CHECK_BOX', options: options('x', 'z') }),
	'a table of other columns': retype('T', { type: 'SUBTABLE', fields: { R: text } }),
	'no table': async () => await drop('T'),
	'no text': async () => await drop('A'),
	'no longer unique': async () => await put({ Key: { ...text, unique: false } }),
	'no key': async () => await drop('Key'),
	'reading only': async () => await rights({ recordViewable: true }),
	'no rights': async () => await rights({}),
	'a field to read': async () => await ofField('READ'),
	'a field that is hidden': async () => await ofField('NONE'),
};

type Change = keyof typeof changes;

/** Values that the first form takes, and less often others. */
const value = <T>(usual: T[], odd: T[] = []) =>
	fc.oneof(
		{ weight: 12, arbitrary: fc.constantFrom(...usual) },
		{ weight: odd.length, arbitrary: fc.constantFrom(...odd, usual[0] as T) },
	);

const item = fc.oneof(
	{
		weight: 4,
		arbitrary: fc.record(
			{
				A: value(['x', 'long text', '2031-03-03', '']),
				N: value<unknown>([1, 5, '20310303'], ['no number']),
				D: value(['2031-03-03', '2031-03-04', ''], ['3']),
				C: value(['a', 'b', ''], ['c']),
				T: value<unknown>([[{ P: 'p', Q: 2 }], [{ P: 'q' }], []], [[{ R: 'r' }]]),
			},
			{ requiredKeys: ['A'] },
		),
	},
	{
		weight: 1,
		arbitrary: fc.record({ First: value(['by label']), X: value<unknown>(['x', 8, '2031-03-04']) }),
	},
) as fc.Arbitrary<IDataObject>;

const cases: fc.Arbitrary<Case> = fc.record({
	operation: fc.constantFrom('create' as const, 'update' as const, 'upsert' as const),
	parameters: fc.record({
		unknownColumns: fc.constantFrom('ignore', 'stop'),
		onlyChanges: fc.boolean(),
		whenRefused: fc.constantFrom('others', 'undo'),
	}),
	items: fc.array(item, { minLength: 1, maxLength: 2 }),
});

/** What a person sees of a run, and what the app has after it. */
async function seen({ output, errors, error, hints }: NodeOutcome): Promise<string> {
	const told = (one?: { message?: string; description?: unknown }) =>
		one && [one.message, one.description];
	const records = await app.records();
	const all = {
		output: output.map((item) => [item.json, told(item.error)]),
		errors: errors.map(({ json }) => json),
		error: told(error as never),
		// Those that count depend on the requests.
		hints: hints.map(({ message }) => message).filter((one) => !/^\d+ \w+ed/.test(one)),
		records: records.map(({ Created_datetime: _, Updated_datetime: __, ...rest }) => rest),
	};
	return JSON.stringify(all, null, 1);
}

/** Changes after which the service takes cells of the form before without a word. */
const SILENT = new Set<Change>([
	'another code',
	'codes exchanged',
	'a date becomes text',
	'text becomes a choice',
	'a table of other columns',
	'no text',
	'no table',
]);

const RUNS = process.env.NIGHT ? 12 : 1;

/**
 * A form that was read before decides nothing against an item. What the service takes without a word, it
 * does decide, for a minute: as for a run that had read the form before it changed.
 */
it.each(Object.keys(changes) as Change[])(
	'%s: what comes of it is as in a new process',
	async (change) => {
		const property = fc.asyncProperty(cases, async (one) => await compare(change, one));
		await fc.assert(property, { numRuns: RUNS, seed: change.length });
	},
	RUNS * 30_000,
);

async function compare(
	change: Change,
	{ operation, parameters: chosen, items }: Case,
): Promise<void> {
	await app.renew();
	await app.create({ Key: 'k0', A: 'old', N: '1', C: 'b' });
	await rights({ recordViewable: true, recordAddable: true, recordEditable: true });
	await app.api.deploy(app.id);
	const { onlyChanges, ...others } = chosen;
	const isNew = operation === 'create';
	const parameters = {
		fields: isNew ? automatic() : byKey.fields,
		options: { ...others, ...(operation === 'update' && { onlyChanges }) },
	};
	const rows = isNew ? items : items.map((item, at) => ({ Key: `k${at}`, ...item }));
	const run = async (more: object = {}) =>
		await app.run(operation, parameters, { items: rows, account: SATO, ...published, ...more });
	await run({ items: [isNew ? {} : { Key: 'k0', C: 'b' }] });
	const changed = async () => {
		await changes[change]();
		await app.api.deploy(app.id);
	};
	await app.sandbox.control('save', { name: 'before' });
	await changed();
	await app.sandbox.control('save', { name: 'after' });
	const cached = await seen(await run());
	await app.sandbox.control('restore', { name: 'after' });
	const fresh = await seen(await run(anew()));
	if (cached === fresh) return;
	if (!SILENT.has(change)) expect(cached).toBe(fresh);
	await app.sandbox.control('restore', { name: 'before' });
	const write = { method: isNew ? 'POST' : 'PUT' };
	const before = await app.sandbox.whileHeld([write], async () => await run(anew()), changed);
	expect(cached).toBe(await seen(before));
}
