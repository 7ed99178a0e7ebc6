import type { IDataObject } from 'n8n-workflow';

import type { Resource } from '../../shared/catalogue';
import { api } from '../api';
import { describe } from './form/describe';
import { createFields, deleteFields, updateFields } from './form/fields';
import { getLayout, updateLayout } from './form/layout';
import { language, readSettings } from './settingsOperations';

const getFields = readSettings({
	...api['form.fields.get'],
	value: 'getFields',
	name: 'Get Fields',
	action: 'Get fields of form',
	description: 'Get the fields of an app with their codes, types, and settings',
	rights: 'permission to view or add records, or to manage the app',
	lang: language,
	things: ({ properties }) => Object.values(properties as Record<string, IDataObject>),
});

const getDesign = readSettings({
	...api['form.get'],
	value: 'getDesign',
	name: 'Get Design Information',
	action: 'Get design information of form',
	description:
		'Get the fields of an app from an older API with less detail. Use Get Fields instead where possible.',
	things: 'properties',
});

export const formResource: Resource = {
	value: 'form',
	name: 'Form',
	admin: true,
	description: 'Fields and layout of an app',
	operations: [
		getFields,
		describe,
		getLayout,
		getDesign,
		createFields,
		updateFields,
		deleteFields,
		updateLayout,
	],
};
