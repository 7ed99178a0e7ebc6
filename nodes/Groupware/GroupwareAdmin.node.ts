import type { IExecuteFunctions, INodeType, INodeTypeDescription } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { forAgent } from '../shared/agent';
import { builderHint, describe } from '../shared/describe';
import { execute } from '../shared/execute';
import { nodeOf } from '../shared/twoNodes';
import { methods } from './methods';
import { groupware } from './service';

const service = nodeOf(groupware, true);

export class GroupwareAdmin implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Groupware Admin',
		name: 'groupwareAdmin',
		icon: { light: 'file:groupware.svg', dark: 'file:groupware.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle:
			'={{ ($parameter["operation"].replace("getAll", "getMany") + ": " + $parameter["resource"]).replace(/[A-Z]/g, " $&").toLowerCase() }}',
		description:
			'Manage facilities, attachments, proxies, and plugin settings in Garoon or a compatible service',
		defaults: { name: 'Groupware Admin' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
			{
				name: 'groupwareApi',
				required: true,
				testedBy: 'testAccount',
				displayOptions: { show: { authentication: ['account'] } },
			},
			{
				name: 'groupwareOAuth2Api',
				required: true,
				displayOptions: { show: { authentication: ['oAuth2'] } },
			},
		],
		builderHint: builderHint(
			service,
			'For Garoon: facilities, attachments, plugins, proxies',
			`Facilities: {__rl: true, mode: 'code', value: 'room-a'}.`,
		),
		properties: describe(service),
	};

	methods = methods;

	async execute(this: IExecuteFunctions) {
		return await forAgent(this, execute(this, service));
	}
}
