/** Positions strictly between `after` and `before`, whole numbers or infinite. */
export interface Span {
	after: number;
	before: number;
}

/** Positions that were not read yet. */
export interface Gap extends Span {
	/** Rows by position next to its two ends, as far as was seen. */
	densities: [number, number];
}

export function densityOf({ densities: [first, last] }: Gap): number {
	return (first + last) / 2;
}

/** Rows in a gap, by estimate; never more than it has positions. */
export function rowsIn(gap: Gap): number {
	return (gap.before - gap.after - 1) * densityOf(gap);
}

/** How far `rows` rows may well be from what was estimated, where rows lie by chance. */
export function doubt(rows: number, density: number): number {
	return 2 * Math.sqrt(rows * (1 - density));
}

export function overlap(one: Span, other: Span): boolean {
	return one.after < other.before - 1 && other.after < one.before - 1;
}

/** The gap in two parts; the first has so many of its positions. */
export function cutAfter(
	{ after, before, densities: [first, last] }: Gap,
	positions: number,
): [Gap, Gap] {
	const at = after + Math.ceil(positions);
	const middle = (first + last) / 2;
	return [
		{ after, before: at + 1, densities: [first, middle] },
		{ after: at, before, densities: [middle, last] },
	];
}

/** What is left of a gap when a span was read; its ends there are as dense as the span was. */
export function without(gap: Gap, read: Span, density: number): Gap[] {
	const {
		after,
		before,
		densities: [first, last],
	} = gap;
	if (read.before <= after || read.after >= before) return [gap];
	const left: Gap[] = [];
	if (read.after >= after) {
		left.push({ after, before: read.after + 1, densities: [first, density] });
	}
	if (read.before <= before) {
		left.push({ after: read.before - 1, before, densities: [density, last] });
	}
	return left.filter((one) => one.before - one.after > 1);
}

/** The growing positions that are within a span, as the indexes `from` to `to` (exclusive). */
export function within(positions: number[], { after, before }: Span): { from: number; to: number } {
	return { from: firstBeyond(positions, after), to: firstBeyond(positions, before - 1) };
}

function firstBeyond(positions: number[], limit: number): number {
	let low = 0;
	let high = positions.length;
	while (low < high) {
		const middle = (low + high) >> 1;
		if ((positions[middle] as number) <= limit) low = middle + 1;
		else high = middle;
	}
	return low;
}
