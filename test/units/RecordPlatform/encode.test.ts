import type { IDataObject } from 'n8n-workflow';
import { DateTime } from 'luxon';

import {
	checkChoices,
	encode,
	encodeCells,
	PendingFile,
} from '../../../nodes/RecordPlatform/codec/encode';
import type { Field } from '../../../nodes/RecordPlatform/codec/form';
import { InputError } from '../../../nodes/shared/errors';

const frame = { zone: 'Asia/Tokyo', now: Date.parse('2026-03-03T01:00:00Z') };
const choices = ['Open', 'Done', ' Late'];
const field = (type: string, more: Partial<Field> = {}): Field => ({ code: 'F', type, ...more });
const people = (...codes: string[]) => codes.map((code) => ({ code }));

const LINES = field('SUBTABLE', {
	code: 'Lines',
	columns: [
		{ code: 'Article', label: 'Item', type: 'SINGLE_LINE_TEXT' },
		{ code: 'Quantity', type: 'NUMBER' },
		{ code: 'State', type: 'DROP_DOWN', choices },
		{ code: 'Sum', type: 'CALC' },
	],
});

const REFUSED = Symbol('refused');
const sent = (of: Field, value: unknown, more = {}) => {
	try {
		return encode(of, value, { ...frame, ...more });
	} catch (problem) {
		if (problem instanceof InputError) return REFUSED;
		throw problem;
	}
};

describe('a value in the service’s format', () => {
	it.each<[string, unknown, unknown, Partial<Field>?]>([
		['SINGLE_LINE_TEXT', ' a ', ' a '],
		['SINGLE_LINE_TEXT', 5, '5'],
		['SINGLE_LINE_TEXT', true, 'true'],
		['SINGLE_LINE_TEXT', ['a'], 'a'],
		['SINGLE_LINE_TEXT', [], ''],
		['SINGLE_LINE_TEXT', null, ''],
		['SINGLE_LINE_TEXT', ['a', 'b'], REFUSED],
		['SINGLE_LINE_TEXT', { a: 1 }, REFUSED],
		['SINGLE_LINE_TEXT', NaN, REFUSED],
		['SINGLE_LINE_TEXT', new Date('2026-01-31T01:00:00Z'), '2026-01-31T01:00:00.000Z'],
		['SINGLE_LINE_TEXT', new Date(NaN), REFUSED],
		['SINGLE_LINE_TEXT', { type: 'SINGLE_LINE_TEXT', value: 'a' }, 'a'],
		['NUMBER', '1.50', '1.50'],
		['NUMBER', [7], '7'],
		['NUMBER', ' ', ''],
		['NUMBER', null, ''],
		['NUMBER', '1,200', REFUSED],
		['NUMBER', 'many', REFUSED],
		['NUMBER', { value: 'many' }, REFUSED],
		['DATE', '2026/1/31', '2026-01-31'],
		['DATE', { value: '' }, ''],
		['DATE', 'tomorrow', '2026-03-04'],
		['DATE', '11/5/2026', REFUSED],
		['TIME', '9:05', '09:05'],
		['DATETIME', '2026-01-31 10:00', '2026-01-31T01:00:00Z'],
		['DROP_DOWN', 'Open', 'Open', { choices }],
		['DROP_DOWN', ' Open ', 'Open', { choices }],
		['DROP_DOWN', 'Late', ' Late', { choices }],
		['DROP_DOWN', ' Late ', ' Late', { choices }],
		['DROP_DOWN', ' New ', 'New', { choices }],
		['DROP_DOWN', { name: 'Open' }, 'Open', { choices }],
		['DROP_DOWN', { value: 'Open' }, 'Open', { choices }],
		['DROP_DOWN', { id: 1 }, REFUSED, { choices }],
		['DROP_DOWN', ['Open'], 'Open', { choices }],
		['RADIO_BUTTON', ['Open', 'Done'], REFUSED, { choices }],
		['RADIO_BUTTON', '', '', { choices }],
		['CHECK_BOX', 'Open、 Done, ', ['Open', 'Done'], { choices }],
		['CHECK_BOX', '["Open", null]', ['Open'], { choices }],
		['CHECK_BOX', ['Open', null], ['Open'], { choices }],
		['CHECK_BOX', [''], [], { choices }],
		['CHECK_BOX', true, ['Yes'], { choices: ['Yes'] }],
		['CHECK_BOX', 'FALSE', [], { choices: ['Yes'] }],
		['CHECK_BOX', true, ['true'], { choices }],
		['MULTI_SELECT', null, []],
		['USER_SELECT', 'sato, suzuki, ', people('sato', 'suzuki')],
		['USER_SELECT', { code: 'sato', name: 'Sato' }, people('sato')],
		['USER_SELECT', [{ name: 'sato' }, 'suzuki'], people('sato', 'suzuki')],
		['USER_SELECT', [7], people('7')],
		['USER_SELECT', [{}], REFUSED],
		['USER_SELECT', '', []],
		['CREATOR', 'sato', { code: 'sato' }],
		['CREATOR', '', REFUSED],
		['FILE', 'data, photo', [new PendingFile('data'), new PendingFile('photo')]],
		['FILE', { fileKey: 'k' }, [{ fileKey: 'k' }]],
		['FILE', [{ fileKey: 'k', name: 'a' }], [{ fileKey: 'k', name: 'a' }]],
		['FILE', [{ name: 'a' }], REFUSED],
		['FILE', null, []],
	])('for %s, %p is %p', (type, value, expected, more = {}) => {
		expect(sent(field(type, more), value)).toEqual(expected);
	});

	it('has dates of n8n', () => {
		const date = DateTime.fromISO('2026-01-31T09:00:00+09:00', { setZone: true });
		expect(sent(field('DATE'), date)).toBe('2026-01-31');
	});

	it('has formatted numbers by choice', () => {
		expect(sent(field('NUMBER'), '1,200', { convert: true })).toBe('1200');
		expect(sent(field('NUMBER'), 'many', { convert: true })).toBe(REFUSED);
	});

	it('names the field and the value in a refusal', () => {
		expect(() => encode(field('NUMBER', { label: 'Amount' }), 'many', frame)).toThrow(
			expect.objectContaining({
				message: '"Amount" is not a valid number: "many"',
				advice: expect.stringContaining('Use digits'),
				options: { field: 'F' },
			}),
		);
	});
});

describe('the rows of a table', () => {
	it.each<[string, unknown, unknown]>([
		['by any name', [{ Item: 'pen', Quantity: 2 }], [{ value: { Article: 'pen', Quantity: '2' } }]],
		['with the ID of a row', [{ $rowId: 7, Item: '' }], [{ id: '7', value: { Article: '' } }]],
		['without blanks in a new row', [{ Item: '', Quantity: 1 }], [{ value: { Quantity: '1' } }]],
		[
			'as the service gives them',
			[{ id: '7', value: { Quantity: { value: '1' } } }],
			[{ id: '7', value: { Quantity: '1' } }],
		],
		['as JSON', '[{"Item": "pen"}]', [{ value: { Article: 'pen' } }]],
		['without what is filled in', [{ Item: 'pen', Sum: 3 }], [{ value: { Article: 'pen' } }]],
		['without empty entries', [null, { Item: 'pen' }], [{ value: { Article: 'pen' } }]],
		['of an empty table', [], []],
		['of a cleared table', null, []],
		['that are texts', 'pen', REFUSED],
		['with an unknown column', [{ Color: 'red' }], REFUSED],
		['with a wrong value', [{ Quantity: 'many' }], REFUSED],
		['without a column', [{}], REFUSED],
		['of which no column has a value', [{ Item: undefined, $rowId: '' }], REFUSED],
		['with nothing but its ID', [{ $rowId: '1' }], [{ id: '1', value: {} }]],
	])('%s', (_, value, expected) => {
		const rows = sent(LINES, value);
		const plain = (row: { id?: string; value: Record<string, { value: unknown }> }) => ({
			...(row.id && { id: row.id }),
			value: Object.fromEntries(
				Object.entries(row.value).map(([code, cell]) => [code, cell.value]),
			),
		});
		expect(rows === REFUSED ? rows : (rows as never[]).map(plain)).toEqual(expected);
	});

	it('name their unknown columns for a hint', () => {
		const names: string[] = [];
		const unknown = (name: string) => void names.push(name);
		encode(LINES, [{ Item: 'pen', Color: 'red' }], { ...frame, unknown, skipsUnknown: true });
		expect(names).toEqual(['Lines: Color']);
	});

	it('are not one row where a record has others', () => {
		const row = { $rowId: '1', Item: 'pen' };
		expect(sent(LINES, row)).not.toBe(REFUSED);
		expect(sent(LINES, row, { replacesTables: true })).toBe(REFUSED);
	});

	it('are named in a refusal', () => {
		expect(() => encode(LINES, [{ Item: 'a' }, { Quantity: 'many' }], frame)).toThrow(
			'"Lines, row 2, Quantity" is not a valid number: "many"',
		);
	});
});

describe('the cells of a record', () => {
	const cells = (values: IDataObject, isNew: boolean) => {
		const assigned = Object.entries(values).map(([code, given]) => {
			return { field: field('SINGLE_LINE_TEXT', { code }), given };
		});
		return Object.keys(encodeCells(assigned, frame, isNew));
	};
	const values = { A: 'a', B: '', C: null, D: [], E: undefined, F: { value: '' } } as IDataObject;

	it('are cleared by nothing in an update, and left out where the record is new', () => {
		expect(cells(values, false)).toEqual(['A', 'B', 'C', 'D', 'F']);
		expect(cells(values, true)).toEqual(['A']);
	});

	it('have the choices of the form where they are checked, and any other where they are compared first', () => {
		const assigned = [{ field: field('DROP_DOWN', { choices }), given: 'Odd' }];
		expect(encodeCells(assigned, frame, false)).toEqual({ F: { value: 'Odd' } });
		expect(() => encodeCells(assigned, { ...frame, checksChoices: true }, false)).toThrow(
			'Field "F" has no choice "Odd"',
		);
	});

	it('may have any code', () => {
		expect(cells(JSON.parse('{"__proto__": "a"}') as IDataObject, true)).toEqual(['__proto__']);
	});
});

describe('choices', () => {
	const form = [field('CHECK_BOX', { code: 'Tags', label: 'Marks', choices }), LINES];

	it.each<[IDataObject, string?]>([
		[{ Tags: { value: ['Open'] } }],
		[{ Tags: { value: ['Open', 'Odd'] } }, 'Field "Marks" has no choice "Odd"'],
		[
			{ Lines: { value: [{ value: {} }, { value: { State: { value: 'Odd' } } }] } },
			'Field "Lines, row 2, State" has no choice "Odd"',
		],
		[{ Lines: { value: [{ value: { State: { value: '' } } }] } }],
		[{ Other: { value: 'Odd' } }],
	])('are those of the form: %j', (cells, message = '') => {
		const check = () => checkChoices(cells, form);
		if (message === '') expect(check).not.toThrow();
		else
			expect(check).toThrow(
				expect.objectContaining({ message, options: { field: expect.any(String) } }),
			);
	});
});
