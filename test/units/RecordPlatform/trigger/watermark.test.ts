import {
	above,
	add,
	has,
	type IdSet,
	size,
	without,
} from '../../../../nodes/RecordPlatform/trigger/idSet';
import {
	conditionAfter,
	daysAgo,
	isPassed,
	MOST_SEEN,
	newWatermark,
	Passing,
	ServiceClock,
	type Watermark,
} from '../../../../nodes/RecordPlatform/trigger/watermark';

const at = (minute: string, id: number, revision = '1') => ({
	time: `2026-02-28T${minute}:00Z`,
	id,
	revision,
});
const time = (minute: string) => `2026-02-28T${minute}:00Z`;

describe('the watermark', () => {
	const begun = newWatermark(time('09:00'), 5);

	it('remembers a limited number of records, and leaves the others for later', () => {
		const passing = new Passing(begun, time('09:10'));
		for (let id = 1; id <= MOST_SEEN; id++) passing.pass(at('09:10', id));
		expect(passing.isFull(at('09:10', MOST_SEEN + 1))).toBe(true);
		expect(passing.isFull(at('09:09', MOST_SEEN + 1))).toBe(false);
	});

	it('goes on with what a poll passed, and keeps what can still be new or come again', () => {
		const from: Watermark = {
			...{ ...begun, id: 3, oldAbove: 4, highest: 8, known: 4, since: [[6, 6]] },
			seen: [at('09:05', 2), at('08:00', 5), at('08:00', 7)],
		};
		const later = [{ ...at('09:10', 10), skipped: true as const }, at('09:10', 4)];
		const after = (settled: string, ...read: Parameters<Passing['watermark']>) => {
			const passing = new Passing(from, time(settled));
			for (const one of [at('08:00', 8), at('09:04', 9), at('09:05', 2, '2'), ...later]) {
				passing.pass(one);
			}
			const updated = [3, 6, 11].map((id) => at('09:10', id, '2'));
			const areNew = [at('09:10', 3), ...updated, ...later].map((one) => passing.isNew(one));
			expect(areNew).toEqual([true, false, false, true, true, false]);
			return passing.watermark(...read);
		};
		const seen = [at('09:04', 9), ...later];
		const since = [
			[6, 6],
			[8, 9],
		];
		const mark = { time: time('09:05'), id: 2, seen };
		const rest = { oldAbove: 8, oldPassed: undefined, highest: 10, known: 4, since };
		expect(after('09:08', { complete: false })).toStrictEqual({ ...mark, ...rest });
		expect(after('09:08', { complete: false, oldPassed: 6, highest: 12 })).toStrictEqual({
			...mark,
			seen: [at('08:00', 5), at('08:00', 7), at('08:00', 8), ...seen],
			...{ ...rest, oldAbove: 4, oldPassed: 6, highest: 12 },
		});
		expect(after('09:08', { complete: true })).toStrictEqual({
			...{ time: time('09:08'), id: 0, seen },
			...{ ...rest, known: 8, since: [[9, 9]] },
		});
		expect(after('09:00', { complete: true })).toMatchObject({ time: time('09:00'), id: 3 });
	});

	it.each([
		[at('09:10', 8, '2'), true],
		[at('09:10', 8, '3'), false],
		[at('08:00', 5), true],
		[at('08:00', 6), false],
		[at('09:00', 3), true],
		[at('09:00', 4), false],
	])('has passed %j: %s', (version, expected) => {
		expect(isPassed(version, { ...begun, id: 3, seen: [at('09:10', 8, '2')] })).toBe(expected);
	});

	it('selects what lies after it, also over midnight', () => {
		expect(conditionAfter({ time: '', id: 0 }, 'U')).toBe('');
		expect(conditionAfter({ time: time('09:00'), id: 0 }, 'U')).toBe('U >= "2026-02-28T09:00:00Z"');
		expect(conditionAfter({ time: time('23:59'), id: 4 }, 'U')).toBe(
			'(U >= "2026-03-01T00:00:00Z" or (U >= "2026-02-28T23:59:00Z" and U < "2026-03-01T00:00:00Z" and $id > "4"))',
		);
	});
});

it('the clock of the service leaves the minute of the newest change open for three minutes', () => {
	const real = performance.now.bind(performance);
	let now = 5000;
	performance.now = () => now;
	try {
		const clock = new ServiceClock();
		expect(clock.settled).toBe('');
		clock.see(time('09:10'));
		now += 179_999;
		for (const minute of ['09:09', '09:10']) clock.see(time(minute));
		expect(clock.settled).toBe(time('09:08'));
		now += 1;
		expect(clock.settled).toBe(time('09:11'));
	} finally {
		performance.now = real;
	}
	expect((Date.now() - Date.parse(daysAgo(2))) / 86_400_000).toBeCloseTo(2);
});

it('ranges of IDs hold the same as a set, in any order', () => {
	const ids = [5, 3, 4, 9, 1, 2, 7, 5, 8, 20, 6, 21, 19, 1];
	const ranges: IdSet = [];
	for (const id of ids) add(ranges, id);
	expect(ranges).toEqual([
		[1, 9],
		[19, 21],
	]);
	expect(size(ranges)).toBe(new Set(ids).size);
	for (let id = 0; id < 25; id++) expect(has(ranges, id)).toBe(ids.includes(id));
	expect(without(ranges, [[2, 8]])).toEqual([1, 9, 19, 20, 21]);
});

it('ranges of IDs are copied above a number', () => {
	const ids: IdSet = [
		[1, 3],
		[4, 8],
		[10, 10],
	];
	const copy = above(5, ids);
	expect(copy).toEqual([
		[6, 8],
		[10, 10],
	]);
	expect(above(8, ids)).toEqual([[10, 10]]);
	add(copy, 11);
	expect(ids.at(-1)).toEqual([10, 10]);
});
