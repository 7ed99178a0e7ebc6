import type { ItemView, PageReader } from '../../shared/catalogue';
import { readById } from './reading/byId';
import type { Reading } from './reading/request';
import { readSorted } from './reading/sorted';

export { PAGE, TOTAL } from './reading/request';

/**
 * Reads an app's records with few requests: if sorted by `$id`,
 * several ranges concurrently; otherwise by pages or with a cursor.
 */
export function paginateRecords(
	reading: Reading,
	item: Pick<ItemView, 'request' | 'connection' | 'hint'>,
): PageReader {
	const wanted = Math.min(reading.wanted, reading.query.limit ?? Infinity);
	const limited = { ...reading, wanted };
	const direction = idOrder(reading.query.order);
	const read = direction ? readById(limited, direction, item) : readSorted(limited, item);
	return { read, wanted };
}

/** The direction if the order is by `$id`, which is also the default order. */
function idOrder(order: string): 'asc' | 'desc' | undefined {
	if (order === '') return 'desc';
	const byId = /^\$id(?:\s+(asc|desc))?$/i.exec(order);
	if (byId === null) return undefined;
	return byId[1]?.toLowerCase() === 'desc' ? 'desc' : 'asc';
}
