import type { IDataObject } from 'n8n-workflow';

import { useSandbox } from '../../support/sandbox';
import { type Cases, isOfSchedule, offered, testCases } from './cases';
import { byId, clientOf, makeEvent, rooms, users } from './world';

const sandbox = useSandbox();
let organization: string;
let group: string;

const eventId = byId('={{ $json.id }}');
const NOWHERE = { id: '999999', name: 'com.example.none' };
const noEvent = /GRN_SCHD_13001/;
const noId = /is not a valid .* ID/;

const items = async (...list: IDataObject[]) => await Promise.resolve(list);
const twoEvents = async () => {
	const made = [await makeEvent(sandbox), await makeEvent(sandbox)];
	return made.map(({ id }) => ({ id, name: 'com.example.test' }));
};
const withData = async () => {
	const two = await twoEvents();
	for (const { id, name } of two) {
		const path = `/schedule/events/${id}/datastore/${name}`;
		await clientOf(sandbox).post(path, { value: { a: 1 } });
	}
	return two;
};

let made = 0;
const named = () => ({ name: `New ${++made}`, code: `new-${made}` });
const register = async (kind: 'facilities' | 'facilityGroups') => {
	const { body } = await clientOf(sandbox).post(`/schedule/admin/${kind}`, named());
	return { id: String(body.id) };
};
const twoOf = (kind: 'facilities' | 'facilityGroups') => async () => [
	await register(kind),
	await register(kind),
];

const list = (parameters: IDataObject = {}) => ({ returnAll: false, limit: 2, ...parameters });

const cases: Cases = {
	'event.getAll': {
		parameters: list({
			calendar: 'user',
			user: byId('={{ $json.id }}'),
			from: '2020-01-01',
			to: '',
		}),
		good: async () => await items({ id: '1' }, { id: '2' }),
		bad: NOWHERE,
		says: /GRN_/,
	},
	'event.create': {
		parameters: {
			subject: 'Plan',
			start: '={{ $json.start }}',
			end: '2031-01-06T11:00:00',
			attendees: users('sato'),
			timeZone: 'Asia/Tokyo',
		},
		good: async () => await items({ start: '2031-01-06 10:00' }, { start: '2031-01-06 10:30' }),
		bad: { start: '2031-02-30 10:00' },
		says: /"Start" has a date that doesn't exist/,
	},
	'event.book': {
		parameters: {
			subject: 'Talk',
			attendees: users('sato', 'suzuki'),
			facilities: rooms('room-a', 'room-b'),
			from: '2031-01-13',
			to: '={{ $json.to }}',
			timeZone: 'Asia/Tokyo',
		},
		good: async () => await items({ to: '2031-01-17' }, { to: '2031-01-17' }),
		bad: { to: '2031-01-01' },
		says: /"To" must be later than "From"/,
	},
	'event.get': { parameters: { eventId }, good: twoEvents, bad: NOWHERE, says: noEvent },
	'event.update': {
		parameters: { eventId, updateFields: { subject: 'Changed' } },
		good: twoEvents,
		bad: NOWHERE,
		says: noEvent,
	},
	'event.delete': { parameters: { eventId }, good: twoEvents, bad: NOWHERE, says: noEvent },
	'event.findTimes': {
		parameters: {
			attendees: users('={{ $json.who }}'),
			from: '2031-01-20',
			to: '2031-01-21',
			timeZone: 'Asia/Tokyo',
		},
		good: async () => await items({ who: 'sato' }, { who: 'ito' }),
		bad: { who: 'nobody' },
		says: /GRN_REST_API_00206/,
	},
	'eventCustomItem.create': {
		parameters: { eventId, itemName: '={{ $json.name }}', value: '{"order": {"id": 17}}' },
		good: twoEvents,
		bad: { id: '1', name: 'no/name' },
		says: /is not a valid name for a custom item/,
	},
	'eventCustomItem.get': {
		parameters: { eventId, itemName: '={{ $json.name }}' },
		good: withData,
		bad: NOWHERE,
		says: noEvent,
	},
	'eventCustomItem.update': {
		parameters: { eventId, itemName: '={{ $json.name }}', value: '={{ $json }}' },
		good: withData,
		bad: NOWHERE,
		says: noEvent,
	},
	'eventCustomItem.delete': {
		parameters: { eventId, itemName: '={{ $json.name }}' },
		good: withData,
		bad: NOWHERE,
		says: noEvent,
	},
	'eventComment.getAll': {
		parameters: list({ eventId }),
		good: async () => {
			const two = await twoEvents();
			await sandbox.control('groupware', {
				eventComments: two.map(({ id }) => ({ event: id, creator: 'sato', body: 'Fine' })),
			});
			return two;
		},
		bad: NOWHERE,
		says: noEvent,
	},
	'facility.getAll': {
		parameters: list({ limit: '={{ $json.limit }}' }),
		good: async () => await items({ limit: 1 }, { limit: 2 }),
		bad: { limit: 0 },
		says: /"Limit" must be a whole number of at least 1/,
	},
	'facility.getByGroup': {
		parameters: list({ facilityGroupId: eventId }),
		good: async () => await items({ id: group }, { id: group }),
		bad: NOWHERE,
		says: /GRN_/,
	},
	'facility.getAllAsAdministrator': {
		parameters: list({ filters: { ids: '={{ $json.ids }}' } }),
		good: async () => await items({ ids: '1, 2' }, { ids: ['3'] }),
		bad: { ids: 'room-a' },
		says: /"IDs" contains an invalid ID: "room-a"/,
	},
	'facility.create': {
		parameters: {
			name: '={{ $json.name }}',
			code: '={{ $json.code }}',
			additionalFields: { nameLocale: { en: 'Room', 'zh-tw': 'Room' }, notes: 'With a window' },
		},
		good: async () => await items(named(), named()),
		bad: { name: 'Room A again', code: 'room-a' },
		says: /GRN_REST_API_00226/,
	},
	'facility.update': {
		parameters: { facilityId: eventId, updateFields: { notes: 'New carpet' } },
		good: twoOf('facilities'),
		bad: NOWHERE,
		says: /No facility with the ID 999999/,
	},
	'facility.delete': {
		parameters: { facilityId: eventId },
		good: twoOf('facilities'),
		bad: NOWHERE,
		says: /GRN_SCHD_13203/,
	},
	'facilityGroup.getAll': {
		parameters: list({ limit: '={{ $json.limit }}' }),
		good: async () => await items({ limit: 1 }, { limit: 2 }),
		bad: { limit: 'many' },
		says: /"Limit" must be a whole number of at least 1/,
	},
	'facilityGroup.getAllAsAdministrator': {
		parameters: list({ filters: { name: '={{ $json.name }}', parentFacilityGroup: eventId } }),
		good: async () => await items({ name: 'Meeting', id: '1' }, { name: 'Equipment', id: '1' }),
		bad: { name: 'Equipment', id: 'tokyo' },
		says: noId,
	},
	'facilityGroup.create': {
		parameters: {
			name: '={{ $json.name }}',
			code: '={{ $json.code }}',
			additionalFields: { parentFacilityGroup: byId('1') },
		},
		good: async () => await items(named(), named()),
		bad: { name: 'Tokyo again', code: 'tokyo' },
		says: /GRN_REST_API_00226/,
	},
	'facilityGroup.update': {
		parameters: {
			facilityGroupId: eventId,
			updateFields: { name: 'Renamed', nameLocale: { ja: 'Renamed' } },
		},
		good: twoOf('facilityGroups'),
		bad: NOWHERE,
		says: /No facility group with the ID 999999/,
	},
	'facilityGroup.delete': {
		parameters: { facilityGroupId: eventId },
		good: twoOf('facilityGroups'),
		bad: { id: 'tokyo' },
		says: noId,
	},
	'user.getAll': {
		parameters: list({ filters: { name: '={{ $json.name }}' }, limit: '={{ $json.limit }}' }),
		good: async () => await items({ name: 'sato', limit: 5 }, { name: 'ito', limit: 1 }),
		bad: { name: 'ito', limit: -1 },
		says: /"Limit" must be a whole number of at least 1/,
	},
	'organization.getAll': {
		parameters: list({ filters: { name: '={{ $json.name }}' }, limit: '={{ $json.limit }}' }),
		good: async () => await items({ name: 'Sales', limit: 5 }, { name: 'Sales', limit: 1 }),
		bad: { name: 'Sales', limit: 1.5 },
		says: /"Limit" must be a whole number of at least 1/,
	},
	'organization.getUsers': {
		parameters: list({ organizationId: eventId }),
		good: async () => await items({ id: organization }, { id: organization }),
		bad: NOWHERE,
		says: /GRN_CMMN_00106/,
	},
};

beforeAll(async () => {
	await sandbox.control('reset', { demo: true });
	const client = clientOf(sandbox);
	const { body } = await client.get('/base/organizations');
	organization = body.organizations.find(({ code }) => code === 'sales')?.id ?? '';
	const groups = (await client.get('/schedule/facilityGroups')).body.facilityGroups;
	group = groups.find(({ code }) => code === 'tokyo-rooms')?.id ?? '';
});

it('knows every operation of the schedule and the directory', () => {
	expect(Object.keys(cases).sort()).toEqual(offered(isOfSchedule).sort());
});

testCases(sandbox, cases);
