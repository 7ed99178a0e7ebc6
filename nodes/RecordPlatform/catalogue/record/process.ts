import type { IDataObject } from 'n8n-workflow';

import { batchOperation, type ToElement } from '../../batchOperation';
import type {
	BatchRun,
	Parameter,
	PendingElement,
	PrefetchResult,
} from '../../../shared/catalogue';
import { listOf } from '../../../shared/objects';
import { api } from '../../api';
import { CHANGED_MEANWHILE, identityOf, RECORD_ID, recordName, recordRow } from '../../codec/cells';
import { noSuchRecord } from '../../writing/changes';
import { currentRecords } from '../../reading/current';
import { codeOf } from '../../codec/decode';
import { options, revision } from '../parameters';
import { listedOption, listedOptions } from '../lists';
import { app, record } from '../locators';
import { picker } from '../people';
import { rights } from '../requirements';
import { hundredAtOnce, oneByOne } from '../../bulk';
import { ofWrite } from './options';
import { finishWritten, returnRecord } from './written';
import { choices } from '../../../shared/parameters';

const action: Parameter<'action', ToElement<'action', string>> = listedOption({
	displayName: 'Action Name or ID',
	name: 'action',
	list: 'getActions',
	required: true,
	description: 'Process management action to run.',
	send: { in: 'element', key: 'action' },
});

const assignee: Parameter<'assignee', ToElement<'assignee', string | undefined>> = {
	displayName: 'Next Assignee',
	name: 'assignee',
	...picker('searchPeople', 'Select a user…', 'By Login Name'),
	holds: 'code',
	description: 'User who becomes the assignee, if whoever runs the action has to choose one',
	send: { in: 'element', key: 'assignee', as: (value) => String(value ?? '') || undefined },
};

/** One API request per element; a bulk request carries up to 20 of them. */
const changeOfOne = {
	...oneByOne,
	assemble: ([change]) => ({ body: { ...change } }),
	recordKey: recordName,
	result: (part, _item, { id }) => recordRow({ id, ...part }),
} satisfies Partial<BatchRun<{ id: string }, undefined, { id: string }, IDataObject>>;

const changeOptions = options(returnRecord, revision('element'), ...ofWrite);

const statusChange = {
	rights: rights.process,
	parameters: [app('body'), record('element', 'id'), action, assignee, changeOptions],
	finish: finishWritten,
};

export const updateStatus = batchOperation({
	...statusChange,
	...api['records.status.update'],
	value: 'updateStatus',
	pattern:
		"app: …, recordId: {__rl: true, mode: 'id', value: expr('{{ $json.$id }}')}, action: 'Approve'",
	name: 'Update Status',
	action: 'Update status of records',
	description:
		'Run a process management action on the record of each item, 100 records per request',
	run: { ...hundredAtOnce, recordKey: recordName, result: (part: IDataObject) => recordRow(part) },
});

export const updateStatusOfOne = batchOperation({
	...statusChange,
	...api['record.status.update'],
	value: 'updateStatusOfOne',
	name: 'Update Status of One',
	action: 'Update status of one record',
	description:
		'Run a process management action with one request per item. Slower than Update Status, but triggers the webhooks of the app.',
	run: changeOfOne,
});

const change: Parameter<'change', ToElement<'change', string>> = {
	displayName: 'Assignees Update Mode',
	name: 'change',
	...choices('add', {
		add: ['Add', 'Add the users to the assignees of the record'],
		remove: ['Remove', 'Remove the users from the assignees'],
		replace: ['Replace', 'Replace all assignees with the users. Without users, all are removed.'],
	}),
	description: 'How to change the assignees that the record has',
	send: { in: 'element', key: 'change' },
};

const assignees: Parameter<'assignees', ToElement<'assignees', string[]>> = listedOptions({
	displayName: 'Assignee Names or IDs',
	name: 'assignees',
	list: 'getAssignees',
	role: 'given',
	dependsOn: ['app.value', 'options.guestSpace'],
	description: 'Users to add, to remove, or who become the only assignees.',
	send: { in: 'element', key: 'assignees', keepEmpty: true },
});

interface AssigneeChange {
	id: string;
	change: string;
	assignees: string[];
	revision?: string;
}

/** The assignees that the change makes of those that the records have. */
async function assigneesToSend(
	waiting: Array<PendingElement<AssigneeChange, string[]>>,
): Promise<Array<PrefetchResult<Omit<AssigneeChange, 'change'>, string[]>>> {
	const [first] = waiting;
	if (first === undefined) return [];
	const path = first.spec.path.replace('record/assignees.json', 'records.json');
	const app = String(first.spec.body?.app);
	const keys = waiting.map(({ element }) => element.id);
	const find = await currentRecords({ path, app, by: RECORD_ID, keys }, first.item);
	return waiting.map(({ element: { change: how, ...sent } }) => {
		const record = find(sent.id);
		if (record === undefined) return { problem: noSuchRecord(sent) };
		const cell = Object.values(record).find(({ type }) => type === 'STATUS_ASSIGNEE');
		const now = listOf(cell?.value).map((user) => String(codeOf(user)));
		const { assignees: named } = sent;
		const left =
			how === 'remove' ? now.filter((code) => !named.includes(code)) : [...now, ...named];
		const wanted = how === 'replace' ? named : [...new Set(left)];
		const removed = now.filter((code) => !wanted.includes(code));
		const { revision: known } = identityOf(record);
		return { element: { revision: known, ...sent, assignees: wanted }, found: removed };
	});
}

export const updateAssignees = batchOperation({
	...api['record.assignees.update'],
	value: 'updateAssignees',
	name: 'Update Assignees',
	action: 'Update assignees of records',
	description: 'Add, remove, or replace the assignees of a record in its current status',
	parameters: [app('body'), record('element', 'id'), change, assignees, changeOptions],
	finish: finishWritten,
	run: {
		...changeOfOne,
		prefetch: assigneesToSend,
		isConflict: ({ code }, _item, { element }) =>
			code === CHANGED_MEANWHILE && element.revision === undefined,
		result: (part, _item, { id }, removed: string[] = []) =>
			recordRow({ id, ...part, ...(removed.length > 0 && { removed }) }),
	},
});
