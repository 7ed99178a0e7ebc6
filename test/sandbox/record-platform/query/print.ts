/** A text as a query has it. */
export function printString(text: string): string {
	const escaped = text
		.replace(/[\\"]/g, '\\$&')
		.replaceAll('\t', '\\t')
		.replaceAll('\n', '\\n')
		.replaceAll('\r', '\\r');
	return `"${escaped}"`;
}
