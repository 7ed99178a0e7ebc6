import type { Field } from '../values/form';
import { canonicalDecimal } from '../values/numbers';
import { keyOf } from './read';

/** A key in canonical form: different spellings of a number are equal. */
export function sameKey({ field, value }: { field: string; value: string }, fields: Field[]) {
	const type = fields.find(({ code }) => code === field)?.type ?? '';
	return keyOf({ type, value });
}

/**
 * Identifies the record of an element, so that two changes of it keep their order. Different
 * spellings of a number are equal. A false match costs no more than a request.
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
