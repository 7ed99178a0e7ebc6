import {
	batchOperation,
	groupedOperation,
	type ToElement,
} from '../../../nodes/RecordPlatform/batchOperation';
import type { Options, Parameter } from '../../../nodes/shared/catalogue';
import { objectsIn } from '../../../nodes/shared/objects';
import { itemWith } from '../../support/item';

const FACTS = {
	id: 'toys.update',
	value: 'update',
	name: 'Update',
	action: 'Update toys',
	description: 'Update toys',
	method: 'PUT' as const,
	path: '/toys',
};
const text = { displayName: 'Text', type: 'string', default: '' } as const;
const toy: Parameter<'toy', ToElement<'id', string>> = {
	...text,
	name: 'toy',
	send: { in: 'element', key: 'id', as: String },
};
const color: Parameter<'color', ToElement<'color', string | undefined>> = {
	...text,
	name: 'color',
	send: { in: 'element', key: 'color', as: (value) => String(value) || undefined },
};
const note: Parameter<'note'> = { ...text, name: 'note' };
const options: Options<typeof color> = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	default: {},
	options: [color],
};
const parameters: [typeof toy, typeof note, typeof options] = [toy, note, options];

/** `true` where two types are the same; anything else does not compile. */
type Same<One, Other> = [One] extends [Other] ? ([Other] extends [One] ? true : never) : never;

it('a batch operation knows the keys that its parameters declare, and no others', () => {
	const { run } = batchOperation({
		...FACTS,
		parameters,
		run: {
			max: 10,
			assemble: (toys) => ({ body: { toys } }),
			split: (body) => objectsIn(body, 'toys'),
			result: (_part, view, sent, found) => {
				const keys: Same<keyof typeof sent, 'id' | 'color'> = true;
				const values: Same<[typeof sent.id, typeof sent.color], [string, string | undefined]> =
					true;
				const nothing: Same<typeof found, undefined> = true;
				return { json: { keys, values, nothing, index: view.index, ...sent, found } };
			},
		},
	});
	expect(run.kind).toBe('batch');
});

it('a batch operation gets the parts of its items where they share an element', () => {
	const { run } = groupedOperation({
		...FACTS,
		parameters,
		run: {
			max: 10,
			groupBy: { key: (_item, element) => element?.id ?? '' },
			assemble: (toys) => ({ body: { ids: toys.map(([part]) => part.element.id) } }),
			split: (body) => objectsIn(body, 'toys'),
			result: (json) => ({ json }),
		},
	});
	if (run.kind !== 'batch') throw new Error('Not a batch');
	expect(run.groupBy?.key(itemWith({}), { id: '7' })).toBe('7');
	expect(run.assemble([[{ item: 0, element: { id: '7' } }]])).toEqual({ body: { ids: ['7'] } });
});
