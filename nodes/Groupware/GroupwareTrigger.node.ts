import type { INodeType, INodeTypeDescription, IPollFunctions } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { describeTrigger, triggerPanel } from '../shared/describe';
import { methods } from './methods';
import { groupware } from './service';
import { parameters } from './trigger/parameters';
import { poll } from './trigger/poll';

export class GroupwareTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Groupware Trigger',
		name: 'groupwareTrigger',
		icon: { light: 'file:groupware.svg', dark: 'file:groupware.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle: '={{ $parameter["triggerOn"] }}',
		// n8n's panel shows it above the actions, too.
		description:
			'Work with events, messages, and requests in Garoon or a compatible service, or start the workflow when something happens there',
		defaults: { name: 'Groupware Trigger' },
		polling: true,
		triggerPanel: triggerPanel(
			'An example from the service is returned. For canceled events and removed users or organizations, it has more values than a real run.',
		),
		inputs: [],
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
		properties: describeTrigger(groupware, { parameters }),
	};

	methods = methods;

	async poll(this: IPollFunctions) {
		return await poll(this);
	}
}
