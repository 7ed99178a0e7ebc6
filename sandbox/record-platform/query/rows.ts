import { literal } from '../sql';
import { allOf } from './sql';

/** What lies under a record: the rows of a table or the records of a related-record list. */
export interface Rows {
	/** SQL that is true when there are any rows. */
	any: string;
	/** What follows `from` in SQL, ending with a `where` that conditions can be added to. */
	from: string;
	/** The jsonb that holds a row's values. */
	cells: string;
}

/** The rows of a table of a record. */
export function tableRows(table: string, alias: string): Rows {
	const cell = `(${alias}.cells -> ${literal(table)})`;
	const list = `(case jsonb_typeof(${cell}) when 'array' then ${cell} else '[]' end)`;
	return {
		any: `jsonb_array_length(${list}) > 0`,
		from: `jsonb_array_elements(${list}) as line(json) where true`,
		cells: `(line.json -> 'value')`,
	};
}

interface RowGroup {
	rows: Rows;
	/** Positive conditions that one row must fulfil. */
	conditions: string[];
}

/**
 * Conditions about rows that are joined by `and` (docs/api: record platform, section 8): positive ones must all hold in
 * one row; a negative one asks for at least one row and must hold in every row.
 */
export class RowGroups {
	private readonly groups = new Map<string, RowGroup>();

	/** The group known as `key`; its rows are made once, so that their SQL and its parameters exist once. */
	group(key: string, make: () => Rows): RowGroup {
		const group = this.groups.get(key) ?? { rows: make(), conditions: [] };
		this.groups.set(key, group);
		return group;
	}

	/** Gives what the condition adds at once; a positive one waits for `conditions`. */
	add({ rows, conditions }: RowGroup, condition: string, negative: boolean): string[] {
		if (!negative) {
			conditions.push(condition);
			return [];
		}
		return [`(${rows.any} and not ${someRow(rows, [`(${condition}) is not true`])})`];
	}

	conditions(): string[] {
		const positive = [...this.groups.values()].filter((group) => group.conditions.length > 0);
		return positive.map(({ rows, conditions }) => someRow(rows, conditions));
	}
}

function someRow(rows: Rows, conditions: string[]): string {
	return `exists (select 1 from ${rows.from} and ${allOf(conditions)})`;
}
