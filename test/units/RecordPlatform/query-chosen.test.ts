import type { IDataObject } from 'n8n-workflow';

import {
	chosenFields,
	chosenQuery,
	returnedCodes,
} from '../../../nodes/RecordPlatform/query/selection';
import { savedViews } from '../../../nodes/RecordPlatform/query/views';
import type { RequestSpec } from '../../../nodes/shared/catalogue';
import { RequestError } from '../../../nodes/shared/errors';
import { itemWith, refusedWith } from '../../support/item';

const VIEWS = {
	B: {
		id: 2,
		index: '1',
		name: 'Mine',
		type: 'LIST',
		filterCond: ' Who in (LOGINUSER()) ',
		sort: 'Due asc',
		fields: ['Name', '$id'],
	},
	A: { id: '1', index: '0', name: 'All', type: 'CUSTOM', filterCond: '' },
	C: { id: '3', index: '2', name: '2', type: 'CALENDAR', sort: '' },
	D: { id: '4', index: '3', name: 'Assigned to me', type: 'LIST', builtinType: 'ASSIGNEE' },
};
const Price = { code: 'Price', type: 'NUMBER', label: 'Cost' };
const FORM = {
	Due: { code: 'Due', type: 'DATE', label: 'Deadline' },
	Twice: { code: 'Twice', type: 'DATE', label: 'Same' },
	Other: { code: 'Other', type: 'NUMBER', label: 'Same' },
	T: { code: 'T', type: 'SUBTABLE', fields: { Price } },
	Rel: { code: 'Rel', type: 'REFERENCE_TABLE', label: 'Rel' },
	Sum: { code: 'Sum', type: 'CALC', format: 'DATE' },
};

/** An item of an app with these views, and a form unless it is hidden. */
function item(
	values: IDataObject,
	{ views = VIEWS as object, form = FORM as object | Error } = {},
) {
	const asked: RequestSpec[] = [];
	return {
		asked,
		item: itemWith(
			{ app: '7', ...values },
			{
				request: async (request) => {
					asked.push(request);
					if (request.path.endsWith('views.json')) return await Promise.resolve({ views });
					if (form instanceof Error) throw form;
					return { properties: form };
				},
			},
		),
	};
}
const query = async (values: IDataObject, more = {}) => await chosenQuery(item(values, more).item);
const rows = (...list: object[]) => ({ rows: list });

describe('the views of an app', () => {
	it('come in the order in which people see them', () => {
		const found = savedViews({ views: VIEWS });
		expect(found.map(({ name }) => name)).toEqual(['All', 'Mine', '2', 'Assigned to me']);
		expect(found[1]).toEqual({
			id: '2',
			name: 'Mine',
			type: 'LIST',
			condition: 'Who in (LOGINUSER())',
			order: 'Due asc',
			fields: ['Name', '$id'],
			builtIn: false,
		});
		expect(found[0]).toMatchObject({ condition: '', order: '', fields: [] });
		expect(found[3]?.builtIn).toBe(true);
		expect(savedViews({ views: { A: { ...VIEWS.A, builtinType: null } } })[0]?.builtIn).toBe(false);
		expect(savedViews(null)).toEqual([]);
	});

	it('are chosen by ID, else by name', async () => {
		const order = async (view: string) => (await query({ filterBy: 'view', view })).order;
		expect(await order('2')).toBe('Due asc');
		expect(await order(' Mine ')).toBe('Due asc');
		expect(await order('All')).toBe('');
	});

	it.each([
		['9', 'The app has no view "9"', 'Its views are All (1), Mine (2), 2 (3), Assigned to me (4)'],
		['4', 'The built-in view "Assigned to me" can\'t be used', 'Filter by conditions'],
	])('are refused where they cannot be meant: %j', async (view, message, advice) => {
		await expect(query({ filterBy: 'view', view })).rejects.toMatchObject({
			message: expect.stringContaining(message) as unknown,
			advice: expect.stringContaining(advice) as unknown,
		});
	});

	it('are read once, where the app is', async () => {
		const one = item({ filterBy: 'view', view: '2', app: 'guest/5/7' });
		await chosenQuery(one.item);
		await chosenQuery(one.item);
		expect(one.asked).toEqual([
			{
				method: 'GET',
				path: '/k/guest/5/v1/app/views.json',
				query: { app: '7' },
				repeatable: true,
			},
		]);
	});
});

describe('the query of the node', () => {
	const due = { field: 'Due|DATE', value: '2026-01-31' };

	it('is a view with further conditions, in its own order or another', async () => {
		const values = { filterBy: 'view', view: '2', conditions: rows(due) };
		expect(await query(values)).toMatchObject({
			condition: '(Who in (LOGINUSER())) and Due = "2026-01-31"',
			order: 'Due asc',
		});
		const either = { ...values, match: 'any', conditions: rows(due, due) };
		expect((await query(either)).condition).toBe(
			'(Who in (LOGINUSER())) and (Due = "2026-01-31" or Due = "2026-01-31")',
		);
		const sort = rows({ field: 'Name|SINGLE_LINE_TEXT', direction: 'desc' });
		expect((await query({ ...values, sort })).order).toBe('Name desc');
	});

	it('is a query text, sorted otherwise where that is chosen', async () => {
		const values = { filterBy: 'query', query: 'A = 1 order by B asc' };
		expect(await query(values)).toMatchObject({ condition: 'A = 1', order: 'B asc' });
		expect((await query({ ...values, sort: rows({ field: 'C' }) })).order).toBe('C asc');
	});
});

describe('a field from an expression, without its type', () => {
	const condition = async (field: string, value: unknown, more = {}) =>
		(await query({ conditions: rows({ field, value }) }, more)).condition;

	it('is known by code or label from the form, in tables too', async () => {
		expect(await condition('Due', '2026-01-30T15:00:00Z')).toBe('Due = "2026-01-31"');
		expect(await condition('Deadline', '2026-01-30T15:00:00Z')).toBe('Due = "2026-01-31"');
		expect(await condition('Cost', 5)).toBe('Price in ("5")');
		for (const sum of ['Sum', 'Sum|CALC'])
			expect(await condition(sum, '2026-01-30T15:00:00Z')).toBe('Sum = "2026-01-31"');
	});

	it.each([
		['Else', 'The app has no field "Else"', 'It has "Due", "Twice"'],
		['Same', '2 fields have the label "Same"', '"Twice" and "Other"'],
		['$id > 0 or Due|DATE', 'The app has no field "$id > 0 or Due"', 'It has "Due"'],
		['Due\u3000or\u3000$id', 'The app has no field', 'It has "Due"'],
	])('is refused where the form has none, or two with the label: %j', async (field, ...told) => {
		const [message, advice] = told.map((text) => expect.stringContaining(text) as unknown);
		for (const values of [{ conditions: rows({ field, value: 'x' }) }, { sort: rows({ field }) }]) {
			const { item: one } = item(values);
			const node = { ...one.node, parameters: {} };
			await expect(chosenQuery({ ...one, node })).rejects.toMatchObject({ message, advice });
		}
	});

	it('can be one of related records, which are in another app', async () => {
		expect(await condition('Rel.Name', 'x')).toBe('Rel.Name = "x"');
		await expect(condition('Rel.Name = "" or $id', 'x')).rejects.toThrow('has no field');
	});

	it('is known for the record ID without a form', async () => {
		const one = item({ conditions: rows({ field: '$id', value: 5 }) });
		expect((await chosenQuery(one.item)).condition).toBe('$id = "5"');
		expect(one.asked).toEqual([]);
		await expect(condition('$id', 'x')).rejects.toThrow('is not a valid id');
	});

	it('is sought in the form only where that is needed', async () => {
		const typed = item({ conditions: rows({ field: 'Due|DATE', value: 'TODAY()' }) });
		await chosenQuery(typed.item);
		expect(typed.asked).toEqual([]);
	});

	it('is sent as it is where the form may not be read; a failure is not hidden', async () => {
		expect(await condition('Deadline', 'x', { form: refusedWith(403) })).toBe('Deadline = "x"');
		await expect(condition('Due', 'x', { form: refusedWith(500) })).rejects.toThrow(RequestError);
		await expect(condition('Due', 'x', { form: new TypeError('Oops') })).rejects.toThrow('Oops');
	});
});

describe('the fields to return', () => {
	const codes = async (values: IDataObject) => await returnedCodes(item(values).item);

	it('are those that are chosen, as a list or as text', async () => {
		const chosen = async (fields: unknown) =>
			await chosenFields(item({ options: { fields } as never }).item);
		expect(await chosen(['Name|SINGLE_LINE_TEXT', 'Due'])).toEqual(['Name', 'Due']);
		expect(await chosen('Name, Due,')).toEqual(['Name', 'Due']);
		expect(await chosen(undefined)).toEqual([]);
	});

	it('are the columns of the view where that is wanted, with the ID for the next nodes', async () => {
		const view = { filterBy: 'view', view: '2' };
		expect(await codes({ ...view, options: { viewColumns: true } })).toEqual(['$id', 'Name']);
		expect(await codes({ ...view, view: '1', options: { viewColumns: true } })).toEqual([]);
		expect(await codes(view)).toEqual([]);
		expect(await codes({ view: '2', options: { viewColumns: true } })).toEqual([]);
		const own = { viewColumns: true, fields: ['Due'] };
		expect(await codes({ ...view, options: own })).toEqual(['Due']);
	});
});

it.each([
	['America/New_York', '2026-12-05', ["is 2026-12-05 in the workflow's time zone"]],
	['Asia/Tokyo', '2026-12-06', []],
])('a time that becomes another day in the zone is told: %s', async (timeZone, day, told) => {
	const hints: string[] = [];
	const value = '2026-12-06T01:00:00Z';
	const conditions = rows({ field: 'Due|DATE', operator: 'equals', value });
	const one = { ...item({ conditions }).item, timeZone, hint: (text: string) => hints.push(text) };
	expect((await chosenQuery(one)).condition).toBe(`Due = "${day}"`);
	expect(hints).toEqual(told.map((text) => expect.stringContaining(text)));
});
