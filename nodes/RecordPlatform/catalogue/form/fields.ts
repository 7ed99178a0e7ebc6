import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { Parameter } from '../../../shared/catalogue';
import { jsonOf } from '../../jsonShape';
import { choices, collectionParameter, textParameter } from '../../../shared/parameters';
import { api } from '../../api';
import { rowsParameter } from '../parameters';
import { listedOptions } from '../lists';
import { changeSettings } from '../settingsOperations';
import { label, properties } from './controls';
import { changedFields, type FieldMap, named, newFields } from './fieldList';
import { shapes } from '../../shapes';
import { addableTypes, allTypes } from './types';

const specify: Parameter = {
	displayName: 'Specify Fields',
	name: 'specifyFields',
	...choices('below', { below: 'Using Controls Below', json: 'Using JSON' }),
	description: 'Whether to enter the fields with controls or as JSON in the format of the service',
};

const code = textParameter({
	displayName: 'Field Code',
	name: 'code',
	placeholder: 'e.g. amount',
	description: "Unique code of the field in the API and in formulas. It can't start with a digit.",
});

function type(options: INodePropertyOptions[]): INodeProperties {
	return {
		displayName: 'Field Type',
		name: 'type',
		type: 'options',
		default: 'SINGLE_LINE_TEXT',
		options,
		description: "Type of the field. It can't be changed later.",
	};
}

const further: INodeProperties = {
	displayName: 'Properties (JSON)',
	name: 'further',
	type: 'json',
	default: '',
	placeholder:
		'{ "fields": { "item": { "type": "SINGLE_LINE_TEXT", "code": "item", "label": "Item" } } }',
	description:
		'Other properties in the format of the service, such as fields (of a table), lookup, referenceTable, entities, or maxLength',
};

function rows(first: INodeProperties[], offered: Parameter[]): Parameter {
	const chosen = collectionParameter({
		displayName: 'Properties',
		name: 'properties',
		placeholder: 'Add Property',
		options: offered,
	});
	return rowsParameter('Field', [...first, chosen, further], {
		displayName: 'Fields',
		name: 'fields',
		displayOptions: { show: { specifyFields: ['below'] } },
	});
}

function asJson(description: string): Parameter {
	return {
		displayName: 'Fields (JSON)',
		name: 'fieldsJson',
		type: 'json',
		typeOptions: { rows: 8 },
		default: '',
		required: true,
		placeholder:
			'{ "amount": { "type": "NUMBER", "code": "amount", "label": "Amount", "required": true } }',
		description,
		displayOptions: { show: { specifyFields: ['json'] } },
	};
}

function fieldsFromJson(value: unknown): FieldMap | undefined {
	return jsonOf(value, shapes['form.fields.create.properties'], 'Fields (JSON)') as
		FieldMap | undefined;
}

export const createFields = changeSettings({
	...api['form.fields.create'],
	value: 'createFields',
	name: 'Create Fields',
	action: 'Create fields of form',
	description: 'Add fields to the form of an app in its test environment',
	parameters: [
		specify,
		{
			...rows([code, type(addableTypes), label], properties),
			send: { in: 'body', key: 'properties', as: newFields },
		},
		{
			...asJson('New fields by their codes, in the format of Get Fields with Simplify off'),
			send: { in: 'body', key: 'properties', as: (value) => named(fieldsFromJson(value) ?? {}) },
		},
	],
});

const newCode = textParameter({
	displayName: 'New Field Code',
	name: 'code',
	description: 'New code of the field',
});
const changeable = [label, newCode, ...properties].sort((one, other) =>
	one.displayName.localeCompare(other.displayName, 'en'),
);

export const updateFields = changeSettings({
	...api['form.fields.update'],
	value: 'updateFields',
	name: 'Update Fields',
	action: 'Update fields of form',
	description:
		'Update fields of the form of an app in its test environment. Everything else is kept.',
	parameters: [
		specify,
		{
			...rows([code, type(allTypes)], changeable),
			send: { in: 'body', key: 'properties', as: changedFields },
		},
		{
			...asJson('Fields by their current codes, with their types and the properties to change'),
			send: { in: 'body', key: 'properties', as: fieldsFromJson },
		},
	],
});

export const deleteFields = changeSettings({
	...api['form.fields.delete'],
	value: 'deleteFields',
	name: 'Delete Fields',
	action: 'Delete fields of form',
	description:
		'Delete fields from the form of an app in its test environment. Their values are lost when the app is deployed.',
	parameters: [
		listedOptions({
			displayName: 'Field Names or IDs',
			name: 'fieldCodes',
			list: 'getFieldsToDelete',
			dependsOn: ['app.value', 'options.guestSpace'],
			required: true,
			description: 'Fields to delete, up to 100.',
			send: { in: 'query', key: 'fields' },
		}),
	],
});
