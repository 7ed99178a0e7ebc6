import { findAccountByLogin } from '../../accounts';
import { requireDoor, requireRight } from '../apps/access';
import { revertPreview, markProcessFields, startDeploy } from '../apps/deploy';
import { changePreview, requireSettled } from '../apps/change';
import { readCondition } from '../apps/conditions';
import { initialDesign } from '../apps/design';
import { changeFields, deleteFields as removeFields } from '../apps/field-changes';
import { formProperties } from '../apps/form-properties';
import { layoutOf, readLayout } from '../apps/layout';
import { setting } from '../apps/setting';
import { requireNoKeys, settleSources } from '../apps/sources';
import { readNewFields } from '../apps/fields';
import { changeProcess } from '../apps/process-settings';
import { appNotFound, findApp, insertApp, openApp, type OpenApp } from '../apps/store';
import type { Context } from '../context';
import { invalid, ServiceError } from '../errors';
import type { Parameters } from '../parameters';
import { conditionFields } from '../query';
import { openHome } from '../spaces/access';
import { requireThread } from '../spaces/store';
import { namesIn } from '../texts';
import type { Names } from '../texts/names';

export async function createApp(context: Context, parameters: Parameters): Promise<object> {
	const name = parameters.text('name', { maximum: 64 });
	const space = parameters.optionalId('space') ?? context.guestSpaceId;
	if (context.guestSpaceId !== undefined && space !== context.guestSpaceId) {
		throw new ServiceError('CB_NO02');
	}
	const named = parameters.optionalId('thread');
	if (named !== undefined && space === undefined) parameters.missing('space');
	const home = space === undefined ? undefined : await openHome(context, space);
	if (home && named !== undefined) await requireThread(context, home, named);
	const thread = named ?? home?.defaultThread;
	const design = initialDesign(name, context.language);
	const app = await insertApp(context.sql, {
		design,
		creator: context.person.code,
		now: context.now,
		...(space === undefined ? {} : { spaceId: space }),
		...(thread === undefined ? {} : { threadId: thread }),
	});
	return { app, revision: design.revision };
}

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

export const process = setting((_context, { design }) => {
	const { enable, states, actions } = design.process;
	return { enable, states, actions, revision: design.revision };
});

export async function updateProcess(context: Context, parameters: Parameters): Promise<object> {
	return changePreview(context, parameters, async (design, app) => {
		for (const action of parameters.elements('actions')) {
			const condition = await readCondition(context, app, action);
			if (conditionFields(condition).some((code) => design.fields[code]?.type === 'STATUS')) {
				throw invalid(action.path('filterCond'), 'The status cannot be used in a condition here.');
			}
		}
		design.process = changeProcess(
			design.process,
			design.fields,
			parameters,
			await namesOfMaker(context, app),
		);
		markProcessFields(design);
	});
}

/** A process that was never set up is named in the language of who made the app. */
async function namesOfMaker({ sql }: Context, { creator }: OpenApp): Promise<Names> {
	return namesIn((await findAccountByLogin(sql, creator))?.locale ?? 'en');
}

export async function deployApps(context: Context, parameters: Parameters): Promise<object> {
	const elements = parameters.elements('apps');
	if (elements.length === 0) parameters.missing('apps');
	if (elements.length > 300) throw invalid('apps', 'At most 300 apps can be deployed at one time.');
	const revert = parameters.boolean('revert');
	const apps: OpenApp[] = [];
	for (const element of elements) {
		const app = await openApp(context, element.id('app'), ['manage'], {
			environment: 'preview',
			lock: true,
		});
		requireSettled(app);
		const expected = element.revision();
		if (expected !== undefined && expected !== app.design.revision) {
			throw new ServiceError('GAIA_CO03');
		}
		apps.push(app);
	}
	if (revert) for (const app of apps) await revertPreview(context.sql, app);
	else await startDeploy(context, apps);
	return {};
}

export async function getDeployStatus(context: Context, parameters: Parameters): Promise<object> {
	const ids = parameters.ids('apps');
	if (ids.length === 0) parameters.missing('apps');
	if (ids.length > 300) throw invalid('apps', 'At most 300 apps can be specified.');
	const apps = [];
	for (const id of ids) {
		const app = await findApp(context.sql, id, 'preview');
		if (!app) throw appNotFound(id);
		requireDoor(context, app);
		await requireRight(context, app, 'manage');
		apps.push({ app: app.id, status: app.deployStatus });
	}
	return { apps };
}
