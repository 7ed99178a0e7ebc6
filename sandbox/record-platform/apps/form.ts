import type { Context } from '../context';
import type { Handlers } from '../handlers';
import type { Body } from '../input';
import { changePreview } from './change';
import { changeFields, deleteFields as removeFields } from './field-changes';
import { readNewFields } from './fields';
import { formProperties } from './form-properties';
import { layoutOf, readLayout } from './layout';
import { setting } from './read';
import { fieldsShownTo } from './shown';
import { requireNoKeys, settleSources } from './sources';

const fields = setting(async (context, { design }) => ({
	properties: await fieldsShownTo(context, design.fields),
	revision: design.revision,
}));

export async function addFields(
	context: Context,
	{ properties, ...target }: Body<'form.fields.create'>,
): Promise<object> {
	return changePreview(context, target, async (design, app) => {
		const added = readNewFields(properties, design.fields);
		Object.assign(design.fields, added);
		await settleSources(context.sql, app, {}, Object.values(added));
	});
}

async function updateFields(
	context: Context,
	{ properties, ...target }: Body<'form.fields.update'>,
): Promise<object> {
	return changePreview(context, target, async (design, app) => {
		const before = design.fields;
		changeFields(design, properties);
		const changed = Object.values(design.fields).filter((field) => before[field.code] !== field);
		await settleSources(context.sql, app, before, changed);
	});
}

async function deleteFields(
	context: Context,
	{ fields: codes, ...target }: Body<'form.fields.delete'>,
): Promise<object> {
	return changePreview(context, target, async (design, app) => {
		await requireNoKeys(context.sql, app, codes);
		removeFields(design, codes);
	});
}

const layout = setting((_context, { design }) => ({
	layout: layoutOf(design),
	revision: design.revision,
}));

async function changeLayout(context: Context, sent: Body<'form.layout.update'>): Promise<object> {
	return changePreview(context, sent, (design) => {
		design.parts.layout = readLayout(sent, design.fields);
	});
}

const form = setting((_context, { design }) => ({ properties: formProperties(design) }));

export const formOperations = {
	'form.fields.get': fields,
	'form.fields.create': addFields,
	'form.fields.update': updateFields,
	'form.fields.delete': deleteFields,
	'form.layout.get': layout,
	'form.layout.update': changeLayout,
	'form.get': form,
} satisfies Handlers;
