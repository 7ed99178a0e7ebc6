/** Milliseconds below which other work of the machine weighs more than the length. */
const NOISE = 5;

/** What ten times the length may take at most. A hundred times would be quadratic. */
export const LINEAR = 40;

/** Milliseconds at best of three runs, a refusal included. */
function timeOf(run: () => unknown): number {
	const times = Array.from({ length: 3 }, () => {
		const start = performance.now();
		try {
			run();
		} catch {
			// How long it takes to refuse counts.
		}
		return performance.now() - start;
	});
	return Math.min(...times);
}

/**
 * How many times as long 100,000 characters take as 10,000.
 *
 * A machine that is busy can only make it seem more, so what seems too much is measured again.
 */
export function growth(run: (length: number) => unknown): number {
	let least = Infinity;
	for (let tries = 0; tries < 5 && least >= LINEAR; tries++) {
		const short = Math.max(
			timeOf(() => run(10_000)),
			NOISE,
		);
		least = Math.min(least, timeOf(() => run(100_000)) / short);
	}
	return least;
}
