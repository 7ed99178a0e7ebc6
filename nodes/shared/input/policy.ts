import type { INodePropertyOptions } from 'n8n-workflow';

import type { ItemView, Parameter } from '../catalogue';
import { InputError } from '../errors';
import { listed, quoteShort } from '../messages';
import { isObject } from '../objects';
import { isBlank } from './blank';

/** What a check needs of an item. */
type Item = Pick<ItemView, 'node' | 'operation' | 'read'>;

/** Checks each parameter that the person sees (see `checkedValue`). Throws `InputError` for the first problem. */
export function checkParameters(parameters: readonly Parameter[], item: Item): void {
	for (const parameter of parameters) if (shown(parameter, item)) checkedValue(parameter, item);
}

/**
 * The value of a parameter that the person sees; undefined if an expression gives none. Throws `InputError` by
 * the parameter's own data: a required one has a value, a switch is on or off, a number is one, and a
 * choice is offered.
 */
export function checkedValue(parameter: Parameter, item: Item): unknown {
	const { name, default: usual } = parameter;
	// An expression without a value doesn't mean the default.
	const value = item.read(name, name in item.node.parameters ? undefined : usual);
	if (parameter.type === 'collection') checkOptions(parameter, value);
	else if (!isBlank(value)) checkValue(parameter, value);
	else if (mustHaveValue(parameter, item) && !isEmptyJson(parameter, value))
		throw isEmptyError(parameter.displayName);
	return value;
}

/** Whether the person sees the parameter with what else is chosen for the item. */
export function shown({ displayOptions }: Parameter, item: Pick<ItemView, 'read'>): boolean {
	if (displayOptions === undefined) return true;
	const { show = {}, hide = {} } = displayOptions;
	const isMet = (name: string, wanted: unknown[] = []) => {
		const chosen = item.read(name.replace(/^\//, ''));
		const isWanted = (one: unknown) => wanted.includes(one);
		// Of several choices, one is enough.
		return Array.isArray(chosen) ? chosen.some(isWanted) : isWanted(chosen);
	};
	if (Object.keys(hide).some((name) => isMet(name, hide[name]))) return false;
	return Object.keys(show).every((name) => isMet(name, show[name]));
}

/** For a value that has to be there. */
export function isEmptyError(label: string): InputError {
	return new InputError(`"${label}" is empty`, 'Enter a value, or correct the expression');
}

/** In JSON, an empty list is a value: it removes all entries. */
function isEmptyJson({ type }: Parameter, value: unknown): boolean {
	return type === 'json' && Array.isArray(value);
}

/** Whether an operation changes what is there, so that what isn't given stays as it is. */
export function isUpdate({ method }: Pick<ItemView['operation'], 'method'>): boolean {
	return method === 'PUT' || method === 'PATCH';
}

/** Options that were added. One that gives nothing counts as not added, but a switch decides. */
function checkOptions({ options = [] }: Parameter, added: unknown): void {
	if (!isObject(added)) return;
	for (const option of options) {
		if (!('type' in option && option.name in added)) continue;
		const value = added[option.name];
		if (!isBlank(value)) checkValue(option, value);
		else if (option.type === 'boolean') throw isEmptyError(option.displayName);
	}
}

/** In an update, a switch, number or choice that gives nothing is not given. */
function mustHaveValue(
	{ type, required, default: usual }: Parameter,
	{ operation }: Item,
): boolean {
	if (required === true) return true;
	if (isUpdate(operation)) return false;
	return type === 'boolean' || type === 'number' || (type === 'options' && usual !== '');
}

/** Throws `InputError` for a value that the parameter, also one of a row, does not take. */
export function checkValue(parameter: Parameter, value: unknown): void {
	const { type, displayName, typeOptions } = parameter;
	if (type === 'boolean' && typeof value !== 'boolean') {
		throw new InputError(
			`${quoteShort(value)} is not a valid value for "${displayName}"`,
			'Use true or false',
		);
	}
	if (type === 'number' && !Number.isFinite(value)) {
		throw new InputError(`"${displayName}" is not a number: ${quoteShort(value)}`);
	}
	const least = type === 'number' ? typeOptions?.minValue : undefined;
	if (least !== undefined && !(Number.isInteger(value) && Number(value) >= least)) {
		throw new InputError(
			`"${displayName}" must be a whole number of at least ${least}: ${quoteShort(value)}`,
		);
	}
	const offered = offeredValues(parameter);
	const unknown = offered && [value].flat().find((one) => !offered.includes(String(one)));
	if (offered === undefined || unknown === undefined) return;
	throw new InputError(
		`${quoteShort(unknown)} is not a valid value for "${displayName}"`,
		`Use ${listed(offered.filter((one) => one !== ''))}`,
	);
}

/** The values that a parameter offers; undefined if there can be others. */
function offeredValues({ type, options, typeOptions, open }: Parameter): string[] | undefined {
	if (type !== 'options' && type !== 'multiOptions') return undefined;
	if (open || typeOptions?.loadOptionsMethod !== undefined || options === undefined)
		return undefined;
	return (options as INodePropertyOptions[]).map(({ value }) => String(value));
}
