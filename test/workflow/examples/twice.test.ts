import { Api } from '../../sandbox/record-platform/api';
import { useSandbox } from '../../support/sandbox';
import { clientOf } from '../groupware/world';
import { Example } from './example';

const sandbox = useSandbox();
const api = new Api(sandbox);

beforeEach(async () => {
	await sandbox.control('reset', { demo: true });
}, 60_000);

/** Records that a query finds before, after one run, and after two. */
async function counts(file: string, app: string, query: string): Promise<number[]> {
	const count = async () => (await api.ids(app, `${query} limit 500`)).length;
	const example = new Example(sandbox, file);
	const found = [await count()];
	for (const _time of [1, 2]) {
		await example.run();
		found.push(await count());
	}
	return found;
}

it.each([
	['01-rows-to-records.json', '4', 'Title in ("Order name badges")', [0, 1, 2]],
	['02-attach-and-download-a-file.json', '4', 'Title in ("Check the contract")', [0, 1, 2]],
	['06-bad-rows-leave-by-the-error-branch.json', '5', '', [24, 27, 30]],
	['07-copy-low-stock-into-tasks.json', '4', 'Title like "Order"', undefined],
	['08-order-lines-to-orders.json', '2', 'Order_number in ("SO-9001", "SO-9002")', [0, 2, 2]],
])('%s does twice what its note says', async (file, app, query, expected) => {
	const low = (await api.ids('3', 'State = "Order now"')).length;
	const [before = 0, ...after] = await counts(file, app, query);
	expect([before, ...after]).toEqual(expected ?? [before, before + low, before + 2 * low]);
});

it('03 books the next free hour, too', async () => {
	const reviews = async () => {
		const { body } = await clientOf(sandbox, 'sato').get('/schedule/events', {
			rangeStart: new Date().toISOString(),
			rangeEnd: new Date(Date.now() + 9 * 86_400_000).toISOString(),
			limit: '500',
		});
		return body.events.filter(({ subject, attendees }) => {
			const codes = attendees.map(({ code }) => code).sort();
			return subject === 'Design review' && codes.join() === 'sato,tanaka,yamamoto';
		});
	};
	const example = new Example(sandbox, '03-find-a-slot-and-book-it.json');
	for (const times of [1, 2]) {
		await example.run();
		const starts = (await reviews()).map(({ start }) => start.dateTime);
		expect(new Set(starts).size).toBe(times);
	}
});

it('04 writes nothing the second time', async () => {
	const example = new Example(sandbox, '04-events-to-records.json');
	await example.run();
	const after = await api.allValues('6');
	expect(after.length).toBeGreaterThan(10);
	await example.run();
	expect(await api.allValues('6')).toEqual(after);
});

it('04 deletes the records of canceled events, and keeps those of other days', async () => {
	const example = new Example(sandbox, '04-events-to-records.json');
	await example.run();
	const days = { past: -1, gone: 1, later: 31 };
	for (const [key, plus] of Object.entries(days)) {
		const start = new Date(Date.now() + plus * 86_400_000).toISOString();
		const record = { event_key: { value: key }, start: { value: start } };
		await api.ok('POST', 'record.json', { app: '6', record });
	}
	const keys = async () => (await api.allValues('6')).map(({ event_key }) => String(event_key));
	const before = await keys();
	const single = before.find((key) => /^\d+$/.test(key));
	await clientOf(sandbox).delete(`/schedule/events/${single}`);
	await example.run();
	const gone = new Set([single, 'gone']);
	expect(await keys()).toEqual(before.filter((key) => !gone.has(key)));
});

it('05 confirms the next order', async () => {
	const received = await api.ids('2', 'Status in ("Received") order by $id asc');
	const example = new Example(sandbox, '05-confirm-an-order.json');
	for (const _time of [1, 2]) await example.run();
	const left = await api.ids('2', 'Status in ("Received") order by $id asc');
	expect(left).toEqual(received.slice(2));
	for (const id of received.slice(0, 2)) {
		expect(await api.values('2', id)).toMatchObject({ Status: 'Confirmed' });
		const { comments } = await api.get<{ comments: Array<{ mentions: object[] }> }>(
			'record/comments.json',
			{ app: 2, record: id },
		);
		expect(comments[0]?.mentions).toEqual([{ code: 'sato', type: 'USER' }]);
	}
});

it.each([
	['09-new-orders-to-tasks.json', 'New Order', '4', { Order_number: 'SO-1', $key: '1:1' }],
	[
		'11-workflow-requests-to-tasks.json',
		'New Notification',
		'4',
		{ title: 'A', url: 'B', $key: 'a' },
	],
])('%s leaves out what comes a second time', async (file, trigger, app, item) => {
	const count = async () => (await api.ids(app, 'limit 500')).length;
	const before = await count();
	const example = new Example(sandbox, file);
	for (const _time of [1, 2]) await example.run([{ json: item }], trigger);
	expect(await count()).toBe(before + 1);
});
