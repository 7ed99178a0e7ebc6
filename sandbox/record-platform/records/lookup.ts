import { isObject } from '../../input/readers';
import { hasRight } from '../apps/access';
import { keyNotUnique } from '../apps/sources';
import { findApp, type OpenApp } from '../apps/store';
import { emptyValue } from '../cells';
import type { Context } from '../context';
import type { Directory } from '../directory';
import { ServiceError } from '../errors';
import type { FormField, FormFields, Lookup } from '../form';
import { cellText } from '../sql';
import { permittedIds } from './access';
import { FieldAccess } from './field-access';
import { cellValue, tableRows } from './read';
import {
	type Cells,
	RECORD_COLUMNS,
	type RecordRow,
	type StoredRecord,
	toStoredRecord,
} from './row';

/** The cells of one record, or of one table row, with what was sent for them. */
interface CopyTarget {
	cells: Cells;
	sent: Cells;
}

type LookupField = FormField & { lookup: Lookup };

/**
 * Copies what the lookups of a form point at into the records being written, for those whose key was sent. An empty
 * key clears the copies. Throws GAIA_LO04 when a key has no match (or the source may not be seen), GAIA_LO03 when
 * the source's key field allows duplicates. Cells that are hidden from the caller are not copied.
 */
export async function copyLookups(
	context: Context,
	app: OpenApp,
	records: CopyTarget[],
): Promise<void> {
	await copyInForm(context, app.design.fields, records);
	for (const table of Object.values(app.design.fields)) {
		if (!table.fields || lookupsOf(table.fields).length === 0) continue;
		await copyInForm(
			context,
			table.fields,
			records.flatMap((record) => rowTargets(record, table.code)),
		);
	}
}

function lookupsOf(form: FormFields): LookupField[] {
	return Object.values(form).filter((field): field is LookupField => Boolean(field.lookup));
}

/** Rows of a sent table stand in the order they were sent in. */
function rowTargets(record: CopyTarget, table: string): CopyTarget[] {
	const cell = record.sent[table];
	const sent = isObject(cell) && Array.isArray(cell.value) ? cell.value : [];
	return tableRows(record.cells, table).flatMap((row, index) => {
		const entry: unknown = sent[index];
		const value = isObject(entry) ? entry.value : undefined;
		return isObject(value) ? [{ cells: row.value, sent: value }] : [];
	});
}

async function copyInForm(
	context: Context,
	form: FormFields,
	targets: CopyTarget[],
): Promise<void> {
	for (const field of lookupsOf(form)) {
		const asked = targets.filter((target) => Object.hasOwn(target.sent, field.code));
		const keys = [...new Set(asked.map((target) => keyOf(target, field)))].filter(Boolean);
		const found = keys.length > 0 ? await findSources(context, field, keys) : undefined;
		for (const target of asked) {
			const key = keyOf(target, field);
			const source = key === '' ? undefined : found?.records.get(key);
			const hidden = source && found?.access.hidden(source);
			if (key !== '' && !source) throw noMatch(field, key);
			for (const mapping of field.lookup.fieldMappings) {
				const destination = form[mapping.field];
				if (!destination) continue;
				const origin = found?.app.design.fields[mapping.relatedField];
				target.cells[mapping.field] =
					source && origin && found && !hidden?.has(origin.code)
						? copy(cellValue(source, origin, found.app, found.directory), destination)
						: emptyValue(destination.type);
			}
		}
	}
}

function keyOf(target: CopyTarget, field: LookupField): string {
	const key = target.cells[field.code];
	return typeof key === 'string' ? key : '';
}

function copy(value: unknown, destination: FormField): unknown {
	if (value === undefined || value === null || value === '') return emptyValue(destination.type);
	return value;
}

function noMatch(field: LookupField, key: string): ServiceError {
	return new ServiceError('GAIA_LO04', {
		message: `A value ${key} in the field ${field.code} does not exist in the datasource app for lookup, or you do not have permission to view the app or the field.`,
	});
}

/** What a lookup may copy from: the records that the caller sees, with what is hidden in them. */
interface Sources {
	app: OpenApp;
	directory: Directory;
	access: FieldAccess;
	/** By what the lookup's key holds. */
	records: Map<string, StoredRecord>;
}

async function findSources(context: Context, field: LookupField, keys: string[]): Promise<Sources> {
	const app = await findApp(context.sql, field.lookup.relatedApp.app, 'production');
	const keyField = app?.design.fields[field.lookup.relatedKeyField];
	if (!app || !keyField || !(await hasRight(context, app, 'view'))) {
		throw noMatch(field, keys[0] as string);
	}
	if (keyField.type !== 'RECORD_NUMBER' && !keyField.unique) {
		throw keyNotUnique(field);
	}
	const found =
		keyField.type === 'RECORD_NUMBER'
			? await byNumber(context, app, keys)
			: await byKey(context, app, keyField, keys);
	const ids = [...found.values()].map(({ id }) => id);
	const seen = await permittedIds(context, app, ids, 'viewable');
	const access = await FieldAccess.of(context, app);
	const records = [...found].filter(
		([, record]) => seen.has(record.id) && access.to(record, keyField.code) !== 'NONE',
	);
	return { app, directory: await context.directory(), access, records: new Map(records) };
}

async function byKey(
	context: Context,
	app: OpenApp,
	{ code }: FormField,
	keys: string[],
): Promise<Map<string, StoredRecord>> {
	const rows = await context.sql.query<RecordRow & { key: string }>(
		`select ${RECORD_COLUMNS}, ${cellText(code)} as key from records r
		where r.app_id = ${BigInt(app.id)} and ${cellText(code)} = any($1::text[])`,
		[keys],
	);
	return new Map(rows.map((row) => [row.key, toStoredRecord(row)] as const));
}

async function byNumber(
	context: Context,
	app: OpenApp,
	keys: string[],
): Promise<Map<string, StoredRecord>> {
	const prefix = app.code === '' ? '' : `${app.code}-`;
	const ids = new Map<string, string>();
	for (const key of keys) {
		const id = prefix !== '' && key.startsWith(prefix) ? key.slice(prefix.length) : key;
		if (/^\d{1,18}$/.test(id)) ids.set(key, BigInt(id).toString());
	}
	const rows = await context.sql.query<RecordRow>(
		`select ${RECORD_COLUMNS} from records r
		where r.app_id = $1::bigint and r.id = any($2::bigint[])`,
		[app.id, [...ids.values()]],
	);
	const byId = new Map(rows.map((row) => [row.id, toStoredRecord(row)] as const));
	return new Map(
		[...ids].flatMap(([key, id]) => {
			const record = byId.get(id);
			return record ? [[key, record] as const] : [];
		}),
	);
}
