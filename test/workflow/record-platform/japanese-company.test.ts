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
const { listSearch, loadOptions, resourceMapping } = methods;
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
const inEditor = async (app: string, more: IDataObject = {}) =>
	await editor(sandbox, { app: byId(app), options: {}, ...more });
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
		expect(await names('管理')).toHaveLength(2);
	});

	it('show fields by their labels, built-in ones by their Japanese names', async () => {
		const fields = await loadOptions.getReadableFields.call(await inEditor(CUSTOMERS));
		expect(fields).toEqual(
			expect.arrayContaining([
				expect.objectContaining({ name: 'ご担当者名 [先方] (担当者名)', value: '担当者名' }),
				expect.objectContaining({ value: 'レコード番号' }),
				expect.objectContaining({ value: '更新日時' }),
			]),
		);
	});

	it('show actions, views and tables', async () => {
		expect(await loadOptions.getActions.call(await inEditor(DEALS))).toContainEqual({
			name: '見積を提出する',
			value: '見積を提出する',
			description: '未処理 → 見積提出済み',
		});
		const views = await loadOptions.getViews.call(await inEditor(CUSTOMERS));
		expect(views.map(({ name }) => name)).toEqual(['重要なお客様']);
		const tables = await loadOptions.getTables.call(await inEditor(DEALS));
		expect(tables.map(({ value }) => value)).toEqual(['見積明細']);
	});

	it('offer for a new record what it takes, with the choices', async () => {
		const { fields } = await resourceMapping.getFieldsToCreate.call(await inEditor(CUSTOMERS));
		expect(fields.find(({ id }) => id === '業種')?.options).toContainEqual({
			name: 'サービス（飲食・宿泊）',
			value: 'サービス（飲食・宿泊）',
		});
		expect(fields.slice(0, 2).map(({ id, required }) => [id, required])).toEqual([
			['会社名', true],
			['顧客番号', true],
		]);
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

	it('find by an organization whose code has a blank', async () => {
		const row = {
			field: '主管部署|ORGANIZATION_SELECT',
			operator: 'anyOf',
			value: '営業部 海外課',
		};
		expect(await found(DEALS, '案件番号', conditions(row))).toEqual(['案件-0003']);
	});

	it('find by built-in fields, which have other names than in English', async () => {
		const status = { field: 'ステータス|STATUS', operator: 'anyOf', value: ['受注'] };
		expect(await found(DEALS, '案件番号', conditions(status))).toEqual(['案件-0001']);
		const creator = { field: '作成者|CREATOR', operator: 'anyOf', value: 'sato' };
		expect(await found(DEALS, '案件番号', conditions(creator))).toHaveLength(4);
		const number = { field: 'レコード番号|RECORD_NUMBER', operator: 'greater', value: 2 };
		expect(await found(DEALS, '案件番号', conditions(number))).toEqual(['案件-0003', '案件-0004']);
	});

	it('find by a saved view', async () => {
		const view = { filterBy: 'view', view: '重要なお客様' };
		expect(await found(CUSTOMERS, '会社名', view)).toHaveLength(2);
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

	it('changes and adds rows of a table', async () => {
		const outcome = await run(
			DEALS,
			'addOrUpdate',
			{
				findBy: 'key',
				keyField: '案件番号',
				keyValue: '案件-0001',
				table: '見積明細',
				columns: mapping(
					{ 商品名: '={{ $json.name }}', 数量: '={{ $json.count }}' },
					{ matchingColumns: ['商品名'] },
				),
			},
			{
				resource: 'tableRow',
				items: [
					{ name: 'オフィスチェア', count: 6 },
					{ name: '設置費（税込）', count: 1 },
				],
			},
		);
		expect(outcome.error).toBeUndefined();
		const table = (await api.values(DEALS, '1'))['見積明細'] as Array<{
			value: Record<string, { value: string }>;
		}>;
		expect(
			table.map(({ value }) => [
				value['商品名']?.value,
				value['単価']?.value,
				value['数量']?.value,
			]),
		).toEqual([
			['昇降デスク', '48000', '4'],
			['オフィスチェア', '21500', '6'],
			['設置費（税込）', '', '1'],
		]);
	});

	it('moves a record on, and refuses an action that its status does not have', async () => {
		const move = async (id: string, action: string) =>
			await run(DEALS, 'updateStatus', { recordId: { mode: 'id', value: id }, action });
		expect((await move('3', '見積を提出する')).error).toBeUndefined();
		expect((await api.values(DEALS, '3'))['ステータス']).toBe('見積提出済み');
		const { error } = await move('4', '受注する');
		expect(error?.message).toContain('GAIA_IL03');
		expect(error?.description).toContain('not available');
		expect((await api.values(DEALS, '4'))['ステータス']).toBe('未処理');
	});
});

describe('errors', () => {
	it('name the field, the value and the choices', async () => {
		const items = [{ 会社名: '新しい会社', 顧客番号: 2000, 業種: '農業' }];
		const { error } = await run(CUSTOMERS, 'create', { fields: automatic() }, { items });
		const words = `${error?.message} ${error?.description}`;
		expect(words).toContain('業種');
		expect(words).toContain('農業');
		expect(await api.allValues(CUSTOMERS)).toHaveLength(6);
	});

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
		const outcome = await run(
			DEALS,
			'downloadFromRecord',
			{ recordId: { mode: 'id', value: '1' } },
			{ resource: 'file' },
		);
		expect(outcome.error).toBeUndefined();
		const [binary] = outcome.output.map(({ binary: files }) => Object.values(files ?? {})[0]);
		expect(binary?.fileName).toBe('御見積書（青空商事様）.txt');

		const fileName = '図面 ①（最終版）［改訂］.txt';
		const data = Buffer.from('図面').toString('base64');
		const written = await run(
			DEALS,
			'update',
			{
				fields: mapping(
					{ 案件番号: '案件-0002', 添付ファイル: 'file' },
					{ matchingColumns: ['案件番号'] },
				),
			},
			{ input: [{ json: {}, binary: { file: { data, mimeType: 'text/plain', fileName } } }] },
		);
		expect(written.error).toBeUndefined();
		expect((await api.values(DEALS, '2'))['添付ファイル']).toMatchObject([{ name: fileName }]);
	});
});
