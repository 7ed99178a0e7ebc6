import type { Resource } from '../../shared/catalogue';
import { createFields, deleteFields, updateFields } from './form/fields';
import { getLayout, updateLayout } from './form/layout';
import { getDesign, getFields } from './form/read';

export const formResource: Resource = {
	value: 'form',
	name: 'Form',
	description: 'The fields of an app and how they are arranged',
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
