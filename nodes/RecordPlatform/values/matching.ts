import type { IDataObject } from 'n8n-workflow';

import type { ItemView } from '../../shared/catalogue';
import { Refusal } from '../../shared/errors';
import { onceThere } from '../../shared/soon';
import { type Mapped, mapped, RECORD_ID, recordOf } from './mapping';

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
	const target = targetOf(wanted, mode);
	return onceThere(recordOf(wanted, item), (record) => {
		return 'updateKey' in target
			? { updateKey: target.updateKey, record: without(record, target.updateKey.field) }
			: { id: target.id, record };
	});
}

/** A copy, because engines handle an object from which something was deleted much slower. */
function without(record: IDataObject, code: string): IDataObject {
	const rest: IDataObject = {};
	for (const key of Object.keys(record)) if (key !== code) rest[key] = record[key];
	return rest;
}

/** Throws `Refusal` when the mapping does not say which record is meant. */
export function targetOf({ values, matchBy = RECORD_ID, schema }: Mapped, mode: string): Target {
	const label = schema.find(({ id }) => id === matchBy)?.label;
	const value = values[matchBy] ?? (label === undefined ? undefined : values[label]);
	const text = String((value as { value?: unknown } | null)?.value ?? value ?? '').trim();
	if (matchBy === RECORD_ID && mode === 'upsert') {
		throw new Refusal(
			'No field to match by was chosen',
			'Choose a field for which the form prohibits duplicate values. The app needs one such text or number field',
		);
	}
	if (text === '') {
		const name = matchBy === RECORD_ID ? 'Record ID ($id)' : (label ?? matchBy);
		throw new Refusal(
			`The item has no value for "${name}", by which its record is found`,
			matchBy === RECORD_ID
				? 'Fill in the record ID. When fields are mapped automatically, the item needs a field $id'
				: 'Fill in the field to match by. When fields are mapped automatically, the item needs a field of that name',
		);
	}
	return matchBy === RECORD_ID ? { id: text } : { updateKey: { field: matchBy, value: text } };
}
