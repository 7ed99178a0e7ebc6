import type { Operation, Resource } from '../../../shared/catalogue';
import { api } from '../../api';
import { plainRow } from '../../values/rows';
import { event } from '../locators';
import { listRun, paged, verbs } from '../operations';
import { rights } from '../requirements';
import { book } from './book';
import { create } from './create';
import { findTimes } from './slotSearch';
import { getMany } from './list';
import { get, remove } from './series';
import { update } from './update';

const getComments: Operation = {
	...verbs.getAll,
	...api['schedule.comment.list'],
	action: 'Get many event comments',
	description: 'Get the comments on an event, newest first',
	rights: rights.view,
	parameters: [{ ...event, description: 'Event whose comments to return' }, ...paged],
	run: listRun('comments', plainRow, 'The event has no comments'),
};

export const eventResources: Resource[] = [
	{
		value: 'event',
		name: 'Event',
		description: 'Events in calendars',
		operations: [getMany, create, findTimes, book, update, get, remove],
	},
	{
		value: 'eventComment',
		name: 'Event Comment',
		description: 'Comments on events (cloud edition only)',
		operations: [getComments],
	},
];
