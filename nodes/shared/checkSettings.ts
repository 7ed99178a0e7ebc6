import type { INodePropertyOptions } from 'n8n-workflow';

import type { ItemView, Parameter } from './catalogue';
import { InputError, noValue } from './errors';
import { quoteShort } from './messages';
import { isBlank, LIST_SEPARATOR } from './text';

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
			if (found.length > 0 && !open.has(key)) refuseUnknown(item.read(place.join('.')), found);
		}
	};
	const own = [...operation.parameters] as Parameter[];
	check(node.parameters, [], { displayName: '', name: '', type: 'collection', default: {} }, own);
}

/** The parameters in a collection. */
function parametersIn({ options = [] }: Parameter): Parameter[] {
	return options.flatMap((option) => {
		if ('values' in option) return option.values as Parameter[];
		return 'type' in option ? [option as Parameter] : [];
	});
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

/** Throws `InputError` for a value that none of the parameters of a name offers. */
function refuseUnknown(value: unknown, found: Parameter[]): void {
	const offered = found.map(offeredBy);
	if (!offered.every((choices) => choices !== undefined)) return;
	const all = [...new Set(offered.flat())];
	const [{ displayName, type } = { displayName: '', type: '' }] = found;
	const entries = type === 'multiOptions' ? severalOf(value) : [value];
	const unknown = entries.find((one) => !isBlank(one) && !all.includes(String(one)));
	if (unknown === undefined) return;
	throw new InputError(
		`${quoteShort(unknown)} is not a valid value for "${displayName}"`,
		type === 'boolean' ? 'Use true or false' : `Use ${all.filter((one) => one !== '').join(', ')}`,
	);
}

/** The values of a parameter; undefined if there can be others. */
function offeredBy({ type, options, typeOptions }: Parameter): string[] | undefined {
	if (type === 'boolean') return ['true', 'false'];
	const isFixed = typeOptions?.loadOptionsMethod === undefined && options !== undefined;
	if (!isFixed || (type !== 'options' && type !== 'multiOptions')) return undefined;
	return (options as INodePropertyOptions[]).map(({ value }) => String(value));
}

/** Several choices, which an expression may give as text with commas. */
function severalOf(value: unknown): unknown[] {
	const entries: unknown[] = Array.isArray(value)
		? value
		: String(value ?? '').split(LIST_SEPARATOR);
	return entries.map((entry) => (typeof entry === 'string' ? entry.trim() : entry));
}
