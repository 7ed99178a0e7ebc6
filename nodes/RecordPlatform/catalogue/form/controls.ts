import type { Parameter } from '../../../shared/catalogue';
import { choices, switchParameter, textParameter } from '../../../shared/parameters';

export const label = textParameter({
	displayName: 'Label',
	name: 'label',
	placeholder: 'e.g. Amount',
	description: 'Name of the field that users see',
});

/** The common properties of fields, others are entered as JSON. Each says which field types support it. */
export const properties: Parameter[] = [
	switchParameter({
		displayName: 'Default Is Now',
		name: 'defaultNowValue',
		description: 'Whether the default is the current date or time',
	}),
	textParameter({
		displayName: 'Default Value',
		name: 'defaultValue',
		description:
			'Value of the field in a new record. Separate several choices or users with commas.',
	}),
	textParameter({
		displayName: 'Formula',
		name: 'expression',
		placeholder: 'e.g. Price * Quantity',
		description: 'Formula of a calculated or text field',
	}),
	textParameter({
		displayName: 'Maximum',
		name: 'maxValue',
		placeholder: 'e.g. 1000',
		description: 'Maximum value. For numbers.',
	}),
	textParameter({
		displayName: 'Minimum',
		name: 'minValue',
		placeholder: 'e.g. 0',
		description: 'Minimum value. For numbers.',
	}),
	textParameter({
		displayName: 'Options',
		name: 'options',
		typeOptions: { rows: 3 },
		placeholder: 'e.g. Open, Done',
		description:
			'Choices in the order of the form, one per line or separated by commas. An update removes choices that you leave out.',
	}),
	switchParameter({
		displayName: 'Required',
		name: 'required',
		description: 'Whether the field requires a value',
	}),
	{
		displayName: 'Result Format',
		name: 'format',
		...choices('NUMBER', {
			DATE: 'Date',
			DATETIME: 'Date and Time',
			DAY_HOUR_MINUTE: 'Days, Hours, and Minutes',
			HOUR_MINUTE: 'Hours and Minutes',
			NUMBER: 'Number',
			NUMBER_DIGIT: 'Number with Thousands Separators',
			TIME: 'Time',
		}),
		description: 'Display format of a calculated field',
	},
	switchParameter({
		displayName: 'Unique',
		name: 'unique',
		description: 'Whether to prohibit duplicate values',
	}),
	textParameter({
		displayName: 'Unit',
		name: 'unit',
		placeholder: 'e.g. kg',
		description: 'Unit of a number or calculated field',
	}),
];
