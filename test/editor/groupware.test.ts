import { EditorPage } from './support/editor';

let editor: EditorPage;

beforeAll(async () => {
	editor = await EditorPage.open();
});

afterAll(async () => await editor?.close());

test('a node dragged onto the canvas reads the events of a person', async () => {
	await editor.newWorkflow();
	await editor.dragLine(editor.canvasNodes.first(), { x: 700, y: 600 });
	await editor.search('garoon', 'Groupware');
	const actions = await editor.actionsOf('Groupware');
	await editor.picture('groupware-actions');
	expect(actions).toEqual(expect.arrayContaining(['Get many events', 'Create event']));

	const node = await editor.clickAction('Get many events');
	await node.pickCredential('Groupware Sandbox');
	await node.choose('calendar', 'User');
	expect(await node.searchList('user', 'sato')).toEqual([expect.stringMatching(/sato/i)]);
	await editor.picture('groupware-user-list');
	await node.pickFromList('user', 'Sato');
	await node.type('to', '+14 days');
	await node.execute();
	const [head, ...rows] = await node.table();
	expect(head?.join(' ')).toContain('subject');
	expect(rows.length).toBeGreaterThan(3);
	await editor.picture('groupware-rows');
});

test('the facilities of the world are read', async () => {
	await editor.newWorkflow();
	await editor.search('facility', 'Groupware');
	await editor.actionsOf('Groupware');
	const node = await editor.clickAction('Get many facilities');
	await node.pickCredential('Groupware Sandbox');
	await node.execute();
	const text = JSON.stringify(await node.table());
	expect(text).toContain('Meeting Room A');
	await editor.picture('groupware-facilities');
});
