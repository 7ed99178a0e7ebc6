import { leastOf, slopeOf } from '../support/slope';

const at = (values: number[]) => values.map((value, index) => ({ at: index, value }));

it('a straight line has its slope, without uncertainty', () => {
	const { slope, uncertainty } = slopeOf(at([1, 3, 5, 7, 9]));
	expect(slope).toBeCloseTo(2);
	expect(uncertainty).toBeCloseTo(0);
});

it('what only goes up and down is flat, within its uncertainty', () => {
	const { slope, uncertainty } = slopeOf(at([5, 6, 5, 6, 5, 6, 5, 6]));
	expect(Math.abs(slope)).toBeLessThan(uncertainty);
	expect(uncertainty).toBeCloseTo(0.22, 1);
});

it('of each stretch, the least is left', () => {
	expect(leastOf(at([4, 2, 3, 9, 8, 7]), 3)).toEqual([
		{ at: 1, value: 2 },
		{ at: 5, value: 7 },
	]);
});

it('too few points have no slope', () => {
	expect(() => slopeOf(at([1, 2]))).toThrow(RangeError);
	expect(() =>
		slopeOf([
			{ at: 1, value: 1 },
			{ at: 1, value: 2 },
			{ at: 1, value: 3 },
		]),
	).toThrow(RangeError);
});
