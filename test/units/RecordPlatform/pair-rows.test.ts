import { pairedRows, type TrustInIds } from '../../../nodes/RecordPlatform/diff/pairRows';
import type { SentRow } from '../../../nodes/RecordPlatform/values/rows';

/** A row from text: its ID and its values, such as `1 ink 5`. */
const row = (text: string): SentRow => {
	const [id = '', article, quantity] = text.split(' ');
	const cell = (type: string, value: string | undefined) => ({ type, value: value ?? '' });
	return {
		...(id !== '-' && { id }),
		value: { A: cell('SINGLE_LINE_TEXT', article), Q: cell('NUMBER', quantity) },
	};
};

/** The IDs that rows get, `-` for a new row. */
const ids = (rows: string[], current: string[], trust: TrustInIds) =>
	pairedRows(rows.map(row), current.map(row), trust).map(({ id }) => id ?? '-');

const CURRENT = ['1 ink 5', '2 tea 7', '3 pen 9'];

it.each<[string, string[], TrustInIds, string[]]>([
	['IDs of the record count first', ['2 ink 5', '1 tea 7'], 'first', ['2', '1']],
	['an ID that the record lacks counts as none', ['8 tea 7', '9 cup 1'], 'first', ['2', '-']],
	['values count before IDs', ['2 ink 5', '1 tea 7'], 'last', ['1', '2']],
	['IDs count for values that changed', ['2 cup 1', '1 ink 5'], 'last', ['2', '1']],
	['IDs of others never count', ['2 cup 1', '1 ink 5'], 'never', ['-', '1']],
	['a value in common pairs rows at the same place', ['- ink 6', '- tea 8'], 'never', ['1', '2']],
	['a row is not paired twice', ['- ink 5', '- ink 5'], 'never', ['1', '-']],
	['rows without a value in common are new', ['- cup 1', '- jar 2'], 'never', ['-', '-']],
])('%s', (_name, rows, trust, expected) => {
	expect(ids(rows, CURRENT, trust)).toEqual(expected);
});

it('the same values twice keep their IDs', () => {
	expect(ids(['2 ink 5', '1 ink 5'], ['1 ink 5', '2 ink 5'], 'last')).toEqual(['2', '1']);
});

it('rows are paired with those that are most alike, wherever they stand', () => {
	expect(ids(['- ink 6', '- tea 7'], ['1 tea 7', '2 ink 5'], 'never')).toEqual(['2', '1']);
	expect(ids(['- cup 6', '- tea 7'], ['1 tea 7', '2 ink 5'], 'never')).toEqual(['-', '1']);
});

it('a value that several rows have pairs nothing by itself', () => {
	const printers = ['1 printer 1', '2 scanner 1', '3 phone 2'];
	expect(ids(['- camera 1', '- scanner 1', '- phone 2'], printers, 'never')).toEqual([
		'-',
		'2',
		'3',
	]);
	expect(ids(['- scanner 5', '- phone 1'], printers, 'never')).toEqual(['2', '3']);
});

/** Rows from text with any columns: `1 ink|5|pcs`. */
const table =
	(...columns: Array<[string, string]>) =>
	(text: string): SentRow => {
		const [, id = '', values = ''] = /^(\S+) (.*)$/.exec(text) ?? [];
		const cells = values.split('|').map((value, at) => {
			const [code = '', type = ''] = columns[at] ?? [];
			return [code, { type, value: type === 'USER_SELECT' ? [{ code: value }] : value }];
		});
		return { ...(id !== '-' && { id }), value: Object.fromEntries(cells) as SentRow['value'] };
	};

const TEXT = 'SINGLE_LINE_TEXT';
const ORDER = table(['Article', TEXT], ['Quantity', 'NUMBER'], ['Unit', TEXT], ['Due', 'DATE']);
const TIMES = table(['Day', 'DATE'], ['Work', TEXT], ['Hours', 'NUMBER']);
const PARTS = table(['Code', TEXT], ['Name', TEXT], ['Price', 'NUMBER']);
const SIZES = table(['Size', 'DROP_DOWN'], ['Count', 'NUMBER']);
const YEARS = table(['Year', 'NUMBER'], ['Amount', 'NUMBER']);

it.each<[string, (text: string) => SentRow, string[], string[], string[]]>([
	['exchanged quantities', ORDER, ['- b|1', '- a|2'], ['1 a|1', '2 b|2'], ['2', '1']],
	['one of two, with the quantity of the other', ORDER, ['- b|1'], ['1 a|1', '2 b|2'], ['2']],
	['another article, same quantity', ORDER, ['- c|1', '- b|2'], ['1 a|1', '2 b|2'], ['-', '2']],
	[
		'another article, same everything',
		ORDER,
		['- c|1|m|2031-01-01'],
		['1 a|1|m|2031-01-01'],
		['-'],
	],
	[
		'another article, same values of all rows',
		ORDER,
		['- c|10|pcs', '- b|10|pcs'],
		['1 a|10|pcs', '2 b|10|pcs'],
		['-', '2'],
	],
	[
		'articles that come on the days of others',
		ORDER,
		['- b|1|pcs|2031-01-01', '- c|1|pcs|2031-02-01'],
		['1 a|1|pcs|2031-01-01', '2 b|1|pcs|2031-02-01', '3 c|1|pcs|2031-03-01'],
		['2', '3'],
	],
	[
		'another article of the only one in metres',
		ORDER,
		['- a|1|pcs', '- rope|7|m', '- b|3|pcs'],
		['1 a|1|pcs', '2 cable|5|m', '3 b|2|pcs'],
		['1', '-', '3'],
	],
	[
		'an article twice, one of them changed',
		ORDER,
		['- a|5|pcs', '- a|2|pcs', '- b|9|pcs'],
		['1 a|1|pcs', '2 a|2|pcs', '3 b|3|pcs'],
		['1', '2', '3'],
	],
	['an article twice, both changed', ORDER, ['- a|5', '- a|6'], ['1 a|1', '2 a|2'], ['1', '2']],
	['one of two of an article, changed', ORDER, ['- a|5'], ['1 a|1', '2 a|2'], ['-']],
	[
		'other work on the same days',
		TIMES,
		['- 2031-01-02|write|8', '- 2031-01-01|meet|6'],
		['1 2031-01-01|plan|6', '2 2031-01-02|meet|8'],
		['2', '1'],
	],
	[
		'work that is moved to another day',
		TIMES,
		['- 2031-01-01|meet|6', '- 2031-01-02|plan|8'],
		['1 2031-01-01|plan|6', '2 2031-01-02|meet|8'],
		['1', '2'],
	],
	['other names of codes', PARTS, ['- x1|New|5', '- x2|B|7'], ['1 x1|A|4', '2 x2|B|6'], ['1', '2']],
	['sizes whose counts are exchanged', SIZES, ['- M|1', '- S|2'], ['1 S|1', '2 M|2'], ['2', '1']],
	['another size of the same count', SIZES, ['- L|2', '- S|2'], ['1 S|2', '2 M|2'], ['-', '1']],
	['a count of one size', SIZES, ['- S|9'], ['1 S|1'], ['1']],
	['amounts of years', YEARS, ['- 2030|7', '- 2031|9'], ['1 2030|5', '2 2031|6'], ['1', '2']],
])('%s', (_name, rowOf, rows, current, expected) => {
	const paired = pairedRows(rows.map(rowOf), current.map(rowOf), 'never');
	expect(paired.map(({ id }) => id ?? '-')).toEqual(expected);
});

it('a text of another row counts before an ID that may be of another app', () => {
	expect(ids(['1 tea 6', '2 ink 8'], ['1 ink 5', '2 tea 7'], 'last')).toEqual(['2', '1']);
	expect(ids(['1 cup 6', '2 ink 8'], ['1 ink 5', '2 tea 7'], 'last')).toEqual(['-', '1']);
});
