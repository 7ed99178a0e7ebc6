import { useEditor } from './support/editor';
import type { NodeDetails } from './support/node-details';

const editor = useEditor();

const PASSWORD = 'Record Platform Sandbox';

interface First {
	typed: string;
	node: string;
	credential: string;
	resource: string;
	/** What most people do. */
	actions: string[];
	fill: (node: NodeDetails) => Promise<void>;
	/** In the titles of the output. */
	column: string;
}

test.each<First>([
	{
		typed: 'kintone',
		node: 'Record Platform',
		// It lists apps, which API tokens cannot.
		credential: PASSWORD,
		resource: 'record',
		actions: ['Get many records', 'Create records', 'Update records'],
		fill: async (node) => {
			expect(await node.searchList('app', 'Cust')).toEqual([expect.stringContaining('Customers')]);
			await editor.picture('record-platform-app-list');
			await node.pickFromList('app', 'Customers');
		},
		column: 'Company',
	},
	{
		typed: 'garoon',
		node: 'Groupware',
		credential: 'Groupware Sandbox',
		resource: 'event',
		actions: ['Get many events', 'Create event'],
		fill: async (node) => {
			await node.choose('calendar', 'User');
			expect(await node.searchList('user', 'sato')).toEqual([expect.stringMatching(/sato/i)]);
			await editor.picture('groupware-user-list');
			await node.pickFromList('user', 'Sato');
			await node.choose('period', 'This Month');
		},
		column: 'url',
	},
])('a $node that is dragged onto the canvas lists and reads', async (first) => {
	const { typed, node: name, credential, resource, actions, fill, column } = first;
	await editor.newWorkflow();
	await editor.dragLine(editor.canvasNodes.first(), { x: 700, y: 600 });
	await editor.search(typed, name);
	expect((await editor.actionsOf(name)).slice(0, actions.length)).toEqual(actions);
	await editor.picture(`first-actions-${resource}`);

	const node = await editor.clickAction(actions[0] ?? '');
	expect(await node.chosenCredential()).toBe(credential);
	const options = await node.openOptions('resource');
	expect((await options.first().innerText()).toLowerCase()).toContain(resource);
	await editor.picture(`first-resources-${resource}`);
	await options.first().click();
	await fill(node);
	await node.execute();
	const [titles, ...rows] = await node.table();
	expect(titles).toContain(column);
	expect(rows.length).toBeGreaterThan(3);
	await editor.picture(`first-rows-${resource}`);

	await node.close();
	expect(await editor.canvasNodes.count()).toBe(2);
	expect(await editor.page.getByTestId('edge').count()).toBe(1);
});

test.each([
	['Create records', 'Customers', 'Company'],
	['Add rows to table', 'Orders', undefined],
])('%s asks for what it needs before it shows fields', async (action, app, field) => {
	const node = await editor.newAction('kintone', 'Record Platform', action);
	await node.pickCredential(PASSWORD);
	await editor.picture(`fresh-${action}`.replace(/\W+/g, '-').toLowerCase());
	const panel = editor.page.getByTestId('ndv');
	const early = /No (fields|columns) found|Choose an? (app|table) to see/;
	expect(await panel.innerText()).not.toMatch(early);
	await node.pickFromList('app', app);
	if (field !== undefined) await panel.getByText(field).first().waitFor();
	expect(await panel.innerText()).not.toMatch(early);
});

test.each([
	['kintone', 'Record Platform'],
	['garoon', 'Groupware'],
])('"%s" finds the credential', async (typed, name) => {
	await editor.visit('/home/credentials/create');
	const select = editor.page.getByTestId('new-credential-type-select');
	await select.click();
	await select.locator('input').fill(typed);
	const found = editor.page.getByRole('option').filter({ visible: true });
	await found.filter({ hasText: name }).first().waitFor();
	await editor.picture(`credential-${typed}`);
});
