import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

import type { Page } from 'playwright-core';

import type { ExampleWorkflow } from '../../start/api';
import { startedWith } from '../../start/examples';
import { examples } from '../../start/layout';
import { editorApi, EditorPage, pictureOf } from './support/editor';

const all = readdirSync(examples)
	.filter((file) => file.endsWith('.json'))
	.map((file) => ({
		file: file.replace('.json', ''),
		example: JSON.parse(readFileSync(join(examples, file), 'utf8')) as ExampleWorkflow,
	}));
const alone = all.filter(({ example }) => startedWith(example) === undefined);

let editor: EditorPage;
let ids: Map<string, string>;

beforeAll(async () => {
	editor = await EditorPage.open();
	ids = new Map((await editorApi().workflows()).map(({ id, name }) => [name, id]));
});

afterAll(async () => await editor?.close());

async function open(name: string): Promise<void> {
	await editor.visit(`/workflow/${ids.get(name) ?? ''}`);
	await editor.canvasNodes.first().waitFor();
}

const nameOf = (number: string) =>
	all.find(({ file }) => file.startsWith(number))?.example.name ?? '';

test.each(alone.map(({ file, example: { name } }) => [file, name]))(
	'%s runs as it was imported',
	async (file, name) => {
		await open(name);
		expect(await editor.runWorkflow()).toMatch(/success/i);
		await editor.picture(`example-${file}`);
	},
);

/** Fills in the test form that n8n opens, and waits until the page says something. */
async function fillIn(
	name: string,
	fill: (form: Page) => Promise<void>,
	said: RegExp,
): Promise<void> {
	await open(name);
	const opened = editor.page.context().waitForEvent('page');
	await editor.page.getByTestId('execute-workflow-button').click();
	const form = await opened;
	await form.waitForLoadState();
	await fill(form);
	await form.getByRole('button', { name: 'Submit' }).click();
	await form.waitForURL(/form-waiting/);
	const words = form.getByText(said);
	await words.first().waitFor();
	await form.screenshot({ path: pictureOf(`form-${name}`.replace(/\W+/g, '-').toLowerCase()) });
	await form.close();
}

test('the form of a task creates one, with its files', async () => {
	const fill = async (form: Page) => {
		await form.getByLabel('Subject').fill('Second monitor');
		await form.getByLabel('Login Name').fill('sato');
		await form.locator('input[type=file]').setInputFiles([
			{ name: 'desk.txt', mimeType: 'text/plain', buffer: Buffer.from('a desk') },
			{ name: 'map.txt', mimeType: 'text/plain', buffer: Buffer.from('a map') },
		]);
	};
	await fillIn(nameOf('13'), fill, /Your request has the number \d+/);
	await editor.picture('example-13-form-to-record');
});

test('the form of a room books it', async () => {
	const date = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10);
	const fill = async (form: Page) => {
		await form.getByLabel('Title').fill('Tasting');
		await form.getByLabel('Date').fill(date);
		await form.getByLabel('Not Before').selectOption('14:00');
		await form.getByLabel('Minutes').selectOption('60');
		await form.getByLabel('Room').selectOption('Meeting Room B');
		await form.getByLabel('People').fill('sato, tanaka');
	};
	await fillIn(nameOf('16'), fill, new RegExp(`Tasting: ${date} 14:00 to 15:00`));
	await editor.picture('example-16-book-a-room-by-form');
});

describe('the agent', () => {
	const asked: Array<{ messages: Array<{ role: string; content: unknown }>; tools?: object[] }> =
		[];
	let model: Server;

	/** Calls a tool, and then says what came back. */
	function answerTo({ messages }: (typeof asked)[number]): object {
		const last = messages.at(-1);
		if (last?.role === 'tool') return { content: `The tool says: ${String(last.content)}` };
		const call = { name: 'Find_Orders_of_Customer', arguments: '{"customer":"Harbor Books"}' };
		return { content: null, tool_calls: [{ id: 'call-1', type: 'function', function: call }] };
	}

	beforeAll(async () => {
		model = createServer((request, response) => {
			void text(request).then((body) => {
				const given = JSON.parse(body) as (typeof asked)[number] & { stream?: boolean };
				asked.push(given);
				const message = { role: 'assistant', ...answerTo(given) };
				const reason = 'tool_calls' in message ? 'tool_calls' : 'stop';
				const common = { id: 'one', created: 1, model: 'scripted' };
				response.setHeader('content-type', 'application/json');
				response.end(
					JSON.stringify({
						...common,
						object: 'chat.completion',
						choices: [{ index: 0, message, finish_reason: reason }],
						usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
					}),
				);
			});
		});
		await new Promise<void>((resolve) => model.listen(0, '127.0.0.1', resolve));
	});

	afterAll(() => {
		model.closeAllConnections();
		model.close();
	});

	test('answers from the app by its tools', async () => {
		const api = editorApi();
		const { port } = model.address() as AddressInfo;
		const url = `http://127.0.0.1:${port}/v1`;
		const { id, name } = await api.saveCredential('Scripted model', 'openAiApi', {
			apiKey: 'none',
			url,
		});
		const imported = await api.call<ExampleWorkflow>(
			'GET',
			`/rest/workflows/${ids.get(nameOf('20')) ?? ''}`,
		);
		const nodes = imported.nodes.map((node) =>
			node.type.endsWith('.lmChatOpenAi')
				? { ...node, credentials: { openAiApi: { id, name } } }
				: node,
		);
		const { connections, settings = {} } = imported;
		const made = await api.createWorkflow({ name: 'Agent', nodes, connections, settings });
		await editor.visit(`/workflow/${made.id}`);
		await editor.canvasNodes.first().waitFor();
		await editor.page.getByTestId('workflow-chat-button').click();
		const input = editor.page.locator('textarea').filter({ visible: true }).last();
		await input.fill('Which orders of Harbor Books are open?');
		await input.press('Enter');
		await editor.page
			.getByText(/The tool says: .*SO-2\d{3}/)
			.first()
			.waitFor();
		await editor.picture('example-20-agent-that-answers-from-an-app');
		expect(asked).toHaveLength(2);
		expect(JSON.stringify(asked[0]?.tools)).toContain('Exact company name');
	});
});
