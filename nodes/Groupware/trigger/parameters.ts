import type { INodePropertyOptions } from 'n8n-workflow';

import type { Parameter } from '../../shared/catalogue';
import { choices, choicesParameter, switchParameter, textParameter } from '../../shared/parameters';
import { fields, simplify } from '../catalogue/event/content';
import { picker } from '../catalogue/locators';
import { forKind, namingList, user, userList } from '../catalogue/people';
import { statuses } from '../catalogue/workflow';
import { outputTimeZone } from '../catalogue/zone';
import { EXTERNAL } from './notifications';

/** Shows a parameter for some choices of "Trigger On". */
function on(...kinds: string[]): Pick<Parameter, 'displayOptions'> {
	return { displayOptions: { show: { triggerOn: kinds } } };
}

const triggerOn: Parameter = {
	displayName: 'Trigger On',
	name: 'triggerOn',
	type: 'options',
	noDataExpression: true,
	default: 'event',
	options: [
		{
			name: 'Calendar Event',
			value: 'event',
			description: 'An event of a calendar is new, changed, canceled, or starts soon',
		},
		{
			name: 'Message Sent',
			value: 'message',
			description: 'A user has sent a message (administrators only)',
		},
		{
			name: 'Notification Received',
			value: 'notification',
			description:
				'You have a new notification, e.g. about a message, a workflow request, or a bulletin',
		},
		{
			name: 'Organization Changed',
			value: 'organization',
			description:
				'An organization is added, changed, or removed. For services with up to 20,000 organizations.',
		},
		{
			name: 'Presence Changed',
			value: 'presence',
			description:
				'The presence of a user has changed. What the workflow itself writes counts, too.',
		},
		{
			name: 'User Changed',
			value: 'user',
			description:
				'A user is added, gets another display name or login name, or is removed. For services with up to 20,000 users.',
		},
		{
			name: 'Workflow Request',
			value: 'workflowRequest',
			description:
				'A workflow request is submitted, or its status has changed (workflow administrators only)',
		},
	],
	description: 'What to watch',
};

const NEW = 'created';

/** What starts the workflow, of one choice of "Trigger On". */
function events(
	name: string,
	chosen: string[],
	options: INodePropertyOptions[],
	kind: string,
	advice = '',
): Parameter {
	return {
		displayName: 'Events',
		name,
		type: 'multiOptions',
		required: true,
		default: [...chosen],
		options,
		description: `What starts the workflow${advice}`,
		...on(kind),
	};
}

const event: Parameter[] = [
	events(
		'events',
		[NEW, 'changed'],
		[
			{
				name: 'Event Added',
				value: NEW,
				description:
					'An event is added to a calendar. A repeating event starts the workflow once. An event that is moved into the period of Days Ahead also counts as new.',
			},
			{
				name: 'Event Changed',
				value: 'changed',
				description: 'An event is changed, or saved again',
			},
			{
				name: 'Event Canceled',
				value: 'canceled',
				description:
					'An event, or an occurrence of a repeating event, is no longer in the calendars. A poll finds up to 100 canceled events; the next polls find the others.',
			},
			{
				name: 'Event Starting Soon',
				value: 'startingSoon',
				description: 'An event is about to start. Each occurrence starts the workflow once.',
			},
		],
		'event',
		'. If the workflow itself adds or changes events in these calendars, turn on Ignore Own Changes under Options. With OAuth2, use Ignore Users instead.',
	),
	{
		displayName: 'Minutes Before Start',
		name: 'minutesBefore',
		type: 'number',
		typeOptions: { minValue: 0, maxValue: 10_080 },
		default: 15,
		description: 'Start the workflow this many minutes before the event. Poll at least this often.',
		displayOptions: { show: { triggerOn: ['event'], events: ['startingSoon'] } },
	},
	{
		displayName: 'Calendar Owner',
		name: 'calendar',
		...choices('me', { me: 'Me', selected: 'Users, Organizations, or Facilities' }),
		description: 'Whose events to watch. Me is the user of the credential.',
		...on('event'),
	},
	namingList({
		displayName: 'Calendars',
		name: 'calendars',
		row: 'Calendar',
		kinds: { user: 'User', organization: 'Organization', facility: 'Facility' },
		usual: 'user',
		values: [
			user,
			picker('organization', forKind('organization')),
			picker('facility', forKind('facility')),
		],
		description:
			'Users, organizations, and facilities whose events to watch. Each takes one request per poll.',
		displayOptions: { show: { triggerOn: ['event'], calendar: ['selected'] } },
	}),
	{
		displayName: 'Days Ahead',
		name: 'daysAhead',
		type: 'number',
		typeOptions: { minValue: 0, maxValue: 366 },
		default: 30,
		description:
			"Watch events that start within this number of days, e.g. 1 for the next 24 hours. Events that are added further ahead start the workflow when they come into this period. Events from before the workflow was first published don't. If the period contains more than 10,000 events, polls fail with an error.",
		displayOptions: { show: { triggerOn: ['event'], events: [NEW, 'changed', 'canceled'] } },
	},
];

const eventOptions: Parameter = {
	...fields('Options', 'options', [
		{
			displayName: 'Days Back',
			name: 'daysBack',
			type: 'number',
			typeOptions: { minValue: 0, maxValue: 366 },
			default: 1,
			description: 'Also watch events that started up to this number of days ago',
		},
		switchParameter({
			displayName: 'Ignore Own Changes',
			name: 'ignoreOwn',
			description:
				"Whether to ignore events that were last changed by the user of the credential, so that the workflow doesn't start itself. A new event is ignored only if this user has also added it. Deleted events are not ignored, because the service doesn't tell who deleted them. With OAuth2, use Ignore Users instead.",
		}),
		textParameter({
			displayName: 'Ignore Users',
			name: 'ignoreUsers',
			holds: 'codes',
			placeholder: 'e.g. import-bot, admin',
			description:
				'Login names, separated by commas. Events that one of these users changed last are ignored. New events are ignored if one of them has also added them.',
		}),
		{
			displayName: 'Maximum Delay (Minutes)',
			name: 'minutesLate',
			type: 'number',
			typeOptions: { minValue: 0, maxValue: 1440 },
			default: 30,
			description:
				'Up to this many minutes after the start of an event, Event Starting Soon still starts the workflow, for example after n8n was down',
		},
		outputTimeZone,
		switchParameter({
			displayName: 'Show Private Events',
			name: 'showPrivate',
			description:
				"Whether to also watch private events. If you can't view an event, the output contains only its time.",
		}),
	]),
	...on('event'),
};

const notification: Parameter = choicesParameter({
	displayName: 'Notification Types',
	name: 'kinds',
	open: true,
	options: [
		{ name: 'Bulletin Board', value: 'grn.bulletin' },
		{ name: 'Cabinet', value: 'grn.cabinet' },
		{ name: 'Email', value: 'grn.mail' },
		{ name: 'Event', value: 'grn.schedule' },
		{ name: 'External Application', value: EXTERNAL },
		{ name: 'Facility Reservation Approval', value: 'grn.schedule.facility_approval' },
		{ name: 'Message', value: 'grn.message' },
		{ name: 'Phone Message', value: 'grn.phonemessage' },
		{ name: 'Report', value: 'grn.report' },
		{ name: 'Space', value: 'grn.space' },
		{ name: 'Space Discussion', value: 'grn.space.discussion' },
		{ name: 'Space To-Do', value: 'grn.space.todo' },
		{ name: 'Workflow Request', value: 'grn.workflow' },
	],
	description:
		'Types of notifications that start the workflow. Leave empty for all. Notifications that you read before the next poll are not found. The newest 10,000 are remembered; older ones never count as new.',
	...on('notification'),
});

const request: Parameter[] = [
	events(
		'requestEvents',
		[NEW],
		[
			{ name: 'Request Submitted', value: NEW, description: 'A request is submitted' },
			{
				name: 'Status Changed',
				value: 'statusChanged',
				description:
					'The status of a request has changed since the last poll. The newest 1,000 requests are watched.',
			},
		],
		'workflowRequest',
	),
	choicesParameter({
		displayName: 'Status',
		name: 'statuses',
		open: true,
		options: statuses,
		description: 'New status that starts the workflow. Leave empty for all.',
		displayOptions: { show: { triggerOn: ['workflowRequest'], requestEvents: ['statusChanged'] } },
	}),
];

const requestOptions: Parameter = {
	...fields('Options', 'options', [
		textParameter({
			displayName: 'Form ID',
			name: 'form',
			holds: 'id',
			placeholder: 'e.g. 12',
			description: 'Watch only requests that use this form',
		}),
	]),
	...on('workflowRequest'),
};

const presence = userList({
	displayName: 'Users',
	name: 'users',
	row: 'User',
	description: 'Users whose presence to watch, up to 100. Each takes one request per poll.',
	...on('presence'),
});

const directory = (kind: string, noun: string): Parameter =>
	events(
		'directoryEvents',
		[NEW, 'changed', 'deleted'],
		[
			{ name: `${noun} Added`, value: NEW },
			{
				name: `${noun} Changed`,
				value: 'changed',
				description:
					kind === 'user'
						? 'The display name or login name has changed'
						: 'The name, the code, or the parent organization has changed',
			},
			{
				name: `${noun} Removed`,
				value: 'deleted',
				description:
					kind === 'user'
						? 'A user is deleted or can no longer use the service'
						: 'An organization is deleted',
			},
		],
		kind,
	);

/** The controls of the trigger. */
export const parameters: Parameter[] = [
	triggerOn,
	...event,
	notification,
	...request,
	presence,
	directory('user', 'User'),
	directory('organization', 'Organization'),
	{ ...simplify, ...on('event', 'workflowRequest') },
	eventOptions,
	requestOptions,
];
