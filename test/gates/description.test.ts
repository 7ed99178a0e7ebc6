import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

import { faultsOf } from './invariants';
import { builtNodes } from './literal';
import { packages } from './packages';

describe.each(packages)('the built descriptions of $name', (pack) => {
	it('keep the rules that no linter knows', () => {
		for (const { type } of builtNodes(pack)) expect(faultsOf(type)).toEqual([]);
	});

	it('stay small enough for an editor that loads all nodes at once', () => {
		for (const { type } of builtNodes(pack)) {
			expect(JSON.stringify(type.description).length).toBeLessThan(1024 * 1024);
		}
	});
});

describe('the description gate', () => {
	const operation = (over: object = {}) => ({
		name: 'Get',
		value: 'get',
		action: 'Get a thing',
		description: 'Read one thing',
		...over,
	});

	const node = (change: { operations?: object[]; parameter?: object; methods?: object }) =>
		({
			description: {
				displayName: 'Probe',
				properties: [
					{
						displayName: 'Resource',
						name: 'resource',
						type: 'options',
						default: 'thing',
						options: [{ name: 'Thing', value: 'thing' }],
					},
					{
						displayName: 'Operation',
						name: 'operation',
						type: 'options',
						default: 'get',
						displayOptions: { show: { resource: ['thing'] } },
						options: change.operations ?? [operation()],
					},
					{
						displayName: 'Size',
						name: 'size',
						type: 'string',
						default: '',
						displayOptions: { show: { resource: ['thing'], operation: ['get'] } },
						...change.parameter,
					},
				],
			} as unknown as INodeTypeDescription,
			methods: change.methods,
		}) as INodeType;

	it('finds nothing in a sound description', () => expect(faultsOf(node({}))).toEqual([]));

	const options = (...names: string[]) => names.map((name) => ({ name, value: name }));
	const choice = (...names: string[]) => ({
		displayName: 'Kind',
		name: 'kind',
		type: 'options',
		default: 'a',
		options: options(...names),
	});

	it.each([
		['an operation twice', { operations: [operation(), operation({ action: 'Get' })] }, 'twice'],
		['an action', { operations: [operation(), operation({ value: 'x' })] }, 'names two operations'],
		['no action', { operations: [operation({ action: undefined })] }, 'lacks action'],
		['no conditions', { parameter: { displayOptions: undefined } }, 'shown for every resource'],
		['a default that is no option', { parameter: choice('b', 'c') }, 'none of its options'],
		['options out of order', { parameter: choice('b', 'a', 'c', 'd', 'e') }, 'not sorted'],
		['options of one value', { parameter: choice('a', 'a') }, 'two options mean a'],
		[
			'a method that is missing',
			{ parameter: { type: 'options', typeOptions: { loadOptionsMethod: 'getThings' } } },
			'getThings does not exist',
		],
		['text in another language', { parameter: { description: '予定' } }, 'not English'],
		[
			'a fault inside a collection',
			{ parameter: { type: 'collection', default: {}, options: [choice('b')] } },
			'Size > Kind: its default',
		],
	])('finds %s', (_what, change, fault) => {
		expect(faultsOf(node(change)).join('\n')).toContain(fault);
	});
});
