import type { IDataObject } from 'n8n-workflow';

import { useApi } from '../../sandbox/record-platform/api';
import type { TestSandbox } from '../../support/sandbox';
import type { NodeOutcome } from '../../support/workflow';
import { Api, jsonOf, runRecordPlatform } from './world';

/** Fields as the form's calls give them. */
export type Form = { properties: Record<string, IDataObject> };

export interface Design {
	readonly sandbox: TestSandbox;
	readonly api: Api;
	node(resource: string, operation: string, parameters: IDataObject): Promise<NodeOutcome>;
	/** What the node puts out; throws when it stops. */
	done(resource: string, operation: string, parameters: IDataObject): Promise<IDataObject[]>;
	/** What waits in the test environment, read past the node. */
	preview<Body>(path: string, app: string): Promise<Body>;
}

/** Gives the test file a world whose apps are built and changed; call it once, outside of tests. */
export function useDesign(): Design {
	const { sandbox, api } = useApi();

	const node: Design['node'] = async (resource, operation, parameters) =>
		await runRecordPlatform(sandbox, {
			resource,
			operation,
			parameters: { options: {}, ...parameters },
		});
	return {
		sandbox,
		get api() {
			return api;
		},
		node,
		done: async (...run) => jsonOf(await node(...run)),
		preview: async (path, app) => await api.get(`preview/${path}.json`, { app }),
	};
}
