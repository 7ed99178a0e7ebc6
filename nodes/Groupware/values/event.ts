import type { IDataObject } from 'n8n-workflow';

import type { ItemContext, Row } from '../../shared/catalogue';
import { isBlank } from '../../shared/input/text';
import { isOn } from '../../shared/parameters';
import { pageUrl } from '../connection';
import { rfc3339, zoneFor } from '../time/zone';
import { namedEntries } from './references';
import { picked } from './rows';
import type { ZonedTime } from './timing';
import { HIDDEN, withDates } from './eventList';

/** The fields of an event that this node reads. */
export interface ServiceEvent extends IDataObject {
	id: string;
	eventType: string;
	start?: ZonedTime;
	end?: ZonedTime;
	isAllDay?: boolean;
	isStartOnly?: boolean;
	attendees?: IDataObject[];
	facilities?: IDataObject[];
	watchers?: IDataObject[];
	repeatInfo?: RepeatInfo & IDataObject;
}

/** The fields of a repetition rule that this node reads. */
export interface RepeatInfo {
	type?: string;
	period?: { start?: string; end?: string };
	time?: { start?: string; end?: string };
	timeZone?: string;
	isAllDay?: boolean;
	isStartOnly?: boolean;
	dayOfWeek?: string;
	dayOfMonth?: string;
	exclusiveDateTimes?: Array<{ start?: string; end?: string }>;
}

/** Whether what is done to the event is done to all its occurrences. */
export function repeats({ eventType, repeatInfo }: ServiceEvent): boolean {
	return eventType === 'REPEATING' || (repeatInfo ?? undefined) !== undefined;
}

/**
 * The event as an output row, simplified where the person wants it.
 * @param fields what the person wants; everything when empty. With times, a tentative event has
 * all its possible dates
 */
export function eventRow(body: unknown, item: ItemContext, fields: string[] = []): Row {
	const zone = outputZoneOf(item);
	const given = body as ServiceEvent;
	const event = zone === undefined ? given : inZone(given, zone);
	const chosen = isTentative(event) ? withDates(fields) : fields;
	if (!isOn(item, 'simplify')) {
		return { json: chosen.length === 0 ? event : picked(event, chosen) };
	}
	const page = event.id !== HIDDEN && {
		url: pageUrl(`schedule/view?event=${event.id}`, item.connection),
	};
	const simple = { ...simplified(event), ...page };
	return { json: chosen.length === 0 ? simple : chosenOf(simple, event, chosen) };
}

/** Value for the workflow's time zone. */
export const WORKFLOW_ZONE = 'workflow';

/**
 * The zone that the person wants times to come out in; undefined for none in particular.
 * Throws `InputError` for one that the service does not know.
 */
export function outputZoneOf(item: ItemContext): string | undefined {
	const chosen = item.read('options.outputTimeZone');
	if (isBlank(chosen)) return undefined;
	return zoneFor(chosen === WORKFLOW_ZONE ? '' : chosen, item.timeZone);
}

/** The event with its times in a zone; whole days are the same everywhere. */
export function inZone(event: ServiceEvent, zone: string): ServiceEvent {
	const isDays = event.isAllDay === true || event.eventType === 'ALL_DAY';
	const moved: ServiceEvent = { ...event, ...(!isDays && timesInZone(event, zone)) };
	const { temporaryEventCandidates: dates } = event;
	if (Array.isArray(dates)) {
		moved.temporaryEventCandidates = (dates as IDataObject[]).map((date) => ({
			...date,
			...timesInZone(date, zone),
		}));
	}
	for (const key of ['createdAt', 'updatedAt'] as const) {
		const at = Date.parse(String(event[key] ?? ''));
		if (!Number.isNaN(at)) moved[key] = rfc3339(at, zone);
	}
	return moved;
}

function timesInZone({ start, end }: IDataObject, zone: string): Partial<ServiceEvent> {
	const told = (time: unknown) => {
		const at = Date.parse((time as Partial<ZonedTime> | null | undefined)?.dateTime ?? '');
		return Number.isNaN(at) ? undefined : { dateTime: rfc3339(at, zone), timeZone: zone };
	};
	const [from, to] = [told(start), told(end)];
	return { ...(from && { start: from }), ...(to && { end: to }) };
}

/** What most workflows need of an event, without nesting. */
export function simplified(event: ServiceEvent): IDataObject {
	const { start, end, creator, attendees, facilities, repeatInfo } = event;
	return {
		id: event.id,
		...picked(event, ['subject']),
		...(start && { start: start.dateTime }),
		...(end && { end: end.dateTime }),
		...(start && { timeZone: start.timeZone }),
		...(attendees && { attendees: namedEntries(attendees) }),
		...(facilities && { facilities: namedEntries(facilities) }),
		...picked(event, ['notes', 'eventMenu', 'eventType', 'isAllDay', 'isStartOnly']),
		...(repeatInfo && { repeatInfo }),
		...(isTentative(event) && picked(event, ['temporaryEventCandidates'])),
		...picked(event, ['repeatId', 'visibilityType']),
		...(creator !== undefined && { creator: (creator as IDataObject | null)?.name ?? null }),
		...picked(event, ['createdAt', 'updatedAt']),
	};
}

/** The chosen fields as they are when simplified, and the others as the service gives them. */
function chosenOf(simple: IDataObject, event: ServiceEvent, chosen: string[]): IDataObject {
	const keys = chosen.includes('start') ? [...chosen, 'timeZone'] : chosen;
	const known = Object.entries(simple).filter(([key]) => keys.includes(key));
	return { ...picked(event, chosen), ...Object.fromEntries(known) };
}

function isTentative({ temporaryEventCandidates: dates }: ServiceEvent): boolean {
	return Array.isArray(dates) && dates.length > 0;
}
