import type { OpenApp } from '../apps/store';
import { requireRight } from '../apps/access';
import { appNotFound, findApp } from '../apps/store';
import type { Context } from '../context';
import type { FormFields } from '../form';
import { compileQuery, pageSql, relatedApps } from '../query';
import { RECORD_COLUMNS, type RecordRow, type StoredRecord, toStoredRecord } from './row';

type Mode = 'records' | 'cursor' | 'condition';

/** A query of the caller, compiled against the form of the app side that is given. */
export async function compileFor(context: Context, app: OpenApp, text: string, mode: Mode) {
	const login = context.person.code;
	const directory = await context.directory();
	const relatedForms: Record<string, FormFields> = {};
	for (const id of relatedApps(text, app.design.fields)) {
		const related = await findApp(context.sql, id, 'production');
		if (!related) throw appNotFound(id);
		// Related records need the tokens of both apps (facts, section 8).
		await requireRight(context, related, 'view');
		relatedForms[id] = related.design.fields;
	}
	return compileQuery(
		text,
		app.design.fields,
		{
			now: context.now,
			timeZone: context.timeZone,
			login,
			organizations: directory.organizationsOf(login),
			appId: app.id,
			appCode: app.code,
			relatedForms,
			mode,
		},
		1,
	);
}

/** A page of the records that a query finds, and how many there are when `count` is asked for. */
export async function queryRecords(
	context: Context,
	app: OpenApp,
	text: string,
	count: boolean,
): Promise<{ records: StoredRecord[]; totalCount: string | null }> {
	const compiled = await compileFor(context, app, text, 'records');
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
	const { where, parameters, orderBy } = await compileFor(context, app, text, 'cursor');
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
