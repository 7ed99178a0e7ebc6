/**
 * Works through a list, at most `limit` entries at a time, starting them in order.
 * After `stop` says so no further entry is started; those under way are waited for.
 */
export async function inOrder<T>(
	list: T[],
	limit: number,
	work: (entry: T) => Promise<void>,
	stop: () => boolean = () => false,
): Promise<void> {
	let next = 0;
	const worker = async () => {
		while (next < list.length && !stop()) await work(list[next++] as T);
	};
	await Promise.all(Array.from({ length: Math.min(limit, list.length) }, worker));
}
