import type { Parameter, Resource } from '../../shared/catalogue';
import type { Shape } from '../../shared/json';
import {
	ANYONE,
	entity,
	changeSettings,
	jsonParameter,
	language,
	listed,
	readSettings,
} from './settingsOperations';
import { rights } from './requirements';

/** Body of `app.acl.update`, see docs/api/record-platform-operations.md. */
const appRights: Shape = {
	list: {
		has: {
			entity: entity('USER', 'ORGANIZATION', 'GROUP', 'CREATOR'),
			includeSubs: 'flag',
			appEditable: 'flag',
			recordViewable: 'flag',
			recordAddable: 'flag',
			recordEditable: 'flag',
			recordDeletable: 'flag',
			recordImportable: 'flag',
			recordExportable: 'flag',
		},
		needs: ['entity'],
	},
};

/** Body of `record.acl.update`, see docs/api/record-platform-operations.md. */
const recordRights: Shape = {
	list: {
		has: {
			filterCond: 'text',
			entities: {
				list: {
					has: {
						entity: entity(...ANYONE),
						viewable: 'flag',
						editable: 'flag',
						deletable: 'flag',
						includeSubs: 'flag',
					},
					needs: ['entity'],
				},
			},
		},
		needs: ['entities'],
	},
};

/** Body of `field.acl.update`, see docs/api/record-platform-operations.md. */
const fieldRights: Shape = {
	list: {
		has: {
			code: 'text',
			entities: {
				list: {
					has: {
						entity: entity(...ANYONE),
						accessibility: { oneOf: ['READ', 'WRITE', 'NONE'] },
						includeSubs: 'flag',
					},
					needs: ['entity', 'accessibility'],
				},
			},
		},
		needs: ['code', 'entities'],
	},
};

const writtenEnvironment: Parameter = {
	displayName: 'Environment',
	name: 'environment',
	type: 'options',
	default: 'preview',
	options: [
		{ name: 'Live App', value: 'production' },
		{ name: 'Test Environment', value: 'preview' },
	],
	description:
		'Whether to change the test environment or the live app. Changes in the test environment take effect when the app is deployed. Changing the live app also deploys all other changes in its test environment.',
};

const deploysAll: Parameter = {
	displayName:
		'Updating permissions in the live app also deploys all other changes in its test environment',
	name: 'deploysAllNotice',
	type: 'notice',
	default: '',
	displayOptions: { show: { environment: ['production'] } },
};

const things = ({ rights: found }: { rights?: unknown }) => listed(found);

const getApp = readSettings({
	id: 'app.acl.get',
	value: 'getApp',
	name: 'Get for App',
	action: 'Get permissions for app',
	description: 'Get who may view, add, edit, and delete records and manage the app',
	path: '/k/v1/app/acl.json',
	answer: ['rights', 'revision'],
	rights: rights.manage,
	things,
});

const getFields = readSettings({
	id: 'field.acl.get',
	value: 'getField',
	name: 'Get for Fields',
	action: 'Get permissions for fields',
	description: 'Get who may view and edit individual fields',
	path: '/k/v1/field/acl.json',
	answer: ['rights', 'revision'],
	rights: rights.manage,
	things,
});

const getRecords = readSettings({
	id: 'record.acl.get',
	value: 'getRecord',
	name: 'Get for Records',
	action: 'Get permissions for records',
	description: 'Get who may view, edit, and delete which records',
	path: '/k/v1/record/acl.json',
	answer: ['rights', 'revision'],
	rights: rights.manage,
	lang: language,
	things,
});

const ORDER =
	'Permissions in order of priority. They replace the current permissions. If you leave out the group everyone, it has no permissions.';

function update(
	entry: Pick<Parameters<typeof changeSettings>[0], 'id' | 'value' | 'name' | 'action' | 'path'> & {
		description: string;
		placeholder: string;
		shape: Shape;
	},
) {
	const { placeholder, shape, ...named } = entry;
	return changeSettings({
		...named,
		environment: 'both',
		parameters: [
			writtenEnvironment,
			deploysAll,
			jsonParameter(
				{
					displayName: 'Permissions',
					name: 'rights',
					required: true,
					placeholder,
					description: ORDER,
				},
				shape,
			),
		],
	});
}

const updateApp = update({
	id: 'app.acl.update',
	value: 'updateApp',
	name: 'Update for App',
	action: 'Update permissions for app',
	description:
		'Set who may view, add, edit, and delete records and manage the app. Replaces all current permissions.',
	path: '/k/v1/app/acl.json',
	placeholder:
		'[{ "entity": { "type": "CREATOR" }, "appEditable": true, "recordViewable": true, "recordAddable": true, "recordEditable": true, "recordDeletable": true, "recordImportable": true, "recordExportable": true }, { "entity": { "type": "GROUP", "code": "everyone" }, "recordViewable": true }]',
	shape: appRights,
});

const updateFields = update({
	id: 'field.acl.update',
	value: 'updateField',
	name: 'Update for Fields',
	action: 'Update permissions for fields',
	description: 'Set who may view and edit individual fields. Replaces all current permissions.',
	path: '/k/v1/field/acl.json',
	placeholder:
		'[{ "code": "Amount", "entities": [{ "entity": { "type": "USER", "code": "sato" }, "accessibility": "WRITE" }, { "entity": { "type": "GROUP", "code": "everyone" }, "accessibility": "READ" }] }]',
	shape: fieldRights,
});

const updateRecords = update({
	id: 'record.acl.update',
	value: 'updateRecord',
	name: 'Update for Records',
	action: 'Update permissions for records',
	description:
		'Set who may view, edit, and delete which records. Replaces all current permissions.',
	path: '/k/v1/record/acl.json',
	placeholder:
		'[{ "filterCond": "Amount > 1000", "entities": [{ "entity": { "type": "USER", "code": "sato" }, "viewable": true, "editable": true, "deletable": false }] }]',
	shape: recordRights,
});

export const permissionResource: Resource = {
	value: 'permission',
	name: 'Permission',
	description: 'For app administrators: the permissions for an app, its records, and its fields',
	first: getApp.value,
	operations: [getApp, getFields, getRecords, updateApp, updateFields, updateRecords],
};
