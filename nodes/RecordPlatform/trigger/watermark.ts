import { above, add, has, type IdSet } from './idSet';

/**
 * Minutes after which no record of a minute can appear any more. The service stores times of
 * changes to the minute, and a long write appears some time after its time.
 */
export const SETTLES_MINUTES = 2;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/**
 * How long a minute stays open after its first change was seen, on a clock of this machine that
 * only measures how much time has passed.
 */
const OPEN_MS = 180_000;
/** Records of unsettled minutes that are remembered at most. The others wait until they settle. */
export const MOST_SEEN = 10_000;

/**
 * How far an app's changes were put out. All times are those of the service.
 *
 * Records are read in the order of their updated time and ID. `time` and `id` are the last settled
 * position: what lies before it is done for good. Records after it that are done are in `seen` with their
 * revision, because the same record can change again in the same minute.
 */
export interface Watermark {
	/** A minute (`2026-02-28T09:30:00Z`); empty for the beginning. */
	time: string;
	/** Records of that minute up to this ID are done. */
	id: number;
	seen: RecordVersion[];
	/** New records can have an old updated time. These are looked for above this ID. */
	oldAbove: number;
	/** The last ID with an old time that was passed, if others are left. */
	oldPassed?: number | undefined;
	/** The highest ID that was seen. */
	highest: number;
	/** All records up to this ID were known when all changes were put out the last time. */
	known: number;
	/** IDs above `known` that were seen. */
	since: IdSet;
}

/** A record in the order of changes. */
export interface RecordVersion {
	time: string;
	id: number;
	revision: string;
	/** It was read, and did not meet the conditions: it can still be new. */
	skipped?: true;
}

type Mark = Pick<RecordVersion, 'id' | 'time'>;

/** A watermark before all changes since a minute; records with a higher ID than `known` are new. */
export function newWatermark(time: string, highest: number, known = highest): Watermark {
	return { time, id: 0, seen: [], oldAbove: highest, highest, known, since: [] };
}

/**
 * Selects what lies after a mark. Bounds are whole minutes: whether the service compares and sorts
 * with the seconds that it doesn't return, is unknown.
 */
export function conditionAfter({ time, id }: Mark, field: string): string {
	if (time === '') return '';
	if (id === 0) return `${field} >= "${time}"`;
	const within = conditionWithin({ time, id }, field);
	return `(${field} >= "${addMinutes(time, 1)}" or (${within}))`;
}

/** Selects what lies after a mark in its minute. */
export function conditionWithin({ time, id }: Mark, field: string): string {
	return `${field} >= "${time}" and ${field} < "${addMinutes(time, 1)}" and $id > "${id}"`;
}

/** The minute so many minutes after a time of the service, as ISO text. */
export function addMinutes(time: string, minutes: number): string {
	return minuteOf(new Date(Date.parse(time) + minutes * MINUTE_MS).toISOString());
}

/** The minute of a time of the service. */
export function minuteOf(time: string): string {
	return `${time.slice(0, 16)}:00Z`;
}

/** The service's clock, as far as the times of changes tell; lost when n8n is restarted. */
export class ServiceClock {
	private newest = '';
	private since = 0;

	see(time: string): void {
		if (time <= this.newest) return;
		this.newest = time;
		this.since = performance.now();
	}

	/** The minute before which all minutes are settled, as far as is known. */
	get settled(): string {
		if (this.newest === '') return '';
		const isOver = performance.now() - this.since >= OPEN_MS;
		return addMinutes(this.newest, isOver ? 1 : -SETTLES_MINUTES);
	}
}

/** The minute so many days ago. No clocks of n8n and the service differ by a day. */
export function daysAgo(days: number): string {
	return minuteOf(new Date(Date.now() - days * DAY_MS).toISOString());
}

/** How much a poll has read. */
interface ReadSoFar {
	/** Nothing lies behind the last version. */
	complete: boolean;
	/** The last new record with an old time, if others are left. */
	oldPassed?: number | undefined;
	/** The highest ID of the app, if it was asked for. */
	highest?: number | undefined;
}

/** One poll: the versions that it passes, in the order of the service, and the watermark after it. */
export class Passing {
	private readonly passed = new Map<number, RecordVersion>();
	private readonly done: Map<number, RecordVersion>;
	private last: Mark;
	private unsettled = 0;

	/** @param settled minutes before this one were settled when the records were read */
	constructor(
		private readonly from: Watermark,
		public settled: string,
	) {
		this.last = from;
		this.done = new Map(from.seen.map((version) => [version.id, version]));
	}

	/** Whether the record was put out with this revision. */
	isDone({ id, revision }: RecordVersion): boolean {
		const known = this.done.get(id);
		return known !== undefined && BigInt(known.revision) >= BigInt(revision);
	}

	/** Whether the record is new since all changes were put out the last time. */
	isNew({ id, revision }: RecordVersion): boolean {
		const { known, since } = this.from;
		const seen = this.done.get(id);
		if (seen && !seen.skipped) return false;
		return revision === '1' || (id > known && !has(since, id));
	}

	/** Whether another record would have to be remembered and there is no room. */
	isFull({ time }: RecordVersion): boolean {
		return time >= this.settled && this.unsettled >= MOST_SEEN;
	}

	pass({ time, id, revision, skipped }: RecordVersion): void {
		const version = { time, id, revision, ...(skipped && { skipped }) };
		this.passed.set(id, version);
		this.done.set(id, version);
		if (time >= this.settled) this.unsettled += 1;
		else if (isAfter(version, this.last)) this.last = { time, id };
	}

	watermark({ complete, oldPassed, highest: asked = 0 }: ReadSoFar): Watermark {
		const { from, passed, settled, last } = this;
		const isSettled = complete && settled > last.time;
		const { time, id } = isSettled ? { time: settled, id: 0 } : last;
		// New records with an old time may appear in another order than their IDs, so IDs are passed one poll later.
		const left = oldPassed === undefined ? [] : [from.oldPassed ?? from.oldAbove, oldPassed];
		const oldAbove = Math.min(from.highest, ...left);
		const all = [...from.seen.filter((version) => !passed.has(version.id)), ...passed.values()];
		const seen = all.filter((version) => isAfter(version, { time, id }) || version.id > oldAbove);
		const ids = [...passed.keys()];
		const highest = ids.reduce((most, one) => Math.max(most, one), Math.max(from.highest, asked));
		const known = complete ? from.highest : from.known;
		const since = above(known, from.since);
		for (const { id, skipped } of passed.values()) if (id > known && !skipped) add(since, id);
		return { time, id, seen, oldAbove, oldPassed, highest, known, since };
	}
}

/** Whether a version comes after another one in the order of changes. */
export function isAfter({ time, id }: Mark, mark: Mark): boolean {
	return time > mark.time || (time === mark.time && id > mark.id);
}

/** Whether a record was passed before the watermark, and has not changed since. */
export function isPassed(version: RecordVersion, mark: Watermark): boolean {
	if (new Passing(mark, '').isDone(version)) return true;
	return !isAfter(version, mark) && version.id <= mark.oldAbove;
}
