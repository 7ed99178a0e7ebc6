import { ServiceError } from '../errors';
import type { FormField } from '../form';
import type { CellCodec, CellContext, CellPath } from './codec';

/** Text of a scalar cell; null and a missing value are empty. Throws CB_IJ01. */
export function scalarText(raw: unknown): string {
	if (raw === undefined || raw === null) return '';
	if (typeof raw === 'string') return raw;
	if (typeof raw === 'number') return String(raw);
	throw new ServiceError('CB_IJ01');
}

/** Complains when the text is longer or shorter than the field allows. */
export function checkLength(
	text: string,
	field: FormField,
	at: CellPath,
	{ problems }: CellContext,
): void {
	const length = text.length;
	if (field.maxLength && length > Number(field.maxLength)) {
		problems.add(`${at.path}.value`, `Enter less than ${Number(field.maxLength) + 1} characters.`);
	}
	if (field.minLength && length < Number(field.minLength)) {
		problems.add(`${at.path}.value`, `Enter more than ${Number(field.minLength) - 1} characters.`);
	}
}

export const textCodec: CellCodec = {
	empty: () => '',
	isEmpty: (value) => value === undefined || value === null || value === '',
	parse(raw, field, at, context) {
		const text = scalarText(raw);
		if (text !== '') checkLength(text, field, at, context);
		return text;
	},
	initial: (field) => (typeof field.defaultValue === 'string' ? field.defaultValue : ''),
	requiredSuffix: '.value',
};

const WEB_ADDRESS = /^(?!javascript:)[a-z][a-z\d+.-]*:\S+$/i;

export const linkCodec: CellCodec = {
	...textCodec,
	parse(raw, field, at, context, previous) {
		const text = textCodec.parse(raw, field, at, context, previous) as string;
		if (text !== '' && field.protocol === 'WEB' && !WEB_ADDRESS.test(text)) {
			context.problems.add(`${at.path}.value`, 'Enter a valid URL.');
		}
		return text;
	},
};
