import type { Operation, Parameter, Resource } from '../../shared/catalogue';
import { api } from '../api';
import { shapes } from '../shapes';
import { environment } from './parameters';
import { changeSettings, jsonParameter, language, readSettings } from './settingsOperations';
import { rights } from './requirements';

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
}): [Operation, Operation] {
	const { kind, value, noun, may, lang, placeholder } = entry;
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
			things: 'rights',
		}),
		changeSettings({
			...api[`${kind}.acl.update`],
			value: `update${value}`,
			name: `Update for ${noun}`,
			action: `Update permissions for ${whose}`,
			description: `Set who ${may}. Replaces all current permissions.`,
			parameters: [
				{
					...environment,
					default: 'preview',
					description:
						'The test environment, or the live app, which also deploys all other changes',
				},
				{
					displayName:
						'Updating permissions in the live app also deploys all other changes in its test environment',
					name: 'deploysAllNotice',
					type: 'notice',
					default: '',
					displayOptions: { show: { environment: ['production'] } },
				},
				jsonParameter({
					displayName: 'Permissions',
					name: 'rights',
					required: true,
					placeholder,
					description:
						'All permissions in order of priority. Without the group everyone, it has no permissions.',
					shape: shapes[`${kind}.acl.update.rights`],
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
});

const [getFields, updateFields] = permissions({
	kind: 'field',
	value: 'Field',
	noun: 'Fields',
	may: 'may view and edit individual fields',
	placeholder:
		'[{ "code": "Amount", "entities": [{ "entity": { "type": "USER", "code": "sato" }, "accessibility": "WRITE" }, { "entity": { "type": "GROUP", "code": "everyone" }, "accessibility": "READ" }] }]',
});

const [getRecords, updateRecords] = permissions({
	kind: 'record',
	value: 'Record',
	noun: 'Records',
	may: 'may view, edit, and delete which records',
	lang: language,
	placeholder:
		'[{ "filterCond": "Amount > 1000", "entities": [{ "entity": { "type": "USER", "code": "sato" }, "viewable": true, "editable": true, "deletable": false }] }]',
});

export const permissionResource: Resource = {
	value: 'permission',
	name: 'Permission',
	admin: true,
	description: 'Who may do what in an app',
	operations: [getApp, getFields, getRecords, updateApp, updateFields, updateRecords],
};
