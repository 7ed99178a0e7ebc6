import type { Context } from '../context';
import { ServiceError } from '../errors';
import { findField } from '../form';
import type { Parameters } from '../parameters';
import { readCondition, readSort } from './conditions';
import { fieldNotFound } from './entities';
import { type Item, readItems } from './items';
import { partOf, type View } from './parts';
import type { OpenApp } from './store';

const TYPES = ['LIST', 'CALENDAR', 'CUSTOM'] as const;

/** Reads all list views of an app: those not sent are gone (docs/api: views.update). */
export async function readViews(
	context: Context,
	app: OpenApp,
	parameters: Parameters,
): Promise<Record<string, View>> {
	const before = partOf(app.design.parts, 'views');
	const items = await readItems(context, parameters, 'views', before, {
		name: 64,
		uniqueIndex: false,
	});
	const views: [string, View][] = [];
	for (const item of items) views.push([item.name, await readView(context, app, item)]);
	const custom = [...Object.values(before), ...views.map(([, view]) => view)].some(
		(view) => view.type === 'CUSTOM',
	);
	// Scripts run in such views, so tokens don't get at them (docs/api, section 3).
	if (custom && context.caller.kind === 'tokens') throw new ServiceError('GAIA_NO01');
	return Object.fromEntries(views);
}

async function readView(context: Context, app: OpenApp, item: Item<View>): Promise<View> {
	const { given, id, index, name, before } = item;
	const type = given.oneOf('type', TYPES) ?? given.missing('type');
	const kept = before?.type === type ? before : undefined;
	const builtinType = given.oneOf('builtinType', ['ASSIGNEE'] as const) ?? before?.builtinType;
	const view: View = {
		id,
		index,
		type,
		name,
		filterCond: given.has('filterCond')
			? await readCondition(
					context,
					app,
					given.optionalText('filterCond'),
					given.path('filterCond'),
				)
			: (before?.filterCond ?? ''),
		sort: given.has('sort')
			? await readSort(context, app, given.optionalText('sort'), given.path('sort'))
			: (before?.sort ?? ''),
		...(builtinType === undefined ? {} : { builtinType }),
	};
	if (type === 'LIST') {
		const fields = given.has('fields') ? given.texts('fields') : (kept?.fields ?? []);
		fields.forEach((code) => requireField(app, code));
		return { ...view, fields };
	}
	if (type === 'CALENDAR') {
		const date = fieldCode(app, given, 'date') ?? kept?.date ?? codeOf(app, 'CREATED_TIME');
		const title = fieldCode(app, given, 'title') ?? kept?.title ?? codeOf(app, 'RECORD_NUMBER');
		return { ...view, date, title };
	}
	return {
		...view,
		html: given.optionalText('html') ?? kept?.html ?? '',
		pager: given.optionalBoolean('pager') ?? kept?.pager ?? true,
		device: given.oneOf('device', ['DESKTOP', 'ANY'] as const) ?? kept?.device ?? 'DESKTOP',
	};
}

function fieldCode(app: OpenApp, given: Parameters, name: string): string | undefined {
	const code = given.optionalText(name);
	if (code === undefined || code === '') return undefined;
	requireField(app, code);
	return code;
}

function requireField(app: OpenApp, code: string): void {
	if (!findField(app.design.fields, code)) throw fieldNotFound(code);
}

function codeOf(app: OpenApp, type: string): string {
	return Object.values(app.design.fields).find((field) => field.type === type)?.code ?? '';
}
