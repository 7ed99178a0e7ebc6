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
	/** Maximum number of rows. */
	rows: number;
}

/** Rows `from` to `to` (exclusive) of a response; `place` is the position of the first. */
export interface Slice {
	from: number;
	to: number;
	place: number;
}

/** Estimated fraction of a page that must remain for a second and a third request in a gap. */
const WORTH_SECOND = 0.2;
const WORTH_THIRD = 0.5;

/** Allowed number of requests without new rows, absolute and relative to all requests. */
const WASTE = 3;
const WASTE_SHARE = 0.2;

/**
 * The unread part of a list that is ordered by `$id`, and the next request to send.
 *
 * Positions are IDs, negated for descending order, so that they always increase. The
 * unread part is a list of gaps. Each end of a gap can be read by a separate request, a full
 * page at a time, so that two requests can read one gap with an unknown distribution; a gap
 * that is too large for two is split. A response removes its range from the gaps, and only rows
 * in a gap count, so each record is returned once even if it was read twice.
 */
export class Unread {
	private gaps: Gap[];
	private readonly asked = new Set<Ask>();
	private readonly read: Array<{ place: number; rows: number }> = [];
	private readonly all: boolean;
	private endKnown = false;
	private answers = 0;
	/** Responses without new rows; a half-empty page counts as half. */
	private wasted = 0;

	/**
	 * @param first the first page, a full one: position of its last row, its density
	 * (1 if no ID is skipped), and the end of the possible positions
	 * @param page maximum number of rows per request
	 * @param wanted number of rows to read after the first page
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

	/** The next request, or undefined if it has to wait for a response or nothing is left. */
	next(): Ask | undefined {
		const ask = this.all ? this.anywhere() : this.ahead();
		if (ask) this.asked.add(ask);
		return ask;
	}

	/**
	 * Processes a response.
	 * @param positions positions of its rows, ascending
	 * @returns the new rows, as slices of `positions`
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
	 * If all rows are wanted: first the far end, because it shows the range of the records, then
	 * the gap with the most rows left.
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
	 * If only the first rows are wanted: consecutive pages, each starting at the estimated end of the
	 * previous one, or a little earlier if the estimate is uncertain.
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

	/** The range from the start of a gap that is likely to contain the rows, across gaps. */
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

	/** Estimated number of rows that pending requests leave in a gap. */
	private left(gap: Gap): number {
		return rowsIn(gap) - this.askedAt(gap) * this.page;
	}

	private askedAt(gap: Gap): number {
		return Number(this.frontAsked(gap)) + Number(this.backAsked(gap));
	}

	/** Whether a pending request reads the start of the gap. */
	private frontAsked(gap: Gap): boolean {
		const start = (this.gaps[this.gaps.indexOf(gap) - 1]?.before ?? -Infinity) - 1;
		return [...this.asked].some(
			(ask) => !ask.backward && start <= ask.after && ask.after <= gap.after && overlap(ask, gap),
		);
	}

	/** The same for the end of a gap. */
	private backAsked(gap: Gap): boolean {
		const end = (this.gaps[this.gaps.indexOf(gap) + 1]?.after ?? Infinity) + 1;
		return [...this.asked].some(
			(ask) => ask.backward && gap.before <= ask.before && ask.before <= end && overlap(ask, gap),
		);
	}

	/** Splits a gap in place; the first part has the given number of positions. */
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

/** The range that a response covers: up to its last row if it is full, else the whole span. */
function coverage({ after, before, backward, rows }: Ask, positions: number[]): Span {
	if (positions.length < rows) return { after, before };
	return backward
		? { after: (positions[0] as number) - 1, before }
		: { after, before: (positions.at(-1) as number) + 1 };
}
