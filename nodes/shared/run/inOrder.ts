/**
 * Works through a list, at most `limit` entries at a time, starting them in order.
 * After `stop` says so no further entry is started; those under way are waited for. Work that gives
 * no promise is done at once: ten thousand entries would wait ten thousand times for nothing.
 */
export async function inOrder<T>(
	list: T[],
	limit: number,
	work: (entry: T) => Promise<void> | undefined | void,
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
