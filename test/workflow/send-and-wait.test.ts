import type { IDataObject, INode } from 'n8n-workflow';

import { loadPackages } from '../../start/headless/packages';
import { Api } from '../sandbox/record-platform/api';
import { inRow, nodeOf, signedInBy } from '../support/nodes';
import { useSandbox } from '../support/sandbox';
import { urlIn, WaitingExecution } from '../support/waiting';
import { clientOf } from './groupware/world';

const sandbox = useSandbox();
const packages = loadPackages();
const N8N = 'http://localhost:5678/';
const HOUR = 60 * 60 * 1000;

/** A way in which people are asked. */
interface Way {
	type: string;
	credential: string;
	parameters(): Promise<IDataObject>;
	/** Texts that people got, with the URL of the page, oldest first. */
	sent(): Promise<string[]>;
}

let app: string;
let record: string;

beforeAll(async () => {
	const api = new Api(sandbox);
	app = await api.makeApp({ Name: 'SINGLE_LINE_TEXT' });
	const body = { app, record: { Name: { value: 'Order 17' } } };
	record = (await api.ok<{ id: string }>('POST', 'record.json', body)).id;
	const notificationApps = [{ code: 'approvals', urls: [N8N] }];
	await sandbox.control('groupware', { notificationApps });
});

const groupware = { type: 'n8n-nodes-groupware.groupware', credential: 'groupwareApi' };
const ways: Record<string, Way> = {
	comment: {
		type: 'n8n-nodes-record-platform.recordPlatform',
		credential: 'recordPlatformApi',
		parameters: async () =>
			await Promise.resolve({
				resource: 'comment',
				app: { mode: 'id', value: app },
				recordId: { mode: 'id', value: record },
				mentions: { rows: [{ type: 'USER', code: 'sato' }] },
			}),
		sent: async () => {
			const { comments } = await new Api(sandbox).get<{
				comments: Array<{ text: string; mentions: Array<{ code: string }> }>;
			}>('record/comments.json', { app, record, order: 'asc' });
			return comments.map(({ text, mentions }) => {
				expect(mentions.map(({ code }) => code)).toEqual(['sato']);
				// The service puts the mentioned names at the start.
				return text.replace(/^.* (?=Approve|Again)/, '');
			});
		},
	},
	message: {
		...groupware,
		parameters: async () =>
			await Promise.resolve({ resource: 'message', title: 'Approval', sendTo: 'sato' }),
		sent: async () => {
			const { body } = await clientOf(sandbox).get('/message/admin/messages');
			const messages = body.messages as unknown as Array<{ id: string; title: string }>;
			const own = messages.filter(({ title }) => title === 'Approval').map(({ id }) => Number(id));
			const texts: string[] = [];
			for (const id of own.sort((a, b) => a - b)) {
				const { body: message } = await clientOf(sandbox).get(`/message/messages/${id}`);
				texts.push(String((message as { body?: unknown }).body));
			}
			return texts;
		},
	},
	notification: {
		...groupware,
		parameters: async () =>
			await Promise.resolve({
				resource: 'notification',
				app: 'approvals',
				title: 'Approval',
				sendTo: 'sato',
			}),
		sent: async () => {
			const { body } = await clientOf(sandbox, 'sato').get('/notification/items');
			const items = body.items as unknown as Array<Record<string, string>>;
			const own = items.filter(({ title }) => title === 'Approval').reverse();
			return own.map(({ operation, body, url }) => {
				expect(operation).toBe('add');
				return `${body}\n\n${url}`;
			});
		},
	},
};

const items = [{ json: { Order: 17, data: { approved: true } } }, { json: { Order: 18 } }];

async function ask(
	way: Way,
	parameters: IDataObject = {},
	more: Partial<INode> = {},
	account: IDataObject = {},
	input = items,
): Promise<WaitingExecution> {
	const nodes = [
		nodeOf('Start', 'n8n-nodes-base.manualTrigger', {}),
		nodeOf(
			'Ask',
			way.type,
			{
				operation: 'sendAndWait',
				message: '=Approve {{ $json.Order }}?',
				...(await way.parameters()),
				...parameters,
			},
			{ ...signedInBy(way.credential), ...more },
		),
		nodeOf('Next', 'n8n-nodes-base.noOp', {}),
	];
	const admin = { signInWith: 'password', username: 'admin', password: 'admin' };
	const data = { baseUrl: sandbox.url, ...admin, ...account };
	return await WaitingExecution.start(
		{ nodes, connections: inRow(nodes) },
		await packages,
		{ credential: { type: way.credential, data } },
		input,
	);
}

const jsonOf = (waiting: WaitingExecution, name = 'Next') =>
	waiting.output(name).map(({ json }) => json);

describe.each(Object.entries(ways))('a question by %s', (_name, way) => {
	/** The text that was sent last, and how many there are. */
	const last = async () => {
		const sent = await way.sent();
		return { text: sent.at(-1) ?? '', count: sent.length, url: urlIn(sent.at(-1)) };
	};

	it('is sent once, for the first item, and waits without a limit', async () => {
		const before = (await way.sent()).length;
		const waiting = await ask(way);
		const { text, count, url } = await last();
		expect(count).toBe(before + 1);
		expect(text).toBe(`Approve 17?\n\n${url}`);
		expect(url).toMatch(/^http:\/\/localhost:5678\/webhook-waiting\/[\w-]+\/Ask\?/);
		expect(new URL(url).searchParams.get('signature')).toMatch(/^\w{20,}/);
		expect(waiting.status).toBe('waiting');
		expect(waiting.waitTill?.getFullYear()).toBe(3000);
		expect(waiting.runs('Next')).toBe(0);
	});

	it('is not answered by whoever opens the page, once by a button, and never again', async () => {
		const waiting = await ask(way);
		const { url, count } = await last();
		for (const robot of [url, `${url}&answer=approve`]) {
			const page = await waiting.visit({ url: robot });
			expect(page).toMatchObject({ status: 200, isAnswered: false });
			expect(page.html).toContain('<p>Approve 17?</p>');
			expect(page.headers['Content-Security-Policy']).toContain('sandbox allow-forms');
		}
		for (const body of [undefined, {}, { answer: 'yes' }, { text: 'approve' }]) {
			const page = await waiting.visit({ url, method: 'POST', ...(body && { body }) });
			expect(page).toMatchObject({ status: 400, isAnswered: false });
			expect(page.html).toContain('<p>Approve 17?</p>');
		}
		expect(waiting.status).toBe('waiting');

		const answered = await waiting.visit({ url, method: 'POST', body: { answer: 'decline' } });
		expect(answered.isAnswered).toBe(true);
		expect(answered.html).toContain('Your response was recorded');
		expect(waiting.status).toBe('success');
		const data = { approved: false, respondedAt: expect.stringMatching(/^\d{4}-.*Z$/) };
		expect(jsonOf(waiting)).toEqual([{ data }]);
		expect((await last()).count).toBe(count);
		await expect(waiting.visit({ url })).rejects.toThrow('Nothing waits');
	});

	it('can be approved only, with a label of its own', async () => {
		const options = { approveLabel: '承認する & <b>' };
		const waiting = await ask(way, { responseType: 'approveOnly', options });
		const { url } = await last();
		const { html } = await waiting.visit({ url });
		expect(html).toContain('承認する &#38; &#60;b&#62;</button>');
		expect(html.match(/<button/g)).toHaveLength(1);
		const decline = { url, method: 'POST' as const, body: { answer: 'decline' } };
		expect(await waiting.visit(decline)).toMatchObject({ status: 400, isAnswered: false });
		await waiting.visit({ ...decline, body: { answer: 'approve' } });
		expect(jsonOf(waiting)).toMatchObject([{ data: { approved: true } }]);
	});

	it('takes a text', async () => {
		const waiting = await ask(way, { responseType: 'freeText' });
		const { url } = await last();
		expect((await waiting.visit({ url })).html).toContain('<textarea name="text"');
		const send = async (text: string) =>
			await waiting.visit({ url, method: 'POST', body: { text, answer: 'send' } });
		expect(await send(' ')).toMatchObject({ status: 400, isAnswered: false });
		await send('<b>No</b>\nfunds');
		const data = { text: '<b>No</b>\nfunds', respondedAt: expect.any(String) };
		expect(jsonOf(waiting)).toEqual([{ data }]);
	});

	it('gives up when the time is over, and each item says that nobody responded', async () => {
		const begun = Date.now();
		const waiting = await ask(way, { options: { limitWaitTime: 2 } });
		const till = waiting.waitTill?.getTime() ?? 0;
		expect(till - begun).toBeGreaterThanOrEqual(2 * HOUR);
		expect(till - Date.now()).toBeLessThanOrEqual(2 * HOUR);
		const { count } = await last();
		await waiting.timeOut();
		expect(waiting.status).toBe('success');
		// Not the approval of an earlier question, which came in.
		const data = expect.objectContaining({ noResponse: true, message: 'Approve 17?' });
		expect(jsonOf(waiting)).toEqual([
			{ Order: 17, data },
			{ Order: 18, data },
		]);
		expect(jsonOf(waiting)[0]?.data).not.toHaveProperty('approved');
		expect(jsonOf(waiting, 'Start')).toEqual(items.map(({ json }) => json));
		expect((await last()).count).toBe(count);
	});

	it.each([
		['a credential that only reads', {}, { readOnly: true }, '"Read Only" is on in the credential'],
		['no message', { message: '={{ $json.none }}' }, {}, '"Message" is empty'],
		['a message that is an object', { message: '={{ $json.data }}' }, {}, 'is an object, not text'],
		['a label that is an object', { options: { declineLabel: '={{ $json }}' } }, {}, 'not text'],
		[
			'a limit that is no number',
			{ options: { limitWaitTime: '={{ "soon" }}' } },
			{},
			'"Limit Wait Time (Hours)" is not a number',
		],
	])('is not sent with %s', async (_what, parameters, account, message) => {
		const before = (await way.sent()).length;
		const refused = await ask(way, parameters, {}, account);
		expect(refused.error?.message).toContain(message);
		const passed = await ask(way, parameters, { onError: 'continueRegularOutput' }, account);
		expect(jsonOf(passed)).toEqual([{ error: expect.stringContaining(message) }]);
		for (const one of [refused, passed]) expect(one.waitTill).toBeUndefined();
		expect((await way.sent()).length).toBe(before);
	});

	it('is sent once by a node that tries again, whatever comes in', async () => {
		const before = (await way.sent()).length;
		const input = [{ json: { Order: 17, error: 'of an earlier node' } }] as never;
		await ask(way, {}, { retryOnFail: true, waitBetweenTries: 0 }, {}, input);
		expect((await way.sent()).length).toBe(before + 1);
	});
});

it('each round of a loop has its own page: the one before answers nothing', async () => {
	const way = ways.comment as Way;
	const nodes = [
		nodeOf('Start', 'n8n-nodes-base.manualTrigger', {}),
		nodeOf(
			'Ask',
			way.type,
			{ operation: 'sendAndWait', message: 'Again?', ...(await way.parameters()) },
			signedInBy(way.credential),
		),
	];
	// Until it is stopped.
	const again = { main: [[{ node: 'Ask', type: 'main' as const, index: 0 }]] };
	const account = { signInWith: 'password', username: 'admin', password: 'admin' };
	const waiting = await WaitingExecution.start(
		{ nodes, connections: { Start: again, Ask: again } },
		await packages,
		{ credential: { type: way.credential, data: { baseUrl: sandbox.url, ...account } } },
	);
	const first = urlIn((await way.sent()).at(-1));
	const approve = { method: 'POST' as const, body: { answer: 'approve' } };
	expect(await waiting.visit({ url: first, ...approve })).toMatchObject({ isAnswered: true });
	expect(waiting.status).toBe('waiting');
	// A double click, or an old tab.
	for (const visit of [{ url: first }, { url: first, ...approve }]) {
		const page = await waiting.visit(visit);
		expect(page.isAnswered).toBe(false);
		expect(page.html).toContain('No response needed');
		expect(page.html).not.toContain('<form');
	}
	const second = urlIn((await way.sent()).at(-1));
	expect(second).not.toBe(first);
	expect(await waiting.visit({ url: second, ...approve })).toMatchObject({ isAnswered: true });
});
