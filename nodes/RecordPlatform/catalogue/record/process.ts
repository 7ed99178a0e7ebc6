import type { IDataObject } from 'n8n-workflow';

import { batchOperation } from '../../../shared/batchOperation';
import type { BatchRun, Parameter, ToElement } from '../../../shared/catalogue';
import { objectOf, objectsIn } from '../../../shared/objects';
import { recordNamed } from '../../diff/keys';
import { textOf } from '../../../shared/text';
import { narrowing } from '../../diff/rights';
import { app, list, options, record, recordIdOf, revision } from '../parameters';
import { picker } from '../people';
import { ANY_SIGN_IN, rights } from '../requirements';
import { ofMany, ofOne, WEBHOOKS_PER_MINUTE } from './optionControls';
import { finishStatus, finishWritten, returnRecord } from './written';

const action: Parameter<'action', ToElement<'action', string>> = {
	displayName: 'Action Name or ID',
	name: 'action',
	type: 'options',
	default: '',
	required: true,
	typeOptions: { loadOptionsMethod: 'getActions', loadOptionsDependsOn: ['app.value'] },
	description:
		'Process management action to run. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
	send: { in: 'element', key: 'action' },
};

type Assignee = Parameter<'assignee', ToElement<'assignee', string | undefined>>;

const NEXT_ASSIGNEE =
	'required if the user who runs the action has to choose the assignee of the next status';

const assignee: Assignee = {
	displayName: 'Next Assignee',
	name: 'assignee',
	...picker('searchPeople', 'Select a user…', 'By Login Name'),
	description: `User who becomes the assignee; ${NEXT_ASSIGNEE}. The list has the users of the newest records, of the process management, and of the space of the app.`,
	send: {
		in: 'element',
		key: 'assignee',
		as: (value) => textOf(value, 'Next Assignee').trim() || undefined,
	},
};

/** One API request per element; a bulk request carries up to 20 of them. */
const oneByOne = {
	max: 1,
	bulk: true,
	assemble: ([change]) => ({ body: { ...change } }),
	split: (body) => [objectOf(body)],
	recordKey: recordNamed,
	result: (part, item) => ({ json: { id: recordIdOf(item.read('recordId'), item), ...part } }),
} satisfies Partial<BatchRun<{ id: string }, undefined, { id: string }, IDataObject, 'recordId'>>;

export const updateStatus = batchOperation({
	id: 'records.status.update',
	value: 'updateStatus',
	name: 'Update Status',
	action: 'Update status of records',
	description:
		'Run a process management action on the record of each item, 100 records per request',
	method: 'PUT',
	answer: ['records'],
	path: '/k/v1/records/status.json',
	guestSpace: true,
	rights: rights.process,
	signIn: ANY_SIGN_IN,
	parameters: [
		app('body'),
		record('element', 'id'),
		action,
		assignee,
		options(returnRecord, revision('element'), ...ofMany),
	],
	finish: finishStatus,
	run: {
		max: 100,
		bulk: true,
		assemble: (records) => ({ body: { records } }),
		recordKey: recordNamed,
		...narrowing,
		split: (body) => objectsIn(body, 'records'),
		result: (json) => ({ json }),
	},
});

export const updateStatusOfOne = batchOperation({
	id: 'record.status.update',
	value: 'updateStatusOfOne',
	name: 'Update Status of One',
	action: 'Update status of one record',
	description:
		'Run a process management action with one request per item. Slower than Update Status, but triggers the webhooks of the app.',
	method: 'PUT',
	answer: ['revision'],
	path: '/k/v1/record/status.json',
	guestSpace: true,
	rights: rights.process,
	parameters: [
		app('body'),
		record('element', 'id'),
		action,
		assignee,
		options(returnRecord, revision('element'), ...ofOne),
	],
	finish: finishStatus,
	run: { ...oneByOne, webhooksPerMinute: WEBHOOKS_PER_MINUTE },
});

const assignees: Parameter<'assignees', ToElement<'assignees', string[]>> = {
	displayName: 'Assignee Names or IDs',
	name: 'assignees',
	type: 'multiOptions',
	default: [],
	typeOptions: {
		loadOptionsMethod: 'getAssignees',
		loadOptionsDependsOn: ['app.value', 'options.guestSpace'],
	},
	description:
		'Users who become the assignees. Leave empty to remove all assignees. The list has the users of the newest records, of the process management, and of the space of the app. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
	send: { in: 'element', key: 'assignees', as: list },
};

export const updateAssignees = batchOperation({
	id: 'record.assignees.update',
	value: 'updateAssignees',
	name: 'Update Assignees',
	action: 'Update assignees of records',
	description: 'Replace the assignees of a record in its current status',
	method: 'PUT',
	answer: ['revision'],
	path: '/k/v1/record/assignees.json',
	guestSpace: true,
	parameters: [
		app('body'),
		record('element', 'id'),
		assignees,
		options(returnRecord, revision('element'), ...ofMany),
	],
	finish: finishWritten,
	run: oneByOne,
});
