import type { IDataObject } from 'n8n-workflow';
import iconv from 'iconv-lite';
import { DateTime } from 'luxon';

import { Api } from '../../sandbox/record-platform/api';
import { useSandbox } from '../../support/sandbox';
import { Example, jsonOf } from './example';

const sandbox = useSandbox();
const api = new Api(sandbox);
const TASKS = '6';

beforeEach(async () => {
	await sandbox.control('reset', { demo: 'ja' });
}, 60_000);

/** The values of the records of an app that a query finds, in the order of their IDs. */
async function found(app: string, query = ''): Promise<Array<Record<string, unknown>>> {
	const ids = await api.ids(app, `${query} order by $id asc`);
	return await Promise.all(ids.map((id) => api.values(app, id)));
}

async function comments(app: string, record: string) {
	interface Comment {
		text: string;
		mentions: IDataObject[];
	}
	return (await api.get<{ comments: Comment[] }>('record/comments.json', { app, record })).comments;
}

it('04: a daily report has the events of the day', async () => {
	const example = new Example(sandbox, 'ja/04-events-to-daily-report.json');
	// Not every day has events.
	example.set('今日の予定を取得', { parameters: { period: 'thisMonth' } });
	const outputs = await example.run();
	const events = jsonOf(outputs, '今日の予定を取得');
	const [report] = await found('4', `報告日 = TODAY() and 訪問件数 >= 0`).then((all) =>
		all.slice(-1),
	);
	expect(report?.所感).toBe(events.map(({ subject }) => `・${String(subject)}`).join('\n'));
});

it('07: each product at its reorder point gets a task, once a day', async () => {
	const before = await found(TASKS);
	const example = new Example(sandbox, 'ja/07-low-stock-to-tasks.json');
	await example.run();
	await example.run();
	const added = (await found(TASKS)).slice(before.length);
	expect(added.map(({ 件名 }) => 件名)).toEqual([
		'オフィスチェアを発注する',
		'電気ケトルを発注する',
	]);
});

it('13: a form becomes a task with its file, and the person is told', async () => {
	const filled = { 件名: 'モニター', 詳細: '2台目', 希望日: '2026-12-01', ログイン名: 'sato' };
	const binary = {
		ファイル_0: {
			data: Buffer.from('x').toString('base64'),
			mimeType: 'text/plain',
			fileName: 'a.txt',
		},
	};
	await new Example(sandbox, 'ja/13-form-to-record.json').run([{ json: filled, binary }]);
	const [task] = (await found(TASKS)).slice(-1);
	expect(task).toMatchObject({
		件名: 'モニター',
		期限: '2026-12-01',
		担当者: [{ code: 'ito' }],
		担当部署: [{ code: 'サポート部' }],
		添付ファイル: [{ name: 'a.txt' }],
	});
	const [comment] = await comments(TASKS, String(task?.$id));
	expect(comment?.mentions).toMatchObject([{ code: 'sato' }]);
});

it('14: open tasks that are overdue come in one message', async () => {
	await api.ok('POST', 'record.json', {
		app: TASKS,
		record: {
			件名: { value: '遅れ' },
			期限: { value: '2020-01-01' },
			担当者: { value: [{ code: 'ito' }] },
		},
	});
	const outputs = await new Example(sandbox, 'ja/14-overdue-tasks-to-a-chat.json').run();
	const [message, ...more] = jsonOf(outputs, '文章にする');
	expect(more).toEqual([]);
	expect(message?.text).toMatch(/^期限切れのタスク：\d+件\n・遅れ（期限 2020-01-01、ito）/);
});

it('15: those who sell what has not moved for three days are told, once a day', async () => {
	const waiting = await found(
		'2',
		'ステータス in ("未処理", "見積提出済み") and 更新日時 < FROM_TODAY(-3, DAYS)',
	);
	expect(waiting.length).toBeGreaterThan(0);
	const example = new Example(sandbox, 'ja/15-remind-of-quotes.json');
	await example.run();
	await example.run();
	for (const { $id, 営業担当者 } of waiting) {
		const told = await comments('2', String($id));
		const people = (営業担当者 as IDataObject[]).map(({ code }) => ({ code }));
		expect(told.filter(({ text }) => text.includes('更新がありません'))).toMatchObject([
			{ mentions: people },
		]);
	}
});

it('16: a form books the first free room of a day, and tells of other times when it is full', async () => {
	const day = DateTime.now().setZone('Asia/Tokyo').plus({ days: 2 });
	const filled = {
		件名: '打ち合わせ',
		日付: day.toISODate() ?? '',
		'時間（分）': '60',
		会議室: 'どこでもよい',
		参加者: 'sato, tanaka',
	};
	const file = 'ja/16-book-a-room-by-form.json';
	const run = async () => await new Example(sandbox, file).run([{ json: filled }]);
	const [booked] = jsonOf(await run(), '空き時間を予約');
	expect(booked).toMatchObject({
		subject: '打ち合わせ',
		facilities: [{ code: expect.stringMatching(/会議室/) }],
	});
	let outputs = await run();
	for (let hours = 2; hours < 12 && jsonOf(outputs, '予約を表示').length > 0; hours++) {
		outputs = await run();
	}
	expect(jsonOf(outputs, 'ほかの候補を表示')).toHaveLength(1);
});

it('25: a CSV file as Japanese Excel saves it updates and adds products, and names the refused row', async () => {
	const csv = [
		'商品コード,商品名,分類,在庫数,単価',
		'椅子-200,オフィスチェア①,家具,１５,"21,500"',
		'棚-300,本棚～大～,家具,4,14800',
		'箱-900,収納箱,雑貨,1,980',
	];
	const binary = {
		CSV____: {
			data: iconv.encode(csv.join('\r\n'), 'cp932').toString('base64'),
			mimeType: 'text/csv',
			fileName: '在庫.csv',
		},
	};
	const example = new Example(sandbox, 'ja/25-excel-csv-to-inventory.json');
	const outputs = await example.run([{ json: {}, binary }]);
	const stock = await found('3');
	expect(stock).toMatchObject([
		{ 商品コード: '机-100', 在庫数: '12' },
		{
			商品コード: '椅子-200',
			商品名: 'オフィスチェア①',
			在庫数: '15',
			単価: '21500',
			発注点: '10',
		},
		{ 商品コード: '照明-110' },
		{ 商品コード: 'ケトル-060' },
		{ 商品コード: '棚-300', 商品名: '本棚～大～', 在庫数: '4' },
	]);
	expect(jsonOf(outputs, '在庫一覧に反映')).toMatchObject([
		{ 商品コード: '椅子-200' },
		{ 商品コード: '棚-300' },
		{ error: expect.stringContaining('"雑貨"') },
	]);

	await example.run([{ json: {}, binary }]);
	expect(await found('3')).toEqual(stock);
});
