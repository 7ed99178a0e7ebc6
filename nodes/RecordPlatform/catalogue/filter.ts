import type { INodePropertyOptions } from 'n8n-workflow';

import type { Parameter } from '../../shared/catalogue';
import { choices, switchParameter, textParameter } from '../../shared/parameters';
import {
	DATE_KINDS,
	EXACT_TEXT,
	ORGANIZATION_KINDS,
	PLAIN,
	USER_KINDS,
	type ValueKind,
	WITHOUT_VALUE,
} from '../query/functions';
import { USERS } from '../codec/form';
import { operatorChoices } from '../query/operators';
import { rowsParameter } from './parameters';
import { listedOption, listedOptions } from './lists';

const byConditions = { show: { filterBy: ['conditions', 'view'] } };

/** Shows a control of a condition only for fields of other types than these. */
const unless = (types: string) => [{ _cnd: { regex: `^(?!.*\\|(?:SUBTABLE\\.)?(?:${types})$)` } }];

const DATES = 'DATE|DATETIME|CREATED_TIME|UPDATED_TIME';
const PEOPLE = [...USERS, 'ORGANIZATION_SELECT'].join('|');
const CHOICES = 'CHECK_BOX|DROP_DOWN|MULTI_SELECT|RADIO_BUTTON|STATUS';
const WITHOUT = ['empty', 'notEmpty'];
const LISTS = ['anyOf', 'noneOf'];
const SINGLES = operatorChoices
	.map(({ value }) => value)
	.filter((operator) => !WITHOUT.includes(operator) && !LISTS.includes(operator));

/** Types of a condition's value that no picker is for. */
const otherKinds = [{ _cnd: { not: 'value' } }];

/** Hides a control of a condition for all other types of fields, and for operators and kinds of values. */
function only(types: string, operators: string[], kinds?: string[] | typeof otherKinds) {
	const operator = [...WITHOUT, ...operators];
	return { hide: { operator, ...(kinds && { kind: kinds }), field: unless(types) } };
}

/** The type of a condition's value, for fields that accept the service's functions. */
function kind(
	kinds: ValueKind[],
	hiddenFor: unknown[] | undefined,
	description: string,
): Parameter {
	return {
		displayName: 'Type of Value',
		name: 'kind',
		type: 'options',
		default: 'value',
		displayOptions: {
			hide: { operator: WITHOUT, ...(hiddenFor && { field: hiddenFor as never }) },
		},
		options: kinds.map(({ name, value, description }): INodePropertyOptions => ({
			name,
			value,
			...(description && { description }),
		})),
		description,
	};
}

/** A date as text, or the number of days, weeks, months, or years. */
const dateValue: Parameter = textParameter({
	displayName: 'Value',
	name: 'value',
	placeholder: 'e.g. 2026-01-31',
	description:
		'Value to compare with. Separate several values with commas for Is Any Of and Is None Of. Dates can be functions such as TODAY() or THIS_WEEK(MONDAY). Enter a number if the type of value counts days, weeks, months, or years.',
});

/** The controls of one condition, in the order of their names, as n8n wants them. */
const row: Parameter[] = [
	listedOption({ displayName: 'Field Name or ID', name: 'field', list: 'getConditionFields' }),
	listedOption({
		displayName: 'Operator Name or ID',
		name: 'operator',
		list: 'getOperators',
		dependsOn: ['&field'],
		default: 'equals',
	}),
	kind(
		DATE_KINDS,
		unless(DATES),
		'Whether to compare the field with a fixed value, or with a day or period relative to today',
	),
	kind(
		USER_KINDS,
		unless(USERS.join('|')),
		'Whether to compare the field with a login name or with the signed-in user',
	),
	kind(
		ORGANIZATION_KINDS,
		unless('ORGANIZATION_SELECT'),
		'Whether to compare the field with an organization code or with the organization of the signed-in user',
	),
	// Without a known type a text may look like a function.
	kind(
		[PLAIN, EXACT_TEXT],
		[{ _cnd: { regex: '^$|\\|_*[A-Z][A-Z_.]*$' } }],
		'Whether to treat a value such as TODAY() as a function or as plain text',
	),
	{
		displayName: 'Value',
		name: 'value',
		type: 'dateTime',
		default: '',
		typeOptions: { dateOnly: true },
		displayOptions: only(DATES, LISTS, otherKinds),
		description:
			'Date to compare with. A date and time equals this date during the whole day. For a time of day, set Type of Value to A Date as Text.',
	},
	{ ...dateValue, displayOptions: only(DATES, SINGLES, otherKinds) },
	{ ...dateValue, displayOptions: only(DATES, [], ['value', ...WITHOUT_VALUE]) },
	textParameter({
		displayName: 'Value',
		name: 'value',
		displayOptions: only(PEOPLE, [], WITHOUT_VALUE),
		description:
			'Value to compare with. Separate several values with commas for Is Any Of and Is None Of. Users can be LOGINUSER(), and organizations PRIMARY_ORGANIZATION().',
	}),
	textParameter({
		displayName: 'Value',
		name: 'value',
		displayOptions: {
			hide: {
				operator: WITHOUT,
				field: [{ _cnd: { regex: `\\|(?:SUBTABLE\\.)?(?:${CHOICES}|${DATES}|${PEOPLE})$` } }],
			},
		},
		description: 'Value to compare with. Separate several values with commas.',
	}),
	listedOption({
		displayName: 'Value Name or ID',
		name: 'value',
		list: 'getChoices',
		dependsOn: ['&field'],
		displayOptions: only(CHOICES, LISTS),
	}),
	listedOptions({
		displayName: 'Value Names or IDs',
		name: 'value',
		list: 'getChoices',
		dependsOn: ['&field'],
		displayOptions: only(CHOICES, SINGLES),
	}),
];

export const operatorChoice: Parameter = {
	displayName: 'Operator',
	name: 'operator',
	type: 'options',
	default: 'equals',
	options: operatorChoices,
};

/** The controls of one condition in a tool. */
const toolRow: Parameter[] = [
	...row.slice(0, 1),
	operatorChoice,
	kind([PLAIN, EXACT_TEXT], undefined, 'Whether Value may be a function'),
	textParameter({
		displayName: 'Value',
		name: 'value',
		displayOptions: { hide: { operator: WITHOUT } },
		description: 'Value, or TODAY(), FROM_TODAY(-7, DAYS), THIS_MONTH(), LOGINUSER(), and so on',
	}),
];

const match: Parameter = {
	displayName: 'Must Match',
	name: 'match',
	...choices('all', { all: 'All Conditions', any: 'Any Condition' }),
	description:
		'Whether all conditions must be met or only one of them. To combine both, write a query.',
	displayOptions: byConditions,
};

const conditions = (row: Parameter[]) =>
	rowsParameter('Condition', row, {
		displayName: 'Conditions',
		name: 'conditions',
		displayOptions: byConditions,
		description: 'Conditions that the records must meet',
	});

const CONDITIONS_HINT = "{rows: [{field: 'Field_code', operator: 'equals', value: 'Open'}]}";

/** How records are selected: conditions, a saved view, or a query. */
export const filter: Parameter[] = [
	{
		displayName: 'Filter By',
		name: 'filterBy',
		...choices('conditions', {
			conditions: 'Conditions',
			query: ['Query', 'Write a query in the query language of the service'],
			view: ['View', 'Use the conditions and the sort order of a saved view'],
		}),
		description: 'How to select the records',
	},
	listedOption({
		displayName: 'View Name or ID',
		name: 'view',
		list: 'getViews',
		required: true,
		displayOptions: { show: { filterBy: ['view'] } },
		description: 'Saved view that also selects the records.',
	}),
	match,
	{
		...conditions(row),
		inTool: { options: conditions(toolRow).options },
		builderHint: { propertyHint: CONDITIONS_HINT },
	},
	textParameter({
		displayName: 'Query',
		name: 'query',
		typeOptions: { rows: 3 },
		placeholder: 'e.g. Status in ("Open") and Due < TODAY() order by Due asc',
		displayOptions: { show: { filterBy: ['query'] } },
		description: 'Query, also with order by, limit, and offset',
	}),
];

/** As the filter of a write: an expression that finds nothing must not select all records. */
export const filterOfWrite = filter.map((one): Parameter =>
	['conditions', 'query'].includes(one.name) ? { ...one, role: 'selects' } : one,
);

/** Narrows the returned fields to those that the view shows. */
export const viewColumns: Parameter = switchParameter({
	displayName: 'Columns of View',
	name: 'viewColumns',
	displayOptions: { show: { '/filterBy': ['view'] } },
	description: 'Whether to return only the fields that the view shows, and the record ID',
});

export const sort = rowsParameter(
	'Field',
	[
		listedOption({ displayName: 'Field Name or ID', name: 'field', list: 'getSortFields' }),
		{
			displayName: 'Direction',
			name: 'direction',
			...choices('asc', { asc: 'Ascending', desc: 'Descending' }),
		},
	],
	{
		displayName: 'Sort',
		name: 'sort',
		placeholder: 'Add Sort Field',
		description:
			'Sort order of the records. If empty, the order of the view is used, or newest first.',
	},
);
