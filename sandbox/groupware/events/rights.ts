import type { Account } from '../../types';
import type { Directory } from '../directory';
import { type ErrorCode, GroupwareError } from '../errors';
import type { Member } from '../member';
import type { StoredEvent } from './model';

/**
 * Public events are everyone's to see and to change, as an installation has it until its
 * administrator narrows that. Private ones belong to their creator and attendees; named watchers
 * may look. Administrators have no right of their own to other people's private events.
 */
export function mayView(event: StoredEvent, caller: Account, directory: Directory): boolean {
	if (event.visibility === 'PUBLIC' || belongsTo(event, caller, directory)) return true;
	return event.visibility === 'SET_PRIVATE_WATCHERS' && includes(event.watchers, caller, directory);
}

export function mayChange(event: StoredEvent, caller: Account, directory: Directory): boolean {
	return event.visibility === 'PUBLIC' || belongsTo(event, caller, directory);
}

/** Throws the error unless the caller has the right to the event. */
export function requireRight(
	right: typeof mayView,
	refusal: ErrorCode,
	event: StoredEvent,
	caller: Account,
	directory: Directory,
): void {
	if (!right(event, caller, directory)) {
		throw new GroupwareError(refusal, `The appointment ${event.id} is private.`);
	}
}

function belongsTo(event: StoredEvent, caller: Account, directory: Directory): boolean {
	return event.creator === caller.id || includes(event.attendees, caller, directory);
}

function includes(members: readonly Member[], caller: Account, directory: Directory): boolean {
	const own = directory.membershipsOf(caller.id);
	return members.some((member) =>
		own.some((mine) => mine.type === member.type && mine.id === member.id),
	);
}
