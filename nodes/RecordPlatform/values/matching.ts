import type { IDataObject } from 'n8n-workflow';

import type { ItemView } from '../../shared/catalogue';
import { Refusal } from '../../shared/errors';
import { onceThere } from '../../shared/soon';
import { cellIn, setCell } from './cells';
import { foundNothing } from './encode';
import type { Field } from './form';
import { fieldsToWrite, type Mapped, mapped, noSuchField, RECORD_ID, recordOf } from './mapping';

/** How an update names its record: by ID, or by a unique field. */
type Target = { id: string } | { updateKey: { field: string; value: string } };

/**
 * An element of an update: which record, and the fields to change.
 * Throws `Refusal` when the mapping does not say which record is meant.
 */
export function matched(
	value: unknown,
	mode: 'update' | 'upsert',
	item: ItemView,
): IDataObject | Promise<IDataObject> {
	const wanted = mapped(value, item);
	return onceThere(fieldsToWrite(wanted, item), (fields) => {
		const target = targetOf(wanted, mode, fields);
		if ('id' in target) {
			return onceThere(recordOf(wanted, item), (record) => ({ id: target.id, record }));
		}
		const { updateKey } = target;
		// A record that is created has its key at the least.
		const purpose = mode === 'update' ? { matching: updateKey.field } : {};
		return onceThere(recordOf(wanted, item, purpose), (record) => ({
			updateKey,
			record: without(record, updateKey.field),
		}));
	});
}

/** A copy, because engines handle an object from which something was deleted much slower. */
function without(record: IDataObject, code: string): IDataObject {
	const rest: IDataObject = {};
	for (const key of Object.keys(record)) if (key !== code) setCell(rest, key, record[key]);
	return rest;
}

/** Throws `Refusal` when the mapping does not say which record is meant. */
export function targetOf(
	{ values, matchBy = RECORD_ID, schema }: Mapped,
	mode: string,
	fields: Field[],
): Target {
	if (matchBy === RECORD_ID && mode === 'upsert') {
		throw new Refusal(
			'No field to match by was chosen',
			'Choose a field for which the form prohibits duplicate values. The app needs one such text or number field',
		);
	}
	const field = fields.find(({ code }) => code === matchBy);
	if (matchBy !== RECORD_ID && fields.length > 0 && field === undefined) throw noSuchField(matchBy);
	const label = field?.label ?? schema.find(({ id }) => id === matchBy)?.label;
	const entered =
		cellIn(values, matchBy) ?? (label === undefined ? undefined : cellIn(values, label));
	const isText = matchBy !== RECORD_ID && field?.type !== 'NUMBER';
	const key = keyText(entered, isText);
	if (key === '') {
		const name = matchBy === RECORD_ID ? 'Record ID ($id)' : (label ?? matchBy);
		throw new Refusal(
			`The item has no value for "${name}", by which its record is found`,
			matchBy === RECORD_ID
				? 'Fill in the record ID. When fields are mapped automatically, the item needs a field $id'
				: 'Fill in the field to match by. When fields are mapped automatically, the item needs a field of that name',
		);
	}
	return matchBy === RECORD_ID ? { id: key } : { updateKey: { field: matchBy, value: key } };
}

/** A key as it is sent. A text is the key to its last blank; blanks around a number are none of it. */
export function keyText(entered: unknown, isText: boolean): string {
	const { value = entered } = (foundNothing(entered) ? {} : (entered ?? {})) as { value?: unknown };
	const text = String(value ?? '');
	return isText ? text : text.trim();
}
