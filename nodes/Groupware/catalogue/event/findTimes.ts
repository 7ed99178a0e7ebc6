import type { IDataObject } from 'n8n-workflow';

import type { ItemView, Operation, Parameter } from '../../../shared/catalogue';
import { InputError } from '../../../shared/errors';
import { flatSlot, searchBody } from '../../values/slots';
import { frameOf } from '../zone';
import { ANY_SIGN_IN, rights } from '../requirements';
import { simplify } from './content';
import { foundSlots, SEARCH_PATH, searchOf, when, who } from './slotSearch';

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
				as: searchAhead,
			},
		},
		...when.slice(1),
		simplify,
	],
	run: {
		kind: 'perItem',
		result: (body, item) => {
			const slots = foundSlots(body, frameOf(item, item.read('timeZone', '')).zone, item);
			if (slots.length === 0) item.hint('No time is available in the search period');
			return slots.map((slot) => ({
				json: item.read('simplify', false) === true ? flatSlot(slot) : slot,
			}));
		},
	},
};

async function searchAhead(_value: unknown, item: ItemView): Promise<IDataObject> {
	const search = await searchOf(item);
	const body = searchBody(search, Date.now());
	if (body) return body;
	const where = search.hours ? ' and in working hours' : '';
	throw new InputError(
		`The search period doesn't contain ${search.minutes} minutes in the future${where}`,
		'Choose a longer period with "From" and "To", or change the working hours',
	);
}
