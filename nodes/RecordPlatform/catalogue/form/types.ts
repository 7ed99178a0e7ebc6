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
