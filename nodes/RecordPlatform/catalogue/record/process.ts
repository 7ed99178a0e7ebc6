import type { IDataObject } from 'n8n-workflow';

import { batchOperation } from '../../../shared/batchOperation';
import type { BatchRun, ItemView, Parameter, ToElement } from '../../../shared/catalogue';
import { InputError } from '../../../shared/errors';
import { isLeftBlank, storedAt } from '../../../shared/parameterReader';
import { objectOf, objectsIn } from '../../../shared/objects';
import { recordNamed } from '../../diff/keys';
import { textOf } from '../../../shared/text';
import { narrowing } from '../../diff/rights';
import { foundNothing } from '../../values/encode';
import { app, hasEmptyEntry, list, options, record, recordIdOf, revision } from '../parameters';
import { PICKED, picker, TYPED } from '../people';
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

const assigneeOfVersion1: Assignee = {
	displayName: 'Next Assignee',
	name: 'assignee',
	type: 'string',
	default: '',
	placeholder: 'e.g. sato',
	...TYPED,
	description: `Login name of the next assignee; ${NEXT_ASSIGNEE}`,
	send: { in: 'element', key: 'assignee' },
};

const pickedAssignee: Assignee = {
	displayName: 'Next Assignee',
	name: 'assignee',
	...picker('searchPeople', 'Select a user…', 'By Login Name'),
	...PICKED,
	description: `User who becomes the assignee; ${NEXT_ASSIGNEE}. The list has the users of the newest records, of the process management, and of the space of the app.`,
	send: {
		in: 'element',
		key: 'assignee',
		as: (value) => textOf(value, 'Next Assignee').trim() || undefined,
	},
};

/** The last of the two says how the value is read. */
const assignee = [assigneeOfVersion1, pickedAssignee];

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
		...assignee,
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
		...assignee,
		options(returnRecord, revision('element'), ...ofOne),
	],
	finish: finishStatus,
	run: { ...oneByOne, webhooksPerMinute: WEBHOOKS_PER_MINUTE },
});

/**
 * The login names; none if the field is empty or an expression returned an empty list
 * or text. Throws `InputError` for an expression without a value: it must not remove all assignees.
 */
function assigneesOf(value: unknown, item: ItemView<'assignees'>): string[] {
	const found = item.read('assignees');
	const given = Array.isArray(value) ? value.length > 0 : String(value) !== '';
	const names = list(value);
	const isIncomplete = hasEmptyEntry('assignees', item);
	const isBlank = foundNothing(found) || isLeftBlank(found, storedAt(item, 'assignees'));
	if (!isBlank && !(given && names.length === 0) && (!isIncomplete || !given)) return names;
	if (item.node.parameters.assignees === undefined) return names;
	throw new InputError(
		isIncomplete && names.length > 0
			? '"Assignees" contains an empty login name'
			: 'The expression in "Assignees" returned no login name',
		'The assignees were not changed. Check the expression. To remove all assignees, leave the field empty or return an empty list',
	);
}

type Assignees = Parameter<'assignees', ToElement<'assignees', string[]>>;

const sendAssignees: Assignees['send'] = {
	in: 'element',
	key: 'assignees',
	as: assigneesOf,
	replaces: ['app', 'id'],
};

const assigneesOfVersion1: Assignees = {
	displayName: 'Assignees',
	name: 'assignees',
	type: 'string',
	default: '',
	placeholder: 'e.g. sato, suzuki',
	...TYPED,
	description:
		'Login names of the assignees, separated by commas. Leave empty to remove all assignees. An expression has to return an empty list for this.',
	send: sendAssignees,
};

const pickedAssignees: Assignees = {
	displayName: 'Assignee Names or IDs',
	name: 'assignees',
	type: 'multiOptions',
	default: [],
	...PICKED,
	typeOptions: {
		loadOptionsMethod: 'getAssignees',
		loadOptionsDependsOn: ['app.value', 'options.guestSpace'],
	},
	description:
		'Users who become the assignees. Leave empty to remove all assignees. The list has the users of the newest records, of the process management, and of the space of the app. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
	send: sendAssignees,
};

/** The last of the two says how the value is read. */
const assignees = [assigneesOfVersion1, pickedAssignees];

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
		...assignees,
		options(returnRecord, revision('element'), ...ofMany),
	],
	finish: finishWritten,
	run: oneByOne,
});
