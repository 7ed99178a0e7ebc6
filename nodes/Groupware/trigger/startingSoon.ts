import type { ServiceEvent } from '../values/event';
import { MINUTE } from '../time/zone';
import { startOf } from './calendars';
import { isHidden, type ListedEvent } from './listedEvents';

/** When events start soon. */
export interface SoonSettings {
	minutesBefore: number;
	/** How late the workflow may still start. */
	minutesLate: number;
}

/** Occurrences that have started the workflow, with the time until which they are remembered. */
export type StartedEvents = Record<string, number>;

interface SoonEvent {
	key: string;
	event: ListedEvent;
	row: ServiceEvent;
}

/** How much longer occurrences are remembered, in case the clock of n8n goes back. */
const MARGIN = 24 * 60 * MINUTE;

/** The occurrences that start soon and have not started the workflow, earliest first. */
export function startingSoon(
	events: Map<string, ListedEvent>,
	now: number,
	{ minutesBefore, minutesLate }: SoonSettings,
	before: StartedEvents,
): { due: SoonEvent[]; told: StartedEvents } {
	const told = Object.fromEntries(Object.entries(before).filter(([, until]) => until > now));
	const due: SoonEvent[] = [];
	const hidden = new Map<string, number>();
	/** Hidden events have no ID, so those of a calendar that start together are counted. */
	const nameOf = ({ key, calendars }: ListedEvent, start: string) => {
		if (!isHidden(key)) return `${key}:${start}`;
		const name = `${calendars.join()}:${start}`;
		const count = (hidden.get(name) ?? 0) + 1;
		hidden.set(name, count);
		return `0:${name}:${count}`;
	};
	for (const event of events.values()) {
		for (const row of event.occurrences.values()) {
			const at = startOf(row);
			const isDue = at <= now + minutesBefore * MINUTE && at > now - minutesLate * MINUTE;
			// A date of a tentative event is only a proposal.
			if (!isDue || row.eventType === 'TEMPORARY') continue;
			// An event that is moved starts another time.
			const key = nameOf(event, new Date(at).toISOString());
			if (key in told) continue;
			told[key] = at + minutesLate * MINUTE + MARGIN;
			due.push({ key, event, row });
		}
	}
	due.sort((a, b) => startOf(a.row) - startOf(b.row));
	return { due, told };
}
