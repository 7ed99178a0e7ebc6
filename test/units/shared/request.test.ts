import type { ItemView, Operation, Prepared } from '../../../nodes/shared/catalogue';
import { jsonOf } from '../../../nodes/shared/json';
import { requestBuilder } from '../../../nodes/shared/request';
import { itemWith } from '../../support/item';
import { operation, text } from '../../support/operation';
import { toyService } from '../../support/toy';

const service = toyService();

async function prepare(one: Operation, item: ItemView): Promise<Prepared> {
	return await requestBuilder(service, one)(item);
}

describe('prepare', () => {
	it('puts values where the parameters say, dotted keys into objects', async () => {
		const one = operation(
			[
				text('a', { send: { in: 'body', key: 'comment.text' } }),
				text('b', { send: { in: 'query', key: 'b' } }),
				text('c', { send: { in: 'element', key: 'record.c' } }),
				text('d', { send: { in: 'path', key: 'd' } }),
			],
			{ path: '/x/{d}' },
		);
		const { spec, element } = await prepare(one, itemWith({ a: '1', b: '2', c: '3', d: 'ä/b' }));
		expect(spec).toEqual({
			method: 'POST',
			path: '/x/%C3%A4%2Fb',
			query: { b: '2' },
			body: { comment: { text: '1' } },
			repeatable: false,
		});
		expect(element).toEqual({ record: { c: '3' } });
	});

	it('leaves out what was not chosen, and sends it where emptiness is an answer', async () => {
		const one = operation([
			text('a'),
			text('b', { send: { in: 'body', key: 'b', keepEmpty: true } }),
			text('c', { send: { in: 'body', key: 'c', as: () => undefined } }),
			text('d', { type: 'number', default: 0 }),
			text('e', { type: 'boolean', default: false }),
		]);
		const { spec } = await prepare(one, itemWith({ a: '', b: '', c: 'x', d: 0, e: false }));
		expect(spec.body).toEqual({ b: '', d: 0, e: false });
	});

	it('sends only what the person sees', async () => {
		const one = operation([
			text('a', { displayOptions: { show: { mode: ['on'] } } }),
			text('b', { displayOptions: { hide: { '/mode': ['on'] } } }),
		]);
		expect((await prepare(one, itemWith({ mode: 'on', a: '1', b: '2' }))).spec.body).toEqual({
			a: '1',
		});
		expect((await prepare(one, itemWith({ mode: 'off', a: '1', b: '2' }))).spec.body).toEqual({
			b: '2',
		});
	});

	it('sends of a collection what was added to it', async () => {
		const one = operation([
			{
				displayName: 'Options',
				name: 'options',
				type: 'collection',
				default: {},
				options: [text('a'), text('b')],
			},
		]);
		const { spec } = await prepare(one, itemWith({ options: { b: '2' } }));
		expect(spec.body).toEqual({ b: '2' });
	});

	it('refuses a required value that is empty, and a hole in the path', async () => {
		const required = operation([text('a', { required: true })]);
		await expect(prepare(required, itemWith({ a: '' }))).rejects.toThrow('"A" is empty');
		const hole = operation([text('d', { send: { in: 'path', key: 'd' } })], { path: '/x/{d}' });
		await expect(prepare(hole, itemWith({ d: '' }))).rejects.toThrow('"d" is empty');
	});

	it('sends text where the control is one for text, also when an expression gives a number', async () => {
		const one = operation([
			text('a'),
			text('b'),
			text('c', { type: 'number', default: 0 }),
			text('d', { send: { in: 'body', key: 'd', as: (value) => value } }),
		]);
		const { spec } = await prepare(one, itemWith({ a: 101, b: true, c: 5, d: 7 }));
		expect(spec.body).toEqual({ a: '101', b: 'true', c: 5, d: 7 });
	});

	it('takes an empty list of JSON for an answer, as text and as what an expression gives', async () => {
		const list = text('a', {
			type: 'json',
			required: true,
			send: { in: 'body', key: 'a', as: (value) => jsonOf(value, { list: 'any' }, 'A') },
		});
		const body = async (a: unknown) =>
			(await prepare(operation([list]), itemWith({ a: a as string }))).spec.body;
		expect(await body('[]')).toEqual({ a: [] });
		expect(await body([])).toEqual({ a: [] });
		for (const nothing of ['', ' \n', null, undefined]) {
			await expect(body(nothing)).rejects.toThrow('"A" is empty');
		}
	});

	it('gives a body to a change even when it is empty, none to a read, and to a deletion only what it sends', async () => {
		const body = async (method: Operation['method']) =>
			(await prepare(operation([], { method }), itemWith({}))).spec.body;
		expect(await body('POST')).toEqual({});
		expect(await body('GET')).toBeUndefined();
		expect(await body('DELETE')).toBeUndefined();
	});
});
