import type { Sql } from '../../types';
import type { OpenApp } from '../apps/store';
import { decimalIn } from '../decimal';
import { invalid, ServiceError } from '../errors';
import type { FormField } from '../form';
import { cellText } from '../sql';

/** A record told by the value of a unique field; `path` names the field in errors. */
export interface UpdateKey {
	field: string;
	value: string;
	path: string;
}

/** The field of an update key. Throws CB_VA01 when it is no text or number field with unique values. */
export function keyField(app: OpenApp, key: UpdateKey): FormField {
	const field = Object.hasOwn(app.design.fields, key.field)
		? app.design.fields[key.field]
		: undefined;
	if (!field) throw invalid(key.path, `The field (code: ${key.field}) was not found.`);
	if (!field.unique || (field.type !== 'SINGLE_LINE_TEXT' && field.type !== 'NUMBER')) {
		throw invalid(key.path, 'Specify a text or number field that prohibits duplicate values.');
	}
	return field;
}

/** The value as cells hold it: numbers in their one exact form. */
export function storedKey(field: FormField, value: string): string {
	return field.type === 'NUMBER' ? (decimalIn(value)?.toString() ?? value) : value;
}

/** IDs of the records that update keys mean, by `keyName`; unknown ones are missing. */
export async function findByUpdateKey(
	sql: Sql,
	app: OpenApp,
	keys: UpdateKey[],
): Promise<Map<string, string>> {
	const found = new Map<string, string>();
	for (const code of new Set(keys.map((key) => key.field))) {
		const own = keys.filter((key) => key.field === code);
		const field = keyField(app, own[0] as UpdateKey);
		const rows = await sql.query<{ id: string; value: string }>(
			`select r.id::text as id, ${cellText(code)} as value from records r
			where r.app_id = ${BigInt(app.id)} and ${cellText(code)} = any($1::text[])`,
			[own.map((key) => storedKey(field, key.value))],
		);
		const ids = new Map(rows.map((row) => [row.value, row.id]));
		for (const key of own) {
			const id = ids.get(storedKey(field, key.value));
			if (id !== undefined) found.set(keyName(key), id);
		}
	}
	return found;
}

/** Tells update keys of one request apart. */
export function keyName(key: UpdateKey): string {
	return JSON.stringify([key.field, key.value]);
}

/** Throws GAIA_RE20. */
export function keyNotFound(key: UpdateKey): never {
	throw new ServiceError('GAIA_RE20', {
		message: `No record has the value ${key.value} in the field ${key.field}.`,
	});
}
