import type { INodePropertyOptions } from 'n8n-workflow';

import type { ItemView, Operation, Parameter, Resource } from '../../shared/catalogue';
import { InputError, noValue } from '../../shared/errors';
import { quoteShort } from '../../shared/messages';
import { objectOf } from '../../shared/objects';
import { CHANGING } from '../../shared/missingParts';
import { isBlank } from '../../shared/text';
import { entriesOf, isChosen } from '../values/entered';

/** Choices that take other values than those that are offered: names of time zones, codes of statuses. */
const OPEN = new Set(['outputTimeZone', 'timeZone', 'presence.status', 'workflowRequest.status']);

/**
 * The resource with the rules for what expressions give. A choice that isn't offered and a switch that
 * is neither on nor off are refused: they would otherwise count as the default, or as off. A field of an
 * update that finds nothing stays as it is in the service: conversions would otherwise make empty text
 * of it.
 */
export function withRules(resource: Resource): Resource {
	const isOpen = ({ name }: Parameter) => OPEN.has(name) || OPEN.has(`${resource.value}.${name}`);
	return {
		...resource,
		operations: resource.operations.map((operation) => ({
			...operation,
			parameters: operation.parameters.map((parameter) => {
				const isUpdate = CHANGING.has(operation.method);
				return withCheck(isUpdate ? leavingUnfound(parameter) : parameter, isOpen);
			}),
		})),
	};
}

/** The collection with fields that send nothing where their expressions find nothing. */
function leavingUnfound(parameter: Parameter): Parameter {
	return withOptions(parameter, (option) => {
		const { as } = option.send ?? {};
		if (!option.send || !as) return option;
		const found: typeof as = (value, item) => (value === undefined ? undefined : as(value, item));
		return { ...option, send: { ...option.send, as: found } };
	});
}

/** The collection with other options; parameters that aren't one as they are. */
function withOptions(parameter: Parameter, change: (option: Parameter) => Parameter): Parameter {
	if (parameter.type !== 'collection' || !parameter.options) return parameter;
	const options = parameter.options.map((option) => ('type' in option ? change(option) : option));
	return { ...parameter, options };
}

/**
 * The lists of the body that replace those of the service, so that several items can't replace one.
 * @param labels their labels, by their keys in the body
 * @param isReplaced whether an item replaces a list, or only adds to it or removes from it
 */
export function replacing(
	labels: Record<string, string>,
	isReplaced: (item: ItemView, key: string) => boolean = () => true,
): Operation['replaces'] {
	return ({ spec: { path, body = {} } }, item) =>
		Object.entries(labels)
			.filter(([key]) => body[key] !== undefined && isReplaced(item, key))
			.map(([key, label]) => ({
				key: JSON.stringify([path, key]),
				content: () => body[key],
				name: quoteShort(label),
			}));
}

type IsOpen = (parameter: Parameter) => boolean;

function withCheck(parameter: Parameter, isOpen: IsOpen): Parameter {
	const { type, send } = parameter;
	if (type === 'collection' && !send) {
		return withOptions(parameter, (option) => withCheck(option, isOpen));
	}
	const isChecked =
		type === 'boolean' || ((type === 'options' || type === 'multiOptions') && !isOpen(parameter));
	if (type !== 'collection' && !isChecked) return parameter;
	const { as, ...target } = send ?? { in: 'query', key: '', as: () => undefined };
	return {
		...parameter,
		send: {
			...target,
			as: (value, item) => {
				if (value === undefined) return undefined;
				if (type === 'collection') checkFields(parameter, value, item, isOpen);
				else if (type === 'options') checkChoice(parameter, value);
				else if (type === 'multiOptions') checkChoices(parameter, value);
				else if (!isOnOrOff(parameter, value, item)) return undefined;
				return as ? as(value, item) : value;
			},
		},
	};
}

/** Throws `InputError` for a choice or a switch of a collection that is converted as a whole. */
function checkFields(
	{ name, options = [] }: Parameter,
	value: unknown,
	item: ItemView,
	isOpen: IsOpen,
): void {
	for (const field of options as Parameter[]) {
		const own = objectOf(value)[field.name];
		const isChoice = field.type === 'options';
		if (!isChoice && field.type !== 'boolean') continue;
		// Empty text can be a choice.
		if (isChoice && own === '' && offered(field).includes('')) continue;
		if (!isChosen(item, `${name}.${field.name}`, field.displayName)) continue;
		if (!isChoice) isOnOrOff(field, own, item);
		else if (!isOpen(field)) checkChoice(field, own);
	}
}

/**
 * Whether a switch is on or off; false if it is empty. Throws `InputError` for other values, and for
 * an empty one in an update.
 */
function isOnOrOff({ displayName }: Parameter, value: unknown, item: ItemView): boolean {
	if (typeof value === 'boolean') return true;
	if (isBlank(value) && !CHANGING.has(item.operation.method)) return false;
	throw new InputError(
		isBlank(value)
			? `"${displayName}" can't be empty`
			: `${quoteShort(value)} is not a valid value for "${displayName}"`,
		'Use true or false',
	);
}

function offered({ options = [] }: Parameter): Array<INodePropertyOptions['value']> {
	return (options as INodePropertyOptions[]).map(({ value }) => value);
}

/** The same for several, which an expression may give as text with commas. */
function checkChoices(parameter: Parameter, value: unknown): void {
	for (const one of entriesOf(value, parameter.displayName, true)) checkChoice(parameter, one);
}

/** Throws `InputError` for a value that a choice doesn't offer. */
export function checkChoice(parameter: Parameter, value: unknown): void {
	const { displayName } = parameter;
	if (value === null) throw noValue(displayName);
	const choices = offered(parameter);
	// Expressions may give a number as text.
	if (choices.some((one) => String(one) === String(value))) return;
	throw new InputError(
		`${quoteShort(value)} is not a valid value for "${displayName}"`,
		`Use ${choices.map((one) => (one === '' ? 'empty text' : one)).join(', ')}`,
	);
}
