import type {
	INodeType,
	INodeTypeDescription,
	IPollFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { describeTrigger, triggerPanel } from '../shared/describe';
import { credentials, methods } from './methods';
import { recordPlatform } from './service';
import { watchRecords } from './trigger/parameters';
import { poll, webhook } from './trigger/poll';

/** The service has no API for webhooks: a person adds the URL to the app, and removes it. */
const byPerson = async () => await Promise.resolve(true);
const webhookMethods = { default: { checkExists: byPerson, create: byPerson, delete: byPerson } };

export class RecordPlatformTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Record Platform Trigger',
		name: 'recordPlatformTrigger',
		icon: { light: 'file:recordPlatform.svg', dark: 'file:recordPlatform.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle: '={{ $parameter["events"].join(", ") }}',
		// n8n's panel shows it above the actions, too.
		description:
			'Work with records in kintone or a compatible service, or start the workflow when they change',
		defaults: { name: 'Record Platform Trigger' },
		polling: true,
		triggerPanel: triggerPanel(
			'The newest record that meets the conditions is returned as an example. If Use Webhook is on, the test first waits until the Test URL is called. For deleted records, comments, and old values, the values of a real run differ.',
		),
		eventTriggerDescription:
			'Add the Test URL to the webhooks of the app, then change a record in the app',
		webhooks: [
			{
				name: 'default',
				httpMethod: 'POST',
				responseMode: 'onReceived',
				// With a path, a test in the editor waits for a webhook instead of polling.
				path: '={{ $parameter["useWebhook"] ? "webhook" : undefined }}',
				ndvHideUrl: '={{ !$parameter["useWebhook"] }}',
			},
		],
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials,
		properties: describeTrigger(recordPlatform, watchRecords),
	};

	methods = methods;

	webhookMethods = webhookMethods;

	async poll(this: IPollFunctions) {
		return await poll(this);
	}

	async webhook(this: IWebhookFunctions) {
		return await webhook(this);
	}
}
