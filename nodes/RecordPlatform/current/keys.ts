import type { Field } from '../values/form';
import { canonicalDecimal } from '../values/numbers';
import { keyOf } from './read';

/** A key in the form in which equal keys meet: of a number, all ways to write it are one. */
export function sameKey({ field, value }: { field: string; value: string }, fields: Field[]) {
	const type = fields.find(({ code }) => code === field)?.type ?? '';
	return keyOf({ type, value });
}

/**
 * The record that an element names, so that two changes of it keep their order. Of a number, all
 * ways to write it are one name; two texts that are taken for one cost no more than a request.
 */
export function recordNamed(element: unknown): string | undefined {
	const { id, updateKey } = element as {
		id?: string;
		updateKey?: { field: string; value: string };
	};
	if (id !== undefined) return `id ${canonical(id)}`;
	return updateKey && `${updateKey.field} ${canonical(updateKey.value)}`;
}

function canonical(key: unknown): string {
	const text = String(key);
	return canonicalDecimal(text) ?? text;
}
