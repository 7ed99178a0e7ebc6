import type { INodePropertyOptions } from 'n8n-workflow';

import type { Parameter, Resource } from '../../shared/catalogue';
import { InputError, noValue } from '../../shared/errors';
import { quoteShort } from '../../shared/messages';
import { CHANGING } from '../../shared/request';

/** Time zones may have other names than those that are offered. */
const OPEN = new Set(['outputTimeZone', 'timeZone']);

/**
 * The resource with the rules for what expressions give. A choice that isn't offered is refused: it
 * would otherwise count as the default. A field of an update that finds nothing stays as it is in the
 * service: conversions would otherwise make empty text of it.
 */
export function withRules(resource: Resource): Resource {
	return {
		...resource,
		operations: resource.operations.map((operation) => ({
			...operation,
			parameters: operation.parameters.map((parameter) =>
				withCheck(CHANGING.has(operation.method) ? leavingUnfound(parameter) : parameter),
			),
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

function withCheck(parameter: Parameter): Parameter {
	const { type, send, name } = parameter;
	if (type === 'collection' && !send) return withOptions(parameter, withCheck);
	if (type !== 'options' || OPEN.has(name)) return parameter;
	const { in: place, key, as } = send ?? { in: 'query', key: '', as: () => undefined };
	return {
		...parameter,
		send: {
			in: place,
			key,
			as: (value, item) => {
				if (value === undefined) return undefined;
				checkChoice(parameter, value);
				return as ? as(value, item) : value;
			},
		},
	};
}

/** Throws `InputError` for a value that a choice doesn't offer. */
export function checkChoice({ displayName, options = [] }: Parameter, value: unknown): void {
	if (value === null) throw noValue(displayName);
	const offered = (options as INodePropertyOptions[]).map((one) => one.value);
	// Expressions may give a number as text.
	if (offered.some((one) => String(one) === String(value))) return;
	throw new InputError(
		`${quoteShort(value)} is not a valid value for "${displayName}"`,
		`Use ${offered.map((one) => (one === '' ? 'empty text' : one)).join(', ')}`,
	);
}
