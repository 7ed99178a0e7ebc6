import type { ExampleWorkflow } from '../../start/api';
import { readExamples } from '../../start/examples';
import { executionsOf, executionWith, firstPoll } from '../support/published';
import {
	api,
	cluster,
	end,
	publish,
	ranOn,
	runByHand,
	send,
	service,
	store,
	unpublish,
	until,
} from './support/cluster';

const apps = { orders: '2', tasks: '4' };

let examples: Map<string, ExampleWorkflow>;
const published: string[] = [];

beforeAll(async () => {
	examples = new Map((await readExamples()).map((example) => [example.name, example]));
});

afterEach(async () => {
	for (const id of published.splice(0)) await unpublish(id);
});

function named(name: string): ExampleWorkflow {
	const example = examples.get(name);
	if (!example) throw new Error(`There is no example "${name}"`);
	return example;
}

// What they do, test/workflow/examples shows.
test.each([
	['Create records from rows and read them back', 'Get Upcoming Tasks'],
	['Attach a file to a record and download it', 'Download Files'],
	['Find a free slot and book a room', 'Get Events of Room A'],
	['Sync upcoming events to records', 'Sync Event Log'],
	['Confirm an order and notify a colleague', 'Add Comment'],
	['Send invalid rows to the error output', 'Create Mended Reports'],
	['Create tasks for low stock', 'Create Tasks'],
	['Combine order lines into orders', 'Get All Lines'],
])('on a worker, %s', async (name, last) => {
	const [trigger] = named(name).nodes;
	const { id } = (await api.workflows()).find((workflow) => workflow.name === name) ?? {};
	const execution = await runByHand(id ?? '', trigger?.name ?? '');
	expect([execution.error, execution.status]).toEqual([undefined, 'success']);
	expect(execution.items[last]?.length).toBeGreaterThan(0);
	await until(`a worker has run ${name}`, 5, async () => (await ranOn(execution.id)).length === 1);
});

describe('with a trigger of the nodes, which the main process polls', () => {
	/** Publishes a copy of an example that polls every minute. */
	const started = async (name: string, trigger: object = {}) => {
		const { nodes, ...rest } = structuredClone(named(name));
		const [first, ...others] = nodes as Array<ExampleWorkflow['nodes'][0] & { parameters: object }>;
		if (!first) throw new Error(`${name} has no node`);
		const pollTimes = { item: [{ mode: 'everyMinute' }] };
		const parameters = { ...first.parameters, pollTimes, ...trigger };
		const id = await store({ ...rest, nodes: [{ ...first, parameters }, ...others] });
		await publish(id);
		published.push(id);
		await firstPoll(api, id);
		return id;
	};
	const order = async (number: string) =>
		await send('POST', '/k/v1/record.json', {
			app: apps.orders,
			record: { Order_number: { value: number }, Customer: { value: 'Cafe Lumiere' } },
		});
	const tasksOf = async (text: string) =>
		(await service.allValues(apps.tasks))
			.map(({ Title }) => String(Title))
			.filter((title) => title.includes(text));

	test('create tasks for new orders, also of orders made while the main process was killed', async () => {
		const id = await started('Create tasks for new orders');
		const numbers = [1, 2, 3].map((part) => `SO-${Date.now()}-${part}`);
		const [first = '', second = '', third = ''] = numbers;
		await order(first);
		expect((await executionWith(api, id, first, 100)).mode).toBe('trigger');
		await end('main', 'SIGKILL');
		await order(second);
		await until('the main process answers', 120, async () => (await api.workflows()).length > 0);
		await executionWith(api, id, second, 150);
		await order(third);
		await executionWith(api, id, third, 100);
		for (const number of numbers) {
			expect(await tasksOf(number)).toEqual([`Process order ${number}`]);
		}
		for (const { id: one } of await executionsOf(api, id)) expect(await ranOn(one)).toHaveLength(1);
	}, 600_000);

	test('create tasks for workflow requests, and show meetings as presence', async () => {
		const requests = await started('Create tasks for workflow requests');
		const presence = await started('Show meetings as presence');
		const name = `Trip ${Date.now()}`;
		await send('POST', '/_sandbox/groupware', {
			notifications: [
				{ module: 'grn.workflow', key: name, from: 'sato', to: ['admin'], title: name },
			],
		});
		const at = (minutes: number) => ({
			dateTime: new Date(Date.now() + minutes * 60_000).toISOString().replace(/\.\d+/, ''),
			timeZone: 'Asia/Tokyo',
		});
		const subject = `Review ${Date.now()}`;
		await send('POST', '/g/api/v1/schedule/events', {
			eventType: 'REGULAR',
			subject,
			start: at(4),
			end: at(30),
			attendees: [{ type: 'USER', code: 'sato' }],
		});
		await executionWith(api, requests, name, 150);
		await executionWith(api, presence, subject, 150);
		expect(await tasksOf(name)).toEqual([name]);
		const { notes } = await send<{ notes: string }>('GET', '/g/api/v1/presence/users/code/sato');
		expect(notes).toContain(subject);
		expect(await executionsOf(api, requests)).toHaveLength(1);
		expect(await executionsOf(api, presence)).toHaveLength(1);
	}, 600_000);

	test('start by a webhook within seconds on the webhook processor, and write once with Remove Duplicates', async () => {
		const id = await started('Create tasks for new orders', { useWebhook: true });
		const workflow = await api.call<{ nodes: Array<{ webhookId?: string }> }>(
			'GET',
			`/rest/workflows/${id}`,
		);
		const { webhookUrl } = cluster();
		const url = `${webhookUrl}webhook/${workflow.nodes[0]?.webhookId}/webhook`;
		await send('POST', '/_sandbox/webhooks', { app: apps.orders, url, events: ['ADD_RECORD'] });
		const number = `SO-${Date.now()}`;
		await order(number);
		expect((await executionWith(api, id, number, 20)).mode).toBe('webhook');
		// The main process polls the change, too, because it knows nothing of the other process.
		await until('a poll finds it, too', 150, async () => (await executionsOf(api, id)).length > 1);
		expect((await executionsOf(api, id)).map((one) => one.mode)).toEqual(['webhook', 'trigger']);
		await until('both are over', 60, async () =>
			(await executionsOf(api, id)).every(({ status }) => status === 'success'),
		);
		expect(await tasksOf(number)).toEqual([`Process order ${number}`]);
	}, 600_000);
});
