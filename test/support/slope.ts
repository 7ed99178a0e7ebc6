/** A value at a time, both in units of the caller. */
export interface Point {
	at: number;
	value: number;
}

export interface Slope {
	/** Growth of the value per unit of time. */
	slope: number;
	/** Half of the interval that has the true slope with a probability of 95 %. */
	uncertainty: number;
}

/** The line with the least squares through the points. */
export function slopeOf(points: Point[]): Slope {
	const count = points.length;
	if (count < 3) throw new RangeError('A slope needs three points');
	const mean = (of: (point: Point) => number) =>
		points.reduce((sum, point) => sum + of(point), 0) / count;
	const [at, value] = [mean((point) => point.at), mean((point) => point.value)];
	const sum = (of: (point: Point) => number) =>
		points.reduce((total, point) => total + of(point), 0);
	const spread = sum((point) => (point.at - at) ** 2);
	if (spread === 0) throw new RangeError('A slope needs points of different times');
	const slope = sum((point) => (point.at - at) * (point.value - value)) / spread;
	const rest = sum((point) => (point.value - value - slope * (point.at - at)) ** 2);
	return { slope, uncertainty: studentOf(count - 2) * Math.sqrt(rest / (count - 2) / spread) };
}

/** The least value of each stretch of time: what is left when garbage was just collected. */
export function leastOf(points: Point[], stretch: number): Point[] {
	const least = new Map<number, Point>();
	for (const point of points) {
		const key = Math.floor(point.at / stretch);
		const known = least.get(key);
		if (known === undefined || point.value < known.value) least.set(key, point);
	}
	return [...least.values()];
}

/** The 97.5 % quantile of Student's distribution, within 2 %. */
function studentOf(freedom: number): number {
	const few = [12.71, 4.3, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26];
	return few[freedom - 1] ?? 1.96 + 2.5 / freedom;
}
