import { EditorPage } from './support/editor';

let editor: EditorPage;

beforeAll(async () => {
	editor = await EditorPage.open();
	await editor.newWorkflow();
});

afterAll(async () => await editor?.close());

describe('the node panel', () => {
	test.each([
		['kintone', 'Record Platform'],
		['cybozu', 'Record Platform'],
		['record', 'Record Platform'],
		['garoon', 'Groupware'],
		['cybozu', 'Groupware'],
		['schedule', 'Groupware'],
		['facility', 'Groupware'],
		['予定', 'Groupware'],
	])('finds for "%s" the node %s', async (typed, node) => {
		const found = await editor.search(typed, node);
		expect(found).toContain(node);
		await editor.picture(`search-${typed}-${node}`.replace(/\W+/g, '-').toLowerCase());
	});

	test.each([
		['kintone', 'Record Platform'],
		['garoon', 'Groupware'],
	])('puts for "%s" the node %s first', async (typed, node) => {
		const [first] = await editor.search(typed, node);
		expect(first).toBe(node);
	});
});

test('Settings lists both as community packages', async () => {
	await editor.visit('/settings/community-nodes');
	for (const [name, node] of [
		['n8n-nodes-record-platform', 'Record Platform'],
		['n8n-nodes-groupware', 'Groupware'],
	] as const) {
		const card = editor.page.getByTestId('community-package-card').filter({ hasText: name });
		await card.waitFor();
		expect(await card.innerText()).toContain(node);
	}
	await editor.picture('community-nodes');
});
