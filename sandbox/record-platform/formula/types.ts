import { findField, type FormField, type FormFields } from '../form';
import type { Expression } from './parse';

/** What an operand is known to be; undefined where that shows only when it is computed. */
type Kind = 'number' | 'text' | 'choices' | undefined;

export const NUMBERS: ReadonlySet<FormField['type']> = new Set([
	'NUMBER',
	'CALC',
	'DATE',
	'TIME',
	'DATETIME',
	'CREATED_TIME',
	'UPDATED_TIME',
]);

/** The functions that take numbers or truth values alone, with the positions of the arguments that have to be such, from 0. */
const NUMERIC: Record<string, (position: number) => boolean> = {
	SUM: () => true,
	AND: () => true,
	OR: () => true,
	NOT: () => true,
	ROUND: () => true,
	ROUNDUP: () => true,
	ROUNDDOWN: () => true,
	YEN: () => true,
	IF: (position) => position === 0,
	DATE_FORMAT: (position) => position === 0,
};
const TEXTUAL = ['YEN', 'DATE_FORMAT'];

/** A form, and the table that the field with the formula is in. */
interface FormulaForm {
	form: FormFields;
	table?: FormField | undefined;
}

/** Says why the operands of a formula don't fit each other; undefined when they may. */
export function misfit(expression: Expression, within: FormulaForm): string | undefined {
	const { form } = within;
	switch (expression.kind) {
		case 'unary':
			return misfit(expression.operand, within) ?? notNumber(expression.operand, form);
		case 'binary': {
			const sides = [expression.left, expression.right];
			return (
				first(sides, (side) => misfit(side, within)) ??
				first(sides, (side) => unfitSide(expression.operator, side, form))
			);
		}
		case 'call':
			return (
				first(expression.arguments, (argument) => misfit(argument, within)) ??
				unfitArguments(expression.name, expression.arguments, within)
			);
		default:
			return undefined;
	}
}

function unfitSide(operator: string, side: Expression, form: FormFields): string | undefined {
	if ('+-*/^'.includes(operator)) return notNumber(side, form);
	return kindOf(side, form) === 'choices'
		? 'Fields with several choices can only be used in CONTAINS.'
		: undefined;
}

function unfitArguments(
	name: string,
	given: Expression[],
	{ form, table }: FormulaForm,
): string | undefined {
	const numeric = Object.hasOwn(NUMERIC, name) ? NUMERIC[name] : undefined;
	if (numeric) {
		return first(
			given.filter((_, position) => numeric(position)),
			(argument) => notNumber(argument, form),
		);
	}
	const [searched] = given;
	if (name !== 'CONTAINS' || !searched) return undefined;
	const kind = kindOf(searched, form);
	// A formula in a table sees the choices of its own row.
	const owner = searched.kind === 'field' ? findField(form, searched.code)?.table : undefined;
	return kind === 'number' || (kind === 'choices' && owner !== undefined && owner !== table)
		? 'CONTAINS cannot search this field.'
		: undefined;
}

function notNumber(operand: Expression, form: FormFields): string | undefined {
	const kind = kindOf(operand, form);
	return kind === 'text' || kind === 'choices' ? 'A number is needed.' : undefined;
}

function kindOf(expression: Expression, form: FormFields): Kind {
	switch (expression.kind) {
		case 'number':
		case 'unary':
			return 'number';
		case 'text':
			return 'text';
		case 'field':
			return kindOfField(findField(form, expression.code)?.field);
		case 'binary':
			return expression.operator === '&' ? 'text' : 'number';
		case 'call':
			// Either branch of an IF can be of any kind.
			if (expression.name === 'IF') return undefined;
			return TEXTUAL.includes(expression.name) ? 'text' : 'number';
	}
}

function kindOfField(field: FormField | undefined): Kind {
	if (field === undefined) return undefined;
	if (NUMBERS.has(field.type)) return 'number';
	return field.type === 'CHECK_BOX' || field.type === 'MULTI_SELECT' ? 'choices' : 'text';
}

function first<Entry>(
	entries: Entry[],
	find: (entry: Entry) => string | undefined,
): string | undefined {
	for (const entry of entries) {
		const found = find(entry);
		if (found !== undefined) return found;
	}
	return undefined;
}
