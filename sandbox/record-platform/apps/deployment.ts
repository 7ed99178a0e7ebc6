import type { Context } from '../context';
import { invalid, ServiceError } from '../errors';
import type { Parameters } from '../parameters';
import { requireDoor, requireRight } from './access';
import { requireSettled } from './change';
import { revertPreview, startDeploy } from './deploy';
import { appNotFound, findApp, openApp, type OpenApp } from './store';

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
