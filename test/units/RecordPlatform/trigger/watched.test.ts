import { array, assert, boolean, constantFrom, property, tuple } from 'fast-check';

import {
	isBetween,
	LONGEST_KEPT,
	MOST_KEPT,
	MOST_WATCHED,
	Watched,
} from '../../../../nodes/RecordPlatform/trigger/watched';

const watched = (keeps: boolean, state?: Watched['state']) => new Watched(['A'], keeps, state);

const VALUES: Record<string, unknown> = {
	long: 'x'.repeat(LONGEST_KEPT),
	lines: ['a\n', '='],
	0: null,
};

/** Notes a value, with `!` after it in an ignored reading, or `-` for none: the old value, `?` after it if unsure. */
function noted(of: Watched, id: number, reading: string): string | undefined {
	const name = reading.replace('!', '');
	const value = name in VALUES ? VALUES[name] : name;
	const cells = name === '-' ? {} : { A: { type: 'DROP_DOWN', value } };
	const change = of.note(id, cells as never, reading.endsWith('!')).get('A');
	return change && `${JSON.stringify(change.from)}${change.isSure ? '' : '?'}`;
}

it.each([
	['a b', '"a"'],
	['a a', undefined],
	['a', 'undefined?'],
	['- a', 'undefined?'],
	['a - b', '"a"'],
	['long long', undefined],
	['long b', 'undefined?'],
	['lines 0', '["a\\n","="]'],
	['0 a', 'null'],
	['a b! b', 'undefined?'],
	['a b! b! c', '"b"?'],
	['a b! b a', '"b"'],
	['a long! long', 'undefined?'],
	['a a! a', undefined],
])('of %s, knows %s at last, also in another process', (readings, expected) => {
	let known = watched(true);
	let last: string | undefined;
	for (const one of readings.split(' ')) {
		last = noted(known, 7, one);
		known = watched(true, JSON.parse(JSON.stringify(known.state)) as Watched['state']);
	}
	expect(last).toBe(expected);
});

it('finds the same changes as without old values, whenever these are turned on and off', () => {
	const reading = constantFrom('a', 'a!', 'b', 'b!', 'long', 'long!', 'lines', '0', '-');
	assert(
		property(array(tuple(constantFrom(1, 2), reading, boolean())), (readings) => {
			const short = watched(false);
			let known = watched(true);
			for (const [id, one, keeps] of readings) {
				known = watched(keeps, known.state);
				expect(noted(known, id, one) === undefined).toBe(noted(short, id, one) === undefined);
			}
			expect(watched(false, known.state).state).toEqual(short.state);
		}),
	);
});

it('keeps a limited number of characters, and of other records whether they have changed', () => {
	const all = watched(true);
	const valueOf = (id: number) => String(id).padEnd(200, '.');
	for (let id = 0; id <= MOST_WATCHED; id++) noted(all, id, valueOf(id));
	const size = (state: Watched['state']) => JSON.stringify(state).length;
	expect(size(all.state) - size(watched(false, all.state).state)).toBeLessThan(1.1 * MOST_KEPT);
	const known = watched(true, all.state);
	const oldest = MOST_WATCHED + 1 - Math.floor(MOST_KEPT / `="${valueOf(0)}"`.length);
	expect([1, MOST_WATCHED].map((id) => noted(known, id, valueOf(id)))).toEqual([
		undefined,
		undefined,
	]);
	expect(noted(known, 0, valueOf(0))).toBe('undefined?');
	expect(noted(known, oldest - 1, 'a')).toBe('undefined?');
	expect(noted(known, oldest, 'a')).toBe(`"${valueOf(oldest)}"`);
});

const SATO = { code: 'sato', name: 'Haruka Sato' };
const ITO = { code: 'ito', name: 'Ken Ito' };

it.each<[string, unknown, unknown, string, boolean]>([
	['STATUS', 'New', 'Open', 'Open, Done', true],
	['STATUS', 'New', 'Open', 'open', false],
	['NUMBER', '6', '5.0', '5', true],
	['NUMBER', '6', null, '0', false],
	['CHECK_BOX', ['red'], ['red', 'blue'], 'blue', true],
	['CHECK_BOX', ['red'], ['red', 'blue'], 'red', false],
	['CHECK_BOX', ['red'], [], 'blue', false],
	['USER_SELECT', [ITO], [ITO, SATO], 'sato', true],
	['USER_SELECT', [ITO], [ITO, SATO], 'ito', false],
	['USER_SELECT', [], [SATO], 'Haruka Sato', false],
	['MODIFIER', ITO, SATO, 'sato', true],
	['CHECK_BOX', [], ['blue'], '', true],
	['DATE', null, '2026-01-31', 'Jan 31 2026', true],
	['DATE', null, '2026-01-31', 'Done', false],
	['DATETIME', null, '2026-01-31T01:00:00Z', '2026/1/31 10:00', true],
])('%s from %j to %j has got one of "%s": %s', (type, from, value, list, expected) => {
	const texts = list.split(', ').filter(Boolean);
	const frame = { zone: 'Asia/Tokyo' };
	const change = { cell: { type, value }, from, isSure: true };
	const back = { cell: { type, value: from }, from: value, isSure: true };
	expect(isBetween(change, { from: [], to: texts }, frame)).toBe(expected);
	expect(isBetween(back, { from: texts, to: [] }, frame)).toBe(expected);
	expect(isBetween({ ...back, isSure: false }, { from: texts, to: [] }, frame)).toBe(true);
});
