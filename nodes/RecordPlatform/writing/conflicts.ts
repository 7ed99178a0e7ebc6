import { attemptAsync } from '../../shared/errors';
import { MOST_CONFLICTS } from '../../shared/transport/retry';

/**
 * Writes, and again after a conflict, `MOST_CONFLICTS` times at the most. Throws any other problem, and
 * the last one.
 * @param isConflict says so, and prepares the next attempt
 */
export async function againAfterConflicts<T>(
	write: () => Promise<T>,
	isConflict: (problem: unknown) => boolean | Promise<boolean>,
): Promise<T> {
	for (let conflicts = 0; ; conflicts++) {
		const one = await attemptAsync(write);
		if ('value' in one) return one.value;
		if (conflicts === MOST_CONFLICTS || !(await isConflict(one.problem))) throw one.problem;
	}
}
