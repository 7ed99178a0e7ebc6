import type { Language } from '../../language';
import { english, type Texts } from './en';
import { japanese } from './ja';

export type { Texts };

/** The texts in a language; English where there are none. */
export function textsOf(language: Language): Texts {
	return language === 'ja' ? japanese : english;
}
