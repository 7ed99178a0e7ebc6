import type { Parameter } from '../../../shared/catalogue';
import { choices, switchParameter, textParameter } from '../../../shared/parameters';

const property = (displayName: string, name: string, example: string, description: string) =>
	textParameter({ displayName, name, placeholder: `e.g. ${example}`, description });

const flag = (displayName: string, name: string, description: string) =>
	switchParameter({ displayName, name, description });

export const label = property('Label', 'label', 'Amount', 'Name of the field that users see');

/** The common properties of fields, others are entered as JSON. Each says which field types support it. */
export const properties: Parameter[] = [
	flag('Default Is Now', 'defaultNowValue', 'Whether the default is the current date or time'),
	textParameter({
		displayName: 'Default Value',
		name: 'defaultValue',
		description:
			'Value of the field in a new record. Separate several choices or users with commas.',
	}),
	property('Formula', 'expression', 'Price * Quantity', 'Formula of a calculated or text field'),
	property('Maximum', 'maxValue', '1000', 'Maximum value. For numbers.'),
	property('Minimum', 'minValue', '0', 'Minimum value. For numbers.'),
	textParameter({
		displayName: 'Options',
		name: 'options',
		typeOptions: { rows: 3 },
		placeholder: 'e.g. Open, Done',
		description:
			'Choices in the order of the form, one per line or separated by commas. An update removes choices that you leave out.',
	}),
	flag('Required', 'required', 'Whether the field requires a value'),
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
	flag('Unique', 'unique', 'Whether to prohibit duplicate values'),
	property('Unit', 'unit', 'kg', 'Unit of a number or calculated field'),
];
