import type { IDataObject } from 'n8n-workflow';

import type { ItemView, Parameter } from '../../../shared/catalogue';
import { InputError } from '../../../shared/errors';
import { sameKey } from '../../diff/keys';
import { appIn } from '../../route';
import { formReadBefore } from '../../values/form';
import { RECORD_ID } from '../../values/mapping';
import { keyText } from '../../values/matching';
import { record, recordIdOf } from '../parameters';

/** The record of an item: the field that identifies it (`$id` or a unique field), and its value. */
export interface Target {
	by: string;
	value: string;
}

const byKey = { show: { findBy: ['key'] } };

/** Which record, by its ID or by a unique field; the element gets a `Target`. */
export const target: Parameter[] = [
	{
		displayName: 'Find Record By',
		name: 'findBy',
		type: 'options',
		default: 'id',
		options: [
			{ name: 'Record ID', value: 'id' },
			{ name: 'Unique Field', value: 'key' },
		],
		description: 'How to find the record that contains the table',
		send: {
			in: 'element',
			key: 'target',
			as: (_, item) => targetOf(item) as unknown as IDataObject,
		},
	},
	{ ...withoutSend(record('element', 'id')), displayOptions: { show: { findBy: ['id'] } } },
	{
		displayName: 'Unique Field Name or ID',
		name: 'keyField',
		type: 'options',
		default: '',
		required: true,
		typeOptions: { loadOptionsMethod: 'getKeyFields', loadOptionsDependsOn: ['app.value'] },
		displayOptions: byKey,
		description:
			'Text or number field that prohibits duplicate values. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
	},
	{
		displayName: 'Value of the Unique Field',
		name: 'keyValue',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. {{ $json.orderNumber }}',
		displayOptions: byKey,
		description: 'Value of this field in the record',
	},
];

function withoutSend({ send: _send, ...parameter }: Parameter): Parameter {
	return parameter;
}

/** Reads an item's target. Throws `InputError` if it is missing. */
export function targetOf(item: Pick<ItemView, 'read' | 'connection'>): Target {
	if (item.read('findBy', 'id') !== 'key') {
		return { by: RECORD_ID, value: recordIdOf(item.read('recordId', ''), item) };
	}
	const by = String(item.read('keyField', '') ?? '').trim();
	// Not trimmed: spaces are part of a text key.
	const value = keyText(item.read('keyValue'), true, 'Value of the Unique Field');
	if (by === '') {
		throw new InputError(
			'No unique field is selected to find the record by',
			'Choose a unique field from the list. The app needs a text or number field that prohibits duplicate values',
		);
	}
	if (value === '') throw new InputError(`The item has no value for "${by}" to find the record by`);
	return { by, value };
}

/** The same text for all items with the same record and app; spellings of a number are equal. */
export function targetKey(item: Pick<ItemView, 'read' | 'connection'>, element?: unknown): string {
	const { by, value } = (element as { target: Target } | undefined)?.target ?? targetOf(item);
	const { id } = appIn(item.read('app'));
	const fields = formReadBefore(item, id) ?? [];
	return JSON.stringify([id, by, sameKey({ field: by, value }, fields)]);
}

export const table: Parameter = {
	displayName: 'Table Name or ID',
	name: 'table',
	type: 'options',
	default: '',
	required: true,
	typeOptions: { loadOptionsMethod: 'getTables', loadOptionsDependsOn: ['app.value'] },
	description:
		'Table of the record. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
	send: { in: 'element', key: 'table', as: (value) => String(value).trim() },
};
