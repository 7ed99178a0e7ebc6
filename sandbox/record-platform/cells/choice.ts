import { ServiceError } from '../errors';
import type { FormField } from '../form';
import type { CellCodec } from './codec';
import { scalarText } from './text';

function isOption(field: FormField, value: string): boolean {
	return field.options !== undefined && Object.hasOwn(field.options, value);
}

/** RADIO_BUTTON and DROP_DOWN: one option or null. */
export const singleChoiceCodec: CellCodec = {
	empty: () => null,
	isEmpty: (value) => value === undefined || value === null || value === '',
	parse(raw, field, at, { problems }) {
		const option = scalarText(raw);
		if (option === '') return null;
		if (!isOption(field, option)) {
			problems.add(`${at.path}.value`, `The value, "${option}", is not in options.`);
		}
		return option;
	},
	initial: (field) =>
		typeof field.defaultValue === 'string' && field.defaultValue !== '' ? field.defaultValue : null,
	requiredSuffix: '.value',
};

/** CHECK_BOX and MULTI_SELECT: a list of options, kept in the order of the form. */
export const multipleChoiceCodec: CellCodec = {
	empty: () => [],
	isEmpty: (value) => !Array.isArray(value) || value.length === 0,
	parse(raw, field, at, { problems }) {
		if (raw === undefined || raw === null || raw === '') return [];
		if (!Array.isArray(raw)) throw new ServiceError('CB_IJ01');
		const chosen = raw.flatMap((entry, index) => {
			const option = scalarText(entry);
			if (isOption(field, option)) return [option];
			problems.add(
				`${at.path}.values[${index}].value`,
				`The value, "${option}", is not in options.`,
			);
			return [];
		});
		const order = (option: string): number => Number(field.options?.[option]?.index ?? 0);
		return [...new Set(chosen)].sort((left, right) => order(left) - order(right));
	},
	initial: (field) => (Array.isArray(field.defaultValue) ? field.defaultValue : []),
	requiredSuffix: '.values',
};
