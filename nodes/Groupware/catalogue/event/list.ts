import type { INodePropertyOptions } from 'n8n-workflow';

import type {
	RequestSpec,
	ItemContext,
	Operation,
	Parameter,
	PageSequence,
} from '../../../shared/catalogue';
import { InputError } from '../../../shared/errors';
import {
	choices,
	choicesParameter,
	listAt,
	switchParameter,
	textAt,
	textParameter,
} from '../../../shared/parameters';
import { allRows } from '../../../shared/run/paginate';
import { api } from '../../api';
import { rfc3339 } from '../../time/zone';
import { idFound, usersById } from '../../values/directory';
import { eventRow } from '../../values/event';
import { PAGE, pages } from '../../values/pages';
import {
	askedFrom,
	askedFromDay,
	mergedEvents,
	startsIn,
	unseen,
	withNeededFields,
} from '../../values/eventList';
import { usersIn } from '../../values/references';
import { picker } from '../locators';
import { paged, verbs } from '../operations';
import { ownLimits, period, periodLimits } from '../period';
import { rights } from '../requirements';
import { userList } from '../people';
import { joined } from '../text';
import { frameOf, hintOtherZone, outputTimeZone, workflowTimeZone } from '../zone';
import { fields, simplify } from './content';

const SEVERAL = 'users';

const SMALLEST_PAGE = 100;

/** The owner of a calendar. */
const owner = (kind: 'facility' | 'organization' | 'user', description: string): Parameter =>
	picker(kind, {
		withCode: true,
		required: true,
		description,
		displayOptions: { show: { calendar: [kind] } },
		send: {
			in: 'query',
			key: 'target',
			as: async (value, item) => await idFound(kind, value, item),
		},
	});

const DATES = 'e.g. today, +7 days, 2026-01-05 or 2026-01-05 10:00';

const times: Parameter[] = [
	{
		...period('anywhere', 'When the events start'),
		send: { in: 'query', key: '', as: (_value, item) => range(item) },
	},
	{
		displayName: 'From',
		name: 'from',
		type: 'string',
		default: 'today',
		placeholder: DATES,
		displayOptions: ownLimits,
		description: 'Return events that start at this time or later, e.g. "today"',
	},
	{
		displayName: 'To',
		name: 'to',
		type: 'string',
		default: '+7 days',
		placeholder: DATES,
		displayOptions: ownLimits,
		description: 'Return events that start before this time, or on this day',
	},
];

const returnable: INodePropertyOptions[] = [
	['Additional Items', 'additionalItems'],
	['Attachments', 'attachments'],
	['Attendees', 'attendees'],
	['Check Attendance', 'useAttendanceCheck'],
	['Company Information', 'companyInfo'],
	['Created At', 'createdAt'],
	['Creator', 'creator'],
	['End', 'end'],
	['Event Type', 'eventType'],
	['Facilities', 'facilities'],
	['Facility Reservation', 'facilityReservationInfo'],
	['Facility Usage Purpose', 'facilityUsingPurpose'],
	['Facility Usage Requests', 'facilityUsageRequests'],
	['ID', 'id'],
	['Is All Day', 'isAllDay'],
	['Is Start Only', 'isStartOnly'],
	['Menu', 'eventMenu'],
	['Notes', 'notes'],
	['Original End Time Zone', 'originalEndTimeZone'],
	['Original Start Time Zone', 'originalStartTimeZone'],
	['Repeat ID', 'repeatId'],
	['Repetition', 'repeatInfo'],
	['Start', 'start'],
	['Tentative Dates', 'temporaryEventCandidates'],
	['Title', 'subject'],
	['Updated At', 'updatedAt'],
	['Updater', 'updater'],
	['Visibility', 'visibilityType'],
	['Watchers', 'watchers'],
].map(([name = '', value = '']) => ({ name, value }));

const options: Parameter[] = [
	choicesParameter({
		displayName: 'Exclude From Search',
		name: 'excludeFromSearch',
		options: [
			{ name: 'Comments', value: 'comments' },
			{ name: 'Company Information', value: 'company' },
			{ name: 'Notes', value: 'notes' },
			{ name: 'Title', value: 'subject' },
		],
		description: 'Fields to exclude from the keyword search',
		send: { in: 'query', key: 'excludeFromSearch', as: excluded },
	}),
	choicesParameter({
		displayName: 'Fields',
		name: 'fields',
		options: returnable,
		description: 'Fields to return. Leave empty to return all fields.',
		send: { in: 'query', key: 'fields', as: joined },
	}),
	textParameter({
		displayName: 'Keyword',
		name: 'keyword',
		description: 'Text in the title, company information, notes, or comments',
		send: { in: 'query', key: 'keyword' },
	}),
	switchParameter({
		displayName: 'Show Private Events',
		name: 'showPrivate',
		description: 'Whether to also return private events of others, which have the ID 0',
		send: { in: 'query', key: 'showPrivate' },
	}),
	outputTimeZone,
];

export const getMany: Operation = {
	...verbs.getAll,
	...api['schedule.event.list'],
	action: 'Get many events',
	pattern: "calendar: 'user', user: {__rl: true, mode: 'code', value: 'sato'}, period: 'thisWeek'",
	description:
		'Get the events of a calendar. Each occurrence of a repeating event is a separate item.',
	rights: rights.view,
	parameters: [
		{
			displayName: 'Calendar Owner',
			name: 'calendar',
			type: 'options',
			default: 'me',
			options: [
				{ name: 'Facility', value: 'facility' },
				{ name: 'Me', value: 'me' },
				{ name: 'Organization', value: 'organization' },
				{ name: 'Several Users', value: SEVERAL },
				{ name: 'User', value: 'user' },
			],
			description: 'Whose events to return. Me is the user of the credential.',
			send: {
				in: 'query',
				key: 'targetType',
				as: (value) => (value === 'me' ? undefined : value === SEVERAL ? 'user' : value),
			},
		},
		owner('user', 'User whose events to return'),
		userList({
			displayName: 'Users',
			name: 'users',
			row: 'User',
			description: 'Users whose events to return',
			displayOptions: { show: { calendar: [SEVERAL] } },
			send: { in: 'query', key: '', as: someone },
		}),
		owner('organization', 'Organization whose events to return'),
		owner('facility', 'Facility whose events to return'),
		...times,
		workflowTimeZone,
		{
			displayName: 'Sort',
			name: 'sort',
			...choices('start asc', {
				'createdAt desc': 'Created, Newest First',
				'createdAt asc': 'Created, Oldest First',
				'start asc': 'Start, Earliest First',
				'start desc': 'Start, Latest First',
				'updatedAt desc': 'Updated, Newest First',
				'updatedAt asc': 'Updated, Oldest First',
			}),
			description: 'Order of the events',
			send: { in: 'query', key: 'orderBy' },
		},
		...paged,
		simplify,
		fields('Options', 'options', options),
	],
	run: {
		kind: 'paginate',
		pages: async (spec, wanted, item) => {
			if (item.read('calendar') !== SEVERAL) return eventsOf(spec, item);
			const users = (await usersById(item, 'users', 'Users')) ?? [];
			return {
				wanted,
				read: async (take) => {
					const lists = users.map(async ({ id }) => {
						const ofCalendar = { ...spec, query: { ...spec.query, target: id } };
						return await allRows(eventsOf(ofCalendar, item), wanted, item);
					});
					take(mergedEvents(await Promise.all(lists), String(item.read('sort'))));
				},
			};
		},
		result: (item) => {
			const chosen = listAt(item, 'options.fields');
			const { zone, countsDays } = limitsOf(item);
			return (event) => {
				if (countsDays) hintOtherZone(item, zone, event);
				return eventRow(event, item, chosen);
			};
		},
		emptyHint:
			"No events of the calendar start in this period, or you don't have permission to see them",
	},
};

/** Rows of a day before are left out: pages for a few events could all be full of them. */
function inLargePages(spec: RequestSpec): RequestSpec {
	const limit = Math.max(Number(spec.query?.limit ?? PAGE), SMALLEST_PAGE);
	return { ...spec, query: { ...spec.query, limit } };
}

/** The events of one calendar, page by page. */
function eventsOf(spec: RequestSpec, item: ItemContext): PageSequence {
	const isNew = unseen();
	const limits = limitsOf(item);
	const isMeant = startsIn(limits, limits.zone);
	const list = pages(inLargePages(withNeededFields(spec)), 'events', item);
	return { ...list, rows: (body) => list.rows(body)?.filter(isMeant).filter(isNew) };
}

/** Refuses a list of users without anyone in it. */
function someone(_value: unknown, item: ItemContext): undefined {
	if (usersIn(item, 'users', 'Users').length > 0) return undefined;
	throw new InputError('No user is selected', 'Add at least one user');
}

/** The limits of the time that was chosen, as they are asked for. Throws `InputError` when they are in the wrong order. */
function range(item: ItemContext): { rangeStart?: string; rangeEnd?: string } {
	const { zone, ...limits } = limitsOf(item);
	const { from: first, to: last, countsDays } = limits;
	const asked = (at: number) => (countsDays ? askedFromDay(at, zone) : askedFrom(at));
	return {
		...(first !== undefined && { rangeStart: rfc3339(asked(first), zone) }),
		...(last !== undefined && { rangeEnd: rfc3339(last, zone) }),
	};
}

/** The limits of the time that was chosen, their zone, and whether it decides which instants they are. */
function limitsOf(item: ItemContext) {
	const frame = frameOf(item);
	let countsDays = false;
	const limits = periodLimits(item, frame, () => (countsDays = true));
	return { ...limits, zone: frame.zone, countsDays };
}

function excluded(value: unknown, item: ItemContext): string | undefined {
	const parts = joined(value);
	if (parts === undefined || textAt(item, 'options.keyword') !== '') return parts;
	throw new InputError(
		'"Exclude From Search" is set, but "Keyword" is empty',
		'Set "Keyword", or remove "Exclude From Search"',
	);
}
