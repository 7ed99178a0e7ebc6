import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import { type Client, eventOf, firstOf } from '../../sandbox/groupware/client';
import type { TestSandbox } from '../../support/sandbox';
import { byId, type Examples, once, withFile } from './example';

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
	const newGroup = async () =>
		await idOf(
			admin.post('/schedule/admin/facilityGroups', {
				name: unique('Floor'),
				code: unique('floor'),
			}),
		);
	const group = once(newGroup);
	const newFacility = async () =>
		await idOf(
			admin.post('/schedule/admin/facilities', {
				name: unique('Room'),
				code: unique('room'),
				facilityGroup: Number(await group()),
			}),
		);
	const facility = once(newFacility);
	// Where this takes another right, only the examples that need them can't be made.
	await facility().catch(() => undefined);
	const newEvent = async () =>
		await idOf(
			admin.post('/schedule/events', eventOf({ attendees: [{ type: 'USER', code: 'admin' }] })),
		);
	const itemName = 'com.example.sync';
	const newItem = async () => {
		const eventId = await newEvent();
		const path = `/schedule/events/${eventId}/datastore/${itemName}`;
		const { status, body } = await admin.post(path, { value: { a: 1 } });
		if (status !== 200) throw new Error(JSON.stringify(body));
		return byId(eventId);
	};
	const { body: users } = await admin.get('/base/users', { name: 'sato' });
	const userId = String(firstOf(users.users).id);
	const { body: organizations } = await admin.get('/base/organizations');
	const organizationId = String(firstOf(organizations.organizations).id);

	/** Every event lies on a day of its own, so that no two want the same room. */
	const day = () => {
		made += 1;
		return new Date(Date.now() + (30 + made) * 86_400_000).toISOString().slice(0, 10);
	};
	const people = {
		rows: [
			{ kind: 'user', user: byId(userId) },
			{ kind: 'organization', organization: byId(organizationId) },
			{ kind: 'codes', codes: 'admin, ito' },
		],
	};
	const rooms = async () => ({ rows: [{ kind: 'facility', facility: byId(await facility()) }] });
	const content: IDataObject = {
		useAttendanceCheck: true,
		companyInfo: {
			name: 'Example',
			zipCode: '100',
			address: 'A 1',
			route: 'Bus',
			routeTime: '20',
			routeFare: '200',
			phone: '1',
		},
		eventMenu: 'Visit',
		notes: 'Bring the plans',
		visibilityType: 'SET_PRIVATE_WATCHERS',
		watchers: {
			rows: [
				{ kind: 'codes', codes: 'sato' },
				{ kind: 'organization', organization: byId(organizationId) },
			],
		},
	};
	const rare: IDataObject = { additionalItem: 'x', facilityUsingPurpose: 'Meeting' };
	const names = { ja: 'A', en: 'B', zh: 'C', 'zh-tw': 'D' };
	const locales = { nameLocaleJa: 'A', nameLocaleEn: 'B', nameLocaleZh: 'C', nameLocaleZhTw: 'D' };
	const pages = [{ returnAll: false, limit: 5 }, { returnAll: true }];
	const search = async () => ({
		attendees: people,
		facilities: { rows: [{ kind: 'facilityGroup', facilityGroup: byId(await group()) }] },
		facilityCondition: 'OR',
		minutes: 30,
		workingHours: true,
		opens: '10:00',
		closes: '17:00',
		days: 'all',
		timeZone: 'Asia/Tokyo',
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
						calendar: 'user',
						user: byId(userId),
						from: '2026-12-01',
						to: '2026-12-31',
						sort: 'updatedAt desc',
						...pages[0],
						simplify: false,
						options: {
							excludeFromSearch: ['comments'],
							keyword: 'Review',
							fields: ['id', 'subject'],
							outputTimeZone: 'workflow',
							showPrivate: false,
							timeZone: 'Asia/Tokyo',
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
			return {
				minimal: { start: `${date} 10:00`, end: `${date} 11:00`, attendees: people },
				full: [
					{
						subject: 'Review',
						form: 'timed',
						start: `${date}T10:00:00`,
						end: `${date}T11:00:00`,
						timeZone: 'Asia/Tokyo',
						attendees: people,
						facilities: await rooms(),
						simplify: false,
						additionalFields: { ...content, ...rare, attachments: 'data' },
					},
					{ form: 'allDay', start: date, attendees: people },
					{ form: 'period', start: date, end: date, attendees: people },
					{ form: 'startOnly', start: `${date} 9:00`, attendees: people },
				],
				input: withFile('data', 'text', 'note.txt'),
			};
		},
		'event.book': async () => ({
			minimal: { attendees: people, from: day(), to: '+300 days', timeZone: 'Asia/Tokyo' },
			full: [
				{
					...(await search()),
					subject: 'Review',
					from: day(),
					to: '+300 days',
					withoutSlot: 'tell',
					simplify: false,
					additionalFields: { ...content, ...rare },
				},
				{ ...(await search()), subject: 'Review', period: 'nextMonth' },
			],
		}),
		'event.get': async () => ({
			minimal: { eventId: byId(await newEvent()) },
			full: [
				{
					eventId: byId(await newEvent()),
					simplify: false,
					options: { outputTimeZone: 'UTC' },
				},
			],
		}),
		'event.update': async () => {
			const date = day();
			return {
				minimal: { eventId: byId(await newEvent()), updateFields: { subject: 'Other' } },
				full: [
					{
						eventId: byId(await newEvent()),
						wholeSeries: true,
						simplify: false,
						updateFields: {
							...content,
							...rare,
							subject: 'Other',
							form: 'timed',
							start: `${date} 10:00`,
							end: `${date} 11:00`,
							timeZone: 'Asia/Tokyo',
							attendees: people,
							attendeesChange: 'add',
							facilities: await rooms(),
							facilitiesChange: 'replace',
						},
					},
				],
			};
		},
		'event.delete': async () => ({
			minimal: { eventId: byId(await newEvent()) },
			full: [{ eventId: byId(await newEvent()), wholeSeries: true }],
		}),
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
			return { minimal: { eventId }, full: pages.map((page) => ({ ...page, eventId })) };
		},
		'eventCustomItem.create': async () => ({
			minimal: { eventId: byId(await newEvent()), itemName, value: '{"a": 1}' },
			full: [{ eventId: byId(await newEvent()), itemName, value: '{"a": {"b": [1, "c"]}}' }],
		}),
		'eventCustomItem.get': async () => {
			const parameters = { eventId: await newItem(), itemName };
			return { minimal: parameters, full: [parameters] };
		},
		'eventCustomItem.update': async () => {
			const parameters = { eventId: await newItem(), itemName, value: '{"a": 2}' };
			return { minimal: parameters, full: [parameters] };
		},
		'eventCustomItem.delete': async () => ({
			minimal: { eventId: await newItem(), itemName },
			full: [{ eventId: await newItem(), itemName }],
		}),
		'facility.getAll': async () => {
			await facility();
			return { minimal: {}, full: pages.map((page) => ({ ...page, filters: { name: 'Room' } })) };
		},
		'facility.getByGroup': async () => {
			const groupId = await group();
			await facility();
			return {
				minimal: { facilityGroupId: byId(groupId) },
				full: pages.map((page) => ({ ...page, facilityGroupId: byId(groupId) })),
			};
		},
		'facility.getAllAsAdministrator': async () => {
			const groupId = await group();
			const facilityId = await facility();
			return {
				minimal: {},
				full: pages.map((page) => ({
					...page,
					filters: {
						...locales,
						codes: 'room1, room2',
						facilityGroup: byId(groupId),
						ids: `${facilityId}, 2`,
						name: 'Room',
						notes: 'x',
					},
				})),
			};
		},
		'facility.create': async () => ({
			minimal: { name: unique('Room'), code: unique('room') },
			full: [
				{
					name: unique('Room'),
					code: unique('room'),
					additionalFields: { facilityGroup: byId(await group()), nameLocale: names, notes: 'x' },
				},
			],
		}),
		'facility.update': async () => ({
			minimal: { facilityId: byId(await newFacility()), updateFields: { notes: 'x' } },
			full: [
				{
					facilityId: byId(await newFacility()),
					updateFields: {
						code: unique('room'),
						facilityGroup: byId(await group()),
						name: unique('Room'),
						nameLocale: names,
						notes: 'x',
					},
				},
			],
		}),
		'facility.delete': async () => ({
			minimal: { facilityId: byId(await newFacility()) },
			full: [{ facilityId: byId(await newFacility()) }],
		}),
		'facilityGroup.getAll': async () => {
			await group();
			return { minimal: {}, full: pages };
		},
		'facilityGroup.getAllAsAdministrator': async () => {
			const groupId = await group();
			return {
				minimal: {},
				full: pages.map((page) => ({
					...page,
					filters: {
						...locales,
						childFacilityGroups: groupId,
						codes: 'floor1, floor2',
						top: true,
						ids: groupId,
						name: 'Floor',
						notes: 'x',
						parentFacilityGroup: byId(groupId),
					},
				})),
			};
		},
		'facilityGroup.create': async () => ({
			minimal: { name: unique('Floor'), code: unique('floor') },
			full: [
				{
					name: unique('Floor'),
					code: unique('floor'),
					additionalFields: {
						nameLocale: names,
						notes: 'x',
						parentFacilityGroup: byId(await group()),
					},
				},
			],
		}),
		'facilityGroup.update': async () => ({
			minimal: { facilityGroupId: byId(await newGroup()), updateFields: { notes: 'x' } },
			full: [
				{
					facilityGroupId: byId(await newGroup()),
					updateFields: {
						code: unique('floor'),
						name: unique('Floor'),
						nameLocale: names,
						notes: 'x',
						parentFacilityGroup: byId(await group()),
					},
				},
			],
		}),
		'facilityGroup.delete': async () => ({
			minimal: { facilityGroupId: byId(await newGroup()) },
			full: [{ facilityGroupId: byId(await newGroup()) }],
		}),
		'user.getAll': async () => ({
			minimal: {},
			full: pages.map((page) => ({ ...page, filters: { name: 'sato' } })),
		}),
		'organization.getAll': async () => ({
			minimal: {},
			full: pages.map((page) => ({ ...page, filters: { name: 'Sales' } })),
		}),
		'organization.getUsers': async () => ({
			minimal: { organizationId: byId(organizationId) },
			full: pages.map((page) => ({ ...page, organizationId: byId(organizationId) })),
		}),
	};
}
