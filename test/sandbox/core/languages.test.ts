import { Api, cells, options, passwordOf, useApi } from '../record-platform/api';

/** What the sandbox says, and what it names, in the language of whoever calls. */

const { sandbox, api } = useApi();

beforeEach(async () => await sandbox.reset());

const speak = (language: string, ...users: string[]) =>
	sandbox.control('language', users.length > 0 ? { language, users } : { language });

interface GroupwareRefusal {
	error: { errorCode: string; message: string; cause: string; counterMeasure: string };
}

const groupwareError = async (headers: Record<string, string>) => {
	const response = await fetch(`${sandbox.url}/g/api/v1/schedule/events/999`, { headers });
	return ((await response.json()) as GroupwareRefusal).error;
};

describe('messages of the record platform', () => {
	const missingApp = async (caller: Api, headers?: Record<string, string>) =>
		(await caller.send('GET', 'app.json?id=999', undefined, headers)).body.message;
	const inEnglish = 'The app (ID: 999) not found. The app may have been deleted.';
	const inJapanese = '指定したアプリ（id: 999）が見つかりません。削除されている可能性があります。';

	it('are in the language of the account, whatever the browser asks for', async () => {
		expect(await missingApp(api, { 'accept-language': 'ja' })).toBe(inEnglish);
		await speak('ja', 'admin');
		expect(await missingApp(api)).toBe(inJapanese);
		expect(await missingApp(api, { 'accept-language': 'en' })).toBe(inJapanese);
		expect(await missingApp(api.as(passwordOf('ito')))).toBe(inEnglish);
	});

	it('name each cell that is wrong', async () => {
		const app = await api.makeApp({
			must: { type: 'SINGLE_LINE_TEXT', required: true },
			long: { type: 'SINGLE_LINE_TEXT', maxLength: '3' },
			choice: { type: 'DROP_DOWN', options: options('A') },
			number: { type: 'NUMBER' },
		});
		await speak('ja');
		const record = cells({ long: 'abcd', choice: 'X', number: 'a' });
		const { body } = await api.send('POST', 'record.json', { app, record });
		expect([body.code, body.message, body.errors]).toEqual([
			'CB_VA01',
			'入力内容が正しくありません。',
			{
				'record.must.value': { messages: ['必須です。'] },
				'record.long.value': { messages: ['4文字より短くなければなりません。'] },
				'record.choice.value': { messages: ['"X"は選択肢にありません。'] },
				'record[number].value': { messages: ['数字でなければなりません。'] },
			},
		]);
		const { body: bulk } = await api.send<{ results: Array<{ message?: string }> }>(
			'POST',
			'bulkRequest.json',
			{ requests: [{ method: 'POST', api: '/k/v1/record.json', payload: { app, record } }] },
		);
		expect(bulk.results[0]?.message).toBe('入力内容が正しくありません。');
	});
});

it('messages of the groupware are in the language of the account', async () => {
	expect(await groupwareError({ ...passwordOf('admin'), 'accept-language': 'ja' })).toMatchObject({
		message: 'The appointment was not found.',
	});
	await speak('ja', 'admin');
	expect(await groupwareError(passwordOf('admin'))).toEqual({
		errorCode: 'GRN_SCHD_13001',
		message: '予定が見つかりません。',
		cause: '予定999は存在しません。',
		counterMeasure: '削除された可能性があります。',
	});
	expect((await groupwareError({ 'accept-language': 'ja' })).message).toBe('認証に失敗しました。');
});

describe('an app made by someone whose language is Japanese', () => {
	type Named = Record<string, { type: string; label: string }>;

	it('has built-in fields, statuses and actions with Japanese names', async () => {
		await speak('ja', 'admin');
		const app = await api.makeApp({ text: { type: 'SINGLE_LINE_TEXT' } }, {});
		const { properties } = await api.get<{ properties: Named }>('app/form/fields.json', { app });
		expect(
			Object.entries(properties).map(([code, { type, label }]) => [type, code, label]),
		).toEqual([
			['RECORD_NUMBER', 'レコード番号', 'レコード番号'],
			['CREATOR', '作成者', '作成者'],
			['CREATED_TIME', '作成日時', '作成日時'],
			['MODIFIER', '更新者', '更新者'],
			['UPDATED_TIME', '更新日時', '更新日時'],
			['STATUS', 'ステータス', 'ステータス'],
			['STATUS_ASSIGNEE', '作業者', '作業者'],
			['CATEGORY', 'カテゴリー', 'カテゴリー'],
			['SINGLE_LINE_TEXT', 'text', 'text'],
		]);
		const id = await api.create(app, cells({ text: 'a' }));
		expect(await api.ids(app, '作成者 in (LOGINUSER()) order by 更新日時 asc')).toEqual([id]);
		await api.ok('PUT', 'record/status.json', { app, id, action: '処理開始' });
		expect(await api.values(app, id)).toEqual({
			レコード番号: id,
			作成者: { code: 'admin', name: 'Alex Admin' },
			作成日時: expect.any(String) as string,
			更新者: { code: 'admin', name: 'Alex Admin' },
			更新日時: expect.any(String) as string,
			ステータス: '処理中',
			作業者: [],
			text: 'a',
			$id: id,
			$revision: '3',
		});
	});
});
