import {
	canonicalDecimal,
	compareDecimals,
	looseDecimal,
	toDecimal,
	toNumber,
} from '../../../nodes/RecordPlatform/values/numbers';
import {
	applyChanges,
	type Cells,
	type RowChange,
} from '../../../nodes/RecordPlatform/values/tables';
import { mergedRecord } from '../../../nodes/RecordPlatform/values/mergeItems';

describe('a number', () => {
	it.each([
		['1e5', '1e5'],
		['1E+10', '1E+10'],
		['1.5e-10', '1.5e-10'],
		['.25', '.25'],
		['5.', '5.'],
		['+5', '+5'],
		[' 5 ', '5'],
		['  ', ''],
		[7n, '7'],
		[1.5, '1.5'],
		['e5', undefined],
		['.', undefined],
		['1e', undefined],
		['1ex', undefined],
		['.x', undefined],
		['x5', undefined],
		[Infinity, undefined],
		[true, undefined],
		['1'.repeat(1000), '1'.repeat(1000)],
		['1'.repeat(1001), undefined],
		[`${' '.repeat(1000)}5`, '5'],
	])('from %p is %p', (value, expected) => expect(toDecimal(value)).toBe(expected));

	it.each([
		['$ 5', '5'],
		['- $5', '-5'],
		['5 $', '5'],
		['1 234 567', '1234567'],
		["1'234", '1234'],
		["12'345'678", '12345678'],
		['1_234_567', '1234567'],
		['1_234', '1234'],
		['1,2345', undefined],
		['1 234,567', undefined],
		['a5$', undefined],
		['a$5', undefined],
		['5$5', undefined],
		['1'.repeat(1001), undefined],
		[5, '5'],
		['  ', ''],
		['$', undefined],
		[' ¥ ', undefined],
		['￥', undefined],
		['-€', undefined],
	])('as people write it, %p, is %p', (value, expected) => {
		expect(looseDecimal(value)).toBe(expected);
	});

	it.each([
		['007', 7],
		['-007.50', -7.5],
		['1.0', 1],
		['100', 100],
		['0', 0],
		['00', 0],
		['1e3', '1e3'],
		['0.1000000000000000000001', '0.1000000000000000000001'],
		['', ''],
		['x', 'x'],
		['Infinity', 'Infinity'],
		['NaN', 'NaN'],
		[' 5', ' 5'],
	])('that was read, %p, is %p in JavaScript', (text, expected) => {
		expect(toNumber(text)).toBe(expected);
	});

	it('is the same in all its forms', () => {
		const same = ['150', '1.5e2', '+150', '0150.00', ' 150 ', '15E1', '1500e-1', '0.00015e6'];
		expect(new Set(same.map(canonicalDecimal)).size).toBe(1);
		expect(new Set(['0', '-0', '0.00', '0e9', '.0'].map(canonicalDecimal))).toEqual(new Set(['0']));
		const other = ['150', '-150', '15', '1500', '150.5', '1.5', '105'].map(canonicalDecimal);
		expect(new Set(other).size).toBe(other.length);
		for (const none of ['', '.', 'x', '1x', 'x1', 'e5', '-', '1e12345', '1 5']) {
			expect(canonicalDecimal(none)).toBeUndefined();
		}
	});

	it.each([
		['1', '2', -1],
		['2', '1', 1],
		['10', '9.99', 1],
		['-10', '9', -1],
		['1.10', '1.1', 0],
		['12345678901234567890', '12345678901234567891', -1],
		['1e3', '999', 1],
		['0.1', '0.2', -1],
		['1e-2', '1e-3', 1],
	])('%s compared with %s: %d', (one, other, sign) => {
		expect(Math.sign(compareDecimals(one, other))).toBe(sign);
	});

	it('is compared by its size where its digits would fill pages, and with nothing that is none', () => {
		expect(compareDecimals('1e9999', '1')).toBe(Infinity);
		expect(compareDecimals('1', '1e9999')).toBe(-Infinity);
		expect(compareDecimals('x', '1')).toBeNaN();
		expect(compareDecimals('1', 'x')).toBeNaN();
	});
});

describe('a table that items change', () => {
	const text = (value: string) => ({ type: 'SINGLE_LINE_TEXT', value });
	const file = (...keys: string[]) => ({
		type: 'FILE',
		value: keys.map((fileKey) => ({ fileKey, name: fileKey })),
	});
	const row = (id: string, cells: Cells) => ({ id, value: cells });
	const by = (code: string, value: string) => ({
		code,
		label: `The ${code}`,
		type: 'SINGLE_LINE_TEXT',
		operator: 'equals' as const,
		value,
	});
	const current = [
		row('1', { A: text('x'), B: text('y'), F: file('old') }),
		row('2', { A: text('x'), B: text('z'), F: file() }),
	];

	it('has rows added at its start in their order, also where it is empty', () => {
		const add = (value: string) =>
			({ kind: 'add', at: 'start', cells: { A: text(value) } }) as const;
		const { rows } = applyChanges('T', [], [add('a'), add('b')]);
		expect(rows.map(({ value }) => value.A)).toEqual([{ value: 'a' }, { value: 'b' }]);
	});

	it('loses and changes the rows with an ID, and no new row', () => {
		const { rows, outcomes } = applyChanges('T', current, [
			{ kind: 'add', cells: { A: text('new') } },
			{ kind: 'remove', match: { ids: ['1'] } },
			{ kind: 'update', match: { ids: ['2'] }, cells: { B: text('w') } },
		]);
		expect(rows).toEqual([
			{ id: '2', value: { B: { value: 'w' } } },
			{ value: { A: { value: 'new' } } },
		]);
		expect(outcomes).toEqual([
			{ added: 1, updated: 0, removed: 0 },
			{ added: 0, updated: 0, removed: 1 },
			{ added: 0, updated: 1, removed: 0 },
		]);
	});

	it('has those rows changed that meet all tests, in the columns that are not tested', () => {
		const match = { tests: [by('A', 'x'), by('B', 'z')] };
		const cells = { A: text('x'), B: text('z'), C: text('new') };
		expect(applyChanges('T', current, [{ kind: 'update', match, cells }]).rows).toEqual([
			{ id: '1', value: {} },
			{ id: '2', value: { C: { value: 'new' } } },
		]);
	});

	it.each([
		[true, [{ fileKey: 'old' }, { fileKey: 'new' }]],
		[false, [{ fileKey: 'new' }]],
	])('keeps the files of a row where that is wanted (%s)', (keepFiles, files) => {
		const cells = { F: { type: 'FILE', value: [{ fileKey: 'new' }] }, B: text('w') };
		const change: RowChange = { kind: 'update', match: { ids: ['1'] }, cells, keepFiles };
		expect(applyChanges('T', current, [change]).rows[0]).toEqual({
			id: '1',
			value: { F: { value: files }, B: { value: 'w' } },
		});
	});

	it('says what it has no row for, and what to do', () => {
		const outcome = (match: object) =>
			applyChanges('T', current, [{ kind: 'update', match, cells: {} } as never]).outcomes[0];
		expect(outcome({ ids: ['8', '9'] })).toMatchObject({
			message: 'Table "T" has no row with the ID "8", "9"',
			advice: expect.stringContaining('Read the record again') as unknown,
		});
		expect(outcome({ tests: [by('A', 'a'), by('Nope', 'b')] })).toMatchObject({
			message: 'Table "T" has no row with The A "a" and The Nope "b"',
			advice: 'To add missing rows, use Add or Update',
		});
	});

	it('is replaced once, by the rows of all items', () => {
		const { rows } = applyChanges('T', current, [
			{ kind: 'replace', cells: { A: text('a') } },
			{ kind: 'replace', cells: { A: text('b') } },
		]);
		expect(rows).toEqual([{ value: { A: { value: 'a' } } }, { value: { A: { value: 'b' } } }]);
	});
});

describe('a record of several items', () => {
	const one = (...values: unknown[]) =>
		mergedRecord(values.map((value, item) => ({ item, cells: { F: { value } } as never }))).F;
	const file = (fileKey: string) => ({ fileKey });

	it.each(['', null, undefined, []])('has the value of the other where one has %j', (empty) => {
		expect(one(empty, 'x')).toEqual({ value: 'x' });
		expect(one('x', empty)).toEqual({ value: 'x' });
		expect(one([file('a')], empty)).toEqual({ value: [file('a')] });
	});

	it('is not made of different values', () => {
		for (const [a, b] of [
			['x', 'y'],
			[['a'], ['b']],
			[['a'], [file('a')]],
			[[file('a')], ['a']],
			[[null], ['a']],
		]) {
			expect(() => one(a, b)).toThrow('have different values for "F"');
		}
		expect(() => one([file('a')], [file('a'), file('b')])).toThrow('have different files in "F"');
	});
});
