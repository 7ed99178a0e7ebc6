/** Positions strictly between `after` and `before`, whole numbers or infinite. */
export interface Span {
	after: number;
	before: number;
}

/** A range of positions that was not read yet. */
export interface Gap extends Span {
	/** Density of rows next to both ends, as far as known. */
	densities: [number, number];
}

export function densityOf({ densities: [first, last] }: Gap): number {
	return (first + last) / 2;
}

/** Estimated number of rows in a gap, at most its number of positions. */
export function rowsIn(gap: Gap): number {
	return (gap.before - gap.after - 1) * densityOf(gap);
}

/** Likely error of an estimate of `rows` rows, assuming a random distribution. */
export function doubt(rows: number, density: number): number {
	return 2 * Math.sqrt(rows * (1 - density));
}

export function overlap(one: Span, other: Span): boolean {
	return one.after < other.before - 1 && other.after < one.before - 1;
}

/** Splits the gap; the first part has the given number of positions. */
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

/** The rest of a gap after a span was read; the new ends get the density of the span. */
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

/** The sorted positions within a span, as indexes `from` to `to` (exclusive). */
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
