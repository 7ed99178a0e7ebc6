import type { IDataObject } from 'n8n-workflow';

import { methods } from '../../../nodes/RecordPlatform/methods';
import { useSandbox } from '../../support/sandbox';
import { editor } from './editor';
import { byId, jsonOf, mapping, runRecordPlatform } from './world';

/** Names and conditions of apps as a Japanese company has them; test/workflow/user-docs writes to them. */

const CUSTOMERS = '1';
const DEALS = '2';
const sandbox = useSandbox();
const { listSearch } = methods;

beforeAll(async () => await sandbox.control('reset', { demo: 'ja' }));

const found = async (app: string, field: string, parameters: IDataObject) => {
	const sort = { rows: [{ field: 'レコード番号', direction: 'asc' }] };
	const outcome = await runRecordPlatform(sandbox, {
		...{ resource: 'record', operation: 'getAll' },
		parameters: { app: byId(app), options: {}, returnAll: true, sort, ...parameters },
	});
	return jsonOf(outcome).map((row) => row[field]);
};
const conditions = (...rows: IDataObject[]) => ({ filterBy: 'conditions', conditions: { rows } });

it('the pickers find apps by a part of their names, brackets and dots included', async () => {
	const names = async (text: string) =>
		(await listSearch.searchApps.call(await editor(sandbox, {}), text)).results.map(
			({ name }) => name,
		);
	expect(await names('管理（見積・')).toEqual(['案件管理（見積・受注） (2)']);
	expect(await names('管理')).toHaveLength(3);
});

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
])('conditions find by %s', async (_what, field, operator, value, ids) => {
	const rows = conditions({ field, operator, value });
	expect(await found(CUSTOMERS, 'レコード番号', rows)).toEqual(ids);
});

it('conditions find by built-in fields, which have other names than in English', async () => {
	const status = { field: 'ステータス|STATUS', operator: 'anyOf', value: ['受注'] };
	expect(await found(DEALS, '案件番号', conditions(status))).toEqual(['案件-0001']);
	const creator = { field: '作成者|CREATOR', operator: 'anyOf', value: 'sato' };
	expect(await found(DEALS, '案件番号', conditions(creator))).toHaveLength(4);
	const number = { field: 'レコード番号|RECORD_NUMBER', operator: 'greater', value: 2 };
	expect(await found(DEALS, '案件番号', conditions(number))).toEqual(['案件-0003', '案件-0004']);
});

it('files keep their names when they are downloaded and attached', async () => {
	const run = async (
		resource: string,
		operation: string,
		more: IDataObject,
		input = [{ json: {} }],
	) =>
		await runRecordPlatform(sandbox, {
			...{ resource, operation, input },
			parameters: { app: byId(DEALS), options: {}, ...more },
		});
	const download = async (id: string) => {
		const { output } = await run('file', 'downloadFromRecord', { recordId: byId(id) });
		return output.flatMap(({ binary }) => Object.values(binary ?? {}).map((one) => one.fileName));
	};
	expect(await download('1')).toEqual(['御見積書（青空商事様）.txt']);
	const fileName = '図面 ①（最終版）［改訂］.txt';
	const file = { data: 'eA==', mimeType: 'text/plain', fileName };
	const value = { 案件番号: '案件-0002', 添付ファイル: 'file' };
	const fields = mapping(value, { matchingColumns: ['案件番号'] });
	jsonOf(await run('record', 'update', { fields }, [{ json: {}, binary: { file } } as never]));
	expect(await download('2')).toEqual([fileName]);
});
