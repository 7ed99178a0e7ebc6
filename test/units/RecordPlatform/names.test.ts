import type { IDataObject } from 'n8n-workflow';

import { RECORD_ID } from '../../../nodes/RecordPlatform/codec/cells';
import {
	assignedFields,
	fieldNamed,
	type Mapped,
	mappedValues,
	splitRow,
	type TakeUnknown,
	UnknownNames,
	valueNamed,
} from '../../../nodes/RecordPlatform/codec/names';
import type { Field } from '../../../nodes/RecordPlatform/codec/form';
import type { ItemContext } from '../../../nodes/shared/catalogue';
import { Faults } from '../../../nodes/shared/errors';
import { itemWith } from '../../support/item';

const text = (code: string, label = code): Field => ({ code, label, type: 'SINGLE_LINE_TEXT' });
const FORM: Field[] = [
	text('Name', 'Full name'),
	text('Sales', 'Person'),
	text('Support', 'Person'),
	{ ...text('Twice', 'Copy'), computed: true },
	text('Once', 'Copy'),
	{ ...text('Created', 'Created'), type: 'CREATED_TIME' },
	{ ...text('Sum', 'Total'), type: 'CALC' },
	{ code: 'Lines', label: 'Lines', type: 'SUBTABLE', columns: [text('Article', 'Item')] },
	text('Note', 'Article'),
	text('__proto__', 'Odd'),
	text('Ａ１'),
	text('Ａ1'),
];

const automatic = (values: IDataObject): Mapped => ({ values, isAutomatic: true, matchBy: [] });
const byHand = (values: IDataObject): Mapped => ({
	...automatic(values),
	isAutomatic: false,
	areCodes: true,
});

function assign(mapped: Mapped) {
	const unknown: string[] = [];
	const faults = new Faults();
	const take: TakeUnknown = (name, meant = []) => {
		unknown.push([name, ...meant.map(({ code }) => code)].join(' '));
	};
	const assigned = assignedFields(mapped, FORM, take, faults);
	faults.end();
	return { codes: assigned.map(({ field }) => field.code), unknown };
}

it.each([
	['a code', 'Name', 'Name'],
	['a label', 'Full name', 'Name'],
	['a name with a byte order mark', '\uFEFFName', 'Name'],
	['a name with blanks', ' Full name\u3000', 'Name'],
	['full-width letters', 'Ｎａｍｅ', 'Name'],
	['the label of two fields', 'Person', undefined],
	['the label of two fields of which one is computed', 'Copy', 'Once'],
	['the label of a computed field', 'Total', 'Sum'],
	['the code of a column, also if it is the label of a field', 'Article', undefined],
	['full-width letters of two codes', 'A1', undefined],
	['an odd code', '__proto__', '__proto__'],
	['an inherited name', 'constructor', undefined],
])('%s names its field', (_, name, code) => expect(fieldNamed(FORM, name)?.code).toBe(code));

it.each<[string, Mapped, string[], string[]]>([
	['an item: those that it names', automatic({ Name: 'a', Once: 1 }), ['Name', 'Once'], []],
	['an item: not what has no value', automatic({ Name: undefined as never }), [], []],
	['an item: not its IDs', automatic({ $id: 1, $revision: 2, $rowId: 3 }), [], []],
	[
		'an item: not what the service fills in',
		automatic({ Twice: 1, Created: 1, Sum: '' }),
		[],
		['Twice Twice', 'Created Created'],
	],
	['an item: no name twice', automatic({ 'Full name': 'b', Name: 'a' }), ['Name'], ['Full name']],
	[
		'an item: not what is no field',
		automatic({ Nam: 'a', Person: 'b' }),
		[],
		['Nam', 'Person Sales Support'],
	],
	[
		'an item: not what a node added to it',
		automatic({ $id: '1', $url: 'x', $status: 'y', $else: 1, url: 'x', Name: 'a' }),
		['Name'],
		['url'],
	],
	[
		'an item: no code of a table',
		{ ...automatic({ 'Full name': 1 }), otherCodes: new Set(['Full name']) },
		[],
		['Full name'],
	],
	['a mapping: what is mapped', byHand({ Name: 'a', Created: 'b' }), ['Name', 'Created'], []],
	['a mapping: no code that is a label by now', byHand({ 'Full name': 'a' }), [], ['Full name']],
])('the fields that are written of %s', (_, mapped, codes, unknown) => {
	expect(assign(mapped)).toEqual({ codes, unknown });
});

it.each(['Sum', 'Twice'])(
	'the fields that are written of a mapping are refused with %s, which the service fills in',
	(code) => {
		expect(() => assign(byHand({ [code]: 1 }))).toThrow(
			"can't be written: the service fills it in",
		);
	},
);

describe('names that are no fields', () => {
	const tell = (isAutomatic: boolean, unknownColumns?: string) => {
		const hints: string[] = [];
		const item = itemWith({ options: { unknownColumns } }, { hint: (one) => void hints.push(one) });
		const unknown = new UnknownNames(isAutomatic, 'The app', 'field', (name) => name === 'Article');
		for (const name of ['A', 'Article', 'B']) unknown.take(name);
		unknown.check(item);
		unknown.tell(item);
		return hints;
	};

	it('are named in one hint, without those of another mapper', () => {
		expect(tell(true)).toEqual(['Not written, because the app has no fields "A" and "B"']);
	});

	it('stop the item by choice, and a mapping always', () => {
		expect(() => tell(true, 'stop')).toThrow('The app has no fields "A" and "B"');
		expect(() => tell(false)).toThrow('The app has no fields "A", "Article" and "B"');
	});
});

describe('the values of an item', () => {
	const of = (mapper: IDataObject, json: IDataObject = {}) => {
		return mappedValues(itemWith({ fields: mapper }, { json }) as ItemContext);
	};

	it('are the whole item, without what the error output added', () => {
		const mode = { mappingMode: 'autoMapInputData', value: null, matchingColumns: ['Name'] };
		const json = { Name: 'a', error: 'x', details: { item: 1, message: 'x' } };
		expect(of(mode, json)).toEqual({ values: { Name: 'a' }, isAutomatic: true, matchBy: ['Name'] });
	});

	it('are those that are mapped, without empty controls of the editor', () => {
		const mapper = { mappingMode: 'defineBelow', value: { A: null, B: '', C: 'c' } };
		expect(of(mapper)).toMatchObject({ values: { B: '', C: 'c' }, isAutomatic: false });
	});

	it('are an object that an expression gives', () => {
		expect(of({ Name: 'a' })).toEqual({ values: { Name: 'a' }, isAutomatic: false, matchBy: [] });
	});

	it('are found by code, else by label', () => {
		const [name] = FORM as [Field];
		const value = (mapped: Mapped) => valueNamed(mapped, FORM, name);
		expect(value(automatic({ 'Full name': 'a' }))).toBe('a');
		expect(value(automatic({ 'Full name': 'a', Name: 'b' }))).toBe('b');
		expect(value(automatic({ 'Full name': 'a', Name: null }))).toBe('a');
		expect(value(byHand({ 'Full name': 'a' }))).toBeUndefined();
		const otherCodes = new Set(['Full name']);
		expect(value({ ...automatic({ 'Full name': 'a' }), otherCodes })).toBeUndefined();
	});

	it('have a row that Split Table put under the name of its table', () => {
		const table = { code: 'Lines', label: 'Order lines', type: 'SUBTABLE' };
		const row = { $rowId: '1', Article: 'pen' };
		expect(splitRow({ [RECORD_ID]: '1', Lines: row }, table)).toBe(row);
		expect(splitRow({ 'Order lines': row }, table)).toBe(row);
		expect(splitRow({ Lines: [row] }, table)).toBeUndefined();
		expect(splitRow({ Lines: { type: 'SUBTABLE', value: [] } }, table)).toBeUndefined();
	});
});
