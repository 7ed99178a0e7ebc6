import {
	cutAfter,
	densityOf,
	doubt,
	type Gap,
	overlap,
	rowsIn,
	type Span,
	within,
	without,
} from './gaps';

/** A request for the first rows of a span, or for its last ones. */
export interface Ask extends Span {
	backward: boolean;
	/** Rows at the most. */
	rows: number;
}

/** Rows `from` to `to` (exclusive) of an answer; `place` is the position of the first. */
export interface Slice {
	from: number;
	to: number;
	place: number;
}

/** Parts of a page that must be left, by estimate, for a second request in a gap, and for a third. */
const WORTH_SECOND = 0.2;
const WORTH_THIRD = 0.5;

/** Requests that may come to nothing, by themselves and by all that were answered. */
const WASTE = 3;
const WASTE_SHARE = 0.2;

/**
 * What is not read yet of a list that is ordered by `$id`, and which request to send next.
 *
 * Positions are IDs, negated where the order goes down, so that they grow in either order. The
 * unread is a list of gaps. Each end of a gap can be read from by a request of its own, a full
 * page at a time, so that two requests eat one gap without knowing how its records lie; a gap
 * that is large for two is cut. An answer takes what it covers out of the gaps, and only rows
 * that were in a gap count: so each record is given out once, whatever was asked twice.
 */
export class Unread {
	private gaps: Gap[];
	private readonly asked = new Set<Ask>();
	private readonly read: Array<{ place: number; rows: number }> = [];
	private readonly all: boolean;
	private endKnown = false;
	private answers = 0;
	/** Answers without new rows; a half for a page that was half empty. */
	private wasted = 0;

	/**
	 * @param first the page that was read before, a full one: position of its last row, its rows by
	 * position (1 where no ID is left out), and the first position that no record can have
	 * @param page rows a request at the most
	 * @param wanted rows that are wanted beyond the first page
	 */
	constructor(
		{ last, density, end }: { last: number; density: number; end: number },
		private readonly page: number,
		private readonly wanted: number,
	) {
		const gap: Gap = { after: last, before: end, densities: [density, density] };
		this.gaps = end - last > 1 ? [gap] : [];
		this.all = wanted >= rowsIn(gap);
	}

	/** The next request, or undefined where there is none before another answer is in, or none at all. */
	next(): Ask | undefined {
		const ask = this.all ? this.anywhere() : this.ahead();
		if (ask) this.asked.add(ask);
		return ask;
	}

	/**
	 * Takes an answer in.
	 * @param positions positions of its rows, growing
	 * @returns the rows that are new, as slices of `positions`
	 */
	answered(ask: Ask, positions: number[]): Slice[] {
		this.asked.delete(ask);
		this.endKnown ||= ask.backward;
		const covered = coverage(ask, positions);
		const density = positions.length / (covered.before - covered.after - 1);
		const slices: Slice[] = [];
		for (const { after, before } of this.gaps) {
			const { from, to } = within(positions, {
				after: Math.max(after, covered.after),
				before: Math.min(before, covered.before),
			});
			if (from < to) slices.push({ from, to, place: positions[from] as number });
		}
		for (const { from, to, place } of slices) this.read.push({ place, rows: to - from });
		const rows = slices.reduce((sum, { from, to }) => sum + to - from, 0);
		this.answers += 1;
		this.wasted += 1 - rows / ask.rows;
		this.gaps = this.gaps
			.flatMap((gap) => without(gap, covered, density))
			.filter((gap) => this.readBefore(gap) < this.wanted);
		return slices;
	}

	/**
	 * Where all rows are wanted: first the far end, because it shows how far the records reach, then
	 * wherever most is left.
	 */
	private anywhere(): Ask | undefined {
		const [first] = this.gaps;
		if (!this.endKnown) {
			return first && this.asked.size === 0 ? this.back(first) : undefined;
		}
		const untouched = this.gaps.find((gap) => this.askedAt(gap) === 0);
		if (untouched) return this.front(untouched);
		if (this.tooWasteful()) return undefined;
		const half = this.largest((gap) => this.askedAt(gap) === 1);
		if (half && this.left(half) >= this.page * WORTH_SECOND) {
			return this.frontAsked(half) ? this.back(half) : this.front(half);
		}
		const whole = this.largest();
		if (whole && this.left(whole) >= this.page * WORTH_THIRD) {
			const pages = Math.max(1, Math.round(rowsIn(whole) / this.page / 2));
			const [first, beyond] = this.cut(whole, (pages * this.page) / densityOf(whole));
			return this.left(first) > this.left(beyond) ? this.back(first) : this.front(beyond);
		}
		return undefined;
	}

	/**
	 * Where the first rows of many are wanted: pages one behind the other, each from where the one
	 * before it will end by estimate, a little earlier where that is in doubt.
	 */
	private ahead(): Ask | undefined {
		let estimated = 0;
		for (const gap of this.gaps) {
			const density = densityOf(gap);
			const missing = this.wanted - this.readBefore(gap) - estimated;
			if (missing <= 0) return undefined;
			const limit = Math.min(this.page, Math.ceil(missing + doubt(estimated, density)));
			if (!this.frontAsked(gap)) {
				return this.asked.size > 0 && this.tooWasteful() ? undefined : this.onward(gap, limit);
			}
			const rows = this.page - doubt(this.page, density);
			if (missing <= rows || this.tooWasteful()) return undefined;
			if (rowsIn(gap) - rows > this.page * WORTH_SECOND) {
				const left = Math.min(
					this.page,
					Math.ceil(missing - rows + doubt(estimated + rows, density)),
				);
				return this.onward(this.cut(gap, rows / density)[1], left);
			}
			estimated += rowsIn(gap);
		}
		return undefined;
	}

	private front({ after, before }: Gap): Ask {
		return { after, before, backward: false, rows: this.page };
	}

	private back({ after, before }: Gap): Ask {
		return { after, before, backward: true, rows: this.page };
	}

	/** From the front of a gap as far as the rows reach, also through the gaps that follow. */
	private onward({ after }: Gap, rows: number): Ask {
		const before = this.gaps.at(-1)?.before ?? Infinity;
		return { after, before, backward: false, rows };
	}

	private tooWasteful(): boolean {
		return this.wasted > WASTE + this.answers * WASTE_SHARE;
	}

	private largest(meets: (gap: Gap) => boolean = () => true): Gap | undefined {
		let found: Gap | undefined;
		for (const gap of this.gaps) {
			if (meets(gap) && (!found || this.left(gap) > this.left(found))) found = gap;
		}
		return found;
	}

	/** Rows that the requests under way leave in a gap, by estimate. */
	private left(gap: Gap): number {
		return rowsIn(gap) - this.askedAt(gap) * this.page;
	}

	private askedAt(gap: Gap): number {
		return Number(this.frontAsked(gap)) + Number(this.backAsked(gap));
	}

	/** Whether a request is under way whose first new rows will be those at the front of the gap. */
	private frontAsked(gap: Gap): boolean {
		const start = (this.gaps[this.gaps.indexOf(gap) - 1]?.before ?? -Infinity) - 1;
		return [...this.asked].some(
			(ask) => !ask.backward && start <= ask.after && ask.after <= gap.after && overlap(ask, gap),
		);
	}

	/** The same for the last rows of a gap. */
	private backAsked(gap: Gap): boolean {
		const end = (this.gaps[this.gaps.indexOf(gap) + 1]?.after ?? Infinity) + 1;
		return [...this.asked].some(
			(ask) => ask.backward && gap.before <= ask.before && ask.before <= end && overlap(ask, gap),
		);
	}

	/** Puts two gaps in the place of one, the first with so many of its positions. */
	private cut(gap: Gap, positions: number): [Gap, Gap] {
		const parts = cutAfter(gap, positions);
		this.gaps.splice(this.gaps.indexOf(gap), 1, ...parts);
		return parts;
	}

	private readBefore(gap: Gap): number {
		if (this.wanted === Infinity) return 0;
		return this.read.reduce((sum, { place, rows }) => (place <= gap.after ? sum + rows : sum), 0);
	}
}

/** What an answer tells all about: to its last row where it is full, else the whole span. */
function coverage({ after, before, backward, rows }: Ask, positions: number[]): Span {
	if (positions.length < rows) return { after, before };
	return backward
		? { after: (positions[0] as number) - 1, before }
		: { after, before: (positions.at(-1) as number) + 1 };
}
