import type { Sql } from '../../types';
import type { Context } from '../context';
import { ServiceError } from '../errors';
import { fieldOfType, type FormField } from '../form';
import { checkFormulas } from '../formula/check';
import { orderedStates, type Design, type Process } from './design';
import { duplicatedFields, forgetFields, indexUniqueFields } from './indexes';
import { renameFields } from './field-renames';
import { cellText } from '../sql';
import { checkLookupKeys } from './sources';
import { findApp, type OpenApp, writeDesign } from './store';

/** Starts copying the preview side of apps to production; `settleDeploys` ends it when the time has come. */
export async function startDeploy({ sql, now, tenant }: Context, apps: OpenApp[]): Promise<void> {
	for (const app of apps) checkFormulas(app.design.fields);
	await checkLookupKeys(sql, apps);
	await sql.query(
		`update apps set deploy_status = 'PROCESSING', deploy_until = $2::timestamptz, deploy_batch = batch.id
		from (select nextval('deploy_batches') as id) batch where apps.id = any($1::bigint[])`,
		[apps.map((app) => app.id), new Date(now.getTime() + tenant.deployMs).toISOString()],
	);
}

/** Ends the deploys whose time has come: all apps started together succeed, or one fails and the others are cancelled. */
export async function settleDeploys(sql: Sql, now: Date): Promise<void> {
	const due = await sql.query<{ id: string; batch: string }>(
		`select id::text as id, deploy_batch::text as batch from apps
		where deploy_status = 'PROCESSING' and deploy_until <= $1::timestamptz order by deploy_batch, id`,
		[now.toISOString()],
	);
	for (const batch of new Set(due.map((app) => app.batch))) {
		await settleBatch(
			sql,
			due.filter((app) => app.batch === batch).map((app) => app.id),
			now,
		);
	}
}

async function settleBatch(sql: Sql, ids: string[], now: Date): Promise<void> {
	const failed = new Set<string>();
	for (const id of ids) {
		const app = await findApp(sql, id, 'preview');
		if (!app || (await unfitRecords(sql, app))) failed.add(id);
	}
	for (const id of ids) {
		if (failed.size === 0) await applyPreview(sql, id, now);
		const status = failed.size === 0 ? 'SUCCESS' : failed.has(id) ? 'FAIL' : 'CANCEL';
		await sql.query(
			'update apps set deploy_status = $2, deploy_until = null, deploy_batch = null where id = $1::bigint',
			[id, status],
		);
	}
}

/** Whether records in production break what the preview side asks of unique values and of lengths. */
export async function unfitRecords(sql: Sql, app: OpenApp): Promise<boolean> {
	const origins = app.design.parts.fieldOrigins ?? {};
	const fields = Object.values(app.design.fields).map((field) => ({
		...field,
		code: origins[field.code] ?? field.code,
	}));
	const byCode = Object.fromEntries(fields.map((field) => [field.code, field]));
	if ((await duplicatedFields(sql, app.id, byCode)).length > 0) return true;
	const conditions = fields.flatMap(lengthConditions);
	if (conditions.length === 0) return false;
	const rows = await sql.query(
		`select 1 from records r where r.app_id = $1::bigint and (${conditions.join(' or ')}) limit 1`,
		[app.id],
	);
	return rows.length > 0;
}

function lengthConditions({ code, minLength, maxLength }: FormField): string[] {
	const length = `char_length(${cellText(code)})`;
	return [
		...(maxLength ? [`${length} > ${BigInt(maxLength)}`] : []),
		...(minLength ? [`(${length} > 0 and ${length} < ${BigInt(minLength)})`] : []),
	];
}

/** Copies the preview side over production and lets the records follow (gone fields, renamed or gone statuses). */
export async function applyPreview(sql: Sql, id: string, now: Date): Promise<void> {
	const preview = await findApp(sql, id, 'preview', true);
	if (!preview) return;
	const before = await findApp(sql, id, 'production');
	const { renames = [], ...process } = preview.design.process;
	const { fieldOrigins = {}, droppedFields = [], ...parts } = preview.design.parts;
	const design: Design = { ...preview.design, process, parts };
	await writeDesign(sql, id, 'production', design);
	await writeDesign(sql, id, 'preview', design);
	await sql.query('update apps set modified_at = $2::timestamptz where id = $1::bigint', [
		id,
		now.toISOString(),
	]);
	await forgetFields(sql, id, droppedFields);
	await renameFields(sql, id, design.fields, fieldOrigins);
	await forgetFields(
		sql,
		id,
		Object.keys(before?.design.fields ?? {}).filter((code) => !Object.hasOwn(design.fields, code)),
	);
	await indexUniqueFields(sql, id, design.fields);
	await followProcess(sql, id, process, renames);
}

async function followProcess(
	sql: Sql,
	id: string,
	process: Process,
	renames: NonNullable<Process['renames']>,
): Promise<void> {
	for (const { from, to } of renames) {
		await sql.query('update records set status = $3 where app_id = $1::bigint and status = $2', [
			id,
			from,
			to,
		]);
	}
	const names = orderedStates(process).map((state) => state.name);
	if (!process.enable || names.length === 0) return;
	await sql.query(
		`update records set status = $2 where app_id = $1::bigint
			and (status is null or not status = any($3::text[]))`,
		[id, names[0], names],
	);
}

/** Throws away what was changed in preview since the last deploy; that is its latest deploy then. */
export async function revertPreview(sql: Sql, app: OpenApp): Promise<void> {
	const production = await findApp(sql, app.id, 'production');
	if (!production) throw new ServiceError('GAIA_AP01');
	await writeDesign(sql, app.id, 'preview', production.design);
	await sql.query("update apps set deploy_status = 'SUCCESS' where id = $1::bigint", [app.id]);
}

/** Marks the three fields that exist only while process management is on. */
export function markProcessFields(design: Design): void {
	for (const type of ['STATUS', 'STATUS_ASSIGNEE'] as const) {
		const field = fieldOfType(design.fields, type);
		if (field) field.enabled = design.process.enable;
	}
}
