import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { loadPackages } from '../../../../start/headless/packages';
import { ActiveTrigger } from '../../../support/trigger';
import type { TestSandbox } from '../../../support/sandbox';
import type { TestApp } from '../app';
import { byId, PASSWORD } from '../world';

export const TRIGGER_TYPE = 'n8n-nodes-record-platform.recordPlatformTrigger';

export const EVENTS = ['created', 'updated', 'statusChanged', 'commented', 'deleted'];
export const WEBHOOKS =
	'ADD_RECORD UPDATE_RECORD DELETE_RECORD UPDATE_STATUS ADD_RECORD_COMMENT'.split(' ');

export const SATO = { signInWith: 'password', username: 'sato', password: 'sato' };

const packages = loadPackages(['packages/n8n-nodes-record-platform']);

/** A workflow that starts with the trigger, not yet polled. */
export async function triggerFor(
	{ url }: Pick<TestSandbox, 'url'>,
	app: string,
	parameters: IDataObject = {},
	account: IDataObject = PASSWORD,
): Promise<ActiveTrigger> {
	const withOAuth2 = account.oauthTokenData !== undefined;
	return new ActiveTrigger({
		type: TRIGGER_TYPE,
		parameters: { app: byId(app), ...(withOAuth2 && { authentication: 'oAuth2' }), ...parameters },
		credential: {
			type: withOAuth2 ? 'recordPlatformOAuth2Api' : 'recordPlatformApi',
			data: { baseUrl: url, ...account },
		},
		loaded: await packages,
	});
}

/** Makes a workflow with the trigger, and polls it for the first time: that sets the start. */
export const activeIn =
	(app: TestApp) =>
	async (parameters: object = {}, account?: IDataObject): Promise<ActiveTrigger> => {
		const trigger = await triggerFor(app.sandbox, app.id, { ...parameters }, account);
		expect(await trigger.poll()).toBeNull();
		return trigger;
	};

/** Event and key of each item, in order. */
export function told(items: INodeExecutionData[] | null): string[] {
	return (items ?? []).map(({ json }) => `${String(json.$event)} ${String(json.$key)}`);
}
