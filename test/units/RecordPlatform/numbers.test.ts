import {
	canonicalDecimal,
	compareDecimals,
	looseDecimal,
	toDecimal,
	toNumber,
} from '../../../nodes/RecordPlatform/codec/numbers';

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
		['1,234円', '1234'],
		['100円', '100'],
		['\u22125', '-5'],
		['円', undefined],
		['0,123', undefined],
		['1,2345', undefined],
		['1 234,567', undefined],
		['a5$', undefined],
		['a$5', undefined],
		['5$5', undefined],
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
		['1e3', 1000],
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
		['1e-99999999', '0', 0],
		['x', '1', NaN],
	])('%s compared with %s: %d', (one, other, sign) => {
		expect(Math.sign(compareDecimals(one, other))).toBe(sign);
	});
});
