import type { IExecuteFunctions, INodeType, INodeTypeDescription } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { forAgent } from '../shared/agent';
import { builderHint, describe } from '../shared/describe';
import { execute } from '../shared/execute';
import { nodeOf } from '../shared/twoNodes';
import { credentials, methods } from './methods';
import { recordPlatform } from './service';

const service = nodeOf(recordPlatform, true);

export class RecordPlatformAdmin implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Record Platform Admin',
		name: 'recordPlatformAdmin',
		icon: { light: 'file:recordPlatform.svg', dark: 'file:recordPlatform.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle:
			'={{ ($parameter["operation"].replace("getAll", "getMany") + ": " + $parameter["resource"]).replace(/[A-Z]/g, " $&").toLowerCase() }}',
		description:
			'Design and deploy apps, and manage permissions, spaces, and plugins in kintone or a compatible service',
		defaults: { name: 'Record Platform Admin' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials,
		builderHint: builderHint(
			service,
			'For kintone: design and settings of apps, spaces, plugins',
			`Changes of an app go to its test environment until Deployment > Deploy. Apps by ID: {__rl: true, mode: 'id', value: '12'}.`,
		),
		properties: describe(service),
	};

	methods = methods;

	async execute(this: IExecuteFunctions) {
		return await forAgent(this, execute(this, service));
	}
}
