import {
	above,
	add,
	has,
	type Ranges,
	size,
	without,
} from '../../../../nodes/RecordPlatform/trigger/ranges';
import {
	addMinutes,
	conditionAfter,
	MOST_SEEN,
	newWatermark,
	Passing,
	settledBefore,
} from '../../../../nodes/RecordPlatform/trigger/watermark';

const at = (minute: string, id: number, revision = '1') => ({
	time: `2026-02-28T${minute}:00Z`,
	id,
	revision,
});
const time = (minute: string) => `2026-02-28T${minute}:00Z`;

describe('the watermark', () => {
	it('stops before the minutes in which more can follow', () => {
		const passing = new Passing(newWatermark(time('09:00'), 0), time('09:10'));
		for (const place of [at('09:09', 1), at('09:10', 2), at('09:12', 3)]) passing.pass(place);
		expect(passing.watermark({ complete: true })).toMatchObject({
			time: time('09:10'),
			id: 0,
			seen: { [time('09:10')]: { 2: '1' }, [time('09:12')]: { 3: '1' } },
		});
	});

	it('stays at the last record if more are left', () => {
		const passing = new Passing(newWatermark(time('09:00'), 0), time('09:10'));
		for (const place of [at('09:05', 7), at('09:05', 9)]) passing.pass(place);
		expect(passing.watermark({ complete: false })).toMatchObject({ time: time('09:05'), id: 9 });
	});

	it('finds a new record with an old time whose ID appears late', () => {
		const first = new Passing(newWatermark(time('09:00'), 5), time('09:10'));
		first.pass(at('09:05', 8));
		// Record 7 was begun before record 8, and is visible only now.
		const mark = first.watermark({ complete: true });
		expect(mark.oldest).toBeLessThan(7);
		const second = new Passing(mark, time('09:10'));
		expect(second.isDone(at('09:05', 8))).toBe(true);
		expect(second.isDone(at('08:00', 7))).toBe(false);
		expect(second.isNew(at('08:00', 7), true)).toBe(true);
		// Changed before the poll that sees it for the first time.
		expect(second.isNew(at('09:06', 7, '2'), true)).toBe(true);
		// With a condition, it may have been there and not have met it.
		expect(second.isNew(at('09:06', 7, '2'), false)).toBe(false);
		expect(second.isNew(at('09:06', 5, '2'), true)).toBe(false);
		expect(second.isNew(at('09:06', 8, '2'), true)).toBe(false);
		expect(second.watermark({ complete: true }).oldest).toBe(8);
	});

	it('knows a record again that has changed in the same minute', () => {
		const first = new Passing(newWatermark(time('09:00'), 5), time('09:00'));
		first.pass(at('09:01', 6, '3'));
		const second = new Passing(first.watermark({ complete: true }), time('09:00'));
		expect(second.isDone(at('09:01', 6, '3'))).toBe(true);
		expect(second.isDone(at('09:01', 6, '2'))).toBe(true);
		expect(second.isDone(at('09:01', 6, '10'))).toBe(false);
		expect(second.isNew(at('09:01', 6, '10'), true)).toBe(false);
	});

	it('remembers a limited number of records, and leaves the others for later', () => {
		const passing = new Passing(newWatermark(time('09:00'), 0), time('09:10'));
		for (let id = 1; id <= MOST_SEEN; id++) passing.pass(at('09:10', id));
		expect(passing.isFull(at('09:10', MOST_SEEN + 1))).toBe(true);
		expect(passing.isFull(at('09:09', MOST_SEEN + 1))).toBe(false);
	});

	it('counts a record with its first revision as new, also with a condition', () => {
		const passing = new Passing(newWatermark(time('09:00'), 5), time('09:00'));
		expect(passing.isNew(at('09:01', 3), false)).toBe(true);
		expect(passing.isNew(at('09:01', 3, '2'), false)).toBe(false);
		expect(passing.isNew(at('09:01', 6, '2'), false)).toBe(true);
	});

	it('knows what it has passed since all was out, and what it has not', () => {
		const first = new Passing(newWatermark(time('09:00'), 5), time('09:10'));
		for (const id of [5, 6, 8]) first.pass(at('09:05', id));
		const mark = first.watermark({ complete: false });
		expect(mark).toMatchObject({
			caughtUp: 5,
			since: [
				[6, 6],
				[8, 8],
			],
		});
		const second = new Passing(mark, time('09:10'));
		expect(second.isNew(at('09:20', 7, '2'), false)).toBe(true);
		expect(second.isNew(at('09:20', 8, '2'), false)).toBe(false);
		second.pass(at('09:20', 7, '2'));
		expect(second.watermark({ complete: true })).toMatchObject({ caughtUp: 8, since: [] });
	});

	it('calls a record that appears late new as long as its ID can be told from known ones', () => {
		const place = { ...at('09:08', 10), revision: '2' };
		const first = new Passing(newWatermark(time('09:00'), 5), time('09:10'));
		first.pass(at('09:05', 11));
		const second = new Passing(first.watermark({ complete: true }), time('09:10'));
		expect(second.isNew(place, true)).toBe(true);
		// With a condition, it may be one that did not meet it before.
		expect(second.isNew(place, false)).toBe(false);
		const third = new Passing(second.watermark({ complete: true }), time('09:10'));
		expect(third.isNew(place, true)).toBe(false);
		expect(third.isNew({ ...place, revision: '1' }, true)).toBe(true);
	});

	it('knows new records of an old time after a poll that stopped before the last of them', () => {
		let mark = { ...newWatermark(time('09:00'), 5) };
		// The second poll gets less far than the first one, because its time is up.
		for (const last of [9, 7, 12]) {
			const passing = new Passing(mark, time('09:00'));
			for (let id = mark.oldest + 1; id <= last; id++) {
				expect({ id, isDone: passing.isDone(at('08:00', id)) }).toEqual({
					id,
					isDone: mark.old !== undefined && id <= 9,
				});
				passing.pass(at('08:00', id));
			}
			mark = passing.watermark({ complete: false, old: last });
		}
		const next = new Passing(mark, time('09:00'));
		for (let id = mark.oldest + 1; id <= 12; id++) expect(next.isDone(at('08:00', id))).toBe(true);
	});

	it('goes on with new records of an old time where it stopped, one poll behind', () => {
		const first = new Passing(newWatermark(time('09:00'), 5), time('09:10'));
		first.pass(at('08:00', 7));
		const mark = first.watermark({ complete: false, old: 7 });
		expect(mark).toMatchObject({ oldest: 5, old: 7, highest: 7 });
		const second = new Passing({ ...mark, highest: 90 }, time('09:10'));
		second.pass(at('08:00', 9));
		expect(second.watermark({ complete: false, old: 9 })).toMatchObject({ oldest: 7, old: 9 });
		expect(second.watermark({ complete: true })).not.toHaveProperty('old');
		expect(second.watermark({ complete: true })).toMatchObject({ oldest: 90 });
	});

	it('never goes back', () => {
		const passing = new Passing(newWatermark(time('09:00'), 0), time('08:00'));
		expect(passing.watermark({ complete: true })).toMatchObject({ time: time('09:00'), id: 0 });
	});

	it('counts minutes over midnight', () => {
		expect(addMinutes('2026-02-28T23:59:00Z', 1)).toBe('2026-03-01T00:00:00Z');
		expect(settledBefore('2026-03-01T00:01:30Z')).toBe('2026-02-28T23:59:00Z');
	});

	it('selects what lies after it', () => {
		expect(conditionAfter({ time: '', id: 0 }, 'U')).toBe('');
		expect(conditionAfter({ time: time('09:00'), id: 0 }, 'U')).toBe('U >= "2026-02-28T09:00:00Z"');
		expect(conditionAfter({ time: time('09:00'), id: 4 }, 'U')).toBe(
			'(U >= "2026-02-28T09:01:00Z" or (U >= "2026-02-28T09:00:00Z" and U < "2026-02-28T09:01:00Z" and $id > "4"))',
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
