import type { OpenApp } from '../apps/store';
import type { Context } from '../context';
import { type CompiledQuery, pageSql } from '../query';
import { accessSql, seenIds } from './access';
import { compileFor, type Mode } from './query-text';
import { RECORD_COLUMNS, type RecordRow, type StoredRecord, toStoredRecord } from './row';

/** A query narrowed to what the caller may see. */
async function compileViewable(
	context: Context,
	app: OpenApp,
	text: string,
	mode: Mode,
): Promise<CompiledQuery> {
	const compiled = await compileFor(
		context,
		app,
		text,
		mode,
		1,
		async (related) => await seenIds(context, related),
	);
	const access = await accessSql(context, app, 'viewable', compiled.parameters.length + 1);
	if (!access) return compiled;
	return {
		...compiled,
		where: `(${compiled.where}) and ${access.sql}`,
		parameters: [...compiled.parameters, ...access.parameters],
	};
}

/** A page of the records that a query finds, and how many there are when `count` is asked for. */
export async function queryRecords(
	context: Context,
	app: OpenApp,
	text: string,
	count: boolean,
): Promise<{ records: StoredRecord[]; totalCount: string | null }> {
	const compiled = await compileViewable(context, app, text, 'records');
	const { where, parameters } = compiled;
	const rows = await context.sql.query<RecordRow>(
		pageSql(compiled, app.id, RECORD_COLUMNS),
		parameters,
	);
	const counted = count
		? await context.sql.query<{ total: string }>(
				`select count(*)::text as total from records r where r.app_id = ${BigInt(app.id)} and (${where})`,
				parameters,
			)
		: [];
	return { records: rows.map(toStoredRecord), totalCount: counted[0]?.total ?? null };
}

/** IDs of all records that a query finds, in its order. */
export async function queryIds(context: Context, app: OpenApp, text: string): Promise<string[]> {
	const { where, parameters, orderBy } = await compileViewable(context, app, text, 'cursor');
	const rows = await context.sql.query<{ id: string }>(
		`select r.id::text as id from records r
		where r.app_id = ${BigInt(app.id)} and (${where}) order by ${orderBy}`,
		parameters,
	);
	return rows.map((row) => row.id);
}

/** Whether one record fulfils a condition, such as that of an action. */
export async function matches(
	context: Context,
	app: OpenApp,
	id: string,
	condition: string,
): Promise<boolean> {
	const { where, parameters } = await compileFor(context, app, condition, 'condition');
	const rows = await context.sql.query(
		`select 1 from records r
		where r.app_id = ${BigInt(app.id)} and r.id = ${BigInt(id)} and (${where})`,
		parameters,
	);
	return rows.length > 0;
}
