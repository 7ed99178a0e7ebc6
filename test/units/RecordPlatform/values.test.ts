import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { plainCell, plainRecord } from '../../../nodes/RecordPlatform/values/decode';
import { encode, PendingFile } from '../../../nodes/RecordPlatform/values/encode';
import { uploadFiles } from '../../../nodes/RecordPlatform/values/files';
import { type Field, formFields } from '../../../nodes/RecordPlatform/values/form';
import {
	encodeRecord,
	mapped,
	type MapperField,
	storedFields,
} from '../../../nodes/RecordPlatform/values/mapping';
import { looseDecimal, toDecimal, toNumber } from '../../../nodes/RecordPlatform/values/numbers';
import { InputError } from '../../../nodes/shared/errors';
import { itemWith } from '../../support/item';

const tokyo = { timeZone: 'Asia/Tokyo' };
const field = (type: string, more: Partial<Field> = {}): Field => ({ code: 'F', type, ...more });
const wire = (type: string, value: unknown, more: Partial<Field> = {}) =>
	encode(field(type, more), value, tokyo).value;

describe('a date', () => {
	it.each([
		['2026-01-31', '2026-01-31'],
		['2026/1/5', '2026-01-05'],
		['2026-01-31T00:00:00', '2026-01-31'],
		['2026-01-30T15:00:00.000Z', '2026-01-31'],
		['2026-01-31T23:30:00-05:00', '2026-01-31'],
		[new Date('2026-01-30T15:00:00Z'), '2026-01-31'],
		['', ''],
		[null, ''],
	])('%p is %s', (value, expected) => {
		expect(wire('DATE', value)).toBe(expected);
	});

	it.each(['soon', '11/5/2026', '2026-02-31', {}, []])('is not %p', (value) => {
		expect(() => wire('DATE', value)).toThrow(
			/"F" (?:is not a valid date|can be read in two ways|is empty)/,
		);
	});
});

describe('a date and time', () => {
	it.each([
		['2026-01-31T10:00:00', '2026-01-31T01:00:00Z'],
		['2026-01-31 10:00', '2026-01-31T01:00:00Z'],
		['2026-01-31', '2026-01-30T15:00:00Z'],
		['2026-01-31T10:00:00Z', '2026-01-31T10:00:00Z'],
		['2026-01-31T10:00:00.123-05:00', '2026-01-31T15:00:00Z'],
		['Sat, 31 Jan 2026 10:00:00 GMT', '2026-01-31T10:00:00Z'],
		[new Date('2026-01-31T10:00:00Z'), '2026-01-31T10:00:00Z'],
	])('%p is %s', (value, expected) => {
		expect(wire('DATETIME', value)).toBe(expected);
	});

	it('tells the same instant whatever its offset', () => {
		const date = fc.date({
			min: new Date('1970-01-01'),
			max: new Date('2099-01-01'),
			noInvalidDate: true,
		});
		fc.assert(
			fc.property(date, (instant) => {
				const sent = wire('DATETIME', instant.toISOString()) as string;
				expect(Math.floor(instant.getTime() / 1000)).toBe(Date.parse(sent) / 1000);
			}),
		);
	});
});

describe('a time', () => {
	it.each([
		['9:05', '09:05'],
		['23:59:59', '23:59'],
		['2026-01-31T10:00:00', '10:00'],
		['2026-01-31T01:00:00Z', '10:00'],
	])('%p is %s', (value, expected) => {
		expect(wire('TIME', value)).toBe(expected);
	});

	it.each(['24:00', 'noon', 9])('is not %p', (value) => {
		expect(() => wire('TIME', value)).toThrow(/is not a valid time of day/);
	});
});

describe('a number', () => {
	it('keeps every digit of decimal text', () => {
		const decimal = fc.stringMatching(/^-?\d{1,30}(\.\d{1,10})?$/);
		fc.assert(fc.property(decimal, (text) => expect(wire('NUMBER', text)).toBe(text)));
	});

	it('from JavaScript reads back as the same number', () => {
		fc.assert(
			fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
				expect(Number(wire('NUMBER', number))).toBe(number === 0 ? 0 : number);
			}),
		);
	});

	it.each(['1,200', 'x', '1.2.3', '0x10', 'Infinity', NaN, true, {}, [1]])('is not %p', (value) => {
		expect(() => wire('NUMBER', value)).toThrow(/must be a number/);
	});

	it.each([
		['1,200', '1200'],
		['1,234,567.89', '1234567.89'],
		['¥1,200', '1200'],
		['-$5', '-5'],
		['1 000 €', '1000'],
		['１２００', '1200'],
		['1,20', undefined],
		['500¹', undefined],
		['5①', undefined],
		['1,200 pieces', undefined],
		['0,123', undefined],
		['-0,500', undefined],
		['0 500', undefined],
		['012,345', undefined],
		['1,200 300', undefined],
		['0.123', '0.123'],
		["1'234'567", '1234567'],
		['+1,000.5', '+1000.5'],
	])('of people %p is %p', (text, expected) => {
		expect(looseDecimal(text)).toBe(expected);
	});

	it('becomes a JavaScript number only where no digit is lost', () => {
		expect(toNumber('1200.50')).toBe(1200.5);
		expect(toNumber('12345678901234567890')).toBe('12345678901234567890');
		fc.assert(fc.property(fc.integer(), (number) => expect(toNumber(String(number))).toBe(number)));
		expect(toDecimal('')).toBe('');
	});
});

describe('choices', () => {
	it.each<[string, unknown, unknown]>([
		['CHECK_BOX', 'a, b', ['a', 'b']],
		['CHECK_BOX', ['a', 1], ['a', '1']],
		['MULTI_SELECT', '["a, b", "c"]', ['a, b', 'c']],
		['MULTI_SELECT', '', []],
		['MULTI_SELECT', null, []],
		['RADIO_BUTTON', 'a, b', 'a, b'],
		['DROP_DOWN', ['a'], 'a'],
		['DROP_DOWN', null, ''],
	])('%s from %p are %p', (type, value, expected) => {
		expect(wire(type, value)).toEqual(expected);
	});

	it('with a comma in their name stay one choice', () => {
		expect(wire('CHECK_BOX', 'red, green', { choices: ['red, green', 'blue'] })).toEqual([
			'red, green',
		]);
	});

	it('are not several where one is taken', () => {
		expect(() => wire('DROP_DOWN', ['a', 'b'])).toThrow(/accepts only one choice/);
	});
});

describe('people', () => {
	it.each<[unknown, string[]]>([
		['sato, suzuki', ['sato', 'suzuki']],
		[['sato'], ['sato']],
		[{ code: 'sato', name: 'Sato' }, ['sato']],
		[[{ code: 'guest/a@example.com' }], ['guest/a@example.com']],
		['', []],
	])('from %p have the codes %p', (value, codes) => {
		expect(wire('USER_SELECT', value)).toEqual(codes.map((code) => ({ code })));
	});

	it.each([[{}], [[{}]], [true], [NaN]])('are not %p', (value) => {
		expect(() => wire('USER_SELECT', value)).toThrow(/needs codes/);
	});
});

describe('a table', () => {
	const table = field('SUBTABLE', {
		columns: [
			{ code: 'Item', type: 'SINGLE_LINE_TEXT', label: 'Article' },
			{ code: 'Count', type: 'NUMBER' },
			{ code: 'Sum', type: 'CALC' },
			{ code: 'Scan', type: 'FILE' },
		],
	});

	it('takes rows by code or label, with IDs, and leaves out what no write takes', () => {
		const rows = [
			{ $id: '7', Item: 'a', Sum: '3' },
			{ Article: 'b', Count: 2 },
		];
		expect(encode(table, rows, tokyo).value).toEqual([
			{ id: '7', value: { Item: { value: 'a' } } },
			{ value: { Item: { value: 'b' }, Count: { value: '2' } } },
		]);
	});

	it("takes the service's own rows", () => {
		const rows = [{ id: '7', value: { Item: { type: 'SINGLE_LINE_TEXT', value: 'a' } } }];
		expect(encode(table, rows, tokyo).value).toEqual([
			{ id: '7', value: { Item: { value: 'a' } } },
		]);
	});

	it('names row and column of what does not fit', () => {
		const rows = [{ Count: 1 }, { Count: 'many' }];
		expect(() => encode(table, rows, tokyo)).toThrow('Field "F, row 2, Count" must be a number');
	});

	it('has its files uploaded too', async () => {
		const { value } = encode(table, [{ Scan: 'a, b' }], tokyo);
		expect(
			await uploadFiles(
				value,
				async (pending) =>
					await Promise.resolve(`key of ${pending instanceof PendingFile ? pending.property : ''}`),
			),
		).toEqual([{ value: { Scan: { value: [{ fileKey: 'key of a' }, { fileKey: 'key of b' }] } } }]);
	});
});

describe('files', () => {
	it('are names of binary properties, or keys', () => {
		expect(wire('FILE', ['a', { fileKey: 'k', name: 'x' }])).toEqual([
			new PendingFile('a'),
			{ fileKey: 'k' },
		]);
		expect(() => wire('FILE', [1])).toThrow(/needs files/);
	});

	it('are uploaded also where a field has the code that names keys of files', async () => {
		const record = { fileKey: { value: [new PendingFile('a')] } };
		expect(await uploadFiles(record, async () => await Promise.resolve('key'))).toEqual({
			fileKey: { value: [{ fileKey: 'key' }] },
		});
	});
});

it('a value never breaks the codec in another way than by a refusal', () => {
	const types = [
		'SINGLE_LINE_TEXT',
		'NUMBER',
		'DATE',
		'DATETIME',
		'TIME',
		'CHECK_BOX',
		'DROP_DOWN',
	];
	const more = ['USER_SELECT', 'FILE', 'SUBTABLE', 'LINK', 'RICH_TEXT'];
	fc.assert(
		fc.property(fc.constantFrom(...types, ...more), fc.anything(), (type, value) => {
			try {
				expect(wire(type, value)).toBeDefined();
			} catch (problem) {
				expect(problem).toBeInstanceOf(InputError);
			}
		}),
		{ numRuns: 500 },
	);
});

describe('reading and writing', () => {
	const texts = fc.string();
	const lists = fc.array(fc.string({ minLength: 1 }));
	const cell = fc.oneof(
		fc.record({ type: fc.constantFrom('SINGLE_LINE_TEXT', 'LINK'), value: texts }),
		fc.record({ type: fc.constantFrom('CHECK_BOX', 'MULTI_SELECT'), value: lists }),
		fc.record({ type: fc.constant('NUMBER'), value: fc.integer().map(String) }),
		fc.record({ type: fc.constant('DATE'), value: fc.constantFrom('2026-01-31', '1999-12-01') }),
		fc.record({ type: fc.constant('DATETIME'), value: fc.constant('2026-01-31T10:00:00Z') }),
		fc.record({ type: fc.constant('TIME'), value: fc.constant('23:59') }),
	);

	it('give back the same cell', () => {
		fc.assert(
			fc.property(cell, ({ type, value }) => {
				expect(wire(type, plainCell({ type, value }))).toEqual(value);
			}),
		);
	});

	it('turn people into codes and unset values into null', () => {
		expect(
			plainRecord({
				$id: { type: '__ID__', value: '1' },
				By: { type: 'CREATOR', value: { code: 'a', name: 'A' } },
				Who: { type: 'USER_SELECT', value: [{ code: 'a', name: 'A' }] },
				Due: { type: 'DATE', value: null },
				Sum: { type: 'CALC', value: '' },
				Text: { type: 'SINGLE_LINE_TEXT', value: '' },
			}),
		).toEqual({ $id: '1', By: 'a', Who: ['a'], Due: null, Sum: null, Text: '' });
	});
});

describe('a mapping', () => {
	const json = { Name: 'x', Label: 'y', CreatedAt: '2026-01-01', Nope: 1 };
	const schema = [
		{ id: 'Name', fieldType: 'SINGLE_LINE_TEXT' },
		{ id: 'Code', fieldType: 'SINGLE_LINE_TEXT', label: 'Label' },
		{ id: 'CreatedAt', fieldType: 'CREATED_TIME' },
	] as never as MapperField[];
	const base = { value: null, matchingColumns: [], schema };
	/** What is written of a mapper as the node stores it and as n8n gives it for an item. */
	const written = (stored: IDataObject, given = stored) => {
		const { node } = itemWith({});
		const parameters = { fields: stored } as never;
		const item = itemWith({}, { json, node: { ...node, parameters } });
		return encodeRecord(mapped(given, item), storedFields(schema), tokyo);
	};

	it('by name takes what the app has, by code or label, and leaves system fields to the service', () => {
		expect(written({ ...base, mappingMode: 'autoMapInputData' } as never)).toEqual({
			Name: { value: 'x' },
			Code: { value: 'y' },
		});
	});

	it('by hand leaves out what nobody filled in and clears what is empty', () => {
		const value = { Name: null, Code: '' };
		expect(written({ ...base, mappingMode: 'defineBelow', value } as never)).toEqual({
			Code: { value: '' },
		});
	});

	it('by hand clears a field whose expression gave null, and leaves one whose expression found nothing', () => {
		const stored = {
			...base,
			mappingMode: 'defineBelow',
			value: { Name: '={{ a }}', Code: '={{ b }}' },
		};
		const given = { ...stored, value: { Name: null, Code: undefined } };
		expect(written(stored as never, given as never)).toEqual({ Name: { value: '' } });
	});
});

it('a form tells what the service fills in itself', () => {
	const fields = formFields({
		properties: {
			Key: {
				code: 'Key',
				label: 'Key',
				type: 'SINGLE_LINE_TEXT',
				lookup: { fieldMappings: [{ field: 'Copied' }] },
			},
			Copied: { code: 'Copied', label: 'Copied', type: 'NUMBER' },
			Auto: { code: 'Auto', label: 'Auto', type: 'SINGLE_LINE_TEXT', expression: 'Key' },
			Pick: {
				code: 'Pick',
				label: 'Pick',
				type: 'DROP_DOWN',
				options: { b: { label: 'b', index: '1' }, a: { label: 'a', index: '0' } },
			},
		},
	});
	expect(fields.map(({ code, computed }) => [code, computed])).toEqual([
		['Key', false],
		['Copied', true],
		['Auto', true],
		['Pick', false],
	]);
	expect(fields[3]?.choices).toEqual(['a', 'b']);
});
