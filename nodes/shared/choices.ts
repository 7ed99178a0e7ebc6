import type { INodePropertyOptions } from 'n8n-workflow';

import type { ItemView, Parameter } from './catalogue';
import { InputError } from './errors';
import { quoteShort } from './messages';
import { isBlank, LIST_SEPARATOR } from './text';

/**
 * The choice of a parameter, a path into collections. Throws `InputError` for a value that isn't offered, which
 * an expression can return: the default would select, write, or delete something else.
 */
export function choiceOf(
	item: Pick<ItemView, 'operation' | 'read'>,
	path: string,
	fallback: string,
): string {
	const value = item.read(path, fallback);
	refuseUnknown(value, definitionsOf(path.split('.'), item.operation.parameters as Parameter[]));
	return String(value);
}

/** The parameters at a path; several if each is for other choices. */
function definitionsOf([name, ...inner]: string[], parameters: Parameter[]): Parameter[] {
	const found = parameters.filter((one) => one.name === name);
	return inner.length === 0 ? found : definitionsOf(inner, found.flatMap(parametersIn));
}

/** The parameters in a collection. */
export function parametersIn({ options = [] }: Parameter): Parameter[] {
	return options.flatMap((option) => {
		if ('values' in option) return option.values as Parameter[];
		return 'type' in option ? [option as Parameter] : [];
	});
}

/** Throws `InputError` for a value that none of the parameters of a name offers. */
export function refuseUnknown(value: unknown, found: Parameter[]): void {
	const offered = found.map(offeredBy);
	if (found.length === 0 || !offered.every((choices) => choices !== undefined)) return;
	const all = [...new Set(offered.flat())];
	const [{ displayName, type } = { displayName: '', type: '' }] = found;
	const entries = type === 'multiOptions' ? severalOf(value) : [value];
	const at = entries.findIndex((one) => !all.includes(String(one)));
	if (at < 0) return;
	throw new InputError(
		`${quoteShort(entries[at])} is not a valid value for "${displayName}"`,
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

/** Several choices, which an expression may give as text with commas. Blank ones count elsewhere. */
function severalOf(value: unknown): unknown[] {
	const entries: unknown[] = Array.isArray(value)
		? value
		: String(value ?? '').split(LIST_SEPARATOR);
	return entries
		.filter((entry) => !isBlank(entry))
		.map((entry) => (typeof entry === 'string' ? entry.trim() : entry));
}
