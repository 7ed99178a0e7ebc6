import type { IDataObject } from 'n8n-workflow';

import { methods } from '../../../nodes/RecordPlatform/methods';
import { useSandbox } from '../../support/sandbox';
import { editor } from './editor';
import { Api, automatic, byId, jsonOf, mapping, type Run, runRecordPlatform } from './world';

/** The main operations on apps as a Japanese company has them. */

const CUSTOMERS = '1';
const DEALS = '2';
const STOCK = '3';

const sandbox = useSandbox();
const { listSearch } = methods;
let api: Api;

beforeAll(() => {
	api = new Api(sandbox.url);
});

beforeEach(async () => {
	await sandbox.control('reset', { demo: 'ja' });
});

const run = async (
	app: string,
	operation: string,
	parameters: IDataObject,
	more: Partial<Run> = {},
) =>
	await runRecordPlatform(sandbox, {
		resource: 'record',
		operation,
		...more,
		parameters: { app: byId(app), options: {}, ...parameters },
	});
const found = async (app: string, field: string, parameters: IDataObject) => {
	const sort = { rows: [{ field: 'レコード番号', direction: 'asc' }] };
	const rows = jsonOf(await run(app, 'getAll', { returnAll: true, sort, ...parameters }));
	return rows.map((row) => row[field]);
};
const conditions = (...rows: IDataObject[]) => ({ filterBy: 'conditions', conditions: { rows } });

describe('the pickers', () => {
	it('find apps by a part of their names, brackets and dots included', async () => {
		const names = async (text: string) =>
			(await listSearch.searchApps.call(await editor(sandbox, {}), text)).results.map(
				({ name }) => name,
			);
		expect(await names('管理（見積・')).toEqual(['案件管理（見積・受注） (2)']);
		expect(await names('管理')).toHaveLength(3);
	});
});

describe('conditions', () => {
	it.each([
		['full-width blanks', '会社名|SINGLE_LINE_TEXT', 'equals', '学校法人　桜学園', ['4']],
		['brackets', '会社名|SINGLE_LINE_TEXT', 'equals', 'ホテル「海の音」', ['3']],
		['kana', '会社名＿フリガナ|SINGLE_LINE_TEXT', 'equals', 'キッサ ヒダマリ', ['6']],
		['a choice with a slash', '業種|DROP_DOWN', 'anyOf', ['教育 / 研修'], ['4']],
		['full-width choices', 'ランク|RADIO_BUTTON', 'anyOf', ['Ａ', 'Ｃ'], ['1', '2', '5']],
		[
			'ticked choices',
			'案内|CHECK_BOX',
			'anyOf',
			['セミナー（無料）', 'メール マガジン'],
			['1', '3', '4', '5'],
		],
	])('find by %s', async (_what, field, operator, value, ids) => {
		const rows = conditions({ field, operator, value });
		expect(await found(CUSTOMERS, 'レコード番号', rows)).toEqual(ids);
	});

	it('find by built-in fields, which have other names than in English', async () => {
		const status = { field: 'ステータス|STATUS', operator: 'anyOf', value: ['受注'] };
		expect(await found(DEALS, '案件番号', conditions(status))).toEqual(['案件-0001']);
		const creator = { field: '作成者|CREATOR', operator: 'anyOf', value: 'sato' };
		expect(await found(DEALS, '案件番号', conditions(creator))).toHaveLength(4);
		const number = { field: 'レコード番号|RECORD_NUMBER', operator: 'greater', value: 2 };
		expect(await found(DEALS, '案件番号', conditions(number))).toEqual(['案件-0003', '案件-0004']);
	});
});

describe('writing', () => {
	it('maps by codes and by labels, looks up, and computes', async () => {
		const items = [
			{
				案件番号: '案件-0100',
				件名: '応接セット',
				お客様: '㈱髙島製作所',
				'確度（％）': '高（80％以上）',
				見積明細: [{ 商品名: 'ソファ', 単価: 98000, 数量: 2 }],
				営業担当者: 'tanaka',
				主管部署: '開発部（東京）',
			},
		];
		const [made] = jsonOf(await run(DEALS, 'create', { fields: automatic() }, { items }));
		expect(await api.values(DEALS, String(made?.id))).toMatchObject({
			お客様: '㈱髙島製作所',
			ご担当者: '髙島 渉',
			確度: '高（80％以上）',
			'見積金額・税抜': '196000',
			営業担当者: [{ code: 'tanaka', name: '田中 由衣' }],
			主管部署: [{ code: '開発部（東京）' }],
			ステータス: '未処理',
			作成者: { code: 'admin', name: '管理 太郎' },
		});
	});

	it('syncs by a key of kanji and full-width text', async () => {
		const items = [
			{ 商品コード: '椅子-200', 商品名: 'オフィスチェア', 在庫数: 33 },
			{ 商品コード: '棚（大）-300', 商品名: '本棚　大', 在庫数: 7 },
		];
		const outcome = await run(
			STOCK,
			'sync',
			{
				fields: automatic({ matchingColumns: ['商品コード'] }),
				deleteOthers: true,
				...conditions({ field: '分類|DROP_DOWN', operator: 'anyOf', value: ['キッチン'] }),
				atMost: 10,
			},
			{ items },
		);
		expect(outcome.error).toBeUndefined();
		const held = (await api.allValues(STOCK)).map((row) => [
			row['商品コード'],
			row['在庫数'],
			row['分類'],
		]);
		expect(held).toEqual([
			['机-100', '12', '家具'],
			['椅子-200', '33', '家具'],
			['照明-110', '85', '家電'],
			['棚（大）-300', '7', null],
		]);
	});
});

describe('errors', () => {
	it('give advice beside the message in Japanese', async () => {
		const items = [{ 会社名: '株式会社青空商事', 顧客番号: 2001 }];
		const { error } = await run(CUSTOMERS, 'create', { fields: automatic() }, { items });
		const words = `${error?.message} ${error?.description}`;
		expect(words).toContain('値がほかのレコードと重複しています。');
		expect(words).toContain('会社名');
	});

	it('explain codes that a query does not know', async () => {
		const row = { field: '会社名フリガナ', operator: 'equals', value: 'x' };
		const { error } = await run(CUSTOMERS, 'getAll', { returnAll: true, ...conditions(row) });
		expect(error?.message).toContain('指定したフィールド（会社名フリガナ）が見つかりません。');
		expect(error?.description).toContain('Use field codes instead of labels');
	});
});

describe('files', () => {
	it('keep their names when they are downloaded and attached', async () => {
		const recordId = { mode: 'id', value: '1' };
		const outcome = await run(DEALS, 'downloadFromRecord', { recordId }, { resource: 'file' });
		expect(outcome.error).toBeUndefined();
		const [binary] = outcome.output.map(({ binary: files }) => Object.values(files ?? {})[0]);
		expect(binary?.fileName).toBe('御見積書（青空商事様）.txt');

		const fileName = '図面 ①（最終版）［改訂］.txt';
		const data = Buffer.from('図面').toString('base64');
		const value = { 案件番号: '案件-0002', 添付ファイル: 'file' };
		const fields = mapping(value, { matchingColumns: ['案件番号'] });
		const file = { data, mimeType: 'text/plain', fileName };
		const written = await run(
			DEALS,
			'update',
			{ fields },
			{ input: [{ json: {}, binary: { file } }] },
		);
		expect(written.error).toBeUndefined();
		expect((await api.values(DEALS, '2'))['添付ファイル']).toMatchObject([{ name: fileName }]);
	});
});
