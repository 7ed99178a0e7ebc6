import type { ItemView, Reader } from '../../shared/catalogue';
import { readById } from './reading/byId';
import type { Reading } from './reading/request';
import { readSorted } from './reading/sorted';

export { PAGE, TOTAL } from './reading/request';

/**
 * Reads an app's records in as few calls as the order allows: by `$id` where that is the order,
 * several ranges at once; otherwise by pages or with a cursor.
 */
export function walkRecords(
	reading: Reading,
	item: Pick<ItemView, 'ask' | 'connection' | 'hint'>,
): Reader {
	const wanted = Math.min(reading.wanted, reading.query.limit ?? Infinity);
	const limited = { ...reading, wanted };
	const direction = idOrder(reading.query.order);
	const read = direction ? readById(limited, direction, item) : readSorted(limited, item);
	return { read, wanted };
}

/** Whether the order is by `$id`, which is the service's own order too when none is given. */
function idOrder(order: string): 'asc' | 'desc' | undefined {
	if (order === '') return 'desc';
	const byId = /^\$id(?:\s+(asc|desc))?$/i.exec(order);
	if (byId === null) return undefined;
	return byId[1]?.toLowerCase() === 'desc' ? 'desc' : 'asc';
}
