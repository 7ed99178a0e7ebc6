import type { Operation, Parameter } from '../../../shared/catalogue';
import { flatSlot, noSlot } from '../../values/slots';
import { ANY_SIGN_IN, rights } from '../requirements';
import { simplify } from './content';
import { freeSlots, SEARCH_PATH, searchOf, sensible, when, who } from './slotSearch';

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
		{ ...(when[0] as Parameter), send: { in: 'body', key: '', as: sensible } },
		...when.slice(1),
		simplify,
	],
	run: {
		kind: 'custom',
		run: async (item) => {
			const search = await searchOf(item);
			const slots = await freeSlots(item, search);
			if (slots.length === 0) item.hint(noSlot(search));
			return slots.map((slot) => ({
				json: item.read('simplify', false) === true ? flatSlot(slot) : slot,
			}));
		},
	},
};
