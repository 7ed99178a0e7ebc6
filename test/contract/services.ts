import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';

import { groupware } from '../../nodes/Groupware/service';
import { recordPlatform } from '../../nodes/RecordPlatform/service';
import type { Operation, Service } from '../../nodes/shared/catalogue';
import { loadPackages } from '../../start/headless/packages';
import { clientFor } from '../sandbox/groupware/client';
import { Api } from '../sandbox/record-platform/api';
import type { TestSandbox } from '../support/sandbox';
import { type NodeOutcome, runNode } from '../support/workflow';
import type { ServiceName } from './apiData';
import { collaborationExamples } from './examples/collaboration';
import type { Examples } from './examples/example';
import { groupwareExamples } from './examples/groupware';
import { recordPlatformExamples } from './examples/recordPlatform';

/** What a test about all operations of a service needs. */
export interface TestedService {
	catalogue: Service;
	/** Path below the world's address for a path of the catalogue. */
	pathOf(operation: Operation): string;
	examples(sandbox: TestSandbox): Promise<Examples>;
	run(sandbox: TestSandbox, run: ExampleRun): Promise<NodeOutcome>;
}

export interface ExampleRun {
	/** `resource.operation`. */
	key: string;
	parameters: IDataObject;
	input?: INodeExecutionData[];
	onError?: INode['onError'];
	/** What a person entered in the credential besides the administrator's password. */
	account?: IDataObject;
}

function runner(type: string, credential: string, account: IDataObject) {
	const loaded = loadPackages([`packages/${type.split('.')[0]}`]);
	return async (
		sandbox: TestSandbox,
		{ key, parameters, account: entered, ...more }: ExampleRun,
	) => {
		const [resource, operation] = key.split('.');
		return await runNode({
			type,
			parameters: { resource, operation, ...parameters },
			credential: { type: credential, data: { baseUrl: sandbox.url, ...account, ...entered } },
			loaded: await loaded,
			...more,
		});
	};
}

const admin = { username: 'admin', password: 'admin' };

export const testedServices: Record<ServiceName, TestedService> = {
	recordPlatform: {
		catalogue: recordPlatform as unknown as Service,
		pathOf: ({ path, environment = 'production' }) =>
			environment === 'production' ? path : path.replace('/k/v1/', '/k/v1/preview/'),
		examples: async ({ url }) => await recordPlatformExamples(new Api(url)),
		run: runner('n8n-nodes-record-platform.recordPlatform', 'recordPlatformApi', {
			signInWith: 'password',
			...admin,
		}),
	},
	groupware: {
		catalogue: groupware as unknown as Service,
		pathOf: ({ path }) => `/g${path}`,
		examples: async (sandbox) => {
			const client = clientFor(() => `${sandbox.url}/g`, 'admin');
			return {
				...(await groupwareExamples(client, sandbox)),
				...(await collaborationExamples(sandbox, client)),
			};
		},
		run: runner('n8n-nodes-groupware.groupware', 'groupwareApi', admin),
	},
};

/** Operations that write, by `resource.operation`. */
export function writesOf({ catalogue }: TestedService): Array<[string, Operation]> {
	return catalogue.resources.flatMap(({ value, operations }) =>
		operations
			.filter(({ method, readOnly }) => method !== 'GET' && !readOnly)
			.map((operation): [string, Operation] => [`${value}.${operation.value}`, operation]),
	);
}
