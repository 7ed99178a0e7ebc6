import type { Parameter } from '../../shared/catalogue';
import { InputError } from '../../shared/errors';
import { quoteShort } from '../../shared/messages';
import { idOf } from '../values/references';

/** The ID in the path of a request, for things that the service doesn't list by name. */
export function idInPath(
	displayName: string,
	name: string,
	noun: string,
	description: string,
): Parameter {
	return {
		displayName,
		name,
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. 12',
		description,
		send: { in: 'path', key: name, as: (value) => idOf(value, noun) },
	};
}

/** A code or a name in the path of a request. */
export function textInPath(
	displayName: string,
	name: string,
	placeholder: string,
	description: string,
): Parameter {
	return {
		displayName,
		name,
		type: 'string',
		default: '',
		required: true,
		placeholder,
		description,
		send: { in: 'path', key: name, as: (value) => segment(value, displayName) },
	};
}

/** Text as a part of a path. Throws `InputError` for `.` and `..`. */
function segment(value: unknown, label: string): string {
	const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
	if (text !== '' && !/^\.{1,2}$/.test(text)) return text;
	throw new InputError(
		text === ''
			? `The parameter "${label}" is empty`
			: `"${label}" is not valid: ${quoteShort(text)}`,
		'Enter the value shown in the service',
	);
}
