/** Whether a value says nothing: undefined, null, text of only blanks, or an empty list. */
export function isBlank(value: unknown): boolean {
	if (Array.isArray(value)) return value.length === 0;
	return value === undefined || value === null || (typeof value === 'string' && !value.trim());
}
