/** A set of record IDs as ranges, in order: `[[1, 300], [305, 305]]`. IDs are mostly consecutive. */
export type Ranges = Array<[number, number]>;

/** Index of the first range that doesn't end before the ID. */
function at(ranges: Ranges, id: number): number {
	let low = 0;
	let high = ranges.length;
	while (low < high) {
		const middle = (low + high) >> 1;
		if ((ranges[middle]?.[1] ?? 0) < id) low = middle + 1;
		else high = middle;
	}
	return low;
}

export function has(ranges: Ranges, id: number): boolean {
	const range = ranges[at(ranges, id)];
	return range !== undefined && range[0] <= id;
}

/** Adds an ID to the set in place. */
export function add(ranges: Ranges, id: number): void {
	const place = at(ranges, id);
	const next = ranges[place];
	if (next && next[0] <= id) return;
	const before = ranges[place - 1];
	const joinsBefore = before !== undefined && before[1] === id - 1;
	const joinsNext = next !== undefined && next[0] === id + 1;
	if (joinsBefore && joinsNext) {
		before[1] = next[1];
		ranges.splice(place, 1);
	} else if (joinsBefore) before[1] = id;
	else if (joinsNext) next[0] = id;
	else ranges.splice(place, 0, [id, id]);
}

/** A copy of the set with the IDs above a number only. */
export function above(id: number, ranges: Ranges): Ranges {
	return ranges
		.filter(([, to]) => to > id)
		.map(([from, to]): [number, number] => [Math.max(from, id + 1), to]);
}

/** How many IDs the set has. */
export function size(ranges: Ranges): number {
	return ranges.reduce((sum, [from, to]) => sum + to - from + 1, 0);
}

/** The IDs of `ranges` that are not in `others`. */
export function without(ranges: Ranges, others: Ranges): number[] {
	const found: number[] = [];
	for (const [from, to] of ranges) {
		for (let id = from; id <= to; id++) {
			if (!has(others, id)) found.push(id);
		}
	}
	return found;
}
