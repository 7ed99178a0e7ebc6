import { buffer } from 'node:stream/consumers';

import { GroupwareError } from '../errors';
import type { Body, Request } from '../request';
import { withOffset } from '../time';
import { storeAttachments } from './attachments';
import type { RepeatInfo, StoredEvent, Timing } from './model';
import { occurrencesOf } from './repeat';
import { type EventWrite, insertEvent, saveEvent } from './store';
import { occurrenceOf, readTiming } from './timing';

type Content = Omit<EventWrite, 'timing' | 'repeat' | 'occurrences' | 'zone'>;

/**
 * The update of a series as the service documents it: the first occurrence changes. What becomes of
 * it is not documented; here it leaves the series and becomes an event of its own. Gives its id.
 * @param before everything but the times, as it was
 * @param after the same as the body has it
 */
export async function updateFirstOccurrence(
	request: Request<Body<'schedule.event.update'>>,
	event: StoredEvent,
	repeat: RepeatInfo,
	{ before, after }: { before: Content; after: Content },
): Promise<number> {
	const { sql, tenant, caller } = request;
	const now = tenant.clock.now();
	const timing = timingOfFirst(request.body, repeat, after.facilities.length > 0);
	await saveEvent(sql, event.id, { ...before, ...withoutFirst(repeat) }, caller.id, now);
	const write: EventWrite = {
		...after,
		timing,
		repeat: undefined,
		occurrences: [occurrenceOf(timing, 'REGULAR')],
		zone: timing.start.zone,
	};
	const { creator: author, createdAt } = event;
	const id = await insertEvent(sql, { type: 'REGULAR', write, author, now: createdAt });
	await saveEvent(sql, id, write, caller.id, now);
	await copyRest(request, event, id);
	return id;
}

function timingOfFirst(
	body: Body<'schedule.event.update'>,
	repeat: RepeatInfo,
	facilities: boolean,
): Timing {
	const first = firstOf(repeat);
	const zone = repeat.timeZone;
	const { isAllDay, isStartOnly } = repeat;
	return readTiming(body, 'REGULAR', facilities, {
		start: { at: first.start, zone },
		end: isStartOnly ? undefined : { at: first.end, zone },
		allDay: isAllDay,
		startOnly: isStartOnly,
	});
}

function withoutFirst(repeat: RepeatInfo) {
	const { start, end } = firstOf(repeat);
	const text = (at: Date) => withOffset(at, repeat.timeZone);
	const rest: RepeatInfo = {
		...repeat,
		exclusiveDateTimes: [...repeat.exclusiveDateTimes, { start: text(start), end: text(end) }],
	};
	return {
		timing: undefined,
		repeat: rest,
		occurrences: occurrencesOf(rest),
		zone: repeat.timeZone,
	};
}

function firstOf(repeat: RepeatInfo) {
	const [first] = occurrencesOf(repeat);
	if (first === undefined) {
		throw new GroupwareError('GRN_SCHD_13001', 'The appointment has no occurrence left.');
	}
	return first;
}

async function copyRest(request: Request, event: StoredEvent, id: number): Promise<void> {
	const { sql, tenant } = request;
	await sql.query(
		`INSERT INTO groupware_event_datastore (event_id, name, value)
		SELECT $2, name, value FROM groupware_event_datastore WHERE event_id = $1`,
		[event.id, id],
	);
	for (const { name, key } of event.attachments) {
		const content = await tenant.files.open(key);
		if (content) await storeAttachments(request, id, [{ name, content: await buffer(content) }]);
	}
}
