import type { Parameter } from '../../shared/catalogue';
import { InputError } from '../../shared/errors';
import { quoteShort } from '../../shared/messages';
import { objectOf } from '../../shared/objects';
import { switchParameter, textParameter } from '../../shared/parameters';
import { textOf } from '../../shared/input/text';
import { idOf } from '../values/references';

/** Reads text that the service takes up to a length. Throws `InputError` for a longer one. */
export function textUpTo(label: string, longest: number): (value: unknown) => string {
	return (value) => {
		const text = textOf(value, label);
		const length = [...text].length;
		if (length <= longest) return text;
		throw new InputError(
			`"${label}" is longer than ${longest} characters (${length})`,
			'Shorten the text',
		);
	};
}

/**
 * The texts of a collection. One whose expression finds nothing stays as it is in the service, one
 * that is null or empty is emptied. Undefined where no text was chosen.
 */
export function chosenTexts(value: unknown): Record<string, string> | undefined {
	const texts = Object.entries(objectOf(value))
		.filter(([, text]) => text !== undefined)
		.map(([key, text]) => [key, textOf(text, key)]);
	return texts.length > 0 ? (Object.fromEntries(texts) as Record<string, string>) : undefined;
}

/** The chosen entries of a list as the service takes them in a query; undefined when there is none. */
export function joined(value: unknown): string | undefined {
	return (value as string[]).join(',') || undefined;
}

/** Throws `InputError` for an update in which nothing is given. */
export function checkChanges(
	changes: object,
	advice = 'Add at least one field under "Update Fields"',
) {
	if (Object.keys(changes).length > 0) return;
	throw new InputError('There are no changes to make', advice);
}

/** The text of a message or a post; it may be empty. */
export const bodyText: Parameter = textParameter({
	displayName: 'Text',
	name: 'body',
	typeOptions: { rows: 4 },
	description: 'Text to send. Can be empty.',
	send: { in: 'body', key: 'body', keepEmpty: true },
});

export const htmlBody: Parameter = switchParameter({
	displayName: 'Text Is HTML',
	name: 'isHtmlBody',
	description: 'Whether the text is HTML',
	send: { in: 'body', key: 'isHtmlBody' },
});

/** The ID in the path of a request (at `{key}`), for things that the service doesn't list by name. */
export function idInPath(
	displayName: string,
	name: string,
	noun: string,
	description: string,
	key = name,
): Parameter {
	const send: Parameter['send'] = { in: 'path', key, as: (value) => idOf(value, noun) };
	return { ...textInPath(displayName, name, 'e.g. 12', description), holds: 'id', send };
}

/** A code or a name in the path of a request. */
export function textInPath(
	displayName: string,
	name: string,
	placeholder: string,
	description: string,
): Parameter {
	return textParameter({
		displayName,
		name,
		holds: 'code',
		required: true,
		placeholder,
		description,
		send: { in: 'path', key: name, as: (value) => segment(value, displayName) },
	});
}

/** Text as a part of a path. Throws `InputError` for `.` and `..`. */
function segment(value: unknown, label: string): string {
	const text = String(value);
	if (!/^\.{0,2}$/.test(text)) return text;
	throw new InputError(
		`"${label}" is not valid: ${quoteShort(text)}`,
		'Enter the value shown in the service',
	);
}
