import type { IDataObject } from 'n8n-workflow';

import { byId, type Example, mapped } from '../contract/examples/example';
import { type Body, type Client, clientFor, eventOf, firstOf } from '../sandbox/groupware/client';
import { type Api, cells, options } from '../sandbox/record-platform/api';
import type { Tenant } from './tenant';

export type Ways = Record<string, Array<() => Promise<Example>>>;

const automatic = (...matchingColumns: string[]) => ({
	mappingMode: 'autoMapInputData',
	value: null,
	matchingColumns,
	schema: [],
});

const COLUMNS = {
	Article: { type: 'SINGLE_LINE_TEXT' },
	Quantity: { type: 'NUMBER' },
	Day: { type: 'DATE' },
	Kind: { type: 'DROP_DOWN', options: options('in', 'out') },
	Colors: { type: 'CHECK_BOX', options: options('red', 'green') },
	Owner: { type: 'USER_SELECT' },
};

const FIELDS = {
	Key: { type: 'SINGLE_LINE_TEXT', unique: true },
	Code: { type: 'NUMBER', unique: true },
	Text: { type: 'SINGLE_LINE_TEXT' },
	Notes: { type: 'MULTI_LINE_TEXT' },
	Rich: { type: 'RICH_TEXT' },
	Amount: { type: 'NUMBER' },
	Web: { type: 'LINK', protocol: 'WEB' },
	State: { type: 'DROP_DOWN', options: options('Open', 'Done') },
	Choice: { type: 'RADIO_BUTTON', options: options('a', 'b'), defaultValue: 'a' },
	Tags: { type: 'CHECK_BOX', options: options('red', 'green') },
	Several: { type: 'MULTI_SELECT', options: options('x', 'y') },
	Due: { type: 'DATE' },
	Sent: { type: 'DATETIME' },
	At: { type: 'TIME' },
	People: { type: 'USER_SELECT' },
	Teams: { type: 'ORGANIZATION_SELECT' },
	Groups: { type: 'GROUP_SELECT' },
	Untouched: { type: 'SINGLE_LINE_TEXT' },
	Files: { type: 'FILE' },
	Lines: { type: 'SUBTABLE', fields: COLUMNS },
};

const VALUES = {
	Text: 'words',
	Notes: 'more words',
	Rich: '<b>rich</b>',
	Amount: '5',
	Web: 'https://example.com/a',
	State: 'Open',
	Choice: 'b',
	Tags: ['red'],
	Several: ['x'],
	Due: '2031-01-31',
	Sent: '2031-01-31T10:00:00Z',
	At: '10:00',
};

const NEW_VALUES = {
	Text: 'other words',
	Notes: 'other notes',
	Rich: '<i>other</i>',
	Amount: 7,
	Web: 'https://example.com/b',
	State: 'Done',
	Choice: 'a',
	Tags: ['red', 'green'],
	Several: 'y',
	Due: '2031-02-28',
	Sent: '2031-02-28T12:00:00+09:00',
	At: '12:30',
	People: 'suzuki',
	Teams: 'support',
	Groups: 'managers',
};

const NEW_ROW = {
	Article: 'paper',
	Quantity: 3,
	Day: '2031-03-03',
	Kind: 'out',
	Colors: 'green',
	Owner: 'suzuki',
};

const rowsOf = (...articles: string[]) =>
	articles.map((Article, at) => ({
		value: cells({
			Article,
			Quantity: at + 1,
			Day: '2031-01-01',
			Kind: 'in',
			Colors: ['red'],
			Owner: [{ code: 'sato' }],
		}),
	}));

/** Records with every kind of field filled in, mapped by hand and by name, and their tables. */
async function recordWays(api: Api): Promise<Ways> {
	const id = await api.makeApp(FIELDS);
	const app = byId(id);
	let made = 0;
	const next = () => (made += 1);
	/** Neighbors whose values are empty, blank, or almost the same. */
	for (const record of [
		{},
		{ Key: 'key ', Amount: '', Text: ' ' },
		{ Key: 'other', Amount: '5', Text: 'words' },
		{ Key: 'one more', Amount: '0', Text: 'words ', Lines: rowsOf('', 'pen', 'pen ') },
	]) {
		await api.create(id, cells(record));
	}
	const record = async () => {
		const fileKey = await api.upload('text', 'a.txt');
		const Key = `key ${next()}`;
		const record = {
			...VALUES,
			Key,
			Code: made,
			People: [{ code: 'sato' }],
			Teams: [{ code: 'sales' }],
			Groups: [{ code: 'everyone' }],
			Untouched: 'stays',
			Files: [{ fileKey }],
			Lines: rowsOf('pen', 'ink', ''),
		};
		const recordId = await api.create(id, cells(record));
		const { Lines } = await api.values(id, recordId);
		return { Key, recordId, rows: (Lines as Array<{ id: string }>).map((row) => row.id) };
	};
	type Made = Awaited<ReturnType<typeof record>>;
	/** A way that makes a record first. */
	const way =
		(minimalOf: (one: Made) => object, ...more: object[]) =>
		async (): Promise<Example> => {
			const minimal = { app, ...minimalOf(await record()) } as IDataObject;
			return { minimal, full: more.map((one) => ({ ...minimal, ...one })) };
		};
	const byName =
		(jsonOf: (one: Made) => object, ...matchingColumns: string[]) =>
		async (): Promise<Example> => ({
			minimal: { app, fields: automatic(...matchingColumns) },
			full: [],
			input: [{ json: { ...jsonOf(await record()), ...NEW_VALUES } }],
		});
	const row = (more: (one: Made) => object) =>
		way((one) => ({ findBy: 'id', recordId: byId(one.recordId), table: 'Lines', ...more(one) }));
	const create = way(() => ({ fields: mapped({ Key: `new ${next()}`, ...NEW_VALUES }) }));
	const update = way(
		({ recordId }) => ({ fields: mapped({ $id: recordId, ...NEW_VALUES }, '$id') }),
		{ options: { onlyChanges: true } },
	);
	const updateBySeveral = way(({ Key }) => ({
		fields: mapped({ ...NEW_VALUES, Key, Code: Number(Key.slice(4)) }, 'Key', 'Code'),
	}));
	const updateByKey = way(({ Key }) => ({ fields: mapped({ Key, ...NEW_VALUES }, 'Key') }));
	const conditions = { rows: [{ field: 'Text', operator: 'equals', value: 'words' }] };
	const Lines = {
		type: 'SUBTABLE',
		fields: { Article: { type: 'SINGLE_LINE_TEXT', label: 'New' } },
	};
	const design = { design: { fields: { Lines, State: { type: 'DROP_DOWN', label: 'New' } } } };
	return {
		'record.create': [create, byName(() => ({ Key: `new ${next()}` }))],
		'record.createOne': [create],
		'record.update': [
			update,
			updateByKey,
			updateBySeveral,
			byName(({ recordId }) => ({ $id: recordId }), '$id'),
		],
		'record.updateOne': [update],
		'record.upsert': [updateByKey, updateBySeveral, byName(({ Key }) => ({ Key }), 'Key')],
		'record.sync': [
			way(({ Key }) => ({ fields: mapped({ Key, ...NEW_VALUES }, 'Key') }), {
				deleteOthers: true,
				filterBy: 'conditions',
				conditions,
				atMost: 100,
			}),
		],
		'record.updateByConditions': [
			way(() => ({ filterBy: 'conditions', conditions, fields: mapped(NEW_VALUES) })),
		],
		'record.deleteByConditions': [way(() => ({ filterBy: 'conditions', conditions }))],
		'appDesign.apply': [
			way(() => ({ design: { settings: { description: `App ${next()}` } } }), design),
		],
		'tableRow.add': [row(() => ({ columns: mapped(NEW_ROW) }))],
		'tableRow.update': [
			row(({ rows }) => ({ columns: mapped({ $rowId: rows[0], ...NEW_ROW }, '$rowId') })),
			row(() => ({ columns: mapped({ ...NEW_ROW, Article: 'pen' }, 'Article') })),
		],
		'tableRow.addOrUpdate': [
			row(() => ({ columns: mapped({ ...NEW_ROW, Article: 'ink' }, 'Article') })),
		],
		'tableRow.replaceAll': [row(() => ({ columns: mapped(NEW_ROW) }))],
		'tableRow.delete': [
			row(() => ({
				deleteBy: 'conditions',
				rowConditions: { rows: [{ column: 'Article', operator: 'anyOf', value: 'pen, ink' }] },
			})),
		],
	};
}

const moment = (dateTime: string, timeZone: string) => ({ dateTime, timeZone });

/** Events with everything filled in, of each kind of time, and the other things that are changed in part. */
async function groupwareWays({ url, control }: Tenant): Promise<Ways> {
	// The cloud may refuse private events with watchers; the packages never do.
	const admin = clientFor(() => `${url}/cgi-bin/cbgrn/grn.cgi`, 'admin');
	// Only the cloud has topics.
	const cloud = clientFor(() => `${url}/g`, 'admin');
	const ok = async (answer: ReturnType<Client['post']>): Promise<Body> => {
		const { status, body } = await answer;
		if (status !== 200) throw new Error(JSON.stringify(body));
		return body;
	};
	let made = 0;
	const next = () => (made += 1);
	const names = (word: string) => ({
		name: `${word} ${next()}`,
		code: `${word}-${made}`,
		nameLocale: { ja: `${word} ja`, en: `${word} en`, zh: `${word} zh`, 'zh-tw': `${word} tw` },
		notes: 'as it was',
	});
	const idOf = async (path: string, body: object, client = admin) =>
		String((await ok(client.post(path, body))).id);
	const group = await idOf('/schedule/admin/facilityGroups', names('floor'));
	const room = names('room');
	await ok(admin.post('/schedule/admin/facilities', { ...room, facilityGroup: Number(group) }));
	const user = String(firstOf((await admin.get('/base/users', { name: 'miller' })).body.users).id);

	const full = {
		subject: 'As it was',
		eventMenu: 'Visit',
		notes: 'As they were',
		visibilityType: 'SET_PRIVATE_WATCHERS',
		watchers: [{ type: 'USER', code: 'ito' }],
		useAttendanceCheck: true,
		companyInfo: {
			...{ name: 'Company', zipCode: '100', address: 'Address', phone: '1' },
			...{ route: 'Route', routeTime: '20', routeFare: '200' },
		},
		additionalItems: { item: { value: 'one more' } },
		attendees: ['USER admin', 'USER sato', 'ORGANIZATION support'].map((one) => {
			const [type, code] = one.split(' ');
			return { type, code };
		}),
	};
	const timed = {
		start: moment('2031-03-03T10:00:00+09:00', 'Asia/Tokyo'),
		end: moment('2031-03-03T11:00:00+09:00', 'Asia/Tokyo'),
	};
	const kinds: Record<string, object> = {
		timed: { ...timed, facilities: [{ code: room.code }] },
		zones: {
			start: moment('2031-03-03T22:00:00-05:00', 'America/New_York'),
			end: moment('2031-03-04T18:00:00+01:00', 'Europe/Paris'),
		},
		allDay: {
			isAllDay: true,
			start: moment('2031-03-03T00:00:00-05:00', 'America/New_York'),
			end: moment('2031-03-03T23:59:59-05:00', 'America/New_York'),
		},
		period: {
			eventType: 'ALL_DAY',
			start: moment('2031-03-03T00:00:00+09:00', 'Asia/Tokyo'),
			end: moment('2031-03-05T00:00:00+09:00', 'Asia/Tokyo'),
		},
		startOnly: {
			isStartOnly: true,
			start: moment('2031-03-03T22:00:00-05:00', 'America/New_York'),
		},
	};
	const changesOf: IDataObject = {
		subject: 'Changed',
		eventMenu: 'Meeting',
		notes: 'Changed notes',
		additionalItem: 'changed',
		useAttendanceCheck: false,
		companyInfo: { name: 'Other company', address: 'Other address' },
		visibilityType: 'PUBLIC',
		watchers: { rows: [{ kind: 'codes', codes: 'mori' }] },
		attendees: { rows: [{ kind: 'codes', codes: 'mori' }] },
		attendeesUpdateMode: 'add',
	};
	const eventWay = (kind: string, updateFields: IDataObject) => async () => {
		// Rooms are taken once a day.
		const day = String(6 + (next() % 22)).padStart(2, '0');
		const own = JSON.parse(
			JSON.stringify(eventOf({ ...full, ...kinds[kind] }))
				.replaceAll('2031-03-03', `2031-03-${day}`)
				.replaceAll('2031-03-04', '2031-04-04')
				.replaceAll('2031-03-05', '2031-04-05'),
		) as object;
		const eventId = byId(await idOf('/schedule/events', own));
		const { visibilityType: _visibility, watchers: _watchers, ...harmless } = updateFields;
		return {
			minimal: { eventId, updateFields: { subject: 'Changed' } },
			full: [
				{ eventId, updateFields },
				{ eventId, updateFields: harmless },
			],
		} satisfies Example;
	};
	const newSeries = async () => {
		const event = await idOf('/schedule/events', eventOf({ ...full, ...timed }));
		const repeatInfo = {
			type: 'EVERY_WEEK',
			dayOfWeek: 'MON',
			// A Monday.
			period: { start: '2031-03-03', end: '2031-04-30' },
			time: { start: '10:00', end: '11:00' },
			timeZone: 'Asia/Tokyo',
			...{ isAllDay: false, isStartOnly: false },
			exclusiveDateTimes: [
				{ start: '2031-03-17T00:00:00+09:00', end: '2031-03-17T23:59:59+09:00' },
			],
		};
		await control('groupware', { series: [{ event, repeatInfo }] });
		return { eventId: byId(event), wholeSeries: true };
	};
	const seriesWay = (updateFields: IDataObject) => async () => {
		const series = await newSeries();
		return {
			minimal: { ...series, updateFields: { subject: 'Changed' } },
			full: [{ ...series, updateFields }],
		} satisfies Example;
	};
	const inTime = { start: '2031-05-05 12:00', end: '2031-05-05 13:00', timeZone: 'Asia/Tokyo' };
	const item = 'com.example.full';
	const placeWay = (kind: string, key: string, parent: string, more: IDataObject) => async () => {
		const body = { ...names(kind), [parent]: Number(group) };
		const place = { [key]: byId(await idOf(`/schedule/admin/${kind}`, body)) };
		const updateFields = { notes: 'changed', name: `Renamed ${next()}`, ...more };
		return {
			minimal: { ...place, updateFields: { notes: 'changed' } },
			full: [{ ...place, updateFields }],
		};
	};
	const topicWay = async (isDraft: boolean) => {
		const publicPeriod = { start: '2026-01-01T00:00:00Z', end: '2036-01-01T00:00:00Z' };
		const topic = {
			...{ categoryId: '1', subject: 'Full', body: '<p>Full</p>', isHtmlBody: true, isDraft },
			...{ manuallySender: 'The board', acknowledgement: true, allowComments: false },
			...{ operators: [{ code: 'ito' }], operatorType: 'SELECT_USERS' },
			publicPeriod: { isUnlimited: false, ...publicPeriod },
		};
		const topicId = await idOf('/bulletin/topics', topic, cloud);
		return {
			minimal: { topicId, updateFields: { subject: 'Changed' } },
			full: [{ topicId, updateFields: { publishUntil: '2037-01-01T00:00:00Z' } }],
		};
	};
	return {
		'event.update': [
			eventWay('timed', { ...changesOf, ...inTime }),
			eventWay('zones', { ...changesOf, start: '2031-03-01 10:00' }),
			eventWay('allDay', { ...changesOf, end: '2031-03-30' }),
			eventWay('period', { ...changesOf, end: '2031-04-30' }),
			eventWay('startOnly', { ...changesOf, start: '2031-05-05 12:00' }),
			seriesWay({ ...changesOf, start: '2031-03-03 12:00', end: '2031-03-03 13:30' }),
		],
		'event.delete': [async () => ({ minimal: await newSeries(), full: [] })],
		'event.get': [
			async () => {
				const { eventId } = await newSeries();
				return { minimal: { eventId }, full: [{ eventId, simplify: false }] };
			},
		],
		'facility.update': [
			placeWay('facilities', 'facilityId', 'facilityGroup', { nameLocale: { en: 'Renamed' } }),
		],
		'facilityGroup.update': [
			placeWay('facilityGroups', 'facilityGroupId', 'parentFacilityGroup', {
				nameLocale: { ja: 'Renamed' },
			}),
		],
		'presence.update': [
			async () => {
				const body = { status: { code: 'absence' }, notes: 'Away' };
				await ok(admin.patch(`/presence/users/${user}`, body));
				return {
					minimal: { userId: byId(user), updateFields: { notes: 'Back' } },
					full: [{ userId: byId(user), updateFields: { notes: 'Back', status: 'in' } }],
				};
			},
		],
		'bulletinTopic.update': [async () => await topicWay(false)],
		'bulletinDraft.update': [async () => await topicWay(true)],
		'proxySetting.update': [
			async () => {
				const proxyCode = `full${next()}`;
				const pairs = [
					{ key: 'a', value: '1' },
					{ key: 'b', value: '2' },
				];
				const lists = { headers: pairs, parameters: pairs, body: pairs };
				const url = 'https://example.com/full';
				const made = { proxyCode, method: 'POST', url, status: 'ACTIVE', ...lists };
				await ok(admin.post('/system/api/admin/proxies', made));
				const rows = { rows: [{ key: 'b', value: '3' }] };
				return {
					minimal: { proxyCode, updateFields: { url: `${url}/2` } },
					full: [{ proxyCode, updateFields: { url: `${url}/2`, headers: rows, method: 'PUT' } }],
				};
			},
		],
		'eventCustomItem.update': [
			async () => {
				const id = await idOf('/schedule/events', eventOf({ ...full, ...timed }));
				await ok(admin.post(`/schedule/events/${id}/datastore/${item}`, { value: { a: 1, b: 2 } }));
				return { minimal: { eventId: byId(id), itemName: item, value: '{"a": 5}' }, full: [] };
			},
		],
	};
}

/** Further ways to fill in operations: what they change has more to it than an example needs. */
export async function fullStates(
	service: 'recordPlatform' | 'groupware',
	tenant: Tenant,
	api: Api,
): Promise<Ways> {
	return service === 'groupware' ? await groupwareWays(tenant) : await recordWays(api);
}
