import type { Parameter, Resource } from '../../shared/catalogue';
import type { Shape } from '../../shared/json';
import { switchParameter, textParameter } from '../../shared/parameters';
import {
	ANYONE,
	entity,
	changeSettings,
	jsonParameter,
	language,
	listed,
	readSettings,
} from './settingsOperations';

const path = (kind: string) => `/k/v1/app/notifications/${kind}.json`;

const target: Shape = {
	has: { entity: entity(...ANYONE), includeSubs: 'flag' },
	needs: ['entity'],
};

/** Body of `app.notifications.general.update`, see docs/api/record-platform-operations.md. */
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

/** Body of `app.notifications.perRecord.update`, see docs/api/record-platform-operations.md. */
const perRecord: Shape = {
	list: {
		has: { filterCond: 'text', title: 'text', targets: { list: target } },
		needs: ['filterCond', 'targets'],
	},
};

/** Body of `app.notifications.reminder.update`, see docs/api/record-platform-operations.md. */
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
	description: 'Get who is notified when records are added, edited, or commented on',
	path: path('general'),
	answer: ['notifications', 'revision'],
	things,
});

const getPerRecord = readSettings({
	id: 'app.notifications.perRecord.get',
	value: 'getPerRecord',
	name: 'Get per Record',
	action: 'Get notification settings per record',
	description: 'Get who is notified when a record meets a condition',
	path: path('perRecord'),
	answer: ['notifications', 'revision'],
	lang: language,
	things,
});

const getReminders = readSettings({
	id: 'app.notifications.reminder.get',
	value: 'getReminders',
	name: 'Get Reminders',
	action: 'Get reminder settings',
	description: 'Get who is reminded of dates in records',
	path: path('reminder'),
	answer: ['notifications', 'revision'],
	lang: language,
	things,
});

const updateGeneral = changeSettings({
	id: 'app.notifications.general.update',
	value: 'updateGeneral',
	name: 'Update General',
	action: 'Update general notification settings',
	description:
		'Set who is notified when records are added, edited, or commented on, in the test environment. Replaces the current list.',
	path: path('general'),
	parameters: [
		notifications(
			'[{ "entity": { "type": "USER", "code": "sato" }, "recordAdded": true, "recordEdited": false, "commentAdded": true, "statusChanged": false, "fileImported": false }]',
			general,
			{ optional: true },
		),
	],
	more: [
		switchParameter({
			displayName: 'Notify Commenters',
			name: 'notifyToCommenter',
			description: 'Whether to notify users who commented on a record about new comments on it',
			send: { in: 'body', key: 'notifyToCommenter' },
		}),
	],
});

const updatePerRecord = changeSettings({
	id: 'app.notifications.perRecord.update',
	value: 'updatePerRecord',
	name: 'Update per Record',
	action: 'Update notification settings per record',
	description:
		'Set who is notified when a record meets a condition, in the test environment. Replaces the current list.',
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
		'Set who is reminded of dates in records, in the test environment. Replaces the current list.',
	path: path('reminder'),
	parameters: [
		notifications(
			'[{ "timing": { "code": "Due", "daysLater": -1, "time": "09:00" }, "filterCond": "", "title": "Due tomorrow", "targets": [{ "entity": { "type": "USER", "code": "sato" } }] }]',
			reminders,
			{ optional: true },
		),
	],
	more: [
		textParameter({
			displayName: 'Time Zone',
			name: 'timezone',
			placeholder: 'e.g. Asia/Tokyo',
			description: 'Time zone of the reminder times',
			send: { in: 'body', key: 'timezone' },
		}),
	],
});

function notifications(placeholder: string, shape: Shape, { optional = false } = {}): Parameter {
	return jsonParameter(
		{
			displayName: 'Notifications',
			name: 'notifications',
			placeholder,
			...(!optional && { required: true }),
			description: `All notifications of this kind, in the format of the Get operation. They replace the current ones. An empty list ([]) removes all.${optional ? ' Leave empty to keep the current ones.' : ''}`,
		},
		shape,
	);
}

export const notificationSettingsResource: Resource = {
	value: 'notificationSettings',
	name: 'Notification Setting',
	description: 'For app administrators: the notifications and reminders of an app',
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
