import { EditorPage } from './support/editor';

let editor: EditorPage;

beforeAll(async () => {
	editor = await EditorPage.open();
});

afterAll(async () => await editor?.close());

test('a node dragged onto the canvas lists the apps and reads the records of one', async () => {
	await editor.newWorkflow();
	await editor.dragLine(editor.canvasNodes.first(), { x: 700, y: 600 });
	await editor.search('kintone', 'Record Platform');
	const actions = await editor.actionsOf('Record Platform');
	await editor.picture('record-platform-actions');
	expect(actions).toEqual(expect.arrayContaining(['Get many records', 'Create records']));

	const node = await editor.clickAction('Get many records');
	await node.pickCredential('Record Platform Sandbox');
	expect(await node.searchList('app', 'Cust')).toEqual([expect.stringContaining('Customers')]);
	await editor.picture('record-platform-app-list');
	await node.pickFromList('app', 'Customers');

	await node.execute();
	const [head, ...rows] = await node.table();
	expect(head?.join(' ')).toContain('Company');
	expect(rows.length).toBeGreaterThan(5);
	await editor.picture('record-platform-rows');

	await node.close();
	expect(await editor.canvasNodes.count()).toBe(2);
	expect(await editor.page.getByTestId('edge').count()).toBe(1);
	const added = editor.canvasNodes.nth(1);
	await editor.moveNode(added, { x: 1000, y: 250 });
	expect(await editor.placeOf(added)).toEqual({
		x: expect.closeTo(1000, -2),
		y: expect.closeTo(250, -2),
	});
	await editor.picture('record-platform-canvas');
});

test('the API tokens of a credential reach their apps', async () => {
	await editor.newWorkflow();
	await editor.search('record', 'Record Platform');
	await editor.actionsOf('Record Platform');
	const node = await editor.clickAction('Get many records');
	await node.pickCredential('Record Platform Sandbox (API Tokens)');
	await node.typeId('app', '2');
	await node.execute();
	const [head] = await node.table();
	expect(head?.join(' ')).toContain('Order_number');
});
