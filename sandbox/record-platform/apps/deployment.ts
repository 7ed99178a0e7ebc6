import type { Context } from '../context';
import { ServiceError } from '../errors';
import type { Handlers } from '../handlers';
import type { Body } from '../input';
import { requireDoor, requireRight } from './access';
import { requireSettled } from './change';
import { revertPreview, startDeploy } from './deploy';
import { appNotFound, findApp, openApp, type OpenApp } from './store';

async function deployApps(
	context: Context,
	{ apps: sent, revert = false }: Body<'app.deploy'>,
): Promise<object> {
	const apps: OpenApp[] = [];
	for (const { app: id, revision } of sent) {
		const app = await openApp(context, id, ['manage'], {
			environment: 'preview',
			lock: true,
		});
		requireSettled(app);
		if (revision !== undefined && revision !== app.design.revision) {
			throw new ServiceError('GAIA_CO03');
		}
		apps.push(app);
	}
	if (revert) for (const app of apps) await revertPreview(context.sql, app);
	else await startDeploy(context, apps);
	return {};
}

async function getDeployStatus(
	context: Context,
	{ apps: ids }: Body<'app.deploy.status'>,
): Promise<object> {
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

export const deploymentOperations = {
	'app.deploy.status': getDeployStatus,
	'app.deploy': deployApps,
} satisfies Handlers;
