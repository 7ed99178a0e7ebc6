import { readdirSync, readFileSync } from 'node:fs';

/** MB of memory and open handles of a group of processes, from `/proc`. Throws if none is left. */
export function heldBy(group: number) {
	const held = { memory: 0, handles: 0 };
	for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
		try {
			// The name of the program comes first, in parentheses.
			const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
				.replace(/^.*\) /s, '')
				.split(' ');
			if (Number(fields[2]) !== group) continue;
			held.memory += Number(fields[21]) / 256;
			held.handles += readdirSync(`/proc/${pid}/fd`).length;
		} catch {
			// It has ended meanwhile.
		}
	}
	if (held.memory === 0) throw new Error(`Process ${group} has ended`);
	return held;
}

/** A value at a time, or after a number of requests. */
export type Point = [at: number, value: number];

/** Median of the slopes between all points, which the ups and downs of garbage collection hardly change. */
export function slopeOf(points: Point[]): number {
	const slopes = points.flatMap(([at, value], n) =>
		points.slice(n + 1).map(([later, then]) => (then - value) / (later - at)),
	);
	return slopes.sort((a, b) => a - b)[slopes.length >> 1] ?? NaN;
}

/** Whether a value grows by more than `most`. The first third of the points is the warm-up. */
export function trendOf(what: string, points: Point[], most: number, unit: string) {
	const counted = points.slice(points.length / 3);
	const [[begin, from] = [0, 0], [end, to] = [0, 0]] = [counted[0], counted.at(-1)];
	const slope = slopeOf(counted);
	const growth = slope * (end - begin);
	const ends = { first: Math.round(from), last: Math.round(to) };
	const found = { [`slope per ${unit}`]: slope.toFixed(1), growth: growth.toFixed(1) };
	return { what, ...ends, ...found, most, verdict: growth <= most ? 'flat' : 'NOT FLAT' };
}
