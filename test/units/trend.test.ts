import { trendOf } from '../soak/held';

const points = (of: (at: number) => number) =>
	Array.from({ length: 60 }, (_, at): [number, number] => [at, 100 + of(at)]);

it.each([
	['grows', (at: number) => at, 'NOT FLAT'],
	['grows and is collected now and then', (at: number) => at + (at % 9) * 10, 'NOT FLAT'],
	['is collected now and then', (at: number) => (at % 9) * 10, 'flat'],
	['grows only while it warms up', (at: number) => Math.min(at, 20), 'flat'],
	['falls', (at: number) => -at, 'flat'],
])('what %s', (_name, value, verdict) =>
	expect(trendOf('memory', points(value), 30, 'hour')).toMatchObject({ most: 30, verdict }),
);

it('too few values are not called flat', () =>
	expect(trendOf('memory', [[0, 100]], 30, 'hour').verdict).toBe('NOT FLAT'));
