import type { ToElement } from '../../batchOperation';
import type { ItemContext, Parameter } from '../../../shared/catalogue';
import { emptyError } from '../../../shared/input/gate';
import { choices, textAt, textParameter } from '../../../shared/parameters';
import { RECORD_ID } from '../../codec/cells';
import { exactRecordName } from '../../codec/compare';
import type { Field, FormField } from '../../codec/form';
import { fieldNamed, noSuchField } from '../../codec/names';
import { formOfItem, keyValue, knownForm, tableOfItem } from '../../writing/fromItem';
import { appIn } from '../../route';
import { listedOption } from '../lists';
import { record, recordIdOf } from '../locators';

/** The record of an item: the field that identifies it (`$id` or a unique field), and its value. */
export interface RecordSelector {
	by: string;
	value: string;
}

/** The record and the table of an item. */
export interface AskedTable {
	target: RecordSelector;
	table: string;
}

const byKey = { show: { findBy: ['key'] } };

/** Puts the record into the element as a `Target`. */
const findBy: Parameter<'findBy', ToElement<'target', RecordSelector>> = {
	displayName: 'Match Record By',
	name: 'findBy',
	...choices('id', { id: 'Record ID', key: 'Unique Field' }),
	description: 'How to find the record that contains the table',
	send: {
		in: 'element',
		key: 'target',
		as: async (_, item) => targetRecord(item, isById(item) ? [] : await formOfItem(item)),
	},
};

const keyField = listedOption({
	displayName: 'Unique Field Name or ID',
	name: 'keyField',
	list: 'getKeyFields',
	required: true,
	displayOptions: byKey,
	description: 'Field that prohibits duplicate values.',
});

const keyValueOfRecord: Parameter<'keyValue'> = textParameter({
	displayName: 'Value of the Unique Field',
	name: 'keyValue',
	holds: 'any',
	required: true,
	placeholder: 'e.g. {{ $json.orderNumber }}',
	displayOptions: byKey,
	description: 'Value of this field in the record',
});

const { send: _, ...recordId } = record('element', 'id');

/** Which record, by its ID or by a unique field. */
export const target = [
	findBy,
	{ ...recordId, displayOptions: { show: { findBy: ['id'] } } },
	keyField,
	keyValueOfRecord,
];

/** Reads an item's target. Throws `InputError` if it is missing. */
function targetRecord(item: ItemContext, form: FormField[]): RecordSelector {
	if (isById(item)) return { by: RECORD_ID, value: recordIdOf(item.read('recordId'), item) };
	const name = textAt(item, 'keyField');
	const field = fieldNamed(form, name);
	if (field === undefined) throw noSuchField(name, form);
	const value = keyValue(field, item.read('keyValue'), item);
	if (value === '') throw emptyError(keyValueOfRecord.displayName);
	return { by: field.code, value };
}

const isById = (item: ItemContext) => item.read('findBy') !== 'key';

/** Equal for all items with the same record and app; spellings of a number are equal. */
export function targetKey(item: ItemContext, element?: { target: RecordSelector }): string {
	const form = knownForm(item) ?? [];
	const { by, value } = element?.target ?? targetRecord(item, form);
	const name = by === RECORD_ID ? { id: value } : { updateKey: { field: by, value } };
	return JSON.stringify([appIn(item.read('app')).id, exactRecordName(name, form)]);
}

/**
 * The table of the record, by its code, also where an expression gives its label: the service ignores
 * codes that an app doesn't have, and the rows would be lost.
 */
export const table: Parameter<'table', ToElement<'table', string>> = listedOption({
	displayName: 'Table Name or ID',
	name: 'table',
	list: 'getTables',
	required: true,
	send: {
		in: 'element',
		key: 'table',
		as: async (value, item) => {
			// Reading needs no form for what somebody chose from the list.
			const isRead = item.operation.method === 'GET' && value === item.node.parameters.table;
			return isRead ? String(value) : (tableOfItem(await formOfItem(item), item) as Field).code;
		},
	},
});
