import type { Operation, Resource } from '../../../shared/catalogue';
import { plainRow } from '../../values/rows';
import { event } from '../locators';
import { limit, listRun, returnAll } from '../paging';
import { PASSWORD_SIGN_IN, rights } from '../requirements';
import { book } from './book';
import { create } from './create';
import { findTimes } from './slotSearch';
import { getMany } from './list';
import { get, remove } from './series';
import { update } from './update';

export const eventResource: Resource = {
	value: 'event',
	name: 'Event',
	description: 'Read, create and change events in calendars, and book facilities',
	first: getMany.value,
	operations: [getMany, create, findTimes, book, update, get, remove],
};

const getComments: Operation = {
	id: 'schedule.comment.list',
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many event comments',
	description: 'Get the comments on an event, newest first',
	method: 'GET',
	path: '/api/v1/schedule/events/{eventId}/comments',
	since: 'never',
	rights: rights.view,
	signIn: PASSWORD_SIGN_IN,
	parameters: [{ ...event, description: 'Event whose comments to return' }, returnAll, limit],
	run: listRun('comments', plainRow, 'The event has no comments'),
};

export const eventCommentResource: Resource = {
	value: 'eventComment',
	name: 'Event Comment',
	description: 'Comments on events (cloud edition only)',
	first: getComments.value,
	operations: [getComments],
};
