import { above, add, has, type Ranges } from './ranges';

/**
 * Minutes after which no record of a minute can appear any more. The service stores times of
 * changes to the minute, and a long write appears some time after its time.
 */
const SETTLES_MINUTES = 2;
const MINUTE_MS = 60_000;
/** Records of unsettled minutes that are remembered at most. The others wait until they settle. */
export const MOST_SEEN = 10_000;

/**
 * How far an app's changes were put out. All times are those of the service.
 *
 * Records are read in the order of their updated time and ID. The mark is the last settled place:
 * what lies before it is done for good. Records after it that are done are in `seen` with their
 * revision, because the same record can change again in the same minute.
 */
export interface Watermark {
	/** A minute (`2026-02-28T09:30:00Z`); empty for the beginning. */
	time: string;
	/** Records of that minute up to this ID are done. */
	id: number;
	/** Minute → record ID → revision. */
	seen: Record<string, Record<string, string>>;
	/** New records can have an old updated time. These are looked for above this ID. */
	oldest: number;
	/** The last ID with an old time that was passed, if others are left. */
	old?: number;
	/** The highest ID that was seen. */
	highest: number;
	/** The highest ID when all changes were put out the last time. */
	caughtUp: number;
	/** All records up to this ID were known then. */
	known: number;
	/** IDs above `known` that were seen. */
	since: Ranges;
}

/** What the watermark needs of a record. */
export interface Place {
	time: string;
	id: number;
	revision: string;
}

export function newWatermark(time: string, highest: number): Watermark {
	return {
		time,
		id: 0,
		seen: {},
		oldest: highest,
		highest,
		caughtUp: highest,
		known: highest,
		since: [],
	};
}

/**
 * Selects what lies after a place. Bounds are whole minutes: whether the service compares and sorts
 * with the seconds that it doesn't return, is unknown.
 */
export function conditionAfter({ time, id }: Pick<Place, 'time' | 'id'>, field: string): string {
	if (time === '') return '';
	if (id === 0) return `${field} >= "${time}"`;
	const within = conditionWithin({ time, id }, field);
	return `(${field} >= "${addMinutes(time, 1)}" or (${within}))`;
}

/** Selects what lies after a place in its minute. */
export function conditionWithin({ time, id }: Pick<Place, 'time' | 'id'>, field: string): string {
	return `${field} >= "${time}" and ${field} < "${addMinutes(time, 1)}" and $id > "${id}"`;
}

export function addMinutes(time: string, minutes: number): string {
	const moved = new Date(Date.parse(time) + minutes * MINUTE_MS);
	return `${moved.toISOString().slice(0, 16)}:00Z`;
}

/** How many minutes before the newest change a minute is settled. */
export function settledBefore(newest: string): string {
	return addMinutes(newest, -SETTLES_MINUTES);
}

/** How much a poll has read. */
export interface ReadSoFar {
	/** Nothing lies behind the last place. */
	complete: boolean;
	/** The last new record with an old time, if others are left. */
	old?: number | undefined;
}

/** One poll: the places that it passes, in the order of the service, and the watermark after it. */
export class Passing {
	private readonly places: Array<Place & { isSettled: boolean }> = [];
	/** The last settled record that was skipped. */
	private skipped: Place | undefined;
	private readonly revisions = new Map<number, string>();
	private unsettled = 0;
	/** Minutes from this one on were read before they were settled. */
	private limit: string | undefined;

	/** @param settled minutes before this one are settled */
	constructor(
		private readonly from: Watermark,
		private settled: string,
	) {
		for (const ofMinute of Object.values(from.seen)) {
			for (const [id, revision] of Object.entries(ofMinute))
				this.revisions.set(Number(id), revision);
		}
	}

	/** Notes that minutes are settled. They must have been when the next places were read. */
	settle(before: string): void {
		if (before > this.settled) this.settled = before;
	}

	/** Notes that everything up to a minute was read. What is settled later has to be read again. */
	covered(minute: string): void {
		if (minute >= this.settled) this.limit ??= this.settled;
	}

	private isSettled(time: string): boolean {
		return time < (this.limit ?? this.settled);
	}

	/** Whether the record was put out with this revision. */
	isDone({ id, revision }: Place): boolean {
		const known = this.revisions.get(id);
		return known !== undefined && BigInt(known) >= BigInt(revision);
	}

	/**
	 * Whether the record is new since all changes were put out the last time.
	 * @param seesAll whether there is no condition. Records above `known` that were not seen have then
	 * appeared late; otherwise, they may not have met the condition
	 */
	isNew({ id, revision }: Place, seesAll: boolean): boolean {
		const { caughtUp, known, since } = this.from;
		if (this.revisions.has(id)) return false;
		return revision === '1' || (id > (seesAll ? known : caughtUp) && !has(since, id));
	}

	/** Whether another record would have to be remembered and there is no room. */
	isFull({ time }: Place): boolean {
		return !this.isSettled(time) && this.unsettled >= MOST_SEEN;
	}

	/** Notes a record as done. */
	pass(place: Place): void {
		const isSettled = this.isSettled(place.time);
		this.places.push({ ...place, isSettled });
		this.revisions.set(place.id, place.revision);
		if (!isSettled) this.unsettled += 1;
	}

	/**
	 * Notes that a record was read that can't start the workflow. It isn't done: until its minute is
	 * settled, it is read again.
	 */
	skip(place: Place): void {
		if (this.isSettled(place.time)) this.skipped = place;
	}

	watermark({ complete, old }: ReadSoFar): Watermark {
		const { from, places, skipped } = this;
		const forward = places.filter((place) => isAfter(place, from));
		const last = forward.filter(({ isSettled }) => isSettled).at(-1);
		let mark: Pick<Place, 'time' | 'id'> = last ? { time: last.time, id: last.id } : from;
		if (skipped && isAfter(skipped, mark)) mark = { time: skipped.time, id: skipped.id };
		const limit = this.limit ?? this.settled;
		if (complete && limit > mark.time) mark = { time: limit, id: 0 };
		const { time, id } = mark;
		// New records with an old time may appear in another order than their IDs, so IDs are passed one poll later.
		const highest = places.reduce((most, place) => Math.max(most, place.id), from.highest);
		const oldest =
			old === undefined ? from.highest : Math.min(from.highest, from.old ?? from.oldest, old);
		const seen: Watermark['seen'] = {};
		const remember = (place: Place) => {
			const done = !isAfter(place, mark) && place.id <= oldest;
			if (!done) (seen[place.time] ??= {})[String(place.id)] = place.revision;
		};
		const passed = new Set(places.map(({ id }) => id));
		for (const [minute, ofMinute] of Object.entries(from.seen)) {
			for (const [one, revision] of Object.entries(ofMinute)) {
				const known = { time: minute, id: Number(one), revision };
				if (!passed.has(known.id)) remember(known);
			}
		}
		for (const place of latest(places)) remember(place);
		const known = complete ? from.highest : from.known;
		const since = above(known, from.since);
		for (const place of places) if (place.id > known) add(since, place.id);
		const caughtUp = complete ? highest : from.caughtUp;
		const left = old !== undefined && { old };
		return { time, id, seen, oldest, ...left, highest, caughtUp, known, since };
	}
}

/** The minute of a time of the service. */
export function minuteOf(time: string): string {
	return `${time.slice(0, 16)}:00Z`;
}

/** Whether a place comes after another one in the order of changes. */
export function isAfter(
	{ time, id }: Pick<Place, 'time' | 'id'>,
	mark: Pick<Place, 'time' | 'id'>,
): boolean {
	return time > mark.time || (time === mark.time && id > mark.id);
}

/** Whether a record was passed before the watermark, and has not changed since. */
export function isPassed(place: Place, mark: Watermark): boolean {
	if (new Passing(mark, '').isDone(place)) return true;
	return !isAfter(place, mark) && place.id <= mark.oldest;
}

/** The watermark with records that are done, although no poll has passed them. */
export function withSeen(mark: Watermark, places: Place[]): Watermark {
	const known = new Passing(mark, '');
	const done = places.filter((place) => !known.isDone(place));
	const ids = new Set(done.map(({ id }) => String(id)));
	const seen = Object.fromEntries(
		Object.entries(mark.seen).map(([minute, ofMinute]) => [
			minute,
			Object.fromEntries(Object.entries(ofMinute).filter(([id]) => !ids.has(id))),
		]),
	);
	for (const { time, id, revision } of done) (seen[time] ??= {})[String(id)] = revision;
	return { ...mark, seen };
}

/** Each record once, as it was passed the last time. */
function latest(places: Place[]): Iterable<Place> {
	return new Map(places.map((place) => [place.id, place])).values();
}
