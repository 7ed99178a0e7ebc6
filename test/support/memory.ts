import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** What a trigger may keep in memory, however many changes there are. */
export const MOST_MB = 60;

/** Memory that is in use after a garbage collection, in MB. */
export function memory(): number {
	setFlagsFromString('--expose-gc');
	(runInNewContext('gc') as () => void)();
	return process.memoryUsage().heapUsed / 1_000_000;
}
