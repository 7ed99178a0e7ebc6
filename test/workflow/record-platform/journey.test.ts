import type { IDataObject } from 'n8n-workflow';

import { useSandbox } from '../../support/sandbox';
import { automatic, byId, itemsOf, jsonOf, runRecordPlatform } from './world';

const sandbox = useSandbox();

const run = async (
	resource: string,
	operation: string,
	parameters: IDataObject,
	items: IDataObject[] = [{}],
) => {
	const outcome = await runRecordPlatform(sandbox, {
		resource,
		operation,
		parameters: { options: {}, ...parameters },
		items,
	});
	return { rows: jsonOf(outcome), items: itemsOf(outcome.output) };
};
const rowsOf = async (...wanted: Parameters<typeof run>) => (await run(...wanted)).rows;

const assignee = { type: 'ONE', entities: [] };

/** What a person does in one long workflow: each step uses only what the steps before it gave. */
it('an app is built from nothing, filled, worked through, read back and moved into a space', async () => {
	const [made] = await rowsOf('app', 'create', { name: 'Requests' });
	const app = byId(String(made?.app));

	await rowsOf('form', 'createFields', {
		app,
		specifyFields: 'below',
		fields: {
			rows: [
				{ code: 'Subject', type: 'SINGLE_LINE_TEXT', label: 'Subject' },
				{ code: 'Amount', type: 'NUMBER', label: 'Amount' },
			],
		},
	});
	await rowsOf('form', 'updateLayout', {
		app,
		layout: [
			{
				type: 'ROW',
				fields: [
					{ type: 'SINGLE_LINE_TEXT', code: 'Subject', size: { width: '300' } },
					{ type: 'NUMBER', code: 'Amount', size: { width: '120' } },
				],
			},
		],
	});
	await rowsOf('view', 'update', {
		app,
		views: { All: { type: 'LIST', name: 'All', index: 0, fields: ['Subject', 'Amount'] } },
	});
	await rowsOf('process', 'update', {
		app,
		enable: true,
		states: {
			Asked: { name: 'Asked', index: 0, assignee },
			Checked: { name: 'Checked', index: 1, assignee },
			Granted: { name: 'Granted', index: 2, assignee },
		},
		actions: [
			{ name: 'Check', from: 'Asked', to: 'Checked' },
			{ name: 'Grant', from: 'Checked', to: 'Granted' },
		],
	});
	await rowsOf('permission', 'updateRecord', {
		app,
		environment: 'preview',
		rights: [
			{
				filterCond: '',
				entities: [
					{
						entity: { type: 'GROUP', code: 'everyone' },
						viewable: true,
						editable: true,
						deletable: false,
					},
				],
			},
		],
	});
	expect(await rowsOf('deployment', 'deploy', { app, waitUntilDone: true })).toEqual([
		{ app: made?.app, status: 'SUCCESS' },
	]);

	const requests = Array.from({ length: 120 }, (_, index) => ({
		Subject: `Request ${index}`,
		Amount: `${index}.25`,
	}));
	const created = await run('record', 'create', { app, fields: automatic() }, requests);
	expect(created.items).toEqual(requests.map((_, index) => index));

	const recordId = { mode: 'id', value: '={{ $json.id }}' };
	for (const action of ['Check', 'Grant']) {
		await rowsOf('record', 'updateStatus', { app, recordId, action }, created.rows);
		await rowsOf(
			'comment',
			'create',
			{ app, recordId, text: `${action} was run` },
			created.rows.slice(0, 1),
		);
	}
	const granted = await rowsOf('record', 'getAll', {
		app,
		returnAll: true,
		filterBy: 'query',
		query: 'Status = "Granted" order by $id asc',
	});
	expect(granted.map(({ Subject, Amount }) => ({ Subject, Amount }))).toEqual(requests);
	// Created with revision 1; each action raises it by two.
	expect(new Set(granted.map(({ $revision }) => $revision))).toEqual(new Set(['5']));
	const history = await rowsOf(
		'comment',
		'getAll',
		{ app, recordId, returnAll: true },
		created.rows.slice(0, 1),
	);
	expect(history.map(({ text }) => String(text).trim())).toEqual([
		'Grant was run',
		'Check was run',
	]);

	const [space] = await rowsOf('space', 'createFromTemplate', {
		templateId: '1',
		name: 'Finance',
		members: { rows: [{ type: 'USER', code: 'admin', isAdmin: true }] },
	});
	await rowsOf('app', 'move', { app, space: String(space?.id) });
	const [moved] = await rowsOf('app', 'get', { app });
	expect(moved).toMatchObject({ appId: made?.app, name: 'Requests', spaceId: space?.id });
});
