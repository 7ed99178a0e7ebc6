import type { Operation, Parameter, Resource } from '../../shared/catalogue';
import { api } from '../api';
import { shapes } from '../shapes';
import { bodySwitch, bodyText } from './parameters';
import { changeSettings, jsonParameter, language, readSettings } from './settingsOperations';

/** The operations for one kind of notifications. */
function notifications(entry: {
	kind: 'general' | 'perRecord' | 'reminder';
	/** End of the values that are stored in workflows. */
	value: string;
	name: string;
	nouns: string;
	/** Continues "Get who is" and "Set who is". */
	told: string;
	lang?: Parameter;
	placeholder: string;
	/** Options of the update. With one of them, the list can be kept. */
	more?: Parameter[];
}): [Operation, Operation] {
	const { kind, value, name, nouns, told, lang, placeholder, more } = entry;
	return [
		readSettings({
			...api[`app.notifications.${kind}.get`],
			value: `get${value}`,
			name: `Get ${name}`,
			action: `Get ${nouns}`,
			description: `Get who is ${told}`,
			...(lang && { lang }),
			things: 'notifications',
		}),
		changeSettings({
			...api[`app.notifications.${kind}.update`],
			value: `update${value}`,
			name: `Update ${name}`,
			action: `Update ${nouns}`,
			description: `Set who is ${told}, in the test environment. Replaces the current list.`,
			parameters: [
				jsonParameter({
					displayName: 'Notifications',
					name: 'notifications',
					placeholder,
					...(!more && { required: true }),
					description: `All notifications of this kind, in the format of the Get operation. They replace the current ones. An empty list ([]) removes all.${more ? ' Leave empty to keep the current ones.' : ''}`,
					shape: shapes[`app.notifications.${kind}.update.notifications`],
				}),
			],
			...(more && { more }),
		}),
	];
}

const [getGeneral, updateGeneral] = notifications({
	kind: 'general',
	value: 'General',
	name: 'General',
	nouns: 'general notification settings',
	told: 'notified when records are added, edited, or commented on',
	placeholder:
		'[{ "entity": { "type": "USER", "code": "sato" }, "recordAdded": true, "recordEdited": false, "commentAdded": true, "statusChanged": false, "fileImported": false }]',
	more: [
		bodySwitch(
			'Notify Commenters',
			'notifyToCommenter',
			'Whether to notify users who commented on a record about new comments on it',
		),
	],
});

const [getPerRecord, updatePerRecord] = notifications({
	kind: 'perRecord',
	value: 'PerRecord',
	name: 'per Record',
	nouns: 'notification settings per record',
	told: 'notified when a record meets a condition',
	lang: language,
	placeholder:
		'[{ "filterCond": "Amount > 1000", "title": "Large order", "targets": [{ "entity": { "type": "USER", "code": "sato" } }] }]',
});

const [getReminders, updateReminders] = notifications({
	kind: 'reminder',
	value: 'Reminders',
	name: 'Reminders',
	nouns: 'reminder settings',
	told: 'reminded of dates in records',
	lang: language,
	placeholder:
		'[{ "timing": { "code": "Due", "daysLater": -1, "time": "09:00" }, "filterCond": "", "title": "Due tomorrow", "targets": [{ "entity": { "type": "USER", "code": "sato" } }] }]',
	more: [
		{
			...bodyText('Time Zone', 'timezone', 'Time zone of the reminder times'),
			placeholder: 'e.g. Asia/Tokyo',
		},
	],
});

export const notificationSettingsResource: Resource = {
	value: 'notificationSettings',
	name: 'Notification Setting',
	admin: true,
	description: 'Notifications of an app',
	operations: [
		getGeneral,
		getPerRecord,
		getReminders,
		updateGeneral,
		updatePerRecord,
		updateReminders,
	],
};
