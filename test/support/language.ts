const isJapanese = process.env.SANDBOX_LANGUAGE === 'ja';

/** What the service says, in the language of the accounts of the run. */
export function said<Said>(inEnglish: Said, inJapanese: Said): Said {
	return isJapanese ? inJapanese : inEnglish;
}
