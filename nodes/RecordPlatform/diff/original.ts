import type { IDataObject } from 'n8n-workflow';

import type { ItemView } from '../../shared/catalogue';
import { InputError } from '../../shared/errors';
import { jsonIn } from '../../shared/json';
import { quoteShort } from '../../shared/messages';
import { oneSpelling } from '../../shared/text';
import { cellIn } from '../values/cells';
import { comparable } from '../values/compare';
import { encodeRecord, fieldsFor, mapped, RECORD_ID } from '../values/mapping';
import { keyText, type Target, targetOf } from '../values/matching';

/**
 * The cells of a record as the user read it, from plain or raw values; undefined
 * if the option is not set. Throws `InputError` for anything but a record.
 */
export async function originalCells(
	value: unknown,
	item: ItemView,
): Promise<IDataObject | undefined> {
	if (item.read('options.onConflict') !== 'merge' || value === '') return undefined;
	const change = mapped(item.read('fields'), item);
	const wanted = { values: recordIn(value), fromItem: true, schema: change.schema };
	const fields = await fieldsFor(wanted, item);
	const cells = encodeRecord(wanted, fields, { timeZone: item.timeZone, convert: true });
	checkSame(targetOf(change, 'update', fields), wanted.values, cells);
	return cells;
}

/** Throws `InputError` for another record than the one to update: its values say nothing about this one. */
function checkSame(target: Target, original: IDataObject, cells: IDataObject): void {
	const [name, wanted, found] =
		'id' in target
			? ['record ID', target.id, cellIn(original, RECORD_ID)]
			: [target.updateKey.field, target.updateKey.value, cellIn(cells, target.updateKey.field)];
	const key = keyText(found, false, 'Original Record');
	if (key === '' || sameKey(key, wanted)) return;
	throw new InputError(
		`"Original Record" is another record than the item updates: its ${name} is ${quoteShort(key)} instead of ${quoteShort(wanted)}`,
		'Nothing was written for this item. Use an expression that returns the record of this item',
	);
}

function sameKey(one: string, other: string): boolean {
	const [first, second] = [one, other].map((key) => oneSpelling(key.trim()));
	return first === second || comparable('NUMBER', first) === comparable('NUMBER', second);
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
