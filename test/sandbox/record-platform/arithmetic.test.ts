import fc from 'fast-check';
import {
	type Decimal,
	decimalIn,
	divided,
	rounded,
	ZERO,
} from '../../../sandbox/record-platform/decimal';
import { computeCells } from '../../../sandbox/record-platform/formula/compute';
import { FormulaError, parseFormula } from '../../../sandbox/record-platform/formula/parse';
import type { FormField, FormFields } from '../../../sandbox/record-platform/form';

const decimal = (text: string): Decimal => {
	const value = decimalIn(text);
	if (!value) throw new Error(`${text} is no number`);
	return value;
};

describe('decimals', () => {
	const scaled = fc.tuple(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), fc.nat(20));
	const text = ([coefficient, places]: [bigint, number]): string => `${coefficient}e-${places}`;

	it('read what they write', () => {
		fc.assert(
			fc.property(scaled, (number) => {
				const written = decimal(text(number)).toString();
				expect(written).toMatch(/^-?(0|[1-9]\d*)(\.\d*[1-9])?$/);
				expect(decimal(written).cmp(decimal(text(number)))).toBe(0);
			}),
		);
	});

	it('add, subtract and multiply exactly', () => {
		fc.assert(
			fc.property(scaled, scaled, (left, right) => {
				const [a, b] = [decimal(text(left)), decimal(text(right))];
				expect(a.plus(b).minus(b).cmp(a)).toBe(0);
				expect(a.times(b).cmp(b.times(a))).toBe(0);
				const both = BigInt(left[0]) * BigInt(right[0]);
				expect(a.times(b).cmp(decimal(text([both, left[1] + right[1]])))).toBe(0);
			}),
		);
	});

	it('divide to within half a unit of the last place', () => {
		const unit = decimal('0.00005');
		fc.assert(
			fc.property(scaled, scaled, (left, right) => {
				const [a, b] = [decimal(text(left)), decimal(text(right))];
				const quotient = divided(a, b, 4, 'HALF_EVEN');
				if (b.eq(ZERO)) return expect(quotient).toBeUndefined();
				const rest = (quotient as Decimal).times(b).minus(a);
				const bound = unit.times(b);
				return expect(rest.abs().cmp(bound.abs())).toBeLessThanOrEqual(0);
			}),
		);
	});

	it.each([
		['2.5', 0, 'HALF_EVEN', '2'],
		['3.5', 0, 'HALF_EVEN', '4'],
		['-2.5', 0, 'HALF_UP', '-3'],
		['2.1', 0, 'UP', '3'],
		['-2.9', 0, 'DOWN', '-2'],
		['1234', -2, 'HALF_UP', '1200'],
	] as const)('round %s to %i places %s: %s', (value, places, mode, expected) => {
		expect(rounded(decimal(value), places, mode).toString()).toBe(expected);
	});
});

describe('formulas', () => {
	const field = (type: FormField['type'], code: string, rest: Partial<FormField> = {}) => ({
		[code]: { type, code, label: code, ...rest },
	});
	const compute = (
		expression: string,
		cells: Record<string, unknown> = {},
		result: Partial<FormField> = {},
	): unknown => {
		const form: FormFields = {
			...field('NUMBER', 'a'),
			...field('NUMBER', 'b'),
			...field('DATE', 'day'),
			...field('DATETIME', 'moment'),
			...field('TIME', 'time'),
			...field('SINGLE_LINE_TEXT', 'text'),
			...field('CHECK_BOX', 'check'),
			...field('SUBTABLE', 'table', { fields: field('NUMBER', 'cell') }),
			...field('CALC', 'result', { format: 'NUMBER', ...result, expression }),
		};
		const record = { ...cells };
		computeCells(form, record, {
			precision: { decimalPlaces: 4, roundingMode: 'HALF_EVEN' },
			timeZone: 'Asia/Tokyo',
			system: {},
		});
		return (record as Record<string, unknown>).result;
	};

	it.each([
		['1 + 2 * 3', '7'],
		['(1 + 2) * 3', '9'],
		['-2 ^ 2', '-4'],
		['2 ^ -2', '0.25'],
		['4 ^ 1.5', '4'],
		['10 - 3 - 2', '5'],
		['7 * 0.1', '0.7'],
		['1 / 3', '0.3333'],
		['1 / 0', ''],
		['a + b', '5.25'],
		['SUM(cell)', '30'],
		['SUM(cell, a)', '35'],
		['a > b', '1'],
		['AND(a > 1, NOT(b > 1))', '1'],
		['IF(CONTAINS(check, "X"), 1, 2)', '1'],
		['ROUND(3.14159, 2)', '3.14'],
		['ROUNDUP(3.14159, 2)', '3.15'],
		['ROUNDDOWN(3.14159, 2)', '3.14'],
		['IF(a = 5, a / 0, 1)', ''],
		['IF(a = 5, 1, a / 0)', '1'],
		['"text" & a', ''],
		['moment - day', '36000'],
	])('%s = %p', (expression, expected) => {
		const cells = {
			a: '5',
			b: '0.25',
			check: ['X'],
			day: '2026-04-25',
			moment: '2026-04-25T10:00:00Z',
			table: [
				{ id: '1', value: { cell: '10' } },
				{ id: '2', value: { cell: '20' } },
			],
		};
		expect(compute(expression, cells)).toBe(expected);
	});

	it.each([
		['((a ^ 99) ^ 99) ^ 99', { a: '9' }],
		['0 - ((a ^ -9) ^ 99) ^ 99', { a: '0.9' }],
		[`1${' * a'.repeat(100)}`, { a: '9'.repeat(900) }],
		['text & text & text & text', { text: 'x'.repeat(60_000) }],
	])('%.40s is too long to be computed', (expression, cells) => {
		expect(compute(expression, cells, { type: 'SINGLE_LINE_TEXT' })).toBe('');
	});

	it.each([
		['day + 86400', 'DATE', '2026-04-26'],
		['a * 3600', 'DATETIME', '1980-04-10T13:00:00Z'],
		['a', 'TIME', '01:01'],
		['a', 'HOUR_MINUTE', '25:01'],
		['0 - a', 'HOUR_MINUTE', '-25:01'],
	] as const)('%s as %s is %s', (expression, format, expected) => {
		expect(compute(expression, { a: '90061', day: '2026-04-25' }, { format })).toBe(expected);
	});

	it.each([
		['IF(a > 10, "big", "small")', 'small'],
		['"a" & 1 & text', 'a1x'],
		['YEN(1234567.5, 0)', '¥1,234,568'],
		['DATE_FORMAT(moment, "YYYY-MM-dd HH:mm", "Asia/Tokyo")', '2026-04-25 19:00'],
	])('%s as text is %p', (expression, expected) => {
		const cells = { a: '5', text: 'x', moment: '2026-04-25T10:00:00Z' };
		expect(compute(expression, cells, { type: 'SINGLE_LINE_TEXT' })).toBe(expected);
	});

	it('are parsed or refused, whatever they are', () => {
		const pieces = fc.constantFrom(' ', ...'a 1 + - * ^ ( ) , IF "x" " &'.split(' '));
		fc.assert(
			fc.property(fc.array(pieces, { maxLength: 40 }), (parts) => {
				try {
					parseFormula(parts.join(''));
				} catch (error) {
					expect(error).toBeInstanceOf(FormulaError);
				}
			}),
		);
		expect(() => parseFormula('('.repeat(100_000))).toThrow(FormulaError);
	});
});
