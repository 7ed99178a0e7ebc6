import type { IDataObject } from 'n8n-workflow';

import {
	formFields,
	formReadBefore,
	identifies,
	isSystem,
	isWritable,
	liveForm,
	loadForm,
} from '../../../nodes/RecordPlatform/values/form';
import type { RequestSpec } from '../../../nodes/shared/catalogue';
import { RequestError, type Failure } from '../../../nodes/shared/errors';
import { itemWith } from '../../support/item';

const of = (properties: Record<string, IDataObject>) => formFields({ properties });
const one = (property: IDataObject) => of({ F: { code: 'F', type: 'NUMBER', ...property } })[0];

describe('a form', () => {
	it('has its fields in the order of the answer, each with what a write has to know', () => {
		expect(
			of({
				A: { code: 'A', type: 'SINGLE_LINE_TEXT', label: 'Name', required: true, unique: true },
				B: { code: 'B', type: 'NUMBER' },
			}),
		).toEqual([
			{
				code: 'A',
				type: 'SINGLE_LINE_TEXT',
				label: 'Name',
				required: true,
				unique: true,
				computed: false,
				hasDefault: false,
			},
			{
				code: 'B',
				type: 'NUMBER',
				label: 'B',
				required: false,
				unique: false,
				computed: false,
				hasDefault: false,
			},
		]);
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

	it('knows a lookup whose source the person cannot see, and one that copies nothing', () => {
		expect(one({ lookup: null })?.lookup).toBeNull();
		expect(one({ lookup: {} })?.lookup).toEqual({ app: '', key: '', copies: [] });
		expect(one({})).not.toHaveProperty('lookup');
	});

	it('tells fields apart by what can be done with them', () => {
		const types = ['CALC', 'STATUS', 'CREATOR', 'NUMBER'].map((type) => ({ code: 'F', type }));
		expect(types.map(isWritable)).toEqual([false, false, true, true]);
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

describe('the form of an app', () => {
	const failure = (status: number, more: Partial<Failure> = {}) =>
		new RequestError({
			kind: 'reply',
			outcome: 'refused',
			request: 'GET /form',
			attempts: 1,
			reply: { status, headers: {}, body: {} },
			...more,
		});
	function app(answer: unknown = { properties: { A: { code: 'A', type: 'NUMBER' } } }) {
		const asked: RequestSpec[] = [];
		const connection = { baseUrl: 'https://example.cybozu.com', signIn: 'password' };
		const item = itemWith(
			{},
			{
				connection,
				request: async (spec) => {
					asked.push(spec);
					if (answer instanceof Error) throw answer;
					return await Promise.resolve(answer);
				},
			},
		);
		return { item, asked };
	}

	it('is read once, where the app is', async () => {
		const { item, asked } = app();
		const fields = await liveForm(item, '7', '5');
		expect(fields?.map(({ code }) => code)).toEqual(['A']);
		// At once, since ten thousand promises take time.
		expect(liveForm(item, '7', '5')).toBe(fields);
		expect(formReadBefore(item, '7')).toBe(fields);
		expect(formReadBefore(item, '8')).toBeUndefined();
		expect(asked).toEqual([
			{
				method: 'GET',
				path: '/k/guest/5/v1/app/form/fields.json',
				query: { app: '7' },
				answer: ['properties'],
				repeatable: true,
			},
		]);
	});

	it('is read for each app', async () => {
		const { item, asked } = app();
		await liveForm(item, '7', undefined);
		await liveForm(item, '8', undefined);
		await loadForm(item, '7', undefined);
		expect(asked.map(({ query }) => query?.app)).toEqual(['7', '8']);
		expect(formReadBefore(item, '7')).toHaveLength(1);
	});

	it.each([400, 403, 404, 499, 520])('is hidden after a refusal with %d', async (status) => {
		const { item } = app(failure(status));
		expect(await liveForm(item, '7', undefined)).toBeNull();
		expect(formReadBefore(item, '7')).toBeNull();
	});

	it.each([
		failure(401),
		failure(429),
		failure(302),
		failure(500),
		failure(503),
		failure(403, { outcome: 'unknown' }),
		new RequestError({ kind: 'network', outcome: 'refused', request: 'GET /form', attempts: 1 }),
		new Error('Something else'),
	])('is unknown after %j, which is no answer about the form', async (problem) => {
		const { item } = app(problem);
		await expect(liveForm(item, '7', undefined)).rejects.toBe(problem);
		expect(formReadBefore(item, '7')).toBeUndefined();
	});
});
