import { PGlite } from '@electric-sql/pglite';
import type { FieldType, FormField, FormFields } from '../sandbox/record-platform/form';
import { compileQuery, pageSql, type QueryContext } from '../sandbox/record-platform/query';
import { schema } from '../sandbox/record-platform/schema';

/**
 * Times filtered and sorted pages over a large app, as `GET records.json` reads them, on the embedded database.
 * Run with `npx tsx bench/query.ts [records]`; fails when a page takes a second or more.
 */
const RECORDS = Number(process.argv[2] ?? 100_000);
const RUNS = 5;

const PRIORITIES = ['High', 'Middle', 'Low'];

function field(code: string, type: FieldType, more: Partial<FormField> = {}): FormField {
	return { code, type, label: code, ...more };
}

const FORM: FormFields = Object.fromEntries(
	[
		field('title', 'SINGLE_LINE_TEXT'),
		field('memo', 'MULTI_LINE_TEXT'),
		field('amount', 'NUMBER'),
		field('day', 'DATE'),
		field('moment', 'DATETIME'),
		field('priority', 'DROP_DOWN', {
			options: Object.fromEntries(
				PRIORITIES.map((label, index) => [label, { label, index: String(index) }]),
			),
		}),
		field('people', 'USER_SELECT'),
		field('Created_at', 'CREATED_TIME'),
		field('items', 'SUBTABLE', {
			fields: {
				item: field('item', 'SINGLE_LINE_TEXT'),
				quantity: field('quantity', 'NUMBER'),
			},
		}),
	].map((each) => [each.code, each]),
);

const CONTEXT: QueryContext = {
	now: new Date('2026-06-15T03:00:00Z'),
	timeZone: 'Asia/Tokyo',
	login: 'user7',
	organizations: [],
	appId: '1',
};

const QUERIES = [
	'',
	'limit 500',
	'order by amount desc limit 500 offset 10000',
	'amount > 5000 order by amount desc',
	'priority in ("High") and day >= "2026-01-01" order by day asc, amount desc limit 500',
	'day = THIS_MONTH() and moment < NOW() order by moment desc',
	'Created_at >= FROM_TODAY(-30, DAYS) order by Created_at asc',
	'title = "order number 77777"',
	'title like "77777" order by title asc',
	'memo like "elit" and amount < 100 order by priority asc',
	'people in (LOGINUSER()) order by $id asc limit 500',
	'item in ("part 3") and quantity > 8 order by amount asc',
	'item not in ("part 3") order by amount asc',
	'$id > 50000 order by $id asc limit 500',
];

async function fill(db: PGlite): Promise<void> {
	await db.exec(schema);
	await db.query(
		"insert into apps (id, created_at, creator, modified_at, modifier) values (1, now(), 'a', now(), 'a')",
	);
	await db.query(
		`insert into records (app_id, id, revision, created_at, updated_at, creator, modifier, cells)
		select 1, i, 1, moment, moment, 'user1', 'user1', jsonb_build_object(
			'title', 'order number ' || i,
			'memo', repeat('lorem ipsum dolor sit amet ', 8) || case when i % 10 = 0 then 'elit' else '' end,
			'amount', ((i * 7919::bigint) % 10007)::text || '.5',
			'day', to_char(date '2024-01-01' + i % 1000, 'YYYY-MM-DD'),
			'moment', to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:"00Z"'),
			'priority', ($1::text[])[1 + i % 3],
			'people', jsonb_build_array(jsonb_build_object('code', 'user' || i % 50, 'name', 'User')),
			'items', jsonb_build_array(
				jsonb_build_object('id', '1', 'value', jsonb_build_object('item', 'part ' || i % 7, 'quantity', (i % 10)::text)),
				jsonb_build_object('id', '2', 'value', jsonb_build_object('item', 'part ' || i % 5, 'quantity', (i % 9)::text))))
		from generate_series(1, $2::int) i, lateral (select timestamptz '2025-01-01' + i * interval '10 minutes' as moment) m`,
		[PRIORITIES, RECORDS],
	);
}

/** Milliseconds of one page and of the total count; the fastest of several runs, for other work only slows them. */
async function time(
	db: PGlite,
	query: string,
): Promise<{ page: number; count: number; found: number }> {
	const compiled = compileQuery(query, FORM, CONTEXT);
	const pageOf = pageSql(compiled, '1', 'r.*');
	const countOf = `select count(*)::int as total from records r where r.app_id = 1 and (${compiled.where})`;
	const pages: number[] = [];
	const counts: number[] = [];
	let found = 0;
	for (let run = 0; run < RUNS; run += 1) {
		const start = performance.now();
		await db.query(pageOf, compiled.parameters);
		const middle = performance.now();
		const { rows } = await db.query<{ total: number }>(countOf, compiled.parameters);
		pages.push(middle - start);
		counts.push(performance.now() - middle);
		found = rows[0]?.total ?? 0;
	}
	return { page: Math.min(...pages), count: Math.min(...counts), found };
}

async function main(): Promise<void> {
	const db = await PGlite.create();
	await fill(db);
	console.log(`${RECORDS} records, fastest of ${RUNS} runs, milliseconds`);
	let slowest = 0;
	for (const query of QUERIES) {
		const { page, count, found } = await time(db, query);
		slowest = Math.max(slowest, page);
		const figures = [page.toFixed(0), count.toFixed(0), String(found)].map((text) =>
			text.padStart(7),
		);
		console.log(
			`page ${figures[0]}  count ${figures[1]}  found ${figures[2]}  ${query || '(all)'}`,
		);
	}
	await db.close();
	if (slowest >= 1000) throw new Error(`The slowest page took ${slowest.toFixed(0)} ms.`);
}

main().catch((error: unknown) => {
	console.error(error);
	process.exitCode = 1;
});
