import { executionsOf, executionWith, firstPoll } from '../support/published';
import { connectBrowser, editorApi, useEditor } from './support/editor';
import { change, newOrders, send } from './support/service';

const editor = useEditor();

async function open() {
	const node = await editor.newTrigger('kintone', 'Record Platform', 'On record updated');
	await node.pickCredential('Record Platform Sandbox');
	await node.pickFromList('app', 'Orders');
	return node;
}

test('is found, shows the newest record as a sample, and says if there is none', async () => {
	const node = await open();
	expect(await node.parameter('events').innerText()).toContain('Record Updated');
	await node.execute();
	const [head, ...rows] = await node.table();
	expect(head?.slice(0, 3)).toEqual(['$event', '$key', '$id']);
	expect(rows).toHaveLength(1);
	expect(rows[0]?.[0]).toBe('updated');
	await editor.picture('record-platform-trigger-sample');

	await node.choose('filterBy', 'Query');
	await node.parameter('query').locator('input, textarea').first().fill('$id > 999999');
	await node.execute();
	expect(await node.error()).toContain('No record of the app meets the conditions');
	await editor.picture('record-platform-trigger-no-record');
});

const headers = { 'content-type': 'application/json' };
const about = { type: 'UPDATE_RECORD', app: { id: '2' } };

test('waits for the Test URL with Use Webhook, and fetches the newest record without', async () => {
	const [id = ''] = await newOrders({});
	const node = await open();
	await node.parameter('useWebhook').click();
	const url = await node.webhookUrl('Test URL');
	await editor.picture('record-platform-trigger-webhook');
	await node.listen();
	await editor.picture('record-platform-trigger-listening');
	await change(id, { Notes: { value: 'Changed for the test' } });
	const body = JSON.stringify({ ...about, record: { $id: { value: id } } });
	expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(200);
	await node.output.getByTestId('node-run-status-success').waitFor();
	expect(JSON.stringify(await node.table())).toContain('Changed for the test');

	await node.parameter('useWebhook').click();
	await node.execute();
	expect(await node.itemCount()).toContain('1 item');
});

test('starts the published workflow within 2 seconds with the old value, and not for wrong bodies', async () => {
	const Channel = { value: 'Phone' };
	const [id = '', other = '', third = ''] = await newOrders({ Channel }, { Channel }, { Channel });
	const node = await open();
	const notice = editor.page.getByText('Old Values needs fields to compare');
	await node.addOption('Old Values');
	await notice.waitFor();
	await node.addOption('Watched Field Names or IDs');
	await node.choose('watchedFields', 'Channel');
	await editor.page.keyboard.press('Escape');
	await notice.waitFor({ state: 'hidden' });
	for (const option of ['Changed From', 'Changed To']) await node.addOption(option);
	await node.type('changedFrom', 'Phone');
	await node.type('changedTo', 'Fair');
	await node.execute();
	expect((await node.table())[1]?.[2]).toBe('Channel\nfrom:null\nto:Fair');
	await editor.picture('record-platform-trigger-old-values');
	await node.parameter('useWebhook').click();
	const url = await node.webhookUrl('Production URL');
	await node.close();
	const workflow = await editor.publish();
	await firstPoll(editorApi(), workflow);
	await send('POST', '/_sandbox/webhooks', { app: '2', url, events: ['UPDATE_RECORD'] });
	const text = `By webhook ${Date.now()}`;
	await change(third, { Channel: { value: 'E-mail' } });
	const changed = await change(id, { Channel: { value: 'Fair' }, Notes: { value: text } });
	const execution = await executionWith(editorApi(), workflow, text, 30);
	expect(execution.mode).toBe('webhook');
	expect(Date.parse(execution.startedAt) - changed).toBeLessThan(2000);
	await editor.visit(`/workflow/${workflow}/executions/${execution.id}`);
	await editor.canvasNodes.first().dblclick();
	const shown = await (await editor.details()).table();
	expect(shown[1]?.[2]).toBe('Channel\nfrom:Phone\nto:Fair');
	await editor.picture('record-platform-trigger-old-values-execution');

	const large = { more: 'x'.repeat(10_000_000) };
	for (const body of [
		'garbage',
		'[]',
		JSON.stringify({ ...about, app: { id: '3' }, record: { $id: { value: id } } }),
		JSON.stringify({ ...about, record: { $id: { value: '999999' } } }),
		JSON.stringify({ ...about, record: { $id: { value: other } }, ...large }),
	]) {
		await fetch(url, { method: 'POST', headers, body });
	}
	expect(await executionsOf(editorApi(), workflow)).toHaveLength(1);
	const after = `After wrong bodies ${Date.now()}`;
	await change(other, { Channel: { value: 'Fair' }, Notes: { value: after } });
	await executionWith(editorApi(), workflow, after, 30);
});

const people = [
	{ name: 'Alex Admin', add: 'Add a record', number: 'Order number', save: 'Save' },
	{ name: 'Haruka Sato', add: 'レコードを追加する', number: 'Order number', save: '保存' },
];

test('an order that a person adds on the page of the sandbox starts the published workflow, in each language', async () => {
	const node = await editor.newTrigger('kintone', 'Record Platform', 'On record created');
	await node.pickCredential('Record Platform Sandbox');
	await node.pickFromList('app', 'Orders');
	await node.parameter('useWebhook').click();
	const url = await node.webhookUrl('Production URL');
	await node.close();
	await send('POST', '/_sandbox/webhooks', { app: '2', url, events: ['ADD_RECORD'] });
	const workflow = await editor.publish();
	await firstPoll(editorApi(), workflow);
	const browser = await connectBrowser();
	for (const { name, add, number, save } of people) {
		const page = await (await browser.newContext()).newPage();
		await page.goto(`${process.env.SANDBOX_URL}/k/2/`);
		await page.getByRole('button', { name }).click();
		await page.getByRole('link', { name: add }).click();
		const order = `P-${Date.now()}`;
		await page.getByLabel(number, { exact: true }).fill(order);
		await page.getByLabel('Customer', { exact: true }).fill('Maple Toys');
		await page.getByRole('button', { name: save }).click();
		await page.getByText(order).waitFor();
		expect((await executionWith(editorApi(), workflow, order, 30)).mode).toBe('webhook');
		await page.context().close();
	}
	await browser.close();
});
