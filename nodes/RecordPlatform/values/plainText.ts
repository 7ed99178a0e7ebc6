const ENTITIES: Record<string, string> = {
	amp: '&',
	apos: "'",
	gt: '>',
	lt: '<',
	nbsp: ' ',
	quot: '"',
};

/** The text of rich text as people read it, with a space for the end of a block or a line. */
export function textOfHtml(html: string): string {
	return html
		.replace(
			/<(?:br|\/?(?:blockquote|div|h[1-6]|hr|li|ol|p|pre|table|td|th|tr|ul))\b[^<>]*>/gi,
			' ',
		)
		.replace(/<[^<>]*>/g, '')
		.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/gi, (whole, decimal, hex, name) => {
			const code = decimal ? Number(decimal) : hex ? parseInt(String(hex), 16) : undefined;
			if (code === undefined) return ENTITIES[String(name).toLowerCase()] ?? whole;
			return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
		});
}

/** A text for finding another one in it: line ends and other white space are one space each. */
export function searchedText(text: string): string {
	return text.replace(/\s+/g, ' ');
}
