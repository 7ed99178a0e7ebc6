import fc from 'fast-check';

import { pairedRows, type TrustInIds } from '../../../nodes/RecordPlatform/diff/pairRows';
import type { Field } from '../../../nodes/RecordPlatform/values/form';
import type { SentRow } from '../../../nodes/RecordPlatform/values/rows';

const TYPES = { A: 'SINGLE_LINE_TEXT', Q: 'NUMBER', S: 'SINGLE_LINE_TEXT' };

/** A row from text: its ID and its values, such as `1 ink 5`. `S` is a column that is not written. */
const row = (text: string): SentRow => {
	const [id = '', ...values] = text.split(' ');
	const cells = values.map((value, at) => {
		const [code, type] = Object.entries(TYPES)[at] ?? [];
		return [code, { type, value: value === '-' ? '' : value }];
	});
	return {
		...(id !== '-' && { id }),
		value: Object.fromEntries(cells) as SentRow['value'],
	};
};

interface Given {
	trust?: TrustInIds;
	by?: string[];
	columns?: Field[];
	keepsOthers?: boolean;
}

/** The IDs that rows get, `-` for a new row. */
const ids = (rows: string[], current: string[], given: Given = {}) =>
	pairedRows('T', rows.map(row), current.map(row), {
		trust: 'never',
		by: [],
		columns: [],
		...given,
	}).map(({ id }) => id ?? '-');

const refusal = (rows: string[], current: string[], given?: Given) => {
	try {
		ids(rows, current, given);
	} catch (problem) {
		const { message, advice } = problem as { message: string; advice: string };
		return `${message}. ${advice}`;
	}
	return 'none';
};

const CURRENT = ['1 ink 5', '2 tea 7', '3 pen 9'];
const WITH_SERIALS = ['1 ink 5 I1', '2 tea 7 T2', '3 pen 9 -'];

it.each<[string, string[], TrustInIds, string[]]>([
	['IDs of the record count first', ['2 ink 5', '1 tea 7'], 'first', ['2', '1']],
	['an ID that the record lacks counts as none', ['8 tea 7', '9 cup 1'], 'first', ['2', '-']],
	['values count before IDs', ['2 ink 5', '1 tea 7'], 'last', ['1', '2']],
	['IDs count for values that changed', ['2 cup 1', '1 ink 5'], 'last', ['2', '1']],
	['IDs of others never count', ['2 cup 1', '1 ink 5'], 'never', ['-', '1']],
	['a row is not paired twice', ['- ink 5', '- ink 5'], 'never', ['1', '-']],
	['numbers are compared as numbers', ['- ink 5.0'], 'never', ['1']],
	['rows with other values are new', ['- ink 6', '- jar 2'], 'never', ['-', '-']],
])('%s', (_name, rows, trust, expected) => {
	expect(ids(rows, CURRENT, { trust })).toEqual(expected);
});

describe('a row whose lookup is that of one current row', () => {
	const lookup = { app: '1', key: 'Code', copies: [] } as unknown as Field['lookup'];
	const columns = [{ code: 'A', type: 'SINGLE_LINE_TEXT', ...(lookup && { lookup }) }];

	it('replaces it, so that the copies stay', () => {
		expect(ids(['- tea 8', '- ink 6'], CURRENT, { columns })).toEqual(['2', '1']);
	});

	it.each([
		['has a value that is not written', ['- ink 6'], WITH_SERIALS, { columns }],
		['stays beside it', ['- ink 6'], CURRENT, { columns, keepsOthers: true }],
	])('is refused if the current row %s', (_name, rows, current, given) => {
		expect(refusal(rows, current, given)).toContain("it isn't known which");
	});

	it('is refused if the files of the current row are to be kept', () => {
		const withFile = (fileKey: string, id?: string): SentRow => ({
			...(id !== undefined && { id }),
			value: {
				A: { type: 'SINGLE_LINE_TEXT', value: 'ink' },
				F: { type: 'FILE', value: [{ fileKey }] },
			} as unknown as SentRow['value'],
		});
		const paired = (keepsFiles: boolean) =>
			pairedRows('T', [withFile('new')], [withFile('old', '1')], {
				...{ trust: 'never', by: [], columns, keepsFiles },
			});
		expect(paired(false).map(({ id }) => id)).toEqual(['1']);
		expect(() => paired(true)).toThrow('has files to keep ("F")');
	});

	it('is new if several rows have the lookup', () => {
		expect(ids(['- ink 6'], ['1 ink 5', '2 ink 7'], { columns })).toEqual(['-']);
	});
});

it('the same values twice keep their IDs', () => {
	expect(ids(['2 ink 5', '1 ink 5'], ['1 ink 5', '2 ink 5'], { trust: 'last' })).toEqual([
		'2',
		'1',
	]);
});

describe('a column that identifies a row', () => {
	const by = ['A'];

	it.each([
		['another quantity', ['- ink 6', '- tea 7'], ['1', '2']],
		['another order', ['- pen 1', '- tea 2', '- ink 3'], ['3', '2', '1']],
		['the quantity of another row', ['- tea 5', '- ink 7'], ['2', '1']],
		['an article that is new', ['- cup 5', '- tea 7'], ['-', '2']],
	])('decides: %s', (_name, rows, expected) => {
		expect(ids(rows, WITH_SERIALS, { by })).toEqual(expected);
	});

	it('decides with others', () => {
		const two = ['1 ink 5 I1', '2 ink 7 I2'];
		expect(ids(['- ink 7', '- ink 8'], two, { by: ['A', 'Q'] })).toEqual(['2', '-']);
	});

	it('is refused where several rows have the same value, and something could be lost', () => {
		const two = ['1 ink 5 I1', '2 ink 7 -'];
		expect(refusal(['- ink 6'], two, { by })).toContain('because several have the same "A"');
		expect(refusal(['- ink 6', '- ink 8'], two, { by })).toContain('"S"');
		expect(refusal(['- ink 6'], ['1 ink 5 -', '2 ink 7 -'], { by })).toBe('none');
	});

	it.each([
		['have other values', ['1 ink 5 I1', '2 ink 7 I2']],
		['have none', ['1 ink 5 -', '2 ink 7 I2']],
		['have some', ['1 ink 5 I1', '2 ink 7 -']],
	])('is refused where one of several looks unchanged, and the others %s', (_name, two) => {
		const reason = 'because several have the same "A". Nothing was written';
		expect(refusal(['- ink 7', '- ink 6'], two, { by })).toContain(reason);
		expect(refusal(['- ink 6', '- tea 1', '- ink 7'], two, { by })).toContain('("S")');
		expect(ids(['- ink 7'], two, { by })).toEqual(['2']);
		expect(ids(['- ink 7', '- ink 5', '- ink 6'], two, { by })).toEqual(['2', '1', '-']);
	});

	it('is refused where one of several writes what the others do not', () => {
		const two = ['1 ink 5 I1', '2 ink 7 I2'];
		expect(refusal(['- ink 7', '- ink 6 I3'], two, { by })).toContain('("S")');
		expect(ids(['- ink 7 I2', '- ink 6 I3'], two, { by })).toEqual(['2', '1']);
	});

	it.each([['-'], ['I1']])('may be there twice where the rows are the same else: %s', (serial) => {
		const two = [`1 ink 5 ${serial}`, `2 ink 7 ${serial}`];
		expect(ids(['- ink 7', '- ink 6'], two, { by })).toEqual(['2', '1']);
		expect(ids(['- ink 8', '- ink 6'], two, { by })).toEqual(['1', '2']);
		expect(ids(['- ink 8', '- ink 6'], two, { by, keepsOthers: true })).toEqual(['1', '2']);
		expect(refusal(['- ink 8'], two, { by, keepsOthers: true })).toContain('the same "A"');
		const other = [...two, '3 ink 9 I3'];
		expect(refusal(['- ink 7', '- ink 9', '- ink 6'], other, { by })).toContain('the same "A"');
	});

	it('says nothing of rows that are known by their IDs', () => {
		const two = ['1 ink 5 I1', '2 ink 7 I2'];
		expect(ids(['2 ink 8', '- ink 6'], two, { by, trust: 'first' })).toEqual(['2', '1']);
		expect(refusal(['- ink 8', '2 ink 7'], two, { by })).toContain('the same "A"');
	});

	describe('and is blank', () => {
		const others = ['1 ink 5 I1', '2 - 3 S2'];

		it('finds no row', () => {
			expect(refusal(['- ink 6', '- - 4'], others, { by })).toBe(
				'Table "T" has values in columns that you don\'t write ("S"), and it isn\'t known which of its rows the changed rows replace, because they have no value in "A". Nothing was written, because these values could be lost. Add columns to the option "Match Rows By". Or write these columns, too',
			);
			expect(ids(['- ink 6', '- - 3'], others, { by })).toEqual(['1', '2']);
			expect(ids(['- ink 6', '- - 4'], ['1 ink 5 I1', '2 - 3 -'], { by })).toEqual(['1', '-']);
			expect(ids(['- - 4'], ['1 ink 5 I1'], { by })).toEqual(['-']);
			expect(ids(['- - 4', '- - 5'], ['1 - 4 S1', '2 - 3 -'], { by })).toEqual(['1', '-']);
		});

		it.each([[' '], ['\u3000'], [null]])('or is as good as blank: %j', (value) => {
			const blank = { value: { A: { type: TYPES.A, value }, Q: { value: '4' } } };
			const spaced = { id: '2', value: { ...row('2 - 3 S2').value, A: { type: TYPES.A, value } } };
			const matching = { trust: 'never' as const, by, columns: [] };
			const pair = () => pairedRows('T', [blank], [spaced] as unknown as SentRow[], matching);
			expect(pair).toThrow('because they have no value in "A"');
		});

		it('leaves it to the other columns of a key, if they are those of no other row', () => {
			const two = { by: ['A', 'Q'] };
			const cell = (value: string) => ({ type: TYPES.S, value });
			const serials = (rows: string[], current: string[]) => {
				const changed = rows.map((text) => {
					const made = row(text);
					return { value: { ...made.value, N: cell('new') } };
				});
				const held = current.map((text) => {
					const made = row(text);
					return { ...made, value: { ...made.value, N: cell('old') } };
				});
				return pairedRows('T', changed, held, { trust: 'never', columns: [], ...two }).map(
					({ id }) => id ?? '-',
				);
			};
			expect(serials(['- - 3', '- ink 5'], others)).toEqual(['2', '1']);
			expect(serials(['- ink -'], ['1 ink - I1'])).toEqual(['1']);
			expect(serials(['- ink -'], others)).toEqual(['-']);
			expect(() => serials(['- - 3', '- ink 3'], others)).toThrow('no value in "A"');
			expect(() => serials(['- - 3'], [...others, '3 ink 3 I3'])).toThrow('no value in "A"');
			expect(() => serials(['- - -'], ['1 - - S1'])).toThrow('no value in "A" and "Q"');
		});

		it('finds none with an empty list, either', () => {
			const none = { M: { type: 'MULTI_SELECT', value: [] } };
			const given = [{ value: { ...none, A: { type: TYPES.A, value: 'tea' } } }];
			const held = { id: '1', value: { ...row('1 ink 5 I1').value, ...none } };
			const matching = { trust: 'never' as const, by: ['M'], columns: [] };
			expect(() => pairedRows('T', given, [held], matching)).toThrow('no value in "M"');
		});
	});

	it('is refused where a row lacks it', () => {
		const [lacking] = [{ value: { Q: { value: '1' } } }];
		expect(() =>
			pairedRows('T', [lacking as unknown as SentRow], WITH_SERIALS.map(row), {
				trust: 'never',
				by,
				columns: [],
			}),
		).toThrow('Row 1 of table "T" has no column "A"');
	});

	it('counts before IDs that may be those of another app', () => {
		expect(ids(['1 cup 6', '2 tea 8'], WITH_SERIALS, { by, trust: 'last' })).toEqual(['-', '2']);
	});

	it('of another table says nothing', () => {
		expect(ids(['- ink 5'], WITH_SERIALS, { by: ['X'] })).toEqual(['1']);
		expect(ids(['- ink 6'], CURRENT, { by: ['X'] })).toEqual(['-']);
	});

	it('is refused where several incoming rows have the same value', () => {
		expect(refusal(['- ink 6', '- ink 7'], ['1 ink 5 I1'], { by })).toContain('the same "A"');
	});

	it('is not needed in rows that are known by their IDs', () => {
		const [known] = [{ id: '1', value: { Q: { value: '1' } } }] as unknown as SentRow[];
		const matching = { trust: 'first' as const, by, columns: [] };
		const paired = pairedRows('T', [known as SentRow], WITH_SERIALS.map(row), matching);
		expect(paired.map(({ id }) => id)).toEqual(['1']);
	});
});

describe('rows that are the same in what is written', () => {
	const two = ['1 ink 5 I1', '2 ink 5 I2'];

	it.each([[[]], [['A']]])('are refused if one of them goes: by %j', (by) => {
		expect(refusal(['- ink 5'], two, { by })).toBe(
			'Several rows of table "T" have the same "A" and "Q", and it isn\'t known which of them goes, with its "S". Nothing was written, because values could be lost. Write "S", too, so that the rows differ',
		);
		expect(refusal(['- ink 5', '- tea 1'], two, { by })).toContain('with its "S"');
	});

	it('stay as they are', () => {
		expect(ids(['- ink 5', '- ink 5'], two)).toEqual(['1', '2']);
		expect(ids(['- tea 1', '- ink 5', '- ink 5'], ['3 tea 1 -', ...two])).toEqual(['3', '1', '2']);
		expect(
			ids(['- ink 5', '- tea 1', '- ink 5'], [two[0] ?? '', '3 tea 1 -', two[1] ?? '']),
		).toEqual(['1', '3', '2']);
		expect(ids(['- tea 1', '- ink 5'], ['1 ink 5 -', '2 ink 5 -', '3 tea 1 -'])).toEqual([
			'3',
			'2',
		]);
	});

	it('are not chosen from where the others stay, or IDs say which it is', () => {
		expect(ids(['- ink 5'], two, { keepsOthers: true })).toEqual(['1']);
		expect(ids(['2 ink 5'], two, { trust: 'first' })).toEqual(['2']);
		expect(refusal(['- ink 5'], two, { trust: 'first' })).toContain('with its "S"');
	});

	it('are refused if only one of those that go has another value', () => {
		const three = ['1 ink 5 I1', '2 ink 5 I1', '3 ink 5 I3'];
		expect(refusal(['- ink 5'], three)).toContain('with its "S"');
	});

	it('lose nothing if they are the same in all', () => {
		expect(ids(['- ink 5'], ['1 ink 5 I1', '2 ink 5 I1'])).toEqual(['1']);
		expect(ids(['- ink 5'], ['1 ink 5 I1', '2 ink 5 -'])).toEqual(['1']);
	});
});

describe('without such a column, rows that changed', () => {
	it('are refused if values that are not written could be lost', () => {
		expect(refusal(['- ink 6', '- tea 7'], WITH_SERIALS)).toBe(
			'Table "T" has values in columns that you don\'t write ("S"), and it isn\'t known which of its rows the changed rows replace. Nothing was written, because these values could be lost. In the option "Match Rows By", choose the columns that identify a row, such as an article number. Or write these columns, too',
		);
		expect(refusal(['- ink 6', '- ink 7'], WITH_SERIALS, { by: ['A'] })).toBe(
			'Table "T" has values in columns that you don\'t write ("S"), and it isn\'t known which of its rows the changed rows replace, because several have the same "A". Nothing was written, because these values could be lost. Add columns to the option "Match Rows By". Or write these columns, too',
		);
	});

	it.each<TrustInIds>(['first', 'last', 'never'])('are refused if no ID is known, %s', (trust) => {
		expect(refusal(['9 ink 6', '- tea 7'], WITH_SERIALS, { trust })).toContain('("S")');
	});

	it('go by their IDs if they have all that people entered', () => {
		const rows = ['2 tea 8 T2', '- cup 1', '1 inks 5 I1'];
		expect(ids(rows, WITH_SERIALS, { trust: 'last' })).toEqual(['2', '-', '1']);
		expect(refusal(rows, WITH_SERIALS, { trust: 'never' })).toContain('("S")');
	});

	it('are refused if their IDs may be those of another app', () => {
		expect(refusal(['1 ink 6', '2 tea 7'], WITH_SERIALS, { trust: 'last' })).toContain('("S")');
		expect(refusal(['1 ink 6', '2 tea 7'], WITH_SERIALS, { trust: 'never' })).toContain('("S")');
	});

	it('are refused if only some of them write a column', () => {
		const reason = refusal(['- ink 6 I1', '- tea 8'], WITH_SERIALS);
		expect(reason).toContain('("S")');
	});

	it('are refused if the others stay, because they could be there twice', () => {
		const given = { keepsOthers: true };
		expect(refusal(['- ink 6'], CURRENT, given)).toBe(
			'Table "T" has changed rows: it isn\'t known which of its rows the changed rows replace. Nothing was written, because rows could be there twice. In the option "Match Rows By", choose the columns that identify a row, such as an article number',
		);
		expect(ids(['- ink 6', '- cup 5'], CURRENT, { ...given, by: ['A'] })).toEqual(['1', '-']);
	});

	it.each<[string, string[], string[], Given]>([
		['the rows that go have none', ['- ink 5', '- tea 7', '- pen 8'], WITH_SERIALS, {}],
		['rows only go', ['- tea 7'], WITH_SERIALS, {}],
		['the others stay, and none changed', ['- tea 7'], WITH_SERIALS, { keepsOthers: true }],
		['others have IDs of the record', ['- cup 1', '2 tea 8'], WITH_SERIALS, { trust: 'first' }],
		['all is written', ['- ink 6 I1', '- tea 7 T2'], WITH_SERIALS, {}],
		[
			'the service fills in the same value',
			['- ink 6'],
			['1 ink 5 open'],
			{ columns: [{ code: 'S', type: TYPES.S, defaultValue: 'open' }] },
		],
		[
			'a lookup fills it in',
			['- ink 6'],
			['1 ink 5 x'],
			{ columns: [{ code: 'S', type: TYPES.S, computed: true }] },
		],
	])('are not if %s', (_name, rows, current, given) => {
		expect(refusal(rows, current, given)).toBe('none');
	});
});

it('formulas and the seconds of a time are no reason to refuse', () => {
	const at = (value: string) => ({ type: 'DATETIME', value });
	const sum = { type: 'CALC', value: '5' };
	const current = [
		{ id: '1', value: { At: at('2031-01-01T09:30:00Z'), Sum: sum } },
		{ id: '2', value: { At: at('2031-01-01T10:30:00Z'), Sum: sum } },
	] as unknown as SentRow[];
	const rows = ['2031-01-01T10:30:20Z', '2031-01-02T09:30:00Z'].map((one) => ({
		value: { At: at(one) },
	})) as unknown as SentRow[];
	const paired = pairedRows('T', rows, current, { trust: 'never', by: ['At'], columns: [] });
	expect(paired.map(({ id }) => id)).toEqual(['2', undefined]);
});

it('no value that is not written comes to another article or is lost, for any rows', () => {
	const values = fc.record({
		article: fc.constantFrom('ink', 'tea', 'pen', '-'),
		quantity: fc.integer({ min: 1, max: 3 }),
		serial: fc.constantFrom('-', 'x', 'y'),
	});
	const rows = fc.array(values, { maxLength: 4 });
	fc.assert(
		fc.property(rows, rows, fc.boolean(), (wanted, held, byArticle) => {
			const current = held.map(
				({ article, quantity, serial }, at) => `${at + 1} ${article} ${quantity} ${serial}`,
			);
			const given = wanted.map(({ article, quantity }) => `- ${article} ${quantity}`);
			let found: string[];
			try {
				found = ids(given, current, { by: byArticle ? ['A'] : [] });
			} catch {
				return;
			}
			for (const [at, id] of found.entries()) {
				const partner = held[Number(id) - 1];
				if (partner === undefined) continue;
				const { article } = partner;
				expect(article).toBe(wanted[at]?.article);
				const isChanged = partner.quantity !== wanted[at]?.quantity;
				if (isChanged) expect([byArticle, article]).not.toEqual([true, '-']);
				const alike = held.filter((one) => one.article === article);
				if (isChanged) expect(new Set(alike.map(({ serial }) => serial)).size).toBe(1);
			}
			const isLost = held.some(
				({ article, serial }, at) =>
					serial !== '-' &&
					!found.includes(String(at + 1)) &&
					wanted.some((one, of) => one.article === article && found[of] === '-'),
			);
			expect(isLost).toBe(false);
		}),
		{ numRuns: 2000 },
	);
});
