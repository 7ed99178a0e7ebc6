import { PAGE } from './request';

/** Positions strictly between `after` and `before`, whole numbers or infinite. */
export interface Span {
	after: number;
	before: number;
}

/** A part of the list that one reader reads page by page, from its start. */
export interface Range extends Span {
	/** Rows per position, as last measured. */
	density: number;
	isRead: boolean;
}

/** Requests without new rows after which nothing is shared: a number, and a share of all requests. */
const WASTE = 5;
const WASTE_SHARE = 0.15;

/** Pages that must be left in a range to share it. */
const WORTH_SHARING = 0.5;

/**
 * The unread part of a list that is ordered by `$id`. Positions are IDs, negated for descending
 * order, so that they always increase. The list begins as equal ranges, one for each reader. A
 * reader that is done takes half of what another one has left.
 */
export class ParallelRanges {
	private ranges: Range[] = [];
	private readonly pages: Array<{ position: number; rows: number }> = [];
	private answers = 0;
	/** Responses without new rows; a half-empty page counts as half. */
	private wasted = 0;

	/**
	 * @param density rows per position: 1 if no ID is skipped
	 * @param wanted number of rows to read
	 */
	constructor(
		{ after, before }: Span,
		density: number,
		private readonly wanted: number,
		readers: number,
	) {
		const pages = Math.min((before - after - 1) * density, wanted) / PAGE;
		const width = (Math.max(1, Math.ceil(pages / readers)) * PAGE) / density;
		for (let start = after; start < before - 1;) {
			const isLast =
				this.ranges.length === readers - 1 || (start + width - after) * density >= wanted;
			const end = isLast ? before : Math.min(before, Math.ceil(start + width) + 1);
			this.ranges.push({ after: start, before: end, density, isRead: false });
			start = end - 1;
		}
	}

	/** The range to read the next page of; undefined if there is nothing to start now. */
	next(): Range | undefined {
		const range =
			this.ranges.find((one) => !one.isRead && this.expectedBefore(one) < this.wanted) ??
			this.sharedRange();
		if (range) range.isRead = true;
		return range;
	}

	/** Number of rows to ask for. */
	limitOf(range: Range): number {
		return Math.max(1, Math.min(PAGE, Math.ceil(this.wanted - this.expectedBefore(range))));
	}

	/**
	 * Processes a page of a range.
	 * @param positions positions of its rows, ascending
	 * @returns how many of the rows count, from the first: the others are of a part that was shared
	 */
	answered(range: Range, positions: number[], limit: number): number {
		const beyond = positions.findIndex((position) => position >= range.before);
		const rows = beyond < 0 ? positions.length : beyond;
		const last = positions.at(-1) ?? range.before;
		this.pages.push({ position: range.after, rows });
		this.answers += 1;
		this.wasted += 1 - rows / limit;
		if (positions.length < limit || last >= range.before - 1) {
			this.ranges = this.ranges.filter((one) => one !== range);
		} else {
			range.density = rows / (last - range.after);
			range.after = last;
		}
		range.isRead = false;
		return rows;
	}

	/** The second half of what is left in the range with the most rows left. */
	private sharedRange(): Range | undefined {
		if (this.wasted > WASTE + this.answers * WASTE_SHARE) return undefined;
		const left = this.ranges.map((range) => this.pagesLeft(range));
		const most = Math.max(...left);
		const at = left.indexOf(most);
		const range = this.ranges[at];
		if (range === undefined || most < WORTH_SHARING) return undefined;
		const kept = 1 + Math.floor(most / 2);
		const cut = range.after + Math.ceil((kept * PAGE) / range.density);
		if (cut >= range.before - 1) return undefined;
		const half = { ...range, after: cut, isRead: false };
		range.before = cut + 1;
		this.ranges.splice(at + 1, 0, half);
		return half;
	}

	/** Estimated number of pages that are left after the one that is being read. */
	private pagesLeft(range: Range): number {
		return Math.min(rowsIn(range), this.wanted - this.expectedBefore(range)) / PAGE - 1;
	}

	/** Rows before a range: those that were read, and those that are expected in the ranges before. */
	private expectedBefore(range: Range): number {
		if (this.wanted === Infinity) return 0;
		const expected = this.ranges.slice(0, this.ranges.indexOf(range)).map(rowsIn);
		const read = this.pages
			.filter(({ position }) => position < range.after)
			.map(({ rows }) => rows);
		return [...expected, ...read].reduce((sum, rows) => sum + rows, 0);
	}
}

/** Estimated number of rows in a range. */
function rowsIn({ after, before, density }: Range): number {
	return (before - after - 1) * density;
}
