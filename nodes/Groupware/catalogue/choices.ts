import type { INodePropertyOptions } from 'n8n-workflow';

import type { Parameter, Resource } from '../../shared/catalogue';
import { InputError, noValue } from '../../shared/errors';
import { quoteShort } from '../../shared/messages';

/** Time zones may have other names than those that are offered. */
const OPEN = new Set(['outputTimeZone', 'timeZone']);

/**
 * The resource with a check of each choice: an expression can give a value that isn't offered, which
 * would otherwise count as the default.
 */
export function withCheckedChoices(resource: Resource): Resource {
	return {
		...resource,
		operations: resource.operations.map((operation) => ({
			...operation,
			parameters: operation.parameters.map(withCheck),
		})),
	};
}

function withCheck(parameter: Parameter): Parameter {
	const { type, send, options = [], name } = parameter;
	if (type === 'collection' && !send) {
		return {
			...parameter,
			options: options.map((option) => ('type' in option ? withCheck(option) : option)),
		};
	}
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
