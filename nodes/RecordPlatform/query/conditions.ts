import type { IDataObject } from 'n8n-workflow';

import { Refusal } from '../../shared/errors';
import { entriesOf, literal } from './literals';

/** One row of the filter. */
export interface ConditionRow {
	/** What the field picker gives, or a field code. */
	field?: string;
	operator?: Operator;
	value?: unknown;
	/** How the row follows the one before: `and` joins its group, `or` starts a new one. */
	join?: 'and' | 'or';
}

export type Operator =
	| 'equals'
	| 'notEquals'
	| 'greater'
	| 'greaterOrEqual'
	| 'less'
	| 'lessOrEqual'
	| 'anyOf'
	| 'noneOf'
	| 'contains'
	| 'notContains'
	| 'empty'
	| 'notEmpty';

const COMPARISONS: Partial<Record<Operator, string>> = {
	equals: '=',
	notEquals: '!=',
	greater: '>',
	greaterOrEqual: '>=',
	less: '<',
	lessOrEqual: '<=',
};

/** Types that are compared with `in` only (facts: field types). */
const LISTED = new Set([
	'CHECK_BOX',
	'CREATOR',
	'DROP_DOWN',
	'GROUP_SELECT',
	'MODIFIER',
	'MULTI_SELECT',
	'ORGANIZATION_SELECT',
	'RADIO_BUTTON',
	'STATUS_ASSIGNEE',
	'USER_SELECT',
]);

/** Types with an emptiness test of their own; the others are compared with "". */
const IS_EMPTY = new Set(['FILE', 'MULTI_LINE_TEXT', 'RICH_TEXT']);

/** A field as the query needs it. */
export interface QueryField {
	code: string;
	/** '' where it is not known. */
	type: string;
	/** Whether it lies in a table, where = and != are not taken. */
	inTable: boolean;
}

/** The picker's value for a field: `Amount|NUMBER`, `Price|SUBTABLE.NUMBER`. */
export function pickerValue({ code, type, inTable }: QueryField): string {
	return `${code}|${inTable ? 'SUBTABLE.' : ''}${type}`;
}

/** A field from the picker's value, or from a bare code, whose type is unknown then. */
export function queryField(chosen: unknown): QueryField {
	const text = String(chosen ?? '').trim();
	const [, code, table, type] = /^(.+)\|(SUBTABLE\.)?(_*[A-Z][A-Z_]*)$/s.exec(text) ?? [];
	if (code === undefined || type === undefined) return { code: text, type: '', inTable: false };
	return { code, type, inTable: table !== undefined };
}

/** The rows as a condition of the query language; '' for no rows. */
export function conditionOf(rows: ConditionRow[], timeZone: string): string {
	const groups: string[][] = [];
	for (const row of rows) {
		const group = groups.at(-1);
		const text = comparison(row, timeZone);
		if (group === undefined || row.join === 'or') groups.push([text]);
		else group.push(text);
	}
	const [single] = groups;
	if (groups.length < 2) return (single ?? []).join(' and ');
	return groups
		.map((group) => (group.length > 1 ? `(${group.join(' and ')})` : group[0]))
		.join(' or ');
}

function comparison({ field, operator = 'equals', value }: ConditionRow, timeZone: string): string {
	const { code, type, inTable } = queryField(field);
	if (code === '')
		throw new Refusal('A condition has no field', 'Choose a field, or remove the condition');
	if (value === undefined && operator !== 'empty' && operator !== 'notEmpty') {
		// It would be met by the records in which the field is empty, and those might be deleted.
		throw new Refusal(
			`The condition on "${code}" has no value: its expression gave undefined`,
			'Correct the expression, or choose Is Empty where empty fields are meant',
		);
	}
	const list = (entries: unknown[]) =>
		`(${entries.map((one) => literal(one, type, timeZone)).join(', ')})`;
	const listed = inTable || LISTED.has(type);
	switch (operator) {
		case 'anyOf':
		case 'noneOf':
			return `${code} ${operator === 'anyOf' ? 'in' : 'not in'} ${list(entriesOf(value))}`;
		case 'contains':
		case 'notContains':
			return `${code} ${operator === 'contains' ? 'like' : 'not like'} ${literal(value, 'SINGLE_LINE_TEXT', timeZone)}`;
		case 'empty':
		case 'notEmpty':
			return emptiness(code, type, listed, operator === 'empty');
		case 'equals':
		case 'notEquals':
			if (listed) return `${code} ${operator === 'equals' ? 'in' : 'not in'} ${list([value])}`;
	}
	return `${code} ${COMPARISONS[operator] ?? '='} ${literal(value, type, timeZone)}`;
}

function emptiness(code: string, type: string, listed: boolean, empty: boolean): string {
	if (IS_EMPTY.has(type)) return `${code} is ${empty ? '' : 'not '}empty`;
	if (listed) return `${code} ${empty ? 'in' : 'not in'} ("")`;
	return `${code} ${empty ? '=' : '!='} ""`;
}

/** The rows of the filter from the node's parameter. */
export function conditionRows(filter: unknown): ConditionRow[] {
	const { rows } = (filter ?? {}) as { rows?: IDataObject[] };
	return (rows ?? []) as ConditionRow[];
}
