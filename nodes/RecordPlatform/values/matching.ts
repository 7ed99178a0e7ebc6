import type { IDataObject } from 'n8n-workflow';

import type { ItemView } from '../../shared/catalogue';
import { InputError } from '../../shared/errors';
import { refuseMissingKeyPart } from '../../shared/missingParts';
import { quoteShort } from '../../shared/messages';
import { thenMaybe } from '../../shared/maybePromise';
import { textOf } from '../../shared/text';
import { appIn, recordIn } from '../route';
import { cellIn, setCell } from './cells';
import { foundNothing } from './encode';
import type { Field } from './form';
import {
	besideTable,
	fieldOf,
	fieldsToWrite,
	type Mapped,
	mapped,
	noSuchField,
	RECORD_ID,
	recordOf,
	valueFor,
} from './mapping';

/** A unique field that identifies a record, and its value. */
export interface UpdateKey {
	field: string;
	value: string;
}

type Mode = 'update' | 'upsert';

/** How an update identifies its record: by ID, or by a unique field. */
export type Target = { id: string } | KeyTarget;
type KeyTarget = { updateKey: UpdateKey };

/** A record to write, and the fields to change. */
export interface MatchedRecord {
	id?: string;
	updateKey?: UpdateKey;
	record: IDataObject;
}

/** A record that is matched by a unique field. */
export type KeyedRecord = MatchedRecord & { updateKey: UpdateKey };

/**
 * An element of an update: the record and the fields to change.
 * Throws `InputError` if the mapping doesn't identify a record.
 */
export function matched(
	value: unknown,
	mode: 'upsert',
	item: ItemView,
): KeyedRecord | Promise<KeyedRecord>;
export function matched(
	value: unknown,
	mode: Mode,
	item: ItemView,
): MatchedRecord | Promise<MatchedRecord>;
export function matched(
	value: unknown,
	mode: Mode,
	item: ItemView,
): MatchedRecord | Promise<MatchedRecord> {
	const wanted = mapped(value, item);
	return thenMaybe(
		fieldsToWrite(wanted, item),
		(fields): MatchedRecord | Promise<MatchedRecord> => {
			const target = targetOf(besideTable(wanted, fields, item), mode, fields);
			if ('id' in target) {
				checkWritten(wanted, fields, item);
				return thenMaybe(recordOf(wanted, item), (record) => ({ id: target.id, record }));
			}
			const { updateKey } = target;
			refuseMissingKeyPart(wanted.composed?.textOf(updateKey.field), updateKey.field, item);
			// A new record has at least its key.
			const purpose = mode === 'update' ? { matching: updateKey.field } : {};
			return thenMaybe(recordOf(wanted, item, purpose), (record) => ({
				updateKey,
				record: without(record, updateKey.field),
			}));
		},
	);
}

/** A copy, because deleting a property makes an object slow. */
function without(record: IDataObject, code: string): IDataObject {
	const rest: IDataObject = {};
	for (const key of Object.keys(record)) if (key !== code) setCell(rest, key, record[key]);
	return rest;
}

/** Throws `InputError` if the mapping doesn't identify a record. */
export function targetOf(wanted: Mapped, mode: 'upsert', fields: Field[]): KeyTarget;
export function targetOf(wanted: Mapped, mode: Mode, fields: Field[]): Target;
export function targetOf(wanted: Mapped, mode: Mode, fields: Field[]): Target {
	const { values, matchBy = RECORD_ID, schema } = wanted;
	if (matchBy === RECORD_ID && mode === 'upsert') {
		throw new InputError(
			'No field to match by is selected',
			'Choose a unique field. The app needs a text or number field that prohibits duplicate values',
		);
	}
	const field = fields.find(({ code }) => code === matchBy);
	if (matchBy !== RECORD_ID && fields.length > 0 && field === undefined) throw noSuchField(matchBy);
	const label = field?.label ?? schema.find(({ id }) => id === matchBy)?.label;
	const written = matchBy === RECORD_ID ? writtenId(values, fields) : undefined;
	const entered =
		valueFor({ code: matchBy, ...(label !== undefined && { label }) }, wanted, fields) ?? written;
	const isText = matchBy !== RECORD_ID && field?.type !== 'NUMBER';
	const name = matchBy === RECORD_ID ? 'Record ID ($id)' : (label ?? matchBy);
	const key = keyText(entered, isText, name);
	if (key === '') {
		throw new InputError(
			`The item has no value for "${name}" to find the record by`,
			matchBy === RECORD_ID
				? 'Fill in the record ID. With automatic mapping, the item needs a field named $id'
				: 'Fill in the field to match by. With automatic mapping, the item needs a field with this name',
		);
	}
	return matchBy === RECORD_ID ? { id: key } : { updateKey: { field: matchBy, value: key } };
}

/**
 * The ID of a record that this node has written: writes put out `id` and `revision`. An `id` alone may be
 * anything, fields of these names count as such, and so does a record ID that is there without a value.
 */
function writtenId(values: IDataObject, fields: Field[]): IDataObject[string] {
	const isOutput =
		cellIn(values, 'revision') !== undefined &&
		!(RECORD_ID in values) &&
		['id', 'revision'].every((name) => fieldOf(fields, name) === undefined);
	return isOutput ? cellIn(values, 'id') : undefined;
}

/** Throws `InputError` for the ID of a record that was written to another app, as its URL says. */
function checkWritten({ values }: Mapped, fields: Field[], item: ItemView): void {
	if (writtenId(values, fields) === undefined) return;
	const url = cellIn(values, 'url');
	const app = recordIn(url)?.app;
	if (app === undefined) {
		item.hint(
			'The records were found by "id", which a write has put out, because the items have no "$id". Check that it was written to the same app',
		);
	} else if (app !== appIn(item.read('app')).id) {
		throw new InputError(
			`The "id" of the item belongs to a record of another app: ${quoteShort(url)}`,
			'Nothing was written for this item. To update a record of this app, give the item a field $id with its record ID',
		);
	}
}

/** A key to send. Spaces are part of a text key, but not of a number. */
export function keyText(entered: unknown, isText: boolean, label: string): string {
	if (foundNothing(entered)) return '';
	const { value = entered } = (entered ?? {}) as { value?: unknown };
	const text = textOf(value, label);
	return isText ? text : text.trim();
}
