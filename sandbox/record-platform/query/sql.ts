/** Collects what `$1`, `$2` … stand for. */
export class Parameters {
	readonly values: unknown[] = [];

	constructor(private readonly first: number) {}

	/** Gives the placeholder of a value, cast to its type because nothing else tells it. */
	add(value: unknown, type: string): string {
		this.values.push(value);
		return `$${this.first + this.values.length - 1}::${type}`;
	}
}

/** SQL that is met when one of the conditions is; `false` for none. */
export function anyOf(conditions: string[]): string {
	return conditions.length > 1 ? `(${conditions.join(' or ')})` : (conditions[0] ?? 'false');
}

/** SQL that is met when all conditions are; `true` for none. */
export function allOf(conditions: string[]): string {
	return conditions.length > 1 ? `(${conditions.join(' and ')})` : (conditions[0] ?? 'true');
}
