import type { IExecuteFunctions, INodeType, INodeTypeDescription } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { forAgent } from '../shared/agent';
import { builderHint, describe } from '../shared/describe';
import { execute } from '../shared/execute';
import { answerWebhook, waiting } from '../shared/sendAndWait';
import { nodeOf } from '../shared/twoNodes';
import { methods } from './methods';
import { recordPlatform } from './service';

const service = nodeOf(recordPlatform, false);

export class RecordPlatform implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Record Platform',
		name: 'recordPlatform',
		icon: { light: 'file:recordPlatform.svg', dark: 'file:recordPlatform.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle:
			'={{ ($parameter["operation"].replace("getAll", "getMany") + ": " + $parameter["resource"]).replace(/[A-Z]/g, " $&").toLowerCase() }}',
		description: 'Work with records, comments, files, and apps in kintone or a compatible service',
		defaults: { name: 'Record Platform' },
		usableAsTool: true,
		webhooks: waiting.webhooks,
		waitingNodeTooltip: waiting.waitingNodeTooltip,
		parameterPane: 'wide',
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
			{
				name: 'recordPlatformApi',
				required: true,
				testedBy: 'testAccount',
				displayOptions: { show: { authentication: ['account'] } },
			},
			{
				name: 'recordPlatformOAuth2Api',
				required: true,
				displayOptions: { show: { authentication: ['oAuth2'] } },
			},
		],
		builderHint: builderHint(
			service,
			'For kintone: reads and writes records of apps',
			`Apps by ID: {__rl: true, mode: 'id', value: '12'}. Keys of records are field codes; Form > Describe tells them.
Values: user: login name; several choices or users: list; date: 2031-03-03; date and time: ISO 8601; file: name of a binary field; table: [{Column_code: value}]. In an update, null clears, undefined keeps.
Mapper: defineBelow takes value; autoMapInputData takes the item's keys that are field codes. matchingColumns (a field without duplicates) find the record, '$id' is its ID. Conditions: anyOf, noneOf take 'a, b'; a week ago is value: 'FROM_TODAY(-7, DAYS)'.`,
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
