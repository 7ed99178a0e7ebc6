import type { Browser, Page } from 'playwright-core';

import { executionWith, untilStatus, untilThere } from '../support/published';
import { urlIn } from '../support/waiting';
import { connectBrowser, editorApi, useEditor } from './support/editor';
import { newOrders, send } from './support/service';
import { asking, type NewNode, usePublished } from './support/workflows';

/** A person is asked by a comment, with n8n itself and a browser that isn't signed in to it. */
const n8n = process.env.EDITOR_URL ?? '';
const editor = useEditor();
const publish = usePublished();
let browser: Browser;
let page: Page;

beforeAll(async () => {
	browser = await connectBrowser();
	page = await (await browser.newContext({ viewport: { width: 390, height: 700 } })).newPage();
});

afterAll(async () => await browser.close());

interface Asked {
	workflow: string;
	order: string;
	/** The page for the answer. */
	url: string;
}

/** Publishes a workflow that asks for an order, starts it, and takes the URL from the comment. */
async function ask(name: string, parameters: NewNode['parameters']): Promise<Asked> {
	const [order = ''] = await newOrders({ Notes: { value: name } });
	const path = `ask-${order}`;
	const end: NewNode = {
		name: 'End',
		type: 'n8n-nodes-base.set',
		typeVersion: 3.4,
		parameters: {
			mode: 'raw',
			jsonOutput: `={{ { result: 'ended ${order}', data: $json.data } }}`,
		},
	};
	const question = {
		message: '=Approve order {{ $json.body.order }} <b>?',
		mentions: { rows: [{ type: 'USER', code: 'sato' }] },
		...parameters,
	};
	const workflow = await publish(
		name,
		[...asking(path, order, question), end],
		[
			['Start', 'main', 'Ask'],
			['Ask', 'main', 'End'],
		],
	);
	const body = JSON.stringify({ order });
	const headers = { 'content-type': 'application/json' };
	const start = { method: 'POST', headers, body };
	await untilThere(async () => await fetch(`${n8n}/webhook/${path}`, start));
	// n8n waits for the answer when it has stored the execution.
	await untilStatus(editorApi(), workflow, 'waiting');
	const comments = `/k/v1/record/comments.json?app=2&record=${order}`;
	const sent = await send<{ comments: Array<{ text: string }> }>('GET', comments);
	expect(sent.comments).toHaveLength(1);
	return { workflow, order, url: urlIn(sent.comments[0]?.text) };
}

/** What the execution put out in the end. */
async function ended({ workflow, order }: Asked): Promise<string> {
	return (await executionWith(editorApi(), workflow, `ended ${order}`, 150)).data;
}

test('the page decides nothing when it is opened, and once when a button is clicked', async () => {
	const asked = await ask('Ask to decline', { options: { declineLabel: '却下' } });
	// A preview, a mail scanner, and the same page in another tab.
	for (const agent of ['Slackbot-LinkExpanding 1.0', 'Mozilla/5.0 Chrome/140.0.0.0']) {
		const answer = await fetch(asked.url, { headers: { 'user-agent': agent } });
		expect(answer.status).toBe(200);
		expect(await answer.text()).toContain(`<p>Approve order ${asked.order} &#60;b&#62;?</p>`);
	}
	const other = await page.context().newPage();
	for (const tab of [page, other]) {
		await tab.goto(asked.url);
		await tab.getByText(`Approve order ${asked.order} <b>?`, { exact: true }).waitFor();
	}
	await page.screenshot({ path: 'test-results/editor/answer-page.png' });
	await page.getByRole('button', { name: '却下' }).dblclick();
	await page.getByText('Your response was recorded.').waitFor();
	await page.screenshot({ path: 'test-results/editor/answer-recorded.png' });
	expect(await ended(asked)).toContain('"approved"');

	await other.getByRole('button', { name: 'Approve' }).click();
	await other.getByText('No action required').waitFor();
	await other.screenshot({ path: 'test-results/editor/answer-late.png' });
	const data = await ended(asked);
	expect(data).not.toContain('noResponse');
	const { results } = await editorApi().call<{ results: Array<{ status: string }> }>(
		'GET',
		`/rest/executions?filter=${encodeURIComponent(JSON.stringify({ workflowId: asked.workflow }))}`,
	);
	expect(results.map(({ status }) => status)).toEqual(['success']);
});

test('a URL that was changed is refused', async () => {
	const asked = await ask('Ask safely', {});
	const url = new URL(asked.url);
	url.searchParams.set('asked', '2026-01-01T00:00:00.000Z');
	const body = new URLSearchParams({ answer: 'approve' });
	expect((await fetch(url, { method: 'POST', body })).status).toBe(401);
	expect((await fetch(asked.url, { method: 'POST' })).status).toBe(400);
	await page.goto(asked.url);
	await page.getByRole('button', { name: 'Approve' }).click();
	await page.getByText('Your response was recorded.').waitFor();
	await ended(asked);
});

test('a text comes out as it was written', async () => {
	const asked = await ask('Ask for a text', { responseType: 'freeText' });
	await page.goto(asked.url);
	await page.getByRole('textbox', { name: 'Response' }).fill('予算を<b>確認</b>してください');
	await page.screenshot({ path: 'test-results/editor/answer-text.png' });
	await page.getByRole('button', { name: 'Send' }).click();
	await page.getByText('Your response was recorded.').waitFor();
	expect(await ended(asked)).toContain('予算を<b>確認</b>してください');
});

test('the panel has what n8n shows of such a node', async () => {
	const action = 'Send comment and wait for response';
	await editor.newAction('kintone', 'Record Platform', action);
	await editor.page.getByText('Response Type').first().waitFor();
	await editor.picture('send-and-wait-panel');
});
