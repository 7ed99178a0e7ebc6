import type { Sql } from '../types';
import type { GroupwareError } from './errors';
import { cutPage } from './query';
import type { Request } from './request';

/** By column. Dates are allowed; JSON is text already. */
type Values = Readonly<Record<string, unknown>>;

/** Adds a row, and gives what `returning` names of it. */
export async function insertRow<Row = { id: number }>(
	sql: Sql,
	table: string,
	values: Values,
	returning = 'id',
): Promise<Row> {
	const names = Object.keys(values);
	const rows = await sql.query<Row>(
		`INSERT INTO ${table} (${names.join(', ')})
		VALUES (${names.map((_, index) => `$${index + 1}`).join(', ')}) RETURNING ${returning}`,
		Object.values(values).map(written),
	);
	return only(rows, table);
}

/** Changes the row with this ID, and gives what `returning` names of it. */
export async function updateRow<Row = { id: number }>(
	sql: Sql,
	table: string,
	id: number,
	values: Values,
	returning = 'id',
): Promise<Row> {
	const changes = Object.keys(values).map((name, index) => `${name} = $${index + 2}`);
	const rows = await sql.query<Row>(
		`UPDATE ${table} SET ${changes.join(', ')} WHERE id = $1 RETURNING ${returning}`,
		[id, ...Object.values(values).map(written)],
	);
	return only(rows, table);
}

function only<Row>([row]: Row[], table: string): Row {
	if (row === undefined) throw new Error(`No row of ${table} was written`);
	return row;
}

function written(value: unknown): unknown {
	return value instanceof Date ? value.toISOString() : value;
}

/** Throws `error` unless the table has a row with this ID. */
export async function requireRow(
	sql: Sql,
	table: string,
	id: number,
	error: GroupwareError,
): Promise<void> {
	const found = await sql.query(`SELECT 1 FROM ${table} WHERE id = $1`, [id]);
	if (found.length === 0) throw error;
}

/** Of the rows of a statement, the page that a request asks for. */
export async function readPage<Row>(
	{ sql, query }: Request,
	statement: string,
	values: unknown[] = [],
	page = query.page(),
): Promise<{ rows: Row[]; hasNext: boolean }> {
	const rows = await sql.query<Row>(
		`${statement} LIMIT ${page.limit + 1} OFFSET ${page.offset}`,
		values,
	);
	return cutPage(rows, page);
}

/** The values of a statement that is put together, and a function that adds one and gives its placeholder. */
export function binding(): { values: unknown[]; bind: (value: unknown) => string } {
	const values: unknown[] = [];
	return { values, bind: (value) => `$${values.push(value)}` };
}
