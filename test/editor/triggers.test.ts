import { editorApi, EditorPage } from './support/editor';
import type { NodeDetails } from './support/node-details';
import { executionsOf, executionWith, firstPoll } from '../support/published';

/** n8n's default polls every minute. */
const POLL = 100;
const sandbox = process.env.SANDBOX_URL ?? '';
const authorization = Buffer.from('admin:admin').toString('base64');

let editor: EditorPage;
const published: string[] = [];

/** Records of this file alone: the examples of the suite delete some of the demo data. */
let orders: string[] = [];

beforeAll(async () => {
	editor = await EditorPage.open();
	const records = Array.from({ length: 6 }, (_, at) => ({
		Order_number: { value: `T-${at}` },
		Customer: { value: 'Maple Toys' },
		Order_date: { value: '2026-11-01' },
		Channel: { value: 'Fair' },
	}));
	const { ids } = await send<{ ids: string[] }>('POST', '/k/v1/records.json', {
		app: '2',
		records,
	});
	orders = ids;
});

afterEach(async () => {
	for (const id of published.splice(0)) {
		await editorApi().call('POST', `/rest/workflows/${id}/deactivate`, {});
	}
});

afterAll(async () => await editor?.close());

async function send<Body>(method: string, path: string, body: object): Promise<Body> {
	const answer = await fetch(sandbox + path, {
		method,
		headers: {
			'content-type': 'application/json',
			'x-cybozu-authorization': authorization,
			'x-service-authorization': authorization,
		},
		body: JSON.stringify(body),
	});
	const text = await answer.text();
	if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
	return JSON.parse(text || '{}') as Body;
}

/** The time at which a record was changed. */
async function note(order: number, text: string): Promise<number> {
	const id = orders[order];
	await send('PUT', '/k/v1/record.json', { app: '2', id, record: { Notes: { value: text } } });
	return Date.now();
}

async function publish(): Promise<string> {
	const id = await editor.publish();
	published.push(id);
	await firstPoll(editorApi(), id);
	return id;
}

describe('the Record Platform Trigger', () => {
	const open = async (trigger: string) => {
		const node = await editor.newTrigger('kintone', 'Record Platform', trigger);
		await node.pickCredential('Record Platform Sandbox');
		await node.pickFromList('app', 'Orders');
		return node;
	};

	test('is found, shows the newest record as a sample, and says if there is none', async () => {
		const node = await open('On record updated');
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

	test('waits for the Test URL with Use Webhook, and fetches the newest record without', async () => {
		const node = await open('On record updated');
		await node.parameter('useWebhook').click();
		const url = await node.webhookUrl('Test URL');
		await editor.picture('record-platform-trigger-webhook');
		await node.listen();
		await editor.picture('record-platform-trigger-listening');
		// The newest record of those that were changed in this minute.
		await note(5, 'Changed for the test');
		const body = { type: 'UPDATE_RECORD', app: { id: '2' }, record: { $id: { value: orders[5] } } };
		const answer = await fetch(url, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(body),
		});
		expect(answer.status).toBe(200);
		await node.output.getByTestId('node-run-status-success').waitFor();
		expect(JSON.stringify(await node.table())).toContain('Changed for the test');

		await node.parameter('useWebhook').click();
		await node.execute();
		expect(await node.itemCount()).toContain('1 item');
	});

	test('starts the published workflow at the poll time after a change', async () => {
		const node = await open('On record updated');
		await node.close();
		const workflow = await publish();
		const text = `By polling ${Date.now()}`;
		await note(1, text);
		const { mode } = await executionWith(editorApi(), workflow, text, POLL);
		expect(mode).toBe('trigger');
		expect(await executionsOf(editorApi(), workflow)).toHaveLength(1);
		await editor.visit(`/workflow/${workflow}/executions`);
		await editor.page.getByText(/Succe/).first().waitFor();
		await editor.picture('record-platform-trigger-execution');
	});

	test('goes on where it was after the node was renamed and published again', async () => {
		const node = await open('On record updated');
		await node.close();
		const workflow = await publish();
		await editor.canvasNodes.first().dblclick();
		await (await editor.details()).rename('Changed orders');
		await editor.picture('record-platform-trigger-renamed');
		await node.close();
		const [meanwhile, after] = [`Meanwhile ${Date.now()}`, `After ${Date.now()}`];
		await note(2, meanwhile);
		await editor.publishAgain();
		await editor.picture('record-platform-trigger-published-again');
		await executionWith(editorApi(), workflow, meanwhile, POLL);
		await note(3, after);
		await executionWith(editorApi(), workflow, after, POLL);
		expect(await executionsOf(editorApi(), workflow)).toHaveLength(2);
	});

	test('starts it within 2 seconds with its URL in the app, and not for wrong bodies', async () => {
		const node = await open('On record updated');
		await node.parameter('useWebhook').click();
		const url = await node.webhookUrl('Production URL');
		await node.close();
		const workflow = await publish();
		await send('POST', '/_sandbox/webhooks', { app: '2', url, events: ['UPDATE_RECORD'] });
		const text = `By webhook ${Date.now()}`;
		const changed = await note(4, text);
		const execution = await executionWith(editorApi(), workflow, text, POLL);
		expect(execution.mode).toBe('webhook');
		expect(Date.parse(execution.startedAt) - changed).toBeLessThan(2000);

		const about = { type: 'UPDATE_RECORD', app: { id: '2' } };
		for (const body of [
			'garbage',
			'[]',
			JSON.stringify({ ...about, app: { id: '3' }, record: { $id: { value: orders[4] } } }),
			JSON.stringify({ ...about, record: { $id: { value: '999999' } } }),
			JSON.stringify({
				...about,
				record: { $id: { value: orders[5] } },
				more: 'x'.repeat(10_000_000),
			}),
		]) {
			const headers = { 'content-type': 'application/json' };
			await fetch(url, { method: 'POST', headers, body });
		}
		expect(await executionsOf(editorApi(), workflow)).toHaveLength(1);
		const after = `After wrong bodies ${Date.now()}`;
		await note(0, after);
		await executionWith(editorApi(), workflow, after, POLL);
	});

	test('is never polled with times below a minute, which n8n refuses', async () => {
		const node = await open('On record created');
		await node.choose('mode', 'Custom');
		await node.type('cronExpression', '*/5 * * * * *');
		await node.close();
		const workflow = await editor.publish();
		published.push(workflow);
		await expect(firstPoll(editorApi(), workflow, 15)).rejects.toThrow('did not poll');
	});
});

interface GroupwareCase {
	trigger: string;
	/** What its sample says. */
	event: string;
	/** What is filled in beside the credential. */
	fill?: (node: NodeDetails) => Promise<void>;
	/** A change in the service that has this text. */
	change: (text: string) => Promise<unknown>;
}

const control = async (part: string, body: object) =>
	await send<object>('POST', `/_sandbox/${part}`, body);

const groupwareCases: GroupwareCase[] = [
	{
		trigger: 'On calendar event',
		event: 'created',
		change: async (subject) => {
			const at = (hours: number) => ({
				dateTime: new Date(Date.now() + hours * 3_600_000).toISOString().replace(/\.\d+/, ''),
				timeZone: 'Asia/Tokyo',
			});
			const attendees = [{ type: 'USER', code: 'admin' }];
			const event = { eventType: 'REGULAR', subject, start: at(2), end: at(3), attendees };
			return await send('POST', '/g/api/v1/schedule/events', event);
		},
	},
	{
		trigger: 'On message sent',
		event: 'created',
		change: async (title) =>
			await control('groupware', { messages: [{ sender: 'sato', title, recipients: ['ito'] }] }),
	},
	{
		trigger: 'On notification received',
		event: 'notified',
		change: async (title) =>
			await control('groupware', {
				notifications: [{ module: 'grn.mail', key: title, from: 'sato', to: ['admin'], title }],
			}),
	},
	{
		trigger: 'On organization changed',
		event: 'created',
		change: async (name) =>
			await control('accounts', { organization: { code: `lab${Date.now()}`, name } }),
	},
	{
		trigger: 'On presence changed',
		event: 'changed',
		fill: async (node) => {
			await editor.page.getByTestId('ndv').getByText('Add User', { exact: true }).click();
			await node.pickFromList('user', 'Haruka Sato');
		},
		change: async (notes) => await send('PATCH', '/g/api/v1/presence/users/code/sato', { notes }),
	},
	{
		trigger: 'On user changed',
		event: 'created',
		change: async (name) => await control('accounts', { user: { code: `new${Date.now()}`, name } }),
	},
	{
		trigger: 'On workflow request',
		event: 'created',
		change: async (name) =>
			await control('groupware', {
				forms: [{ name: 'Trip', items: [] }],
				requests: [{ form: 'Trip', name, status: 'UNPROCESSING', applicant: 'sato', items: {} }],
			}),
	},
];

test('each choice of the Groupware Trigger is found, shows a sample, and starts the workflow', async () => {
	const begun: Array<GroupwareCase & { workflow: string }> = [];
	for (const one of groupwareCases) {
		const node = await editor.newTrigger('garoon', 'Groupware', one.trigger);
		await node.pickCredential('Groupware Sandbox');
		await one.fill?.(node);
		await node.execute();
		const [head, ...rows] = await node.table();
		expect(head?.slice(0, 2)).toEqual(['$event', '$key']);
		expect([one.trigger, rows.map(([first]) => first)]).toEqual([one.trigger, [one.event]]);
		await editor.picture(`groupware-trigger-${one.trigger}`.replace(/\W+/g, '-').toLowerCase());
		await node.close();
		const workflow = await editor.publish();
		published.push(workflow);
		begun.push({ ...one, workflow });
	}
	for (const { workflow } of begun) await firstPoll(editorApi(), workflow);
	const text = `New ${Date.now()}`;
	for (const { change } of begun) await change(text);
	for (const { workflow, trigger } of begun) {
		const { mode } = await executionWith(editorApi(), workflow, text, POLL);
		expect([trigger, mode]).toEqual([trigger, 'trigger']);
		expect([trigger, await executionsOf(editorApi(), workflow)]).toEqual([
			trigger,
			[expect.anything()],
		]);
	}
}, 600_000);
