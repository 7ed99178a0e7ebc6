import type { Shape } from '../../jsonShape';
import { api } from '../../api';
import { addableTypes } from './types';
import { changeSettings, jsonParameter, readSettings } from '../settingsOperations';

/** Elements of a layout row: fields, and what only the layout has. */
const TYPES = [...addableTypes.map(({ value }) => value), 'HR', 'LABEL', 'SPACER'].filter(
	(type) => type !== 'GROUP' && type !== 'SUBTABLE',
);

const fields: Shape = {
	list: {
		has: {
			type: { oneOf: TYPES },
			code: 'text',
			label: 'text',
			elementId: 'text',
			size: { has: { width: 'number', height: 'number', innerHeight: 'number' } },
		},
		needs: ['type'],
	},
};

const row: Shape = { has: { fields }, needs: ['fields'] };

const layout: Shape = {
	list: {
		by: 'type',
		cases: {
			ROW: row,
			SUBTABLE: { has: { code: 'text', fields }, needs: ['code', 'fields'] },
			GROUP: {
				has: { code: 'text', layout: { list: { by: 'type', cases: { ROW: row } } } },
				needs: ['code'],
			},
		},
	},
};

export const getLayout = readSettings({
	...api['form.layout.get'],
	value: 'getLayout',
	name: 'Get Layout',
	action: 'Get layout of form',
	description: 'Get the layout rows of a form with their fields, labels, lines, and spaces',
	things: 'layout',
});

export const updateLayout = changeSettings({
	...api['form.layout.update'],
	value: 'updateLayout',
	name: 'Update Layout',
	action: 'Update layout of form',
	description:
		'Replace the layout of a form in the test environment. The layout must contain every field of the form.',
	parameters: [
		jsonParameter({
			displayName: 'Layout',
			name: 'layout',
			required: true,
			placeholder:
				'[{ "type": "ROW", "fields": [{ "type": "SINGLE_LINE_TEXT", "code": "customer", "size": { "width": 200 } }, { "type": "NUMBER", "code": "amount" }] }, { "type": "ROW", "fields": [{ "type": "HR" }] }]',
			description:
				'All rows of the form, in the format of Get Layout with Simplify off. They replace the current layout, so they must contain every field of the form.',
			shape: layout,
		}),
	],
});
