import {
	type AllItemsRun,
	type BatchRun,
	engineRun,
	type ItemGrouping,
	type ItemParts,
} from '../shared/batches';
import type { Operation, Options, Parameter, Send } from '../shared/catalogue';

/** Puts a value of the type `Value` into the element. */
export type ToElement<Key extends string, Value> = Send<'element', Key, Value>;

/** The element that parameters make together. */
export type ElementOf<P extends Parameter> = Together<P extends unknown ? [Added<P>] : never>;

/** `{id: string}` of a parameter that puts a text into the element's key `id`. */
type Added<P extends Parameter> =
	P extends Options<infer O> ? Partial<ElementOf<O>> : AddedBy<NonNullable<P['send']>>;

type AddedBy<S> =
	S extends Send<'element', infer Key, infer Value>
		? Key extends ''
			? Value
			: undefined extends Value
				? { [K in Key]?: Value }
				: { [K in Key]: Value }
		: unknown;

/** All members of a union at once. */
type Together<Lists> = (Lists extends [infer One] ? (one: One) => void : never) extends (
	one: infer All,
) => void
	? All
	: never;

type WithParameters<P extends Parameter[]> = Omit<Operation, 'parameters' | 'run'> & {
	parameters: [...P];
};

/**
 * An operation that sends many items a request. Its parameters decide which element its code gets;
 * what its prefetch finds is given to `result`.
 */
export function batchOperation<
	P extends Parameter[],
	Found = undefined,
	Sent = ElementOf<P[number]>,
	Part = unknown,
>(
	operation: WithParameters<P> & {
		run: Omit<BatchRun<ElementOf<P[number]>, Found, Sent, Part>, 'kind' | 'groupBy'>;
	},
): Operation {
	return { ...operation, run: engineRun({ kind: 'batch', ...operation.run }) };
}

/** A batch operation whose element is shared by several items (see `ItemGrouping`). */
export function groupedOperation<
	P extends Parameter[],
	Found = undefined,
	Sent = ItemParts<ElementOf<P[number]>>,
	Part = unknown,
>(
	operation: WithParameters<P> & {
		run: Omit<BatchRun<ItemParts<ElementOf<P[number]>>, Found, Sent, Part>, 'kind' | 'groupBy'> & {
			groupBy: ItemGrouping<ElementOf<P[number]>>;
		};
	},
): Operation {
	return { ...operation, run: engineRun({ kind: 'batch', ...operation.run }) };
}

/** An operation whose code gets all items together. */
export function allItemsOperation<P extends Parameter[]>(
	operation: WithParameters<P> & {
		run: AllItemsRun<ElementOf<P[number]>>['run'];
	},
): Operation {
	return { ...operation, run: { kind: 'allItems', run: operation.run as AllItemsRun['run'] } };
}
