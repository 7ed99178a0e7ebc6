import type { Parameters } from './sql';

/** First and last code point. */
type Range = readonly [number, number];

/** Digits and letters of scripts that put spaces between words. */
const SPACED: Range[] = [
	[0x30, 0x39],
	[0x41, 0x5a],
	[0x5f, 0x5f],
	[0x61, 0x7a],
	[0xaa, 0xaa],
	[0xb5, 0xb5],
	[0xba, 0xba],
	[0xc0, 0xd6],
	[0xd8, 0xf6],
	[0xf8, 0x1fff],
];

/** Ideographs, kana, Hangul and the full-width forms written among them. */
const UNSPACED: Range[] = [
	[0x3005, 0x3007],
	[0x3040, 0x30ff],
	[0x31f0, 0x31ff],
	[0x3400, 0x9fff],
	[0xac00, 0xd7af],
	[0xf900, 0xfaff],
	[0xff10, 0xff19],
	[0xff21, 0xff3a],
	[0xff41, 0xff5a],
	[0xff66, 0xff9f],
	[0x20000, 0x3ffff],
];

const spaced = postgresRanges(SPACED);
const unspaced = postgresRanges(UNSPACED);
const TOKEN = new RegExp(`([${scriptRanges(SPACED)}]+)|([${scriptRanges(UNSPACED)}]+)`, 'gu');

/** Around each word of a script with spaces; no text has this character. */
const MARK = '\uffff';

/** Characters of a pattern; PostgreSQL takes seconds to read one of some thousand. */
const LONGEST_PATTERN = 50;

/** The words of a keyword, in small letters. */
interface Words {
	/** The first one, or how it begins: a pattern for PostgreSQL, too. */
	start: string;
	/** What is around it in a pattern. */
	around: [before: string, after: string];
	/** All of them, if the first doesn't say all: a text with its words in the same form has it. */
	all: string | undefined;
}

/**
 * Undefined when the keyword has no word, for then nothing is found by it.
 *
 * `like` is a word search, not a substring test: "gamma keyword" is found by "keyword", not by "key" (docs/api: record
 * platform, section 8). Where the service's index cuts text that is written without spaces is not known, so any part
 * of such text is found.
 */
export function wordsOf(keyword: string): Words | undefined {
	const found = [...keyword.toLowerCase().matchAll(TOKEN)];
	const tokens = found.map(([text, isSpaced]) => ({ text, isSpaced }));
	const [first] = tokens;
	if (first === undefined) return undefined;
	const start = [...first.text].slice(0, LONGEST_PATTERN).join('');
	const isWhole = start === first.text;
	const [before, after] = first.isSpaced ? [`(?<![${spaced}])`, `(?![${spaced}])`] : ['', ''];
	const all = tokens.map(({ text, isSpaced }) => (isSpaced ? `${MARK}${text}${MARK}` : text));
	return {
		start,
		around: [before, isWhole ? after : ''],
		all: isWhole && all.length === 1 ? undefined : all.join(''),
	};
}

/** SQL for whether a text has the words in their order, with nothing but separators between them. */
export function hasWords(text: string, words: Words, parameters: Parameters): string {
	const { start, around, all } = words;
	const [before, after] = around;
	const first = parameters.add(start, 'text');
	const small = `lower(${text})`;
	// Most texts don't have it at all, and PostgreSQL keeps only few patterns ready.
	const hasStart = `strpos(${small}, ${first}) > 0`;
	const hasFirst = `${small} ~ ('${before}' || ${first} || '${after}')`;
	if (all === undefined) return `(${hasStart} and ${hasFirst})`;
	const marked = `regexp_replace(${small}, '([${spaced}]+)', U&'\\FFFF\\\\1\\FFFF', 'g')`;
	const alone = `regexp_replace(${marked}, '[^${spaced}${unspaced}\\uFFFF]+', '', 'g')`;
	const hasAll = `strpos(${alone}, ${parameters.add(all, 'text')}) > 0`;
	return `case when ${hasStart} and ${hasFirst} then ${hasAll} else false end`;
}

function hex(codePoint: number, digits: number): string {
	return codePoint.toString(16).padStart(digits, '0');
}

function scriptRanges(ranges: Range[]): string {
	return ranges.map(([first, last]) => `\\u{${hex(first, 1)}}-\\u{${hex(last, 1)}}`).join('');
}

function postgresRanges(ranges: Range[]): string {
	return ranges.map(([first, last]) => `\\U${hex(first, 8)}-\\U${hex(last, 8)}`).join('');
}
