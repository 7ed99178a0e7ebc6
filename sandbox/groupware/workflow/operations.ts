import { badValue, notAmong, unknownObject } from '../errors';
import { type FileRow, loadFiles } from '../files/model';
import { downloadFrom } from '../files/operations';
import type { Handlers, Request } from '../request';
import { only } from '../query';
import { binding, readPage } from '../rows';
import { rangeOf } from '../time';
import { idOf } from '../values';
import { type FormItem, type RequestRow, requestStatuses } from './model';
import { fileIdsOf, presentRequest } from './present';

type StoredRow = Omit<RequestRow, 'items' | 'steps'> & { items: string; steps: string };

const selectRequests = `SELECT request.id, form_id AS "formId", form.name AS "formName", request.name,
	number, status, urgent, applicant, proxy, created_at AS "createdAt", request.items, steps
	FROM groupware_workflow_request request
	JOIN groupware_workflow_form form ON form.id = form_id`;

function rowOf(row: StoredRow): RequestRow {
	return { ...row, items: JSON.parse(row.items), steps: JSON.parse(row.steps) };
}

async function filesOf(sql: Request['sql'], rows: RequestRow[]): Promise<Map<number, FileRow>> {
	return await loadFiles(
		sql,
		rows.flatMap(({ items }) => items.flatMap(fileIdsOf)),
	);
}

/** One request, for those who take part in it (workflow.request.get); others get the same as if it weren't there. */
async function getRequest({ sql, path, caller, directory }: Request): Promise<object> {
	const [found] = await sql.query<StoredRow>(`${selectRequests} WHERE request.id = $1`, [
		idOf(path.request_id, 'request_id') ?? 0,
	]);
	const row = found && rowOf(found);
	if (row === undefined || !participants(row).includes(caller.id))
		throw unknownObject('request_id');
	return presentRequest(row, await filesOf(sql, [row]), directory, caller.locale);
}

function participants({ applicant, proxy, steps }: RequestRow): Array<string | null | undefined> {
	const processors = steps.flatMap((step) => step.processors);
	return [applicant, proxy, ...processors.flatMap((one) => [one.user, one.proxy])];
}

async function listRequests(request: Request): Promise<object> {
	const { sql, query, directory, caller } = request;
	const { values, bind } = binding();
	const conditions = conditionsOf(request, bind);
	const direction = directionOf(query.text('orderBy'));
	const page = await readPage<StoredRow>(
		request,
		`${selectRequests} WHERE ${conditions.join(' AND ')}
		ORDER BY created_at ${direction}, request.id ${direction}`,
		values,
	);
	const rows = page.rows.map(rowOf);
	const files = await filesOf(sql, rows);
	const fields = query.list('fields');
	return {
		requests: rows.map((row) => only(presentRequest(row, files, directory, caller.locale), fields)),
		hasNext: page.hasNext,
	};
}

function conditionsOf({ query }: Request, bind: (value: unknown) => string): string[] {
	const conditions = ['true'];
	const statuses = query.list('status');
	if (statuses.some((status) => !requestStatuses.some((known) => known === status))) {
		throw notAmong('status', requestStatuses);
	}
	if (statuses.length > 0) conditions.push(`status = ANY (${bind(statuses)}::text[])`);
	const form = query.text('form');
	if (form !== undefined) conditions.push(`form_id = ${bind(idOf(form, 'form') ?? 0)}`);
	const { start, end } = rangeOf(query, 'rangeStartApprovedAt', 'rangeEndApprovedAt');
	if (start !== undefined) conditions.push(`approved_at >= ${bind(start.toISOString())}`);
	if (end !== undefined) conditions.push(`approved_at < ${bind(end.toISOString())}`);
	return conditions;
}

function directionOf(orderBy = 'createdAt asc'): 'asc' | 'desc' {
	if (orderBy === 'createdAt asc') return 'asc';
	if (orderBy === 'createdAt desc') return 'desc';
	throw badValue('orderBy');
}

/** Items are a map by code, as the table of the page has them (workflow.form.get, inferred). */
async function getForm({ sql, path }: Request): Promise<object> {
	const [row] = await sql.query<{ id: number; name: string; items: string }>(
		'SELECT id, name, items FROM groupware_workflow_form WHERE id = $1',
		[idOf(path.workflow_form_id, 'workflow_form_id') ?? 0],
	);
	if (row === undefined) throw unknownObject('workflow_form_id');
	const items = JSON.parse(row.items) as FormItem[];
	return {
		form: {
			id: String(row.id),
			name: row.name,
			items: Object.fromEntries(
				items.map(({ key, type, name }) => [key, { type, code: key, name }]),
			),
		},
	};
}

export const workflowOperations = {
	'workflow.request.get': getRequest,
	'workflow.request.list': listRequests,
	'workflow.file.get': downloadFrom('workflow'),
	'workflow.form.get': getForm,
} satisfies Handlers;
