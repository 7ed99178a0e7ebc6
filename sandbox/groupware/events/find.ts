import { GroupwareError } from '../errors';
import type { Request } from '../operation';
import { idOf } from '../values';
import { loadEvents } from './load';
import type { StoredEvent } from './model';

/** The event the path names, or GRN_SCHD_13001; whether the caller may see it is not asked here. */
export async function findEvent({ sql, path }: Request): Promise<StoredEvent> {
	const id = idOf(path.schedule_id, 'schedule_id') ?? 0;
	const event = (await loadEvents(sql, [id])).get(id);
	if (event === undefined) {
		throw new GroupwareError('GRN_SCHD_13001', `There is no appointment ${path.schedule_id}.`);
	}
	return event;
}
