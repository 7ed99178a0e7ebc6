import type { Operation, Parameter } from '../../shared/catalogue';
import { choices, offSwitch, switchParameter, textParameter } from '../../shared/parameters';
import { attachmentOptions } from '../catalogue/record/attachments';
import { filter, viewColumns } from '../catalogue/filter';
import { getMany } from '../catalogue/record/read';
import { numbersAsText, options, simplify } from '../catalogue/parameters';
import { listedOptions, returnedFields } from '../catalogue/lists';
import { app } from '../catalogue/locators';

/** What starts the workflow; stored in workflows. */
export type TriggerEvent = 'commented' | 'created' | 'deleted' | 'statusChanged' | 'updated';

const events: Parameter = {
	displayName: 'Trigger On',
	name: 'events',
	required: true,
	...choices<TriggerEvent>('created', {
		created: [
			'Record Created',
			'A record is added to the app. With conditions, a record that meets them only after a change can count as updated. To find these records, too, also select Record Updated.',
		],
		deleted: [
			'Record Deleted',
			'A record is deleted, whether or not it met the conditions. Requires Use Webhook, or Find Deleted Records under Options.',
		],
		commented: ['Record Has New Comment', 'A comment is added to a record. Requires Use Webhook.'],
		updated: ['Record Updated', 'A record is changed in any way, including its status'],
		statusChanged: ['Status Changed', 'The process management status of a record has changed'],
	}),
	type: 'multiOptions',
	default: ['created', 'updated'],
	description: 'What starts the workflow',
};

const useWebhook = offSwitch({
	displayName: 'Use Webhook',
	name: 'useWebhook',
	description:
		'Whether a webhook of the app also starts the workflow, within seconds. To test in the editor, turn this off: while it is on, a test waits until the Test URL is called, and then returns the newest record.',
});

// The vendor's template for plugins leads to this address after saving.
const webhookNote: Parameter = {
	displayName:
		'Copy the Production URL from <b>Webhook URLs</b> at the top. Open the settings of the app: click the arrow next to <b>App</b> and then the gear icon, or open <code>/k/admin/app/flow?app=12#section=settings</code> on the service, with the ID of the app. Under <b>App Settings</b> > <b>Webhooks</b>, add a webhook with this URL. Select the same events, for Record Updated also status changes, and click <b>Update App</b>. The service sends no webhooks for changes in bulk, and at most 60 per minute. The next poll finds the other changes, but no comments, and deleted records only with Find Deleted Records.',
	name: 'webhookNote',
	type: 'notice',
	default: '',
	displayOptions: { show: { useWebhook: [true] } },
};

const start: Parameter[] = [
	{
		displayName: 'Start From',
		name: 'startFrom',
		...choices('now', {
			all: [
				'All Records',
				'Start with all existing records, oldest change first. They count as created, so also select Record Created.',
			],
			date: ['Date', 'Start with the changes since a date'],
			now: ['Now', 'Only changes after the workflow is first published'],
		}),
		description:
			'Which changes start the workflow when it is first published. After that, the node continues where it stopped, even if the workflow was unpublished.',
	},
	{
		displayName: 'Start Date',
		name: 'startDate',
		type: 'dateTime',
		default: '',
		required: true,
		displayOptions: { show: { startFrom: ['date'] } },
		description:
			'Changes since this date and time start the workflow. Until then, nothing starts it.',
	},
];

const own: Parameter[] = [
	textParameter({
		displayName: 'Changed From',
		name: 'changedFrom',
		holds: 'codes',
		role: 'selects',
		placeholder: 'e.g. Open, In progress',
		description:
			'Values that limit Record Updated and Status Changed: the status, or a watched field, must have had one of them before. Separate them by commas. For people, enter login names, and for groups and departments codes. A value that is not known counts as one of them.',
	}),
	textParameter({
		displayName: 'Changed To',
		name: 'changedTo',
		holds: 'codes',
		role: 'selects',
		placeholder: 'e.g. Done',
		description:
			'Values that limit Record Updated and Status Changed: the status, or a watched field, must have changed to one of them. Separate them by commas. With Changed From, the same field must meet both.',
	}),
	switchParameter({
		displayName: 'Find Deleted Records',
		name: 'findDeleted',
		displayOptions: { show: { '/events': ['deleted'] } },
		description:
			'Whether to find deleted records without a webhook, by comparing the record IDs at each poll. For apps with up to 20,000 records: with more, polls fail with an error, and nothing starts the workflow until you turn this off. Records that the credential can no longer view are not deleted ones. Who deleted a record, and whether it met the conditions, is not known.',
	}),
	switchParameter({
		displayName: 'Ignore Own Changes',
		name: 'ignoreOwn',
		description:
			"Whether to ignore records that were last changed by the user of the credential, and comments and deletions by this user, so that the workflow doesn't start itself. Records that this user has added never count as created. With an API token, the changes of all API tokens are ignored, because the service calls each of them Administrator. Records found by Find Deleted Records are not ignored.",
	}),
	textParameter({
		displayName: 'Ignore Users',
		name: 'ignoreUsers',
		holds: 'codes',
		placeholder: 'e.g. import-bot, admin',
		description:
			'Login names, separated by commas. Records that one of these users changed last are ignored, and so are comments that one of them wrote. Records that one of them added never count as created.',
	}),
	switchParameter({
		displayName: 'Old Values',
		name: 'oldValues',
		description:
			'Whether to return the old and new values of watched fields that have changed as $changes, for example {"Amount": {"from": 5, "to": 8}}. With Status Changed, the status is included. An old value that is not known is left out. Values of up to 500 characters are remembered, of the records that were changed last up to 1,000,000 characters in all.',
	}),
	{
		displayName: 'Output',
		name: 'outputAs',
		...choices('items', {
			items: 'One Item per Record',
			list: [
				'One List per Poll',
				'One item with the list of records. Attachments are not downloaded.',
			],
		}),
		description: 'Whether to return each record as an item, or all records of a poll as one list',
	},
	{
		displayName: 'Records per Poll',
		name: 'perPoll',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 10_000 },
		default: 1000,
		description:
			'Maximum number of records to return per poll. If more have changed, the next polls return the others.',
	},
	listedOptions({
		displayName: 'Watched Field Names or IDs',
		name: 'watchedFields',
		list: 'getReadableFields',
		description:
			'Fields that limit Record Updated: a changed record starts the workflow only if one of them has changed. Other events are not limited. The values of the 10,000 records that were changed last are remembered; other records start the workflow with their next change.',
	}),
];

const NOT_BY_TIME =
	'A record starts the workflow when it is changed, not when time makes it meet a condition such as "due today".';

const watchNote: Parameter = {
	displayName:
		'<b>Old Values</b> needs fields to compare. Add the option <b>Watched Field Names or IDs</b>, or select <b>Status Changed</b> under <b>Trigger On</b>.',
	name: 'watchNote',
	type: 'notice',
	default: '',
	displayOptions: {
		show: { '/options.oldValues': [true] },
		hide: { '/options.watchedFields': [{ _cnd: { exists: true } }], events: ['statusChanged'] },
	},
};

/** What differs in the controls of the filter. */
const filterTexts: Record<string, Partial<Parameter>> = {
	conditions: {
		description: `Conditions that the records must meet. ${NOT_BY_TIME} Leave empty to select all records.`,
	},
	query: {
		placeholder: 'e.g. Status in ("Open") and Amount > 1000',
		description: `Condition in the query language of the service, without order by, limit, or offset. ${NOT_BY_TIME} Leave empty to select all records.`,
	},
};

/** The controls of the trigger, and the request that it repeats. */
export const watchRecords: Operation = {
	...getMany,
	value: 'watch',
	name: 'Watch',
	action: 'Watch records',
	description: 'Get the records of an app that have changed',
	parameters: [
		app('query'),
		events,
		useWebhook,
		webhookNote,
		...filter.map((parameter) => ({ ...parameter, ...filterTexts[parameter.name] })),
		...start,
		simplify,
		watchNote,
		options(returnedFields, numbersAsText, viewColumns, ...attachmentOptions, ...own),
	],
};
