import { GroupwareError, requireSomeone } from '../errors';
import type { Body, Handlers, Request } from '../request';
import { assumptionOf } from '../assumptions';
import { facilitiesOf, membersOf } from '../references';
import { given } from '../values';
import { storeAttachments } from './attachments';
import { listComments } from './comments';
import { attachmentsOf, checkContent, readContent } from './content';
import { findEvent, findEventToChange } from './find';
import { updateFirstOccurrence } from './first';
import { listEvents } from './list';
import { loadEvents } from './load';
import type { Attendee, StoredEvent } from './model';
import { presentEvent } from './present';
import { occurrencesOf } from './repeat';
import { mayChange, mayView, requireRight } from './rights';
import { readSeries } from './series';
import { type EventWrite, insertEvent, saveEvent } from './store';
import { occurrenceOf, readTiming } from './timing';

type Sent = Body<'schedule.event.update'>;

async function getEvent(request: Request): Promise<object> {
	const event = await findEvent(request);
	requireRight(mayView, 'GRN_SCHD_13002', event, request.caller, request.directory);
	return await presentAlone(request, event);
}

async function createEvent(request: Request<Body<'schedule.event.create'>>): Promise<object> {
	const { body, sql, caller, tenant } = request;
	const { eventType: type } = body;
	const attendees = readAttendees(request);
	const watchers = readWatchers(request);
	const facilities = given(body.facilities)
		? await facilitiesOf(body.facilities, 'facilities', sql)
		: [];
	requireSomeone(attendees, facilities);
	const timing = readTiming(body, type, facilities.length > 0);
	const content = readContent(body);
	checkContent(content, watchers, facilities);
	const files = given(body.attachments) ? attachmentsOf(body.attachments) : [];
	const write: EventWrite = {
		content,
		zone: timing.start.zone,
		timing,
		repeat: undefined,
		attendees,
		watchers,
		facilities,
		occurrences: [occurrenceOf(timing, type)],
	};
	const id = await insertEvent(sql, { type, write, author: caller.id, now: tenant.clock.now() });
	await storeAttachments(request, id, files);
	return reread(request, id);
}

/**
 * Lists are replaced whole, what is left out stays (but the menu, see `readContent`); the type and
 * the attachments cannot be changed and are not looked at.
 */
async function updateEvent(request: Request<Sent>): Promise<object> {
	const { body, sql, directory, caller, tenant } = request;
	const event = await findEventToChange(request);
	requireRight(mayChange, 'GRN_SCHD_13044', event, caller, directory);
	if (event.type === 'TEMPORARY') {
		throw new GroupwareError('GRN_SCHD_13044', 'Tentative appointments cannot be changed.');
	}
	const facilities = await facilitiesOf(
		given(body.facilities) ? body.facilities : event.facilities,
		'facilities',
		sql,
	);
	const watchers = given(body.watchers) ? readWatchers(request) : event.watchers;
	const content = readContent(body, event);
	checkContent(content, watchers, facilities);
	const after = {
		content,
		attendees: given(body.attendees) ? readAttendees(request, event) : event.attendees,
		watchers,
		facilities,
	};
	if (event.repeat !== undefined && (await assumptionOf(sql, 'seriesUpdate')) === 'first') {
		const { attendees } = event;
		const reserved = await facilitiesOf(event.facilities, 'facilities', sql);
		const before = { content: event, attendees, watchers: event.watchers, facilities: reserved };
		const id = await updateFirstOccurrence(request, event, event.repeat, { before, after });
		return reread(request, id);
	}
	const write = { ...after, ...whenOf(request, event, facilities.length > 0) };
	await saveEvent(sql, event.id, write, caller.id, tenant.clock.now());
	return reread(request, event.id);
}

async function deleteEvent(request: Request): Promise<undefined> {
	const { sql, tenant, caller, directory } = request;
	const event = await findEventToChange(request);
	requireRight(mayChange, 'GRN_SCHD_13045', event, caller, directory);
	if (event.type === 'TEMPORARY') {
		throw new GroupwareError('GRN_SCHD_13045', 'Tentative appointments cannot be deleted.');
	}
	await sql.query('DELETE FROM groupware_event WHERE id = $1', [event.id]);
	for (const { key } of event.attachments) request.onCommit(() => tenant.files.delete(key));
}

function whenOf(
	{ body }: Request<Sent>,
	event: StoredEvent,
	facilities: boolean,
): Pick<EventWrite, 'timing' | 'repeat' | 'occurrences' | 'zone'> {
	if (event.repeat !== undefined) {
		const repeat = readSeries(body, event.repeat, facilities);
		const occurrences = occurrencesOf(repeat);
		return { timing: undefined, repeat, occurrences, zone: repeat.timeZone };
	}
	const timing = readTiming(body, event.type, facilities, event.timing);
	const occurrences = [occurrenceOf(timing, event.type)];
	return { timing, repeat: undefined, occurrences, zone: timing.start.zone };
}

/** Attendees who stay keep their answer. */
function readAttendees({ body, directory }: Request, current?: StoredEvent): Attendee[] {
	if (!given(body.attendees)) return [];
	return membersOf(body.attendees, 'attendees', ['USER', 'ORGANIZATION'], directory).map(
		(member) =>
			current?.attendees.find(
				(attendee) => attendee.type === member.type && attendee.id === member.id,
			) ?? { ...member, status: 'PENDING', comment: '' },
	);
}

function readWatchers({ body, directory }: Request) {
	if (!given(body.watchers)) return [];
	return membersOf(body.watchers, 'watchers', ['USER', 'ORGANIZATION', 'ROLE'], directory);
}

async function reread(request: Request, id: number): Promise<object> {
	const event = (await loadEvents(request.sql, [id])).get(id);
	if (event === undefined) throw new Error(`The event ${id} is gone within its own transaction`);
	return await presentAlone(request, event);
}

async function presentAlone({ sql, directory }: Request, event: StoredEvent): Promise<object> {
	const [first] = event.repeat === undefined ? [] : occurrencesOf(event.repeat);
	return presentEvent(
		event,
		directory,
		first && (await assumptionOf(sql, 'seriesTimes')) === 'first'
			? { ...first, repeatId: null }
			: undefined,
	);
}

export const eventOperations = {
	'schedule.event.list': listEvents,
	'schedule.event.create': createEvent,
	'schedule.event.get': getEvent,
	'schedule.event.update': updateEvent,
	'schedule.event.delete': deleteEvent,
	'schedule.comment.list': listComments,
} satisfies Handlers;
