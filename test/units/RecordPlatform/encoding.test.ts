import type { IDataObject } from 'n8n-workflow';

import {
	encode,
	type EncodeChoices,
	PendingCopy,
	PendingFile,
} from '../../../nodes/RecordPlatform/values/encode';
import type { Field } from '../../../nodes/RecordPlatform/values/form';
import { InputError } from '../../../nodes/shared/errors';

const field = (type: string, more: Partial<Field> = {}): Field => ({ code: 'F', type, ...more });
const wire = (type: string, value: unknown, more: Partial<EncodeChoices> = {}, of = {}) =>
	encode(field(type, of), value, { timeZone: 'Asia/Tokyo', ...more }).value;

/** Message and advice for a value that does not fit. */
function refused(type: string, value: unknown, of: Partial<Field> = {}): string {
	try {
		wire(type, value, {}, of);
	} catch (problem) {
		if (problem instanceof InputError) return `${problem.message}. ${problem.advice}`;
		throw problem;
	}
	throw new Error('Nothing was refused');
}

describe('a cell in the format of the service', () => {
	it('is sent as it is', () => {
		expect(wire('DATE', { value: 'any' })).toBe('any');
		expect(wire('CHECK_BOX', { type: 'CHECK_BOX', value: ['a'] })).toEqual(['a']);
		expect(wire('FILE', { value: [{ fileKey: 'k', name: 'x', contentType: 'y' }] })).toEqual([
			{ fileKey: 'k', name: 'x', contentType: 'y' },
		]);
	});

	it('clears the field with null, in the form that its type needs', () => {
		expect(wire('CHECK_BOX', { value: null })).toEqual([]);
		expect(wire('DATE', { value: null })).toBe('');
	});

	it('is a number, which the service would take for none in a table', () => {
		expect(wire('NUMBER', { value: '1.5' })).toBe('1.5');
		expect(() => wire('NUMBER', { value: 'many' })).toThrow('must be a number');
	});

	it('holds files that are copied where the record is new, since keys of others are refused', () => {
		const file = { fileKey: 'k', name: 'a.txt', contentType: 'text/plain', size: '1' };
		const value = { value: [file] };
		expect(wire('FILE', value, { newRecord: true })).toEqual([new PendingCopy(file)]);
		expect(wire('FILE', value, { newRecord: false })).toEqual([file]);
		// Of another type, the new record makes no difference.
		expect(wire('CHECK_BOX', { value: 'a,b' }, { newRecord: true })).toBe('a,b');
	});

	it('is no object that has more than a value', () => {
		expect(() => wire('DATE', { value: '2026-01-31', unit: 'day' })).toThrow('is not a valid date');
	});
});

describe('the commas of Japanese texts', () => {
	const choices = ['red', 'green', '赤、朱', '1,000円', '2,000円'];
	const chosen = (text: string) => wire('CHECK_BOX', text, {}, { choices });

	it('separate people', () => {
		const people = [{ code: 'sato' }, { code: 'ito' }, { code: 'mori' }];
		for (const type of ['USER_SELECT', 'ORGANIZATION_SELECT', 'GROUP_SELECT']) {
			expect(wire(type, 'sato、ito，mori')).toEqual(people);
			expect(wire(type, 'sato、\nito, mori')).toEqual(people);
		}
		expect(refused('USER_SELECT', 'sato、、ito')).toContain('empty list entry (entry 2)');
	});

	it.each([
		['red、green', ['red', 'green']],
		['red ， green', ['red', 'green']],
		['red, 赤、朱', ['red', '赤、朱']],
		['赤、朱', ['赤、朱']],
		['1,000円、2,000円', ['1,000円', '2,000円']],
		['red、green, 赤、朱', ['red', 'green', '赤、朱']],
	])('separate the choices of %s, but not inside of a choice', (text, expected) => {
		expect(chosen(text)).toEqual(expected);
	});

	it('separate no choices that are not known, and name those that the field does not have', () => {
		expect(wire('CHECK_BOX', 'red、green')).toEqual(['red、green']);
		expect(refused('CHECK_BOX', 'red、pink', { choices })).toContain('has no choice "pink"');
	});

	it('are part of the name of a binary field', () => {
		expect(wire('FILE', '図、写真')).toEqual([new PendingFile('図、写真')]);
	});
});

describe('a text', () => {
	it.each([
		[true, 'true'],
		[7n, '7'],
		[1.5, '1.5'],
		[' a ', ' a '],
		['   ', '   '],
		[null, ''],
		[undefined, ''],
		['', ''],
		[new Date('2026-01-31T01:00:00Z'), '2026-01-31T01:00:00.000Z'],
		[
			{ toMillis: () => 0, toISO: () => '2026-01-31T10:00:00.000+09:00' },
			'2026-01-31T10:00:00.000+09:00',
		],
	])('is written from %p', (value, expected) => {
		expect(wire('SINGLE_LINE_TEXT', value)).toBe(expected);
	});

	it('is not written from what has no words', () => {
		const text = (value: unknown) => refused('SINGLE_LINE_TEXT', value);
		expect(text(['a', 'b'])).toMatch(/^Field "F" must be text\. .* The value is a list\. Select/);
		expect(text({ a: 1 })).toMatch(/The value is an object\. .*toJsonString/);
		expect(text(NaN)).toContain('A calculation returned no number');
		expect(text(Infinity)).toContain('A calculation returned no number');
		expect(text(new Date(NaN))).toContain('an object');
		expect(text({ toMillis: () => 0, toISO: () => null })).toContain('an object');
		expect(refused('SINGLE_LINE_TEXT', ['a'], { label: 'Name' })).toContain('Field "Name"');
	});
});

describe('an empty value', () => {
	it.each(['RADIO_BUTTON', 'DROP_DOWN', 'DATE', 'TIME', 'DATETIME'])('clears a %s', (type) => {
		for (const empty of ['', '   ', null, undefined]) expect(wire(type, empty)).toBe('');
	});

	it.each(['CHECK_BOX', 'MULTI_SELECT', 'USER_SELECT', 'FILE', 'SUBTABLE'])(
		'clears a %s, which is a list',
		(type) => {
			for (const empty of ['', ' \n', null, undefined, []]) expect(wire(type, empty)).toEqual([]);
		},
	);

	it('is a choice where the field has one of spaces', () => {
		expect(wire('DROP_DOWN', ' ', {}, { choices: [' ', 'a'] })).toBe(' ');
		expect(wire('DROP_DOWN', ' ', {}, { choices: ['a'] })).toBe('');
	});

	it('in a list is refused, because it would be lost', () => {
		for (const [list, at] of [
			[['', 'a'], 1],
			[['a', null], 2],
			[['a', undefined], 2],
		] as const) {
			expect(refused('CHECK_BOX', list)).toMatch(
				new RegExp(
					`^Field "F" can't have an empty list entry \\(entry ${at}\\)\\. .*filter\\(Boolean`,
				),
			);
		}
		expect(refused('CHECK_BOX', ['a', undefined])).toContain('[\\"a\\",null]'.replaceAll('\\', ''));
		expect(refused('CHECK_BOX', '["a", ""]')).toContain('empty list entry (entry 2)');
		expect(refused('DROP_DOWN', [''])).toContain('empty list entry (entry 1)');
	});
});

describe('what does not fit', () => {
	it.each([
		['DATE', 'x', 'is not a valid date: "x". Use a date such as 2026-01-31'],
		['TIME', 'x', 'is not a valid time of day: "x". Use a time such as 9:00'],
		['DATETIME', '11/5/2026', 'can be read in two ways: "11/5/2026". Use 2026-05-11 or 2026-11-05'],
		['CREATED_TIME', 'x', 'is not a valid date'],
		['UPDATED_TIME', 'x', 'is not a valid date'],
		['NUMBER', 'x', 'must be a number. The value was "x". Use digits and a decimal point'],
		['NUMBER', '1,200', 'The value was "1,200". Use 1200, or turn on the option Convert Values'],
		[
			'DROP_DOWN',
			['a', 'b'],
			'accepts only one choice. The value was "["a","b"]". Use a single value',
		],
		['RADIO_BUTTON', ['a', 'b'], 'accepts only one choice'],
		['USER_SELECT', [{}], 'needs codes. The value was "{}". Use a login name or code'],
		['CREATOR', ' ', 'needs codes'],
		['MODIFIER', '', 'needs codes'],
		['FILE', [' '], 'needs files. The value was " ". Use the name of a binary field'],
		['FILE', [{ name: 'a' }], 'needs files'],
		['SUBTABLE', ['a'], 'needs table rows. The value was "a". Use a list of objects'],
		['SUBTABLE', [[1]], 'needs table rows'],
		['SUBTABLE', [new Date(0)], 'needs table rows'],
	])('%s: %j', (type, value, says) => expect(refused(type, value)).toContain(says));
});

describe('lists from one text', () => {
	it.each([
		['a, b ,c', ['a', 'b', 'c']],
		['a\nb,\n\nc', ['a', 'b', 'c']],
		[' a ', ['a']],
		['["a", "b, c"]', ['a', 'b, c']],
		[' ["a"] ', ['a']],
		['[a', ['[a']],
		['a [b]', ['a [b]']],
		['7', ['7']],
	])('%j are %j', (text, expected) => {
		expect(wire('CHECK_BOX', text)).toEqual(expected);
	});

	it('are people by their codes, from objects and numbers too', () => {
		const codes = (value: unknown) => wire('USER_SELECT', value);
		expect(codes('{"code": "sato"}')).toEqual([{ code: 'sato' }]);
		expect(codes([' sato ', 7])).toEqual([{ code: 'sato' }, { code: '7' }]);
		expect(wire('CREATOR', { code: ' sato ' })).toEqual({ code: 'sato' });
		expect(wire('MODIFIER', 'sato')).toEqual({ code: 'sato' });
	});

	it('are files by the names of binary fields, or by their keys', () => {
		expect(wire('FILE', ' a , b')).toEqual([new PendingFile('a'), new PendingFile('b')]);
		expect(wire('FILE', [' a '])).toEqual([new PendingFile('a')]);
		const known = { fileKey: 'k', name: 'a', contentType: 'b/c', size: 5 };
		expect(wire('FILE', [known], { newRecord: true })).toEqual([
			new PendingCopy({ ...known, size: '5' }),
		]);
		for (const part of [{ name: '' }, { contentType: '' }, { name: undefined }]) {
			expect(wire('FILE', [{ ...known, ...part }], { newRecord: true })).toEqual([
				{ fileKey: 'k' },
			]);
		}
		expect(wire('FILE', [{ fileKey: '' }])).toEqual([{ fileKey: '' }]);
	});
});

describe('the rows of a table', () => {
	const columns: Field[] = [
		{ code: 'Item', type: 'SINGLE_LINE_TEXT', label: 'Article' },
		{ code: 'Count', type: 'NUMBER' },
	];
	const table = (value: unknown, of: Field[] = columns) =>
		wire('SUBTABLE', value, {}, { columns: of }) as IDataObject[];

	it('keep their IDs', () => {
		const cells = { Item: { value: 'a' } };
		expect(table([{ $id: 7, Item: 'a' }])).toEqual([{ id: '7', value: cells }]);
		expect(table([{ id: '7' }])).toEqual([{ id: '7', value: {} }]);
		expect(() => table([{ id: '7', Item: 'a' }])).toThrow('has no column "id"');
		for (const none of ['', null, undefined]) {
			expect(table([{ id: none, Item: 'a' }])).toEqual([{ value: cells }]);
		}
		expect(table([{ id: '7', value: { Item: 'a' } }])).toEqual([{ id: '7', value: cells }]);
		expect(table([{ value: { Item: 'a' } }])).toEqual([{ value: cells }]);
	});

	it('may have columns named id and value', () => {
		const odd = ['id', 'value'].map((code) => ({ code, type: 'SINGLE_LINE_TEXT' }));
		expect(table([{ $id: '7', id: 'a', value: 'b' }], odd)).toEqual([
			{ id: '7', value: { id: { value: 'a' }, value: { value: 'b' } } },
		]);
		expect(table([{ value: { value: 'b' } }], [...columns, ...odd])).toEqual([
			{ value: { value: { value: 'b' } } },
		]);
	});

	it('take the column of the code where they have its label too', () => {
		expect(table([{ Item: 'code', Article: 'label' }])).toEqual([
			{ value: { Item: { value: 'code' } } },
		]);
		expect(table([{ Article: 'label', Item: 'code' }])).toEqual([
			{ value: { Item: { value: 'code' } } },
		]);
		expect(table([{ Article: 'label', Item: undefined }])).toEqual([
			{ value: { Item: { value: 'label' } } },
		]);
	});

	it('are refused with a column that the table does not have, with those that it has', () => {
		expect(refused('SUBTABLE', [{ Else: 1 }], { columns, label: 'Lines' })).toMatch(
			/^Table "Lines" has no column "Else"\. Its columns are "Item", "Count"\. .*refresh the form/,
		);
		expect(refused('SUBTABLE', [{ Else: 1 }])).toContain('has no column "Else"');
	});

	it('are refused where their expressions found nothing, and only then', () => {
		expect(refused('SUBTABLE', [{ Item: 'a' }, { Item: undefined }], { columns })).toContain(
			'has no value in row 2. The value was "{}". Check the expression that returned the row',
		);
		expect(table([{ $id: '7', Item: undefined }])).toEqual([{ id: '7', value: {} }]);
		expect(table([{ Item: null }])).toEqual([{ value: { Item: { value: '' } } }]);
	});

	it.each([[{}], [[{}]], ['{}'], [[{ Item: 'a' }, {}]], [[{ value: {} }]]])(
		'are not made of an empty object: %j',
		(value) => {
			expect(refused('SUBTABLE', value, { columns })).toMatch(/has no value in row [12]\./);
		},
	);

	it('say row and column of what does not fit', () => {
		expect(
			refused('SUBTABLE', [{ Item: 'b' }, { Item: ['a'] }], { columns, label: 'Lines' }),
		).toContain('Field "Lines, row 2, Article" must be text');
	});
});
