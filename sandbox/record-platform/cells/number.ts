import { decimalIn } from '../decimal';
import { textCodec, scalarText } from './text';
import type { CellCodec } from './codec';

/** NUMBER: exact decimal strings. What is no number is refused at the top level and emptied inside a table. */
export const numberCodec: CellCodec = {
	...textCodec,
	parse(raw, field, at, { problems }) {
		const text = scalarText(raw).trim();
		if (text === '') return '';
		const number = decimalIn(text);
		if (!number) {
			if (!at.inTable) problems.add(`${at.bracketPath}.value`, 'Only numbers are allowed.');
			return '';
		}
		const maximum = decimalIn(field.maxValue ?? '');
		if (maximum && number.cmp(maximum) > 0) {
			problems.add(`${at.path}.value`, `The value must be ${maximum.toString()} or less.`);
		}
		const minimum = decimalIn(field.minValue ?? '');
		if (minimum && number.cmp(minimum) < 0) {
			problems.add(`${at.path}.value`, `The value must be ${minimum.toString()} or more.`);
		}
		return number.toString();
	},
	initial(field) {
		const given = typeof field.defaultValue === 'string' ? field.defaultValue : '';
		return decimalIn(given)?.toString() ?? '';
	},
};
