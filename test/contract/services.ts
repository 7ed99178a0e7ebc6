import type { IDataObject } from 'n8n-workflow';

import { groupware } from '../../nodes/Groupware/service';
import { recordPlatform } from '../../nodes/RecordPlatform/service';
import type { Operation, Service } from '../../nodes/shared/catalogue';
import { loadPackages } from '../../start/headless/packages';
import { clientFor } from '../sandbox/groupware/client';
import { Api } from '../sandbox/record-platform/api';
import { builtIn } from '../support/built-in-fields';
import { nodeTypeOf } from '../support/nodeType';
import type { TestSandbox } from '../support/sandbox';
import { type NodeOutcome, type NodeRun, runNode } from '../support/workflow';
import type { ServiceName } from './apiData';
import { collaborationExamples } from './examples/collaboration';
import type { Examples } from './examples/example';
import { groupwareExamples } from './examples/groupware';
import { recordPlatformExamples } from './examples/recordPlatform';

/** What a test about all operations of a service needs. */
export interface TestedService {
	catalogue: Service;
	/** Its folder under nodes/, where its output previews are. */
	folder: string;
	/** Keys of the output that another app, event or form would not have; previews leave them out. */
	ownKeys: string[];
	/** Path below the address of a tenant for a path of the catalogue. */
	pathOf(operation: Pick<Operation, 'path' | 'environment'>): string;
	examples(sandbox: Pick<TestSandbox, 'url' | 'control'>): Promise<Examples>;
	run(baseUrl: string, run: ExampleRun): Promise<NodeOutcome>;
}

export interface ExampleRun extends Omit<NodeRun, 'type' | 'credential'> {
	/** `resource.operation`. */
	key: string;
	/** What a person entered in the credential besides the administrator's password. */
	account?: IDataObject;
	/** With the credential for OAuth2. */
	oauth2?: boolean;
}

function runner(name: ServiceName, signIn: IDataObject): TestedService['run'] {
	const loaded = loadPackages();
	return async (baseUrl, { key, parameters, account, oauth2 = false, ...more }) => {
		const [resource, operation] = key.split('.');
		const choice = oauth2 && { authentication: 'oAuth2' };
		return await runNode({
			type: nodeTypeOf(name, resource, operation),
			parameters: { resource, operation, ...choice, ...parameters },
			credential: {
				type: `${name}${oauth2 ? 'OAuth2' : ''}Api`,
				data: { baseUrl, ...(!oauth2 && signIn), ...account },
			},
			...more,
			loaded: more.loaded ?? (await loaded),
		});
	};
}

const admin = { username: 'admin', password: 'admin' };

export const testedServices: Record<ServiceName, TestedService> = {
	recordPlatform: {
		catalogue: recordPlatform as unknown as Service,
		folder: 'RecordPlatform',
		ownKeys: ['Name', 'Amount', 'Files', 'Lines', 'Item', 'color', ...Object.values(builtIn)],
		pathOf: ({ path, environment = 'production' }) =>
			environment === 'production' ? path : path.replace('/k/v1/', '/k/v1/preview/'),
		examples: async ({ url }) => await recordPlatformExamples(new Api({ url })),
		run: runner('recordPlatform', { signInWith: 'password', ...admin }),
	},
	groupware: {
		catalogue: groupware as unknown as Service,
		folder: 'Groupware',
		// The items of a request are those of its form.
		ownKeys: ['items'],
		pathOf: ({ path }) => `/g${path}`,
		examples: async (sandbox) => {
			const client = clientFor(() => `${sandbox.url}/g`, 'admin');
			return {
				...(await groupwareExamples(client, sandbox)),
				...(await collaborationExamples(sandbox, client)),
			};
		},
		run: runner('groupware', admin),
	},
};

/** Operations by `resource.operation`. */
export function operationsOf({ catalogue }: Pick<TestedService, 'catalogue'>) {
	return catalogue.resources.flatMap(({ value, operations }) =>
		operations.map((operation): [string, Operation] => [`${value}.${operation.value}`, operation]),
	);
}

/** Whether an operation changes something. */
export const isWrite = ({ method, readOnly }: Operation) => method !== 'GET' && readOnly !== true;

/** Operations whose items belong together by what they say of themselves. */
const WHOLE: Record<string, string> = {
	'record.sync': 'all items together are what the app is to hold',
	'comment.sendAndWait': 'one question is asked for all items',
	'message.sendAndWait': 'one question is asked for all items',
	'notification.sendAndWait': 'one question is asked for all items',
	'record.createWithTable': 'items of one group make one record',
	'bulkRequest.run': 'all items travel in one transaction',
	'tableRow.replaceAll': 'the items of a record are the rows of its table',
	'record.upsertWithTable': 'the items of a record are the rows of its table',
};

export const belongTogether = (key: string): string | undefined => WHOLE[key];
