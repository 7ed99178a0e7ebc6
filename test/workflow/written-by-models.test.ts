import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { parseWorkflowCodeToBuilder, validateWorkflowBuilder } from '@n8n/workflow-sdk';
import { orchestrateGeneration } from '@n8n/workflow-sdk/dist/generate-types/generate-types';
import type { IDataObject, INodeExecutionData, INodeType } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';

import { loadPackages } from '../../start/headless/packages';
import { nodeTypesOf, runWorkflow, type WorkflowToRun } from '../../start/headless/run';
import { withFile } from '../contract/examples/example';
import { cells, options, useApi } from '../sandbox/record-platform/api';
import { addFixtures, type Fixtures, first } from '../support/groupware-fixtures';
import { signedInBy } from '../support/nodes';
import { clientOf, makeEvent } from './groupware/world';
import { ORDER_PROCESS, PASSWORD } from './record-platform/world';

/**
 * What people ask for, as n8n's assistant writes it: code that was written from the types of the nodes
 * alone. If one of them has to be written otherwise, look at the types (docs/models.md) first.
 */

const { sandbox, api } = useApi();
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
	const orderFields = {
		...{ Order_number: { ...TEXT, unique: true }, Customer: TEXT, Total: NUMBER },
		...{ Order_date: { type: 'DATE' }, Files: { type: 'FILE' } },
		Items: { type: 'SUBTABLE', fields: { Product: TEXT, Quantity: NUMBER } },
	};
	orders = await api.makeApp(orderFields, ORDER_PROCESS);
	const Done = { type: 'RADIO_BUTTON', options: options('Yes', 'No'), defaultValue: 'No' };
	const taskFields = { Title: TEXT, Due: { type: 'DATE' }, Done, Owner: { type: 'USER_SELECT' } };
	tasks = await api.makeApp(taskFields);
});

interface Task {
	asked: string;
	/** Makes what is there before, and gives the ID that the person knows. */
	before?: () => Promise<unknown>;
	items?: INodeExecutionData[];
	/** Parameters of each node as code, with `then` between them. */
	nodes: (id: string) => string;
	/** What there is afterwards, read past the node; or what came out. */
	after: (output: IDataObject[], id: string) => unknown;
	expected: unknown;
}

const itemsOf = (...rows: IDataObject[]) => rows.map((json) => ({ json }));
const order = async (Order_number: string, more: IDataObject = {}) =>
	await api.create(orders, cells({ Order_number, Customer: 'Silver Oak', ...more }));
/** The values of each order in a text. */
const ordersNow = async (...codes: string[]) =>
	(await api.allValues(orders)).map((one) => codes.map((code) => one[code]).join());
/** The products of each order, with their number. */
const linesNow = async () =>
	(await api.allValues(orders)).map(({ Order_number, Items }) => {
		const cells = (Items as Array<{ value: Record<string, { value: unknown }> }>).map(
			(row) => row.value,
		);
		return [
			Order_number,
			...cells.map((row) => `${row.Product?.value} ${row.Quantity?.value}`),
		].join();
	});
const has = (object: object) => expect.objectContaining(object) as unknown;
const app = (id: string) => `app: { __rl: true, mode: 'id', value: '${id}' }`;

const RECORD_PLATFORM: Task[] = [
	{
		asked:
			'Put each row of the form into the app of tasks, for sato, due on the day that was entered',
		items: itemsOf({ title: 'Call Silver Oak', day: '2031-03-05' }, { title: 'Pay' }),
		nodes: () => `resource: 'record', operation: 'create', ${app(tasks)},
			fields: { mappingMode: 'defineBelow', value: { Title: expr('{{ $json.title }}'), Due: expr('{{ $json.day }}'), Owner: 'sato' } }`,
		after: async () => await api.allValues(tasks),
		expected: [
			has({ Title: 'Call Silver Oak', Due: '2031-03-05', Owner: [has({ code: 'sato' })] }),
			has({ Title: 'Pay', Due: null, Done: 'No' }),
		],
	},
	{
		asked: 'Give me the tasks that are overdue and not done, the oldest first',
		before: async () => {
			const days = { New: '2026-01-05', Old: '2025-01-05', Later: '2999-01-05' };
			for (const [Title, Due] of Object.entries(days))
				await api.create(tasks, cells({ Title, Due }));
			await api.create(tasks, cells({ Title: 'Done', Due: '2025-01-05', Done: 'Yes' }));
		},
		nodes: () => `resource: 'record', operation: 'getAll', ${app(tasks)}, returnAll: true,
			conditions: { rows: [ { field: 'Due', operator: 'less', value: 'TODAY()' }, { field: 'Done', operator: 'equals', value: 'No' } ] },
			sort: { rows: [{ field: 'Due', direction: 'asc' }] },
			options: { fields: ['Title'] }`,
		after: (output) => output,
		expected: [{ Title: 'Old' }, { Title: 'New' }],
	},
	{
		asked: 'Take over a list of orders: add new ones, and update those that exist by their number',
		before: async () => await order('N1', { Total: 5 }),
		items: itemsOf({ Order_number: 'N1', Total: 7 }, { Order_number: 'N2', Customer: 'Cafe' }),
		nodes: () => `resource: 'record', operation: 'upsert', ${app(orders)},
			fields: { mappingMode: 'autoMapInputData', value: null, matchingColumns: ['Order_number'] }`,
		after: async () => await ordersNow('Order_number', 'Customer', 'Total'),
		expected: ['N1,Silver Oak,7', 'N2,Cafe,'],
	},
	{
		asked: 'Find the large orders of Silver Oak, and begin work on them',
		before: async () => {
			await order('N1', { Total: 5 });
			await order('N2', { Total: 500 });
			await order('N3', { Total: 600, Customer: 'Cafe' });
		},
		nodes:
			() => `resource: 'record', operation: 'find', ${app(orders)}, allowedFields: ['$id', 'Customer', 'Total'],
			searchFor: '[{"field": "Customer", "operator": "equals", "value": "Silver Oak"}, {"field": "Total", "operator": "greater", "value": 100}]'
			then
			resource: 'record', operation: 'updateStatus', ${app(orders)},
			recordId: { __rl: true, mode: 'id', value: expr('{{ $json.$id }}') }, action: 'Begin'`,
		after: async () => await ordersNow('Order_number', 'Status'),
		expected: ['N1,Not started', 'N2,Working', 'N3,Not started'],
	},
	{
		asked: 'Change the total of the order with this number, and leave the rest',
		before: async () => await order('N1', { Total: 5 }),
		items: itemsOf({ number: 'N1', total: 12.5 }),
		nodes: () => `resource: 'record', operation: 'update', ${app(orders)},
			fields: { mappingMode: 'defineBelow', value: { Order_number: expr('{{ $json.number }}'), Total: expr('{{ $json.total }}') }, matchingColumns: ['Order_number'] }`,
		after: async () => await ordersNow('Order_number', 'Customer', 'Total'),
		expected: ['N1,Silver Oak,12.5'],
	},
	{
		asked: 'Ask ito in a comment on the order whether the price is right',
		before: async () => await order('N1'),
		nodes: (id) => `resource: 'comment', operation: 'create', ${app(orders)},
			recordId: { __rl: true, mode: 'id', value: '${id}' }, text: 'Is the price right?',
			mentions: { rows: [{ type: 'USER', code: { __rl: true, mode: 'byCode', value: 'ito' } }] }`,
		after: async (_output, record) =>
			(await api.get<IDataObject>('record/comments.json', { app: orders, record })).comments,
		expected: [
			has({
				text: expect.stringContaining('Is the price right?') as string,
				mentions: [{ code: 'ito', type: 'USER' }],
			}),
		],
	},
	{
		asked: 'Add each item as a line of the order N1',
		before: async () => await order('N1'),
		items: itemsOf({ product: 'Chair', count: 2 }, { product: 'Desk', count: 1 }),
		nodes: () => `resource: 'tableRow', operation: 'add', ${app(orders)},
			findBy: 'key', keyField: 'Order_number', keyValue: 'N1', table: 'Items',
			columns: { mappingMode: 'defineBelow', value: { Product: expr('{{ $json.product }}'), Quantity: expr('{{ $json.count }}') } }`,
		after: linesNow,
		expected: ['N1,Chair 2,Desk 1'],
	},
	{
		asked: 'Attach the PDF to the order, beside the files that it has',
		before: async () =>
			await order('N1', { Files: [{ fileKey: await api.upload('old', 'old.txt') }] as never }),
		items: withFile('data', '%PDF', 'offer.pdf', 'application/pdf'),
		nodes: () => `resource: 'record', operation: 'update', ${app(orders)},
			fields: { mappingMode: 'defineBelow', value: { Order_number: 'N1', Files: 'data' }, matchingColumns: ['Order_number'] },
			options: { existingFiles: 'keep' }`,
		after: async () => (await api.allValues(orders)).map(({ Files }) => Files),
		expected: [[has({ name: 'old.txt' }), has({ name: 'offer.pdf', size: '4' })]],
	},
	{
		asked: 'Delete the orders that are older than a year, but never more than 50',
		before: async () => {
			await order('N1', { Order_date: '2020-01-05' });
			await order('N2', { Order_date: '2999-01-05' });
		},
		nodes: () => `resource: 'record', operation: 'deleteByConditions', ${app(orders)}, atMost: 50,
			conditions: { rows: [{ field: 'Order_date', operator: 'less', value: 'FROM_TODAY(-1, YEARS)' }] }`,
		after: async () => await ordersNow('Order_number'),
		expected: ['N2'],
	},
	{
		asked: 'Make an order of the lines with the same number',
		items: ['N1 Chair', 'N1 Desk', 'N2 Cup'].map((line) => ({ json: { line } })),
		nodes: () => `resource: 'record', operation: 'createWithTable', ${app(orders)},
			groupBy: expr('{{ $json.line.split(" ")[0] }}'),
			fields: { mappingMode: 'defineBelow', value: { Order_number: expr('{{ $json.line.split(" ")[0] }}') } },
			table: 'Items',
			columns: { mappingMode: 'defineBelow', value: { Product: expr('{{ $json.line.split(" ")[1] }}') } }`,
		after: linesNow,
		expected: ['N1,Chair ,Desk ', 'N2,Cup '],
	},
];

const read = async (path: string, login?: string) =>
	(await clientOf(sandbox, login).get(path)).body as unknown as IDataObject;
const codes = (list: unknown) => (list as Array<{ code: string }>).map(({ code }) => code).sort();
const tokyo = (at: string) => ({ dateTime: `2031-03-${at}:00+09:00`, timeZone: 'Asia/Tokyo' });
const event = async (from: string, to: string, more: object = {}) =>
	await makeEvent(sandbox, { start: tokyo(from), end: tokyo(to), ...more });

const GROUPWARE: Task[] = [
	{
		asked: 'Put the review of Monday at ten into the calendars of sato and ito, in meeting room A',
		nodes: () => `resource: 'event', operation: 'create',
			subject: 'Review', start: '2031-03-03 10:00', end: '2031-03-03 11:00', timeZone: 'Asia/Tokyo',
			attendees: { rows: [{ kind: 'codes', codes: 'sato, ito' }] },
			facilities: { rows: [{ kind: 'codes', codes: 'room-a' }] },
			additionalFields: { notes: 'Bring the figures' }`,
		after: async ([made]) => {
			const { subject, start, notes, ...now } = await read(
				`/schedule/events/${made?.id as string}`,
			);
			return [subject, start, notes, codes(now.attendees), codes(now.facilities)];
		},
		expected: ['Review', tokyo('03T10:00'), 'Bring the figures', ['ito', 'sato'], ['room-a']],
	},
	{
		asked: 'Book half an hour with sato on 4 March in whichever of the two rooms is free',
		before: async () =>
			await event('04T10:00', '04T18:00', { facilities: [{ type: 'FACILITY', code: 'room-a' }] }),
		nodes: () => `resource: 'event', operation: 'book', subject: 'Interview',
			attendees: { rows: [{ kind: 'codes', codes: 'sato' }] },
			facilities: { rows: [{ kind: 'codes', codes: 'room-a, room-b' }] },
			facilityCondition: 'OR', minutes: 30, period: 'custom',
			from: '2031-03-04 10:00', to: '2031-03-04 18:00', timeZone: 'Asia/Tokyo'`,
		after: async ([made]) => {
			const { start, end, facilities } = await read(`/schedule/events/${made?.id as string}`);
			return [start, end, codes(facilities)];
		},
		expected: [tokyo('04T10:00'), tokyo('04T10:30'), ['room-b']],
	},
	{
		asked: 'List what is in the calendar of sato on 5 and 6 March',
		before: async () => {
			const attendees = [{ type: 'USER', code: 'sato' }];
			for (const day of ['07', '06', '05'])
				await event(`${day}T10:00`, `${day}T11:00`, { subject: `On ${day}`, attendees });
		},
		nodes:
			() => `resource: 'event', operation: 'getAll', returnAll: true, options: { fields: ['subject'] },
			calendar: 'user', user: { __rl: true, mode: 'code', value: 'sato' },
			period: 'custom', from: '2031-03-05', to: '2031-03-06', timeZone: 'Asia/Tokyo'`,
		after: (output) => output.map(({ subject }) => subject),
		expected: ['On 05', 'On 06'],
	},
	{
		asked: 'Invite ito to the event too, and leave the rest of it',
		before: async () => (await makeEvent(sandbox)).id,
		nodes: (
			id,
		) => `resource: 'event', operation: 'update', eventId: { __rl: true, mode: 'id', value: '${id}' },
			updateFields: { attendees: { rows: [{ kind: 'codes', codes: 'ito' }] } }`,
		after: async (_output, id) => {
			const { subject, attendees } = await read(`/schedule/events/${id}`);
			return [subject, codes(attendees)];
		},
		expected: ['Made', ['admin', 'ito']],
	},
	{
		asked: 'Send the summary to sato and mori, and ask them to confirm that they read it',
		items: itemsOf({ text: 'All is well' }),
		nodes:
			() => `resource: 'message', operation: 'create', title: 'Summary', body: expr('{{ $json.text }}'),
			recipients: { rows: [{ kind: 'codes', codes: 'sato, mori' }] },
			additionalFields: { acknowledgement: true }`,
		after: async ([sent]) => {
			const now = await read(`/message/messages/${sent?.id as string}`, 'mori');
			return [now.title, now.body, now.acknowledgement, codes(now.recipients)];
		},
		expected: ['Summary', 'All is well', true, ['mori', 'sato']],
	},
	{
		asked: 'Post on the bulletin board until the end of March that the office is closed on Friday',
		nodes: () => `resource: 'bulletinTopic', operation: 'create',
			categoryId: { __rl: true, mode: 'id', value: '${first(fixtures.bulletinCategories).id}' },
			subject: 'Closed', body: 'The office is closed on Friday.',
			additionalFields: { publishUntil: '2031-03-31' }`,
		after: async ([posted]) => await read(`/bulletin/topics/${posted?.id as string}`),
		expected: has({ subject: 'Closed', publicPeriod: has({ isUnlimited: false }) }),
	},
	{
		asked: 'Remind me to pay the invoice by five in the evening of 7 March; it is important',
		nodes: () => `resource: 'todo', operation: 'create', subject: 'Pay the invoice',
			additionalFields: { dueDate: '2031-03-07T17:00:00+09:00', priority: 'high' }`,
		after: async ([made]) => await read(`/todo/todos/${made?.id as string}`),
		expected: has({ subject: 'Pay the invoice', dueDate: tokyo('07T17:00').dateTime, priority: 3 }),
	},
	{
		asked: 'Set the presence of sato to out, with a note until when, and that of ito to no entry',
		before: async () =>
			await clientOf(sandbox).patch('/presence/users/code/ito', { status: { code: 'attend' } }),
		nodes: () => `resource: 'presence', operation: 'updateByLoginName',
			loginName: 'sato', status: 'out', updateFields: { notes: 'until 14:00' }
			then
			resource: 'presence', operation: 'updateByLoginName', loginName: 'ito', status: 'none'`,
		after: async () =>
			await Promise.all(['sato', 'ito'].map((login) => read(`/presence/users/code/${login}`))),
		expected: [
			has({ status: has({ code: 'absence' }), notes: 'until 14:00' }),
			has({ status: has({ code: '' }) }),
		],
	},
	{
		asked: 'Which requests still wait for somebody?',
		nodes: () => `resource: 'workflowRequest', operation: 'getAllAsAdministrator', returnAll: true,
			filters: { status: ['IN_PROGRESS', 'UNPROCESSING'] }`,
		after: (output) => output.map(({ name }) => name),
		expected: expect.arrayContaining(['Two days off']) as unknown,
	},
	{
		asked: 'Start a discussion about the fair in the space of the team, with a first comment',
		before: async () => await Promise.resolve(first(fixtures.spaces).id),
		nodes: (
			id,
		) => `resource: 'spaceDiscussion', operation: 'create', title: 'Fair', body: 'Who comes?',
			spaceId: { __rl: true, mode: 'id', value: '${id}' }
			then
			resource: 'spaceComment', operation: 'create', body: 'I do.',
			spaceId: { __rl: true, mode: 'id', value: '${id}' },
			discussionId: { __rl: true, mode: 'id', value: expr('{{ $json.id }}') }`,
		after: async (output, id) => [await read(`/space/${id}/discussions`), output.length],
		expected: [
			has({ discussions: expect.arrayContaining([has({ title: 'Fair' })]) as unknown }),
			1,
		],
	},
];

const SERVICES = {
	'Record Platform': ['n8n-nodes-record-platform.recordPlatform', 'recordPlatformApi'],
	Groupware: ['n8n-nodes-groupware.groupware', 'groupwareApi'],
} as const;

/** The whole code, as a model writes it. */
function codeOf(service: keyof typeof SERVICES, nodes: string): string {
	const [type, credential] = SERVICES[service];
	const made = nodes.split('then\n').map((parameters, at) => {
		const config = `{ name: 'Node ${at}', parameters: {${parameters}}, credentials: { ${credential}: newCredential('Ours') } }`;
		return `const node${at} = node({ type: '${type}', version: 1, config: ${config} });`;
	});
	const start = "{ type: 'n8n-nodes-base.manualTrigger', version: 1, config: { name: 'Start' } }";
	const row = made.map((_, at) => `.to(node${at})`).join('');
	const whole = `export default workflow('task', 'Task').add(start)${row};`;
	return [`const start = trigger(${start});`, ...made, whole].join('\n');
}

const all = [
	...RECORD_PLATFORM.map((task) => ({ ...task, service: 'Record Platform' as const })),
	...GROUPWARE.map((task) => ({ ...task, service: 'Groupware' as const })),
];

it.each(all)('$service: $asked', async ({ service, before, items, nodes, after, expected }) => {
	const id = String(await before?.());
	const code = codeOf(service, nodes(id));
	const written = parseWorkflowCodeToBuilder(code);
	const loaded = await packages;
	const { issues } = validateWorkflowBuilder(written, {
		source: code,
		lint: true,
		nodeDefinitionDirs: [definitions],
		nodeTypesProvider: nodeTypesOf(loaded) as never,
	});
	expect(issues).toEqual([]);

	const [type, credential] = SERVICES[service];
	const workflow = JSON.parse(JSON.stringify(written.toJSON())) as WorkflowToRun;
	const { description } = loaded.nodes.get(type) as INodeType;
	for (const node of workflow.nodes.slice(1)) {
		// What the editor shows as a warning on a node that was imported.
		const warnings = NodeHelpers.getNodeParametersIssues(description.properties, node, description);
		expect(warnings).toBeNull();
		Object.assign(node, signedInBy(credential));
	}
	const store = { credential: { type: credential, data: { baseUrl: sandbox.url, ...PASSWORD } } };
	const { resultData } = (await runWorkflow(workflow, loaded, store, items)).data;
	expect(resultData.error && `${resultData.error.message}`).toBeUndefined();
	const last = resultData.runData[workflow.nodes.at(-1)?.name ?? '']?.[0];
	const output = (last?.data?.main?.[0] ?? []).map(({ json }) => json);
	expect(await after(output, id)).toEqual(expected);
});
