import fc from 'fast-check';
import type { QueryContext } from '../../../../sandbox/record-platform/query';
import { printString } from './print';
import { CONTEXT, Database, record, RELATED_FORM } from './world';

let database: Database;

beforeAll(async () => {
	database = await Database.open();
});
afterAll(() => database.close());

const table = (...rows: Record<string, unknown>[]) => ({
	items: rows.map((value, index) => ({ id: String(index + 1), value })),
});

describe('words', () => {
	beforeAll(() =>
		database.fill([
			record(1, { title: 'gamma keyword' }),
			record(2, { title: 'Delta-KEYWORD, gamma' }),
			record(3, { title: '株式会社サイボウズ' }),
			record(4, { title: 'key' }),
			record(5, { title: 'gammakeyword' }),
			record(6, { title: '' }),
			record(7, { title: null }),
			record(8, {}),
			record(9, { title: '注文key書' }),
			record(10, { title: '𠮷野家' }),
		]),
	);

	test.each([
		['keyword', [2, 1]],
		['key', [9, 4]],
		['KEY', [9, 4]],
		['gamma keyword', [1]],
		['keyword gamma', [2]],
		['会社', [3]],
		['株式会社 サイボウズ', [3]],
		['社サ', [3]],
		['会サイ', []],
		['𠮷野', [10]],
		['%', []],
		['.*', []],
		['', []],
	])('like %j', async (keyword, ids) => {
		expect(await database.find(`title like ${printString(keyword)}`)).toEqual(ids);
		const others = [10, 9, 8, 7, 6, 5, 4, 3, 2, 1].filter((id) => !ids.includes(id));
		expect(await database.find(`title not like ${printString(keyword)}`)).toEqual(others);
	});

	test.each([
		['of many words', Array.from({ length: 2000 }, (_, at) => `word${at}`).join(' ')],
		['of many words after one', `key ${'日本 '.repeat(5000)}`],
		['of one word', 'a'.repeat(100_000)],
		['of one word without spaces', '株'.repeat(100_000)],
	])('like a long keyword %s', async (_, keyword) => {
		await database.fill([
			record(1, { title: `In ${keyword} out` }),
			record(2, { title: `${keyword.trim()}.` }),
			record(3, { title: keyword.slice(0, 60) }),
			record(4, { title: `x${keyword.slice(1)}` }),
		]);
		expect(await database.find(`title like ${printString(keyword)}`)).toEqual([2, 1]);
	});
});

describe('tables', () => {
	beforeAll(() =>
		database.fill([
			record(1, table({ item: 'a', quantity: '1' }, { item: 'b', quantity: '2' })),
			record(2, table({ item: 'a', quantity: '2' })),
			record(3, table()),
			record(4, {}),
			record(5, table({ item: '', quantity: '' })),
		]),
	);

	test.each([
		['item in ("a")', [2, 1]],
		['item in ("a") and quantity in (2)', [2]],
		['(item in ("a")) and (quantity > 1)', [2]],
		['item in ("a") and quantity in (2) or $id = 3', [3, 2]],
		['item in ("b") and (quantity in (1) or $id = 9)', [1]],
		['item not in ("a")', [5]],
		['item not in ("z")', [5, 2, 1]],
		['item not like "a"', [5]],
		['item in ("")', [5]],
		['quantity < 100', [2, 1]],
	])('%s', async (query, ids) => expect(await database.find(query)).toEqual(ids));
});

describe('related records', () => {
	const context: QueryContext = { ...CONTEXT, relatedForms: { '2': RELATED_FORM } };
	beforeAll(async () => {
		await database.fill(
			[1, 2, 3, 4].map((id) => record(id, { title: ['', 'ann', 'bob', ''][id - 1] })),
		);
		await database.fill(
			[
				record(1, { customer: 'ann', visits: '3', rank: 'A' }),
				record(2, { customer: 'ann', visits: '5', rank: 'B' }),
				record(3, { customer: 'bob', visits: '4', rank: 'A' }),
				record(4, { customer: 'bob', visits: '0', rank: 'B' }),
				record(5, { customer: '', visits: '9', rank: 'A' }),
			],
			2,
		);
	});
	afterAll(() => database.fill([], 2));

	test.each([
		['customers.rank in ("A")', [3, 2]],
		['customers.rank in ("B")', [2]],
		['customers.rank in ("B") and customers.visits < 5', []],
		['customers.rank in ("B") and customers.visits > 4 and title = "ann"', [2]],
		['customers.rank not in ("B")', [3]],
		['customers.visits >= 9', []],
		['customers.$id = 3', [3]],
		['customers.rank in ("B") or customers.visits in (4) or $id = 1', [3, 2, 1]],
	])('%s', async (query, ids) => expect(await database.find(query, context)).toEqual(ids));
});

describe('times', () => {
	const moments = [
		'2026-04-23T14:59:00Z',
		'2026-04-23T15:00:00Z',
		'2026-04-24T14:59:00Z',
		'2026-04-24T15:00:00Z',
		'2026-04-24T22:51:00Z',
	];
	const days = ['2026-04-23', '2026-04-24', '2026-04-25', '2026-05-01', '2025-12-31'];
	beforeAll(() =>
		database.fill(
			moments.map((moment, index) => ({
				...record(index + 1, { moment, day: days[index] }),
				created_at: moment,
			})),
		),
	);

	// It is 2026-04-25 07:51 in Tokyo, a Saturday, and 2026-04-24 12:51 in Honolulu.
	test.each([
		['moment = TODAY()', 'Asia/Tokyo', [5, 4]],
		['Created_at = TODAY()', 'Asia/Tokyo', [5, 4]],
		['moment < TODAY()', 'Asia/Tokyo', [3, 2, 1]],
		['moment = YESTERDAY()', 'Asia/Tokyo', [3, 2]],
		['moment = TODAY()', 'Pacific/Honolulu', [5, 4, 3]],
		['day = TODAY()', 'Asia/Tokyo', [3]],
		['day = TODAY()', 'Pacific/Honolulu', [2]],
		['day = TODAY()', 'Nowhere/Land', [2]],
		['day = TOMORROW()', 'Pacific/Honolulu', [3]],
		['day != TODAY()', 'Asia/Tokyo', [5, 4, 2, 1]],
		['day = THIS_WEEK()', 'Asia/Tokyo', [3, 2, 1]],
		['day = THIS_WEEK(SATURDAY)', 'Asia/Tokyo', [3]],
		['day = NEXT_WEEK(FRIDAY)', 'Asia/Tokyo', [4]],
		['day = THIS_MONTH(31)', 'Asia/Tokyo', [4]],
		['day > THIS_MONTH()', 'Asia/Tokyo', [4]],
		['day = LAST_YEAR()', 'Asia/Tokyo', [5]],
		['day = FROM_TODAY(-1, DAYS)', 'Asia/Tokyo', [2]],
		['day >= FROM_TODAY(1, weeks)', 'Asia/Tokyo', []],
		['day < FROM_TODAY(9999999, YEARS)', 'Asia/Tokyo', [5, 4, 3, 2, 1]],
		['moment = NOW()', 'Asia/Tokyo', [5]],
		['moment = NOW()', 'Pacific/Honolulu', [5]],
		['moment <= NOW() and moment >= NOW()', 'UTC', [5]],
		['moment = "2026-04-25T00:00:00+09:00"', 'UTC', [4]],
		['moment = "2026-04-25"', 'Asia/Tokyo', [5, 4]],
		['moment > "2026-04-24T14:59:00.5Z"', 'UTC', [5, 4]],
		['moment >= "2026-04-24T14:59:00.5Z"', 'UTC', [5, 4]],
		['Created_at < "0000-01-01T00:00:00Z"', 'UTC', []],
		['day = "2026-02-30"', 'UTC', []],
	])('%s in %s', async (query, timeZone, ids) =>
		expect(await database.find(query, { ...CONTEXT, timeZone })).toEqual(ids),
	);
});

describe('emptiness and callers', () => {
	const entity = (code: string) => [{ code, name: code }];
	beforeAll(() =>
		database.fill([
			record(1, { priority: null, day: null, memo: ' \n', teams: entity('sales') }),
			record(2, { priority: '', day: '', memo: '', teams: entity('it'), 金額: '' }),
			record(3, { priority: 'High', day: '2026-01-01', memo: 'x', 金額: '0.10' }),
		]),
	);

	test.each([
		['priority in ("")', [2, 1]],
		['priority not in ("")', [3]],
		['day = ""', [2, 1]],
		['day != ""', [3]],
		['memo is empty', [2, 1]],
		['memo is not empty', [3]],
		['金額 = ""', [2, 1]],
		['金額 = 0.1', [3]],
		['金額 = "0.100000000000000000000001"', []],
		['金額 < 1', [3]],
		['teams in (PRIMARY_ORGANIZATION())', [1]],
		['Created_by in (LOGINUSER())', [3, 2, 1]],
		['Record_number in ("CODE-2", 3)', [3, 2]],
	])('%s', async (query, ids) => expect(await database.find(query)).toEqual(ids));

	test('without a primary organization its condition is ignored', async () => {
		const nobody = { ...CONTEXT, organizations: [] };
		const find = (query: string) => database.find(query, nobody);
		expect(await find('teams in (PRIMARY_ORGANIZATION())')).toEqual([3, 2, 1]);
		expect(await find('teams in (PRIMARY_ORGANIZATION()) and $id > 1')).toEqual([3, 2]);
		expect(await find('teams in (PRIMARY_ORGANIZATION()) or $id > 2')).toEqual([3]);
		expect(await find('teams in ("it", PRIMARY_ORGANIZATION())')).toEqual([2]);
	});
});

describe('order and pages', () => {
	const amounts = ['10', '9', '', '-1', '9.5', '9.0'];
	const priorities = ['Low', 'High', null, 'Low', 'no "rush"', 'High'];
	beforeAll(() =>
		database.fill(
			amounts.map((amount, index) =>
				record(index + 1, {
					金額: amount,
					priority: priorities[index],
					...table({ quantity: amount }),
				}),
			),
		),
	);

	test.each([
		['', [6, 5, 4, 3, 2, 1]],
		['order by $id asc', [1, 2, 3, 4, 5, 6]],
		['order by 金額', [3, 4, 6, 2, 5, 1]],
		['order by 金額 desc', [1, 5, 6, 2, 4, 3]],
		['order by priority, 金額 desc', [3, 6, 2, 1, 4, 5]],
		['order by quantity desc limit 2', [1, 5]],
		['金額 > 0 order by 金額 asc limit 2 offset 1', [2, 5]],
		['offset 4', [2, 1]],
	])('%j', async (query, ids) => expect(await database.find(query)).toEqual(ids));
});

describe('what a caller writes never becomes SQL', () => {
	const hostile = `'; drop table records; -- $1 "\\ \u0001 \ud800 ${'x'.repeat(3000)}`;
	beforeAll(() =>
		database.fill([record(1, { title: hostile.replace('\ud800', '\ufffd') }), record(2, {})]),
	);

	test('in literals', async () => {
		expect(await database.find(`title = ${printString(hostile)}`)).toEqual([1]);
		expect(await database.find(`title like ${printString(hostile)}`)).toEqual([1]);
	});

	test('whatever the text', async () => {
		await fc.assert(
			fc.asyncProperty(fc.string({ unit: 'binary' }), async (raw) => {
				const title = Buffer.from(raw.replaceAll('\0', '')).toString();
				await database.fill([record(1, { title })]);
				expect(await database.find(`title = ${printString(title)}`)).toEqual([1]);
				await database.find(`title like ${printString(title)}`);
			}),
			{ numRuns: 60 },
		);
	});
});
