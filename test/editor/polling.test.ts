import { executionsOf, executionWith, firstPoll } from '../support/published';
import { editorApi, useEditor } from './support/editor';
import type { NodeDetails } from './support/node-details';
import { change, newOrders, send } from './support/service';

/** n8n's default polls every minute. It accepts no shorter time, so all workflows wait together. */
const POLL = 100;
/** What changes in the service before the first poll. */
const text = `New ${Date.now()}`;

const editor = useEditor();
let orders: string[];
let polled: string;
let refused: string;

async function publishOrders(fill?: (node: NodeDetails) => Promise<void>): Promise<string> {
	const node = await editor.newTrigger('kintone', 'Record Platform', 'On record updated');
	await node.pickCredential('Record Platform Sandbox');
	await node.pickFromList('app', 'Orders');
	await fill?.(node);
	await node.close();
	return await editor.publish();
}

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

/** Published workflows of the Groupware Trigger, by its choice. */
const groupware = new Map<string, string>();

async function publishGroupware({ trigger, event, fill }: GroupwareCase): Promise<void> {
	const node = await editor.newTrigger('garoon', 'Groupware', trigger);
	await node.pickCredential('Groupware Sandbox');
	await fill?.(node);
	await node.execute();
	const [head, ...rows] = await node.table();
	expect(head?.slice(0, 2)).toEqual(['$event', '$key']);
	expect([trigger, rows.map(([first]) => first)]).toEqual([trigger, [event]]);
	await editor.picture(`groupware-trigger-${trigger}`.replace(/\W+/g, '-').toLowerCase());
	await node.close();
	groupware.set(trigger, await editor.publish());
}

/** Waits for a text in an execution that a poll has started, and expects it in no other one. */
async function findsOnce(workflow: string, wanted: string): Promise<void> {
	const { mode } = await executionWith(editorApi(), workflow, wanted, POLL);
	expect(mode).toBe('trigger');
	const all = await executionsOf(editorApi(), workflow);
	expect(all.filter(({ data }) => data.includes(wanted))).toHaveLength(1);
}

beforeAll(async () => {
	orders = await newOrders({}, {});
	for (const one of groupwareCases) await publishGroupware(one);
	refused = await publishOrders(async (node) => {
		await node.choose('mode', 'Custom');
		await node.type('cronExpression', '*/5 * * * * *');
	});
	polled = await publishOrders();
	for (const id of [polled, ...groupware.values()]) await firstPoll(editorApi(), id);

	for (const { change } of groupwareCases) await change(text);
	await change(orders[0] ?? '', { Notes: { value: text } });
}, 600_000);

test('a change starts the published workflow once, at the next poll', async () => {
	await findsOnce(polled, text);
	await editor.visit(`/workflow/${polled}/executions`);
	await editor.page.getByText(/Succe/).first().waitFor();
	await editor.picture('record-platform-trigger-execution');
});

test('times below a minute are refused by n8n, so that the trigger never polls', async () => {
	await executionWith(editorApi(), polled, text, POLL);
	await expect(firstPoll(editorApi(), refused, 1)).rejects.toThrow('did not poll');
});

test.each(groupwareCases.map(({ trigger }) => trigger))('%s', async (trigger) => {
	await findsOnce(groupware.get(trigger) ?? '', text);
});
