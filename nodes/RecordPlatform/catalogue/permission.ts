import type { Operation, Parameter, Resource } from '../../shared/catalogue';
import type { Shape } from '../../shared/json';
import { api } from '../api';
import { environment } from './parameters';
import {
	ANYONE,
	changeSettings,
	jsonParameter,
	language,
	listed,
	readSettings,
	subjects,
} from './settingsOperations';
import { rights } from './requirements';

/** Body of `app.acl.update`, see docs/api/record-platform-operations.md. */
const ofApp = subjects(
	['USER', 'ORGANIZATION', 'GROUP', 'CREATOR'],
	[
		'appEditable',
		'recordViewable',
		'recordAddable',
		'recordEditable',
		'recordDeletable',
		'recordImportable',
		'recordExportable',
	],
);

/** Body of `record.acl.update`, see docs/api/record-platform-operations.md. */
const ofRecords: Shape = {
	list: {
		has: { filterCond: 'text', entities: subjects(ANYONE, ['viewable', 'editable', 'deletable']) },
		needs: ['entities'],
	},
};

/** Body of `field.acl.update`, see docs/api/record-platform-operations.md. */
const ofFields: Shape = {
	list: {
		has: {
			code: 'text',
			entities: subjects(ANYONE, [], { accessibility: { oneOf: ['READ', 'WRITE', 'NONE'] } }),
		},
		needs: ['code', 'entities'],
	},
};

const writtenEnvironment: Parameter = {
	...environment,
	default: 'preview',
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

/** The operations for the permissions of an app, of its records, or of its fields. */
function permissions(entry: {
	kind: 'app' | 'field' | 'record';
	/** End of the values that are stored in workflows. */
	value: string;
	noun: string;
	/** Continues "Get who" and "Set who". */
	may: string;
	lang?: Parameter;
	placeholder: string;
	shape: Shape;
}): [Operation, Operation] {
	const { kind, value, noun, may, lang, placeholder, shape } = entry;
	const whose = noun.toLowerCase();
	return [
		readSettings({
			...api[`${kind}.acl.get`],
			value: `get${value}`,
			name: `Get for ${noun}`,
			action: `Get permissions for ${whose}`,
			description: `Get who ${may}`,
			rights: rights.manage,
			...(lang && { lang }),
			things: (body) => listed(body.rights),
		}),
		changeSettings({
			...api[`${kind}.acl.update`],
			value: `update${value}`,
			name: `Update for ${noun}`,
			action: `Update permissions for ${whose}`,
			description: `Set who ${may}. Replaces all current permissions.`,
			parameters: [
				writtenEnvironment,
				deploysAll,
				jsonParameter({
					displayName: 'Permissions',
					name: 'rights',
					required: true,
					placeholder,
					description:
						'Permissions in order of priority. They replace the current permissions. If you leave out the group everyone, it has no permissions.',
					shape,
				}),
			],
		}),
	];
}

const [getApp, updateApp] = permissions({
	kind: 'app',
	value: 'App',
	noun: 'App',
	may: 'may view, add, edit, and delete records and manage the app',
	placeholder:
		'[{ "entity": { "type": "CREATOR" }, "appEditable": true, "recordViewable": true, "recordAddable": true, "recordEditable": true, "recordDeletable": true, "recordImportable": true, "recordExportable": true }, { "entity": { "type": "GROUP", "code": "everyone" }, "recordViewable": true }]',
	shape: ofApp,
});

const [getFields, updateFields] = permissions({
	kind: 'field',
	value: 'Field',
	noun: 'Fields',
	may: 'may view and edit individual fields',
	placeholder:
		'[{ "code": "Amount", "entities": [{ "entity": { "type": "USER", "code": "sato" }, "accessibility": "WRITE" }, { "entity": { "type": "GROUP", "code": "everyone" }, "accessibility": "READ" }] }]',
	shape: ofFields,
});

const [getRecords, updateRecords] = permissions({
	kind: 'record',
	value: 'Record',
	noun: 'Records',
	may: 'may view, edit, and delete which records',
	lang: language,
	placeholder:
		'[{ "filterCond": "Amount > 1000", "entities": [{ "entity": { "type": "USER", "code": "sato" }, "viewable": true, "editable": true, "deletable": false }] }]',
	shape: ofRecords,
});

export const permissionResource: Resource = {
	value: 'permission',
	name: 'Permission',
	description: 'For app administrators: the permissions for an app, its records, and its fields',
	first: getApp.value,
	operations: [getApp, getFields, getRecords, updateApp, updateFields, updateRecords],
};
