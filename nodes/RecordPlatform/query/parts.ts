import { Refusal } from '../../shared/errors';

/** A query in its clauses. */
export interface QueryParts {
	condition: string;
	/** Without the words `order by`; '' for the service's own order. */
	order: string;
	limit?: number;
	offset?: number;
}

/** Takes a query apart: its condition, and the clauses that may follow it. */
export function queryParts(query: string): QueryParts {
	let rest = query.trim();
	const offset = clause(rest, /(?:^|[\s\u3000])offset[\s\u3000]+(\d+)$/i);
	rest = offset?.before ?? rest;
	const limit = clause(rest, /(?:^|[\s\u3000])limit[\s\u3000]+(\d+)$/i);
	rest = limit?.before ?? rest;
	const at = orderBy(rest);
	return {
		condition: (at ? rest.slice(0, at.start) : rest).trim(),
		order: at ? rest.slice(at.end).trim() : '',
		...(limit && { limit: limit.value }),
		...(offset && { offset: offset.value }),
	};
}

/** A number clause at the end; a text in quotes ends with a quote and is never taken for one. */
function clause(text: string, pattern: RegExp): { before: string; value: number } | undefined {
	const found = pattern.exec(text);
	return found ? { before: text.slice(0, found.index).trim(), value: Number(found[1]) } : undefined;
}

/** Where `order by` stands outside quotes. */
function orderBy(text: string): { start: number; end: number } | undefined {
	const token = /"(?:\\.|[^"\\])*"|(?:^|[\s\u3000)])(order[\s\u3000]+by)(?=[\s\u3000])/gis;
	for (const found of text.matchAll(token)) {
		if (found[1] === undefined) continue;
		const end = found.index + found[0].length;
		return { start: end - found[1].length, end };
	}
	return undefined;
}

/** Puts a query together; empty parts are left out. */
export function queryText({ condition, order, limit, offset }: QueryParts): string {
	return [
		condition,
		order && `order by ${order}`,
		limit !== undefined && `limit ${limit}`,
		offset !== undefined && `offset ${offset}`,
	]
		.filter((part) => typeof part === 'string' && part !== '')
		.join(' ');
}

/** Both conditions at once. Alternatives stand in parentheses, because `and` binds tighter than `or`. */
export function both(one: string, other: string): string {
	if (one === '') return other;
	if (other === '') return one;
	return `(${one}) and ${/\bor\b/i.test(other) ? `(${other})` : other}`;
}

/** One row of the sort order. */
export interface SortRow {
	field?: string;
	direction?: 'asc' | 'desc';
}

/** The rows as an order, for example `Amount desc, $id asc`. */
export function orderOf(rows: SortRow[], codeOf: (field: unknown) => string): string {
	return rows
		.map(({ field, direction = 'asc' }) => {
			const code = codeOf(field);
			if (code === '')
				throw new Refusal('A sort row has no field', 'Choose a field, or remove the row');
			return `${code} ${direction}`;
		})
		.join(', ');
}
