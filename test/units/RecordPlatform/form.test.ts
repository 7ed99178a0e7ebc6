import type { IDataObject } from 'n8n-workflow';

import {
	formFields,
	identifies,
	isEditable,
	isRefused,
	isSystem,
	loadForm,
} from '../../../nodes/RecordPlatform/codec/form';
import { describedForm } from '../../../nodes/RecordPlatform/catalogue/form/describe';
import type { RequestSpec } from '../../../nodes/shared/catalogue';
import { RequestError } from '../../../nodes/shared/errors';
import { itemWith, refusedWith } from '../../support/item';

const of = (properties: Record<string, IDataObject>) => formFields({ properties });
const one = (property: IDataObject) => of({ F: { code: 'F', type: 'NUMBER', ...property } })[0];

describe('a form', () => {
	it('has its fields in the order of the answer, each with what a write has to know', () => {
		const [name, amount] = of({
			A: { code: 'A', type: 'SINGLE_LINE_TEXT', label: 'Name', required: true, unique: true },
			B: { code: 'B', type: 'NUMBER' },
		});
		expect(name).toMatchObject({ code: 'A', label: 'Name', required: true, unique: true });
		const plain = { required: false, unique: false, computed: false, hasDefault: false };
		expect(amount).toEqual({ code: 'B', type: 'NUMBER', label: 'B', ...plain });
		expect(formFields(undefined)).toEqual([]);
	});

	it.each([
		[{ defaultValue: '5' }, true],
		[{ defaultValue: ['a'] }, true],
		[{ defaultNowValue: true }, true],
		[{ defaultValue: '' }, false],
		[{ defaultValue: null }, false],
		[{ defaultValue: [] }, false],
		[{ defaultNowValue: false }, false],
		[{}, false],
	])('knows whether a field fills itself: %j', (property, hasDefault) => {
		expect(one(property)?.hasDefault).toBe(hasDefault);
	});

	it('has choices in the order in which people see them', () => {
		const options = Object.fromEntries(
			['c', 'a', 'b'].map((label, index) => [label, { label, index: String(index * 5) }]),
		);
		const reversed = Object.fromEntries(Object.entries(options).reverse());
		expect(one({ options: reversed as IDataObject })?.choices).toEqual(['c', 'a', 'b']);
		expect(one({})).not.toHaveProperty('choices');
	});

	it('has the columns of tables, and knows which of them a lookup in the table fills in', () => {
		const lookup = {
			relatedApp: { app: '7' },
			relatedKeyField: 'Code',
			fieldMappings: [{ field: 'Price', relatedField: 'Cost' }],
		};
		const [table, price] = of({
			T: {
				code: 'T',
				type: 'SUBTABLE',
				fields: {
					Item: { code: 'Item', type: 'SINGLE_LINE_TEXT', lookup },
					Price: { code: 'Price', type: 'NUMBER' },
				},
			},
			Price: { code: 'Price', type: 'NUMBER' },
		});
		expect(table?.columns?.map(({ code, computed }) => [code, computed])).toEqual([
			['Item', false],
			['Price', true],
		]);
		expect(table?.columns?.[0]?.lookup).toEqual({
			app: '7',
			key: 'Code',
			copies: [{ to: 'Price', from: 'Cost' }],
		});
		expect(price?.computed).toBe(false);
	});

	it('tells fields apart by what can be done with them', () => {
		const types = ['CALC', 'STATUS', 'CREATOR', 'NUMBER'].map((type) => ({ code: 'F', type }));
		expect(types.map(isEditable)).toEqual([false, false, true, true]);
		expect(types.map(isSystem)).toEqual([false, false, true, false]);
		const unique = (type: string, is = true) => {
			const [field] = of({ F: { code: 'F', type, unique: is } });
			return field && identifies(field);
		};
		expect(['SINGLE_LINE_TEXT', 'NUMBER', 'LINK'].map((type) => unique(type))).toEqual([
			true,
			true,
			false,
		]);
		expect(unique('NUMBER', false)).toBe(false);
	});
});

it('the form of an app is read once for each app, where the app is', async () => {
	const asked: RequestSpec[] = [];
	const item = itemWith(
		{},
		{
			request: async (spec) => {
				asked.push(spec);
				return await Promise.resolve({ properties: { A: { code: 'A', type: 'NUMBER' } } });
			},
		},
	);
	for (const app of ['7', '8', '7']) {
		expect((await loadForm(item, app, '5')).map(({ code }) => code)).toEqual(['A']);
	}
	expect(asked.map(({ query, path }) => [query?.app, path])).toEqual([
		['7', '/k/guest/5/v1/app/form/fields.json'],
		['8', '/k/guest/5/v1/app/form/fields.json'],
	]);
});

it.each<[unknown, boolean]>([
	...[400, 403, 404, 499, 520].map((status): [unknown, boolean] => [refusedWith(status), true]),
	...[401, 429, 302, 500, 503].map((status): [unknown, boolean] => [refusedWith(status), false]),
	[new RequestError({ ...refusedWith(403).failure, outcome: 'unknown' }), false],
	[new Error('Something else'), false],
])('the form of an app is hidden after %p: %s', (problem, expected) => {
	expect(isRefused(problem)).toBe(expected);
});

it('is described for a model in a line for each field, with a part of many choices', () => {
	const options = (...labels: string[]) =>
		Object.fromEntries(labels.map((label, index) => [label, { label, index: String(index) }]));
	const fieldMappings = [{ field: 'Phone', relatedField: 'Tel' }];
	const lookup = { relatedApp: { app: '5' }, relatedKeyField: 'Name', fieldMappings };
	const fields: Array<[code: string, type: string, more?: IDataObject]> = [
		['no', 'SINGLE_LINE_TEXT', { label: 'No.', required: true, unique: true }],
		['Way', 'DROP_DOWN', { options: options('Phone', 'Fair') }],
		['Many', 'CHECK_BOX', { options: options(...'abcdefghijklmnopqrstuvwxyz') }],
		['Sum', 'CALC', { expression: 'A' }],
		['Group', 'GROUP'],
		['Status', 'STATUS'],
		['Made', 'CREATED_TIME', { required: true }],
		['Client', 'SINGLE_LINE_TEXT', { lookup }],
		['Phone', 'LINK'],
		['Key', 'NUMBER', { lookup: null }],
		['Lines', 'SUBTABLE', { fields: { Item: { code: 'Item', type: 'NUMBER', required: true } } }],
		['New', 'NEW_TYPE'],
	];
	const properties = fields.map(([code, type, more]) => [code, { code, type, ...more }]);
	const form = of(Object.fromEntries(properties) as Record<string, IDataObject>);
	expect(describedForm(form, ['Open', 'Done']).replace(/("c").* and/, '$1 … and')).toBe(
		`No. (no): text, required, no duplicates
Way: drop-down, "Phone" and "Fair"
Many: check box, "a", "b", "c" … and 16 more
Sum: calculated, read-only
Status: status, read-only, "Open" and "Done"
Made: created time, read-only
Client: text, lookup of Name in app 5 that fills in "Phone"
Phone: link, read-only
Key: number, lookup
Lines: table
- Item: number, required
New: NEW_TYPE`,
	);
	expect(describedForm(form, [])).not.toContain('Status');
});
