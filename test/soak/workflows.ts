import type { ExampleWorkflow } from '../../start/api';

type Node = ExampleWorkflow['nodes'][number] & {
	typeVersion: number;
	parameters: object;
};

const recordPlatform = { recordPlatformApi: { id: null, name: 'Record Platform Sandbox' } };
const groupware = { groupwareApi: { id: null, name: 'Groupware Sandbox' } };
const tasks = { __rl: true, mode: 'id', value: '4' };

const core = (name: string, type: string, typeVersion: number, parameters: object): Node => ({
	name,
	type: `n8n-nodes-base.${type}`,
	typeVersion,
	parameters,
});
const records = (name: string, operation: string, more: object): Node => ({
	name,
	type: 'n8n-nodes-record-platform.recordPlatform',
	typeVersion: 1.1,
	parameters: { resource: 'record', operation, app: tasks, ...more },
	credentials: recordPlatform,
});
const events = (name: string, operation: string, more: object): Node => ({
	name,
	type: 'n8n-nodes-groupware.groupware',
	typeVersion: 1,
	parameters: { resource: 'event', operation, ...more },
	credentials: groupware,
});

const every = (seconds: number): Node =>
	core('Schedule', 'scheduleTrigger', 1.2, {
		rule: { interval: [{ field: 'seconds', secondsInterval: seconds }] },
	});
/** The shortest time that n8n allows. */
const polling = { pollTimes: { item: [{ mode: 'everyMinute' }] } };
const values = (name: string, json: string): Node =>
	core(name, 'set', 3.4, { mode: 'raw', jsonOutput: json, includeOtherFields: true, options: {} });
const mapped = { mappingMode: 'autoMapInputData', value: null, matchingColumns: [], schema: [] };
/** Of what a trigger has found, some is deleted before it is read. */
const mayBeGone = { onError: 'continueRegularOutput' };
const recordId = (expression: string) => ({ __rl: true, mode: 'id', value: expression });

/** Each leaves the service as it was, so that nothing grows by what is stored. */
const rows: Array<{ name: string; nodes: Node[] }> = [
	{
		name: 'Soak: a record with a file comes and goes',
		nodes: [
			every(5),
			values('Text', '={{ { text: "x".repeat(20000) } }}'),
			core('Text to File', 'convertToFile', 1.1, {
				operation: 'toText',
				sourceProperty: 'text',
				binaryPropertyName: 'data',
				options: { fileName: 'note.txt' },
			}),
			values('Task', '={{ { Title: "Soak", Estimated_hours: "1", Attachments: "data" } }}'),
			records('Create', 'create', { fields: mapped, options: {} }),
			core('Wait', 'wait', 1.1, { amount: 30 }),
			{
				...records('Download', 'downloadFromRecord', {
					recordId: recordId('={{ $json.id }}'),
					options: {},
				}),
				parameters: {
					resource: 'file',
					operation: 'downloadFromRecord',
					app: tasks,
					recordId: recordId('={{ $json.id }}'),
					options: {},
				},
			},
			records('Delete', 'delete', {
				recordId: recordId('={{ $("Create").item.json.id }}'),
				options: {},
			}),
		],
	},
	{
		name: 'Soak: records are updated',
		nodes: [
			every(10),
			records('Get Many', 'getAll', {
				app: { __rl: true, mode: 'id', value: '3' },
				returnAll: true,
				simplify: true,
				options: {},
			}),
			values(
				'Product',
				'={{ { Item_code: $json.Item_code, In_stock: String($now.second + 100) } }}',
			),
			records('Create or Update', 'upsert', {
				app: { __rl: true, mode: 'id', value: '3' },
				fields: { ...mapped, matchingColumns: ['Item_code'] },
				options: { onlyChanges: true, unknownColumns: 'ignore' },
			}),
		],
	},
	{
		name: 'Soak: an event comes and goes',
		nodes: [
			every(7),
			events('Create', 'create', {
				subject: 'Soak',
				form: 'timed',
				start: '={{ $now.plus({ days: 3 }).toISO() }}',
				end: '={{ $now.plus({ days: 3, minutes: 30 }).toISO() }}',
				attendees: { rows: [{ kind: 'codes', codes: 'sato' }] },
				additionalFields: {},
			}),
			core('Wait', 'wait', 1.1, { amount: 30 }),
			events('Get Many', 'getAll', {
				calendar: 'user',
				user: { __rl: true, mode: 'code', value: 'sato' },
				from: 'today',
				to: '+7 days',
				returnAll: true,
				simplify: true,
				options: {},
			}),
			core('First', 'limit', 1, { maxItems: 1 }),
			events('Delete', 'delete', {
				eventId: { __rl: true, mode: 'id', value: '={{ $("Create").first().json.id }}' },
			}),
		],
	},
	{
		name: 'Soak: a task starts a workflow',
		nodes: [
			{
				name: 'Trigger',
				type: 'n8n-nodes-record-platform.recordPlatformTrigger',
				typeVersion: 1.1,
				parameters: { ...polling, app: tasks, events: ['created', 'updated'], options: {} },
				credentials: recordPlatform,
			},
			{
				...records('Get', 'get', { recordId: recordId('={{ $json.$id }}'), options: {} }),
				...mayBeGone,
			},
		],
	},
	{
		name: 'Soak: an event starts a workflow',
		nodes: [
			{
				name: 'Trigger',
				type: 'n8n-nodes-groupware.groupwareTrigger',
				typeVersion: 1,
				parameters: {
					...polling,
					triggerOn: 'event',
					events: ['created'],
					calendar: 'selected',
					calendars: {
						rows: [{ kind: 'user', user: { __rl: true, mode: 'code', value: 'sato' } }],
					},
					options: {},
				},
				credentials: groupware,
			},
			{
				...events('Get', 'get', {
					eventId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
					options: {},
				}),
				...mayBeGone,
			},
		],
	},
];

/** Schedules and triggers of both nodes, each with its nodes in a row. */
export const workflows: ExampleWorkflow[] = rows.map(({ name, nodes }) => ({
	name,
	nodes: nodes.map((node, at) => ({ id: node.name, position: [at * 220, 0], ...node })),
	connections: Object.fromEntries(
		nodes
			.slice(1)
			.map((node, at) => [
				nodes[at]?.name ?? '',
				{ main: [[{ node: node.name, type: 'main', index: 0 }]] },
			]),
	),
	settings: { executionOrder: 'v1' },
}));
