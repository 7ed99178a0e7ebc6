import type { ItemView, Parameter, ToElement } from '../../../shared/catalogue';
import { InputError } from '../../../shared/errors';
import { refuseMissingKeyPart } from '../../../shared/missingParts';
import { storedAt } from '../../../shared/parameterReader';
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

/** Puts the record into the element as a `Target`. */
const findBy: Parameter<'findBy', ToElement<'target', Target>> = {
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
		as: (_, item) => targetOf(item),
	},
};

const keyField: Parameter<'keyField'> = {
	displayName: 'Unique Field Name or ID',
	name: 'keyField',
	type: 'options',
	default: '',
	required: true,
	typeOptions: { loadOptionsMethod: 'getKeyFields', loadOptionsDependsOn: ['app.value'] },
	displayOptions: byKey,
	description:
		'Text or number field that prohibits duplicate values. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
};

const keyValue: Parameter<'keyValue'> = {
	displayName: 'Value of the Unique Field',
	name: 'keyValue',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. {{ $json.orderNumber }}',
	displayOptions: byKey,
	description: 'Value of this field in the record',
};

const { send: _, ...recordId } = record('element', 'id');

/** Which record, by its ID or by a unique field. */
export const target = [
	findBy,
	{ ...recordId, displayOptions: { show: { findBy: ['id'] } } },
	keyField,
	keyValue,
];

type TargetItem = Pick<
	ItemView<'app' | 'findBy' | 'keyField' | 'keyValue' | 'recordId' | 'options.guestSpace'>,
	'read' | 'connection' | 'node' | 'operation' | 'parts'
>;

/** Reads an item's target. Throws `InputError` if it is missing. */
export function targetOf(item: TargetItem): Target {
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
	refuseMissingKeyPart(storedAt(item, 'keyValue'), 'Value of the Unique Field', item);
	if (value === '') throw new InputError(`The item has no value for "${by}" to find the record by`);
	return { by, value };
}

/** The same text for all items with the same record and app; spellings of a number are equal. */
export function targetKey(item: TargetItem, element?: { target: Target }): string {
	const { by, value } = element?.target ?? targetOf(item);
	const { id } = appIn(item.read('app'));
	const fields = formReadBefore(item, id) ?? [];
	return JSON.stringify([id, by, sameKey({ field: by, value }, fields)]);
}

export const table: Parameter<'table', ToElement<'table', string>> = {
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
