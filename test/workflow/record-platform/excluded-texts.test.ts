import { useNewApp } from './app';
import { lines } from './table-scene';
import { byId } from './world';

const app = useNewApp({
	Plain: { type: 'SINGLE_LINE_TEXT' },
	Who: { type: 'USER_SELECT' },
	Lines: {
		type: 'SUBTABLE',
		fields: {
			Article: { type: 'SINGLE_LINE_TEXT' },
			Notes: { type: 'MULTI_LINE_TEXT' },
		},
	},
});

const plain = 'Plain|SINGLE_LINE_TEXT';
const remove = async (field: string, operator: string, value: unknown, json = {}) =>
	await app.run(
		'deleteByConditions',
		{ conditions: { rows: [{ field, operator, value }] } },
		{ items: [json] },
	);
const left = async (code = 'Plain') => (await app.records()).map((record) => record[code]);

describe('lines of a text are the values of a list', () => {
	it.each(['東京\n大阪', '東京,\n大阪\n', '東京\r\n大阪'])(
		'of which no record is deleted: %j',
		async (keep) => {
			for (const Plain of ['東京', '大阪', '福岡']) await app.create({ Plain });
			const { error } = await remove(plain, 'noneOf', '={{ $json.keep }}', { keep });
			expect(error).toBeUndefined();
			expect(await left()).toEqual(['東京', '大阪']);
		},
	);

	it('of people', async () => {
		for (const code of ['sato', 'suzuki', 'ito']) await app.create({ Who: [{ code }] });
		await remove('Who|USER_SELECT', 'noneOf', 'sato\nsuzuki');
		expect(await left('Who')).toMatchObject([[{ code: 'sato' }], [{ code: 'suzuki' }]]);
	});

	it('which must not be empty', async () => {
		await app.create({ Plain: '東京' });
		const { error } = await remove(plain, 'noneOf', '大阪\n\n福岡');
		expect(error?.message).toContain('has an empty value: entry 2 of 3');
		expect(await left()).toEqual(['東京']);
	});

	it('where records are read, too', async () => {
		for (const Plain of ['東京', '大阪', '福岡']) await app.create({ Plain });
		const rows = [{ field: plain, operator: 'anyOf', value: '東京\n大阪' }];
		const { output } = await app.run('getAll', { returnAll: true, conditions: { rows } });
		expect(output).toHaveLength(2);
	});
});

describe('rows of a table', () => {
	const removeRows = async (column: string, operator: string, value: string) => {
		const rows = lines(
			{ Article: 'pen', Notes: 'a\nb' },
			{ Article: 'ink', Notes: 'c' },
			{ Article: 'cap', Notes: 'd' },
		);
		const recordId = byId(await app.create({ Lines: rows.value }));
		const rowConditions = { rows: [{ column, operator, value }] };
		const parameters = { recordId, table: 'Lines', deleteBy: 'conditions', rowConditions };
		return await app.run('delete', parameters, { resource: 'tableRow' });
	};
	const articles = async () => {
		const [record] = await app.records();
		const rows = record?.Lines as Array<{ value: { Article: { value: string } } }>;
		return rows.map(({ value }) => value.Article.value);
	};

	it('are kept by the lines of a text', async () => {
		const { error } = await removeRows('Article', 'noneOf', 'pen\nink');
		expect(error).toBeUndefined();
		expect(await articles()).toEqual(['pen', 'ink']);
	});

	it('are kept by a text of several lines', async () => {
		await removeRows('Notes', 'noneOf', 'a\nb');
		expect(await articles()).toEqual(['pen']);
	});

	it.each(['pen ', '　pen', 'pen\n'])('are not removed for blanks around %j', async (value) => {
		const { error } = await removeRows('Article', 'notEquals', value);
		expect(error?.message).toContain('has "pen" in column "Article"');
		expect(await articles()).toEqual(['pen', 'ink', 'cap']);
	});
});

describe('blanks around a text', () => {
	it.each(['東京 ', '　東京', '東京\n'])(
		'do not delete the record that was to be left: %j',
		async (keep) => {
			for (const Plain of ['東京', '福岡']) await app.create({ Plain });
			const { error } = await remove(plain, 'notEquals', '={{ $json.keep }}', { keep });
			expect(error?.description).toContain('Use "東京"');
			expect(await left()).toEqual(['東京', '福岡']);
		},
	);

	it('are meant where a record has them', async () => {
		for (const Plain of ['東京', '東京 ']) await app.create({ Plain });
		const { error } = await remove(plain, 'notEquals', '={{ $json.keep }}', { keep: '東京 ' });
		expect(error).toBeUndefined();
		expect(await left()).toEqual(['東京 ']);
	});

	it('in a record are not those of the condition', async () => {
		for (const Plain of ['東京', '東京　']) await app.create({ Plain });
		const { error } = await remove(plain, 'noneOf', '東京');
		expect(error).toBeUndefined();
		expect(await left()).toEqual(['東京']);
	});
});
