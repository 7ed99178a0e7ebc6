import type { IDataObject } from 'n8n-workflow';

import { Api, type Record_ } from '../sandbox/record-platform/api';
import type { ExampleWorkflow } from '../../start/api';
import { soon, untilStatus, untilThere } from '../support/published';
import { toyServer } from '../support/toy';
import { editorApi, useEditor } from './support/editor';
import { urlIn } from '../support/waiting';
import { newOrders, send } from './support/service';
import { type NewNode, usePublished } from './support/workflows';

/** Tools in n8n itself: called by an MCP client, and by an agent whose model follows a script. */
const n8n = process.env.EDITOR_URL ?? '';
const service = new Api({ url: process.env.SANDBOX_URL ?? '' });
const langchain = (name: string) => `@n8n/n8n-nodes-langchain.${name}`;
const ORDERS = { __rl: true, mode: 'id', value: '2' };

/** Customers that other tests leave alone. */
const customer = `Agents ${Date.now()}`;
const closing: Array<() => unknown> = [];
const publish = usePublished();
const editor = useEditor();

afterEach(async () => {
	for (const close of closing.splice(0)) await close();
});

/** Notes of the orders that a test has made. */
async function notes(): Promise<string[]> {
	const query = `Notes like "${customer}" order by $id asc`;
	const { records } = await service.get<{ records: Record_[] }>('records.json', { app: 2, query });
	return records.map(({ Notes }) => String(Notes?.value));
}

const tool = (name: string, operation: string, parameters: NewNode['parameters']): NewNode => ({
	name,
	type: 'n8n-nodes-record-platform.recordPlatformTool',
	typeVersion: 1,
	parameters: { resource: 'record', operation, app: ORDERS, ...parameters },
	credential: ['recordPlatformApi', 'Record Platform Sandbox'],
});

/** A service on this machine that answers JSON with JSON. */
async function served(answer: (body: IDataObject) => object): Promise<string> {
	const { url, close } = await toyServer(({ body }) => ({
		json: answer(JSON.parse(body || '{}') as IDataObject),
	}));
	closing.push(close);
	return url;
}

/** A model that calls a tool once, and then repeats what the tool has answered. It keeps what it was asked. */
function scripted(name: string, values: object, asked: IDataObject[]) {
	return (body: IDataObject) => {
		asked.push(body);
		const answer = toolAnswer(body);
		const call = { name, arguments: JSON.stringify(values) };
		const message =
			answer === undefined
				? { content: null, tool_calls: [{ id: 'call_1', type: 'function', function: call }] }
				: { content: `The tool says: ${answer}` };
		const finish = answer === undefined ? 'tool_calls' : 'stop';
		const choice = { index: 0, message: { role: 'assistant', ...message }, finish_reason: finish };
		return { id: '1', choices: [choice] };
	};
}

/** What a tool has answered, if a model is asked what to make of it. */
function toolAnswer({ messages }: IDataObject): string | undefined {
	const last = (messages as Array<{ role: string; content: string }>).at(-1);
	return last?.role === 'tool' ? last.content : undefined;
}

describe('tools behind an MCP Server Trigger', () => {
	const path = `mcp-${Date.now()}`;
	let session = '';

	async function ask<Result>(method: string, params: object): Promise<Result> {
		const answer = await untilThere(
			async () =>
				await fetch(`${n8n}/mcp/${path}`, {
					method: 'POST',
					headers: {
						'content-type': 'application/json',
						accept: 'application/json, text/event-stream',
						...(session && { 'mcp-session-id': session }),
					},
					body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
				}),
		);
		session = answer.headers.get('mcp-session-id') ?? session;
		const [, data = '{}'] = /^data: (.*)$/m.exec(await answer.text()) ?? [];
		return (JSON.parse(data) as { result: Result }).result;
	}

	const use = async (name: string, values: object) => {
		const { content, isError = false } = await ask<{
			content: Array<{ text: string }>;
			isError?: boolean;
		}>('tools/call', { name, arguments: values });
		return { text: content[0]?.text ?? '', isError };
	};

	test('have arguments under names of their own, and give rows, or errors with advice', async () => {
		const order = (number: string) => ({
			Order_number: { value: number },
			Notes: { value: `${customer} ${number}` },
		});
		await newOrders(order('MCP-1'), order('MCP-2'), order('MCP-3'));
		const numbered = `=Order_number = "{{ $fromAI('order_number', 'Such as SO-2001', 'string') }}"`;
		const byNumber = { filterBy: 'query', query: numbered };
		const columns = { options: { fields: ['Order_number', 'Notes'] } };
		await publish(
			'Orders by MCP',
			[
				{ name: 'MCP', type: langchain('mcpTrigger'), typeVersion: 2, parameters: { path } },
				tool('Find orders', 'getAll', { ...byNumber, ...columns }),
				tool('Delete order', 'deleteByConditions', { ...byNumber, atMost: 1 }),
			],
			['Find orders', 'Delete order'].map((name) => [name, 'ai_tool', 'MCP']),
		);
		const client = { name: 'client', version: '1' };
		await ask('initialize', {
			protocolVersion: '2025-03-26',
			capabilities: {},
			clientInfo: client,
		});
		const { tools } = await ask<{
			tools: Array<{ name: string; inputSchema: { properties: object } }>;
		}>('tools/list', {});
		expect(tools.map(({ name, inputSchema }) => [name, inputSchema.properties]).sort()).toEqual([
			['Delete_order', { order_number: { type: 'string', description: 'Such as SO-2001' } }],
			['Find_orders', { order_number: { type: 'string', description: 'Such as SO-2001' } }],
		]);

		const found = await use('Find_orders', { order_number: 'MCP-1' });
		expect(JSON.parse(found.text)).toEqual([{ Order_number: 'MCP-1', Notes: `${customer} MCP-1` }]);
		// More than "Delete at Most".
		const all = await use('Delete_order', { order_number: 'x" or $id > "0' });
		expect(all).toMatchObject({ isError: true });
		expect(await notes()).toHaveLength(3);
		const deleted = await use('Delete_order', { order_number: 'MCP-2' });
		expect(JSON.parse(deleted.text)).toEqual([{ deleted: true, count: 1 }]);
		expect(await notes()).toEqual([`${customer} MCP-1`, `${customer} MCP-3`]);
	});
});

describe('a tool whose calls a person reviews', () => {
	const until = async <Value>(look: () => Value | undefined | Promise<Value | undefined>) =>
		await soon(60, 'Nothing within a minute', async () => await look());

	/** Our own nodes, as n8n makes human reviews of them, and the newest text that they sent. */
	const reviews: Array<[string, Partial<NewNode> & { sent(): Promise<string | undefined> }]> = [
		[
			'a comment',
			{
				type: 'n8n-nodes-record-platform.recordPlatformHitlTool',
				parameters: { resource: 'comment', app: ORDERS, recordId: { mode: 'id', value: '1' } },
				credential: ['recordPlatformApi', 'Record Platform Sandbox'],
				sent: async () => {
					const { comments } = await service.get<{ comments: Array<{ text: string }> }>(
						'record/comments.json',
						{ app: 2, record: 1 },
					);
					return comments[0]?.text;
				},
			},
		],
		[
			'a message',
			{
				type: 'n8n-nodes-groupware.groupwareHitlTool',
				parameters: { resource: 'message', title: 'Review', sendTo: 'sato' },
				credential: ['groupwareApi', 'Groupware Sandbox'],
				sent: async () => {
					const list = '/g/api/v1/message/admin/messages?limit=1000';
					const { messages } = await send<{ messages: Array<{ id: string; title: string }> }>(
						'GET',
						list,
					);
					const own = messages
						.filter(({ title }) => title === 'Review')
						.map(({ id }) => Number(id));
					if (own.length === 0) return undefined;
					const path = `/g/api/v1/message/messages/${Math.max(...own)}`;
					return (await send<{ body: string }>('GET', path)).body;
				},
			},
		],
	];

	test.each(reviews)(
		'by %s writes nothing before and without the approval, and once with it',
		async (way, { sent, parameters, ...node }) => {
			const asked: IDataObject[] = [];
			const answers = () => asked.flatMap((body) => toolAnswer(body) ?? []);
			const text = `${customer} by ${way}`;
			const values = { toolParameters: { note: text }, hitlParameters: {} };
			const model = await served(scripted('Create_order', values, asked));
			const credential = `Scripted Model for ${way}`;
			await editorApi().saveCredential(credential, 'openAiApi', { apiKey: 'none', url: model });
			const path = `agent-${Date.now()}`;
			const order = {
				Order_number: "={{ 'HITL-' + Date.now() }}",
				Customer: 'Maple Toys',
				Order_date: '2026-11-01',
				Channel: 'Fair',
				Notes: "={{ $fromAI('note', '', 'string') }}",
			};
			const mapped = { mappingMode: 'defineBelow', value: order, matchingColumns: [], schema: [] };
			const workflow = await publish(
				`Orders reviewed by ${way}`,
				[
					{
						name: 'Start',
						type: 'n8n-nodes-base.webhook',
						typeVersion: 2,
						parameters: { path, httpMethod: 'POST' },
					},
					{
						name: 'Agent',
						type: langchain('agent'),
						typeVersion: 3.1,
						parameters: { promptType: 'define', text: 'Create an order' },
					},
					{
						name: 'Model',
						type: langchain('lmChatOpenAi'),
						typeVersion: 1.2,
						parameters: { model: { __rl: true, mode: 'id', value: 'scripted' } },
						credential: ['openAiApi', credential],
					},
					{
						name: 'Review',
						typeVersion: 1,
						...(node as Pick<NewNode, 'type' | 'credential'>),
						parameters: {
							operation: 'sendAndWait',
							responseType: 'approval',
							message: '=May {{ $tool.name }} run with {{ JSON.stringify($tool.parameters) }}?',
							...parameters,
						},
					},
					tool('Create order', 'create', { fields: mapped }),
				],
				[
					['Start', 'main', 'Agent'],
					['Model', 'ai_languageModel', 'Agent'],
					['Review', 'ai_tool', 'Agent'],
					['Create order', 'ai_tool', 'Review'],
				],
			);
			const earlier = await notes();

			const review = async (answer: string) => {
				const [before, told] = [await sent(), answers().length];
				const started = await untilThere(
					async () => await fetch(`${n8n}/webhook/${path}`, { method: 'POST' }),
				);
				expect(started.status).toBe(200);
				const question = await until(async () => {
					const now = await sent();
					return now === before ? undefined : now;
				});
				expect(question).toContain('Create');
				expect(question).toContain(text);
				expect(await notes()).toHaveLength(earlier.length);
				// n8n waits for the answer when it has stored the execution.
				await untilStatus(editorApi(), workflow, 'waiting');
				const url = urlIn(question.slice(question.lastIndexOf('http')));
				const body = new URLSearchParams({ answer });
				expect((await fetch(url)).status).toBe(200);
				expect(answers()).toHaveLength(told);
				expect((await fetch(url, { method: 'POST', body })).status).toBe(200);
				return await until(() => answers()[told]);
			};
			expect(await review('decline')).toContain('User rejected the tool call');
			expect(await notes()).toEqual(earlier);
			expect(await review('approve')).toMatch(/"\$id":"\d+"/);
			expect(await notes()).toEqual([...earlier, text]);
		},
	);
});

test('the agent of the example answers from the app by its tools', async () => {
	const asked: IDataObject[] = [];
	const values = { Search_For: [{ field: 'Customer', operator: 'equals', value: 'Harbor Books' }] };
	const url = await served(scripted('Find_Orders', values, asked));
	const api = editorApi();
	const { id, name } = await api.saveCredential('Scripted', 'openAiApi', { apiKey: 'none', url });
	const example = (await api.workflows()).find((one) => /\bagent\b/i.test(one.name));
	const imported = await api.call<ExampleWorkflow>('GET', `/rest/workflows/${example?.id}`);
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
	const answer = editor.page.getByText(/The tool says: .*SO-2\d{3}/);
	await answer.first().waitFor();
	await editor.picture('example-20-agent-that-answers-from-an-app');
	expect(asked).toHaveLength(2);
	expect(JSON.stringify(asked[0]?.tools)).toContain('Conditions that must all be met');
});
