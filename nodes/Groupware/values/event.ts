import type { IDataObject } from 'n8n-workflow';

import type { ItemView, Row } from '../../shared/catalogue';
import type { ZonedTime } from './timing';

interface Named {
	id?: string;
	code?: string;
	name?: string;
	type?: string;
}

/** What the service says of an event, as far as this node looks into it. */
export interface ServiceEvent extends IDataObject {
	id: string;
	eventType: string;
	start?: ZonedTime;
	end?: ZonedTime;
	isAllDay?: boolean;
	isStartOnly?: boolean;
	attendees?: Named[] & IDataObject[];
	facilities?: Named[] & IDataObject[];
	watchers?: Named[] & IDataObject[];
	repeatInfo?: RepeatInfo & IDataObject;
}

export interface RepeatInfo {
	period?: { start?: string; end?: string };
	time?: { start?: string; end?: string };
	timeZone?: string;
	isAllDay?: boolean;
	isStartOnly?: boolean;
}

/** Whether what is done to the event is done to all its occurrences. */
export function repeats({ eventType, repeatInfo }: ServiceEvent): boolean {
	return eventType === 'REPEATING' || repeatInfo !== undefined;
}

/** The event as an output row, simplified where the person wants it. */
export function eventRow(body: unknown, item: ItemView): Row {
	const event = body as ServiceEvent;
	return { json: item.read('simplify', false) === true ? simplified(event) : event };
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
		...(attendees && { attendees: names(attendees) }),
		...(facilities && { facilities: names(facilities) }),
		...picked(event, ['notes', 'eventMenu', 'eventType', 'isAllDay', 'isStartOnly']),
		...(repeatInfo && { repeatInfo }),
		...picked(event, ['repeatId', 'visibilityType']),
		...(creator !== undefined && { creator: (creator as Named | null)?.name ?? null }),
		...picked(event, ['createdAt', 'updatedAt']),
	};
}

function picked(event: ServiceEvent, keys: string[]): IDataObject {
	return Object.fromEntries(keys.filter((key) => key in event).map((key) => [key, event[key]]));
}

function names(people: Named[]): string[] {
	return people.map(({ name, code, id }) => name ?? code ?? id ?? '');
}
