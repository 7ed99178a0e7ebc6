import { randomBytes, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Demo } from '../demo-data';
import { quoted, type Session } from '../store/database';
import type { FileStore, Sql, Tenant } from '../types';
import { tablesOf } from './saves';

/** The rows of a tenant with demo data. The package has them as files, because making them takes a second. */
export interface Prepared {
	/** Of the tables that the rows are for. */
	version: string;
	/** In an order in which tables that others refer to come first. */
	tables: Array<{ name: string; rows: object[] }>;
	/** The last number that was given, by sequence. */
	numbers: Array<{ name: string; last: number }>;
	/** Base64 by key. */
	files: Record<string, string>;
}

/** When the rows are made: no text of the demo data has a date near it, or a time with these minutes. */
export const preparedAt = Date.UTC(2400, 0, 5, 12, 34);
/** The address of the tenant that they are made in. */
export const preparedOrigin = 'https://prepared.invalid';

const minutesMs = 60_000;
const dayMs = 86_400_000;
/** Of stored files (UUID) and of files in records. */
const keys = /\b(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{96})\b/g;

/** Where the build puts the rows of the demo data. */
export const preparedFile = (demo: Demo): string => path.join(__dirname, `prepared-${demo}.json`);

/** Reads a tenant that was made at `preparedAt`, with its times written relative to it. */
export async function prepare(
	session: Session,
	schema: string,
	version: string,
	files: FileStore,
): Promise<Prepared> {
	await session.script("set local timezone to 'UTC'");
	const tables: Prepared['tables'] = [];
	for (const { name } of await tablesOf(session, schema)) {
		const rows = await session.query<{ row: object }>(
			`select row_to_json(t) as row from ${quoted(name)} t`,
		);
		if (rows.length === 0 || name === 'tenant_state') continue;
		tables.push({ name, rows: rows.map(({ row }) => row) });
	}
	const numbers = await session.query<Prepared['numbers'][number]>(
		`select sequencename as name, last_value as last from pg_sequences
		where schemaname = $1 and last_value is not null`,
		[schema],
	);
	const text = relative(JSON.stringify({ version, tables, numbers }));
	const found: Prepared['files'] = {};
	for (const key of new Set(text.match(keys))) {
		const file = await files.open(key).catch(() => undefined);
		if (file) found[key] = (await buffer(file)).toString('base64');
	}
	return { ...(JSON.parse(text) as Prepared), files: found };
}

/** Fills an empty tenant. False if there are no rows for it: from source, or for other services. */
export async function fillPrepared(tenant: Tenant, demo: Demo, version: string): Promise<boolean> {
	const text = await readFile(preparedFile(demo), 'utf8').catch(() => undefined);
	if (text === undefined) return false;
	const { files } = JSON.parse(text) as Prepared;
	const newKeys = new Map<string, string>();
	for (const [key, content] of Object.entries(files)) {
		newKeys.set(key, (await tenant.files.put(Buffer.from(content, 'base64'))).key);
	}
	const prepared = JSON.parse(
		settled(text, tenant).replace(keys, (key) => {
			const known =
				newKeys.get(key) ?? (key.includes('-') ? randomUUID() : randomBytes(48).toString('hex'));
			newKeys.set(key, known);
			return known;
		}),
	) as Prepared;
	if (prepared.version !== version) return false;
	await tenant.transaction((sql) => insert(sql, prepared));
	return true;
}

async function insert(sql: Sql, { tables, numbers }: Prepared): Promise<void> {
	for (const { name, rows } of tables) {
		await sql.query(
			`insert into ${quoted(name)} overriding system value
			select * from json_populate_recordset(null::${quoted(name)}, $1)`,
			[JSON.stringify(rows)],
		);
	}
	await sql.query(
		`select setval(format('%I', name)::regclass, last)
		from json_to_recordset($1) as given (name text, last bigint)`,
		[JSON.stringify(numbers)],
	);
}

/**
 * `@at:-60` is a minute before the tenant is made, `@day:-1` the day before (in UTC). What was made relative to the
 * moment is told from what was made relative to the day by its minutes.
 */
function relative(text: string): string {
	return text.replace(
		/(2[34]\d\d-\d\d-\d\d)(T\d\d:(\d\d):[\d.]+Z?(?:\+00:00)?)?/g,
		(all, day: string, time?: string, minutes?: string) => {
			if (minutes !== '34') {
				const days = Math.ceil((Date.parse(day) - preparedAt) / dayMs);
				return `@day:${days}${time ?? ''}`;
			}
			const moment = new Date(all);
			if (all.endsWith('Z') && all !== moment.toISOString())
				throw new Error(`${all} is in a text, where its form would be lost.`);
			return `@at:${(moment.getTime() - preparedAt) / 1000}`;
		},
	);
}

/** The text with the times of a tenant that is made now, at a full minute, and its address. */
function settled(text: string, { clock, baseUrl }: Tenant): string {
	const now = Math.floor(clock.now().getTime() / minutesMs) * minutesMs;
	return text
		.replaceAll(preparedOrigin, baseUrl)
		.replace(/@at:(-?\d+)/g, (_all, seconds: string) =>
			new Date(now + Number(seconds) * 1000).toISOString(),
		)
		.replace(/@day:(-?\d+)/g, (_all, days: string) =>
			new Date(now + Number(days) * dayMs).toISOString().slice(0, 10),
		);
}
