import type { Context } from '../context';
import { invalid } from '../errors';
import type { Parameters } from '../parameters';
import { changePreview } from './change';
import { changeFields, deleteFields as removeFields } from './field-changes';
import { readNewFields } from './fields';
import { formProperties } from './form-properties';
import { layoutOf, readLayout } from './layout';
import { setting } from './read';
import { fieldsShownTo } from './shown';
import { requireNoKeys, settleSources } from './sources';

export const fields = setting(async (context, { design }) => ({
	properties: await fieldsShownTo(context, design.fields),
	revision: design.revision,
}));

export async function addFields(context: Context, parameters: Parameters): Promise<object> {
	const properties = parameters.object('properties') ?? parameters.missing('properties');
	return changePreview(context, parameters, async (design, app) => {
		const added = readNewFields(properties, design.fields);
		Object.assign(design.fields, added);
		await settleSources(context.sql, app, {}, Object.values(added));
	});
}

export async function updateFields(context: Context, parameters: Parameters): Promise<object> {
	const properties = parameters.object('properties') ?? parameters.missing('properties');
	return changePreview(context, parameters, async (design, app) => {
		const before = design.fields;
		changeFields(design, properties);
		const changed = Object.values(design.fields).filter((field) => before[field.code] !== field);
		await settleSources(context.sql, app, before, changed);
	});
}

export async function deleteFields(context: Context, parameters: Parameters): Promise<object> {
	const codes = parameters.texts('fields');
	if (codes.length === 0) parameters.missing('fields');
	if (codes.length > 100) throw invalid('fields', 'At most 100 fields can be deleted at one time.');
	return changePreview(context, parameters, async (design, app) => {
		await requireNoKeys(context.sql, app, codes);
		removeFields(design, codes);
	});
}

export const layout = setting((_context, { design }) => ({
	layout: layoutOf(design),
	revision: design.revision,
}));

export async function changeLayout(context: Context, parameters: Parameters): Promise<object> {
	return changePreview(context, parameters, (design) => {
		design.parts.layout = readLayout(parameters, design.fields);
	});
}

export const form = setting((_context, { design }) => ({ properties: formProperties(design) }));
