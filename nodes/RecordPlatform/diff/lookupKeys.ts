import type { IDataObject } from 'n8n-workflow';

import type { ItemView } from '../../shared/catalogue';
import { appIn } from '../route';
import { type Field, formReadBefore } from '../values/form';
import { fieldOf } from '../values/mapping';

/** Codes of lookups: those of the form under '', those in a table under its code. */
export type LookupKeys = Map<string, Set<string>>;

export const NO_LOOKUPS: LookupKeys = new Map();

/** All lookups of the form, if it is known. */
export function lookupsOfForm(item: ItemView): LookupKeys {
	return lookupsWhere(formOf(item), () => true);
}

/**
 * The lookups of an automatically mapped item that also holds what they copied: it was read from
 * a record, and nobody wants the copies renewed.
 */
export function lookupsAsRead(item: ItemView): LookupKeys {
	const { fields: mapper } = item.node.parameters as { fields?: { mappingMode?: string } };
	if (mapper?.mappingMode !== 'autoMapInputData') return NO_LOOKUPS;
	const form = formOf(item);
	return lookupsWhere(form, (lookup, table) => {
		const own = table?.columns ?? form;
		const holders = table ? rowsOf(item.json, table, form) : [item.json];
		return holders.some((holder) => holdsCopy(holder, lookup, own));
	});
}

/** Whether the values hold the key of a lookup and a copy. Without access to its app, the copies are unknown. */
export function holdsCopy(values: object, { code, lookup }: Field, fields: Field[]): boolean {
	const codes = new Set(Object.keys(values).map((key) => fieldOf(fields, key)?.code));
	return codes.has(code) && (!lookup || lookup.copies.some(({ to }) => codes.has(to)));
}

function lookupsWhere(
	form: Field[],
	counts: (lookup: Field, table?: Field) => boolean,
): LookupKeys {
	const keys: LookupKeys = new Map();
	const add = (code: string, fields: Field[], table?: Field) => {
		const found = fields.filter((field) => field.lookup !== undefined && counts(field, table));
		if (found.length > 0) keys.set(code, new Set(found.map((field) => field.code)));
	};
	add('', form);
	for (const field of form) if (field.columns) add(field.code, field.columns, field);
	return keys;
}

function formOf(item: ItemView): Field[] {
	return formReadBefore(item, appIn(item.read('app')).id) ?? [];
}

function rowsOf(json: IDataObject, { code }: Field, form: Field[]): object[] {
	const key = Object.keys(json).find((name) => fieldOf(form, name)?.code === code);
	const held = key === undefined ? undefined : json[key];
	const rows = Array.isArray(held) ? held : (held as { value?: unknown } | null | undefined)?.value;
	if (!Array.isArray(rows)) return [];
	return rows.flatMap((row: unknown) => {
		const { value = row } = (row ?? {}) as { value?: unknown };
		return typeof value === 'object' && value !== null ? [value] : [];
	});
}
