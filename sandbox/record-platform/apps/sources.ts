import type { Sql } from '../../types';
import { invalid, ServiceError } from '../errors';
import { fieldOfType, findField, type FormField, type FormFields, type Lookup } from '../form';
import type { Design } from './design';
import { fieldNotFound } from './entities';
import { appNotFound, findApp, type OpenApp } from './store';

type LookupField = FormField & { lookup: Lookup };

/**
 * Checks the apps and fields that lookups and lists of related records name, for fields that were added or changed,
 * and sorts by record number, newest first, where nothing was sent.
 * @param before the form without the change: what a request renames may be named either way
 */
export async function settleSources(
	sql: Sql,
	app: OpenApp,
	before: FormFields,
	changed: FormField[],
): Promise<void> {
	const form = app.design.fields;
	for (const field of withInner(changed)) {
		const source = field.lookup ?? field.referenceTable;
		if (!source) continue;
		const { app: relatedId } = source.relatedApp;
		const related = await findApp(sql, relatedId, 'production');
		if (!related) throw appNotFound(relatedId);
		source.sort ??= `${fieldOfType(related.design.fields, 'RECORD_NUMBER')?.code} desc`;
		if (!isLookup(field)) continue;
		const preview = await findApp(sql, relatedId, 'preview');
		const relatedForms = [related.design.fields, preview?.design.fields ?? {}];
		if (relatedId === app.id) relatedForms.push(form);
		const { relatedKeyField, fieldMappings } = field.lookup;
		requireField(relatedKeyField, relatedForms);
		for (const mapping of fieldMappings) {
			requireField(mapping.relatedField, relatedForms);
			requireField(mapping.field, [form, before]);
		}
		requireOwnDestinations(field, form);
	}
}

function requireField(code: string, forms: FormFields[]): void {
	if (!forms.some((form) => findField(form, code))) throw fieldNotFound(code);
}

function requireOwnDestinations({ code, lookup }: LookupField, form: FormFields): void {
	const others = lookupsOf(form).filter((other) => other.code !== code);
	for (const { field } of lookup.fieldMappings) {
		if (others.some((other) => other.lookup.fieldMappings.some((taken) => taken.field === field))) {
			throw invalid(
				`properties[${code}].lookup.fieldMappings`,
				`Another lookup already copies to the field (code: ${field}).`,
			);
		}
	}
}

/** Refuses to deploy lookups whose key is not unique in the source app as it will be: GAIA_LO03. */
export async function checkLookupKeys(
	sql: Sql,
	deployed: Array<{ id: string; design: Design }>,
): Promise<void> {
	for (const { design } of deployed) {
		for (const field of lookupsOf(design.fields)) {
			const { relatedApp, relatedKeyField } = field.lookup;
			const source =
				deployed.find(({ id }) => id === relatedApp.app) ??
				(await findApp(sql, relatedApp.app, 'production'));
			const key = source?.design.fields[relatedKeyField];
			if (key && key.type !== 'RECORD_NUMBER' && !key.unique) {
				throw keyNotUnique(field);
			}
		}
	}
}

export function keyNotUnique({ code, lookup }: LookupField): ServiceError {
	return new ServiceError('GAIA_LO03', {
		message: `The field ${lookup.relatedKeyField} of the datasource app allows duplicate values and cannot be the key of the lookup ${code}.`,
	});
}

/** Throws GAIA_LO02 when a lookup of another app finds its records by one of these fields. */
export async function requireNoKeys(sql: Sql, app: OpenApp, codes: string[]): Promise<void> {
	const origins = app.design.parts.fieldOrigins ?? {};
	const rows = await sql.query<{ fields: FormFields }>(
		`select fields from app_designs where app_id <> $1::bigint and fields::text like '%"relatedKeyField"%'`,
		[app.id],
	);
	const keys = rows
		.flatMap(({ fields }) => lookupsOf(fields))
		.filter(({ lookup }) => lookup.relatedApp.app === app.id)
		.map(({ lookup }) => lookup.relatedKeyField);
	const used = codes.find((code) => keys.includes(origins[code] ?? code));
	if (used === undefined) return;
	throw new ServiceError('GAIA_LO02', {
		message: `The field (code: ${used}) is the key of a lookup in another app and cannot be deleted.`,
	});
}

function lookupsOf(form: FormFields): LookupField[] {
	return withInner(Object.values(form)).filter(isLookup);
}

function isLookup(field: FormField): field is LookupField {
	return Boolean(field.lookup);
}

/** Fields together with those of their tables. */
function withInner(fields: FormField[]): FormField[] {
	return fields.flatMap((field) => [field, ...Object.values(field.fields ?? {})]);
}
