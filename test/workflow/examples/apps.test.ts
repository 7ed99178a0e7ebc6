import { Settings } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import { Api } from '../../sandbox/record-platform/api';
import { useReceiver } from '../../support/receiver';
import { useSandbox } from '../../support/sandbox';
import { urlIn } from '../../support/waiting';
import { clientOf } from '../groupware/world';
import { Example, jsonOf } from './example';

const CUSTOMERS = '1';
const ORDERS = '2';
const STOCK = '3';
const TASKS = '4';
const ARCHIVE = '8';
const BUDGET = '9';
const EXPENSES = '12';

const sandbox = useSandbox();
const receiver = useReceiver();
const api = new Api(sandbox);

type Values = Record<string, unknown>;
type FileCell = { name: string; size: string; fileKey: string };

beforeEach(async () => {
	await sandbox.control('reset', { demo: true });
}, 60_000);

const asSato = () =>
	api.as({ 'X-Cybozu-Authorization': Buffer.from('sato:sato').toString('base64') });

const day = (offset: number) =>
	new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);

/** A day in the zone of the demo data's users, whose day the service's functions mean. */
const dayInTokyo = (offset: number) => day(offset + 9 / 24);

async function contentOf(cell: unknown, at = 0): Promise<string> {
	const { fileKey } = (cell as FileCell[])[at] as FileCell;
	const response = await fetch(`${sandbox.url}/k/v1/file.json?fileKey=${fileKey}`, {
		headers: api.headers,
	});
	return await response.text();
}

interface Comment {
	text: string;
	mentions: object[];
}

async function commentsOf(record: unknown, app = TASKS): Promise<Comment[]> {
	const { comments } = await api.get<{ comments: Comment[] }>('record/comments.json', {
		app,
		record: String(record),
	});
	return comments;
}

/** Requests that change something, of the kind of service that the examples here use. */
async function writes(): Promise<string[]> {
	return (await sandbox.calls()).filter((call) => !call.startsWith('GET '));
}

describe('12: sync a CSV file every night', () => {
	const file = '12-sync-a-csv-file.json';
	const stock = async () =>
		new Map((await api.allValues(STOCK)).map((values) => [values.Item_code, values]));

	it('creates and updates products, and reports the refused row', async () => {
		const before = await stock();
		const outputs = await new Example(sandbox, file).run();
		const after = await stock();
		expect(after.get('DSK-100')).toMatchObject({ In_stock: '12', Unit_price: '489' });
		expect(after.get('LMP-110')).toMatchObject({
			Product: 'Desk lamp, dimmable',
			In_stock: '64',
			Unit_price: '1039.9',
			// Not a column of the file.
			Reorder_level: '20',
		});
		expect(after.get('STL-400')).toMatchObject({ Product: 'Stool', In_stock: '30' });
		expect(after.size).toBe(before.size + 1);
		const others = [...before.keys()].filter((code) => code !== 'DSK-100' && code !== 'LMP-110');
		for (const code of others) expect(after.get(code)).toEqual(before.get(code));
		expect(jsonOf(outputs, 'Email Refused Rows')).toEqual([
			{
				subject: 'Stock sync, refused rows: 1',
				text: expect.stringMatching(
					/^BIN-410: Field "Category" has no choice "Office"\. Its choices are "Furniture", /,
				),
			},
		]);
	});

	it('writes nothing the second time, and the corrected row the third time', async () => {
		const example = new Example(sandbox, file);
		await example.run();
		const after = await stock();
		await sandbox.forget();
		const again = await example.run();
		expect(await writes()).toEqual([]);
		expect(await stock()).toEqual(after);
		expect(jsonOf(again, 'Email Refused Rows')).toHaveLength(1);

		const sample = example.node('Sample CSV').parameters as {
			assignments: { assignments: Array<{ value: string }> };
		};
		const [csv] = sample.assignments.assignments;
		if (csv) csv.value = csv.value.replace('Office', 'Kitchen');
		const corrected = await example.run();
		expect(corrected['Email Refused Rows']).toBeUndefined();
		expect((await stock()).get('BIN-410')).toMatchObject({ Category: 'Kitchen', In_stock: '18' });
	});
});

describe('13: create a task from a form', () => {
	const file = '13-form-to-record.json';
	const answers = {
		Subject: 'Second monitor',
		Details: 'For the new desk',
		'Needed By': '2031-02-03',
		'Login Name': 'sato',
	};
	const upload = (fileName: string, text: string) => ({
		data: Buffer.from(text).toString('base64'),
		mimeType: 'text/plain',
		fileName,
	});
	const tasks = async () => await api.ids(TASKS, 'Title = "Second monitor" order by $id asc');

	it('creates a task with all files, and mentions the team and the person', async () => {
		const binary = { Files_0: upload('desk.txt', 'a desk'), Files_1: upload('map.txt', 'a map') };
		const example = new Example(sandbox, file);
		const outputs = await example.run([{ json: answers, binary }], 'Request Form');
		const [id, ...more] = await tasks();
		expect(more).toEqual([]);
		const task = await api.values(TASKS, String(id));
		expect(task).toMatchObject({
			Details: 'For the new desk',
			Due: '2031-02-03',
			Responsible: [{ code: 'ito' }],
			Attachments: [{ name: 'desk.txt' }, { name: 'map.txt' }],
		});
		expect(await contentOf(task.Attachments, 1)).toBe('a map');
		expect(await commentsOf(id)).toEqual([
			expect.objectContaining({
				text: expect.stringContaining('Request of sato'),
				mentions: [
					{ code: 'support', type: 'ORGANIZATION' },
					{ code: 'sato', type: 'USER' },
				],
			}),
		]);
		expect(outputs.Confirm).toBeDefined();
	});
});

describe('14: post overdue tasks to a chat', () => {
	const example = () =>
		new Example(sandbox, '14-overdue-tasks-to-a-chat.json').set('Post to Chat', {
			disabled: false,
			parameters: { url: receiver.url },
		});

	it('posts the tasks that are late and not done, each time, and changes nothing', async () => {
		const title = { Title: { value: 'Answer the mail' }, Due: { value: day(-9) } };
		const done = await api.create(TASKS, {
			...title,
			Estimated_hours: { value: 1 },
			Responsible: { value: [{ code: 'admin' }] },
		});
		const steps = [['Start', 'admin'], ['Hand in'], ['Approve']] as const;
		for (const [action, assignee] of steps) {
			if (action === 'Approve') {
				await asSato().ok('PUT', 'record/status.json', { app: TASKS, id: done, action });
			} else {
				const moved = { app: TASKS, id: done, action, ...(assignee && { assignee }) };
				await api.ok('PUT', 'record/status.json', moved);
			}
		}
		await api.create(TASKS, {
			...title,
			Responsible: { value: [{ code: 'ito' }, { code: 'mori' }] },
		});
		const before = await api.allValues(TASKS);
		const posting = example();
		for (const _time of [1, 2]) await posting.run();
		const due = [
			['Answer the mail', day(-9), '(ito, mori)'],
			['Check the backup', day(-2), '(watanabe)'],
			['Answer open support requests', day(0), '(ito)'],
		] as const;
		const late = due.filter(([, date]) => date < dayInTokyo(0));
		const text = [
			`Overdue tasks: ${late.length}`,
			...late.map(([name, date, people]) => `- ${name}, due ${date} ${people}`),
		].join('\n');
		expect(receiver.bodies).toEqual([{ text }, { text }]);
		expect(await api.allValues(TASKS)).toEqual(before);
	});
});

describe('15: remind assignees of approvals', () => {
	const example = () => new Example(sandbox, '15-remind-of-approvals.json');
	const reminder = {
		text: expect.stringContaining(`This has been waiting for your approval since ${day(-4)}.`),
		mentions: ['sato', 'ito', 'yamamoto'].map((code) => ({ code, type: 'USER' })),
	};

	afterEach(() => {
		Settings.now = () => Date.now();
	});

	it('mentions all assignees once a day, until the task is approved', async () => {
		// In review, but only since today.
		const fresh = await api.create(TASKS, {
			Title: { value: 'Fresh' },
			Estimated_hours: { value: 1 },
		});
		for (const [action, assignee] of [['Start', 'admin'], ['Hand in']]) {
			const moved = { app: TASKS, id: fresh, action, ...(assignee && { assignee }) };
			await api.ok('PUT', 'record/status.json', moved);
		}
		const waiting = await api.ids(TASKS, 'Status in ("Review") order by $id asc');
		expect(waiting).toEqual(['8', '9', fresh]);
		const reminding = example();
		for (const _time of [1, 2]) await reminding.run();
		for (const id of ['8', '9']) {
			expect(await commentsOf(id)).toEqual([expect.objectContaining(reminder)]);
		}
		for (const id of ['1', fresh]) expect(await commentsOf(id)).toEqual([]);

		await asSato().ok('PUT', 'record/status.json', { app: TASKS, id: '9', action: 'Approve' });
		Settings.now = () => Date.now() + 86_400_000;
		await reminding.run();
		expect(await commentsOf('8')).toHaveLength(2);
		expect(await commentsOf('9')).toHaveLength(1);
	});
});

/** Count and sum of the orders of each key, added up by hand; those without a key don't count. */
async function sumsOf(keyOf: (order: Values) => string | undefined) {
	const sums = new Map<string, [number, number]>();
	for (const order of await api.allValues(ORDERS)) {
		const key = order.Status === 'Canceled' ? undefined : keyOf(order);
		if (key === undefined) continue;
		const [count, sum] = sums.get(key) ?? [0, 0];
		sums.set(key, [count + 1, sum + Number(order.Total)]);
	}
	return new Map(
		[...sums].map(([key, [count, sum]]) => [key, [String(count), sum.toFixed(2)]] as const),
	);
}

const newOrder = (Order_date: string) =>
	api.create(ORDERS, {
		Order_number: { value: 'SO-9999' },
		Customer: { value: 'Maple Toys' },
		Order_date: { value: Order_date },
		Channel: { value: 'Fair' },
		Items: { value: [{ value: { Product: { value: 'Mug' }, Unit_price: { value: 8.5 } } }] },
	});

const now = new Date();
const lastMonth = new Date(now.getFullYear(), now.getMonth() - 1, 15, 12).toISOString().slice(0, 7);

describe('18: attach a monthly report to a task', () => {
	const file = '18-monthly-report.json';
	const title = `Order report ${lastMonth}`;

	async function expected(): Promise<string[][]> {
		const sums = await sumsOf(({ Order_date, Channel }) =>
			String(Order_date).startsWith(lastMonth) ? String(Channel) : undefined,
		);
		return [
			['Channel', 'count_Order_number', 'sum_Total'],
			...[...sums].map(([channel, [count, sum]]) => [channel, count, sum]),
		].sort();
	}

	const rowsIn = (csv: string) =>
		csv
			.trim()
			.split('\n')
			.map((line, at) => {
				const [channel = '', count = '', sum = ''] = line.split(',');
				return [channel, count, at === 0 ? sum : Number(sum).toFixed(2)];
			})
			.sort();

	it('creates one task a month, and replaces its file', async () => {
		const before = await api.allValues(TASKS);
		const example = new Example(sandbox, file);
		await example.run();
		const [id] = await api.ids(TASKS, `Title = "${title}"`);
		const first = await api.values(TASKS, String(id));
		expect(first).toMatchObject({
			Responsible: [{ code: 'suzuki' }],
			Attachments: [{ name: `${title}.csv` }],
		});
		expect((await expected()).length).toBeGreaterThan(3);
		expect(rowsIn(await contentOf(first.Attachments))).toEqual(await expected());

		await newOrder(`${lastMonth}-10`);
		await example.run();
		const after = await api.allValues(TASKS);
		expect(after).toHaveLength(before.length + 1);
		expect(after.slice(0, -1)).toEqual(before);
		const { Attachments, ...rest } = after.at(-1) as Values;
		expect(rest).toMatchObject({ $id: id, Title: title, Due: first.Due });
		expect(Attachments).toHaveLength(1);
		expect(rowsIn(await contentOf(Attachments))).toEqual(await expected());
	});
});

describe('19: archive old orders and delete them', () => {
	const file = '19-archive-old-orders.json';
	const byNumber = (rows: Values[]) => new Map(rows.map((row) => [row.Order_number, row]));
	const ordersNow = async () => byNumber(await api.allValues(ORDERS));
	const archived = async () => byNumber(await api.allValues(ARCHIVE));
	const isOld = ({ Status, Order_date }: Values) =>
		['Completed', 'Canceled'].includes(String(Status)) && String(Order_date) < dayInTokyo(-65);
	const itemsOf = ({ Items }: Values) =>
		(Items as Array<{ value: Record<string, { value: unknown }> }>).map(({ value }) =>
			Object.entries(value).map(([code, cell]) => [code, Number(cell.value) || cell.value]),
		);
	const kept = ['Customer', 'Contact', 'Email', 'Order_date', 'Delivery', 'Channel', 'Notes'];

	it('copies tables, files and values, and deletes only what it has copied', async () => {
		const before = await ordersNow();
		const old = [...before.values()].filter(isOld);
		expect(old.length).toBeGreaterThan(10);
		const offer = await contentOf(before.get('SO-2001')?.Documents);
		const example = new Example(sandbox, file);
		await example.run();

		const copies = await archived();
		expect([...copies.keys()]).toEqual(old.map(({ Order_number }) => Order_number));
		for (const order of old) {
			const copy = copies.get(order.Order_number) ?? {};
			for (const code of kept) expect([code, copy[code]]).toEqual([code, order[code]]);
			expect(copy.Last_status).toBe(order.Status);
			expect(Number(copy.Total)).toBe(Number(order.Total));
			expect(itemsOf(copy).map((row) => row.sort())).toEqual(
				itemsOf(order).map((row) => row.sort()),
			);
		}
		expect(copies.get('SO-2001')?.Documents).toMatchObject([{ name: 'offer-SO-2001.txt' }]);
		expect(await contentOf(copies.get('SO-2001')?.Documents)).toBe(offer);
		const left = [...before.values()].filter((order) => !isOld(order));
		expect([...(await ordersNow()).values()]).toEqual(left);

		await sandbox.forget();
		await example.run();
		expect(await writes()).toEqual([]);
	});

	it('archives the orders of a deleted user, too', async () => {
		const old = [...(await ordersNow()).values()].filter(isOld);
		const people = old.map((order) => (order.Sales_representative as Values[])[0]?.code);
		expect(people).toContain('sato');
		await sandbox.control('directory', { user: { code: 'sato', removed: true } });
		await new Example(sandbox, file).run();
		expect([...(await ordersNow()).values()].filter(isOld)).toEqual([]);
		const copies = [...(await archived()).values()];
		expect(copies.map((copy) => copy.Sales_representative)).toEqual(people);
	});

	it('goes on with the same copies after it was interrupted', async () => {
		const before = await ordersNow();
		const path = '/k/v1/records.json';
		await sandbox.faults({ method: 'DELETE', path, times: 0, status: 503 });
		const example = new Example(sandbox, file);
		await example.run();
		expect(await ordersNow()).toEqual(before);
		const copies = await archived();
		expect(copies.size).toBeGreaterThan(10);
		await fetch(`${sandbox.url}/_sandbox/faults`, { method: 'DELETE' });

		await example.run();
		const again = await archived();
		expect([...again.keys()]).toEqual([...copies.keys()]);
		expect(again.get('SO-2001')?.Documents).toHaveLength(1);
		const left = [...before.values()].filter((order) => !isOld(order));
		expect([...(await ordersNow()).values()]).toEqual(left);
	});

	it('keeps an order that somebody changes while it is copied', async () => {
		const before = await ordersNow();
		const record = { Notes: { value: 'Customer has called' } };
		const outputs = await sandbox.whileHeld(
			['POST /k/v1/bulkRequest.json', 'PUT /k/v1/records.json'],
			async () => await new Example(sandbox, file).run(),
			async () => await api.ok('PUT', 'record.json', { app: ORDERS, id: 2, record }),
		);
		expect(jsonOf(outputs, 'Not Archived')).toHaveLength(1);
		const left = [...(await ordersNow()).values()].filter(isOld);
		expect(left).toEqual([
			expect.objectContaining({ Order_number: 'SO-2002', Notes: 'Customer has called' }),
		]);
		expect([...before.values()].filter(isOld).length).toBeGreaterThan(10);
	});
});

describe.each([
	{
		file: '21-totals-of-each-customer.json',
		app: CUSTOMERS,
		keyOf: ({ Customer }: Values) => String(Customer),
		sumIn: ({ Company, Orders, Ordered }: Values) => [Company, Ordered && [Orders, Ordered]],
	},
	{
		file: '22-budget-against-actuals.json',
		app: BUDGET,
		keyOf: ({ Order_date, Channel }: Values) => {
			const month = String(Order_date).slice(0, 7);
			return month < lastMonth ? undefined : `${month} ${String(Channel)}`;
		},
		sumIn: ({ Month, Channel, Actual }: Values) => [
			`${String(Month)} ${String(Channel)}`,
			Actual && [undefined, Actual],
		],
	},
])('$file', ({ file, app, keyOf, sumIn }) => {
	const ids = async () => (await api.allValues(app)).map(({ $id }) => $id);
	const found = async () =>
		(await api.allValues(app))
			.map(sumIn)
			.filter(([, sum]) => sum)
			.sort();
	const expected = async () =>
		[...(await sumsOf(keyOf))]
			.map(([key, [count, sum]]) => [
				key,
				[app === CUSTOMERS ? count : undefined, String(Number(sum))],
			])
			.sort();

	it('writes the sums, and the next time only the one that differs', async () => {
		const example = new Example(sandbox, file);
		const before = await ids();
		await example.run();
		expect(await found()).toEqual(await expected());
		expect(await ids()).toEqual(before);

		await sandbox.forget();
		await example.run();
		expect(await writes()).toEqual([]);

		await newOrder(dayInTokyo(0));
		const revisions = async () => (await api.allValues(app)).map(({ $revision }) => $revision);
		const [stood, changed] = [await revisions(), await example.run().then(revisions)];
		expect(await found()).toEqual(await expected());
		expect(changed.filter((revision, at) => revision !== stood[at])).toHaveLength(1);
	});
});

it('26: the live app gets the design of the test app once, and keeps its name', async () => {
	const fieldsOf = async (app: string) =>
		(await api.get<{ properties: IDataObject }>('app/form/fields.json', { app })).properties;
	const settings = async () => await api.get<IDataObject>('app/settings.json', { app: TASKS });
	const before = await api.allValues(TASKS);
	const { name, description } = await settings();
	const example = new Example(sandbox, '26-promote-an-app-from-test-to-live.json');
	const outputs = await example.run();
	expect(jsonOf(outputs, 'Compare with Live App').map(({ path }) => path)).toEqual([
		'fields.Waiting_for',
		'layout',
	]);
	expect(jsonOf(outputs, 'Apply to Live App')).toMatchObject([{ app: TASKS, deployed: true }]);
	expect(await fieldsOf(TASKS)).toEqual(await fieldsOf('10'));
	expect(await settings()).toMatchObject({ name, description });
	const kept = (await api.allValues(TASKS)).map(({ Waiting_for: _, ...values }) => values);
	expect(kept).toEqual(before);
	expect((await example.run())['Apply to Live App']).toBeUndefined();
});

it('27: the design of an app is kept as one file, from which it can be restored', async () => {
	const example = new Example(sandbox, '27-save-the-design-of-an-app.json');
	await example.run();
	const exported = jsonOf(await example.run(), 'Export App');
	const records = await api.allValues('11');
	expect(records).toMatchObject([{ App_name: 'Tasks', Design: [{}] }]);
	expect(exported).toEqual([JSON.parse(await contentOf(records[0]?.Design))]);
});

describe.each([
	{
		file: '28-approve-an-expense-by-a-comment.json',
		asked: async (record: string) => (await commentsOf(record, EXPENSES)).at(-1)?.text,
	},
	{
		file: '29-approve-an-expense-by-a-notification.json',
		asked: async () => {
			const { body } = await clientOf(sandbox, 'sato').get('/notification/items');
			const [{ body: text, url } = {}] = body.items as unknown as Array<Record<string, string>>;
			return `${text} ${url}`;
		},
	},
])('$file', ({ file, asked }) => {
	beforeEach(async () => {
		const urls = ['http://localhost:5678/'];
		await sandbox.control('groupware', { notificationApps: [{ code: 'expenses', urls }] });
	});

	it.each([
		['Approved', 'approve'],
		['Declined', 'decline'],
		['No answer', undefined],
	])('writes %s', async (decision, answer) => {
		const form = [{ json: { Purpose: 'Train to Osaka', Amount: 120 } }];
		const waiting = await new Example(sandbox, file).waiting(form);
		const [before] = await api.allValues(EXPENSES);
		expect(before).toMatchObject({ Purpose: 'Train to Osaka', Amount: '120', Decision: 'Open' });
		const text = await asked(String(before?.$id));
		expect(text).toContain('Approve 120 for Train to Osaka?');
		const url = urlIn(text);
		if (answer === undefined) await waiting.timeOut();
		else await waiting.visit({ url, method: 'POST', body: { answer } });
		const [record, ...others] = await api.allValues(EXPENSES);
		expect(others).toEqual([]);
		expect(record).toMatchObject({ Decision: decision });
		expect(record?.Decided === '').toBe(answer === undefined);
	});
});
