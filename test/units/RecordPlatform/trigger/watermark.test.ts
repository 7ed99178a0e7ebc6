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
	type Place,
	type Watermark,
} from '../../../../nodes/RecordPlatform/trigger/watermark';

const at = (minute: string, id: number, revision = '1') => ({
	time: `2026-02-28T${minute}:00Z`,
	id,
	revision,
});
const time = (minute: string) => `2026-02-28T${minute}:00Z`;

describe('the watermark', () => {
	const begun = (highest = 5) => newWatermark(time('09:00'), highest);
	const passed = (mark: Watermark, settled: string, ...places: Place[]) => {
		const passing = new Passing(mark, time(settled));
		for (const place of places) passing.pass(place);
		return passing;
	};

	it('stops before the minutes in which more can follow, or at the last record if more are left', () => {
		const places = [at('09:05', 7), at('09:09', 8), at('09:10', 9), at('09:12', 10)];
		const passing = passed(begun(), '09:10', ...places);
		expect(passing.watermark({ complete: true })).toMatchObject({
			time: time('09:10'),
			id: 0,
			seen: [at('09:05', 7), at('09:09', 8), at('09:10', 9), at('09:12', 10)],
		});
		expect(passing.watermark({ complete: false })).toMatchObject({ time: time('09:09'), id: 8 });
		expect(passed(begun(), '08:00').watermark({ complete: true })).toMatchObject({
			time: time('09:00'),
		});
	});

	it('finds a new record with an old time whose ID appears late', () => {
		// Record 7 was begun before record 8, and is visible only now.
		const mark = passed(begun(), '09:10', at('09:05', 8)).watermark({ complete: true });
		expect(mark.oldest).toBeLessThan(7);
		const second = new Passing(mark, time('09:10'));
		expect(second.isDone(at('09:05', 8))).toBe(true);
		expect(second.isDone(at('08:00', 7))).toBe(false);
		const ids = [7, 5, 8].filter((id) => second.isNew(at('09:06', id, '2')));
		expect(ids).toEqual([7]);
		expect(second.watermark({ complete: true }).oldest).toBe(8);
	});

	it('knows a record again that has changed in the same minute', () => {
		const mark = passed(begun(), '09:00', at('09:01', 6, '3')).watermark({ complete: true });
		const second = new Passing(mark, time('09:00'));
		const done = ['2', '3', '10'].filter((revision) => second.isDone(at('09:01', 6, revision)));
		expect(done).toEqual(['2', '3']);
		expect(second.isNew(at('09:01', 6, '10'))).toBe(false);
	});

	it('remembers a limited number of records, and leaves the others for later', () => {
		const passing = new Passing(begun(), time('09:10'));
		for (let id = 1; id <= MOST_SEEN; id++) passing.pass(at('09:10', id));
		expect(passing.isFull(at('09:10', MOST_SEEN + 1))).toBe(true);
		expect(passing.isFull(at('09:09', MOST_SEEN + 1))).toBe(false);
	});

	it('calls a record that appears late new as long as its ID can be told from known ones', () => {
		const first = passed(begun(), '09:10', at('09:05', 11)).watermark({ complete: true });
		const second = new Passing(first, time('09:10'));
		expect(second.isNew(at('09:08', 10, '2'))).toBe(true);
		const third = new Passing(second.watermark({ complete: true }), time('09:10'));
		expect(third.isNew(at('09:08', 10, '2'))).toBe(false);
		expect(third.isNew(at('09:08', 10, '1'))).toBe(true);
	});

	it('goes on with new records of an old time where it stopped, one poll behind', () => {
		const mark = passed(begun(), '09:10', at('08:00', 7)).watermark({ complete: false, old: 7 });
		expect(mark).toMatchObject({ oldest: 5, old: 7, highest: 7 });
		const second = passed({ ...mark, highest: 90 }, '09:10', at('08:00', 9));
		expect(second.watermark({ complete: false, old: 9 })).toMatchObject({ oldest: 7, old: 9 });
		expect(second.watermark({ complete: true })).not.toHaveProperty('old');
		expect(second.watermark({ complete: true })).toMatchObject({ oldest: 90 });
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
