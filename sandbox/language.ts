import type { IncomingHttpHeaders } from 'node:http';
import type { Account } from './types';

/** The languages that accounts can have. */
export type Language = Account['locale'];

const LANGUAGES: readonly Language[] = ['en', 'ja', 'zh'];

/** The language that `Accept-Language` asks for first, of those there are; English where it asks for none of them. */
export function acceptedLanguage(headers: IncomingHttpHeaders): Language {
	const asked = (headers['accept-language'] ?? '')
		.split(',')
		.map((entry) => {
			const [range = '', ...parameters] = entry.trim().toLowerCase().split(';');
			const weight = parameters.find((parameter) => parameter.trim().startsWith('q='));
			return { range, weight: weight === undefined ? 1 : Number(weight.trim().slice(2)) };
		})
		.filter(({ weight }) => weight > 0)
		.sort((left, right) => right.weight - left.weight);
	for (const { range } of asked) {
		const found = LANGUAGES.find((language) => range.split('-')[0] === language);
		if (found) return found;
	}
	return 'en';
}

/** An account in its own language, or in the one its request asks for where it follows the browser. */
export function inOwnLanguage<Signed extends Account>(
	account: Signed,
	headers: IncomingHttpHeaders,
): Signed {
	return account.followsBrowser ? { ...account, locale: acceptedLanguage(headers) } : account;
}

/** English sentence → the same in another language; `{name}` stands for whatever is there. */
export type Phrases = Readonly<Record<string, string>>;

/** Translates sentences of a table; any other text stays as it is. */
export function translatorOf(phrases: Phrases): (text: string) => string {
	const patterns = Object.entries(phrases).map(([from, to]) => {
		const source = from
			.split(/\{\w+\}/)
			.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
			.join('(.*?)');
		const names = [...from.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
		return { pattern: new RegExp(`^${source}$`, 's'), names, to };
	});
	const translate = (text: string): string => {
		for (const { pattern, names, to } of patterns) {
			const match = pattern.exec(text);
			if (!match) continue;
			return to.replace(/\{(\w+)\}/g, (whole, name: string) => {
				const value = match[names.indexOf(name) + 1];
				if (value === undefined) return whole;
				// A reason is a sentence of the table itself; anything else is the request's.
				return name === 'reason' ? translate(value) : value;
			});
		}
		return text;
	};
	return translate;
}
