import type { Parameter } from '../../shared/catalogue';
import { InputError } from '../../shared/errors';
import { LIST_SEPARATOR, textOf } from '../../shared/text';
import { objectOf } from '../../shared/objects';
import { entriesOf } from '../values/entered';

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
export function joined(label: string): (value: unknown) => string | undefined {
	return (value) => entriesOf(value, label, true).join(',') || undefined;
}

/** What was chosen of a list; expressions may give it as text with commas. */
export function choicesOf(value: unknown): string[] {
	const entries = Array.isArray(value)
		? (value as unknown[])
		: String(value ?? '').split(LIST_SEPARATOR);
	return entries.map((entry) => String(entry ?? '').trim()).filter((entry) => entry !== '');
}

/** The text of a message or a post; it may be empty. */
export const bodyText: Parameter = {
	displayName: 'Text',
	name: 'body',
	type: 'string',
	typeOptions: { rows: 4 },
	default: '',
	description: 'Text to send. Can be empty.',
	send: { in: 'body', key: 'body', as: (value) => textOf(value, 'Text') },
};

export const htmlBody: Parameter = {
	displayName: 'Text Is HTML',
	name: 'isHtmlBody',
	type: 'boolean',
	default: false,
	description: 'Whether the text is HTML',
	send: { in: 'body', key: 'isHtmlBody' },
};
