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

/**
 * The pattern for PostgreSQL's `~*` that finds the words of `keyword`, in their order and with nothing but separators
 * between them; undefined when the keyword has no word, for then nothing is found by it.
 *
 * `like` is a word search, not a substring test: "gamma keyword" is found by "keyword", not by "key" (docs/api: record
 * platform, section 8). Where the service's index cuts text that is written without spaces is not known, so any part
 * of such text is found.
 */
export function wordPattern(keyword: string): string | undefined {
	const tokens = [...keyword.matchAll(TOKEN)].map(([token, spacedToken]) =>
		spacedToken === undefined ? token : `(?<![${spaced}])${token}(?![${spaced}])`,
	);
	return tokens.length > 0 ? tokens.join(`[^${spaced}${unspaced}]*`) : undefined;
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
