import type { IDataObject } from 'n8n-workflow';

import type { BatchRun, ItemView, Operation, Parameter } from '../../../shared/catalogue';
import { Refusal } from '../../../shared/errors';
import { recordNamed } from '../../current/keys';
import { narrowing } from '../../current/rights';
import { foundNothing } from '../../values/encode';
import { app, list, options, record, recordIdOf, revision } from '../parameters';
import { ANY_SIGN_IN, rights } from '../signIn';
import { ofMany, ofOne, WEBHOOKS_PER_MINUTE } from './writeOptions';

const action: Parameter = {
	displayName: 'Action Name or ID',
	name: 'action',
	type: 'options',
	default: '',
	required: true,
	typeOptions: { loadOptionsMethod: 'getActions', loadOptionsDependsOn: ['app.value'] },
	description:
		'Action of the process management to run. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
	send: { in: 'element', key: 'action' },
};

const assignee: Parameter = {
	displayName: 'Next Assignee',
	name: 'assignee',
	type: 'string',
	default: '',
	placeholder: 'e.g. sato',
	description:
		'Login name of the person who is to go on with the record. Needed when the next status has one assignee who is chosen at this moment.',
	send: { in: 'element', key: 'assignee' },
};

/** One call an element; up to 20 of them ride in one request. */
const oneByOne: BatchRun = {
	kind: 'batch',
	max: 1,
	bulk: true,
	assemble: ([single]) => ({ body: single as IDataObject }),
	split: (body) => [body],
	target: recordNamed,
	result: (part, item) => ({
		json: { id: recordIdOf(item.read('recordId'), item), ...(part as IDataObject) },
	}),
};

export const updateStatus: Operation = {
	id: 'records.status.update',
	value: 'updateStatus',
	name: 'Update Status',
	action: 'Update status of records',
	description:
		'Run an action of the process management on the record of each incoming item, 100 in a request',
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
		options(revision('element'), ...ofMany),
	],
	run: {
		kind: 'batch',
		max: 100,
		bulk: true,
		assemble: (records) => ({ body: { records: records as IDataObject[] } }),
		target: recordNamed,
		...narrowing,
		split: (body) => (body as { records: unknown[] }).records,
		result: (part) => ({ json: part as IDataObject }),
	},
};

export const updateStatusOfOne: Operation = {
	id: 'record.status.update',
	value: 'updateStatusOfOne',
	name: 'Update Status of One',
	action: 'Update status of one record',
	description:
		'Run an action of the process management with a call of its own for each item. Slower than Update Status, but webhooks of the app are called.',
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
		options(revision('element'), ...ofOne),
	],
	run: { ...oneByOne, webhooksPerMinute: WEBHOOKS_PER_MINUTE },
};

/**
 * The login names; none where the person left the field empty, or an expression gave an empty list
 * or text. Throws `Refusal` for an expression that found nothing: it must not remove all assignees.
 */
function assigneesOf(value: unknown, item: ItemView): string[] {
	const found = item.read('assignees');
	const given = Array.isArray(value) ? value.length > 0 : String(value) !== '';
	const names = list(value);
	const isIncomplete = Array.isArray(value) && names.length < value.length;
	if (!foundNothing(found) && !(given && names.length === 0) && !isIncomplete) return names;
	if (item.node.parameters.assignees === undefined) return names;
	throw new Refusal(
		isIncomplete && names.length > 0
			? 'A login name in "Assignees" is empty'
			: 'The expression in "Assignees" found no login name',
		'The assignees were not changed. Check the expression. To remove all assignees, leave the field empty or give an empty list',
	);
}

export const updateAssignees: Operation = {
	id: 'record.assignees.update',
	value: 'updateAssignees',
	name: 'Update Assignees',
	action: 'Update assignees of records',
	description: 'Replace the assignees of the present status of a record',
	method: 'PUT',
	answer: ['revision'],
	path: '/k/v1/record/assignees.json',
	guestSpace: true,
	parameters: [
		app('body'),
		record('element', 'id'),
		{
			displayName: 'Assignees',
			name: 'assignees',
			type: 'string',
			default: '',
			placeholder: 'e.g. sato, suzuki',
			description:
				'Login names of the assignees, separated by commas. Leave empty to remove all assignees; an expression does so with an empty list.',
			send: { in: 'element', key: 'assignees', as: assigneesOf },
		},
		options(revision('element'), ...ofMany),
	],
	run: oneByOne,
};
