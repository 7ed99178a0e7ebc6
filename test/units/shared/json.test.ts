import fc from 'fast-check';

import { InputError } from '../../../nodes/shared/errors';
import { jsonOf, type Shape } from '../../../nodes/RecordPlatform/jsonShape';

const views: Shape = {
	map: {
		has: {
			type: { oneOf: ['LIST', 'CALENDAR'] },
			index: 'number',
			pager: 'flag',
			fields: { list: 'text' },
		},
		needs: ['type', 'index'],
	},
};

const layout: Shape = {
	list: {
		by: 'type',
		cases: {
			ROW: { has: { fields: { list: 'any' } }, needs: ['fields'] },
			GROUP: { has: { code: 'text' }, needs: ['code'] },
		},
	},
};

function refusal(value: unknown, shape: Shape = views): string {
	try {
		jsonOf(value, shape, 'Views');
	} catch (problem) {
		if (problem instanceof InputError) return problem.message;
		throw problem;
	}
	throw new Error('It was not refused');
}

describe('JSON that a person entered', () => {
	it('is read from text, and taken as it is from an expression', () => {
		const value = { All: { type: 'LIST', index: '0', pager: 'true', fields: ['a'], more: 1 } };
		expect(jsonOf(JSON.stringify(value), views, 'Views')).toEqual(value);
		expect(jsonOf(value, views, 'Views')).toBe(value);
	});

	it('may be left out', () => {
		for (const nothing of ['', ' \n', undefined, null, 'null']) {
			expect(jsonOf(nothing, views, 'Views')).toBeUndefined();
		}
	});

	it('may hold an empty number, as services give one that is not set', () => {
		const value = { All: { type: 'LIST', index: '' } };
		expect(jsonOf(value, views, 'Views')).toBe(value);
	});

	it.each([
		['{\n "All": {,}\n}', '"Views" is not valid JSON: unexpected text in line 2, column 10'],
		['{"All"', /^"Views" is not valid JSON/],
		['[]', '"Views": the JSON must be an object, not a list'],
		['7', '"Views": the JSON must be an object, not 7'],
		[{ All: { index: 0 } }, '"Views": All.type is missing'],
		[{ All: { type: null, index: 0 } }, '"Views": All.type is missing'],
		[
			{ 'My view': { type: 'TABLE', index: 0 } },
			'"Views": ["My view"].type must be one of LIST, CALENDAR, not "TABLE"',
		],
		[{ All: { type: 'LIST', index: 'one' } }, '"Views": All.index must be a number, not "one"'],
		[
			{ All: { type: 'LIST', index: 0, pager: 'yes' } },
			'"Views": All.pager must be true or false, not "yes"',
		],
		[
			{ All: { type: 'LIST', index: 0, fields: ['a', { code: 'b' }] } },
			'"Views": All.fields[1] must be text, not an object',
		],
		[{ All: 'LIST' }, '"Views": All must be an object, not "LIST"'],
	])('is refused with the position: %j', (value, message) => {
		expect(refusal(value)).toEqual(
			typeof message === 'string' ? message : (expect.stringMatching(message) as string),
		);
	});

	it('has the shape that one of its properties names', () => {
		const rows = [
			{ type: 'ROW', fields: [1] },
			{ type: 'GROUP', code: 'a' },
		];
		expect(jsonOf(rows, layout, 'Views')).toBe(rows);
		expect(refusal([{ type: 'ROW' }], layout)).toBe('"Views": [0].fields is missing');
		expect(refusal([{ fields: [] }], layout)).toBe('"Views": [0].type is missing');
		expect(refusal([{ type: 'LINE' }], layout)).toBe(
			'"Views": [0].type must be one of ROW, GROUP, not "LINE"',
		);
	});

	it('may have keys named like what every object has', () => {
		const value = { constructor: { type: 'LIST', index: 0, toString: 'x' } };
		expect(jsonOf(value, views, 'Views')).toBe(value);
		expect(refusal([{ type: 'constructor' }], layout)).toMatch(/must be one of/);
	});

	it('is accepted or refused in words, whatever it is', () => {
		fc.assert(
			fc.property(fc.oneof(fc.json(), fc.string(), fc.jsonValue()), (value) => {
				for (const shape of [views, layout]) {
					try {
						jsonOf(value, shape, 'Views');
					} catch (problem) {
						expect(problem).toBeInstanceOf(InputError);
						expect((problem as InputError).message).toMatch(/^"Views"/);
					}
				}
			}),
		);
	});
});
