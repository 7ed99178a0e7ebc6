import { requireDoor, requireRight } from '../apps/access';
import { revertPreview, markProcessFields, startDeploy } from '../apps/deploy';
import { type Design, initialDesign } from '../apps/design';
import { readNewFields } from '../apps/fields';
import { changeProcess } from '../apps/process-settings';
import { appNotFound, findApp, insertApp, openApp, type OpenApp, writeDesign } from '../apps/store';
import type { Context } from '../context';
import { invalid, ServiceError } from '../errors';
import type { Parameters } from '../parameters';
import { SEE_APP } from './apps';

export async function createApp(context: Context, parameters: Parameters): Promise<object> {
	const name = parameters.text('name', { maximum: 64 });
	const space = parameters.optionalId('space') ?? context.guestSpaceId;
	if (context.guestSpaceId !== undefined && space !== context.guestSpaceId) {
		throw new ServiceError('CB_NO02');
	}
	const thread = parameters.optionalId('thread') ?? (await defaultThread(context, space));
	const design = initialDesign(name);
	const app = await insertApp(context.sql, {
		design,
		creator: context.person.code,
		now: context.now,
		...(space === undefined ? {} : { spaceId: space }),
		...(thread === undefined ? {} : { threadId: thread }),
	});
	return { app, revision: design.revision };
}

async function defaultThread(
	context: Context,
	space: string | undefined,
): Promise<string | undefined> {
	if (space === undefined) return undefined;
	const [row] = await context.sql.query<{ thread: string; is_guest: boolean }>(
		`select default_thread::text as thread, is_guest from app_spaces where id = $1::bigint`,
		[space],
	);
	if (!row) throw invalid('space', `The space (ID: ${space}) was not found.`);
	if (row.is_guest && context.guestSpaceId === undefined) throw new ServiceError('GAIA_IL23');
	return row.thread;
}

/** Changes the preview side of an app and raises its revision. */
async function changePreview(
	context: Context,
	parameters: Parameters,
	change: (design: Design) => Promise<void> | void,
): Promise<object> {
	const app = await openApp(context, parameters.id('app'), ['manage'], {
		environment: 'preview',
		lock: true,
	});
	requireSettled(app);
	const expected = parameters.revision();
	if (expected !== undefined && expected !== app.design.revision) {
		throw new ServiceError('GAIA_CO03');
	}
	const { design } = app;
	await change(design);
	design.revision = (BigInt(design.revision) + 1n).toString();
	await writeDesign(context.sql, app.id, 'preview', design);
	await context.sql.query('update apps set modifier = $2 where id = $1::bigint', [
		app.id,
		context.person.code,
	]);
	return { revision: design.revision };
}

function requireSettled(app: OpenApp): void {
	if (app.deployStatus !== 'PROCESSING') return;
	throw new ServiceError('CB_IL02', {
		message: 'The settings of the app are being deployed. Try again when the deploy has ended.',
	});
}

export async function addFields(context: Context, parameters: Parameters): Promise<object> {
	const properties = parameters.object('properties') ?? parameters.missing('properties');
	return changePreview(context, parameters, async (design) => {
		const added = readNewFields(properties, design.fields);
		for (const field of Object.values(added)) {
			const source = field.lookup ?? field.referenceTable;
			if (!source) continue;
			const related = await findApp(context.sql, source.relatedApp.app, 'production');
			if (!related) throw appNotFound(source.relatedApp.app);
		}
		Object.assign(design.fields, added);
	});
}

export async function getProcess(context: Context, parameters: Parameters): Promise<object> {
	return describeProcess(await openApp(context, parameters.id('app'), SEE_APP));
}

export async function getPreviewProcess(context: Context, parameters: Parameters): Promise<object> {
	return describeProcess(
		await openApp(context, parameters.id('app'), ['manage'], { environment: 'preview' }),
	);
}

function describeProcess(app: OpenApp): object {
	const { enable, states, actions } = app.design.process;
	return { enable, states, actions, revision: app.design.revision };
}

export async function updateProcess(context: Context, parameters: Parameters): Promise<object> {
	return changePreview(context, parameters, (design) => {
		design.process = changeProcess(design.process, design.fields, parameters);
		markProcessFields(design);
	});
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
	else await startDeploy(context.sql, apps, context.now);
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
		requireRight(context, app, 'manage');
		apps.push({ app: app.id, status: app.deployStatus });
	}
	return { apps };
}
