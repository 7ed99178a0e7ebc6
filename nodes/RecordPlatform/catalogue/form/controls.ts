import type { INodeProperties } from 'n8n-workflow';

/** The label of a field. */
export const label: INodeProperties = {
	displayName: 'Label',
	name: 'label',
	type: 'string',
	default: '',
	placeholder: 'e.g. Amount',
	description: 'Name of the field that users see',
};

/** The common properties of fields, others are entered as JSON. Each says which field types support it. */
export const properties: INodeProperties[] = [
	{
		displayName: 'Default Is Now',
		name: 'defaultNowValue',
		type: 'boolean',
		default: true,
		description: 'Whether the default value is the current date or time. For date and time fields.',
	},
	{
		displayName: 'Default Value',
		name: 'defaultValue',
		type: 'string',
		default: '',
		description:
			'Value of the field in a new record. Separate several choices or users with commas.',
	},
	{
		displayName: 'Formula',
		name: 'expression',
		type: 'string',
		default: '',
		placeholder: 'e.g. Price * Quantity',
		description: 'Formula for calculating the value. For calculated and text fields.',
	},
	{
		displayName: 'Maximum',
		name: 'maxValue',
		type: 'string',
		default: '',
		placeholder: 'e.g. 1000',
		description: 'Maximum value. For numbers.',
	},
	{
		displayName: 'Minimum',
		name: 'minValue',
		type: 'string',
		default: '',
		placeholder: 'e.g. 0',
		description: 'Minimum value. For numbers.',
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'string',
		typeOptions: { rows: 3 },
		default: '',
		placeholder: 'e.g. Open, Done',
		description:
			'Choices in the order of the form, one per line or separated by commas. For drop-downs, radio buttons, check boxes, and multi-choice fields. An update removes choices that you leave out.',
	},
	{
		displayName: 'Required',
		name: 'required',
		type: 'boolean',
		default: true,
		description: 'Whether the field requires a value',
	},
	{
		displayName: 'Result Format',
		name: 'format',
		type: 'options',
		default: 'NUMBER',
		options: [
			{ name: 'Date', value: 'DATE' },
			{ name: 'Date and Time', value: 'DATETIME' },
			{ name: 'Days, Hours, and Minutes', value: 'DAY_HOUR_MINUTE' },
			{ name: 'Hours and Minutes', value: 'HOUR_MINUTE' },
			{ name: 'Number', value: 'NUMBER' },
			{ name: 'Number with Thousands Separators', value: 'NUMBER_DIGIT' },
			{ name: 'Time', value: 'TIME' },
		],
		description: 'Display format of the result. For calculated fields.',
	},
	{
		displayName: 'Unique',
		name: 'unique',
		type: 'boolean',
		default: true,
		description:
			'Whether to prohibit duplicate values. For text, numbers, links, dates, and dates with time.',
	},
	{
		displayName: 'Unit',
		name: 'unit',
		type: 'string',
		default: '',
		placeholder: 'e.g. kg',
		description: 'Unit to show with the number. For numbers and calculated fields.',
	},
];
