import type { Operation, Parameter } from '../../../shared/catalogue';
import { flatSlot, searchBody, slotsIn } from '../../values/slots';
import { frameOf } from '../zone';
import { ANY_SIGN_IN, rights } from '../requirements';
import { simplify } from './content';
import { SEARCH_PATH, searchOf, when, who } from './slotSearch';

export const findTimes: Operation = {
	id: 'schedule.availableTime.search',
	value: 'findTimes',
	name: 'Find Available Times',
	action: 'Find available times for events',
	description:
		'Find times when all attendees and facilities are available. The service returns up to 10.',
	method: 'POST',
	answer: ['availableTimes'],
	path: SEARCH_PATH,
	since: '5.0',
	rights: rights.add,
	signIn: ANY_SIGN_IN,
	readOnly: true,
	parameters: [
		...who,
		{
			...(when[0] as Parameter),
			send: {
				in: 'body',
				key: '',
				as: async (_value, item) => searchBody(await searchOf(item), Date.now()),
			},
		},
		...when.slice(1),
		simplify,
	],
	run: {
		kind: 'perItem',
		result: (body, item) =>
			slotsIn(body, frameOf(item, item.read('timeZone', '')).zone).map((slot) => ({
				json: item.read('simplify', false) === true ? flatSlot(slot) : slot,
			})),
	},
};
