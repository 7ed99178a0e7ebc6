import type { Shape } from '../../../shared/json';
import { entity } from '../settingsOperations';

export const addableTypes = [
	{ name: 'Attachment', value: 'FILE' },
	{ name: 'Calculated', value: 'CALC' },
	{ name: 'Check Box', value: 'CHECK_BOX' },
	{ name: 'Created By', value: 'CREATOR' },
	{ name: 'Created Time', value: 'CREATED_TIME' },
	{ name: 'Date', value: 'DATE' },
	{ name: 'Date and Time', value: 'DATETIME' },
	{ name: 'Department Selection', value: 'ORGANIZATION_SELECT' },
	{ name: 'Drop-Down', value: 'DROP_DOWN' },
	{ name: 'Field Group', value: 'GROUP' },
	{ name: 'Group Selection', value: 'GROUP_SELECT' },
	{ name: 'Link', value: 'LINK' },
	{ name: 'Multi-Choice', value: 'MULTI_SELECT' },
	{ name: 'Number', value: 'NUMBER' },
	{ name: 'Radio Button', value: 'RADIO_BUTTON' },
	{ name: 'Record Number', value: 'RECORD_NUMBER' },
	{ name: 'Related Records', value: 'REFERENCE_TABLE' },
	{ name: 'Rich Text', value: 'RICH_TEXT' },
	{ name: 'Table', value: 'SUBTABLE' },
	{ name: 'Text', value: 'SINGLE_LINE_TEXT' },
	{ name: 'Text Area', value: 'MULTI_LINE_TEXT' },
	{ name: 'Time', value: 'TIME' },
	{ name: 'Updated By', value: 'MODIFIER' },
	{ name: 'Updated Time', value: 'UPDATED_TIME' },
	{ name: 'User Selection', value: 'USER_SELECT' },
];

/** Fields that belong to a feature of the app: they can be updated but not added. */
const FEATURE_TYPES = [
	{ name: 'Assignee', value: 'STATUS_ASSIGNEE' },
	{ name: 'Category', value: 'CATEGORY' },
	{ name: 'Status', value: 'STATUS' },
];

const byName = (one: { name: string }, other: { name: string }) =>
	one.name.localeCompare(other.name, 'en');

export const allTypes = [...addableTypes, ...FEATURE_TYPES].sort(byName);

const relatedApp: Shape = { has: { app: 'number', code: 'text' } };

const properties: Record<string, Shape> = {
	type: { oneOf: allTypes.map(({ value }) => value) },
	code: 'text',
	label: 'text',
	noLabel: 'flag',
	required: 'flag',
	unique: 'flag',
	minLength: 'number',
	maxLength: 'number',
	displayScale: 'number',
	digit: 'flag',
	unit: 'text',
	unitPosition: { oneOf: ['BEFORE', 'AFTER'] },
	defaultNowValue: 'flag',
	protocol: { oneOf: ['WEB', 'CALL', 'MAIL'] },
	align: { oneOf: ['HORIZONTAL', 'VERTICAL'] },
	expression: 'text',
	hideExpression: 'flag',
	format: {
		oneOf: ['NUMBER', 'NUMBER_DIGIT', 'DATETIME', 'DATE', 'TIME', 'HOUR_MINUTE', 'DAY_HOUR_MINUTE'],
	},
	openGroup: 'flag',
	options: { map: { has: { label: 'text', index: 'number' }, needs: ['index'] } },
	entities: { list: entity('USER', 'ORGANIZATION', 'GROUP', 'FUNCTION') },
	lookup: {
		has: {
			relatedApp,
			relatedKeyField: 'text',
			fieldMappings: { list: { has: { field: 'text', relatedField: 'text' } } },
			lookupPickerFields: { list: 'text' },
			filterCond: 'text',
			sort: 'text',
		},
	},
	referenceTable: {
		has: {
			relatedApp,
			condition: { has: { field: 'text', relatedField: 'text' } },
			displayFields: { list: 'text' },
			size: 'number',
			filterCond: 'text',
			sort: 'text',
		},
	},
};

const column: Shape = { has: properties, needs: ['type'] };

/** Field properties that have no controls. */
export const furtherProperties: Shape = { has: { ...properties, fields: { map: column } } };

export const fieldMap: Shape = {
	map: { has: { ...properties, fields: { map: column } }, needs: ['type'] },
};
