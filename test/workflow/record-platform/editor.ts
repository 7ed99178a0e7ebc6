import type { IDataObject, ILoadOptionsFunctions } from 'n8n-workflow';

import { loadPackages } from '../../../start/headless/packages';
import { pickerContext } from '../../support/editor';
import { nodeTypeOf } from '../../support/nodeType';
import type { TestSandbox } from '../../support/sandbox';
import { PASSWORD } from './world';

const packages = loadPackages(['packages/n8n-nodes-record-platform']);

/** n8n's own context for the pickers of a node that is open in the editor; `path` is where the picker stands. */
export async function editor(
	sandbox: TestSandbox,
	parameters: IDataObject,
	account: IDataObject = PASSWORD,
	path = 'parameters',
): Promise<ILoadOptionsFunctions> {
	const data = { baseUrl: sandbox.url, ...account };
	return pickerContext(await packages, {
		type: nodeTypeOf('recordPlatform', parameters.resource, parameters.operation),
		parameters,
		credential: { type: 'recordPlatformApi', data },
		path,
	});
}
