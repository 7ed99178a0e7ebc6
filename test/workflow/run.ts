import type { IDataObject } from 'n8n-workflow';

import type { Loaded } from '../../start/headless/packages';
import type { ServiceName } from '../contract/apiData';
import { nodeTypeOf } from '../support/nodeType';
import { type NodeOutcome, type NodeRun, runNode } from '../support/workflow';

/** What a test says of a run of a service's node. */
export interface Run extends Pick<
	NodeRun,
	'items' | 'input' | 'onError' | 'settings' | 'cancel' | 'isPublished'
> {
	resource: string;
	operation: string;
	parameters?: IDataObject;
	/** What a person typed into the credential beside the base URL; the administrator's password by default. */
	account?: IDataObject;
	/** Another credential than that with a password. */
	credential?: { type: string; data: IDataObject };
}

export async function runOn(
	baseUrl: string,
	service: ServiceName,
	loaded: Loaded,
	{ resource, operation, parameters, account, credential, ...rest }: Run,
): Promise<NodeOutcome> {
	const oAuth2 = credential && { authentication: 'oAuth2' };
	const type = `${service}Api`;
	return await runNode({
		type: nodeTypeOf(service, resource, operation),
		parameters: { ...oAuth2, resource, operation, ...parameters },
		credential: credential ?? { type, data: { baseUrl, ...account } },
		loaded,
		...rest,
	});
}
