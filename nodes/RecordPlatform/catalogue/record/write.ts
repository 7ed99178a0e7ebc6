import type { IDataObject } from 'n8n-workflow';

import { batchOperation, groupedOperation } from '../../../shared/batchOperation';
import type { BatchRun, Parameter, ItemParts, ToElement } from '../../../shared/catalogue';
import { listOf, objectOf, objectsIn } from '../../../shared/objects';
import {
	changedMeanwhile,
	changedOrDeletedMeanwhile,
	changeResult,
	type Change,
	type Compared,
	differencesOrNew,
	needsCurrentRecord,
	onlyDifferences,
} from '../../diff/changes';
import { recordNamed } from '../../diff/keys';
import { listsReplacedIn } from '../../diff/replacedLists';
import { byRights, changedOf } from '../../diff/rights';
import { mapped, RECORD_ID, recordOf } from '../../values/mapping';
import { type KeyedRecord, type MatchedRecord, matched } from '../../values/matching';
import { app, options, record, revision } from '../parameters';
import { ANY_SIGN_IN, rights } from '../requirements';
import { existingFiles } from './attachments';
import { ofMany, ofOne, WEBHOOKS_PER_MINUTE } from './optionControls';
import { finishWritten, returnRecord } from './written';
import {
	matchRowsBy,
	onConflictOfUpdate,
	onConflictOfUpsert,
	onlyChanges,
	originalRecord,
	revisionOfUpdate,
} from './conflicts';

export const rawValues: Parameter<'rawValues'> = {
	displayName: 'Raw Values',
	name: 'rawValues',
	type: 'boolean',
	default: false,
	description:
		'Whether to send the values unchanged, because they already have the format of the service, such as ["a", "b"] or [{"code": "sato"}]',
};

export const convertValues: Parameter<'convertValues'> = {
	displayName: 'Convert Values',
	name: 'convertValues',
	type: 'boolean',
	default: false,
	description:
		'Whether to accept formatted numbers such as 1,200 or ¥500 and send the plain number',
};

export const unknownColumns: Parameter = {
	displayName: 'Unknown Columns',
	name: 'unknownColumns',
	type: 'options',
	default: 'ignore',
	options: [
		{
			name: 'Ignore',
			value: 'ignore',
			description: 'Write the other columns, and show a hint that names the columns not written',
		},
		{ name: 'Stop', value: 'stop', description: 'Refuse the item, and write nothing of it' },
	],
	description:
		'What to do if fields are mapped automatically and a column of the item has no field with this code or label. A label that several fields have is always refused.',
};

type Mode = 'add' | 'update' | 'upsert';

const methods: Record<Mode, string> = {
	add: 'getFieldsToCreate',
	update: 'getFieldsToUpdate',
	upsert: 'getFieldsToUpsert',
};

/** The mapper for fields, with a field to match by if the operation needs one; `key` is the place of the fields in the element. */
export function fields(mode: 'add'): Parameter<'fields', ToElement<'', IDataObject>>;
export function fields<Key extends string>(
	mode: 'add',
	key: Key,
): Parameter<'fields', ToElement<Key, IDataObject>>;
export function fields(mode: 'update'): Parameter<'fields', ToElement<'', MatchedRecord>>;
export function fields<Key extends string = ''>(
	mode: 'upsert',
	key?: Key,
): Parameter<'fields', ToElement<Key, KeyedRecord>>;
export function fields(mode: Mode, key = ''): Parameter<'fields'> {
	return {
		displayName: 'Fields',
		name: 'fields',
		type: 'resourceMapper',
		noDataExpression: true,
		default: { mappingMode: 'defineBelow', value: null },
		required: true,
		displayOptions: { hide: { app: [''] } },
		typeOptions: {
			loadOptionsDependsOn: [
				'app.value',
				'options.guestSpace',
				// The table of the items has a mapper of its own.
				...(key === '' ? [] : ['table']),
			],
			resourceMapper: {
				resourceMapperMethod: methods[mode],
				mode,
				fieldWords: { singular: 'field', plural: 'fields' },
				// There is a second mapper for the columns of a table.
				...(key !== '' && { valuesLabel: 'Values of the Record' }),
				addAllFields: true,
				supportAutoMap: true,
				multiKeyMatch: false,
				allowEmptyValues: true,
				refreshStaleSchemaOnOpen: true,
				...(mode !== 'add' && {
					matchingFieldsLabels: {
						title: 'Match By',
						description: 'Field that identifies the record to update',
					},
				}),
			},
		},
		send: {
			in: 'element',
			key,
			// With table rows, a record may have no values of its own.
			as: (value, item) =>
				mode === 'add'
					? recordOf(mapped(value, item), item, { mayBeEmpty: key !== '' })
					: matched(value, mode, item),
		},
	};
}

/** ID and revision of each created record. */
export function createdIn(body: unknown): IDataObject[] {
	const { ids = [], revisions = [] } = objectOf(body);
	return listOf(ids).map((id, index) => ({ id, revision: listOf(revisions)[index] }));
}

export const create = batchOperation({
	id: 'records.create',
	value: 'create',
	name: 'Create',
	action: 'Create records',
	description:
		"Create a record for each item, 100 records per request. Doesn't trigger the webhooks of the app.",
	method: 'POST',
	answer: ['ids'],
	path: '/k/v1/records.json',
	guestSpace: true,
	rights: rights.add,
	signIn: ANY_SIGN_IN,
	parameters: [
		app('body'),
		fields('add'),
		options(convertValues, rawValues, returnRecord, unknownColumns, ...ofMany),
	],
	finish: finishWritten,
	run: {
		max: 100,
		bulk: true,
		assemble: (records) => ({ body: { records } }),
		split: createdIn,
		result: (json) => ({ json }),
	},
});

export const createOne = batchOperation({
	id: 'record.create',
	value: 'createOne',
	name: 'Create One',
	action: 'Create one record',
	description:
		'Create a record with one request per item. Slower than Create, but triggers the webhooks of the app.',
	method: 'POST',
	answer: ['id'],
	path: '/k/v1/record.json',
	guestSpace: true,
	rights: rights.add,
	parameters: [
		app('body'),
		fields('add'),
		options(convertValues, rawValues, returnRecord, unknownColumns, ...ofOne),
	],
	finish: finishWritten,
	run: {
		max: 1,
		bulk: true,
		assemble: ([record]) => ({ body: { record } }),
		split: (body) => [objectOf(body)],
		result: (json) => ({ json }),
		webhooksPerMinute: WEBHOOKS_PER_MINUTE,
	},
});

const updateOptions = [
	convertValues,
	existingFiles,
	matchRowsBy('tables'),
	onConflictOfUpdate,
	onlyChanges,
	originalRecord,
	rawValues,
	returnRecord,
	revisionOfUpdate,
	unknownColumns,
];

/** Updates read their records first if an option requires it. */
const looking = {
	...byRights('editable', changedOf, {
		prefetch: onlyDifferences,
		needsPrefetch: needsCurrentRecord,
		isConflict: changedMeanwhile,
	}),
	recordKey: recordNamed,
	result: changeResult,
} satisfies Partial<BatchRun<Change, Compared, Change, IDataObject>>;

export const update = batchOperation({
	id: 'records.update',
	value: 'update',
	name: 'Update',
	action: 'Update records',
	description:
		"Update a record for each item, 100 records per request. Doesn't trigger the webhooks of the app.",
	method: 'PUT',
	answer: ['records'],
	path: '/k/v1/records.json',
	guestSpace: true,
	rights: rights.edit,
	signIn: ANY_SIGN_IN,
	parameters: [app('body'), fields('update'), options(...updateOptions, ...ofMany)],
	replaces: listsReplacedIn,
	finish: finishWritten,
	run: {
		max: 100,
		bulk: true,
		assemble: (records) => ({ body: { records } }),
		split: (body) => objectsIn(body, 'records'),
		...looking,
	},
});

export const updateOne = batchOperation({
	id: 'record.update',
	value: 'updateOne',
	name: 'Update One',
	action: 'Update one record',
	description:
		'Update a record with one request per item. Slower than Update, but triggers the webhooks of the app.',
	method: 'PUT',
	answer: ['revision'],
	path: '/k/v1/record.json',
	guestSpace: true,
	rights: rights.edit,
	parameters: [app('body'), fields('update'), options(...updateOptions, ...ofOne)],
	replaces: listsReplacedIn,
	finish: finishWritten,
	run: {
		max: 1,
		bulk: true,
		assemble: ([change]) => ({ body: { ...change } }),
		split: (body) => [objectOf(body)],
		webhooksPerMinute: WEBHOOKS_PER_MINUTE,
		...looking,
	},
});

/** Records known to exist are updated by ID: an upsert can't match by ID. */
function kindOf({ id, updateKey }: Partial<MatchedRecord>): 'update' | 'upsert' | 'create' {
	if (id !== undefined) return 'update';
	return updateKey === undefined ? 'create' : 'upsert';
}

export const upserting = {
	kindOf,
	assemble: (records) => {
		switch (kindOf(records[0] ?? {})) {
			case 'update':
				return { body: { records } };
			case 'upsert':
				return { body: { upsert: true, records } };
			case 'create':
				return {
					method: 'POST',
					answer: ['ids'],
					body: { records: records.map(({ record }) => record) },
				};
		}
	},
	split: (body) => objectsIn(body, 'records') ?? createdIn(body),
} satisfies Partial<BatchRun<MatchedRecord, unknown, MatchedRecord, IDataObject>>;

/** Only upserts return whether a record was created or updated. */
export function upserted(part: IDataObject, element: MatchedRecord): IDataObject {
	const operations = { update: 'UPDATE', create: 'INSERT', upsert: undefined };
	const operation = operations[kindOf(element)];
	return { ...part, ...(operation && { operation }) };
}

export const upsert = batchOperation({
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
		options(
			convertValues,
			existingFiles,
			matchRowsBy('tables'),
			onConflictOfUpsert,
			onlyChanges,
			rawValues,
			returnRecord,
			unknownColumns,
			...ofMany,
		),
	],
	replaces: listsReplacedIn,
	finish: finishWritten,
	run: {
		max: 100,
		bulk: true,
		...upserting,
		...looking,
		...byRights('editable', changedOf, {
			prefetch: differencesOrNew,
			needsPrefetch: needsCurrentRecord,
			isConflict: changedOrDeletedMeanwhile,
		}),
		result: (part: IDataObject, item, element, found) =>
			changeResult(upserted(part, element), item, element, found),
	},
});

/** ID and revision of a record to delete; -1 accepts any revision. */
interface Doomed {
	id: string;
	revision?: string;
}

/** Items with the same record share one element. */
function doomedOf([part]: ItemParts<Doomed>): Doomed {
	return part.element;
}

export const remove = groupedOperation({
	id: 'records.delete',
	value: 'delete',
	name: 'Delete',
	action: 'Delete records',
	description: 'Delete the record of each item, 100 records per request',
	method: 'DELETE',
	answer: [],
	path: '/k/v1/records.json',
	guestSpace: true,
	rights: rights.remove,
	signIn: ANY_SIGN_IN,
	parameters: [app('query'), record('element', 'id'), options(revision('element'), ...ofMany)],
	run: {
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
		// Lists of records to delete often contain duplicates.
		groupBy: {
			key: (_item, element) => `${element?.id} ${element?.revision ?? ''}`,
		},
		...byRights('deletable', (element: ItemParts<Doomed>) => ({
			by: RECORD_ID,
			key: doomedOf(element).id,
			fields: [],
		})),
		recordKey: (element) => doomedOf(element).id,
		split: (_body, items) => Array.from({ length: items }, () => ({})),
		result: (_part, _item, element) => ({ json: { deleted: true, id: doomedOf(element).id } }),
	},
});
