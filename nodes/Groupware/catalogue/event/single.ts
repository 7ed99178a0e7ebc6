import type { Operation } from '../../../shared/catalogue';
import { eventRow } from '../../values/event';
import { event, eventIdOf } from '../locators';
import { ANY_SIGN_IN, rights } from '../requirements';
import { outputTimeZone } from '../zone';
import { fields, simplify } from './content';
import { changedEvents, changeOnce, deleting, readForChange, wholeSeries } from './series';

export const get: Operation = {
	id: 'schedule.event.get',
	value: 'get',
	name: 'Get',
	action: 'Get event',
	description: 'Get an event. The times of a repeating event are in its repetition rule.',
	method: 'GET',
	answer: ['id'],
	path: '/api/v1/schedule/events/{eventId}',
	since: '4.10',
	rights: rights.view,
	signIn: ANY_SIGN_IN,
	parameters: [event, simplify, fields('Options', 'options', [outputTimeZone])],
	run: { kind: 'perItem', result: eventRow },
};

export const remove: Operation = {
	id: 'schedule.event.delete',
	value: 'delete',
	name: 'Delete',
	action: 'Delete event',
	description: 'Delete an event from all calendars',
	method: 'DELETE',
	path: '/api/v1/schedule/events/{eventId}',
	since: '4.10',
	rights: rights.remove,
	signIn: ANY_SIGN_IN,
	reply: 'none',
	parameters: [event, wholeSeries(deleting)],
	run: {
		kind: 'custom',
		run: async (item, spec) => {
			const id = eventIdOf(item.read('eventId'), item);
			const row = { json: { deleted: true, id } };
			if ((await changedEvents(item)).get(id)?.known) return row;
			if (item.read('wholeSeries', false) !== true) await readForChange(item, spec, deleting);
			await changeOnce(item, id, 'deleted', async () => await item.request(spec));
			return row;
		},
	},
};
