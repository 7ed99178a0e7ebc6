import {
	boolean,
	choice,
	list,
	map,
	object,
	optional,
	type Read,
	text,
	unlessBlank,
} from '../../input/readers';
import type { Context } from '../context';
import { ServiceError } from '../errors';
import { findField } from '../form';
import { type Body, inputErrors } from '../input';
import { readCondition, readSort } from './conditions';
import { fieldNotFound } from './entities';
import { ITEM, type Item, itemsOf } from './items';
import { partOf, type View } from './parts';
import type { OpenApp } from './store';

const VIEW = object({
	...ITEM,
	type: choice(['LIST', 'CALENDAR', 'CUSTOM']),
	builtinType: unlessBlank(choice(['ASSIGNEE'])),
	filterCond: optional(text(0)),
	sort: optional(text(0)),
	fields: optional(list(text(0))),
	date: unlessBlank(text(1)),
	title: unlessBlank(text(1)),
	html: optional(text(0)),
	pager: unlessBlank(boolean),
	device: unlessBlank(choice(['DESKTOP', 'ANY'])),
});

/** Reads all list views of an app: those not sent are gone (docs/api: views.update). Throws GAIA_NO01. */
export async function readViews(
	context: Context,
	app: OpenApp,
	sent: Body<'views.update'>,
): Promise<Record<string, View>> {
	const given = map(VIEW)(sent.views, 'views', inputErrors);
	const before = partOf(app.design.parts, 'views');
	const items = await itemsOf(context, ['views', given], before, {
		name: 64,
		uniqueIndex: false,
	});
	const views: [string, View][] = [];
	for (const item of items) views.push([item.name, await readView(context, app, item)]);
	const custom = [...Object.values(before), ...views.map(([, view]) => view)].some(
		(view) => view.type === 'CUSTOM',
	);
	// Scripts run in such views, so tokens don't get at them (docs/api/record-platform.md, section 3).
	if (custom && context.caller.kind === 'tokens') throw new ServiceError('GAIA_NO01');
	return Object.fromEntries(views);
}

async function readView(
	context: Context,
	app: OpenApp,
	{ sent, path, id, index, name, before }: Item<Read<typeof VIEW>, View>,
): Promise<View> {
	const { type, filterCond, sort } = sent;
	const kept = before?.type === type ? before : undefined;
	const builtinType = sent.builtinType ?? before?.builtinType;
	const view: View = {
		id,
		index,
		type,
		name,
		filterCond:
			filterCond === undefined
				? (before?.filterCond ?? '')
				: await readCondition(context, app, filterCond, `${path}.filterCond`),
		sort:
			sort === undefined
				? (before?.sort ?? '')
				: await readSort(context, app, sort, `${path}.sort`),
		...(builtinType === undefined ? {} : { builtinType }),
	};
	if (type === 'LIST') {
		sent.fields?.forEach((code) => requireField(app, code));
		return { ...view, fields: sent.fields ?? kept?.fields ?? [] };
	}
	if (type === 'CALENDAR') {
		for (const code of [sent.date, sent.title]) if (code) requireField(app, code);
		const date = sent.date ?? kept?.date ?? codeOf(app, 'CREATED_TIME');
		const title = sent.title ?? kept?.title ?? codeOf(app, 'RECORD_NUMBER');
		return { ...view, date, title };
	}
	return {
		...view,
		html: sent.html ?? kept?.html ?? '',
		pager: sent.pager ?? kept?.pager ?? true,
		device: sent.device ?? kept?.device ?? 'DESKTOP',
	};
}

function requireField(app: OpenApp, code: string): void {
	if (!findField(app.design.fields, code)) throw fieldNotFound(code);
}

function codeOf(app: OpenApp, type: string): string {
	return Object.values(app.design.fields).find((field) => field.type === type)?.code ?? '';
}
