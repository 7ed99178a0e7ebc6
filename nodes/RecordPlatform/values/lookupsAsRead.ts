import type { IDataObject } from 'n8n-workflow';

import type { ItemView } from '../../shared/catalogue';
import { appIn } from '../route';
import { type Field, formReadBefore } from './form';
import { fieldOf } from './mapping';

/** Codes of lookups: those of the form under '', those in a table under its code. */
export type LookupKeys = Map<string, Set<string>>;

export const NO_LOOKUPS: LookupKeys = new Map();

/** All lookups of the form, if it is known. */
export function lookupsOfForm(item: ItemView): LookupKeys {
	const form = formOf(item);
	return byTable(form, ({ columns = form }) => lookupsIn(columns).map(({ code }) => code));
}

/**
 * The lookups of an automatically mapped item that also holds what they copied: it was read from
 * a record, and nobody wants the copies renewed.
 */
export function lookupsAsRead(item: ItemView): LookupKeys {
	const { fields: mapper } = item.node.parameters as { fields?: { mappingMode?: string } };
	if (mapper?.mappingMode !== 'autoMapInputData') return NO_LOOKUPS;
	const form = formOf(item);
	return byTable(form, ({ code, columns }) => {
		if (columns === undefined) return lookupsAsReadIn(item.json, form);
		if (lookupsIn(columns).length === 0) return [];
		return rowsIn(item.json, code, form).flatMap((row) => lookupsAsReadIn(row, columns));
	});
}

/**
 * The codes of lookups whose key and copies the values hold. Without access to the app of a lookup,
 * its copies are not known.
 */
export function lookupsAsReadIn(values: object, fields: Field[]): string[] {
	const lookups = lookupsIn(fields);
	if (lookups.length === 0) return [];
	const held = new Set(Object.keys(values).map((key) => fieldOf(fields, key)?.code));
	const isRead = ({ code, lookup }: Field) =>
		held.has(code) && (!lookup || lookup.copies.some(({ to }) => held.has(to)));
	return lookups.filter(isRead).map(({ code }) => code);
}

function lookupsIn(fields: Field[]): Field[] {
	return fields.filter(({ lookup }) => lookup !== undefined);
}

function byTable(
	form: Field[],
	find: (table: Pick<Field, 'code' | 'columns'>) => string[],
): LookupKeys {
	const tables = [{ code: '' }, ...form.filter(({ columns }) => columns !== undefined)];
	return new Map(
		tables.flatMap((table) => {
			const codes = find(table);
			return codes.length > 0 ? [[table.code, new Set(codes)] as const] : [];
		}),
	);
}

function formOf(item: ItemView): Field[] {
	return formReadBefore(item, appIn(item.read('app')).id) ?? [];
}

/** The rows of a table in an item, plain or in the service's format. */
function rowsIn(json: IDataObject, code: string, form: Field[]): object[] {
	const key = Object.keys(json).find((name) => fieldOf(form, name)?.code === code);
	const held = key === undefined ? undefined : json[key];
	const rows = Array.isArray(held) ? held : (held as { value?: unknown } | null | undefined)?.value;
	if (!Array.isArray(rows)) return [];
	return rows.flatMap((row: unknown) => {
		const { value } = (row ?? {}) as { value?: unknown };
		const plain = typeof value === 'object' && value !== null ? value : row;
		return typeof plain === 'object' && plain !== null ? [plain] : [];
	});
}
