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
