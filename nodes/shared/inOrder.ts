/** What is made of a value, at once unless it has to be waited for: with thousands of items, each wait takes time and memory. */
export const after = <T, R>(value: T | Promise<T>, make: (value: T) => R | Promise<R>) =>
	value instanceof Promise ? value.then(make) : make(value);

/**
 * Works through a list, at most `limit` entries at a time, starting them in order.
 * When `stop` returns true, no further entry is started; running ones are awaited.
 */
export async function inOrder<T>(
	list: T[],
	limit: number,
	work: (entry: T) => Promise<void> | void,
	stop: () => boolean = () => false,
): Promise<void> {
	let next = 0;
	const worker = async () => {
		while (next < list.length && !stop()) {
			const working = work(list[next++] as T);
			if (working) await working;
		}
	};
	await Promise.all(Array.from({ length: Math.min(limit, list.length) }, worker));
}

/** `inOrder`, but entries with the same key are worked on one after the other. */
export async function inOrderByKey<T>(
	list: T[],
	limit: number,
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
