import { EditorPage } from './support/editor';

let editor: EditorPage;

beforeAll(async () => {
	editor = await EditorPage.open();
});

afterAll(async () => await editor?.close());

const PASSWORD = 'Record Platform Sandbox';
const TOKENS = 'Record Platform Sandbox (API Tokens)';

/** A new node with one of the panel's actions. */
async function withAction(action: string, found = 'kintone', node = 'Record Platform') {
	await editor.newWorkflow();
	await editor.search(found, node);
	await editor.actionsOf(node);
	return await editor.clickAction(action);
}

test.each([
	[
		'kintone',
		'Record Platform',
		'record',
		['Get many records', 'Create records', 'Update records'],
	],
	['garoon', 'Groupware', 'event', ['Get many events', 'Create event']],
])('the panel of "%s" begins with what most people do', async (found, name, resource, first) => {
	await editor.newWorkflow();
	await editor.search(found, name);
	const actions = await editor.actionsOf(name);
	await editor.picture(`first-actions-${resource}`);
	expect(actions.slice(0, first.length)).toEqual(first);

	const node = await editor.clickAction(first[0] ?? '');
	await node.parameter('resource').click();
	const options = editor.page.getByRole('option').filter({ visible: true });
	await options.first().waitFor();
	await editor.picture(`first-resources-${resource}`);
	expect((await options.first().innerText()).toLowerCase()).toContain(resource);
});

test('the credential that lists apps is the one that n8n chooses', async () => {
	const node = await withAction('Get many records');
	expect(await node.chosenCredential()).toBe(PASSWORD);
});

test('a fresh Create asks for an app, and shows its fields once it is chosen', async () => {
	const node = await withAction('Create records');
	await node.pickCredential(PASSWORD);
	await editor.picture('fresh-create');
	const panel = editor.page.getByTestId('ndv');
	expect(await panel.innerText()).not.toMatch(/No fields found|Choose an app to see/);
	await node.pickFromList('app', 'Customers');
	await panel.getByText('Company').first().waitFor();
	await editor.picture('create-with-fields');
	expect(await panel.innerText()).not.toMatch(/No fields found|Choose an app to see/);
});

test('a fresh Add Rows asks for an app and a table, and shows the columns then', async () => {
	const node = await withAction('Add rows to table');
	await node.pickCredential(PASSWORD);
	const panel = editor.page.getByTestId('ndv');
	expect(await panel.innerText()).not.toMatch(/No columns found|Choose a table to see/);
	await node.pickFromList('app', 'Orders');
	expect(await panel.innerText()).not.toMatch(/No columns found|Choose a table to see/);
	await editor.picture('fresh-add-rows');
});

test('events of a period are chosen by its name', async () => {
	const node = await withAction('Get many events', 'garoon', 'Groupware');
	await editor.picture('events-fresh');
	await node.choose('period', 'This Month');
	await node.execute();
	await editor.picture('events-of-this-month');
	const [titles = []] = await node.table();
	expect(titles).toContain('url');
});

test('amounts of records are numbers, which a condition can compare', async () => {
	const node = await withAction('Get many records');
	await node.pickCredential(PASSWORD);
	await node.pickFromList('app', 'Orders');
	await node.execute();
	await editor.picture('records-with-numbers');
	const panel = editor.page.getByTestId('output-panel');
	await panel.getByText('JSON', { exact: true }).click();
	await editor.picture('records-with-numbers-json');
	expect(await panel.innerText()).toMatch(/"?Total"?\s*:\s*\d/);
});

test('the list of apps of API tokens is an error that names the ways on', async () => {
	const node = await withAction('Get many records');
	await node.pickCredential(TOKENS);
	await editor.page.getByTestId('resource-locator-app').getByTestId('rlc-input').click();
	const refusal = editor.page.getByText(/By ID or By URL/).filter({ visible: true });
	await refusal.first().waitFor();
	await editor.picture('apps-of-tokens');
	expect(await editor.page.getByTestId('rlc-item').filter({ visible: true }).count()).toBe(0);
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
