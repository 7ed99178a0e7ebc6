import type { CalcFormat, FieldType, FormField } from '../form';
import type { Operator } from './ast';

/** How a field's value is stored and compared; several field types share one. */
export type Kind =
	| 'id'
	| 'login'
	| 'instant'
	| 'status'
	| 'text'
	| 'long text'
	| 'rich text'
	| 'number'
	| 'duration'
	| 'date'
	| 'time'
	| 'datetime'
	| 'choice'
	| 'choices'
	| 'categories'
	| 'entities'
	| 'assignees'
	| 'files'
	| 'nothing';

const EQUAL: Operator[] = ['=', '!='];
const ORDER: Operator[] = ['>', '<', '>=', '<='];
const IN: Operator[] = ['in', 'not in'];
const LIKE: Operator[] = ['like', 'not like'];
const EMPTY: Operator[] = ['is empty', 'is not empty'];

const TYPES: Record<FieldType, { kind: Kind; operators: Operator[] }> = {
	RECORD_NUMBER: { kind: 'id', operators: [...EQUAL, ...ORDER, ...IN] },
	CREATOR: { kind: 'login', operators: IN },
	MODIFIER: { kind: 'login', operators: IN },
	CREATED_TIME: { kind: 'instant', operators: [...EQUAL, ...ORDER] },
	UPDATED_TIME: { kind: 'instant', operators: [...EQUAL, ...ORDER] },
	CATEGORY: { kind: 'categories', operators: IN },
	STATUS: { kind: 'status', operators: [...EQUAL, ...IN] },
	STATUS_ASSIGNEE: { kind: 'assignees', operators: IN },
	SINGLE_LINE_TEXT: { kind: 'text', operators: [...EQUAL, ...IN, ...LIKE] },
	LINK: { kind: 'text', operators: [...EQUAL, ...IN, ...LIKE] },
	MULTI_LINE_TEXT: { kind: 'long text', operators: [...LIKE, ...EMPTY] },
	RICH_TEXT: { kind: 'rich text', operators: [...LIKE, ...EMPTY] },
	NUMBER: { kind: 'number', operators: [...EQUAL, ...ORDER, ...IN] },
	CALC: { kind: 'number', operators: [...EQUAL, ...ORDER, ...IN] },
	CHECK_BOX: { kind: 'choices', operators: IN },
	MULTI_SELECT: { kind: 'choices', operators: IN },
	RADIO_BUTTON: { kind: 'choice', operators: IN },
	DROP_DOWN: { kind: 'choice', operators: IN },
	FILE: { kind: 'files', operators: [...LIKE, ...EMPTY] },
	DATE: { kind: 'date', operators: [...EQUAL, ...ORDER] },
	TIME: { kind: 'time', operators: [...EQUAL, ...ORDER] },
	DATETIME: { kind: 'datetime', operators: [...EQUAL, ...ORDER] },
	USER_SELECT: { kind: 'entities', operators: IN },
	ORGANIZATION_SELECT: { kind: 'entities', operators: IN },
	GROUP_SELECT: { kind: 'entities', operators: IN },
	SUBTABLE: { kind: 'nothing', operators: [] },
	GROUP: { kind: 'nothing', operators: [] },
	REFERENCE_TABLE: { kind: 'nothing', operators: [] },
};

const CALC_KINDS: Partial<Record<CalcFormat, Kind>> = {
	DATE: 'date',
	DATETIME: 'datetime',
	TIME: 'time',
	HOUR_MINUTE: 'duration',
	DAY_HOUR_MINUTE: 'duration',
};

/** How a field is compared; that of a CALC field follows from its format. */
export function kindOf(field: FormField): Kind {
	const calculated = field.type === 'CALC' && field.format && CALC_KINDS[field.format];
	return calculated || TYPES[field.type].kind;
}

/**
 * docs/api/record-platform.md, sections 7 and 8.
 * Where `=` is not allowed (tables, related records) `in` is used instead, for dates and times too.
 */
export function allowsOperator(field: FormField, operator: Operator, inRows: boolean): boolean {
	const { operators } = TYPES[field.type];
	return (
		operators.includes(operator) || (inRows && IN.includes(operator) && operators.includes('='))
	);
}

/** The options a value must be one of, in the order they are shown; undefined for a field without options. */
export function optionsOf(field: FormField): string[] | undefined {
	const kind = kindOf(field);
	if (kind !== 'choice' && kind !== 'choices') return undefined;
	return Object.entries(field.options ?? {})
		.sort(([, one], [, other]) => Number(one.index) - Number(other.index))
		.map(([label]) => label);
}
