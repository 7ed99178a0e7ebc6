import { GroupwareError } from '../errors';
import type { Request } from '../request';
import { idOf } from '../values';
import { loadEvents } from './load';
import type { StoredEvent } from './model';

/** The event the path names; throws GRN_SCHD_13001 where there is none; whether the caller may see it is not asked here. */
export async function findEvent({ sql, path }: Request): Promise<StoredEvent> {
	const id = idOf(path.schedule_id, 'schedule_id') ?? 0;
	const event = (await loadEvents(sql, [id])).get(id);
	if (event === undefined) {
		throw new GroupwareError('GRN_SCHD_13001', `There is no appointment ${path.schedule_id}.`);
	}
	return event;
}

/** `findEvent`, with a lock: nobody else changes the event before this request is done. */
export async function findEventToChange(request: Request): Promise<StoredEvent> {
	await request.sql.query('SELECT 1 FROM groupware_event WHERE id = $1 FOR NO KEY UPDATE', [
		idOf(request.path.schedule_id, 'schedule_id') ?? 0,
	]);
	return findEvent(request);
}
