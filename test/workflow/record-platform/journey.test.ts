import type { IConnections, IDataObject, INode } from 'n8n-workflow';

import { loadPackages } from '../../../start/headless/packages';
import { runWorkflow } from '../../../start/headless/run';
import { builtIn } from '../../support/built-in-fields';
import { inRow, nodeOf, signedInBy } from '../../support/nodes';
import { useSandbox } from '../../support/sandbox';
import { automatic, PASSWORD } from './world';

const sandbox = useSandbox();

const APP = { mode: 'id', value: "={{ $('Create App').first().json.app }}" };
const RECORD = { mode: 'id', value: '={{ $json.id }}' };
const FIRST = { mode: 'id', value: "={{ $('Create Records').first().json.id }}" };
const assignee = { type: 'ONE', entities: [] };
const requests = Array.from({ length: 120 }, (_, index) => ({
	Subject: `Request ${index}`,
	Amount: `${index}.25`,
}));

/** Name, resource, operation, parameters; the steps follow each other in one workflow. */
const steps: Array<[string, string, string, IDataObject]> = [
	['Create App', 'app', 'create', { name: 'Requests' }],
	[
		'Create Fields',
		'form',
		'createFields',
		{
			app: APP,
			specifyFields: 'below',
			fields: {
				rows: [
					{ code: 'Subject', type: 'SINGLE_LINE_TEXT', label: 'Subject' },
					{ code: 'Amount', type: 'NUMBER', label: 'Amount' },
				],
			},
		},
	],
	[
		'Set Views',
		'view',
		'update',
		{
			app: APP,
			views: { All: { type: 'LIST', name: 'All', index: 0, fields: ['Subject', 'Amount'] } },
		},
	],
	[
		'Set Process',
		'process',
		'update',
		{
			app: APP,
			enable: 'true',
			states: {
				Asked: { name: 'Asked', index: 0, assignee },
				Checked: { name: 'Checked', index: 1, assignee },
				Granted: { name: 'Granted', index: 2, assignee },
			},
			actions: [
				{ name: 'Check', from: 'Asked', to: 'Checked' },
				{ name: 'Grant', from: 'Checked', to: 'Granted' },
			],
		},
	],
	['Deploy', 'deployment', 'deploy', { app: APP, waitUntilDone: true }],
	['Create Records', 'record', 'create', { app: APP, fields: automatic() }],
	['Check', 'record', 'updateStatus', { app: APP, recordId: RECORD, action: 'Check' }],
	['Grant', 'record', 'updateStatus', { app: APP, recordId: RECORD, action: 'Grant' }],
	['Tell', 'comment', 'create', { app: APP, recordId: FIRST, text: 'All requests are granted' }],
	['History', 'comment', 'getAll', { app: APP, recordId: FIRST, returnAll: true }],
	[
		'Granted',
		'record',
		'getAll',
		{
			app: APP,
			returnAll: true,
			filterBy: 'query',
			query: `${builtIn.status} = "Granted" order by $id asc`,
		},
	],
	[
		'Create Space',
		'space',
		'createFromTemplate',
		{
			templateId: '1',
			name: 'Finance',
			members: { rows: [{ type: 'USER', code: 'admin', isAdmin: true }] },
		},
	],
	['Move', 'app', 'move', { app: APP, space: '={{ $json.id }}' }],
	['Moved App', 'app', 'get', { app: APP }],
];

/** Steps that run for every record; the others run once. */
const EACH = ['Create Records', 'Check', 'Grant'];

function workflow(): { nodes: INode[]; connections: IConnections } {
	const node = (name: string, type: string, parameters: IDataObject) =>
		nodeOf(name, type, parameters, {
			executeOnce: !EACH.includes(name),
			...signedInBy('recordPlatformApi'),
		});
	const nodes = steps.map(([name, resource, operation, parameters]) =>
		node(name, 'n8n-nodes-record-platform.recordPlatform', {
			resource,
			operation,
			options: {},
			...parameters,
		}),
	);
	const at = nodes.findIndex(({ name }) => name === 'Create Records');
	nodes.splice(
		at,
		0,
		node('Requests', 'n8n-nodes-base.set', { mode: 'raw', jsonOutput: { rows: requests } }),
		node('One Item a Request', 'n8n-nodes-base.splitOut', { fieldToSplitOut: 'rows' }),
	);
	const all = [node('Start', 'n8n-nodes-base.manualTrigger', {}), ...nodes];
	return { nodes: all, connections: inRow(all) };
}

it('one workflow builds an app from nothing, fills it, works through it and moves it into a space', async () => {
	const run = await runWorkflow(
		workflow(),
		await loadPackages(['packages/n8n-nodes-record-platform']),
		{ credential: { type: 'recordPlatformApi', data: { baseUrl: sandbox.url, ...PASSWORD } } },
	);
	expect(run.data.resultData.error).toBeUndefined();
	const output = (name: string) =>
		(run.data.resultData.runData[name]?.[0]?.data?.main?.[0] ?? []).map(({ json }) => json);

	const [made] = output('Create App');
	expect(output('Deploy')).toEqual([{ app: made?.app, status: 'SUCCESS' }]);
	expect(output('Create Records')).toHaveLength(120);
	const granted = output('Granted').map(({ Subject, Amount }) => ({
		Subject,
		Amount: String(Amount),
	}));
	expect(granted).toEqual(requests);
	// A new record has revision 1; each action raises it by two.
	expect(new Set(output('Granted').map(({ $revision }) => $revision))).toEqual(new Set(['5']));
	expect(output('History')).toMatchObject([{ creator: { code: 'admin' } }]);
	expect(output('Moved App')).toMatchObject([
		{ appId: made?.app, name: 'Requests', spaceId: output('Create Space')[0]?.id },
	]);
});
