import { quoted, type Session } from '../store/database';

/** A table of a tenant, with the columns that tell its rows apart. */
interface Table {
	name: string;
	key: string[];
}

/** Tables of the schema, those that others refer to first. */
export async function tablesOf(session: Session, schema: string): Promise<Table[]> {
	return session.query<Table>(
		`select c.relname as name, coalesce(array_agg(a.attname::text order by array_position(i.indkey::int[], a.attnum::int))
			filter (where a.attname is not null), '{}') as key
		from pg_class c
		left join pg_index i on i.indrelid = c.oid and i.indisprimary
		left join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey)
		where c.relnamespace = (select oid from pg_namespace where nspname = $1) and c.relkind = 'r'
		group by c.oid, c.relname
		order by c.oid`,
		[schema],
	);
}

/** Every row, by table and key. */
export async function dump(session: Session, schema: string): Promise<object> {
	const tables = await tablesOf(session, schema);
	const selects = tables.map(
		({ name }) => `(select coalesce(json_agg(t), '[]') from ${quoted(name)} t) as ${quoted(name)}`,
	);
	const [found = {}] = await session.query<Record<string, object[]>>(
		`select ${selects.join(', ')}`,
	);
	return Object.fromEntries(
		tables.map(({ name, key }) => {
			const rows = (found[name] ?? []) as Array<Record<string, unknown>>;
			const named = rows.map((row, at) => [
				key.length === 0 ? String(at) : key.map((column) => String(row[column])).join(','),
				row,
			]);
			return [name, Object.fromEntries(named)];
		}),
	);
}

/** Copies all rows, and how far the numbering is, to a schema of their own. */
export async function save(session: Session, schema: string, saved: string): Promise<void> {
	const tables = await tablesOf(session, schema);
	const copies = tables.map(
		({ name }) =>
			`create table ${quoted(saved)}.${quoted(name)} as table ${quoted(schema)}.${quoted(name)};`,
	);
	await session.script(
		`drop schema if exists ${quoted(saved)} cascade; create schema ${quoted(saved)}; ${copies.join(' ')}
		create table ${quoted(saved)}.saved_numbers as
			select sequencename as name, last_value as last from pg_sequences where schemaname = '${schema}';`,
	);
}

/** Puts all rows back as they were saved; false where nothing was. */
export async function restore(session: Session, schema: string, saved: string): Promise<boolean> {
	const found = await session.query('select from pg_namespace where nspname = $1', [saved]);
	if (found.length === 0) return false;
	const tables = await tablesOf(session, schema);
	const empty = [...tables].reverse().map(({ name }) => `delete from ${quoted(name)};`);
	const fill = tables.map(
		({ name }) =>
			`insert into ${quoted(name)} overriding system value select * from ${quoted(saved)}.${quoted(name)};`,
	);
	await session.script(
		`${empty.join(' ')} ${fill.join(' ')}
		select setval(quote_ident('${schema}') || '.' || quote_ident(name), coalesce(last, 1), last is not null)
			from ${quoted(saved)}.saved_numbers;`,
	);
	return true;
}
