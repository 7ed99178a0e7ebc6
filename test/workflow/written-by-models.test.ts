import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { parseWorkflowCodeToBuilder, validateWorkflowBuilder } from '@n8n/workflow-sdk';
import { orchestrateGeneration } from '@n8n/workflow-sdk/dist/generate-types/generate-types';
import type { IDataObject, INode, INodeExecutionData, INodeType } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';

import { loadPackages } from '../../start/headless/packages';
import { nodeTypesOf, runWorkflow, type WorkflowToRun } from '../../start/headless/run';
import { Api, cells, options } from '../sandbox/record-platform/api';
import { addFixtures, type Fixtures, first } from '../support/groupware-fixtures';
import { useSandbox } from '../support/sandbox';
import { clientOf, makeEvent } from './groupware/world';
import { ORDER_PROCESS, PASSWORD } from './record-platform/world';

/**
 * What people ask for, as n8n's assistant writes it: code that was written from the types of the nodes
 * alone. If one of them has to be written otherwise, look at the types (docs/models.md) first.
 */

const sandbox = useSandbox();
const api = new Api(sandbox);
const packages = loadPackages();
const definitions = mkdtempSync(join(tmpdir(), 'definitions-'));

const TEXT = { type: 'SINGLE_LINE_TEXT' };
const NUMBER = { type: 'NUMBER' };
let orders: string;
let tasks: string;
let fixtures: Fixtures;

beforeAll(async () => {
	const { nodes } = await packages;
	const described = [...nodes].map(([name, type]) => ({
		...(type as INodeType).description,
		name,
	}));
	await orchestrateGeneration({ nodes: described as never, outputDir: definitions });
	await sandbox.control('reset', { demo: true });
	fixtures = await addFixtures(sandbox);
});
afterAll(() => rmSync(definitions, { recursive: true }));

beforeEach(async () => {
	orders = await api.makeApp(
		{
			Order_number: { ...TEXT, unique: true },
			Customer: TEXT,
			Order_date: { type: 'DATE' },
			Total: NUMBER,
			Files: { type: 'FILE' },
			Items: { type: 'SUBTABLE', fields: { Product: TEXT, Quantity: NUMBER } },
		},
		ORDER_PROCESS,
	);
	tasks = await api.makeApp({
		Title: TEXT,
		Due: { type: 'DATE' },
		Done: { type: 'RADIO_BUTTON', options: options('Yes', 'No'), defaultValue: 'No' },
		Owner: { type: 'USER_SELECT' },
	});
});

interface Task {
	asked: string;
	/** Makes what is there before; what it gives is known to who asks. */
	before?: () => Promise<Record<string, string>>;
	items?: INodeExecutionData[];
	/** Parameters of each node, one after the other, as code. */
	nodes: (known: Record<string, string>) => Record<string, string>;
	/** What there is afterwards, read past the node; or what came out. */
	after: (known: Record<string, string>, output: IDataObject[]) => unknown;
	expected: unknown;
}

const order = async (number: string, more: IDataObject = {}) =>
	await api.create(orders, cells({ Order_number: number, Customer: 'Silver Oak', ...more }));
const ordersNow = async (...codes: string[]) =>
	(await api.allValues(orders)).map((record) =>
		Object.fromEntries(codes.map((code) => [code, record[code]])),
	);
const rowsOf = (value: unknown) =>
	(value as Array<{ value: Record<string, { value: unknown }> }>).map((row) =>
		Object.fromEntries(Object.entries(row.value).map(([code, cell]) => [code, cell.value])),
	);

const RECORD_PLATFORM: Task[] = [
	{
		asked:
			'Put each row of the form into the app of tasks, for sato, due on the day that was entered',
		items: [{ json: { title: 'Call Silver Oak', day: '2031-03-05' } }, { json: { title: 'Pay' } }],
		nodes: () => ({
			'Create task': `
				resource: 'record', operation: 'create',
				app: { __rl: true, mode: 'id', value: '${tasks}' },
				fields: {
					mappingMode: 'defineBelow',
					value: { Title: expr('{{ $json.title }}'), Due: expr('{{ $json.day }}'), Owner: 'sato' }
				}`,
		}),
		after: async () => await api.allValues(tasks),
		expected: [
			expect.objectContaining({
				Title: 'Call Silver Oak',
				Due: '2031-03-05',
				Done: 'No',
				Owner: [expect.objectContaining({ code: 'sato' })],
			}),
			expect.objectContaining({ Title: 'Pay', Due: null }),
		],
	},
	{
		asked: 'Give me the tasks that are overdue and not done, the oldest first',
		before: async () => {
			for (const [Title, Due, Done] of [
				['New', '2026-01-05', 'No'],
				['Old', '2025-01-05', 'No'],
				['Done', '2025-01-05', 'Yes'],
				['Later', '2999-01-05', 'No'],
			]) {
				await api.create(tasks, cells({ Title, Due, Done }));
			}
			return {};
		},
		nodes: () => ({
			'Get overdue tasks': `
				resource: 'record', operation: 'getAll',
				app: { __rl: true, mode: 'id', value: '${tasks}' },
				returnAll: true,
				conditions: {
					rows: [
						{ field: 'Due', operator: 'less', kind: 'today' },
						{ field: 'Done', operator: 'equals', value: 'No' }
					]
				},
				sort: { rows: [{ field: 'Due', direction: 'asc' }] },
				options: { fields: ['Title', 'Due'] }`,
		}),
		after: (_known, output) => output,
		expected: [
			{ Title: 'Old', Due: '2025-01-05' },
			{ Title: 'New', Due: '2026-01-05' },
		],
	},
	{
		asked: 'Take over a list of orders: add new ones, and update those that exist by their number',
		before: async () => ({ id: await order('N1', { Total: 5 }) }),
		items: [
			{ json: { Order_number: 'N1', Total: 7 } },
			{ json: { Order_number: 'N2', Customer: 'Cafe Lumiere', Total: 8 } },
		],
		nodes: () => ({
			'Upsert orders': `
				resource: 'record', operation: 'upsert',
				app: { __rl: true, mode: 'id', value: '${orders}' },
				fields: { mappingMode: 'autoMapInputData', value: null, matchingColumns: ['Order_number'] }`,
		}),
		after: async () => await ordersNow('Order_number', 'Customer', 'Total'),
		expected: [
			{ Order_number: 'N1', Customer: 'Silver Oak', Total: '7' },
			{ Order_number: 'N2', Customer: 'Cafe Lumiere', Total: '8' },
		],
	},
	{
		asked: 'Find the large orders of Silver Oak, and begin work on them',
		before: async () => {
			await order('N1', { Total: 5 });
			await order('N2', { Total: 500 });
			return { id: await order('N3', { Total: 600, Customer: 'Cafe Lumiere' }) };
		},
		nodes: () => ({
			'Find orders': `
				resource: 'record', operation: 'find',
				app: { __rl: true, mode: 'id', value: '${orders}' },
				searchFor: '[{"field": "Customer", "operator": "equals", "value": "Silver Oak"}, {"field": "Total", "operator": "greater", "value": 100}]',
				fields: ['$id', 'Customer', 'Total']`,
			'Begin work': `
				resource: 'record', operation: 'updateStatus',
				app: { __rl: true, mode: 'id', value: '${orders}' },
				recordId: { __rl: true, mode: 'id', value: expr('{{ $json.$id }}') },
				action: 'Begin'`,
		}),
		after: async () => await ordersNow('Order_number', 'Status'),
		expected: [
			{ Order_number: 'N1', Status: 'Not started' },
			{ Order_number: 'N2', Status: 'Working' },
			{ Order_number: 'N3', Status: 'Not started' },
		],
	},
	{
		asked: 'Change the total of the order with this number, and leave the rest',
		before: async () => ({ id: await order('N1', { Total: 5 }) }),
		items: [{ json: { number: 'N1', total: 12.5 } }],
		nodes: () => ({
			'Update order': `
				resource: 'record', operation: 'update',
				app: { __rl: true, mode: 'id', value: '${orders}' },
				fields: {
					mappingMode: 'defineBelow',
					value: { Order_number: expr('{{ $json.number }}'), Total: expr('{{ $json.total }}') },
					matchingColumns: ['Order_number']
				}`,
		}),
		after: async () => await ordersNow('Order_number', 'Customer', 'Total'),
		expected: [{ Order_number: 'N1', Customer: 'Silver Oak', Total: '12.5' }],
	},
	{
		asked: 'Ask ito in a comment on the order whether the price is right',
		before: async () => ({ id: await order('N1') }),
		nodes: ({ id = '' }) => ({
			'Add comment': `
				resource: 'comment', operation: 'create',
				app: { __rl: true, mode: 'id', value: '${orders}' },
				recordId: { __rl: true, mode: 'id', value: '${id}' },
				text: 'Is the price right?',
				mentions: { rows: [{ type: 'USER', code: { __rl: true, mode: 'byCode', value: 'ito' } }] }`,
		}),
		after: async ({ id = '' }) => {
			const query = { app: orders, record: id };
			return (await api.get<{ comments: unknown[] }>('record/comments.json', query)).comments;
		},
		expected: [
			expect.objectContaining({
				text: expect.stringContaining('Is the price right?') as string,
				mentions: [{ code: 'ito', type: 'USER' }],
			}),
		],
	},
	{
		asked: 'Add each item as a line of the order with its number',
		before: async () => ({ id: await order('N1') }),
		items: [
			{ json: { order: 'N1', product: 'Chair', count: 2 } },
			{ json: { order: 'N1', product: 'Desk', count: 1 } },
		],
		nodes: () => ({
			'Add lines': `
				resource: 'tableRow', operation: 'add',
				app: { __rl: true, mode: 'id', value: '${orders}' },
				findBy: 'key', keyField: 'Order_number', keyValue: expr('{{ $json.order }}'),
				table: 'Items',
				columns: {
					mappingMode: 'defineBelow',
					value: { Product: expr('{{ $json.product }}'), Quantity: expr('{{ $json.count }}') }
				}`,
		}),
		after: async () => (await ordersNow('Items')).map(({ Items }) => rowsOf(Items)),
		expected: [
			[
				{ Product: 'Chair', Quantity: '2' },
				{ Product: 'Desk', Quantity: '1' },
			],
		],
	},
	{
		asked: 'Attach the PDF to the order, beside the files that it has',
		before: async () => {
			const fileKey = await api.upload('old', 'old.txt');
			return { id: await order('N1', { Files: [{ fileKey }] as never }) };
		},
		items: [
			{
				json: { number: 'N1' },
				binary: {
					data: {
						data: Buffer.from('%PDF').toString('base64'),
						fileName: 'offer.pdf',
						mimeType: 'application/pdf',
					},
				},
			},
		],
		nodes: () => ({
			'Attach file': `
				resource: 'record', operation: 'update',
				app: { __rl: true, mode: 'id', value: '${orders}' },
				fields: {
					mappingMode: 'defineBelow',
					value: { Order_number: expr('{{ $json.number }}'), Files: 'data' },
					matchingColumns: ['Order_number']
				},
				options: { existingFiles: 'keep' }`,
		}),
		after: async () => (await ordersNow('Files')).map(({ Files }) => Files),
		expected: [
			[
				expect.objectContaining({ name: 'old.txt' }),
				expect.objectContaining({ name: 'offer.pdf', size: '4' }),
			],
		],
	},
	{
		asked: 'Delete the orders that are older than a year, but never more than 50',
		before: async () => {
			await order('N1', { Order_date: '2020-01-05' });
			return { id: await order('N2', { Order_date: '2999-01-05' }) };
		},
		nodes: () => ({
			'Delete old orders': `
				resource: 'record', operation: 'deleteByConditions',
				app: { __rl: true, mode: 'id', value: '${orders}' },
				conditions: { rows: [{ field: 'Order_date', operator: 'less', kind: 'yearsBefore', value: '1' }] },
				atMost: 50`,
		}),
		after: async () => await ordersNow('Order_number'),
		expected: [{ Order_number: 'N2' }],
	},
	{
		asked: 'Make an order of the lines with the same number',
		items: [
			{ json: { number: 'N1', customer: 'Silver Oak', product: 'Chair', count: 2 } },
			{ json: { number: 'N1', customer: 'Silver Oak', product: 'Desk', count: 1 } },
			{ json: { number: 'N2', customer: 'Cafe Lumiere', product: 'Cup', count: 30 } },
		],
		nodes: () => ({
			'Create orders': `
				resource: 'record', operation: 'createWithTable',
				app: { __rl: true, mode: 'id', value: '${orders}' },
				groupBy: expr('{{ $json.number }}'),
				fields: {
					mappingMode: 'defineBelow',
					value: { Order_number: expr('{{ $json.number }}'), Customer: expr('{{ $json.customer }}') }
				},
				table: 'Items',
				columns: {
					mappingMode: 'defineBelow',
					value: { Product: expr('{{ $json.product }}'), Quantity: expr('{{ $json.count }}') }
				}`,
		}),
		after: async () =>
			(await ordersNow('Order_number', 'Items')).map(({ Order_number, Items }) => [
				Order_number,
				rowsOf(Items).map(({ Product }) => Product),
			]),
		expected: [
			['N1', ['Chair', 'Desk']],
			['N2', ['Cup']],
		],
	},
];

const groupware = (login = 'admin') => clientOf(sandbox, login);
const read = async (path: string, login?: string) =>
	(await groupware(login).get(path)).body as unknown as IDataObject;
const codes = (list: unknown) => (list as Array<{ code: string }>).map(({ code }) => code).sort();

const GROUPWARE: Task[] = [
	{
		asked: 'Put the review of Monday at ten into the calendars of sato and ito, in meeting room A',
		nodes: () => ({
			'Create event': `
				resource: 'event', operation: 'create',
				subject: 'Review',
				start: '2031-03-03 10:00', end: '2031-03-03 11:00', timeZone: 'Asia/Tokyo',
				attendees: { rows: [{ kind: 'codes', codes: 'sato, ito' }] },
				facilities: { rows: [{ kind: 'codes', codes: 'room-a' }] },
				additionalFields: { notes: 'Bring the figures' }`,
		}),
		after: async (_known, [made]) => {
			const event = await read(`/schedule/events/${String(made?.id)}`);
			return { ...event, attendees: codes(event.attendees), facilities: codes(event.facilities) };
		},
		expected: expect.objectContaining({
			subject: 'Review',
			start: { dateTime: '2031-03-03T10:00:00+09:00', timeZone: 'Asia/Tokyo' },
			attendees: ['ito', 'sato'],
			facilities: ['room-a'],
			notes: 'Bring the figures',
		}) as unknown,
	},
	{
		asked: 'Book half an hour with sato on 4 March in whichever of the two rooms is free',
		before: async () => {
			const day = (hour: number) => ({
				dateTime: `2031-03-04T${hour}:00:00+09:00`,
				timeZone: 'Asia/Tokyo',
			});
			const busy = { start: day(10), end: day(18) };
			await makeEvent(sandbox, { ...busy, facilities: [{ code: 'room-a' }] });
			return {};
		},
		nodes: () => ({
			'Book slot': `
				resource: 'event', operation: 'book',
				subject: 'Interview',
				attendees: { rows: [{ kind: 'codes', codes: 'sato' }] },
				facilities: { rows: [{ kind: 'codes', codes: 'room-a, room-b' }] },
				facilityCondition: 'OR', minutes: 30,
				period: 'custom', from: '2031-03-04 10:00', to: '2031-03-04 18:00', timeZone: 'Asia/Tokyo'`,
		}),
		after: async (_known, [made]) => {
			const { start, end, facilities } = await read(`/schedule/events/${String(made?.id)}`);
			return [start, end, codes(facilities)];
		},
		expected: [
			{ dateTime: '2031-03-04T10:00:00+09:00', timeZone: 'Asia/Tokyo' },
			{ dateTime: '2031-03-04T10:30:00+09:00', timeZone: 'Asia/Tokyo' },
			['room-b'],
		],
	},
	{
		asked: 'List what is in the calendar of sato on 5 and 6 March',
		before: async () => {
			const at = (day: number, hour: number) => ({
				dateTime: `2031-03-0${day}T${hour}:00:00+09:00`,
				timeZone: 'Asia/Tokyo',
			});
			const attendees = [{ type: 'USER', code: 'sato' }];
			for (const day of [7, 6, 5]) {
				await makeEvent(sandbox, {
					subject: `On ${day}`,
					start: at(day, 10),
					end: at(day, 11),
					attendees,
				});
			}
			return {};
		},
		nodes: () => ({
			'Get events': `
				resource: 'event', operation: 'getAll',
				calendar: 'user', user: { __rl: true, mode: 'code', value: 'sato' },
				period: 'custom', from: '2031-03-05', to: '2031-03-06', timeZone: 'Asia/Tokyo',
				returnAll: true,
				options: { fields: ['subject'] }`,
		}),
		after: (_known, output) => output.map(({ subject }) => subject),
		expected: ['On 5', 'On 6'],
	},
	{
		asked: 'Invite ito to the event too, and leave the rest of it',
		before: async () => ({ id: String((await makeEvent(sandbox)).id) }),
		nodes: ({ id = '' }) => ({
			'Invite ito': `
				resource: 'event', operation: 'update',
				eventId: { __rl: true, mode: 'id', value: '${id}' },
				updateFields: { attendees: { rows: [{ kind: 'codes', codes: 'ito' }] } }`,
		}),
		after: async ({ id }) => {
			const { subject, attendees } = await read(`/schedule/events/${id}`);
			return [subject, codes(attendees)];
		},
		expected: ['Made', ['admin', 'ito']],
	},
	{
		asked: 'Send the summary to sato and mori, and ask them to confirm that they read it',
		items: [{ json: { text: 'All is well' } }],
		nodes: () => ({
			'Send message': `
				resource: 'message', operation: 'create',
				title: 'Summary', body: expr('{{ $json.text }}'),
				recipients: { rows: [{ kind: 'codes', codes: 'sato, mori' }] },
				additionalFields: { acknowledgement: true }`,
		}),
		after: async (_known, [sent]) => {
			const message = await read(`/message/messages/${String(sent?.id)}`, 'mori');
			return [message.title, message.body, codes(message.recipients)];
		},
		expected: ['Summary', 'All is well', ['mori', 'sato']],
	},
	{
		asked: 'Post on the bulletin board until the end of March that the office is closed on Friday',
		nodes: () => ({
			'Post topic': `
				resource: 'bulletinTopic', operation: 'create',
				categoryId: { __rl: true, mode: 'id', value: '${first(fixtures.bulletinCategories).id}' },
				subject: 'Closed', body: 'The office is closed on Friday.',
				additionalFields: { publishUntil: '2031-03-31' }`,
		}),
		after: async (_known, [posted]) => await read(`/bulletin/topics/${String(posted?.id)}`),
		expected: expect.objectContaining({
			subject: 'Closed',
			body: 'The office is closed on Friday.',
			isDraft: false,
		}) as unknown,
	},
	{
		asked: 'Remind me to pay the invoice by five in the evening of 7 March; it is important',
		nodes: () => ({
			'Create to-do': `
				resource: 'todo', operation: 'create',
				subject: 'Pay the invoice',
				additionalFields: { dueDate: '2031-03-07T17:00:00+09:00', priority: 'high' }`,
		}),
		after: async (_known, [made]) => await read(`/todo/todos/${String(made?.id)}`),
		expected: expect.objectContaining({
			subject: 'Pay the invoice',
			dueDate: '2031-03-07T17:00:00+09:00',
			priority: 3,
		}) as unknown,
	},
	{
		asked: 'Set the presence of sato to out, with a note until when, and that of ito to no entry',
		items: [{ json: {} }],
		nodes: () => ({
			'Set out': `
				resource: 'presence', operation: 'updateByLoginName',
				loginName: 'sato', status: 'out', updateFields: { notes: 'until 14:00' }`,
			'Clear ito': `
				resource: 'presence', operation: 'updateByLoginName',
				loginName: 'ito', status: 'none'`,
		}),
		before: async () => {
			const body = { status: { code: 'attend' } };
			await groupware().patch('/presence/users/code/ito', body);
			return {};
		},
		after: async () => {
			const [sato, ito] = await Promise.all(
				['sato', 'ito'].map(async (login) => await read(`/presence/users/code/${login}`)),
			);
			return [sato?.status, sato?.notes, ito?.status];
		},
		expected: [
			expect.objectContaining({ code: 'absence' }),
			'until 14:00',
			expect.objectContaining({ code: '' }),
		],
	},
	{
		asked: 'Which requests still wait for somebody?',
		nodes: () => ({
			'Get requests': `
				resource: 'workflowRequest', operation: 'getAllAsAdministrator',
				returnAll: true, filters: { status: ['IN_PROGRESS', 'UNPROCESSING'] }`,
		}),
		after: (_known, output) => output.map(({ name }) => name),
		expected: expect.arrayContaining(['Two days off']) as unknown,
	},
	{
		asked: 'Start a discussion about the fair in the space of the team, with a first comment',
		nodes: () => ({
			'Create discussion': `
				resource: 'spaceDiscussion', operation: 'create',
				spaceId: { __rl: true, mode: 'id', value: '${first(fixtures.spaces).id}' },
				title: 'Fair', body: 'Who comes?'`,
			'Add comment': `
				resource: 'spaceComment', operation: 'create',
				spaceId: { __rl: true, mode: 'id', value: '${first(fixtures.spaces).id}' },
				discussionId: { __rl: true, mode: 'id', value: expr('{{ $json.id }}') },
				body: 'I do.'`,
		}),
		after: async (_known, output) => {
			const { discussions } = await read(`/space/${first(fixtures.spaces).id}/discussions`);
			return [(discussions as IDataObject[]).map(({ title }) => title).sort(), output.length];
		},
		expected: [['Fair', 'First'], 1],
	},
];

/** The whole code, as a model writes it. */
function codeOf(service: Service, nodes: Record<string, string>): string {
	const { type, credential } = SERVICES[service];
	const made = Object.entries(nodes).map(([name, parameters], at) => {
		const config = `{ name: '${name}', parameters: {${parameters}\n}, credentials: { ${credential}: newCredential('${service}') } }`;
		return `const node${at} = node({ type: '${type}', version: 1, config: ${config} });`;
	});
	const start =
		"const start = trigger({ type: 'n8n-nodes-base.manualTrigger', version: 1, config: { name: 'Start' } });";
	const row = made.map((_, at) => `.to(node${at})`).join('');
	return [start, ...made, `export default workflow('task', 'Task').add(start)${row};`].join('\n');
}

const SERVICES = {
	'Record Platform': {
		type: 'n8n-nodes-record-platform.recordPlatform',
		credential: 'recordPlatformApi',
		account: PASSWORD,
	},
	Groupware: {
		type: 'n8n-nodes-groupware.groupware',
		credential: 'groupwareApi',
		account: { username: 'admin', password: 'admin' },
	},
};
type Service = keyof typeof SERVICES;

const all = [
	...RECORD_PLATFORM.map((task) => ({ ...task, service: 'Record Platform' as const })),
	...GROUPWARE.map((task) => ({ ...task, service: 'Groupware' as const })),
];

it.each(all)('$service: $asked', async ({ service, before, items, nodes, after, expected }) => {
	const known = (await before?.()) ?? {};
	const code = codeOf(service, nodes(known));
	const written = parseWorkflowCodeToBuilder(code);
	const loaded = await packages;
	const nodeTypesProvider = nodeTypesOf(loaded) as never;
	const { issues } = validateWorkflowBuilder(written, {
		source: code,
		lint: true,
		nodeDefinitionDirs: [definitions],
		nodeTypesProvider,
	});
	expect(issues).toEqual([]);

	const { type, credential, account } = SERVICES[service];
	const workflow = JSON.parse(JSON.stringify(written.toJSON())) as WorkflowToRun;
	const { description } = loaded.nodes.get(type) as INodeType;
	for (const node of workflow.nodes.slice(1)) {
		// What the editor shows as a warning on a node that was imported.
		expect(
			NodeHelpers.getNodeParametersIssues(description.properties, node, description),
		).toBeNull();
		node.credentials = { [credential]: { id: 'credential', name: service } };
	}
	const data = { baseUrl: sandbox.url, ...account };
	const store = { credential: { type: credential, data } };
	const finished = await runWorkflow(workflow, loaded, store, items);
	const { error, runData } = finished.data.resultData;
	expect(error && `${error.message} ${error.description}`).toBeUndefined();
	const { name = '' } = workflow.nodes.at(-1) as INode;
	const output = runData[name]?.[0]?.data?.main?.[0] ?? [];
	expect(
		await after(
			known,
			output.map(({ json }) => json),
		),
	).toEqual(expected);
});
