import { ControlError } from '../../control/input';
import type { SeriesFixture } from '../fixtures/types';
import type { FixtureContext } from '../fixtures/context';
import { facilitiesOf } from '../references';
import { loadEvents } from './load';
import { occurrencesOf } from './repeat';
import { saveEvent } from './store';

/** Gives an event that the API has made a repetition rule in place of its own times. Throws a ControlError for an unknown one. */
export async function addSeries({ sql }: FixtureContext, { event: id, repeatInfo }: SeriesFixture) {
	const event = (await loadEvents(sql, [Number(id)])).get(Number(id));
	if (event === undefined) throw new ControlError(`There is no event ${id}.`);
	await sql.query("UPDATE groupware_event SET event_type = 'REPEATING' WHERE id = $1", [event.id]);
	const write = {
		content: event,
		zone: repeatInfo.timeZone,
		timing: undefined,
		repeat: repeatInfo,
		attendees: event.attendees,
		watchers: event.watchers,
		facilities: await facilitiesOf(event.facilities, 'facilities', sql),
		occurrences: occurrencesOf(repeatInfo),
	};
	await saveEvent(sql, event.id, write, event.updater, event.updatedAt);
}
