import {
	changedFields,
	named,
	newFields,
} from '../../../nodes/RecordPlatform/catalogue/form/fieldList';
import { InputError } from '../../../nodes/shared/errors';

const rows = (...list: object[]) => ({ rows: list });

describe('fields from the controls', () => {
	it('are named by code and label', () => {
		expect(newFields(rows({ code: ' a ', type: 'NUMBER', label: 'A' }))).toEqual({
			a: { code: 'a', label: 'A', type: 'NUMBER' },
		});
		expect(newFields(rows({ code: 'a', type: 'NUMBER', label: '' }))).toMatchObject({
			a: { label: 'a' },
		});
	});

	it('name the columns of new tables by their keys, as JSON beneath does', () => {
		const columns = { price: { type: 'NUMBER' }, day: { type: 'DATE', code: 'Day' } };
		const table = { code: 'lines', type: 'SUBTABLE', label: '', further: { fields: columns } };
		const fields = { price: { type: 'NUMBER', code: 'price' }, day: { type: 'DATE', code: 'Day' } };
		expect(newFields(rows(table))).toMatchObject({ lines: { code: 'lines', fields } });
		expect(named({ lines: { type: 'SUBTABLE', fields: columns } })).toEqual({
			lines: { type: 'SUBTABLE', code: 'lines', fields },
		});
		expect(changedFields(rows(table))).toEqual({ lines: { type: 'SUBTABLE', fields: columns } });
	});

	it('keep their code and label where a change does not name them', () => {
		expect(changedFields(rows({ code: 'a', type: 'NUMBER', properties: { unit: '' } }))).toEqual({
			a: { type: 'NUMBER', unit: '' },
		});
		expect(
			changedFields(rows({ code: 'a', type: 'NUMBER', properties: { code: 'b', label: 'B' } })),
		).toEqual({ a: { type: 'NUMBER', code: 'b', label: 'B' } });
	});

	it.each([
		['DROP_DOWN', 'a', 'a'],
		['CHECK_BOX', 'a, b', ['a', 'b']],
		['MULTI_SELECT', ['a'], ['a']],
		['NUMBER', 0, '0'],
		['GROUP_SELECT', 'sales', [{ type: 'GROUP', code: 'sales' }]],
		[
			'USER_SELECT',
			'sato, LOGINUSER()',
			[
				{ type: 'USER', code: 'sato' },
				{ type: 'FUNCTION', code: 'LOGINUSER()' },
			],
		],
	])('have the default that %s wants', (type, defaultValue, expected) => {
		const { a } = newFields(rows({ code: 'a', type, properties: { defaultValue } }));
		expect(a).toMatchObject({ defaultValue: expected });
	});

	it.each([
		['Open, Done', ['Open', 'Done']],
		['Open\n\nDone\n', ['Open', 'Done']],
		[['Open, late'], ['Open, late']],
	])('have the options %j in their order', (options, labels) => {
		const { a } = newFields(rows({ code: 'a', type: 'DROP_DOWN', properties: { options } }));
		expect((a as { options: object }).options).toEqual(
			Object.fromEntries(labels.map((label, at) => [label, { label, index: String(at) }])),
		);
	});

	it('take further properties from JSON, which wins', () => {
		const further = '{"label": "Lines", "fields": {"b": {"type": "DATE"}}}';
		expect(newFields(rows({ code: 'a', type: 'SUBTABLE', further }))).toEqual({
			a: {
				code: 'a',
				type: 'SUBTABLE',
				label: 'Lines',
				fields: { b: { code: 'b', type: 'DATE' } },
			},
		});
	});

	it.each([
		[{}, '"Fields" is empty'],
		[rows({ code: ' ', type: 'DATE' }), 'Field 1 has no field code'],
		[
			rows({ code: 'a', type: 'DATE' }, { code: 'a', type: 'DATE' }),
			'Two fields have the code "a"',
		],
		[
			rows({ code: 'a', type: 'SUBTABLE', further: { fields: { b: { label: 'B' } } } }),
			'"Properties (JSON) of a": fields.b.type is missing',
		],
	])('are refused where they cannot be meant: %j', (value, message) => {
		expect(() => newFields(value)).toThrow(new InputError(message));
	});
});
