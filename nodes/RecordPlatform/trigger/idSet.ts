/** A set of record IDs as ranges, in order: `[[1, 300], [305, 305]]`. IDs are mostly consecutive. */
export type IdSet = Array<[number, number]>;

/** Index of the first range that doesn't end before the ID. */
function at(ids: IdSet, id: number): number {
	let low = 0;
	let high = ids.length;
	while (low < high) {
		const middle = (low + high) >> 1;
		if ((ids[middle]?.[1] ?? 0) < id) low = middle + 1;
		else high = middle;
	}
	return low;
}

/** Whether an ID is in the set. */
export function has(ids: IdSet, id: number): boolean {
	const range = ids[at(ids, id)];
	return range !== undefined && range[0] <= id;
}

/** Adds an ID to the set in place. */
export function add(ids: IdSet, id: number): void {
	const index = at(ids, id);
	const next = ids[index];
	if (next && next[0] <= id) return;
	const before = ids[index - 1];
	const joinsBefore = before !== undefined && before[1] === id - 1;
	const joinsNext = next !== undefined && next[0] === id + 1;
	if (joinsBefore && joinsNext) {
		before[1] = next[1];
		ids.splice(index, 1);
	} else if (joinsBefore) before[1] = id;
	else if (joinsNext) next[0] = id;
	else ids.splice(index, 0, [id, id]);
}

/** A copy of the set with the IDs above a number only. */
export function above(id: number, ids: IdSet): IdSet {
	return ids
		.filter(([, to]) => to > id)
		.map(([from, to]): [number, number] => [Math.max(from, id + 1), to]);
}

/** How many IDs the set has. */
export function size(ids: IdSet): number {
	return ids.reduce((sum, [from, to]) => sum + to - from + 1, 0);
}

/** The IDs of a set that are not in `others`. */
export function without(ids: IdSet, others: IdSet): number[] {
	const found: number[] = [];
	for (const [from, to] of ids) {
		for (let id = from; id <= to; id++) {
			if (!has(others, id)) found.push(id);
		}
	}
	return found;
}
