import { useEditor } from './support/editor';

const editor = useEditor();

beforeAll(async () => await editor.newWorkflow());

test.each([
	['kintone', 'Record Platform'],
	['cybozu', 'Record Platform'],
	['record', 'Record Platform'],
	['garoon', 'Groupware'],
	['cybozu', 'Groupware'],
	['schedule', 'Groupware'],
	['facility', 'Groupware'],
	['予定', 'Groupware'],
])('the node panel finds for "%s" the node %s', async (typed, node) => {
	const found = await editor.search(typed, node);
	// Who types a product's name sees its node first.
	const isProduct = ['kintone', 'garoon'].includes(typed);
	expect(isProduct ? found.slice(0, 1) : found).toContain(node);
	await editor.picture(`search-${typed}-${node}`.replace(/\W+/g, '-').toLowerCase());
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
