import fc from 'fast-check';

import { userIdOf } from '../../../nodes/Groupware/values/directory';
import {
	facilitiesOf,
	groupsOf,
	idOf,
	membersOf,
	referenceOf,
} from '../../../nodes/Groupware/values/references';
import type { RequestSpec } from '../../../nodes/shared/catalogue';
import type { InputError } from '../../../nodes/shared/errors';
import { itemWith } from '../../support/item';

function refusal(of: () => unknown): InputError {
	try {
		of();
	} catch (problem) {
		return problem as InputError;
	}
	throw new Error('Was not refused');
}

describe('an ID', () => {
	it('is any number, as text and with blanks around it', () => {
		fc.assert(
			fc.property(fc.nat(), (number) => {
				for (const given of [number, `${number}`, ` ${number}\n`]) {
					expect(idOf(given, 'user')).toBe(`${number}`);
					expect(referenceOf(given, 'user')).toEqual({ id: `${number}` });
					expect(referenceOf({ id: given }, 'user')).toEqual({ id: `${number}` });
					expect(referenceOf({ id: given, code: 'sato' }, 'user')).toEqual({ code: 'sato' });
				}
			}),
		);
	});

	it.each(['007', '０７', '００7', ' 7'])('has one spelling: %p', (given) => {
		expect(idOf(given, 'user')).toBe('7');
		expect(idOf('000', 'user')).toBe('0');
	});

	it.each(['sato', '7a', 'a7', '1 2', '-7', '1.5', '٣', '²', '⑦'])('is not %p', (given) => {
		const { message, advice } = refusal(() => idOf(given, 'facility'));
		expect(message).toBe(`"${given}" is not a valid facility ID`);
		expect(advice).toContain('number');
		expect(advice).toContain('facility');
	});

	it.each(['', '  ', null, undefined])('that is missing was not chosen: %p', (given) => {
		expect(refusal(() => idOf(given, 'facility')).message).toBe('No facility is selected');
	});
});

describe('what a picker gave', () => {
	it('is a login name without its blanks, where there is no ID', () => {
		expect(referenceOf({ code: ' sato ' }, 'user')).toEqual({ code: 'sato' });
		expect(referenceOf({ code: 'sato', id: ' ' }, 'user')).toEqual({ code: 'sato' });
	});

	it.each([
		{},
		{ code: '' },
		{ code: '  ' },
		{ code: null },
		{ id: '' },
		{ id: null },
		'',
		' ',
		undefined,
	])('is nothing where nothing was chosen: %j', (given) =>
		expect(referenceOf(given, 'user')).toBeUndefined(),
	);
});

/** What a row of codes names; `stored` is what the workflow keeps of it. */
function codesOf(codes: unknown, stored = '={{ $json.codes }}') {
	const row = { kind: 'codes', codes };
	return facilitiesOf(
		{ rows: [row] },
		{ stored: { rows: [{ ...row, codes: stored }] }, label: 'Rooms' },
	);
}

describe('a list of codes', () => {
	const code = fc.stringMatching(/^[a-z][a-z0-9._-]{0,8}$/);

	it('is the same as text, as lines, as a list, and as objects of this or another service', () => {
		fc.assert(
			fc.property(fc.uniqueArray(code, { minLength: 1 }), (codes) => {
				const expected = codes.map((one) => ({ code: one }));
				expect(codesOf(codes.join(','))).toEqual(expected);
				expect(codesOf(`\n ${codes.join(' ,\n')}\n`)).toEqual(expected);
				expect(codesOf(codes)).toEqual(expected);
				expect(codesOf(codes.map((one) => ({ code: one, id: '99', name: 'N' })))).toEqual(expected);
			}),
		);
	});

	it('takes IDs where an object has no code, and objects beside text', () => {
		expect(codesOf([{ code: '', id: 7 }, 'a', { code: null, id: '8' }])).toEqual([
			{ id: '7' },
			{ code: 'a' },
			{ id: '8' },
		]);
		expect(codesOf({ code: 'a' })).toEqual([{ code: 'a' }]);
		expect(codesOf([])).toEqual([]);
	});

	it.each([{ id: '' }, {}, { code: null }, { id: null, code: ' ' }, null, undefined, '', ' '])(
		'names the value that an expression does not find: %j',
		(none) => {
			expect(() => codesOf(['a', none, 'b'])).toThrow(
				'"Rooms": entry 1 of 1 has no code (value 2 of 3)',
			);
			if (!(typeof none === 'object' && none !== null)) {
				expect(() => codesOf(none)).toThrow('"Rooms": entry 1 of 1 has no code');
			}
		},
	);

	it.each(['a,,b', 'a,', ',a', 'a\n\nb', 'a, ,b'])(
		'has no gap that an expression leaves: %j',
		(text) => {
			expect(() => codesOf(text)).toThrow('has no code (value');
		},
	);

	it.each(['', ' ', 'a,', ',a,,', 'a\n\n', undefined])(
		'may have gaps where a person typed it: %j',
		(text) => {
			const named = String(text ?? '').includes('a') ? [{ code: 'a' }] : [];
			expect(codesOf(text, text ?? '')).toEqual(named);
		},
	);

	it('may be left empty by the model of an AI agent', () => {
		const byModel = "={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('Rooms', ``, 'string') }}";
		for (const none of ['', null, undefined]) expect(codesOf(none, byModel)).toEqual([]);
		expect(codesOf('a', byModel)).toEqual([{ code: 'a' }]);
	});
});

describe('rows of a list', () => {
	it('that name nobody say what to do', () => {
		for (const rows of [[{ kind: 'user' }], [{ kind: 'organization', organization: ' ' }]]) {
			expect(refusal(() => membersOf({ rows })).advice).toMatch(/remove/);
		}
	});

	it('that a person left empty count for nothing, those of an expression do', () => {
		const left = { kind: 'user', user: { mode: 'list', value: '' } };
		const given = { kind: 'user', user: { mode: 'id', value: '={{ $json.id }}' } };
		const read = {
			rows: [
				{ kind: 'codes', codes: 'sato' },
				{ kind: 'user', user: '' },
			],
		};
		const stored = (row: object) => ({ stored: { rows: [{ kind: 'codes', codes: 'sato' }, row] } });
		expect(membersOf(read, stored(left))).toEqual([{ type: 'USER', code: 'sato' }]);
		expect(membersOf(read, stored({}))).toEqual([{ type: 'USER', code: 'sato' }]);
		expect(refusal(() => membersOf(read, stored(given))).message).toBe(
			'A list: entry 2 of 2 has no user',
		);
	});

	it('have one of the kinds that are offered', () => {
		const rows = [{ kind: 'users', user: '3' }];
		expect(() => membersOf({ rows })).toThrow('entry 1 of 1 has an invalid type: "users"');
		expect(() => facilitiesOf({ rows: [{ kind: 'room' }] })).toThrow('invalid type: "room"');
	});

	it('that name a group do so by its ID; one without is refused', () => {
		const group = (facilityGroup: unknown) => ({ kind: 'facilityGroup', facilityGroup });
		expect(groupsOf({ rows: [group(4), { kind: 'facility', facility: '5' }] })).toEqual(['4']);
		for (const none of ['rooms', '', undefined]) {
			expect(refusal(() => groupsOf({ rows: [group(none)] })).message).toContain('facility group');
		}
		expect(facilitiesOf({ rows: [group('4')] })).toEqual([]);
	});

	it('are none where no list was filled in', () => {
		for (const value of [undefined, null, {}, { rows: 'x' }, '']) {
			expect(membersOf(value)).toEqual([]);
			expect(facilitiesOf(value)).toEqual([]);
			expect(groupsOf(value)).toEqual([]);
		}
	});
});

describe('the user with a login name', () => {
	const users = [
		{ id: '1', code: 'sato' },
		{ id: '2', code: 'sato2' },
		{ id: '3', code: 'Sato' },
	];

	function asking() {
		const asked: RequestSpec[] = [];
		const item = itemWith(
			{},
			{
				request: async (spec: RequestSpec) => {
					asked.push(spec);
					return await Promise.resolve({ users, hasNext: false });
				},
			},
		);
		return { item, asked };
	}

	it('is the one with exactly that name among those that the service finds', async () => {
		const { item, asked } = asking();
		expect(await userIdOf({ code: 'sato2' }, item)).toBe('2');
		expect(await userIdOf({ code: 'Sato' }, item)).toBe('3');
		expect(asked[0]).toMatchObject({
			method: 'GET',
			path: '/api/v1/base/users',
			query: { name: 'sato2' },
			repeatable: true,
		});
	});

	it('is looked up once an execution', async () => {
		const { item, asked } = asking();
		await userIdOf({ code: 'sato' }, item);
		await userIdOf({ code: 'sato' }, item);
		expect(asked).toHaveLength(1);
	});

	it('is refused where nobody has it, and not looked up where the ID is known', async () => {
		const { item, asked } = asking();
		await expect(userIdOf({ code: 'sat' }, item)).rejects.toMatchObject({
			message: expect.stringContaining('"sat"') as unknown,
			advice: expect.stringMatching(/spelling/) as unknown,
		});
		asked.length = 0;
		expect(await userIdOf('7', item)).toBe('7');
		await expect(userIdOf('', item)).rejects.toThrow('No user is selected');
		expect(asked).toEqual([]);
	});
});
