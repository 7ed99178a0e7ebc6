import type { IDataObject } from 'n8n-workflow';

import type { ItemView } from '../../shared/catalogue';
import { InputError } from '../../shared/errors';
import { jsonIn } from '../../shared/json';
import { encodeRecord, fieldsFor, mapped } from '../values/mapping';

/**
 * The cells of a record as the user read it, from plain or raw values; undefined
 * if the option is not set. Throws `InputError` for anything but a record.
 */
export async function originalCells(
	value: unknown,
	item: ItemView,
): Promise<IDataObject | undefined> {
	if (item.read('options.onConflict') !== 'merge' || value === '') return undefined;
	const { schema } = mapped(item.read('fields'), item);
	const wanted = { values: recordIn(value), fromItem: true, schema };
	return encodeRecord(wanted, await fieldsFor(wanted, item), {
		timeZone: item.timeZone,
		convert: true,
	});
}

function recordIn(value: unknown): IDataObject {
	const parsed = typeof value === 'string' ? jsonIn(value, 'Original Record') : value;
	if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) {
		return parsed as IDataObject;
	}
	throw new InputError(
		'"Original Record" is not a valid record',
		"Use the item of the node that read the record, for example {{ $('Get').item.json }}",
	);
}
