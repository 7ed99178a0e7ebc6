import { setImmediate } from 'node:timers/promises';

import fc from 'fast-check';

import type { Operation, Parameter, Prepared } from '../../../nodes/shared/catalogue';
import { shown } from '../../../nodes/shared/input/gate';
import type { Connection } from '../../../nodes/shared/connection';
import { jsonOf } from '../../../nodes/RecordPlatform/jsonShape';
import { requestBuilder } from '../../../nodes/shared/request';
import { itemWith } from '../../support/item';
import { operation, text, toyService } from '../../support/toy';

const service = toyService();

const options = (name: string, ...list: Parameter[]): Parameter => ({
	displayName: name,
	name,
	type: 'collection',
	default: {},
	options: list,
});
const as = (value: unknown) => value;

async function prepare(one: Operation, values: Record<string, unknown>): Promise<Prepared> {
	return await requestBuilder(service, one)(itemWith(values, { operation: one }));
}

it.each([
	['ids', ['4', '5'], { a: ['4', '5'] }],
	['codes', ['sato'], { a: ['sato'] }],
	['codes', [], {}],
	['id', '4', { a: '4' }],
] as const)('a parameter that holds %s is sent as it is: %j', async (holds, value, body) => {
	const one = operation([text('a', { holds, send: { in: 'body', key: 'a' } })]);
	expect((await prepare(one, { a: value })).spec.body).toEqual(body);
});

it('equal requests of many items are one object, never that of other data', async () => {
	const one = operation([text('a', { type: 'json', send: { in: 'body', key: 'a', as } })]);
	const data = fc.oneof(
		fc.constantFrom<unknown>(
			{},
			[],
			[{}],
			{ b: null },
			{ b: undefined },
			{ c: undefined },
			{ b: {} },
			{ b: [1, 2] },
			{ b: { 0: 1, 1: 2 } },
			[1, 2],
			[1],
			'1',
			1,
			0,
			false,
			{ b: 1, c: 2 },
			{ b: 1 },
		),
		fc.date({ noInvalidDate: true }),
	);
	await fc.assert(
		fc.asyncProperty(fc.array(data, { minLength: 2, maxLength: 5 }), async (list) => {
			const next = requestBuilder(service, one);
			for (const value of list) {
				expect((await next(itemWith({ a: value }))).spec.body).toStrictEqual({ a: value });
			}
		}),
		{ numRuns: 300 },
	);
	const next = requestBuilder(service, one);
	const nested = () => ({ b: [{ c: 1 }, 'x', null], d: { e: true } });
	const first = await next(itemWith({ a: nested() }));
	expect((await next(itemWith({ a: nested() }))).spec).toBe(first.spec);
});

describe('a request', () => {
	it('may be sent twice where it only reads', async () => {
		const repeatable = async (more: Partial<Operation>) =>
			(await prepare(operation([], more), {})).spec.repeatable;
		expect(await repeatable({ method: 'GET' })).toBe(true);
		expect(await repeatable({ method: 'POST', readOnly: true })).toBe(true);
		for (const method of ['POST', 'PUT', 'DELETE', 'PATCH'] as const) {
			expect(await repeatable({ method })).toBe(false);
		}
	});

	it('has only the parts that it needs', async () => {
		const { spec } = await prepare(operation([text('a')], { method: 'DELETE' }), { a: '' });
		expect(spec).toStrictEqual({ method: 'DELETE', path: '/x', repeatable: false });
		const answering = await prepare(operation([], { answer: ['id'] }), {});
		expect(answering.spec).toMatchObject({ answer: ['id'], body: {} });
		const asking = operation([text('a', { send: { in: 'query', key: 'a' } })], { method: 'GET' });
		expect((await prepare(asking, { a: '1' })).spec.query).toEqual({ a: '1' });
		expect((await prepare(asking, { a: '' })).spec).not.toHaveProperty('query');
		const deleting = await prepare(operation([text('a')], { method: 'DELETE' }), { a: '1' });
		expect(deleting.spec.body).toEqual({ a: '1' });
		const reading = await prepare(operation([text('a')], { method: 'GET', reply: 'file' }), {
			a: '1',
		});
		expect(reading.spec).toStrictEqual({
			method: 'GET',
			path: '/x',
			repeatable: true,
			reply: 'file',
		});
	});

	it('with a file has it in the place of a body', async () => {
		const one = operation([text('data', { send: { in: 'file', key: 'upload' } }), text('a')]);
		const prepared = await requestBuilder(
			service,
			one,
		)(itemWith({ data: 'plan', a: '1' }, { index: 4 }));
		expect(prepared.index).toBe(4);
		expect(prepared.spec).toStrictEqual({
			method: 'POST',
			path: '/x',
			repeatable: false,
			file: { field: 'upload', property: 'plan', item: 4 },
		});
	});

	it('has each part of its path, or is refused', async () => {
		const one = operation(
			[
				text('space', { send: { in: 'path', key: 'space', keepEmpty: true } }),
				text('app', { type: 'json', send: { in: 'path', key: 'app', as } }),
			],
			{ path: '/spaces/{space}/apps/{app}' },
		);
		expect((await prepare(one, { space: 'a b', app: 0 })).spec.path).toBe('/spaces/a%20b/apps/0');
		await expect(prepare(one, { space: '', app: 1 })).rejects.toThrow('"space" is empty');
		await expect(prepare(one, { space: '1', app: '' })).rejects.toThrow('"app" is empty');
		await expect(prepare(one, { space: '1' })).rejects.toThrow('"app" is empty');
	});
});

describe('with a credential that is read only', () => {
	const readOnly = { baseUrl: 'https://example.cybozu.com', signIn: 'password', readOnly: true };
	const upload = text('data', { send: { in: 'file', key: 'upload' } });
	const dryRun = options('options', text('dryRun', { type: 'boolean', send: undefined }));
	it.each<[string, Partial<Operation>, Record<string, unknown>, boolean]>([
		['what reads', { method: 'GET' }, {}, true],
		['what reads by another method', { readOnly: true }, {}, true],
		['a change', {}, {}, false],
		['a change among others', { parameters: [text('a'), text('b')] }, { a: '1' }, false],
		['an upload', { readOnly: true, parameters: [text('a'), upload] }, { data: 'x' }, false],
		['a dry run', { parameters: [text('a'), dryRun] }, { options: { dryRun: true } }, true],
		['a dry run that is off', { parameters: [dryRun] }, { options: { dryRun: false } }, false],
		[
			'a dry run that the operation lacks',
			{ parameters: [options('options')] },
			{ options: { dryRun: true } },
			false,
		],
	])('%s', async (_, { parameters = [], ...more }, values, isSent) => {
		const one = operation(parameters, { name: 'Add', ...more });
		const item = itemWith(values, { operation: one, connection: readOnly as Connection });
		const made = async () => await requestBuilder(service, one)(item);
		if (isSent) return void expect((await made()).spec.path).toBe('/x');
		await expect(made).rejects.toMatchObject({
			message: '"Add" would change data, but "Read Only" is on in the credential',
			advice: 'Nothing was sent. Use another credential, or turn off "Read Only"',
		});
	});
});

describe('what is sent', () => {
	const body = async (parameters: Parameter[], values: Record<string, unknown>) =>
		(await prepare(operation(parameters), values)).spec.body;

	it('stands at its key, at any depth and beside others', async () => {
		const parameters = [
			text('a', { send: { in: 'body', key: 'x.y.a' } }),
			text('b', { send: { in: 'body', key: 'x.y.b' } }),
			text('c', { send: { in: 'body', key: 'x.c' } }),
		];
		expect(await body(parameters, { a: '1', b: '2', c: '3' })).toEqual({
			x: { y: { a: '1', b: '2' }, c: '3' },
		});
	});

	it('may be an element of any kind, or several parts of one', async () => {
		const element = async (parameters: Parameter[], values: Record<string, unknown>) =>
			(await prepare(operation(parameters), values)).element;
		const whole = text('all', { type: 'json', send: { in: 'element', key: '', as } });
		const part = text('a', { send: { in: 'element', key: 'a' } });
		expect(await element([whole], { all: '7' })).toBe('7');
		expect(await element([whole], { all: [7] })).toEqual([7]);
		expect(await element([whole], { all: { b: 2 } })).toEqual({ b: 2 });
		expect(await element([part, whole], { a: '1', all: { b: 2 } })).toEqual({ a: '1', b: 2 });
		expect(await element([whole, part], { a: '1', all: { b: 2 } })).toEqual({ a: '1', b: 2 });
		expect(await element([], {})).toEqual({});
		// A list cannot hold both.
		expect(await element([part, whole], { a: '1', all: [7] })).toEqual([7]);
	});

	it('is nothing that is missing or empty, unless emptiness is meant', async () => {
		const value = text('a', { type: 'json' });
		for (const nothing of ['', ' ', null, undefined, [], [null, '']]) {
			expect(await body([value], { a: nothing })).toEqual({});
		}
		for (const something of [0, false, {}]) {
			expect(await body([value], { a: something })).toEqual({ a: something });
		}
		const kept = text('a', { type: 'json', send: { in: 'body', key: 'a', keepEmpty: true } });
		for (const [given, sent] of [
			['', { a: '' }],
			[[], { a: [] }],
			[null, { a: '' }],
		] as const) {
			expect(await body([kept], { a: given })).toEqual(sent);
		}
		const converted = (result: unknown) =>
			text('a', { send: { in: 'body', key: 'a', as: () => result } });
		for (const nothing of [null, undefined]) {
			expect(await body([converted(nothing)], { a: 'x' })).toEqual({});
		}
		expect(await body([converted([])], { a: 'x' })).toEqual({ a: [] });
	});

	it('is nothing that other choices hide', async () => {
		const hidden = text('a', { displayOptions: { show: { b: ['yes'] } } });
		expect(await body([hidden, text('b')], { a: 'x', b: 'no' })).toEqual({ b: 'no' });
		expect(await body([hidden, text('b')], { a: 'x', b: 'yes' })).toEqual({ a: 'x', b: 'yes' });
	});

	it('keeps its order where a conversion takes time', async () => {
		const later = (name: string) =>
			text(name, {
				send: {
					in: 'body',
					key: name,
					as: async (value) => await setImmediate(`${String(value)}!`),
				},
			});
		const parameters = [text('a'), later('b'), text('c'), later('d')];
		const made = await body(parameters, { a: '1', b: '2', c: '3', d: '4' });
		expect(JSON.stringify(made)).toBe('{"a":"1","b":"2!","c":"3","d":"4!"}');
	});

	it('is of a collection only what was added to it, and nothing where it is none', async () => {
		const parameters = [options('options', text('a'), text('b', { send: undefined })), text('c')];
		expect(await body(parameters, { options: { a: '1', b: '2', z: '3' }, c: '4' })).toEqual({
			a: '1',
			c: '4',
		});
		for (const none of [{}, null, 'x', ['a'], undefined]) {
			expect(await body(parameters, { options: none, c: '4' })).toEqual({ c: '4' });
		}
		const fixed: Parameter = { ...options('list', text('a')), type: 'fixedCollection' };
		expect(await body([fixed], { list: { a: '1' } })).toEqual({});
	});

	it('is text where the control is one for text, also when an expression gives a number', async () => {
		const parameters = [text('a'), text('b'), text('c', { type: 'number', default: 0 })];
		const values = { a: 101, b: true, c: 5 };
		expect(await body(parameters, values)).toEqual({ a: '101', b: 'true', c: 5 });
		await expect(body(parameters, { ...values, a: ['x', 'y'] })).rejects.toThrow('is a list');
	});

	it('is an empty list of JSON, as text and as what an expression gives', async () => {
		const send: Parameter['send'] = {
			in: 'body',
			key: 'a',
			as: (value) => jsonOf(value, { list: 'any' }, 'A'),
		};
		const list = text('a', { type: 'json', required: true, send });
		expect(await body([list], { a: '[]' })).toEqual({ a: [] });
		expect(await body([list], { a: [] })).toEqual({ a: [] });
	});

	it('is refused where it is required and missing', async () => {
		for (const nothing of ['', null, undefined, []]) {
			await expect(body([text('a', { required: true })], { a: nothing })).rejects.toThrow(
				'"A" is empty',
			);
		}
		expect(await body([text('a', { required: true })], { a: '0' })).toEqual({ a: '0' });
	});
});

it('a control is seen by what the others hold', () => {
	const seen = (displayOptions: Parameter['displayOptions'], values: Record<string, unknown>) =>
		shown(text('a', { displayOptions }), (name) => values[name.replace(/^\//, '')]);
	expect(seen(undefined, {})).toBe(true);
	expect(seen({ show: { mode: ['on'], '/kind': ['x', 'y'] } }, { mode: 'on', kind: 'y' })).toBe(
		true,
	);
	expect(seen({ show: { mode: ['on'], '/kind': ['x'] } }, { mode: 'on', kind: 'y' })).toBe(false);
	expect(seen({ hide: { mode: ['off'], kind: ['x'] } }, { mode: 'on', kind: 'x' })).toBe(false);
	expect(seen({ show: { mode: ['on'] }, hide: { kind: ['x'] } }, { mode: 'on', kind: 'y' })).toBe(
		true,
	);
	expect(seen({ show: { 'options/mode': ['on'] } }, { 'options/mode': 'on' })).toBe(true);
});
