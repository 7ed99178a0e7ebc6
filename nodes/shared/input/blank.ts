/** Whether a value says nothing: undefined, null, text of only blanks, or a list without an entry. */
export function isBlank(value: unknown): boolean {
	if (Array.isArray(value)) return value.every(isBlank);
	return value === undefined || value === null || (typeof value === 'string' && !value.trim());
}
