import { type Language, translatorOf } from '../../language';
import { english, type ErrorCode } from './en';
import { japanese, phrases } from './ja';

const toJapanese = translatorOf(phrases);

/** The texts of a refusal in the caller's language: Japanese, or English for all others. */
export function textsOf(
	code: ErrorCode,
	reason: string,
	language: Language,
): { message: string; cause: string; counterMeasure: string } {
	const isJapanese = language === 'ja';
	const [message, counterMeasure] = (isJapanese ? japanese : english)[code];
	return { message, cause: isJapanese ? toJapanese(reason) : reason, counterMeasure };
}
