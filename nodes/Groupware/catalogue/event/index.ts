import type { Resource } from '../../../shared/catalogue';
import { book } from './book';
import { create } from './create';
import { findTimes } from './findTimes';
import { getMany } from './list';
import { get, remove } from './single';
import { update } from './update';

export const eventResource: Resource = {
	value: 'event',
	name: 'Event',
	description: 'Read, create and change events in calendars, and book facilities',
	first: getMany.value,
	operations: [getMany, create, findTimes, book, update, get, remove],
};
