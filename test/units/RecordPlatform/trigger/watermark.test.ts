import {
	above,
	add,
	has,
	type Ranges,
	size,
	without,
} from '../../../../nodes/RecordPlatform/trigger/ranges';
import {
	conditionAfter,
	MOST_SEEN,
	newWatermark,
	Passing,
} from '../../../../nodes/RecordPlatform/trigger/watermark';

const at = (minute: string, id: number, revision = '1') => ({
	time: `2026-02-28T${minute}:00Z`,
	id,
	revision,
});
const time = (minute: string) => `2026-02-28T${minute}:00Z`;

describe('the watermark', () => {
	const begun = (highest = 5) => newWatermark(time('09:00'), highest);
	it('remembers a limited number of records, and leaves the others for later', () => {
		const passing = new Passing(begun(), time('09:10'));
		for (let id = 1; id <= MOST_SEEN; id++) passing.pass(at('09:10', id));
		expect(passing.isFull(at('09:10', MOST_SEEN + 1))).toBe(true);
		expect(passing.isFull(at('09:09', MOST_SEEN + 1))).toBe(false);
	});

	it('selects what lies after it, also over midnight', () => {
		expect(conditionAfter({ time: '', id: 0 }, 'U')).toBe('');
		expect(conditionAfter({ time: time('09:00'), id: 0 }, 'U')).toBe('U >= "2026-02-28T09:00:00Z"');
		expect(conditionAfter({ time: time('23:59'), id: 4 }, 'U')).toBe(
			'(U >= "2026-03-01T00:00:00Z" or (U >= "2026-02-28T23:59:00Z" and U < "2026-03-01T00:00:00Z" and $id > "4"))',
		);
	});
});

describe('ranges of IDs', () => {
	it('hold the same as a set, in any order', () => {
		const ids = [5, 3, 4, 9, 1, 2, 7, 5, 8, 20, 6];
		const ranges: Ranges = [];
		for (const id of ids) add(ranges, id);
		expect(ranges).toEqual([
			[1, 9],
			[20, 20],
		]);
		expect(size(ranges)).toBe(new Set(ids).size);
		for (let id = 0; id < 25; id++) expect(has(ranges, id)).toBe(ids.includes(id));
		expect(without(ranges, [[2, 8]])).toEqual([1, 9, 20]);
	});

	it('are copied above a number', () => {
		const ids: Ranges = [
			[1, 3],
			[4, 8],
			[10, 10],
		];
		const copy = above(5, ids);
		expect(copy).toEqual([
			[6, 8],
			[10, 10],
		]);
		add(copy, 11);
		expect(ids.at(-1)).toEqual([10, 10]);
	});
});
