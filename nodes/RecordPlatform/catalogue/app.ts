import type { Operation, Resource } from '../../shared/catalogue';
import { offSwitch, textParameter } from '../../shared/parameters';
import { api } from '../api';
import { APPS_PER_PAGE, listRun } from './pages';
import {
	bodySwitch,
	bodyText,
	changedSettings,
	filters,
	limit,
	options,
	returnAll,
} from './parameters';
import { idsFilter } from './lists';
import { app } from './locators';
import { rights } from './requirements';
import { answerRun, rowRun } from './runs';
import { appOf, changeSettings, readSettings } from './settingsOperations';

const get: Operation = {
	...api['app.get'],
	admin: false,
	value: 'get',
	name: 'Get',
	action: 'Get app',
	description: 'Get the name, description, space, creator, and modifier of an app',
	parameters: [app('query', 'id'), options()],
	run: answerRun,
};

const getMany: Operation = {
	...api['apps.get'],
	admin: false,
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many apps',
	description: "Get the apps that the signed-in user can view. API tokens can't list apps.",
	parameters: [
		returnAll,
		limit,
		filters(
			textParameter({
				displayName: 'App Codes',
				name: 'codes',
				holds: 'codes',
				role: 'selects',
				description: 'App codes, separated by commas. The spelling must be exact.',
				send: { in: 'query', key: 'codes' },
			}),
			idsFilter('App IDs', 'ids', 'App IDs'),
			textParameter({
				displayName: 'Name',
				name: 'name',
				description: 'Part of the name of the app, not case-sensitive',
				send: { in: 'query', key: 'name' },
			}),
			idsFilter('Space IDs', 'spaceIds', 'IDs of the spaces that the apps are in'),
		),
		options(),
	],
	run: listRun(
		'apps',
		APPS_PER_PAGE,
		'No apps match the filters, or the signed-in user has no permission to view them.',
	),
};

const getStatistics: Operation = {
	...api['apps.statistics'],
	value: 'getStatistics',
	name: 'Get Statistics',
	action: 'Get statistics of apps',
	description:
		'Get usage statistics of the apps that the signed-in user manages, one item per app. Requires the Wide Course of the service.',
	rights: 'permission to manage the apps (other apps are not listed)',
	parameters: [returnAll, limit],
	run: listRun('apps', APPS_PER_PAGE, "The signed-in user doesn't manage any apps."),
};

const getAdminNotes = readSettings({
	...api['app.adminNotes.get'],
	value: 'getAdminNotes',
	name: 'Get Admin Notes',
	action: 'Get admin notes of app',
	description: 'Get the notes for the administrators of an app',
	rights: rights.manage,
});

const updateAdminNotes = changeSettings({
	...api['app.adminNotes.update'],
	value: 'updateAdminNotes',
	name: 'Update Admin Notes',
	action: 'Update admin notes of app',
	description: 'Update the notes for the administrators of an app in its test environment',
	parameters: [
		changedSettings(
			bodySwitch(
				'Include in Templates and Duplicates',
				'includeInTemplateAndDuplicates',
				'Whether to include the notes in app templates and duplicates of the app',
			),
			textParameter({
				displayName: 'Notes',
				name: 'content',
				typeOptions: { rows: 5 },
				description: 'New notes, up to 10,000 characters. Leave empty to delete the notes.',
				send: { in: 'body', key: 'content', keepEmpty: true },
			}),
		),
	],
});

const create: Operation = {
	...api['app.create'],
	value: 'create',
	name: 'Create',
	action: 'Create app',
	description:
		'Create an empty app in the test environment. To use the app, add fields and deploy it.',
	rights: 'permission to create apps, in general or in the space',
	parameters: [
		{ ...bodyText('Name', 'name', 'Name of the app, up to 64 characters'), required: true },
		options(
			textParameter({
				displayName: 'Space ID',
				name: 'space',
				holds: 'id',
				placeholder: 'e.g. 3',
				description: 'ID of the space. Leave empty to create the app outside of spaces.',
				send: { in: 'body', key: 'space' },
			}),
			textParameter({
				displayName: 'Thread ID',
				name: 'thread',
				holds: 'id',
				description: 'ID of the thread in which to create the app',
				send: { in: 'body', key: 'thread' },
			}),
		),
	],
	run: { ...answerRun, concurrencyKey: 'new' },
};

const move: Operation = {
	...api['app.move'],
	value: 'move',
	name: 'Move to Space',
	action: 'Move app to space',
	description: 'Move an app to a space or out of its space. This changes the live app immediately.',
	parameters: [
		app('body'),
		offSwitch({
			displayName: 'Take Out of Space',
			name: 'outOfSpace',
			description: 'Whether to remove the app from its space without moving it to another one',
		}),
		textParameter({
			displayName: 'Space ID',
			name: 'space',
			holds: 'id',
			required: true,
			placeholder: 'e.g. 3',
			description: 'Space to move the app to',
			displayOptions: { show: { outOfSpace: [false] } },
			send: { in: 'body', key: 'space' },
		}),
	],
	run: rowRun((item) => {
		const space = item.read('space');
		return { app: appOf(item), space: space === undefined ? null : String(space) };
	}),
};

export const appResource: Resource = {
	value: 'app',
	name: 'App',
	admin: true,
	description: 'Apps of the service',
	operations: [getMany, get, create, getStatistics, getAdminNotes, updateAdminNotes, move],
};
