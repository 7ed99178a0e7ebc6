import type { Resource } from '../../shared/catalogue';
import { createFields, deleteFields, updateFields } from './form/fields';
import { getLayout, updateLayout } from './form/layout';
import { getDesign, getFields } from './form/read';

export const formResource: Resource = {
	value: 'form',
	name: 'Form',
	description: 'Fields and layout of an app',
	first: getFields.value,
	operations: [
		createFields,
		deleteFields,
		getDesign,
		getFields,
		getLayout,
		updateFields,
		updateLayout,
	],
};
