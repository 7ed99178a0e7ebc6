import type { Parameter } from '../../shared/catalogue';

const byConditions = { show: { filterBy: ['conditions'] } };

/** Which records: filter rows, or a query written by hand. */
export const filter: Parameter[] = [
	{
		displayName: 'Filter By',
		name: 'filterBy',
		type: 'options',
		default: 'conditions',
		options: [
			{ name: 'Conditions', value: 'conditions' },
			{ name: 'Query', value: 'query' },
		],
		description: 'How to say which records are meant',
	},
	{
		displayName: 'Conditions',
		name: 'conditions',
		type: 'fixedCollection',
		placeholder: 'Add Condition',
		default: {},
		typeOptions: { multipleValues: true, sortable: true },
		displayOptions: byConditions,
		description: 'Conditions that the records must meet; all records when there are none',
		options: [
			{
				displayName: 'Condition',
				name: 'rows',
				values: [
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
						displayName: 'Operator',
						name: 'operator',
						type: 'options',
						default: 'equals',
						options: [
							{ name: 'Contains', value: 'contains', description: 'Finds whole words in a text' },
							{ name: 'Does Not Contain', value: 'notContains' },
							{ name: 'Does Not Equal', value: 'notEquals' },
							{ name: 'Equals', value: 'equals' },
							{ name: 'Greater Than', value: 'greater' },
							{ name: 'Greater Than or Equal', value: 'greaterOrEqual' },
							{ name: 'Is Any Of', value: 'anyOf', description: 'One of several values' },
							{ name: 'Is Empty', value: 'empty' },
							{ name: 'Is None Of', value: 'noneOf', description: 'None of several values' },
							{ name: 'Is Not Empty', value: 'notEmpty' },
							{ name: 'Less Than', value: 'less' },
							{ name: 'Less Than or Equal', value: 'lessOrEqual' },
						],
					},
					{
						displayName: 'Value',
						name: 'value',
						type: 'string',
						default: '',
						displayOptions: { hide: { operator: ['empty', 'notEmpty'] } },
						description:
							'Value to compare with; several separated by commas for Is Any Of and Is None Of. Dates may be functions such as TODAY() or FROM_TODAY(-7, DAYS), users may be LOGINUSER().',
					},
					{
						displayName: 'Combine With Previous',
						name: 'join',
						type: 'options',
						default: 'and',
						options: [
							{
								name: 'AND',
								value: 'and',
								description: 'This condition and the ones before it must be met',
							},
							{
								name: 'OR',
								value: 'or',
								description: 'Starts a new group: the groups are alternatives',
							},
						],
						description: 'How this condition follows the one before; without effect on the first',
					},
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

/** The order of the records. */
export const sort: Parameter = {
	displayName: 'Sort',
	name: 'sort',
	type: 'fixedCollection',
	placeholder: 'Add Sort Field',
	default: {},
	typeOptions: { multipleValues: true, sortable: true },
	description: 'Order of the records; the newest first when there is none',
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
