import { escapeLiteral } from 'pg';

/** A text as an SQL literal, for conditions in which a parameter would keep an index from being used. */
export const literal = escapeLiteral;

/** The text of a cell of `records r`; written as the indexes of unique fields are. */
export function cellText(code: string): string {
	return `(r.cells ->> ${literal(code)})`;
}
