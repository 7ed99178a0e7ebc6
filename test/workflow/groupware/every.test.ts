import type { IDataObject } from 'n8n-workflow';

import { groupware } from '../../../nodes/Groupware/service';
import { useSandbox } from '../../support/sandbox';
import { byId, clientOf, itemsOf, jsonOf, makeEvent, rooms, runGroupware, users } from './world';

const sandbox = useSandbox();
let organization: string;
let group: string;

/** What makes one operation run, and what makes its second item fail. */
interface Case {
	parameters: IDataObject;
	/** Two incoming items that succeed. */
	good: () => Promise<IDataObject[]>;
	/** The second item, wrong. */
	bad: IDataObject;
	/** What the error says: the service's code where it was asked. */
	says: RegExp;
}

const eventId = byId('={{ $json.id }}');
const NOWHERE = { id: '999999', name: 'com.example.none' };
const noEvent = /GRN_SCHD_13001/;
const noId = /is no ID of the kind/;

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

const cases: Record<string, Case> = {
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
		says: /"Start" names a day that does not exist/,
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
		says: /"To" lies before "From"/,
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
		says: /is no name of a custom item/,
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
	'facility.getAll': {
		parameters: list({ limit: '={{ $json.limit }}' }),
		good: async () => await items({ limit: 1 }, { limit: 2 }),
		bad: { limit: 0 },
		says: /"Limit" is no number of results/,
	},
	'facility.getByGroup': {
		parameters: list({ facilityGroupId: eventId }),
		good: async () => await items({ id: group }, { id: group }),
		bad: NOWHERE,
		says: /GRN_/,
	},
	'facility.getAllAsAdministrator': {
		parameters: list({ filters: { codes: '={{ $json.codes }}', ids: '={{ $json.ids }}' } }),
		good: async () =>
			await items({ codes: 'room-a, room-b', ids: '' }, { codes: ['hall'], ids: '' }),
		bad: { codes: '', ids: 'room-a' },
		says: /"IDs" has an entry that is no ID: "room-a"/,
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
		says: /There is no facility with the ID 999999/,
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
		says: /"Limit" is no number of results/,
	},
	'facilityGroup.getAllAsAdministrator': {
		parameters: list({ filters: { name: '={{ $json.name }}', parentFacilityGroup: eventId } }),
		good: async () => await items({ name: 'Tokyo', id: '' }, { name: 'Osaka', id: '' }),
		bad: { name: '', id: 'tokyo' },
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
		says: /There is no facility group with the ID 999999/,
	},
	'facilityGroup.delete': {
		parameters: { facilityGroupId: eventId },
		good: twoOf('facilityGroups'),
		bad: { id: 'tokyo' },
		says: noId,
	},
	'user.getAll': {
		parameters: list({ filters: { name: '={{ $json.name }}' }, limit: '={{ $json.limit }}' }),
		good: async () => await items({ name: 'sato', limit: 5 }, { name: '', limit: 1 }),
		bad: { name: '', limit: -1 },
		says: /"Limit" is no number of results/,
	},
	'organization.getAll': {
		parameters: list({ filters: { name: '={{ $json.name }}' }, limit: '={{ $json.limit }}' }),
		good: async () => await items({ name: 'Sales', limit: 5 }, { name: '', limit: 1 }),
		bad: { name: '', limit: 1.5 },
		says: /"Limit" is no number of results/,
	},
	'organization.getUsers': {
		parameters: list({ organizationId: eventId }),
		good: async () => await items({ id: organization }, { id: organization }),
		bad: NOWHERE,
		says: /GRN_CMMN_00106/,
	},
};

const packages = {
	Windows: '/scripts/cbgrn/grn.exe/schedule/index?bdate=2031-01-06',
	Linux: '/cgi-bin/cbgrn/grn.cgi',
};

beforeAll(async () => {
	await sandbox.control('reset', { demo: true });
	const client = clientOf(sandbox);
	const { body } = await client.get('/base/organizations');
	organization = body.organizations.find(({ code }) => code === 'sales')?.id ?? '';
	const groups = (await client.get('/schedule/facilityGroups')).body.facilityGroups;
	group = groups.find(({ code }) => code === 'tokyo-rooms')?.id ?? '';
});

async function run(name: string, list: IDataObject[], more: object = {}) {
	const [resource = '', operation = ''] = name.split('.');
	const { parameters } = cases[name] as Case;
	return await runGroupware(sandbox, { resource, operation, parameters, items: list, ...more });
}

it('knows every operation of the schedule and the directory', () => {
	const offered = groupware.resources
		.filter(({ operations }) => operations.every(({ id }) => /^(schedule|base)\./.test(id)))
		.flatMap(({ value, operations }) =>
			operations.map((operation) => `${value}.${operation.value}`),
		);
	expect(Object.keys(cases).sort()).toEqual(offered.sort());
});

describe.each(Object.keys(cases))('%s', (name) => {
	const { good, bad, says } = cases[name] as Case;

	it('runs, and links what it gives to the items', async () => {
		const outcome = await run(name, await good());
		expect(jsonOf(outcome).length).toBeGreaterThan(0);
		expect(new Set(itemsOf(outcome.output))).toEqual(new Set([0, 1]));
	});

	it.each(Object.entries(packages))('runs against the package on %s', async (_system, path) => {
		const account = { baseUrl: `${sandbox.url}${path}`, packageVersion: '6.0' };
		const outcome = await run(name, await good(), { account });
		expect(new Set(itemsOf(outcome.output))).toEqual(new Set([0, 1]));
	});

	it('stops with the reason and the item', async () => {
		const [first = {}] = await good();
		const { error, output } = await run(name, [first, bad]);
		expect(output).toEqual([]);
		expect(error?.message).toMatch(says);
		expect(error?.message).toMatch(/\[item 1\]/);
		expect(error?.description).toBeTruthy();
	});

	it('goes on with the other item', async () => {
		const [first = {}] = await good();
		const { error, output } = await run(name, [first, bad], { onError: 'continueRegularOutput' });
		expect(error).toBeUndefined();
		const failed = output.filter((item) => item.error);
		expect(itemsOf(failed)).toEqual([1]);
		expect(failed[0]?.error?.message).toMatch(says);
		const done = output.filter((item) => !item.error);
		expect(new Set(itemsOf(done))).toEqual(new Set([0]));
	});

	it('sends failed items to the error output', async () => {
		const [first = {}] = await good();
		const { errors } = await run(name, [first, bad], { onError: 'continueErrorOutput' });
		expect(itemsOf(errors)).toEqual([1]);
	});
});
