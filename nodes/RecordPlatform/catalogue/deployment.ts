import type { IDataObject } from 'n8n-workflow';

import type {
	EachRun,
	ItemView,
	Operation,
	Parameter,
	Resource,
	Row,
	Until,
} from '../../shared/catalogue';
import { Refusal } from '../../shared/errors';
import { guestSpaceOf, pathOn } from '../route';
import { DEPLOY_PATH, type State } from './deploying';
import { app, idsOrNothing, options } from './parameters';
import { appOf } from './settings';
import { ANY_SIGN_IN, NO_OAUTH2, rights } from './signIn';

/** The service takes five to ten seconds (facts: preview and deploy). */
const EVERY_MS = 1000;
const LONGEST_SECONDS = 600;

interface AppToDeploy extends IDataObject {
	app: string;
	revision?: string;
}

const furtherApps: Parameter = {
	displayName: 'Further Apps',
	name: 'furtherApps',
	type: 'fixedCollection',
	placeholder: 'Add App',
	typeOptions: { multipleValues: true },
	default: {},
	description:
		'Apps that are handled in the same step, 300 in all. When one of them fails, the others are left as they were.',
	options: [
		{
			displayName: 'App',
			name: 'rows',
			values: [
				{
					displayName: 'App ID',
					name: 'app',
					type: 'string',
					default: '',
					placeholder: 'e.g. 15',
				},
				{
					displayName: 'Revision',
					name: 'revision',
					type: 'string',
					default: '',
					description: 'Revision that its settings must still have. Empty: not checked.',
				},
			],
		},
	],
};

const revision: Parameter = {
	displayName: 'Revision',
	name: 'revision',
	type: 'string',
	default: '',
	placeholder: 'e.g. {{ $json.revision }}',
	description:
		'Revision that the settings of the app must still have. When somebody changed them since, nothing is deployed. Empty: not checked.',
};

/** The chosen app and the further ones, each with its revision where one was entered. */
function appsOf(item: ItemView): AppToDeploy[] {
	const { rows = [] } = item.read('options.furtherApps', {}) as { rows?: AppToDeploy[] };
	const further = rows.flatMap((row, at) => {
		const ids = idsOrNothing(row.app);
		if (ids === undefined) throw new Refusal(`Further app ${at + 1} has no ID`);
		return ids.map((id) => one(id, row.revision));
	});
	return [one(appOf(item), item.read('options.revision', '')), ...further];
}

function one(id: string, expected: unknown): AppToDeploy {
	const text = String(expected ?? '').trim();
	return { app: id, ...(text !== '' && { revision: text }) };
}

const appToDeploy: Parameter = {
	...app('body'),
	send: { in: 'body', key: 'apps', as: (_value, item) => appsOf(item) },
};

const waitUntilDone: Parameter = {
	displayName: 'Wait Until Done',
	name: 'waitUntilDone',
	type: 'boolean',
	default: true,
	description:
		'Whether to wait for the end of the work, which the service does in the background, and to fail when it fails',
};

const waitAtMost: Parameter = {
	displayName: 'Wait at Most (Seconds)',
	name: 'waitAtMost',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: LONGEST_SECONDS,
	description: 'After how many seconds of waiting the node fails; the work goes on by itself then',
};

const WORDS = { FAIL: 'failed', CANCEL: 'was cancelled' };

/** What is told when the work in the background did not succeed. */
interface Failing {
	what: string;
	advice: string;
}

/** What became of the apps: all done, still at work, or the reason to stop. */
function judge(body: unknown, { what, advice }: Failing): ReturnType<Until['judge']> {
	const { apps } = body as { apps: State[] };
	const broken = apps.flatMap(({ app: id, status }) =>
		status === 'FAIL' || status === 'CANCEL' ? [`App ${id} ${WORDS[status]} (${status})`] : [],
	);
	if (broken.length > 0) return { failed: new Refusal(`${what}. ${broken.join(', ')}`, advice) };
	if (apps.some(({ status }) => status === 'PROCESSING')) return { wait: true };
	return { row: apps.map(stateRow) };
}

function stateRow({ app: id, status }: State): Row {
	return { json: { app: id, status } };
}

function background(failing: Failing): EachRun {
	return {
		kind: 'each',
		concurrency: 1,
		result: (_body, item) =>
			appsOf(item).map((each) => stateRow({ ...each, status: 'PROCESSING' })),
		until: {
			wanted: (item) => item.read('waitUntilDone', true) === true,
			ask: (item) => ({
				method: 'GET',
				path: pathOn(DEPLOY_PATH, { guestSpace: guestSpaceOf(item), preview: true }),
				query: { apps: appsOf(item).map(({ app: id }) => id) },
				repeatable: true,
			}),
			judge: (body) => judge(body, failing),
			everyMs: EVERY_MS,
			limitSeconds: (item) => Number(item.read('options.waitAtMost', LONGEST_SECONDS)),
		},
	};
}

const deploy: Operation = {
	id: 'app.deploy',
	value: 'deploy',
	name: 'Deploy',
	action: 'Deploy app',
	description: 'Bring the changes of the test environment into the live app',
	method: 'POST',
	path: DEPLOY_PATH,
	environment: 'preview',
	guestSpace: true,
	rights: rights.manage,
	signIn: NO_OAUTH2,
	parameters: [appToDeploy, waitUntilDone, options(furtherApps, revision, waitAtMost)],
	run: background({
		what: 'The deployment did not succeed',
		advice:
			'The live app is as it was, and the changes still wait in the test environment. Look into the settings of the app that failed: records may break a rule that a field has got. An app is cancelled when another one of the same step fails.',
	}),
};

const revert: Operation = {
	...deploy,
	value: 'revert',
	name: 'Revert Changes',
	action: 'Revert changes of app',
	description: 'Drop the changes of the test environment: it becomes like the live app again',
	parameters: [
		{
			...appToDeploy,
			send: {
				in: 'body',
				key: '',
				as: (_value, item) => ({ apps: appsOf(item), revert: true }),
			},
		},
		waitUntilDone,
		options(furtherApps, revision, waitAtMost),
	],
	run: background({
		what: 'The changes were not reverted',
		advice:
			'They may still wait in the test environment. Look at its settings, and revert again. An app is cancelled when another one of the same step fails.',
	}),
};

const getState: Operation = {
	id: 'app.deploy.status',
	value: 'getState',
	name: 'Get State',
	action: 'Get state of deployment',
	description: 'Read whether the deployment of an app is at work, has succeeded or has failed',
	method: 'GET',
	path: DEPLOY_PATH,
	environment: 'preview',
	guestSpace: true,
	rights: rights.manage,
	signIn: ANY_SIGN_IN,
	parameters: [
		{
			...app('query'),
			send: {
				in: 'query',
				key: 'apps',
				as: (_value, item) => [
					appOf(item),
					...(idsOrNothing(item.read('options.furtherAppIds', '')) ?? []),
				],
			},
		},
		options({
			displayName: 'Further Apps',
			name: 'furtherAppIds',
			type: 'string',
			default: '',
			placeholder: 'e.g. 15, 16',
			description: 'IDs of further apps to ask for in the same call, separated by commas',
		}),
	],
	run: { kind: 'each', result: (body) => (body as { apps: State[] }).apps.map(stateRow) },
};

export const deploymentResource: Resource = {
	value: 'deployment',
	name: 'Deployment',
	description: 'How changes of an app come from its test environment into use',
	first: deploy.value,
	operations: [deploy, getState, revert],
};
