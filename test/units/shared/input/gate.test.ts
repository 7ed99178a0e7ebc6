import type { INodeParameters, INodePropertyOptions } from 'n8n-workflow';

import { groupware } from '../../../../nodes/Groupware/service';
import { recordPlatform } from '../../../../nodes/RecordPlatform/service';
import type { Operation, Parameter, Service } from '../../../../nodes/shared/catalogue';
import { InputError } from '../../../../nodes/shared/errors';
import { gateOf } from '../../../../nodes/shared/input/gate';
import { isOn, listAt, numberAt, textAt, valueAt } from '../../../../nodes/shared/parameters';
import { requestBuilder } from '../../../../nodes/shared/request';
import { itemWith } from '../../../support/item';
import { operation, text } from '../../../support/toy';

const services = [recordPlatform, groupware] as unknown as Service[];
const operations = services.flatMap(({ resources }) =>
	resources.flatMap(({ value, operations: own }) =>
		own.map((one) => [`${value}.${one.value}`, one] as const),
	),
);

/** What the gate makes of a value that an expression gave at a position of an operation. */
function passed(
	parameter: Parameter,
	position: Position,
	given: unknown,
	method: Operation['method'],
) {
	const { parameters, path, at } = POSITIONS[position](parameter);
	const values: Record<string, unknown> = at(given);
	const gate = gateOf(
		{ stored: at('={{ $json.x }}'), varies: () => true, read: (name) => values[name] },
		operation(parameters, { method }),
	);
	const faults = gate.faults(0);
	if (faults.length > 0) return `refused: ${faults.map(({ message }) => message).join('; ')}`;
	const steps = path.split('.').slice(1);
	return steps.reduce<unknown>(
		(value, step) => (value as Record<string, unknown>)[step],
		gate.read(path.split('.')[0] as string, 0),
	);
}

type At = (value: unknown) => Record<string, unknown>;
interface Placed {
	parameters: Parameter[];
	path: string;
	at: At;
}

function inCollection(name: string): (one: Parameter) => Placed {
	return (one) => ({
		parameters: [text(name, { type: 'collection', options: [one] })],
		path: `${name}.a`,
		at: (value) => ({ [name]: { a: value } }),
	});
}

const rows = (name: string, values: Parameter[]): Parameter =>
	text(name, {
		displayName: 'Rows',
		type: 'fixedCollection',
		options: [{ displayName: 'Row', name: 'rows', values: values as never[] }],
	});

const POSITIONS = {
	top: (one) => ({ parameters: [one], path: 'a', at: (value) => ({ a: value }) }),
	options: inCollection('options'),
	fields: inCollection('updateFields'),
	row: (one) => ({
		parameters: [rows('list', [one])],
		path: 'list.rows.0.a',
		at: (value) => ({ list: { rows: [{ a: value }] } }),
	}),
	'row in a collection': (one) => ({
		parameters: [text('updateFields', { type: 'collection', options: [rows('list', [one])] })],
		path: 'updateFields.list.rows.0.a',
		at: (value) => ({ updateFields: { list: { rows: [{ a: value }] } } }),
	}),
} satisfies Record<string, (one: Parameter) => Placed>;
type Position = keyof typeof POSITIONS;

const choices = ['timed', 'allDay'].map((value) => ({ name: value, value }));
const KINDS = {
	choice: text('a', { type: 'options', default: 'timed', options: choices }),
	'open choice': text('a', { type: 'options', default: '', options: choices, open: true }),
	choices: text('a', { type: 'multiOptions', options: choices }),
	switch: text('a', { type: 'boolean', default: false }),
	number: text('a', { type: 'number', default: 1, typeOptions: { minValue: 1 } }),
	text: text('a'),
	required: text('a', { required: true }),
	ID: text('a', { holds: 'id' }),
	codes: text('a', { holds: 'codes' }),
	given: text('a', { type: 'multiOptions', role: 'given' }),
	selects: text('a', { role: 'selects' }),
	date: text('a', { type: 'dateTime' }),
	mapper: text('a', { type: 'resourceMapper', default: {} }),
	locator: text('a', {
		type: 'resourceLocator',
		modes: [{ displayName: 'By Login Name', name: 'code', type: 'string' }],
	}),
} satisfies Record<string, Parameter>;

const byCode = (value: unknown) => ({ __rl: true, mode: 'code', value });
const NOT = 'is not a valid value for "A"';
const LOST = ", which can't be stored";

/** What a value becomes: at each position, where there is one column; else at the top, in a collection of options, of fields, and in a row. */
const RIGHT: Array<[kind: keyof typeof KINDS, given: unknown, becomes: unknown]> = [
	['choice', 'allDay', 'allDay'],
	['choice', ['allDay'], 'allDay'],
	['choice', [['allDay']], 'allDay'],
	['choice', { value: 'allDay', name: 'All Day' }, 'allDay'],
	['choice', { code: 'timed' }, 'timed'],
	['choice', { name: 'timed' }, 'timed'],
	['choice', [{ name: 'timed' }], 'timed'],
	['choice', ' allDay\n', 'allDay'],
	['choice', 'other', 'refused: "other" NOT'],
	['choice', ['timed', 'allDay'], 'refused: "A" takes one value, not a list of 2 values'],
	['choice', {}, 'refused: "{}" NOT'],
	['open choice', { code: 'meeting', name: 'In a meeting' }, 'meeting'],
	['open choice', null, ''],
	['open choice', '', ''],
	['open choice', { other: 1 }, 'refused: "A" takes one value, not an object'],
	['choices', 'timed, allDay', ['timed', 'allDay']],
	['choices', [{ code: 'timed' }, null, ''], ['timed']],
	['choices', ['timed', 'x'], 'refused: "x" NOT'],
	['choices', null, []],
	['switch', true, true],
	['switch', [true], true],
	['switch', 'FALSE', false],
	['switch', [' true '], true],
	['switch', 'yes', 'refused: "yes" NOT'],
	['switch', 1, 'refused: "1" NOT'],
	['number', 30, 30],
	['number', ['30'], 30],
	['number', ' ３０ ', 30],
	['number', 'many', 'refused: "A" is not a number: "many"'],
	['number', [1, 2], 'refused: "A" is not a number: "[1,2]"'],
	['number', 0.5, 'refused: "A" must be a whole number of at least 1: "0.5"'],
	['text', ['x'], 'x'],
	['text', 'a, b', 'a, b'],
	['text', null, ''],
	['text', [], ''],
	['text', 'a\0b', 'refused: "A" contains the character NUL (at position 2) LOST'],
	['text', '\uD83D', 'refused: "A" contains half of a character (at position 1) LOST'],
	['text', '😀', '😀'],
	['required', 0, 0],
	['required', false, false],
	['ID', 7, 7],
	['ID', { $id: { type: '__ID__', value: '5' }, url: 'x' }, '5'],
	['ID', { id: '5', code: 'c', name: 'n' }, '5'],
	['ID', [{ id: 5 }], 5],
	['ID', { $rowId: '5' }, 'refused: "A" takes one value, not an object'],
	['ID', { other: 5 }, 'refused: "A" takes one value, not an object'],
	['codes', 'sato, suzuki, ', ['sato', 'suzuki']],
	['codes', ['a, b'], ['a, b']],
	['codes', [7, true], ['7', 'true']],
	['codes', [{ id: '1', code: 'sato', name: 'Sato' }, [], null], ['sato']],
	['codes', ['x\0'], 'refused: "A" contains the character NUL (at position 2) LOST'],
	['codes', { type: 'USER_SELECT', value: [{ code: 'sato' }] }, ['sato']],
	['codes', [{ id: '7' }], 'refused: "A" takes texts, not objects: "[{"id":"7"}]"'],
	['codes', [{}], 'refused: "A" takes texts, not objects: "[{}]"'],
	['text', NaN, 'refused: "A" is not a number: "NaN"'],
	['ID', { name: '81', city: 'x' }, 'refused: "A" takes one value, not an object'],
	['given', [], []],
	['given', undefined, 'refused: "A" is empty'],
	['selects', 'x', 'x'],
	['date', ['2031-03-03'], '2031-03-03'],
	['date', { date: '2031-03-03' }, { date: '2031-03-03' }],
	['mapper', { mappingMode: 'defineBelow' }, { mappingMode: 'defineBelow' }],
	[
		'mapper',
		{ mappingMode: ['autoMapInputData'] },
		'refused: "["autoMapInputData"]" is not a valid mapping mode for "A"',
	],
	['mapper', { mappingMode: 'nope' }, 'refused: "nope" is not a valid mapping mode for "A"'],
	['locator', byCode('sato'), { code: 'sato' }],
	['locator', byCode({ id: '1', code: 'sato', name: 'Sato' }), { code: 'sato' }],
	['locator', byCode(['sato']), { code: 'sato' }],
	['locator', byCode([]), ''],
	['locator', byCode(undefined), ''],
];

describe.each(Object.keys(POSITIONS) as Position[])('a value at this position: %s', (position) => {
	const where = position.startsWith('row') ? '"A" in row 1 of "Rows"' : '"A"';
	it.each(RIGHT)('%s, %j becomes %j', (kind, given, becomes) => {
		const expected =
			typeof becomes === 'string'
				? becomes.replace('NOT', NOT).replace(' LOST', LOST).replace('"A"', where)
				: becomes;
		expect(passed(KINDS[kind], position, given, 'POST')).toEqual(expected);
	});

	/** What is refused without a value, in a new thing and in an update, by its position. */
	const EMPTY: Array<[keyof typeof KINDS, Position[]]> = [
		['choice', ['top', 'options', 'row', 'row in a collection']],
		['open choice', []],
		['switch', ['top', 'options']],
		['number', ['top']],
		['required', Object.keys(POSITIONS) as Position[]],
		['selects', Object.keys(POSITIONS) as Position[]],
		['text', []],
		['ID', []],
		['date', []],
	];
	const blanks = [undefined, null, '', [], ' '];
	it.each(EMPTY.flatMap(([kind, needed]) => blanks.map((blank) => [kind, blank, needed] as const)))(
		'%s, %j is refused where it has to be there, else not given or cleared',
		(kind, given, needed) => {
			for (const method of ['POST', 'PUT'] as const) {
				const outcome = passed(KINDS[kind], position, given, method);
				if (needed.includes(position)) expect(outcome).toBe(`refused: ${where} is empty`);
				else if (given === undefined) expect(outcome).toBeUndefined();
				else expect([undefined, '', ' ']).toContain(outcome);
			}
		},
	);
});

it('what the person left empty selects everything, what an expression does not find selects nothing', () => {
	const one = operation([KINDS.selects], { method: 'PUT' });
	const faults = (stored: string, given: unknown) =>
		gateOf({ stored: { a: stored }, varies: () => false, read: () => given }, one).faults(0).length;
	expect(faults('', '')).toBe(0);
	expect(faults('={{ $json.x }}', undefined)).toBe(1);
});

it('what the person does not see is neither read nor refused', () => {
	const hidden = { ...KINDS.number, displayOptions: { show: { kind: ['x'] } } };
	const one = operation([text('kind'), hidden]);
	const seen = itemWith({ kind: 'x', a: 'many' }, { operation: one });
	expect(seen.faults()).toHaveLength(1);
	expect(() => seen.read('a')).toThrow('"A" is not a number');
	const unseen = itemWith({ kind: 'y', a: 'many' }, { operation: one });
	expect(unseen.faults()).toEqual([]);
	expect(unseen.read('a')).toBeUndefined();
	expect(numberAt(unseen, 'a')).toBe(1);
});

describe('of several items', () => {
	/** A gate to two items. Those of the names differ between them. */
	function gateTo(
		parameters: Parameter[],
		varying: string[],
		items: Array<Record<string, unknown>>,
	) {
		const reads: string[] = [];
		const read = (name: string, index: number) => {
			reads.push(`${name} ${index}`);
			return items[index]?.[name];
		};
		const varies = (name: string) => varying.includes(name);
		return { gate: gateOf({ stored: {}, varies, read }, operation(parameters)), reads };
	}

	it('each has its own value of an expression, and the others are read once', () => {
		const items = [
			{ a: 'x', b: 'same' },
			{ a: 'y', b: 'same' },
		];
		const { gate, reads } = gateTo([text('a'), text('b')], ['a'], items);
		expect([0, 1].map((index) => ['a', 'b', 'a'].map((name) => gate.read(name, index)))).toEqual([
			['x', 'same', 'x'],
			['y', 'same', 'y'],
		]);
		expect(reads).toEqual(['a 0', 'b 0', 'a 1']);
	});

	it.each(['kind', '/kind'])('each sees what its own choice shows (%s)', (name) => {
		const kind = text('kind', { type: 'options', options: choices, default: 'timed' });
		const shownBy = text('a', { displayOptions: { show: { [name]: ['timed'] } } });
		const items = ['timed', 'allDay'].map((chosen) => ({ kind: chosen, a: 'x' }));
		const { gate } = gateTo([kind, shownBy], ['kind'], items);
		expect([0, 1].map((index) => gate.read('a', index))).toEqual(['x', undefined]);
	});
});

it('a value that is refused keeps nobody from those beside it', () => {
	const fields = text('updateFields', { type: 'collection', options: [KINDS.number, text('b')] });
	const item = itemWith(
		{ updateFields: { a: 'many', b: 'x' } },
		{ operation: operation([fields]) },
	);
	expect(item.read('updateFields.b')).toBe('x');
	for (const path of ['updateFields.a', 'updateFields']) {
		expect(() => item.read(path)).toThrow('"A" is not a number');
	}
});

it.each<[string, Partial<Operation>, number]>([
	['reads', { method: 'GET' }, 0],
	['reads, by another method', { method: 'POST', readOnly: true }, 0],
	['writes', { method: 'PUT' }, 1],
])('a model may leave empty what selects everything, where an operation %s', (_, more, count) => {
	const stored = { a: "={{ $fromAI('a') }}" };
	const raw = { stored, varies: () => true, read: () => undefined };
	expect(gateOf(raw, operation([KINDS.selects], more)).faults(0)).toHaveLength(count);
});

it('what a row shows is decided by what its choice means', () => {
	const kind = text('kind', { type: 'options', options: choices, default: 'timed' });
	const shownBy = { ...KINDS.text, displayOptions: { show: { kind: ['allDay'] } } };
	const one = operation([rows('list', [shownBy, kind])]);
	const faults = (chosen: unknown) =>
		itemWith({ list: { rows: [{ a: 'x\0', kind: chosen }] } }, { operation: one }).faults().length;
	expect([' allDay ', ['allDay'], { value: 'allDay' }, 'timed'].map(faults)).toEqual([1, 1, 1, 0]);
});

it('an item is refused with all of its faults at once', async () => {
	const broken = () => {
		throw new InputError('"b" is not a valid date: "x"', 'Use a date such as 2026-02-28');
	};
	const one = operation([
		KINDS.number,
		text('b', { send: { in: 'body', key: 'b', as: broken } }),
		text('c', { required: true }),
		// Derived from what was refused, it says nothing of its own.
		text('d', { send: { in: 'body', key: 'd', as: (_, item) => item.read('a') } }),
	]);
	const item = itemWith({ a: 'many', b: 'x', c: '', d: '1' }, { operation: one });
	const service = { route: (_: unknown, path: string) => path } as unknown as Service;
	await expect(async () => await requestBuilder(service, one)(item)).rejects.toMatchObject({
		message: '"A" is not a number: "many". "C" is empty. "b" is not a valid date: "x"',
		advice: 'Enter a value, or correct the expression. Use a date such as 2026-02-28',
	});
});

/** Each control of an operation with one value, by its position; `at` puts a value there. */
function controls(list: Parameter[], at: At = (value) => value as never): Array<[Parameter, At]> {
	return list.flatMap((one): Array<[Parameter, At]> => {
		// Of controls of several types under one name, the operation reads the value itself.
		if (list.some(({ name, type }) => name === one.name && type !== one.type)) return [];
		const own: At = (value) => at({ [one.name]: value });
		if (one.type === 'collection') return controls(one.options as Parameter[], own);
		if (one.type !== 'fixedCollection') return [[one, own]];
		return (one.options ?? []).flatMap((group) =>
			'values' in group
				? controls(group.values as Parameter[], (row) => own({ [group.name]: [row] }))
				: [],
		);
	});
}

it.each(operations)('%s takes a list of one as its entry', (_, one) => {
	const faults = controls(one.parameters).flatMap(([parameter, at]) => {
		const { type, options, name } = parameter;
		const values = {
			options: (options as INodePropertyOptions[] | undefined)?.map(({ value }) => value) ?? ['x'],
			boolean: [true, false],
			number: [100],
		}[type as string];
		return (values ?? []).flatMap((value) => {
			const read = (given: unknown) => {
				const stored = at(given) as INodeParameters;
				const [top] = Object.keys(stored) as [string];
				// Whether it is seen doesn't matter here.
				const parameters = one.parameters
					.filter((other) => other.name === top)
					.map(({ displayOptions: __, ...rest }) => rest);
				const raw = { stored, varies: () => false, read: (key: string) => stored[key] };
				return gateOf(raw, { ...one, parameters }).read(top, 0);
			};
			const [plain, listed] = [read(value), read([value])];
			return JSON.stringify(plain) === JSON.stringify(listed) ? [] : [`${name} ${value}`];
		});
	});
	expect(faults).toEqual([]);
});

describe('what is not given', () => {
	const prefix = text('prefix', { default: 'file_' });
	const one = operation([
		text('on', { type: 'boolean', default: true, displayOptions: { show: { kind: ['x'] } } }),
		text('names', {
			type: 'multiOptions',
			default: ['a'],
			displayOptions: { show: { kind: ['x'] } },
		}),
		text('options', {
			type: 'collection',
			default: {},
			options: [prefix, text('dryRun', { type: 'boolean', default: true })],
		}),
	]);
	const item = itemWith({ kind: 'y', options: {} }, { operation: one });

	it.each<[string, unknown, unknown]>([
		['a switch is off', isOn(item, 'on'), false],
		['an option that is a switch is off', isOn(item, 'options.dryRun'), false],
		['a list is empty', listAt(item, 'names'), []],
		['a text is what the parameter starts with', textAt(item, 'options.prefix'), 'file_'],
		['a text of another operation is empty', textAt(item, 'options.other'), ''],
		['a value is what the parameter starts with', valueAt(item, 'names'), ['a']],
	])('%s', (_, value, expected) => expect(value).toEqual(expected));

	it('is no text where an object is', () => {
		const given = itemWith({ options: { prefix: {} } }, { operation: one });
		expect(() => textAt(given, 'options.prefix')).toThrow('"PREFIX" is an object, not text');
	});
});
