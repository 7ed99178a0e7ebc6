import type { IDataObject } from 'n8n-workflow';

import type { BatchRun, Operation, Parameter, ItemPart } from '../../../shared/catalogue';
import {
	changedMeanwhile,
	changedOrDeletedMeanwhile,
	changeResult,
	type Change,
	differencesOrNew,
	needsCurrentRecord,
	onlyDifferences,
} from '../../diff/changes';
import { recordNamed } from '../../diff/keys';
import { byRights, changedOf } from '../../diff/rights';
import { mapped, RECORD_ID, recordOf } from '../../values/mapping';
import { matched } from '../../values/matching';
import { app, options, record, revision } from '../parameters';
import { ANY_SIGN_IN, rights } from '../requirements';
import { existingFiles } from './attachments';
import { ofMany, ofOne, WEBHOOKS_PER_MINUTE } from './optionControls';
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
		'Whether to send the values unchanged, because they already have the service\'s format, such as ["a", "b"] or [{"code": "sato"}]',
};

export const convertValues: Parameter = {
	displayName: 'Convert Values',
	name: 'convertValues',
	type: 'boolean',
	default: false,
	description:
		'Whether to accept formatted numbers such as 1,200 or ¥500 and send the plain number',
};

type Mode = 'add' | 'update' | 'upsert';

const methods: Record<Mode, string> = {
	add: 'getFieldsToCreate',
	update: 'getFieldsToUpdate',
	upsert: 'getFieldsToUpsert',
};

/** The mapper for fields, with a field to match by if the operation needs one; `key` is the place of the fields in the element. */
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
		"Create a record for each item, 100 records per request. Doesn't trigger the webhooks of the app.",
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
		'Create a record with one request per item. Slower than Create, but triggers the webhooks of the app.',
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

/** Updates read their records first if an option requires it. */
const looking = {
	...byRights('editable', changedOf, {
		prefetch: onlyDifferences,
		needsPrefetch: needsCurrentRecord,
		isConflict: changedMeanwhile,
	}),
	recordKey: recordNamed,
	result: changeResult,
} satisfies Partial<BatchRun>;

export const update: Operation = {
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
		'Update a record with one request per item. Slower than Update, but triggers the webhooks of the app.',
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

/** Records known to exist are updated by ID: an upsert can't match by ID. */
function kindOf(element: unknown): 'update' | 'upsert' | 'create' {
	const { id, updateKey } = element as Partial<Change>;
	if (id !== undefined) return 'update';
	return updateKey === undefined ? 'create' : 'upsert';
}

export const upserting = {
	kindOf,
	assemble: (elements) => {
		const records = elements as IDataObject[];
		switch (kindOf(elements[0])) {
			case 'update':
				return { body: { records } };
			case 'upsert':
				return { body: { upsert: true, records } };
			case 'create':
				return {
					method: 'POST',
					answer: ['ids'],
					body: { records: records.map(({ record: cells }) => cells) as IDataObject[] },
				};
		}
	},
	split: (body) => {
		const { records } = body as { records?: unknown[] };
		return records ?? parts(body, { ids: 'ids', revisions: 'revisions' });
	},
} satisfies Partial<BatchRun>;

/** Only upserts return whether a record was created or updated. */
export function upserted(part: unknown, element: unknown): IDataObject {
	const operations = { update: 'UPDATE', create: 'INSERT', upsert: undefined };
	const operation = operations[kindOf(element)];
	return { ...(part as IDataObject), ...(operation && { operation }) };
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
		...looking,
		...byRights('editable', changedOf, {
			prefetch: differencesOrNew,
			needsPrefetch: needsCurrentRecord,
			isConflict: changedOrDeletedMeanwhile,
		}),
		result: (part, item, element) => changeResult(upserted(part, element), item, element),
	},
};

/** ID and revision of a record to delete; -1 accepts any revision. */
interface Doomed {
	id: string;
	revision?: string;
}

/** Items with the same record share one element. */
function doomedOf(element: unknown): Doomed {
	return (element as ItemPart[])[0]?.element as Doomed;
}

export const remove: Operation = {
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
		// Lists of records to delete often contain duplicates.
		groupBy: {
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
		recordKey: (element) => doomedOf(element).id,
		split: (_body, items) => Array.from({ length: items }, () => ({})),
		result: (_part, _item, element) => ({ json: { deleted: true, id: doomedOf(element).id } }),
	},
};
