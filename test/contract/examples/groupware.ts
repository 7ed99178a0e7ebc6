import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import { type Client, eventOf, firstOf } from '../../sandbox/groupware/client';
import type { TestSandbox } from '../../support/sandbox';
import { byId, type Examples, once, paged, withFile, withMore } from './example';

const COMPANY = {
	...{ name: 'Example', zipCode: '100', address: 'A 1', phone: '1' },
	...{ route: 'Bus', routeTime: '20', routeFare: '200' },
};

/** Makes facilities and groups to work on and gives the examples. */
export async function groupwareExamples(
	admin: Client,
	sandbox: Pick<TestSandbox, 'control'>,
): Promise<Examples> {
	let made = 0;
	const unique = (word: string) => `${word}${(made += 1)}`;
	const idOf = async (answer: ReturnType<Client['post']>) => {
		const { status, body } = await answer;
		if (status !== 200) throw new Error(JSON.stringify(body));
		return String(body.id);
	};
	const floor = () => ({ name: unique('Floor'), code: unique('floor') });
	const newGroup = async () => await idOf(admin.post('/schedule/admin/facilityGroups', floor()));
	const group = once(newGroup);
	const room = () => ({ name: unique('Room'), code: unique('room') });
	const newFacility = async () => {
		const body = { ...room(), facilityGroup: Number(await group()) };
		return await idOf(admin.post('/schedule/admin/facilities', body));
	};
	const facility = once(newFacility);
	// Where this takes another right, only the examples that need them can't be made.
	await facility().catch(() => undefined);
	const newEvent = async () =>
		await idOf(
			admin.post('/schedule/events', eventOf({ attendees: [{ type: 'USER', code: 'admin' }] })),
		);
	const ofEvent = async () => ({ eventId: byId(await newEvent()) });
	const ofFacility = async () => ({ facilityId: byId(await newFacility()) });
	const ofGroup = async () => ({ facilityGroupId: byId(await newGroup()) });
	const itemName = 'com.example.sync';
	const ofItem = async () => {
		const eventId = await newEvent();
		await idOf(
			admin.post(`/schedule/events/${eventId}/datastore/${itemName}`, { value: { a: 1 } }),
		);
		return { eventId: byId(eventId), itemName };
	};
	const userId = String(firstOf((await admin.get('/base/users', { name: 'sato' })).body.users).id);
	const { body: organizations } = await admin.get('/base/organizations');
	const organizationId = String(firstOf(organizations.organizations).id);

	/** Every event lies on a day of its own, so that no two want the same room. */
	const day = () => {
		made += 1;
		return new Date(Date.now() + (30 + made) * 86_400_000).toISOString().slice(0, 10);
	};
	const ofOrganization = { kind: 'organization', organization: byId(organizationId) };
	const codes = { kind: 'codes', codes: 'admin, ito' };
	const people = { rows: [{ kind: 'user', user: byId(userId) }, ofOrganization, codes] };
	const rooms = async () => ({ rows: [{ kind: 'facility', facility: byId(await facility()) }] });
	const content: IDataObject = {
		useAttendanceCheck: true,
		companyInfo: COMPANY,
		eventMenu: 'Visit',
		notes: 'Bring the plans',
		visibilityType: 'SET_PRIVATE_WATCHERS',
		watchers: { rows: [{ kind: 'codes', codes: 'sato' }, ofOrganization] },
	};
	const rare: IDataObject = { additionalItem: 'x', facilityUsingPurpose: 'Meeting' };
	const described = { nameLocale: { ja: 'A', en: 'B', zh: 'C', 'zh-tw': 'D' }, notes: 'x' };
	const locales = { nameLocaleJa: 'A', nameLocaleEn: 'B', nameLocaleZh: 'C', nameLocaleZhTw: 'D' };
	const pages = paged();
	const search = async () => ({
		attendees: people,
		facilities: { rows: [{ kind: 'facilityGroup', facilityGroup: byId(await group()) }] },
		...{ facilityCondition: 'OR', minutes: 30, timeZone: 'Asia/Tokyo' },
		...{ workingHours: true, opens: '10:00', closes: '17:00', days: 'all' },
	});

	return {
		'event.getAll': async () => {
			const today = DateTime.now().setZone('Asia/Tokyo').plus({ hours: 1 });
			const at = (hours: number) => ({
				dateTime: today.plus({ hours }).startOf('minute').toISO({ suppressMilliseconds: true }),
				timeZone: 'Asia/Tokyo',
			});
			const attendees = [{ type: 'USER', code: 'admin' }];
			await idOf(admin.post('/schedule/events', eventOf({ attendees, start: at(0), end: at(1) })));
			return {
				minimal: {},
				full: [
					{
						...{ calendar: 'user', user: byId(userId), sort: 'updatedAt desc', simplify: false },
						...{ from: '2026-12-01', to: '2026-12-31', timeZone: 'Asia/Tokyo', ...pages[0] },
						options: {
							...{ excludeFromSearch: ['comments'], keyword: 'Review', showPrivate: false },
							...{ fields: ['id', 'subject'], outputTimeZone: 'workflow' },
						},
					},
					{ calendar: 'organization', organization: byId(organizationId), ...pages[1] },
					{ calendar: 'facility', facility: byId(await facility()), period: 'thisWeek' },
					{ calendar: 'users', users: { rows: [{ kind: 'codes', codes: 'sato, ito' }] } },
				],
			};
		},
		'event.create': async () => {
			const date = day();
			const [start, end] = [`${date} 10:00`, `${date} 11:00`];
			return {
				minimal: { start, end, attendees: people },
				full: [
					{
						...{ subject: 'Review', timeType: 'timed', start, end, timeZone: 'Asia/Tokyo' },
						...{ attendees: people, facilities: await rooms(), simplify: false },
						additionalFields: { ...content, ...rare, attachments: 'data' },
					},
					{ timeType: 'allDay', start: date, attendees: people },
					{ timeType: 'allDayPeriod', start: date, end: date, attendees: people },
					{ timeType: 'startOnly', start: `${date} 9:00`, attendees: people },
				],
				input: withFile('data', 'text', 'note.txt'),
			};
		},
		'event.book': async () => ({
			minimal: { attendees: people, from: day(), to: '+300 days', timeZone: 'Asia/Tokyo' },
			full: [
				{
					...{ ...(await search()), subject: 'Review', from: day(), to: '+300 days' },
					...{ withoutSlot: 'tell', simplify: false },
					additionalFields: { ...content, ...rare },
				},
				{ ...(await search()), subject: 'Review', period: 'nextMonth' },
			],
		}),
		'event.get': withMore(ofEvent, { simplify: false, options: { outputTimeZone: 'UTC' } }),
		'event.update': async () => {
			const date = day();
			return {
				minimal: { ...(await ofEvent()), updateFields: { subject: 'Other' } },
				full: [
					{
						...(await ofEvent()),
						wholeSeries: true,
						simplify: false,
						updateFields: {
							...{
								...content,
								...rare,
								subject: 'Other',
								timeType: 'timed',
								timeZone: 'Asia/Tokyo',
							},
							...{ start: `${date} 10:00`, end: `${date} 11:00`, notifyAttendees: false },
							...{ attendees: people, attendeesUpdateMode: 'add' },
							...{ facilities: await rooms(), facilitiesUpdateMode: 'replace' },
						},
					},
				],
			};
		},
		'event.delete': withMore(ofEvent, { wholeSeries: true }),
		'event.findTimes': async () => ({
			minimal: { attendees: people, from: 'tomorrow', to: '+5 days' },
			full: [
				{ ...(await search()), from: 'tomorrow', to: '+5 days', simplify: false },
				{ ...(await search()), period: 'next7Days' },
			],
		}),
		'eventComment.getAll': async () => {
			const event = await newEvent();
			const mentions = [{ type: 'USER', code: 'sato' }, 'ATTENDEES'];
			await sandbox.control('groupware', {
				eventComments: [{ event, creator: 'sato', body: 'I come later', mentions }],
			});
			const eventId = byId(event);
			return { minimal: { eventId }, full: paged({ eventId }) };
		},
		'eventCustomItem.create': withMore(
			async () => ({ ...(await ofEvent()), itemName, value: '{"a": 1}' }),
			{ value: '{"a": {"b": [1, "c"]}}' },
		),
		'eventCustomItem.get': withMore(ofItem),
		'eventCustomItem.update': withMore(async () => ({ ...(await ofItem()), value: '{"a": 2}' })),
		'eventCustomItem.delete': withMore(ofItem),
		'facility.getAll': async () => {
			await facility();
			return { minimal: {}, full: paged({ filters: { name: 'Room' } }) };
		},
		'facility.getByGroup': async () => {
			await facility();
			const parent = { facilityGroupId: byId(await group()) };
			return { minimal: parent, full: paged(parent) };
		},
		'facility.getAllAsAdministrator': async () => {
			const groupId = await group();
			const facilityId = await facility();
			const named = { codes: 'room1, room2', ids: `${facilityId}, 2`, name: 'Room', notes: 'x' };
			const filters = { ...locales, ...named, facilityGroup: byId(groupId) };
			return { minimal: {}, full: paged({ filters }) };
		},
		'facility.create': async () => {
			const additionalFields = { ...described, facilityGroup: byId(await group()) };
			return { minimal: room(), full: [{ ...room(), additionalFields }] };
		},
		'facility.update': async () => {
			const updateFields = { ...room(), ...described, facilityGroup: byId(await group()) };
			return {
				minimal: { ...(await ofFacility()), updateFields: { notes: 'x' } },
				full: [{ ...(await ofFacility()), updateFields }],
			};
		},
		'facility.delete': withMore(ofFacility),
		'facilityGroup.getAll': async () => {
			await group();
			return { minimal: {}, full: pages };
		},
		'facilityGroup.getAllAsAdministrator': async () => {
			const groupId = await group();
			const named = { codes: 'floor1, floor2', ids: groupId, name: 'Floor', notes: 'x' };
			const below = { childFacilityGroups: groupId, parentFacilityGroup: byId(groupId) };
			const filters = { ...locales, ...named, ...below, top: true };
			return { minimal: {}, full: paged({ filters }) };
		},
		'facilityGroup.create': async () => {
			const additionalFields = { ...described, parentFacilityGroup: byId(await group()) };
			return { minimal: floor(), full: [{ ...floor(), additionalFields }] };
		},
		'facilityGroup.update': async () => {
			const updateFields = { ...floor(), ...described, parentFacilityGroup: byId(await group()) };
			return {
				minimal: { ...(await ofGroup()), updateFields: { notes: 'x' } },
				full: [{ ...(await ofGroup()), updateFields }],
			};
		},
		'facilityGroup.delete': withMore(ofGroup),
		'user.getAll': () => ({ minimal: {}, full: paged({ filters: { name: 'sato' } }) }),
		'organization.getAll': () => ({ minimal: {}, full: paged({ filters: { name: 'Sales' } }) }),
		'organization.getUsers': withMore(() => ({ organizationId: byId(organizationId) }), ...paged()),
	};
}
