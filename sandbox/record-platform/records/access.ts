import { inPriority, meansUser } from '../apps/access';
import { type Entity, partOf, type RecordRight } from '../apps/parts';
import type { OpenApp } from '../apps/store';
import type { Context } from '../context';
import type { Directory } from '../directory';
import { ServiceError } from '../errors';
import { cellText, literal } from '../sql';
import { compileFor } from './query-text';

export type RecordPermission = 'viewable' | 'editable' | 'deletable';

/** A boolean SQL expression over `records r` with its parameters. */
export interface AccessSql {
	sql: string;
	parameters: unknown[];
}

/**
 * What the record permissions of an app allow the caller: of each record, the first right whose condition it fulfils
 * decides, and there the first entry that means the caller; who is not meant may nothing. Records that fulfil none are
 * open. Undefined when nothing is restricted; API tokens come before all of it (docs/api/record-platform.md, section 3).
 */
export async function accessSql(
	context: Context,
	app: OpenApp,
	permission: RecordPermission,
	firstParameter = 1,
): Promise<AccessSql | undefined> {
	const { caller } = context;
	const rights = partOf(app.design.parts, 'recordRights');
	if (caller.kind === 'tokens' || rights.length === 0) return undefined;
	const directory = await context.directory();
	const parameters: unknown[] = [];
	const cases: string[] = [];
	for (const right of rights) {
		const first = firstParameter + parameters.length;
		const condition = await compileFor(context, app, right.filterCond, 'condition', first);
		parameters.push(...condition.parameters);
		const allowed = allowedSql(right, permission, app, directory, caller.account.code);
		cases.push(`when (${condition.where}) then ${allowed}`);
	}
	return { sql: `(case ${cases.join(' ')} else true end)`, parameters };
}

function allowedSql(
	right: RecordRight,
	permission: RecordPermission,
	app: OpenApp,
	directory: Directory,
	login: string,
): string {
	const cases = inPriority(right.entities).map((entry) => {
		const meant = meansSql(app, directory, entry.entity, entry.includeSubs, login);
		return `when ${meant} then ${entry[permission]}`;
	});
	return cases.length === 0 ? 'false' : `(case ${cases.join(' ')} else false end)`;
}

/** SQL that is true where an entry means the user; only fields make it depend on the record. */
function meansSql(
	app: OpenApp,
	directory: Directory,
	entity: Entity,
	includeSubs: boolean,
	login: string,
): string {
	if (entity.type !== 'FIELD_ENTITY') {
		return String(meansUser(directory, entity, includeSubs, login));
	}
	const field = Object.hasOwn(app.design.fields, entity.code ?? '')
		? app.design.fields[entity.code ?? '']
		: undefined;
	switch (field?.type) {
		case 'CREATOR':
			return `r.creator = ${literal(login)}`;
		case 'MODIFIER':
			return `r.modifier = ${literal(login)}`;
		case 'STATUS_ASSIGNEE':
			return holds('r.assignees', [login]);
		case 'USER_SELECT':
			return holds(`(${cellText(field.code)})::jsonb`, [login]);
		case 'GROUP_SELECT':
			return holds(`(${cellText(field.code)})::jsonb`, directory.groupsOf(login));
		case 'ORGANIZATION_SELECT':
			return holds(
				`(${cellText(field.code)})::jsonb`,
				directory.organizationsMeaning(login, includeSubs),
			);
		default:
			return 'false';
	}
}

function holds(list: string, codes: string[]): string {
	if (codes.length === 0) return 'false';
	const any = codes.map((code) => `${list} @> ${literal(JSON.stringify([{ code }]))}::jsonb`);
	return `coalesce(${any.join(' or ')}, false)`;
}

/** Which of the records the caller may see, change or delete, as the record permissions say. */
export async function permittedIds(
	context: Context,
	app: OpenApp,
	ids: string[],
	permission: RecordPermission,
): Promise<ReadonlySet<string>> {
	const access = await accessSql(context, app, permission, 3);
	if (!access) return new Set(ids);
	const rows = await context.sql.query<{ id: string }>(
		`select r.id::text as id from records r
		where r.app_id = $1::bigint and r.id = any($2::bigint[]) and ${access.sql}`,
		[app.id, ids, ...access.parameters],
	);
	return new Set(rows.map((row) => row.id));
}

/** IDs of the records of an app that the caller may see; undefined for all of them. */
export async function seenIds(context: Context, app: OpenApp): Promise<string[] | undefined> {
	const access = await accessSql(context, app, 'viewable', 2);
	if (!access) return undefined;
	const rows = await context.sql.query<{ id: string }>(
		`select r.id::text as id from records r where r.app_id = $1::bigint and ${access.sql}`,
		[app.id, ...access.parameters],
	);
	return rows.map(({ id }) => id);
}

/** Throws CB_NO02 unless the caller has all of the permissions on all of the records. */
export async function requirePermitted(
	context: Context,
	app: OpenApp,
	ids: string[],
	...permissions: RecordPermission[]
): Promise<void> {
	for (const permission of permissions) {
		const permitted = await permittedIds(context, app, ids, permission);
		if (ids.some((id) => !permitted.has(id))) throw new ServiceError('CB_NO02');
	}
}
