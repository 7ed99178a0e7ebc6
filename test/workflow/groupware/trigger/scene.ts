import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { loadPackages } from '../../../../start/headless/packages';
import type { TestSandbox } from '../../../support/sandbox';
import { ActiveTrigger } from '../../../support/trigger';
import { makeEvent } from '../world';

export const TRIGGER_TYPE = 'n8n-nodes-groupware.groupwareTrigger';

const packages = loadPackages(['packages/n8n-nodes-groupware']);

/** A workflow that starts with the trigger, not yet polled. */
export async function triggerFor(
	{ url }: Pick<TestSandbox, 'url'>,
	parameters: IDataObject = {},
	account: IDataObject = {},
): Promise<ActiveTrigger> {
	const data = { baseUrl: url, username: 'admin', password: 'admin', ...account };
	const withOAuth2 = account.oauthTokenData !== undefined;
	return new ActiveTrigger({
		type: TRIGGER_TYPE,
		parameters: { ...(withOAuth2 && { authentication: 'oAuth2' }), ...parameters },
		credential: { type: withOAuth2 ? 'groupwareOAuth2Api' : 'groupwareApi', data },
		loaded: await packages,
	});
}

/** What each item is about, in order: its event and a value. */
export function told(items: INodeExecutionData[] | null, key = 'subject'): string[] {
	return (items ?? []).map(({ json }) => `${String(json.$event)} ${String(json[key])}`);
}

/** A time so many minutes from now, as the service takes it. */
export function inMinutes(minutes: number, zone = 'Asia/Tokyo') {
	const at = new Date(Math.floor(Date.now() / 60_000) * 60_000 + minutes * 60_000);
	return { dateTime: at.toISOString().replace(/\.\d+Z/, 'Z'), timeZone: zone };
}

/** Makes an event of the administrator that starts in some minutes. */
export async function eventIn(sandbox: TestSandbox, minutes: number, over: object = {}) {
	const { id } = await makeEvent(sandbox, {
		start: inMinutes(minutes),
		end: inMinutes(minutes + 30),
		...over,
	});
	return id;
}
