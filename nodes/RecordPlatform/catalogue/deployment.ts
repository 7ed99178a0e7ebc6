import { type IDataObject, sleep } from 'n8n-workflow';

import type {
	PerItemRun,
	ItemContext,
	Operation,
	Parameter,
	Resource,
	Row,
	Until,
} from '../../shared/catalogue';
import { InputError } from '../../shared/errors';
import { isOn, listAt, numberAt, switchParameter, textParameter } from '../../shared/parameters';
import { api } from '../api';
import { options, revisionOf } from './parameters';
import { app } from './locators';
import { appOf, type DeploymentStatus, statusRequest } from './settingsOperations';
import { rights } from './requirements';

/** A deployment usually takes five to ten seconds. */
const EVERY_MS = 1000;

const moreApps: Parameter = textParameter({
	displayName: 'More Apps',
	name: 'moreApps',
	holds: 'ids',
	placeholder: 'e.g. 15, 16',
	description: 'IDs of more apps for the same request, separated by commas, up to 300 in total',
});

function appIds(item: ItemContext): string[] {
	return [appOf(item), ...listAt(item, 'options.moreApps')];
}

/** The apps to deploy as they are sent, the selected one with its revision if one was entered. */
function appsToDeploy(item: ItemContext): IDataObject[] {
	const revision = revisionOf(item.read('options.revision'));
	const [first, ...others] = appIds(item).map((app): IDataObject => ({ app }));
	return [{ ...first, ...(revision !== undefined && { revision }) }, ...others];
}

/** @param further what the request has besides the apps */
function controls(further: IDataObject = {}): Parameter[] {
	const as = (_value: unknown, item: ItemContext) => ({ apps: appsToDeploy(item), ...further });
	const first: Parameter = { ...app('body'), send: { in: 'body', key: '', as } };
	return [
		first,
		switchParameter({
			displayName: 'Wait Until Done',
			name: 'waitUntilDone',
			description: 'Whether to wait until the service has finished, and fail if it fails',
		}),
		options(
			moreApps,
			textParameter({
				displayName: 'Revision',
				name: 'revision',
				placeholder: 'e.g. {{ $json.revision }}',
				description: 'Revision that the settings must have',
			}),
			{
				displayName: 'Wait Up To (Seconds)',
				name: 'waitAtMost',
				type: 'number',
				typeOptions: { minValue: 1 },
				default: 600,
				description: 'Seconds until the node fails. The service then continues.',
			},
		),
	];
}

const WORDS = { FAIL: 'failed', CANCEL: 'was canceled' };

/** The status of the apps: done, still running, or the reason to stop. */
function judge(body: unknown, what: string, advice: string): ReturnType<Until['judge']> {
	const { apps } = body as { apps: DeploymentStatus[] };
	const broken = apps.flatMap(({ app: id, status }) =>
		status === 'FAIL' || status === 'CANCEL' ? [`App ${id} ${WORDS[status]} (${status})`] : [],
	);
	if (broken.length > 0) return { failed: new InputError(`${what}. ${broken.join(', ')}`, advice) };
	if (apps.some(({ status }) => status === 'PROCESSING')) return { wait: true };
	return { row: apps.map(stateRow) };
}

function stateRow({ app: id, status }: DeploymentStatus): Row {
	return { json: { app: id, status } };
}

/** Longest time to wait for a deployment of a design, in seconds. */
const LIMIT = 600;

/** Waits until the item's app is deployed, or reverted. Throws `InputError` when it failed or took too long. */
export async function untilDeployed(item: ItemContext, afterCancel = false): Promise<void> {
	for (let waited = 0; waited <= LIMIT; waited += EVERY_MS / 1000) {
		const state = await item.request({ ...statusRequest(item, [appOf(item)]), afterCancel });
		const judged = judge(state, ...OF_DEPLOYMENT);
		if ('row' in judged) return;
		if ('failed' in judged) throw judged.failed;
		await sleep(EVERY_MS);
	}
	const message = `The service didn't finish within ${LIMIT} seconds`;
	throw new InputError(message, 'Check its status later', { outcomeUnknown: true });
}

const OF_DEPLOYMENT = [
	'The deployment failed',
	'The live app was not changed, and the changes are still in the test environment. Check the settings of the app that failed: existing records may break a new rule of a field. Apps are canceled if another app of the same deployment fails.',
] as const;

/** @param what what the error of a deployment says that did not succeed */
function background(what: string, advice: string): PerItemRun {
	return {
		kind: 'perItem',
		concurrency: 1,
		result: (_body, item) => appIds(item).map((id) => stateRow({ app: id, status: 'PROCESSING' })),
		until: {
			wanted: (item) => isOn(item, 'waitUntilDone'),
			request: (item) => statusRequest(item, appIds(item)),
			judge: (body) => judge(body, what, advice),
			everyMs: EVERY_MS,
			limitSeconds: (item) => numberAt(item, 'options.waitAtMost'),
		},
	};
}

const deploy: Operation = {
	...api['app.deploy'],
	value: 'deploy',
	name: 'Deploy',
	action: 'Deploy app',
	description: 'Apply the changes of the test environment to the live app',
	rights: rights.manage,
	parameters: controls(),
	run: background(...OF_DEPLOYMENT),
};

const revert: Operation = {
	...deploy,
	value: 'revert',
	name: 'Revert Changes',
	action: 'Revert changes of app',
	description: 'Discard the changes in the test environment and reset it to the live app',
	parameters: controls({ revert: true }),
	run: background(
		'The changes were not reverted',
		'They may still be in the test environment. Check its settings and revert again. Apps are canceled if another app of the same request fails.',
	),
};

const getState: Operation = {
	...api['app.deploy.status'],
	value: 'getState',
	name: 'Get Status',
	action: 'Get status of deployment',
	description: 'Get the deployment status of an app: running, succeeded, or failed',
	rights: rights.manage,
	parameters: [
		{ ...app('query'), send: { in: 'query', key: 'apps', as: (_value, item) => appIds(item) } },
		options(moreApps),
	],
	run: {
		kind: 'perItem',
		result: (body) => (body as { apps: DeploymentStatus[] }).apps.map(stateRow),
	},
};

export const deploymentResource: Resource = {
	value: 'deployment',
	name: 'Deployment',
	admin: true,
	description: 'From the test environment to the live app',
	operations: [deploy, getState, revert],
};
