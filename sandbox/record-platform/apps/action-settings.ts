import type { Context } from '../context';
import { invalid } from '../errors';
import { findField } from '../form';
import type { Parameters } from '../parameters';
import { hasAnyRight } from './access';
import { readCondition } from './conditions';
import { fieldNotFound, readEntity, requireNoOrganizations } from './entities';
import { type Item, readItems } from './items';
import { type AppAction, type Entity, partOf } from './parts';
import { appNotFound, findApp, type OpenApp } from './store';

const ENTITIES = ['USER', 'GROUP', 'ORGANIZATION'] as const;

/** Reads all actions of an app: those not sent are gone (docs/api: app.actions.update). */
export async function readActions(
	context: Context,
	app: OpenApp,
	parameters: Parameters,
): Promise<Record<string, AppAction>> {
	const before = partOf(app.design.parts, 'actions');
	const items = await readItems(context, parameters, 'actions', before, {
		name: 32,
		uniqueIndex: true,
	});
	const actions: [string, AppAction][] = [];
	for (const item of items) actions.push([item.name, await readAction(context, app, item)]);
	return Object.fromEntries(actions);
}

async function readAction(
	context: Context,
	app: OpenApp,
	item: Item<AppAction>,
): Promise<AppAction> {
	const { given, id, index, name, before } = item;
	if (!before) {
		for (const needed of ['destApp', 'mappings', 'entities']) {
			if (!given.has(needed)) given.missing(needed);
		}
	}
	const destination = given.inside('destApp');
	const target = destination
		? await findDestination(context, destination)
		: await findApp(context.sql, before?.destApp.app ?? '0', 'production');
	const entities: Entity[] = given.has('entities') ? [] : (before?.entities ?? []);
	for (const [at, element] of given.elements('entities').entries()) {
		const type = element.oneOf('type', ENTITIES) ?? element.missing('type');
		const code = element.optionalText('code');
		const path = `${given.path('entities')}[${at}]`;
		entities.push(await readEntity(context, app, { type, code }, path));
	}
	requireNoOrganizations(app, entities, given.path('entities'));
	return {
		id,
		index,
		name,
		destApp: target
			? { app: target.id, code: target.code }
			: (before?.destApp ?? { app: '', code: '' }),
		mappings: given.has('mappings')
			? given.elements('mappings').map((element) => readMapping(app, target, element))
			: (before?.mappings ?? []),
		entities,
		filterCond: given.has('filterCond')
			? await readCondition(
					context,
					app,
					given.optionalText('filterCond'),
					given.path('filterCond'),
				)
			: (before?.filterCond ?? ''),
	};
}

/** The app that an action makes records in, by ID or by code. */
async function findDestination(context: Context, given: Parameters): Promise<OpenApp> {
	const id = given.optionalId('app');
	if (id !== undefined) {
		const app = await findApp(context.sql, id, 'production');
		if (!app) throw appNotFound(id);
		return app;
	}
	const code = given.text('code');
	const [row] = await context.sql.query<{ id: string }>(
		'select id::text as id from apps where code = $1',
		[code],
	);
	const app = row && (await findApp(context.sql, row.id, 'production'));
	if (!app) throw appNotFound(code);
	return app;
}

function readMapping(
	app: OpenApp,
	target: OpenApp | undefined,
	given: Parameters,
): AppAction['mappings'][number] {
	const srcType = given.oneOf('srcType', ['FIELD', 'RECORD_URL'] as const);
	if (!srcType) return given.missing('srcType');
	const destField = given.text('destField');
	if (target && !findField(target.design.fields, destField)) throw fieldNotFound(destField);
	if (srcType === 'RECORD_URL') return { srcType, destField };
	const srcField = given.text('srcField');
	const found = findField(app.design.fields, srcField);
	if (!found) throw fieldNotFound(srcField);
	if (found.table) throw invalid(given.path('srcField'), 'Fields of tables cannot be copied.');
	return { srcType, srcField, destField };
}

/** The actions as a caller sees them: where they lead only with a right in that app. */
export async function describeActions(context: Context, app: OpenApp): Promise<object> {
	const actions: Record<string, object> = {};
	for (const [name, action] of Object.entries(partOf(app.design.parts, 'actions'))) {
		const target = await findApp(context.sql, action.destApp.app, 'production');
		const visible =
			target !== undefined && (await hasAnyRight(context, target, ['view', 'add', 'manage']));
		actions[name] = visible ? action : { ...action, destApp: null, mappings: null };
	}
	return { actions, revision: app.design.revision };
}
