import { cells } from '../../sandbox/record-platform/api';
import { useSandbox } from '../../support/sandbox';
import { Api, automatic, byId, jsonOf, runRecordPlatform } from './world';

/** An app whose built-in fields have Japanese codes, because who made it has Japanese as language. */

const sandbox = useSandbox();
let api: Api;
let app: string;

beforeAll(async () => {
	api = new Api(sandbox.url);
	await sandbox.control('language', { language: 'ja' });
	app = await api.makeApp({
		Key: { type: 'SINGLE_LINE_TEXT', unique: true },
		Amount: { type: 'NUMBER' },
	});
	for (const key of ['A', 'B']) await api.create(app, cells({ Key: key, Amount: 1 }));
});

const run = (operation: string, parameters: object, items: object[] = [{}]) =>
	runRecordPlatform(sandbox, {
		resource: 'record',
		operation,
		parameters: { app: byId(app), options: {}, ...parameters },
		items: items as never,
	});

it('is read, sorted and found by its own codes', async () => {
	const rows = jsonOf(
		await run('getAll', {
			returnAll: true,
			filterBy: 'query',
			query: '作成者 in (LOGINUSER())',
			sort: { rows: [{ field: 'レコード番号', direction: 'desc' }] },
		}),
	);
	expect(rows.map((row) => [row.Key, row['レコード番号']])).toEqual([
		['B', '2'],
		['A', '1'],
	]);
});

it('is written by automatic mapping, built-in fields left alone', async () => {
	const [row] = jsonOf(await run('get', { recordId: { mode: 'id', value: '1' } }));
	const outcome = await run('update', { fields: automatic({ matchingColumns: ['Key'] }) }, [
		{ ...row, Amount: 7, 作成者: 'nobody' },
	]);
	expect(outcome.error).toBeUndefined();
	expect(await api.values(app, '1')).toMatchObject({
		Key: 'A',
		Amount: '7',
		作成者: { code: 'admin' },
	});
});

it("quotes the service's message in Japanese", async () => {
	const { error } = await run('get', { recordId: { mode: 'id', value: '999' } });
	expect(JSON.stringify([error?.message, error?.description])).toContain(
		'指定したレコード（id: 999）が見つかりません。',
	);
});
