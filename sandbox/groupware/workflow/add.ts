import { ControlError } from '../../control/input';
import type { FileFixture, FormFixture, RequestFixture, StepFixture } from '../fixtures/types';
import { addFile, moment, type FixtureContext, userId } from '../fixtures/context';
import { insertRow } from '../rows';
import { isObject } from '../../input/readers';
import {
	type FormItem,
	formItemTypes,
	type RequestStatus,
	type StoredItem,
	type StoredStep,
} from './model';

/** Throws a ControlError for two items with one code. */
export async function addForm(
	{ sql }: FixtureContext,
	form: FormFixture,
): Promise<{ id: string; items: string[] }> {
	const items = form.items.map(({ type, name, code }, index): FormItem => ({
		key: code ?? `$${index + 1}`,
		type,
		name,
	}));
	const keys = items.map(({ key }) => key);
	if (new Set(keys).size < keys.length) {
		throw new ControlError(`Two items of the form ${form.name} have the same code.`);
	}
	const { id } = await insertRow(sql, 'groupware_workflow_form', {
		name: form.name,
		items: JSON.stringify(items),
	});
	return { id: String(id), items: keys };
}

/** Its number is its id unless the fixture names one. Throws a ControlError for what doesn't fit the form. */
export async function addRequest(
	context: FixtureContext,
	request: RequestFixture,
): Promise<{ id: string; files: string[] }> {
	const form = await formOf(context, request.form);
	const applicant = userId(context, request.applicant);
	const proxy = request.proxy === undefined ? null : userId(context, request.proxy);
	const createdAt = moment(context, request.createdAt);
	const steps = (request.steps ?? []).map((step, index) => stepOf(context, step, index + 1));
	const items = await itemsOf(context, form.items, request.items ?? {}, {
		creator: proxy ?? applicant,
		createdAt,
	});
	const { id } = await insertRow(context.sql, 'groupware_workflow_request', {
		form_id: form.id,
		name: request.name,
		number: request.number ?? '',
		status: request.status,
		urgent: request.isUrgent ?? false,
		applicant,
		proxy,
		created_at: createdAt,
		approved_at: lastApproval(steps) ?? null,
		items: JSON.stringify(items),
		steps: JSON.stringify(steps),
	});
	if (request.number === undefined) {
		await context.sql.query(
			'UPDATE groupware_workflow_request SET number = id::text WHERE id = $1',
			[id],
		);
	}
	const files = items.flatMap(({ type, value }) => (type === 'FILE' ? (value as number[]) : []));
	return { id: String(id), files: files.map(String) };
}

/** Throws a ControlError for an unknown request. */
export async function setRequestStatus(
	{ sql }: FixtureContext,
	{ id, status }: { id: string; status: RequestStatus },
): Promise<void> {
	const rows = await sql.query(
		'UPDATE groupware_workflow_request SET status = $2 WHERE id = $1 RETURNING id',
		[Number(id), status],
	);
	if (rows.length === 0) throw new ControlError(`There is no request ${id}.`);
}

async function formOf(
	{ sql }: FixtureContext,
	form: number | string,
): Promise<{ id: number; items: FormItem[] }> {
	const [row] = await sql.query<{ id: number; items: string }>(
		`SELECT id, items FROM groupware_workflow_form
		WHERE ${typeof form === 'number' ? 'id' : 'name'} = $1 ORDER BY id DESC LIMIT 1`,
		[form],
	);
	if (row === undefined) throw new ControlError(`There is no form ${form}.`);
	return { id: row.id, items: JSON.parse(row.items) };
}

async function itemsOf(
	context: FixtureContext,
	form: readonly FormItem[],
	values: Record<string, unknown>,
	owner: { creator: string; createdAt: Date },
): Promise<StoredItem[]> {
	const unknown = Object.keys(values).find((key) => !form.some((item) => item.key === key));
	if (unknown !== undefined) throw new ControlError(`The form has no item ${unknown}.`);
	const items: StoredItem[] = [];
	for (const { key, type, name } of form) {
		const item = formItemTypes.get(type);
		if (item === undefined) continue;
		const given = values[key];
		const fits = given === undefined || checks[item.kind](given);
		if (!fits) throw new ControlError(`${key} is not what an item of type ${type} holds.`);
		let value = given ?? empty[item.kind];
		if (item.kind === 'files') {
			const ids: number[] = [];
			for (const file of value as FileFixture[]) {
				ids.push(await addFile(context, file, { application: 'workflow', ...owner }));
			}
			value = ids;
		}
		items.push({ key, name, type: item.dataType, value });
	}
	return items;
}

const isTexts = (value: unknown, ...keys: string[]) =>
	isObject(value) && keys.every((key) => typeof value[key] === 'string');

const checks = {
	text: (value: unknown) => typeof value === 'string',
	flag: (value: unknown) => typeof value === 'boolean',
	files: (value: unknown) =>
		Array.isArray(value) && value.every((file) => isTexts(file, 'name', 'content')),
	dateTime: (value: unknown) => isTexts(value, 'date', 'time'),
	route: (value: unknown) => isTexts(value, 'route', 'expense'),
};

const empty = {
	text: '',
	flag: false,
	files: [],
	dateTime: { date: '', time: '' },
	route: { route: '', expense: '' },
};

function stepOf(context: FixtureContext, step: StepFixture, number: number): StoredStep {
	return {
		key: step.code ?? `$${number}`,
		id: number,
		name: step.name,
		requirement: step.requirement ?? 'ALL',
		isApprovalStep: step.isApprovalStep ?? true,
		processors: step.processors.map(({ user, proxy, result, comment, operatedAt }) => ({
			user: userId(context, user),
			...(proxy !== undefined && { proxy: userId(context, proxy) }),
			comment: comment ?? '',
			...(result !== undefined && {
				result,
				operatedAt: moment(context, operatedAt).toISOString(),
			}),
		})),
	};
}

function lastApproval(steps: readonly StoredStep[]): string | undefined {
	return steps
		.flatMap(({ processors }) => processors)
		.filter(({ result }) => result === 'APPROVED')
		.flatMap(({ operatedAt }) => operatedAt ?? [])
		.sort()
		.at(-1);
}
