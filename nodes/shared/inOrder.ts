/** Entries at the same time: a number, or a function for one that changes meanwhile. */
type Limit = number | (() => number);

/**
 * Works through a list, at most `limit` entries at a time, starting them in order.
 * When `stop` returns true, no further entry is started; running ones are awaited. Work without a
 * promise is not awaited, because that would take time for 10,000 entries.
 */
export async function inOrder<T>(
	list: T[],
	limit: Limit,
	work: (entry: T) => Promise<void> | undefined | void,
	stop: () => boolean = () => false,
): Promise<void> {
	const most = typeof limit === 'number' ? () => limit : limit;
	let next = 0;
	let running = 0;
	await new Promise<void>((resolve, reject) => {
		const start = () => {
			try {
				while (running < most() && next < list.length && !stop()) {
					const working = work(list[next++] as T);
					if (!working) continue;
					running += 1;
					working.then(ended, reject);
				}
			} catch (problem) {
				reject(problem as Error);
			}
			if (running === 0) resolve();
		};
		const ended = () => {
			running -= 1;
			start();
		};
		start();
	});
}

/** The same, but entries with the same key are worked on one after the other. */
export async function inOrderByKey<T>(
	list: T[],
	limit: Limit,
	keyOf: (entry: T) => string | undefined,
	work: (entry: T) => Promise<void>,
	stop: () => boolean,
): Promise<void> {
	/** Entries by key, the one under way and those that wait behind it. */
	const queues = new Map<string, T[]>();
	const one = async (entry: T): Promise<void> => {
		const key = keyOf(entry);
		if (key === undefined) return await work(entry);
		const ahead = queues.get(key);
		if (ahead) return void ahead.push(entry);
		const queue = [entry];
		queues.set(key, queue);
		for (const next of queue) if (!stop()) await work(next);
		queues.delete(key);
	};
	await inOrder(list, limit, one, stop);
}
