import type { IExecuteFunctions, INodeType, INodeTypeDescription } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { forAgent } from '../shared/agent';
import { builderHint, describe } from '../shared/describe';
import { execute } from '../shared/execute';
import { answerWebhook, waiting } from '../shared/sendAndWait';
import { nodeOf } from '../shared/twoNodes';
import { methods } from './methods';
import { groupware } from './service';

const service = nodeOf(groupware, false);

export class Groupware implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Groupware',
		name: 'groupware',
		icon: { light: 'file:groupware.svg', dark: 'file:groupware.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle:
			'={{ ($parameter["operation"].replace("getAll", "getMany") + ": " + $parameter["resource"]).replace(/[A-Z]/g, " $&").toLowerCase() }}',
		description:
			'Work with events, facilities, messages, workflow requests, and users in Garoon or a compatible service',
		defaults: { name: 'Groupware' },
		usableAsTool: true,
		webhooks: waiting.webhooks,
		waitingNodeTooltip: waiting.waitingNodeTooltip,
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
			'For Garoon: calendars, bookings, messages, workflow requests',
			`Users, facilities: {__rl: true, mode: 'code', value: 'sato'}, by login name or facility code; lists of them: {rows: [{kind: 'codes', codes: 'sato, ito'}]}. Files: names of binary fields.
Dates: ISO 8601, or text such as 'tomorrow 9:00', '+7 days', in the zone of the workflow or of timeZone.`,
		),
		properties: describe(service),
	};

	methods = methods;

	webhookMethods = waiting.webhookMethods;

	webhook = answerWebhook;

	async execute(this: IExecuteFunctions) {
		return await forAgent(this, execute(this, service));
	}
}
