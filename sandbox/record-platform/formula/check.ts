import { ServiceError } from '../errors';
import { findField, type FormField, type FormFields } from '../form';
import { computedFields, READABLE } from './cells';
import { FUNCTIONS } from './functions';
import { callsOf, type Expression, fieldsOf, FormulaError, parseFormula } from './parse';
import { misfit } from './types';

/** Checks all formulas of a form, as deploying does. Throws GAIA_IL01 naming the field and the reason. */
export function checkFormulas(form: FormFields): void {
	const needs = new Map<string, string[]>();
	for (const field of allComputed(form)) {
		const expression = read(field);
		for (const call of callsOf(expression)) checkCall(field, call);
		const codes = fieldsOf(expression);
		for (const code of codes) checkField(field, form, code);
		const reason = misfit(expression, { form, table: findField(form, field.code)?.table });
		if (reason !== undefined) throw wrong(field, reason);
		needs.set(field.code, codes);
	}
	for (const [code] of needs) checkCircle(form, needs, code);
}

function allComputed(form: FormFields): FormField[] {
	return [
		...computedFields(form),
		...Object.values(form).flatMap((field) => computedFields(field.fields ?? {})),
	];
}

function read(field: FormField): Expression {
	try {
		return parseFormula(field.expression ?? '');
	} catch (error) {
		if (error instanceof FormulaError) throw wrong(field, error.message);
		throw error;
	}
}

function checkCall(field: FormField, call: { name: string; arguments: number }): void {
	const known = Object.hasOwn(FUNCTIONS, call.name) ? FUNCTIONS[call.name] : undefined;
	if (!known) throw wrong(field, `The function ${call.name} cannot be used.`);
	if (call.arguments < known.minimum || call.arguments > known.maximum) {
		throw wrong(field, `The number of arguments of ${call.name} is wrong.`);
	}
}

function checkField(field: FormField, form: FormFields, code: string): void {
	const found = findField(form, code);
	if (!found) throw wrong(field, `The field code (${code}) in the formula does not exist.`);
	if (!READABLE.has(found.field.type)) {
		throw wrong(field, `A field of the type ${found.field.type} cannot be used in a formula.`);
	}
}

function checkCircle(form: FormFields, needs: Map<string, string[]>, start: string): void {
	const seen = new Set<string>();
	const open = [...(needs.get(start) ?? [])];
	for (let code = open.pop(); code !== undefined; code = open.pop()) {
		if (code === start) {
			const field = findField(form, start)?.field;
			if (field) throw wrong(field, 'The fields refer to each other in a circle.');
		}
		if (seen.has(code)) continue;
		seen.add(code);
		open.push(...(needs.get(code) ?? []));
	}
}

function wrong(field: FormField, reason: string): ServiceError {
	return new ServiceError('GAIA_IL01', {
		message: `The formula of the field "${field.label}" is wrong. (${reason})`,
	});
}
