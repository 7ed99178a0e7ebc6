import type { IDataObject } from 'n8n-workflow';

import type { BatchRun, Operation, Parameter, Part } from '../../../shared/catalogue';
import {
	changedMeanwhile,
	changedOrDeletedMeanwhile,
	changeResult,
	looksBefore,
	onlyDifferences,
} from '../../current/changes';
import { recordNamed } from '../../current/keys';
import { byRights, changedOf } from '../../current/rights';
import { mapped, RECORD_ID, recordOf } from '../../values/mapping';
import { matched } from '../../values/matching';
import { app, options, record, revision } from '../parameters';
import { ANY_SIGN_IN, rights } from '../signIn';
import { existingFiles } from './attachments';
import { ofMany, ofOne, WEBHOOKS_PER_MINUTE } from './writeOptions';
import {
	onConflictOfUpdate,
	onConflictOfUpsert,
	onlyChanges,
	originalRecord,
	revisionOfUpdate,
} from './conflicts';

export const rawValues: Parameter = {
	displayName: 'Raw Values',
	name: 'rawValues',
	type: 'boolean',
	default: false,
	description:
		'Whether the values already have the form that the service takes, such as ["a", "b"] or [{"code": "sato"}], and are to be sent as they are',
};

export const convertValues: Parameter = {
	displayName: 'Convert Values',
	name: 'convertValues',
	type: 'boolean',
	default: false,
	description:
		'Whether to accept numbers as people write them, such as 1,200 or ¥500, and send the plain number',
};

type Mode = 'add' | 'update' | 'upsert';

const methods: Record<Mode, string> = {
	add: 'getFieldsToCreate',
	update: 'getFieldsToUpdate',
	upsert: 'getFieldsToUpsert',
};

/** The form's fields, each with its value, a matching field where the operation looks for one; `key` is theirs in the element. */
export function fields(mode: Mode, key = ''): Parameter {
	return {
		displayName: 'Fields',
		name: 'fields',
		type: 'resourceMapper',
		noDataExpression: true,
		default: { mappingMode: 'defineBelow', value: null },
		required: true,
		typeOptions: {
			loadOptionsDependsOn: ['app.value', 'options.guestSpace'],
			resourceMapper: {
				resourceMapperMethod: methods[mode],
				mode,
				fieldWords: { singular: 'field', plural: 'fields' },
				// Beside another mapper, that of a table's columns.
				...(key !== '' && { valuesLabel: 'Values of the Record' }),
				addAllFields: true,
				supportAutoMap: true,
				multiKeyMatch: false,
				allowEmptyValues: true,
				refreshStaleSchemaOnOpen: true,
				...(mode !== 'add' && {
					matchingFieldsLabels: {
						title: 'Match By',
						description: 'Field that tells which record to update',
					},
				}),
			},
		},
		send: {
			in: 'element',
			key,
			// Beside the rows of a table a record may have no values of its own.
			as: (value, item) =>
				mode === 'add'
					? recordOf(mapped(value, item), item, { mayBeEmpty: key !== '' })
					: matched(value, mode, item),
		},
	};
}

export const parts = (body: unknown, names: { ids: string; revisions: string }) => {
	const { [names.ids]: ids = [], [names.revisions]: revisions = [] } = body as Record<
		string,
		string[]
	>;
	return ids.map((id, index) => ({ id, revision: revisions[index] }));
};

const asJson: BatchRun['result'] = (part) => ({ json: part as IDataObject });

export const create: Operation = {
	id: 'records.create',
	value: 'create',
	name: 'Create',
	action: 'Create records',
	description:
		'Add a record for each incoming item, 100 in a request. Webhooks of the app are not called.',
	method: 'POST',
	answer: ['ids'],
	path: '/k/v1/records.json',
	guestSpace: true,
	rights: rights.add,
	signIn: ANY_SIGN_IN,
	parameters: [app('body'), fields('add'), options(convertValues, rawValues, ...ofMany)],
	run: {
		kind: 'batch',
		max: 100,
		bulk: true,
		assemble: (records) => ({ body: { records: records as IDataObject[] } }),
		split: (body) => parts(body, { ids: 'ids', revisions: 'revisions' }),
		result: asJson,
	},
};

export const createOne: Operation = {
	id: 'record.create',
	value: 'createOne',
	name: 'Create One',
	action: 'Create one record',
	description:
		'Add a record with a call of its own for each item. Slower than Create, but webhooks of the app are called.',
	method: 'POST',
	answer: ['id'],
	path: '/k/v1/record.json',
	guestSpace: true,
	rights: rights.add,
	parameters: [app('body'), fields('add'), options(convertValues, rawValues, ...ofOne)],
	run: {
		kind: 'batch',
		max: 1,
		bulk: true,
		assemble: ([single]) => ({ body: { record: single as IDataObject } }),
		split: (body) => [body],
		result: asJson,
		webhooksPerMinute: WEBHOOKS_PER_MINUTE,
	},
};

const updateOptions = [
	convertValues,
	existingFiles,
	onConflictOfUpdate,
	onlyChanges,
	originalRecord,
	rawValues,
	revisionOfUpdate,
];

/** Updates look at their records before they are written where an option asks for it. */
const looking = {
	...byRights('editable', changedOf, {
		ready: onlyDifferences,
		looks: looksBefore,
		stale: changedMeanwhile,
	}),
	target: recordNamed,
	result: changeResult,
} satisfies Partial<BatchRun>;

export const update: Operation = {
	id: 'records.update',
	value: 'update',
	name: 'Update',
	action: 'Update records',
	description:
		'Change fields of a record for each incoming item, 100 in a request. Webhooks of the app are not called.',
	method: 'PUT',
	answer: ['records'],
	path: '/k/v1/records.json',
	guestSpace: true,
	rights: rights.edit,
	signIn: ANY_SIGN_IN,
	parameters: [app('body'), fields('update'), options(...updateOptions, ...ofMany)],
	run: {
		kind: 'batch',
		max: 100,
		bulk: true,
		assemble: (records) => ({ body: { records: records as IDataObject[] } }),
		split: (body) => (body as { records: unknown[] }).records,
		...looking,
	},
};

export const updateOne: Operation = {
	id: 'record.update',
	value: 'updateOne',
	name: 'Update One',
	action: 'Update one record',
	description:
		'Change fields of a record with a call of its own for each item. Slower than Update, but webhooks of the app are called.',
	method: 'PUT',
	answer: ['revision'],
	path: '/k/v1/record.json',
	guestSpace: true,
	rights: rights.edit,
	parameters: [app('body'), fields('update'), options(...updateOptions, ...ofOne)],
	run: {
		kind: 'batch',
		max: 1,
		bulk: true,
		assemble: ([single]) => ({ body: single as IDataObject }),
		split: (body) => [body],
		webhooksPerMinute: WEBHOOKS_PER_MINUTE,
		...looking,
	},
};

/** Records known to be there are updated by their IDs: the call that creates would not keep an ID. */
const isKnown = (element: unknown) => (element as { id?: string }).id !== undefined;

export const upserting = {
	kindOf: (element) => (isKnown(element) ? 'update' : 'upsert'),
	split: (body) => (body as { records: unknown[] }).records,
} satisfies Partial<BatchRun>;

/** What a call for records of one kind takes. */
export function upsertBody(records: unknown[]): IDataObject {
	const upserts = !records.some(isKnown);
	return { ...(upserts && { upsert: true }), records: records as IDataObject[] };
}

/** The service tells only of upserts what it did. */
export function upserted(part: unknown, element: unknown): IDataObject {
	return { ...(part as IDataObject), ...(isKnown(element) && { operation: 'UPDATE' }) };
}

export const upsert: Operation = {
	id: 'records.update',
	value: 'upsert',
	name: 'Create or Update',
	action: 'Create or update records',
	description: 'Create a new record, or update the current one if it already exists (upsert)',
	method: 'PUT',
	answer: ['records'],
	path: '/k/v1/records.json',
	guestSpace: true,
	rights: rights.upsert,
	signIn: ANY_SIGN_IN,
	parameters: [
		app('body'),
		fields('upsert'),
		options(convertValues, existingFiles, onConflictOfUpsert, onlyChanges, rawValues, ...ofMany),
	],
	run: {
		kind: 'batch',
		max: 100,
		bulk: true,
		...upserting,
		assemble: (records) => ({ body: upsertBody(records) }),
		...looking,
		...byRights('editable', changedOf, {
			ready: onlyDifferences,
			looks: looksBefore,
			stale: changedOrDeletedMeanwhile,
		}),
		result: (part, item, element) => changeResult(upserted(part, element), item, element),
	},
};

/** What a record to delete is told by; -1 stands for any revision. */
interface Doomed {
	id: string;
	revision?: string;
}

/** Items that name the same record have one element in common. */
function doomedOf(element: unknown): Doomed {
	return (element as Part[])[0]?.element as Doomed;
}

export const remove: Operation = {
	id: 'records.delete',
	value: 'delete',
	name: 'Delete',
	action: 'Delete records',
	description: 'Delete the record of each incoming item, 100 in a request',
	method: 'DELETE',
	path: '/k/v1/records.json',
	guestSpace: true,
	rights: rights.remove,
	signIn: ANY_SIGN_IN,
	parameters: [app('query'), record('element', 'id'), options(revision('element'), ...ofMany)],
	run: {
		kind: 'batch',
		max: 100,
		bulk: true,
		assemble: (elements) => {
			const doomed = elements.map(doomedOf);
			const checked = doomed.some((one) => one.revision !== undefined);
			return {
				query: {
					ids: doomed.map(({ id }) => id),
					...(checked && { revisions: doomed.map((one) => one.revision ?? '-1') }),
				},
			};
		},
		// Lists of records to delete tend to name one twice.
		shared: {
			key: (_item, element) => {
				const { id, revision = '' } = (element ?? {}) as Partial<Doomed>;
				return `${id} ${revision}`;
			},
		},
		...byRights('deletable', (element) => ({
			by: RECORD_ID,
			key: doomedOf(element).id,
			fields: [],
		})),
		target: (element) => doomedOf(element).id,
		split: (_body, items) => Array.from({ length: items }, () => ({})),
		result: (_part, _item, element) => ({ json: { deleted: true, id: doomedOf(element).id } }),
	},
};
