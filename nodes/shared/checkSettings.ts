import type { ItemView, Parameter } from './catalogue';
import { parametersIn, refuseUnknown } from './choices';
import { noValue } from './errors';
import { isBlank } from './text';

/** Types of parameters for which empty text means as little as no value. */
const CHOICES = new Set(['boolean', 'multiOptions', 'options']);

/**
 * Throws `InputError` for an expression in a trigger that returns no value, and for a choice that isn't
 * offered: the default would watch something else, everything, or nothing. Empty text can be meant, except
 * for a choice.
 * @param open names of parameters that take other values than those that are offered
 */
export function checkSettings(item: ItemView, open: ReadonlySet<string>): void {
	const { node, operation } = item;
	const check = (stored: unknown, path: string[], one: Parameter, inside: Parameter[]): void => {
		if (typeof stored === 'string') {
			if (stored.startsWith('=') && isNothing(stored, one, item)) throw noValue(one.displayName);
			return;
		}
		for (const [key, value] of Object.entries(stored ?? {})) {
			// Several parameters can have one name, each for other choices.
			const found = inside.filter(({ name }) => name === key);
			const place = [...path, key];
			check(value, place, found[0] ?? one, found.length > 0 ? found.flatMap(parametersIn) : inside);
			if (found.length === 0 || open.has(key)) continue;
			const given = item.read(place.join('.'));
			if (!isBlank(given)) refuseUnknown(given, found);
		}
	};
	const own = [...operation.parameters] as Parameter[];
	check(node.parameters, [], { displayName: '', name: '', type: 'collection', default: {} }, own);
}

/** Whether an expression, or one of several in a text, returns no value. */
function isNothing(stored: string, { type }: Parameter, item: ItemView): boolean {
	const isMissing = (value: unknown): boolean => {
		if (value === undefined || value === null) return true;
		if (Array.isArray(value) && type === 'multiOptions') return value.every(isBlank);
		return CHOICES.has(type) && isBlank(value);
	};
	return item.parts(stored).some(({ value }) => isMissing(value));
}
