import type { IDataObject } from 'n8n-workflow';

import type { ItemView } from '../../shared/catalogue';
import type { Explanation } from '../../shared/errors';
import { appIn } from '../route';
import { setCell } from '../values/cells';
import { type Field, formReadBefore } from '../values/form';
import { RECORD_ID } from '../values/mapping';
import type { MatchedRecord, UpdateKey } from '../values/matching';
import { canonicalDecimal } from '../values/numbers';
import { keyOf } from './currentRecords';

/** A key in canonical form: different spellings of a number are equal. */
export function sameKey({ field, value }: UpdateKey, fields: Field[]): string {
	const known = fields.find(({ code }) => code === field);
	const type = field === RECORD_ID ? '__ID__' : (known?.type ?? '');
	return keyOf({ type, value });
}

/**
 * An element for a record that wasn't found: a plain create, which the service refuses if somebody
 * else has created the record in the meantime. An upsert would replace their table rows and files.
 */
export function newRecord(
	updateKey: UpdateKey,
	record: IDataObject,
	item: ItemView<'app'>,
): Pick<MatchedRecord, 'updateKey' | 'record'> {
	const form = formReadBefore(item, appIn(item.read('app')).id);
	const field = form?.find(({ code }) => code === updateKey.field);
	// The service creates any number of records with the same value, but refuses the upsert.
	if (field?.unique === false) return { updateKey, record };
	const cells = { ...record };
	setCell(cells, updateKey.field, { value: updateKey.value });
	return { record: cells };
}

/** The code for a value that is not valid, also one that another record has. */
export const TAKEN = 'CB_VA01';

/** Whether a new record was refused because of its key, which another record may have by now. */
export function isTaken({ field }: UpdateKey, { code, fields = [] }: Explanation): boolean {
	return code === TAKEN && fields.some(({ label }) => label === field);
}

/**
 * Identifies the record of an element, so that two changes of it keep their order. Different
 * spellings of a number are equal. A false match costs no more than a request.
 */
export function recordNamed({
	id,
	updateKey,
}: Pick<MatchedRecord, 'id' | 'updateKey'>): string | undefined {
	if (id !== undefined) return `id ${canonical(id)}`;
	return updateKey && `${updateKey.field} ${canonical(updateKey.value)}`;
}

function canonical(key: unknown): string {
	const text = String(key);
	return canonicalDecimal(text) ?? text;
}
