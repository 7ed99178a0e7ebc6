import type { IDataObject } from 'n8n-workflow';

import { loadPackages } from '../../../start/headless/packages';
import { Api, options } from '../../sandbox/record-platform/api';
import { itemsOf, jsonOf, type NodeOutcome } from '../../support/workflow';
import { signInByOAuth2 } from '../../support/oauth2';
import type { TestSandbox } from '../../support/sandbox';
import { type Run, runOn } from '../run';

const packages = loadPackages(['packages/n8n-nodes-record-platform']);

export const PASSWORD = { signInWith: 'password', username: 'admin', password: 'admin' };

export async function runRecordPlatform({ url }: TestSandbox, run: Run): Promise<NodeOutcome> {
	return await runOn(url, 'recordPlatform', await packages, { account: PASSWORD, ...run });
}

/** The app as the picker keeps it. */
export const byId = (app: string) => ({ mode: 'id', value: app });

/** What the mapper keeps when the columns are mapped by hand. */
export function mapping(value: IDataObject, more: IDataObject = {}): IDataObject {
	return { mappingMode: 'defineBelow', value, matchingColumns: [], schema: [], ...more };
}

/** What the mapper keeps when columns are mapped by their names. */
export function automatic(more: IDataObject = {}): IDataObject {
	return { mappingMode: 'autoMapInputData', value: null, matchingColumns: [], schema: [], ...more };
}

/** What the mapper stores of these fields (code → type), so that the node need not ask for the form. */
export function schemaOf(types: Record<string, string>): IDataObject[] {
	return Object.entries(types).map(([id, fieldType]) => ({
		id,
		displayName: id,
		type: fieldType === 'NUMBER' ? 'number' : 'string',
		fieldType,
		display: true,
	}));
}

/** One field of every kind that a person fills in. */
export const ORDER_FIELDS = {
	Number: { type: 'SINGLE_LINE_TEXT', unique: true },
	Notes: { type: 'MULTI_LINE_TEXT' },
	Amount: { type: 'NUMBER' },
	State: { type: 'DROP_DOWN', label: 'Progress', options: options('Open', 'Done') },
	Tags: { type: 'CHECK_BOX', options: options('red', 'green', 'blue') },
	Due: { type: 'DATE' },
	Sent: { type: 'DATETIME' },
	At: { type: 'TIME' },
	People: { type: 'USER_SELECT' },
	Files: { type: 'FILE' },
	Lines: {
		type: 'SUBTABLE',
		fields: { Article: { type: 'SINGLE_LINE_TEXT' }, Quantity: { type: 'NUMBER' } },
	},
};

export const ORDER_PROCESS = {
	states: {
		'Not started': { name: 'Not started', index: '0', assignee: { type: 'ONE', entities: [] } },
		Working: { name: 'Working', index: '1', assignee: { type: 'ONE', entities: [] } },
		Finished: { name: 'Finished', index: '2', assignee: { type: 'ONE', entities: [] } },
	},
	actions: [
		{ name: 'Begin', from: 'Not started', to: 'Working', filterCond: '' },
		{ name: 'Finish', from: 'Working', to: 'Finished', filterCond: '' },
	],
};

/** Signs in as the administrator with OAuth2, and gives what n8n keeps of it. */
export async function oAuth2Credential(
	sandbox: TestSandbox,
	scope = 'k:app_record:read k:app_record:write k:app_settings:read k:file:write',
): Promise<{ type: string; data: IDataObject }> {
	return {
		type: 'recordPlatformOAuth2Api',
		data: { baseUrl: sandbox.url, ...(await signInByOAuth2(sandbox.url, scope)) },
	};
}

export { Api, itemsOf, jsonOf, type Run };
