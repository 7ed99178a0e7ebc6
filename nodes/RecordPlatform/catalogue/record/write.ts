import type { IDataObject } from 'n8n-workflow';

import { batchOperation, groupedOperation, type ToElement } from '../../batchOperation';
import type {
	BatchRun,
	ItemParts,
	ItemContext,
	Parameter,
	Prepared,
	Row,
} from '../../../shared/catalogue';
import { listOf, objectOf, objectsIn } from '../../../shared/objects';
import { grouped, itemsOf } from '../../../shared/run/batching';
import { api } from '../../api';
import { identityOf, type RecordName, recordName, recordRow } from '../../codec/cells';
import { writtenValues } from '../../codec/decode';
import { comparing, currentRecordsOf, isCompared, onlyChanges } from '../../writing/changes';
import { unknownColumns } from '../../codec/names';
import {
	cellsOfItem,
	type KeyedRecord,
	type MatchedRecord,
	recordToChange,
	writtenFields,
} from '../../writing/fromItem';
import { hundredAtOnce, narrowing, oneByOne } from '../../bulk';
import { options, revision } from '../parameters';
import { app, record } from '../locators';
import { rights } from '../requirements';
import {
	changeOfRecords,
	convertValues,
	creationOfRecords,
	deletionOfRecords,
	existingFiles,
	ofWrite,
	onConflictOfUpdate,
	onConflictOfUpsert,
	revisionOfUpdate,
} from './options';
import { finishWritten, returnRecord } from './written';

/** What the mapper of a mode makes of an item. */
interface Elements {
	add: IDataObject;
	/** For records that no item names. */
	set: IDataObject;
	update: MatchedRecord;
	upsert: KeyedRecord;
}

const methods: Record<keyof Elements, string> = {
	add: 'getFieldsToCreate',
	set: 'getFieldsToSet',
	update: 'getFieldsToUpdate',
	upsert: 'getFieldsToUpsert',
};

/** The mapper for fields, with a field to match by if the operation needs one; `key` is their key in the element. */
export function fields<Mode extends keyof Elements, Key extends string = ''>(
	mode: Mode,
	key = '' as Key,
): Parameter<'fields', ToElement<Key, Elements[Mode]>> {
	const matches = mode === 'update' || mode === 'upsert';
	return {
		displayName: 'Fields',
		name: 'fields',
		type: 'resourceMapper',
		noDataExpression: true,
		default: { mappingMode: 'defineBelow', value: null },
		required: true,
		displayOptions: { hide: { app: [''] } },
		builderHint: {
			propertyHint: !matches
				? "{mappingMode: 'defineBelow', value: {Field_code: '…'}}"
				: "{mappingMode: 'defineBelow', value: {$id: '17', Field_code: '…'}, matchingColumns: ['$id']}",
		},
		typeOptions: {
			loadOptionsDependsOn: [
				'app.value',
				'options.guestSpace',
				// The table of the items has a mapper of its own.
				...(key === '' ? [] : ['table']),
			],
			resourceMapper: {
				resourceMapperMethod: methods[mode],
				mode: matches ? mode : 'add',
				fieldWords: { singular: 'field', plural: 'fields' },
				...(mode === 'set' && { valuesLabel: 'Values to Update' }),
				// There is a second mapper for the columns of a table.
				...(key !== '' && { valuesLabel: 'Values of the Record' }),
				addAllFields: true,
				supportAutoMap: true,
				multiKeyMatch: matches,
				allowEmptyValues: true,
				refreshStaleSchemaOnOpen: true,
				...(matches && {
					matchingFieldsLabels: {
						title: 'Match By',
						hint: 'Fields that identify the record to update. A record must match all of them.',
					},
				}),
			},
		},
		send: {
			in: 'element',
			key,
			// With table rows, a record may have no values of its own.
			as: (_, item) =>
				(matches
					? recordToChange(item, mode, { isCompared: isCompared(item) })
					: cellsOfItem(item, { isNew: mode === 'add', mayBeEmpty: key !== '' })) as Elements[Mode],
		},
	};
}

/** The fields of an upsert whose choices are checked once it is known what differs. */
export function fieldsToCompare<Key extends string>(
	key: Key,
): Parameter<'fields', ToElement<Key, KeyedRecord>> {
	const as = (_: unknown, item: ItemContext) =>
		recordToChange(item, 'upsert', { isCompared: true }) as KeyedRecord;
	return { ...fields('upsert', key), send: { in: 'element', key, as } };
}

/** ID and revision of each created record. */
export function createdIn(body: unknown): IDataObject[] {
	const { ids = [], revisions = [] } = objectOf(body);
	return listOf(ids).map((id, index) => ({ id, revision: listOf(revisions)[index] }));
}

function createdRow(part: IDataObject, item: ItemContext, record: IDataObject): Row {
	return recordRow(part, writtenFields(item, { record }));
}

const creation = {
	...creationOfRecords,
	parameters: [
		app('body'),
		fields('add'),
		options(convertValues, returnRecord, unknownColumns, ...ofWrite),
	],
	finish: finishWritten,
};

export const create = batchOperation({
	...creation,
	value: 'create',
	pattern:
		"app: {__rl: true, mode: 'id', value: '12'}, fields: {mappingMode: 'defineBelow', value: {Title: expr('{{ $json.title }}'), Assignee: 'sato', Due: '2031-03-03'}}",
	name: 'Create',
	action: 'Create records',
	description:
		"Create a record for each item, 100 records per request. Doesn't trigger the webhooks of the app.",
	run: {
		max: 100,
		bulk: true,
		assemble: (records) => ({ body: { records } }),
		split: createdIn,
		result: createdRow,
	},
});

export const createOne = batchOperation({
	...creation,
	...api['record.create'],
	value: 'createOne',
	name: 'Create One',
	action: 'Create one record',
	description:
		'Create a record with one request per item. Slower than Create, but triggers the webhooks of the app.',
	run: { ...oneByOne, assemble: ([record]) => ({ body: { record } }), result: createdRow },
});

const change = {
	...changeOfRecords,
	parameters: [
		app('body'),
		fields('update'),
		options(
			convertValues,
			existingFiles,
			onConflictOfUpdate,
			onlyChanges,
			returnRecord,
			revisionOfUpdate,
			unknownColumns,
			...ofWrite,
		),
	],
	finish: finishWritten,
};

export const update = batchOperation({
	...change,
	value: 'update',
	pattern:
		"app: …, fields: {mappingMode: 'defineBelow', value: {$id: expr('{{ $json.$id }}'), Done: 'Yes'}, matchingColumns: ['$id']}",
	name: 'Update',
	action: 'Update records',
	description:
		"Update a record for each item, 100 records per request. Doesn't trigger the webhooks of the app.",
	run: { ...hundredAtOnce, ...comparing('refuse') },
});

export const updateOne = batchOperation({
	...change,
	...api['record.update'],
	value: 'updateOne',
	name: 'Update One',
	action: 'Update one record',
	description:
		'Update a record with one request per item. Slower than Update, but triggers the webhooks of the app.',
	run: {
		...oneByOne,
		assemble: ([change]) => ({ body: { ...change } }),
		...narrowing,
		...comparing('refuse'),
	},
});

/**
 * Records known to exist are updated by ID: an upsert can't match by ID. It can't match by several fields
 * either, so a record that was not found by them is created.
 */
function kindOf({ id, match }: Partial<MatchedRecord>): 'create' | 'update' | 'upsert' {
	return id !== undefined ? 'update' : match ? 'create' : 'upsert';
}

const { method, answer } = creationOfRecords;

export const upserting = {
	kindOf,
	assemble: (records) => {
		const kind = kindOf(records[0] ?? {});
		if (kind === 'create') {
			return { method, answer, body: { records: records.map(({ record }) => record) } };
		}
		return { body: { ...(kind === 'upsert' && { upsert: true }), records } };
	},
	split: (body) => objectsIn(body, 'records') ?? createdIn(body),
} satisfies Partial<BatchRun<MatchedRecord, unknown, MatchedRecord, IDataObject>>;

/** Only upserts return whether a record was created or updated. */
export function upserted(part: IDataObject, sent: MatchedRecord): IDataObject {
	const kind = kindOf(sent);
	return {
		...part,
		...(kind !== 'upsert' && { operation: kind === 'update' ? 'UPDATE' : 'INSERT' }),
	};
}

/** What a record is found by, for outputs: the value of one field, or the values of several by their codes. */
export function shownKey({ updateKey, match }: RecordName): IDataObject[string] {
	if (updateKey || match === undefined) return updateKey?.value;
	const values = writtenValues(match.cells, match.fields);
	const [only, ...others] = match.fields.map(({ code }) => values[code]);
	return others.length > 0 ? values : only;
}

const creating = comparing('create');

/** Items whose records would be created, and updated; one that an item before creates is updated. */
export async function foreseen(sent: Array<Prepared<MatchedRecord>>, item: ItemContext) {
	const found: Record<string, IDataObject[]> = { created: [], updated: [] };
	for (const entries of grouped(sent, ({ spec }) => JSON.stringify(spec))) {
		// Others were read before.
		const keyed = entries.filter(({ element }) => kindOf(element) === 'upsert');
		const find = await currentRecordsOf(
			keyed.map(({ element, spec }) => ({ item, spec, element: { ...element, record: {} } })),
		);
		const created = new Set<string>();
		for (const entry of entries) {
			const { element } = entry;
			const current = kindOf(element) === 'upsert' ? find(element) : undefined;
			const { id = current && identityOf(current).id } = element;
			const key = shownKey(element);
			const name = recordName(element);
			const list = id !== undefined || created.has(name) ? found.updated : found.created;
			created.add(name);
			const named = { ...(id && { $id: id }), ...(key !== undefined && { $key: key }) };
			for (const one of itemsOf([entry])) list?.push({ item: one, ...named });
		}
	}
	const byItem = (one: IDataObject, other: IDataObject) => Number(one.item) - Number(other.item);
	for (const list of Object.values(found)) list.sort(byItem);
	return found;
}

export const upsert = batchOperation({
	...changeOfRecords,
	value: 'upsert',
	pattern:
		"app: …, fields: {mappingMode: 'autoMapInputData', value: null, matchingColumns: ['Order_number']}",
	name: 'Create or Update',
	action: 'Create or update records',
	description: 'Create a new record, or update the current one if it already exists (upsert)',
	rights: rights.upsert,
	parameters: [
		app('body'),
		fields('upsert'),
		options(
			convertValues,
			existingFiles,
			onConflictOfUpsert,
			onlyChanges,
			returnRecord,
			unknownColumns,
			...ofWrite,
		),
	],
	finish: finishWritten,
	run: {
		max: 100,
		bulk: true,
		...narrowing,
		...upserting,
		...creating,
		foresee: foreseen,
		result: (part: IDataObject, item, element, found) =>
			creating.result(upserted(part, element), item, element, found),
	},
});

/** ID and revision of a record to delete; -1 accepts any revision. */
interface RecordToDelete {
	id: string;
	revision?: string;
}

/** Items with the same record share one element. */
function recordToDelete([part]: ItemParts<RecordToDelete>): RecordToDelete {
	return part.element;
}

export const remove = groupedOperation({
	...deletionOfRecords,
	value: 'delete',
	name: 'Delete',
	action: 'Delete records',
	description: 'Delete the record of each item, 100 records per request',
	parameters: [
		app('query'),
		record('element', 'id'),
		options({ ...revision('element'), role: 'selects' }, ...ofWrite),
	],
	run: {
		max: 100,
		bulk: true,
		assemble: (elements) => {
			const doomed = elements.map(recordToDelete);
			const checked = doomed.some((one) => one.revision !== undefined);
			return {
				query: {
					ids: doomed.map(({ id }) => id),
					...(checked && { revisions: doomed.map((one) => one.revision ?? '-1') }),
				},
			};
		},
		// Lists of records to delete often contain duplicates.
		groupBy: { key: (_item, element) => `${element?.id} ${element?.revision ?? ''}` },
		...narrowing,
		recordKey: (element) => recordName(recordToDelete(element)),
		split: (_body, items) => Array.from({ length: items }, () => ({})),
		result: (_part, _item, element) => ({
			json: { $id: recordToDelete(element).id, deleted: true },
		}),
	},
});
