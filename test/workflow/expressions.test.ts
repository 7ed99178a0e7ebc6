import fc from 'fast-check';
import type { IDataObject, IExecuteFunctions, INodeType } from 'n8n-workflow';

import type { Operation } from '../../nodes/shared/catalogue';
import { follow, NOT_HERE, pathOf, rawReader } from '../../nodes/shared/input/reader';
import { loadPackages } from '../../start/headless/packages';
import { jsonOf, runNode } from '../support/workflow';

const KEYS = [
	'a',
	'b1',
	'$id',
	'顧客名',
	'Order date',
	'it\'s "so"',
	'x.y',
	'__proto',
	'length',
	'0',
];

const leaf = fc.oneof(
	fc.string(),
	fc.constantFrom('', '=', '={{ $json.a }}', '{{ 1 }}', '0', 'true'),
	fc.integer(),
	fc.double({ noNaN: true, noDefaultInfinity: true }),
	fc.boolean(),
	fc.constant(null),
	fc.constant(new Date(0)),
);
const { data } = fc.letrec((tie) => ({
	data: fc.oneof(
		{ maxDepth: 3, withCrossShrink: true },
		leaf,
		fc.array(tie('data'), { maxLength: 3 }),
		fc.dictionary(fc.constantFrom(...KEYS), tie('data'), { maxKeys: 4, noNullPrototype: true }),
	),
}));
const json = fc.dictionary(fc.constantFrom(...KEYS), data, { noNullPrototype: true });

const step = fc.oneof(
	fc.constantFrom(...KEYS).map((key) => `["${key.replace(/"/g, '\\"')}"]`),
	fc.constantFrom(...KEYS).map((key) => `['${key.replace(/'/g, "\\'")}']`),
	fc.constantFrom('.a', '.b1', '.$id', '.顧客名', '[0]', '[1]', '.length', '?.a', ' .a'),
);
const path = fc
	.array(step, { minLength: 1, maxLength: 3 })
	.map((steps) => `$json${steps.join('')}`);
const expression = fc.oneof(
	{ weight: 5, arbitrary: path.map((one) => `={{ ${one} }}`) },
	path.map((one) => `={{${one}}}`),
	path.map((one) => `=${one}`),
	path.map((one) => `= {{ ${one} }}`),
	path.map((one) => `={{ ${one} }} `),
	fc.tuple(path, path).map(([one, other]) => `={{ ${one} }}{{ ${other} }}`),
	fc.tuple(path, path).map(([one, other]) => `={{ ${one} + ${other} }}`),
	path.map((one) => `={{ String(${one}) }}`),
	fc.constantFrom('={{ $json }}', '=text', 'text', '={{ $itemIndex }}'),
);

const operation = { parameters: [] } as unknown as Operation;

/** What n8n gives, or the words of the error that it ends with. */
function outcome(read: () => unknown): unknown {
	try {
		return read() ?? undefined;
	} catch (error) {
		return (error as Error).message;
	}
}

/** A node that reads its parameters by us and by n8n. */
const reader = {
	description: {
		displayName: 'Reader',
		name: 'reader',
		group: [],
		version: 1,
		description: 'Reader',
		defaults: {},
		inputs: ['main'],
		outputs: ['main'],
		properties: [
			{ displayName: 'Value', name: 'value', type: 'string', default: '' },
			{ displayName: 'Fields', name: 'fields', type: 'resourceMapper', default: {} },
		],
	},
	async execute(this: IExecuteFunctions) {
		const ours = rawReader(this, operation);
		const rows = this.getInputData().map((_, index) => ({
			json: Object.fromEntries(
				['value', 'fields'].map((name) => [
					name,
					{
						ours: outcome(() => ours.read(name, index)),
						theirs: outcome(() =>
							this.getNodeParameter(name, index, null, { skipValidation: true }),
						),
					},
				]),
			) as IDataObject,
		}));
		return await Promise.resolve([rows]);
	},
} as unknown as INodeType;

async function readBoth(parameters: IDataObject, items: IDataObject[]): Promise<IDataObject[]> {
	const loaded = await loadPackages();
	const nodes = new Map([...loaded.nodes, ['test.reader', reader] as const]);
	const credential = { type: 'recordPlatformApi', data: {} };
	const run = { type: 'test.reader', parameters, items, credential };
	return jsonOf(await runNode({ ...run, loaded: { ...loaded, nodes } }));
}

const SEVERAL = /^=(?:\s*\{\{[^}]*\}\})+\s*$/;
const ONE = /^=\{\{[^}]*\}\}$/;

/** What n8n gives; where a text of several expressions is blank, ours may be nothing. */
function asOurs(stored: unknown, theirs: unknown, ours: unknown): unknown {
	if (typeof stored === 'string') {
		const isBlank = typeof theirs === 'string' && theirs.trim() === '';
		if (!isBlank || !SEVERAL.test(stored) || ONE.test(stored)) return theirs;
		return [undefined, null, ''].includes(ours as null) ? ours : theirs;
	}
	if (typeof theirs !== 'object' || theirs === null || Array.isArray(theirs)) return theirs;
	const inside = (from: unknown, key: string) => (from as IDataObject | undefined)?.[key];
	return Object.fromEntries(
		Object.entries(theirs).map(([key, one]) => [
			key,
			asOurs(inside(stored, key), one, inside(ours, key)),
		]),
	);
}

test('an expression gives what n8n gives, also where it is only followed into the item', async () => {
	await fc.assert(
		fc.asyncProperty(
			expression,
			fc.dictionary(fc.constantFrom(...KEYS), fc.oneof(expression, leaf), {
				noNullPrototype: true,
			}),
			fc.array(json, { minLength: 1, maxLength: 4 }),
			async (value, columns, items) => {
				const fields = { mappingMode: 'defineBelow', value: columns, schema: [{ id: 'a' }] };
				const rows = await readBoth(
					{ value, fields } as unknown as IDataObject,
					items as IDataObject[],
				);
				expect(rows).toHaveLength(items.length);
				for (const row of rows) {
					const both = row as Record<'value' | 'fields', Record<'ours' | 'theirs', unknown>>;
					const { ours, theirs } = both.fields;
					expect(asOurs(value, both.value.theirs, both.value.ours)).toStrictEqual(both.value.ours);
					expect(asOurs(fields, theirs, ours)).toStrictEqual(ours);
				}
			},
		),
		{ numRuns: 100 },
	);
});

test('what the editor writes for a dragged field is followed, everything else is left to n8n', () => {
	expect(pathOf('={{ $json.Customer }}')).toEqual(['Customer']);
	expect(pathOf("={{ $json['Order date'].value[0] }}")).toEqual(['Order date', 'value', 0]);
	expect(pathOf('={{ $json.顧客名 }}')).toEqual(['顧客名']);
	for (const other of [
		'={{ $json }}',
		'={{ $json.a }} ',
		'={{ $json.a.b() }}',
		'={{ $json.a + 1 }}',
	]) {
		expect(pathOf(other)).toBeUndefined();
	}
});

test('what is not data of the item itself is left to n8n', () => {
	const json = { list: [{ a: 0 }], empty: null, when: new Date(0), never: undefined };
	expect(follow(json, ['list', 0, 'a'])).toBe(0);
	expect(follow(json, ['empty'])).toBeNull();
	for (const path of [['missing'], ['never'], ['when'], ['empty', 'a'], ['list', '__proto__']]) {
		expect(follow(json, path)).toBe(NOT_HERE);
	}
});
