import type { Resource } from '../../shared/catalogue';
import { createFields, deleteFields, updateFields } from './form/fields';
import { getLayout, updateLayout } from './form/layout';
import { getDesign, getFields } from './form/read';

export const formResource: Resource = {
	value: 'form',
	name: 'Form',
	description: 'For app administrators: the fields of an app and their layout',
	first: getFields.value,
	operations: [
		getFields,
		getLayout,
		getDesign,
		createFields,
		updateFields,
		deleteFields,
		updateLayout,
	],
};
