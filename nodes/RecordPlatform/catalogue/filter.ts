import type { INodePropertyOptions } from 'n8n-workflow';

import type { Parameter } from '../../shared/catalogue';
import {
	DATE_KINDS,
	EXACT_TEXT,
	ORGANIZATION_KINDS,
	PLAIN,
	USER_KINDS,
	type ValueKind,
	WITHOUT_VALUE,
} from '../query/functions';

const byConditions = { show: { filterBy: ['conditions', 'view'] } };

/** Hides a control of a condition while the field that was picked is none of these types. */
const unless = (types: string) => [{ _cnd: { regex: `^(?!.*\\|(?:SUBTABLE\\.)?(?:${types})$)` } }];

const DATES = 'DATE|DATETIME|CREATED_TIME|UPDATED_TIME';
const USERS = 'CREATOR|MODIFIER|USER_SELECT|STATUS_ASSIGNEE';
const CHOICES = 'CHECK_BOX|DROP_DOWN|MULTI_SELECT|RADIO_BUTTON|STATUS';
const WITHOUT = ['empty', 'notEmpty'];
const LISTS = ['anyOf', 'noneOf'];
const SINGLES = [
	'contains',
	'equals',
	'greater',
	'greaterOrEqual',
	'less',
	'lessOrEqual',
	'notContains',
	'notEquals',
];

/** What the value of a condition is, where the field takes functions of the service. */
function kind(kinds: ValueKind[], hiddenFor: unknown[], description: string): Parameter {
	return {
		displayName: 'Type of Value',
		name: 'kind',
		type: 'options',
		default: 'value',
		displayOptions: { hide: { operator: WITHOUT, field: hiddenFor as never } },
		options: kinds.map(({ name, value, description }): INodePropertyOptions => ({
			name,
			value,
			...(description && { description }),
		})),
		description,
	};
}

/** The controls of one condition, in the order of their names, as n8n wants them. */
const row: Parameter[] = [
	{
		displayName: 'Field Name or ID',
		name: 'field',
		type: 'options',
		default: '',
		typeOptions: {
			loadOptionsMethod: 'getConditionFields',
			loadOptionsDependsOn: ['app.value'],
		},
		description:
			'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
	},
	{
		displayName: 'Operator Name or ID',
		name: 'operator',
		type: 'options',
		default: 'equals',
		typeOptions: { loadOptionsMethod: 'getOperators', loadOptionsDependsOn: ['&field'] },
		description:
			'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
	},
	kind(
		DATE_KINDS,
		unless(DATES),
		'Whether the field is compared with a given value, or with a day or period that moves with today',
	),
	kind(
		USER_KINDS,
		unless(USERS),
		'Whether the field is compared with a given login name, or with the signed-in user',
	),
	kind(
		ORGANIZATION_KINDS,
		unless('ORGANIZATION_SELECT'),
		'Whether the field is compared with a given code, or with the organization of the signed-in user',
	),
	// Without a known type a text may look like a function.
	kind(
		[EXACT_TEXT, PLAIN],
		[{ _cnd: { regex: '^$|\\|_*[A-Z][A-Z_.]*$' } }],
		'Whether a value that looks like a function, such as TODAY(), is one or stands for itself',
	),
	{
		displayName: 'Value',
		name: 'value',
		type: 'string',
		default: '',
		displayOptions: {
			hide: {
				operator: WITHOUT,
				kind: WITHOUT_VALUE,
				field: unless(`${DATES}|${USERS}|ORGANIZATION_SELECT`),
			},
		},
		description:
			'Value to compare with; several separated by commas for Is Any Of and Is None Of. Dates may be functions such as TODAY() or THIS_WEEK(MONDAY), users may be LOGINUSER(). A number where the type of value counts days, weeks, months or years.',
	},
	{
		displayName: 'Value',
		name: 'value',
		type: 'string',
		default: '',
		displayOptions: {
			hide: {
				operator: WITHOUT,
				field: [
					{
						_cnd: {
							regex: `\\|(?:SUBTABLE\\.)?(?:${CHOICES}|${DATES}|${USERS}|ORGANIZATION_SELECT)$`,
						},
					},
				],
			},
		},
		description: 'Value to compare with; several separated by commas for Is Any Of and Is None Of',
	},
	{
		displayName: 'Value Name or ID',
		name: 'value',
		type: 'options',
		default: '',
		typeOptions: { loadOptionsMethod: 'getChoices', loadOptionsDependsOn: ['&field'] },
		displayOptions: { hide: { operator: [...WITHOUT, ...LISTS], field: unless(CHOICES) } },
		description:
			'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
	},
	{
		displayName: 'Value Names or IDs',
		name: 'value',
		type: 'multiOptions',
		default: [],
		typeOptions: { loadOptionsMethod: 'getChoices', loadOptionsDependsOn: ['&field'] },
		displayOptions: { hide: { operator: [...WITHOUT, ...SINGLES], field: unless(CHOICES) } },
		description:
			'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
	},
];

const match = (displayName: string, byDefault: 'all' | 'any'): Parameter => ({
	displayName,
	name: 'match',
	type: 'options',
	default: byDefault,
	options: [
		{ name: 'All Conditions', value: 'all', description: 'Each condition and group must be met' },
		{ name: 'Any Condition', value: 'any', description: 'One condition or group is enough' },
	],
	description: 'Whether all of the conditions must be met or any one of them',
});

const conditionRows = {
	type: 'fixedCollection' as const,
	placeholder: 'Add Condition',
	default: {},
	typeOptions: { multipleValues: true, sortable: true },
};

/** Which records: conditions, a saved view, or a query written by hand. */
export const filter: Parameter[] = [
	{
		displayName: 'Filter By',
		name: 'filterBy',
		type: 'options',
		default: 'conditions',
		options: [
			{ name: 'Conditions', value: 'conditions' },
			{ name: 'Query', value: 'query', description: 'A query in the language of the service' },
			{
				name: 'View',
				value: 'view',
				description: 'The conditions and the order of a view that the app keeps',
			},
		],
		description: 'How to say which records are meant',
	},
	{
		displayName: 'View Name or ID',
		name: 'view',
		type: 'options',
		default: '',
		required: true,
		typeOptions: { loadOptionsMethod: 'getViews', loadOptionsDependsOn: ['app.value'] },
		displayOptions: { show: { filterBy: ['view'] } },
		description:
			'Saved view of the app, whose conditions select the records. Conditions below narrow it down. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
	},
	{ ...match('Must Match', 'all'), displayOptions: byConditions },
	{
		displayName: 'Conditions',
		name: 'conditions',
		...conditionRows,
		displayOptions: byConditions,
		description: 'Conditions that the records must meet; all records when there are none',
		options: [
			{ displayName: 'Condition', name: 'rows', values: row },
			{
				displayName: 'Condition Group',
				name: 'groups',
				values: [
					{
						displayName: 'Conditions',
						name: 'conditions',
						...conditionRows,
						description: 'Conditions that are taken together, as if in parentheses',
						options: [{ displayName: 'Condition', name: 'rows', values: row }],
					},
					match('Must Match', 'any'),
				],
			},
		],
	},
	{
		displayName: 'Query',
		name: 'query',
		type: 'string',
		default: '',
		typeOptions: { rows: 3 },
		placeholder: 'e.g. Status in ("Open") and Due < TODAY() order by Due asc',
		displayOptions: { show: { filterBy: ['query'] } },
		description:
			'Query in the language of the service; it may end with order by, limit and offset. Empty: all records.',
	},
];

/** Narrows the returned fields to those that the view shows. */
export const viewColumns: Parameter = {
	displayName: 'Columns of View',
	name: 'viewColumns',
	type: 'boolean',
	default: false,
	displayOptions: { show: { '/filterBy': ['view'] } },
	description:
		'Whether to return only the fields that the view shows, and the record ID. Without effect where fields are chosen, and for views that are no list.',
};

/** The order of the records. */
export const sort: Parameter = {
	displayName: 'Sort',
	name: 'sort',
	type: 'fixedCollection',
	placeholder: 'Add Sort Field',
	default: {},
	typeOptions: { multipleValues: true, sortable: true },
	description: 'Order of the records; when there is none, that of the view or the newest first',
	options: [
		{
			displayName: 'Field',
			name: 'rows',
			values: [
				{
					displayName: 'Field Name or ID',
					name: 'field',
					type: 'options',
					default: '',
					typeOptions: {
						loadOptionsMethod: 'getReadableFields',
						loadOptionsDependsOn: ['app.value'],
					},
					description:
						'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
				},
				{
					displayName: 'Direction',
					name: 'direction',
					type: 'options',
					default: 'asc',
					options: [
						{ name: 'Ascending', value: 'asc' },
						{ name: 'Descending', value: 'desc' },
					],
				},
			],
		},
	],
};
