import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { changedCells, differs } from '../../../nodes/RecordPlatform/values/compare';
import { currentRecords } from '../../../nodes/RecordPlatform/diff/currentRecords';
import { plainCell } from '../../../nodes/RecordPlatform/values/decode';
import { encode } from '../../../nodes/RecordPlatform/values/encode';
import type { Field } from '../../../nodes/RecordPlatform/values/form';
import { canonicalDecimal } from '../../../nodes/RecordPlatform/values/numbers';
import type { RequestSpec } from '../../../nodes/shared/catalogue';
import { RequestError } from '../../../nodes/shared/errors';

const tokyo = { timeZone: 'Asia/Tokyo' };
const cell = (type: string, value: unknown) => ({ type, value });

const text = fc.string({ minLength: 1 });
const choice = fc.constantFrom('red', 'green', 'blue', 'a, b');
const code = fc.stringMatching(/^[a-z][a-z0-9]{0,8}$/);
const twoDigits = (most: number) =>
	fc.integer({ min: 0, max: most }).map((number) => String(number).padStart(2, '0'));
const day = fc
	.date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
	.map((date) => date.toISOString().slice(0, 10));
const clock = fc.tuple(twoDigits(23), twoDigits(59)).map((parts) => parts.join(':'));
const instant = fc.tuple(day, clock).map(([date, time]) => `${date}T${time}:00Z`);
const entities = fc
	.uniqueArray(code, { maxLength: 4 })
	.map((codes) => codes.map((one) => ({ code: one, name: one.toUpperCase() })));
const choices = fc.uniqueArray(choice);
const decimal = fc.stringMatching(/^(0|-?[1-9]\d{0,20})(\.\d{0,8}[1-9])?$/);

/** A value of each type as the service gives it; empty ones included. */
const values: Record<string, fc.Arbitrary<unknown>> = {
	SINGLE_LINE_TEXT: fc.oneof(text, fc.constant('')),
	MULTI_LINE_TEXT: fc.oneof(text, fc.constant('a\nb'), fc.constant('')),
	RICH_TEXT: fc.oneof(
		text.map((words) => `<p>${words}</p>`),
		fc.constant(''),
	),
	LINK: fc.oneof(fc.webUrl(), fc.constant('')),
	NUMBER: fc.oneof(decimal, fc.constant('')),
	CHECK_BOX: choices,
	MULTI_SELECT: choices,
	RADIO_BUTTON: fc.oneof(choice, fc.constant(null)),
	DROP_DOWN: fc.oneof(choice, fc.constant(null)),
	DATE: fc.oneof(day, fc.constant(null)),
	TIME: fc.oneof(clock, fc.constant(null)),
	DATETIME: fc.oneof(instant, fc.constant('')),
	USER_SELECT: entities,
	ORGANIZATION_SELECT: entities,
	GROUP_SELECT: entities,
	FILE: fc
		.uniqueArray(code, { maxLength: 3 })
		.map((keys) =>
			keys.map((fileKey) => ({ fileKey, name: 'a.txt', size: '3', contentType: 'text/plain' })),
		),
};

const columns: Field[] = Object.keys(values).map((type) => ({ code: `c_${type}`, type }));
const table: Field = { code: 'T', type: 'SUBTABLE', columns };
const row = fc
	.record(
		Object.fromEntries(
			columns.map((column) => [
				column.code,
				(values[column.type] ?? fc.constant('')).map((value) => cell(column.type, value)),
			]),
		),
	)
	.chain((value) => fc.nat().map((id) => ({ id: String(id + 1), value })));
const rows = fc.array(row, { maxLength: 4 });

describe('what was read and is written again', () => {
	it.each(Object.entries(values))('is no change: %s', (type, value) => {
		fc.assert(
			fc.property(value, (read) => {
				const current = cell(type, read);
				const field = { code: 'F', type, choices: ['red', 'green', 'blue', 'a, b'] };
				const again = encode(field, plainCell(current), tokyo);
				expect(differs(again.value, current)).toBe(false);
				expect(differs(encode(field, current, tokyo).value, current)).toBe(false);
			}),
		);
	});

	it('is no change: tables, with and without row IDs', () => {
		fc.assert(
			fc.property(rows, (read) => {
				const current = cell('SUBTABLE', read);
				const plain = plainCell(current) as IDataObject[];
				expect(differs(encode(table, plain, tokyo).value, current)).toBe(false);
				const bare = plain.map(({ $id: _id, ...cells }) => cells);
				expect(differs(encode(table, bare, tokyo).value, current)).toBe(false);
			}),
		);
	});
});

describe('the same value told otherwise', () => {
	it.each([
		['NUMBER', '1.0', '1'],
		['NUMBER', 1, '1'],
		['NUMBER', '15e-1', '1.5'],
		['NUMBER', '-0', '0'],
		['DATETIME', '2026-01-31T19:00:00+09:00', '2026-01-31T10:00:00Z'],
		['DATETIME', '2026-01-31T10:00:42Z', '2026-01-31T10:00:00Z'],
		['TIME', '9:05', '09:05'],
		['CHECK_BOX', ['green', 'red'], ['red', 'green']],
		['USER_SELECT', [{ code: 'b' }, { code: 'a' }], [{ code: 'a', name: 'A' }, { code: 'b' }]],
		['MULTI_LINE_TEXT', 'a\r\nb', 'a\nb'],
		['DROP_DOWN', '', null],
		['NUMBER', null, ''],
		['USER_SELECT', '', []],
	])('is no change: %s %j and %j', (type, wanted, read) => {
		expect(differs(wanted, cell(type, read))).toBe(false);
	});
});

describe('another value', () => {
	it.each([
		['SINGLE_LINE_TEXT', '1.0', '1'],
		['SINGLE_LINE_TEXT', 'a ', 'a'],
		['NUMBER', '0', ''],
		['NUMBER', '1', '-1'],
		['NUMBER', '100', '10'],
		['DATETIME', '2026-01-31T10:01:00Z', '2026-01-31T10:00:00Z'],
		['DATETIME', '', '2026-01-31T10:00:00Z'],
		['CHECK_BOX', ['red'], ['red', 'green']],
		['USER_SELECT', [{ code: 'a' }], []],
		['FILE', [{ fileKey: 'new' }], [{ fileKey: 'old', name: 'a.txt' }]],
		['RICH_TEXT', '<b>a</b>', '<p><b>a</b></p>'],
	])('is a change: %s %j and %j', (type, wanted, read) => {
		expect(differs(wanted, cell(type, read))).toBe(true);
	});

	const one = (id: string, name: string) => ({
		id,
		value: { Name: cell('SINGLE_LINE_TEXT', name), Amount: cell('NUMBER', '1') },
	});
	const now = cell('SUBTABLE', [one('1', 'a'), one('2', 'b')]);
	it.each([
		['a row more', [{ id: '1', value: {} }, { id: '2', value: {} }, { value: {} }]],
		['a row less', [{ id: '1', value: {} }]],
		[
			'another order',
			[
				{ id: '2', value: {} },
				{ id: '1', value: {} },
			],
		],
		['a cell', [{ value: { Name: { value: 'a' } } }, { value: { Name: { value: 'c' } } }]],
		[
			'an unknown row',
			[
				{ id: '1', value: {} },
				{ id: '3', value: {} },
			],
		],
		['no rows', []],
	])('is a change: %s of a table', (_what, wanted) => {
		expect(differs(wanted, now)).toBe(true);
	});

	it('is a change where the field was not read', () => {
		expect(changedCells({ A: { value: '' }, B: { value: '' } }, { B: cell('NUMBER', '') })).toEqual(
			{
				A: { value: '' },
			},
		);
	});
});

it('compares decimal texts as numbers of any length', () => {
	fc.assert(
		fc.property(fc.bigInt(), fc.nat({ max: 8 }), (number, zeros) => {
			const written = `${number}.${'0'.repeat(zeros)}`;
			expect(canonicalDecimal(written)).toBe(canonicalDecimal(String(number)));
			expect(canonicalDecimal(`${number}e-2`)).toBe(canonicalDecimal(hundredth(number)));
		}),
	);
});

/** A hundredth of a whole number, written out. */
function hundredth(number: bigint): string {
	const digits = String(number < 0n ? -number : number).padStart(3, '0');
	return `${number < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

describe('reading what records hold now', () => {
	const lookup = { path: '/k/v1/records.json', app: '7', fields: ['Amount'] };
	const asked = (answer: (query: IDataObject) => IDataObject[]) => {
		const specs: RequestSpec[] = [];
		const request = async (spec: RequestSpec) => {
			specs.push(spec);
			return await Promise.resolve({ records: answer(spec.query ?? {}) });
		};
		return { specs, request };
	};

	it('asks for 500 a request and only for the fields needed', async () => {
		const { specs, request } = asked(() => []);
		const keys = Array.from({ length: 1001 }, (_, index) => String(index + 1));
		const found = await currentRecords(
			{ ...lookup, by: '$id', keys: [...keys, '1'] },
			{ request: request },
		);
		expect(specs).toHaveLength(3);
		expect(specs.map(({ query }) => query?.fields)).toEqual(
			specs.map(() => ['$id', '$revision', 'Amount']),
		);
		expect(specs[2]?.query?.query).toBe('$id in ("1001") limit 500');
		expect(found('1')).toBeUndefined();
	});

	it('escapes keys and finds numbers however they are written', async () => {
		const record = (Key: object) => ({ $id: cell('__ID__', '4'), $revision: cell('', '2'), Key });
		const texts = asked(() => [record(cell('SINGLE_LINE_TEXT', 'a "b"\\'))]);
		const byText = await currentRecords({ ...lookup, by: 'Key', keys: ['a "b"\\'] }, texts);
		expect(texts.specs[0]?.query?.query).toBe('Key in ("a \\"b\\"\\\\") limit 500');
		expect(byText('a "b"\\')?.$id?.value).toBe('4');

		const numbers = asked(() => [record(cell('NUMBER', '1.5'))]);
		const byNumber = await currentRecords({ ...lookup, by: 'Key', keys: ['1.50'] }, numbers);
		expect(byNumber('1.50')?.$id?.value).toBe('4');
		expect(byNumber('1.51')).toBeUndefined();
	});

	const refusing = (type: string, reply: number) =>
		asked(({ query }) => {
			if (String(query).includes('two')) {
				const request = 'GET /k/v1/records.json';
				const body = { status: reply, headers: {}, body: {} };
				throw new RequestError({
					kind: 'reply',
					outcome: 'refused',
					request,
					reply: body,
					attempts: 1,
				});
			}
			return [{ $id: cell('__ID__', '4'), $revision: cell('', '2'), Key: cell(type, '1') }];
		});

	it('finds the others where the service refuses to look for a text in a number field', async () => {
		const { specs, request } = refusing('NUMBER', 400);
		const found = await currentRecords(
			{ ...lookup, by: 'Key', keys: ['1', 'two'] },
			{ request: request },
		);
		expect(specs).toHaveLength(2);
		expect(found('1')?.$id?.value).toBe('4');
		expect(found('two')).toBeUndefined();
	});

	it.each([
		['SINGLE_LINE_TEXT', 400],
		['NUMBER', 403],
	])('takes no other refusal for that: %s, %i', async (type, status) => {
		const { request } = refusing(type, status);
		const reading = currentRecords(
			{ ...lookup, by: 'Key', keys: ['1', 'two'] },
			{ request: request },
		);
		await expect(reading).rejects.toThrow(RequestError);
	});

	it('does not request for what is no ID', async () => {
		const { specs, request } = asked(() => []);
		await currentRecords({ ...lookup, by: '$id', keys: ['first', '2'] }, { request: request });
		expect(specs.map(({ query }) => query?.query)).toEqual(['$id in ("2") limit 500']);
	});
});
