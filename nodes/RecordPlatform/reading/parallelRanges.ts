import { chunks } from '../../shared/run/batching';
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
	/** The side where the list may have grown: the first page is read from there, without a bound. */
	open?: keyof Span;
}

/** Requests without new rows after which nothing is shared: a number, and a share of all requests. */
const WASTE = 5;
const WASTE_SHARE = 0.15;

/** Pages that must be left in a range to share it. */
const WORTH_SHARING = 0.5;

/**
 * The unread part of a list that is ordered by `$id`. Positions are IDs, negated for descending
 * order, so that they always increase. The list begins as equal ranges, one for each reader, or as it
 * was for an earlier execution. A reader that is done takes half of what another one has left.
 */
export class ParallelRanges {
	private readonly pages: Array<{ position: number; rows: number }> = [];
	private answers = 0;
	/** Responses without new rows; a half-empty page counts as half. */
	private wasted = 0;

	/** @param wanted number of rows to read */
	constructor(
		private ranges: Range[],
		private readonly wanted: number,
	) {}

	/** The range to read the next page of; undefined if there is nothing to start now. */
	next(): Range | undefined {
		if (this.isWasteful) this.ranges = mergedRanges(this.ranges);
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
		const [first = range.before] = positions;
		if (range.open === 'after') range.after = first - 1;
		if (range.open === 'before') range.before = Infinity;
		const beyond = positions.findIndex((position) => position >= range.before);
		const rows = beyond < 0 ? positions.length : beyond;
		const last = positions.at(-1) ?? range.before;
		this.pages.push({ position: range.after, rows });
		this.answers += 1;
		this.wasted += 1 - rows / limit;
		range.density = rows / (last - (range.open === 'before' ? first - 1 : range.after));
		if (range.open === 'before') range.before = first;
		else range.after = last;
		delete range.open;
		if (positions.length < limit || range.after >= range.before - 1) {
			this.ranges = this.ranges.filter((one) => one !== range);
		}
		range.isRead = false;
		return rows;
	}

	private get isWasteful(): boolean {
		return this.wasted > WASTE + this.answers * WASTE_SHARE;
	}

	/** The second half of what is left in the range with the most rows left. */
	private sharedRange(): Range | undefined {
		if (this.isWasteful) return undefined;
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

/** A part of the list as equal ranges, one for each reader. */
export function equalRanges(
	{ after, before }: Span,
	density: number,
	wanted: number,
	readers: number,
): Range[] {
	const ranges: Range[] = [];
	const pages = Math.min((before - after - 1) * density, wanted) / PAGE;
	const width = (Math.max(1, Math.ceil(pages / readers)) * PAGE) / density;
	for (let start = after; start < before - 1;) {
		const isLast = ranges.length === readers - 1 || (start + width - after) * density >= wanted;
		const end = isLast ? before : Math.min(before, Math.ceil(start + width) + 1);
		ranges.push({ after: start, before: end, density, isRead: false });
		start = end - 1;
	}
	return ranges;
}

/**
 * The list as ranges of at most a page, for an execution that finds it as it is now.
 * @param positions of all rows, ascending
 * @param before where the list ends for good
 */
export function rangesOf(positions: number[], before: number, readers: number): Range[] {
	const pages = Math.ceil(positions.length / PAGE);
	const parts = chunks(positions, pages > readers ? PAGE : Math.ceil(positions.length / pages));
	let after = (positions[0] ?? 0) - 1;
	return parts.map((part, at) => {
		const last = part.at(-1) as number;
		const isLast = at === parts.length - 1;
		const end = isLast && before < Infinity ? before : last + 1;
		const range: Range = {
			after,
			before: end,
			density: part.length / (end - after - 1),
			isRead: false,
		};
		if (before < Infinity ? at === 0 : isLast) range.open = before < Infinity ? 'after' : 'before';
		after = last;
		return range;
	});
}

/** Puts ranges together of which none is being read, and that nothing that was read lies between. */
function mergedRanges(ranges: Range[]): Range[] {
	return ranges.reduce<Range[]>((before, range) => {
		const last = before.at(-1);
		const isNext = last && range.after === last.before - 1 && !last.open && !range.open;
		if (!isNext || last.isRead || range.isRead) return [...before, range];
		last.density = (rowsIn(last) + rowsIn(range)) / (range.before - last.after - 1);
		last.before = range.before;
		return before;
	}, []);
}

/** Estimated number of rows in a range. */
function rowsIn({ after, before, density }: Range): number {
	return (before - after - 1) * density;
}
