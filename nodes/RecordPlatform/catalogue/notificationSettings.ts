import type { Parameter, Resource } from '../../shared/catalogue';
import type { Shape } from '../../shared/json';
import { ANYONE, entity } from './entities';
import { changeSettings, jsonParameter, language, listed, readSettings } from './settings';

const path = (kind: string) => `/k/v1/app/notifications/${kind}.json`;

const target: Shape = {
	has: { entity: entity(...ANYONE), includeSubs: 'flag' },
	needs: ['entity'],
};

/** facts: `app.notifications.general.update`. */
const general: Shape = {
	list: {
		has: {
			entity: entity(...ANYONE),
			includeSubs: 'flag',
			recordAdded: 'flag',
			recordEdited: 'flag',
			commentAdded: 'flag',
			statusChanged: 'flag',
			fileImported: 'flag',
		},
		needs: ['entity'],
	},
};

/** facts: `app.notifications.perRecord.update`. */
const perRecord: Shape = {
	list: {
		has: { filterCond: 'text', title: 'text', targets: { list: target } },
		needs: ['filterCond', 'targets'],
	},
};

/** facts: `app.notifications.reminder.update`. */
const reminders: Shape = {
	list: {
		has: {
			timing: {
				has: { code: 'text', daysLater: 'number', hoursLater: 'number', time: 'text' },
				needs: ['code', 'daysLater'],
			},
			filterCond: 'text',
			title: 'text',
			targets: { list: target },
		},
		needs: ['timing', 'targets'],
	},
};

const things = ({ notifications }: { notifications?: unknown }) => listed(notifications);

const getGeneral = readSettings({
	id: 'app.notifications.general.get',
	value: 'getGeneral',
	name: 'Get General',
	action: 'Get general notification settings',
	description: 'Read who is notified when records are added, edited, commented on and the like',
	path: path('general'),
	things,
});

const getPerRecord = readSettings({
	id: 'app.notifications.perRecord.get',
	value: 'getPerRecord',
	name: 'Get per Record',
	action: 'Get notification settings per record',
	description: 'Read who is notified when a record comes to meet a condition',
	path: path('perRecord'),
	lang: language,
	things,
});

const getReminders = readSettings({
	id: 'app.notifications.reminder.get',
	value: 'getReminders',
	name: 'Get Reminders',
	action: 'Get reminder settings',
	description: 'Read who is reminded of dates in records',
	path: path('reminder'),
	lang: language,
	things,
});

const updateGeneral = changeSettings({
	id: 'app.notifications.general.update',
	value: 'updateGeneral',
	name: 'Update General',
	action: 'Update general notification settings',
	description:
		'Change in the test environment who is notified when records are added, edited, commented on and the like. The list that is sent replaces the present one.',
	path: path('general'),
	parameters: [
		notifications(
			'[{ "entity": { "type": "USER", "code": "sato" }, "recordAdded": true, "recordEdited": false, "commentAdded": true, "statusChanged": false, "fileImported": false }]',
			general,
			{ optional: true },
		),
	],
	more: [
		{
			displayName: 'Notify Commenters',
			name: 'notifyToCommenter',
			type: 'boolean',
			default: true,
			description: 'Whether those who commented on a record are notified of further comments on it',
			send: { in: 'body', key: 'notifyToCommenter' },
		},
	],
});

const updatePerRecord = changeSettings({
	id: 'app.notifications.perRecord.update',
	value: 'updatePerRecord',
	name: 'Update per Record',
	action: 'Update notification settings per record',
	description:
		'Change in the test environment who is notified when a record comes to meet a condition. The list that is sent replaces the present one.',
	path: path('perRecord'),
	parameters: [
		notifications(
			'[{ "filterCond": "Amount > 1000", "title": "Large order", "targets": [{ "entity": { "type": "USER", "code": "sato" } }] }]',
			perRecord,
		),
	],
});

const updateReminders = changeSettings({
	id: 'app.notifications.reminder.update',
	value: 'updateReminders',
	name: 'Update Reminders',
	action: 'Update reminder settings',
	description:
		'Change in the test environment who is reminded of dates in records. The list that is sent replaces the present one.',
	path: path('reminder'),
	parameters: [
		notifications(
			'[{ "timing": { "code": "Due", "daysLater": -1, "time": "09:00" }, "filterCond": "", "title": "Due tomorrow", "targets": [{ "entity": { "type": "USER", "code": "sato" } }] }]',
			reminders,
			{ optional: true },
		),
	],
	more: [
		{
			displayName: 'Time Zone',
			name: 'timezone',
			type: 'string',
			default: '',
			placeholder: 'e.g. Asia/Tokyo',
			description: 'Time zone that the times of the reminders are meant in',
			send: { in: 'body', key: 'timezone' },
		},
	],
});

function notifications(
	placeholder: string,
	shape: Shape,
	{ optional = false }: { optional?: boolean } = {},
): Parameter {
	return jsonParameter(
		{
			displayName: 'Notifications',
			name: 'notifications',
			placeholder,
			...(!optional && { required: true }),
			description: `All notifications of this kind, in the form in which they are read. They replace those of now; an empty list ([]) removes all.${optional ? ' Empty: they stay as they are.' : ''}`,
		},
		shape,
	);
}

export const notificationSettingsResource: Resource = {
	value: 'notificationSettings',
	name: 'Notification Setting',
	description: 'Who is notified of what happens in an app',
	first: getGeneral.value,
	operations: [
		getGeneral,
		getPerRecord,
		getReminders,
		updateGeneral,
		updatePerRecord,
		updateReminders,
	],
};
