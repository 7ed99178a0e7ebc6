import type { Parameter, Resource } from '../../shared/catalogue';
import type { Shape } from '../../shared/json';
import { ANYONE, entity } from './entities';
import { changeSettings, jsonParameter, language, listed, readSettings } from './settings';
import { rights } from './signIn';

/** facts: `app.acl.update`. */
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

/** facts: `record.acl.update`. */
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

/** facts: `field.acl.update`. */
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
		'Whether the permissions wait in the test environment until the app is deployed, or are in force at once, together with every other change that waits there',
};

const deploysAll: Parameter = {
	displayName:
		'Writing permissions to the live app also deploys every other change that waits in its test environment',
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
	description: 'Read who may view, add, edit and delete records and manage the app',
	path: '/k/v1/app/acl.json',
	rights: rights.manage,
	things,
});

const getFields = readSettings({
	id: 'field.acl.get',
	value: 'getField',
	name: 'Get for Fields',
	action: 'Get permissions for fields',
	description: 'Read who may view and edit single fields',
	path: '/k/v1/field/acl.json',
	rights: rights.manage,
	things,
});

const getRecords = readSettings({
	id: 'record.acl.get',
	value: 'getRecord',
	name: 'Get for Records',
	action: 'Get permissions for records',
	description: 'Read who may view, edit and delete which records',
	path: '/k/v1/record/acl.json',
	rights: rights.manage,
	lang: language,
	things,
});

const ORDER =
	'In the order of their priority. They replace those of now; the group everyone has no permission when it is left out.';

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
	description: 'Replace who may view, add, edit and delete records and manage the app',
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
	description: 'Replace who may view and edit single fields',
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
	description: 'Replace who may view, edit and delete which records',
	path: '/k/v1/record/acl.json',
	placeholder:
		'[{ "filterCond": "Amount > 1000", "entities": [{ "entity": { "type": "USER", "code": "sato" }, "viewable": true, "editable": true, "deletable": false }] }]',
	shape: recordRights,
});

export const permissionResource: Resource = {
	value: 'permission',
	name: 'Permission',
	description: 'Who may do what in an app',
	first: getApp.value,
	operations: [getApp, getFields, getRecords, updateApp, updateFields, updateRecords],
};
