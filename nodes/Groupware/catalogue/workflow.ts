import type { ItemContext, Operation, Parameter, Resource, Row } from '../../shared/catalogue';
import { objectOf } from '../../shared/objects';
import { idOf } from '../values/references';
import { isBlank } from '../../shared/input/text';
import { choices, choicesParameter, isOn, textParameter } from '../../shared/parameters';
import { api } from '../api';
import { since } from '../values/rows';
import { processedAt, requestRow } from '../values/workflow';
import { fileInPath, fileRow, output } from './attachment';
import { fields, simplify } from './event/content';
import { idInPath, joined } from './text';
import { listRun, paged, verbs } from './operations';
import { periodFilters } from './period';
import { probableRights, rights } from './requirements';

/** What a request can be, as the service names it. */
export const statuses = [
	{ name: 'Approved', value: 'APPROVED', description: 'Approved, but not acknowledged yet' },
	{ name: 'Canceled', value: 'CANCELLED' },
	{ name: 'Completed', value: 'COMPLETED', description: 'All steps are done' },
	{ name: 'In Progress', value: 'IN_PROGRESS' },
	{ name: 'Rejected', value: 'REJECTED' },
	{ name: 'Sent Back', value: 'SENT_BACK' },
	{ name: 'Unprocessed', value: 'UNPROCESSING' },
	{ name: 'Withdrawn', value: 'WITHDRAWN' },
];

const approved = periodFilters({
	word: 'Approved',
	period: 'approvedPeriod',
	from: { name: 'approvedFrom', key: 'rangeStartApprovedAt' },
	to: { name: 'approvedTo', key: 'rangeEndApprovedAt' },
	what: 'Return requests last approved',
});

const filters: Parameter[] = [
	...approved.parameters,
	textParameter({
		displayName: 'Form ID',
		name: 'form',
		holds: 'id',
		role: 'selects',
		placeholder: 'e.g. 12',
		description: 'ID of the form that the requests use',
		send: {
			in: 'query',
			key: 'form',
			as: (value) => (isBlank(value) ? undefined : idOf(value, 'form')),
		},
	}),
	choicesParameter({
		displayName: 'Status',
		name: 'status',
		options: statuses,
		description: 'Status of the requests. Leave empty to return all.',
		builderHint: { propertyHint: 'COMPLETED: all steps are done. APPROVED: not acknowledged yet' },
		send: { in: 'query', key: 'status', as: joined },
	}),
];

const returnedFields: Parameter = choicesParameter({
	displayName: 'Fields',
	name: 'fields',
	options: [
		{ name: 'Applicant', value: 'applicant' },
		{ name: 'Created At', value: 'createdAt' },
		{ name: 'Current Step', value: 'processingStepCode' },
		{ name: 'Form', value: 'form' },
		{ name: 'ID', value: 'id' },
		{ name: 'Is Urgent', value: 'isUrgent' },
		{ name: 'Items', value: 'items' },
		{ name: 'Name', value: 'name' },
		{ name: 'Number', value: 'number' },
		{ name: 'Status', value: 'status' },
		{ name: 'Steps', value: 'steps' },
	],
	description: 'Fields to return. Leave empty to return all fields.',
	send: { in: 'query', key: 'fields', as: askedFields },
});

const getRequest: Operation = {
	...verbs.get,
	...api['workflow.request.get'],
	action: 'Get workflow request',
	description: 'Get a workflow request that you can access',
	rights: rights.readRequest,
	parameters: [
		idInPath('Request ID', 'requestId', 'request', 'ID of the workflow request to get'),
		simplify,
	],
	run: { kind: 'perItem', result: requestRow },
};

export const getRequests: Operation = {
	...verbs.getAllAsAdministrator,
	...api['workflow.request.list'],
	name: 'Get Many (Administrator)',
	action: 'Get many workflow requests as administrator',
	pattern: "returnAll: true, filters: {status: ['IN_PROGRESS']}",
	description: 'Get the workflow requests of all users (workflow administrators only)',
	rights: rights.administerWorkflow,
	parameters: [
		...paged,
		{
			displayName: 'Sort',
			name: 'sort',
			...choices('createdAt desc', {
				'createdAt desc': 'Created, Newest First',
				'createdAt asc': 'Created, Oldest First',
			}),
			description: 'Order of the requests',
			send: { in: 'query', key: 'orderBy' },
		},
		simplify,
		fields('Filters', 'filters', filters),
		fields('Options', 'options', [returnedFields]),
	],
	run: listRun('requests', requestRow, 'No workflow requests found', (item) =>
		since(approved.startOf(item), processedAt),
	),
};

const downloadFile: Operation = {
	...api['workflow.file.get'],
	value: 'downloadAsAdministrator',
	name: 'Download (Administrator)',
	action: 'Download workflow file as administrator',
	description: 'Download a file of a workflow request (workflow administrators only)',
	rights: rights.administerWorkflow,
	parameters: [
		fileInPath('ID of the file, as returned in an item of a workflow request'),
		...output,
	],
	run: { kind: 'perItem', result: fileRow },
};

const getForm: Operation = {
	...api['workflow.form.get'],
	value: 'getAsAdministrator',
	name: 'Get (Administrator)',
	action: 'Get workflow form as administrator',
	description: 'Get the items of a request form (administrators only)',
	rights: probableRights.administerForms,
	parameters: [
		idInPath(
			'Form ID',
			'formId',
			'form',
			'ID of the form, as returned in a workflow request',
			'workflowFormId',
		),
	],
	run: { kind: 'perItem', result: formRow },
};

/**
 * The ID tells requests apart that look alike, and their steps when they were approved. A simplified request
 * needs its steps and the current step to show who has to act.
 */
function askedFields(value: unknown, item: ItemContext): string | undefined {
	const chosen = joined(value);
	if (chosen === undefined) return undefined;
	const names = chosen.split(',');
	const showsActors =
		isOn(item, 'simplify') && (names.includes('steps') || names.includes('processingStepCode'));
	const needed = [
		'id',
		...(showsActors ? ['steps', 'processingStepCode'] : []),
		...(approved.startOf(item) === undefined ? [] : ['steps']),
	];
	return [...new Set([...names, ...needed])].join(',');
}

/** The form that the answer wraps; whether its items are a map or a list is inferred only. */
function formRow(body: unknown): Row {
	return { json: objectOf(objectOf(body).form) };
}

export const workflowResources: Resource[] = [
	{
		value: 'workflowRequest',
		name: 'Workflow Request',
		description: 'Requests that users submit for approval',
		operations: [getRequests, getRequest],
	},
	{
		value: 'workflowFile',
		name: 'Workflow File',
		description: 'Files of workflow requests',
		operations: [downloadFile],
	},
	{
		value: 'workflowForm',
		name: 'Workflow Form',
		description: 'Forms of workflow requests',
		operations: [getForm],
	},
];
