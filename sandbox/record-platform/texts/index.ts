import { type Language, translatorOf } from '../../language';
import type { ErrorDetails } from '../errors';
import { english, englishNames, type ErrorCode } from './en';
import { japanese, japaneseNames, phrases } from './ja';
import type { Names } from './names';

interface ErrorTexts {
	message: string;
	errors: ErrorDetails | undefined;
}

const toJapanese = translatorOf({
	...Object.fromEntries(
		Object.entries(english).map(([code, text]) => [text, japanese[code as ErrorCode]]),
	),
	...phrases,
});

/** The texts of an error in the caller's language: Japanese, or English for all others. */
export function inLanguage({ message, errors }: ErrorTexts, language: Language): ErrorTexts {
	if (language !== 'ja') return { message, errors };
	return {
		message: toJapanese(message),
		errors:
			errors &&
			Object.fromEntries(
				Object.entries(errors).map(([key, { messages }]) => [
					key,
					{ messages: messages.map(toJapanese) },
				]),
			),
	};
}

/** What an app is made with by someone with this language. */
export function namesIn(language: Language): Names {
	return language === 'ja' ? japaneseNames : englishNames;
}
