import { choice, object, optional, text } from '../../input/readers';
import type { Context } from '../context';
import { invalid } from '../errors';
import { findField } from '../form';
import { type Body, inputErrors } from '../input';
import { hasAnyRight } from './access';
import { readCondition } from './conditions';
import { fieldNotFound, readEntity, requireNoOrganizations } from './entities';
import { type Item, itemsOf } from './items';
import { type AppAction, type Entity, partOf } from './parts';
import { appNotFound, findApp, type OpenApp } from './store';

type Sent = Body<'app.actions.update'>['actions'][string];

/** Reads all actions of an app: those not sent are gone (docs/api: app.actions.update). */
export async function readActions(
	context: Context,
	app: OpenApp,
	sent: Body<'app.actions.update'>,
): Promise<Record<string, AppAction>> {
	const before = partOf(app.design.parts, 'actions');
	const items = await itemsOf(context, ['actions', sent.actions], before, {
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
	{ sent, path, id, index, name, before }: Item<Sent, AppAction>,
): Promise<AppAction> {
	if (!before) {
		for (const needed of ['destApp', 'mappings', 'entities'] as const) {
			if (sent[needed] === undefined) throw inputErrors.missing(`${path}.${needed}`);
		}
	}
	const target = sent.destApp
		? await findDestination(context, sent.destApp, `${path}.destApp`)
		: await findApp(context.sql, before?.destApp.app ?? '0', 'production');
	const entities: Entity[] = sent.entities ? [] : (before?.entities ?? []);
	for (const [at, entity] of (sent.entities ?? []).entries()) {
		entities.push(await readEntity(context, app, entity, `${path}.entities[${at}]`));
	}
	requireNoOrganizations(app, entities, `${path}.entities`);
	return {
		id,
		index,
		name,
		destApp: target
			? { app: target.id, code: target.code }
			: (before?.destApp ?? { app: '', code: '' }),
		mappings:
			sent.mappings?.map((mapping, at) =>
				readMapping(app, target, mapping, `${path}.mappings[${at}]`),
			) ??
			before?.mappings ??
			[],
		entities,
		filterCond:
			sent.filterCond === undefined
				? (before?.filterCond ?? '')
				: await readCondition(context, app, sent.filterCond, `${path}.filterCond`),
	};
}

/** The app that an action makes records in, by ID or by code. */
async function findDestination(
	context: Context,
	{ app: id, code }: NonNullable<Sent['destApp']>,
	path: string,
): Promise<OpenApp> {
	if (id !== undefined) {
		const app = await findApp(context.sql, id, 'production');
		if (!app) throw appNotFound(id);
		return app;
	}
	if (!code) throw inputErrors.missing(`${path}.code`);
	const [row] = await context.sql.query<{ id: string }>(
		'select id::text as id from apps where code = $1',
		[code],
	);
	const app = row && (await findApp(context.sql, row.id, 'production'));
	if (!app) throw appNotFound(code);
	return app;
}

const MAPPING = object({
	srcType: choice(['FIELD', 'RECORD_URL']),
	srcField: optional(text(1)),
	destField: text(1),
});

function readMapping(
	app: OpenApp,
	target: OpenApp | undefined,
	sent: unknown,
	path: string,
): AppAction['mappings'][number] {
	const { srcType, srcField, destField } = MAPPING(sent, path, inputErrors);
	if (target && !findField(target.design.fields, destField)) throw fieldNotFound(destField);
	if (srcType === 'RECORD_URL') return { srcType, destField };
	if (srcField === undefined) throw inputErrors.missing(`${path}.srcField`);
	const found = findField(app.design.fields, srcField);
	if (!found) throw fieldNotFound(srcField);
	if (found.table) throw invalid(`${path}.srcField`, 'Fields of tables cannot be copied.');
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
