import type { Parameter } from '../../shared/catalogue';
import { Refusal } from '../../shared/errors';
import { textOf } from '../values/text';

/** Reads text that the service takes up to a length. Throws `Refusal` for a longer one. */
export function textUpTo(label: string, longest: number): (value: unknown) => string {
	return (value) => {
		const text = textOf(value, label);
		const length = [...text].length;
		if (length <= longest) return text;
		throw new Refusal(
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
	const texts = Object.entries((value ?? {}) as Record<string, unknown>)
		.filter(([, text]) => text !== undefined)
		.map(([key, text]) => [key, textOf(text, key)]);
	return texts.length > 0 ? (Object.fromEntries(texts) as Record<string, string>) : undefined;
}

/** The chosen entries of a list as the service takes them in a query; undefined when there is none. */
export function joined(value: unknown): string | undefined {
	const entries = (Array.isArray(value) ? (value as unknown[]) : [value]).filter(
		(entry) => typeof entry === 'string' && entry !== '',
	);
	return entries.length > 0 ? entries.join(',') : undefined;
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
