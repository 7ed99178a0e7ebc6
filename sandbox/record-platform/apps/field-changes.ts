import { isObject } from '../../input/readers';
import { invalid, ServiceError } from '../errors';
import { findField, type FormField, type FormFields } from '../form';
import type { Design } from './design';
import { fieldNotFound } from './entities';
import { noteRenames } from './field-renames';
import { checkCode, checkLabel, copyProperties, isTrue, readField, SYSTEM_TYPES } from './fields';

/**
 * Changes fields of the preview side: the key is the current code, what is not sent stays, `options` replaces all
 * options (docs/api: form.fields.update). Throws GAIA_FC01 for a code that is not there, CB_VA01 under `properties[<code>]…`.
 */
export function changeFields(design: Design, properties: Record<string, unknown>): void {
	for (const code of Object.keys(properties)) {
		if (!Object.hasOwn(design.fields, code)) throw fieldNotFound(code);
	}
	const renames = new Map<string, string>();
	design.fields = changedForm(design.fields, properties, renames);
	requireOwnCodes(design.fields);
	noteRenames(design, renames);
}

function changedForm(
	form: FormFields,
	properties: Record<string, unknown>,
	renames: Map<string, string>,
): FormFields {
	const changed = Object.values(form).map((field) => {
		if (!Object.hasOwn(properties, field.code)) return field;
		const next = changedField(field, properties[field.code], renames);
		if (next.code !== field.code) renames.set(field.code, next.code);
		return next;
	});
	if (new Set(changed.map((field) => field.code)).size < changed.length) {
		throw invalid('properties', 'Two fields have the same field code.');
	}
	return Object.fromEntries(changed.map((field) => [field.code, field]));
}

function changedField(field: FormField, raw: unknown, renames: Map<string, string>): FormField {
	if (!isObject(raw)) throw new ServiceError('CB_IJ01');
	const path = `properties[${field.code}]`;
	if (raw.type === undefined) throw invalid(`${path}.type`, 'Required field.');
	if (raw.type !== field.type)
		throw invalid(`${path}.type`, 'The type of a field cannot be changed.');
	const next: FormField = { ...field };
	if (raw.code !== undefined) {
		if (typeof raw.code !== 'string') throw new ServiceError('CB_IJ01');
		if (raw.code !== field.code) checkCode(raw.code, path);
		next.code = raw.code;
	}
	if (raw.label !== undefined) {
		if (typeof raw.label !== 'string') throw new ServiceError('CB_IJ01');
		checkLabel(raw.label, path);
		next.label = raw.label;
	}
	if (raw.noLabel !== undefined && 'noLabel' in field) next.noLabel = isTrue(raw.noLabel);
	if (SYSTEM_TYPES.has(field.type)) return next;
	copyProperties(next, withKept(field, raw), path);
	if (field.type === 'SUBTABLE' && raw.fields !== undefined) {
		next.fields = changedRows(field, raw.fields, renames);
	}
	return next;
}

/** What a reader of whole definitions needs and an update may leave out. */
function withKept(field: FormField, raw: Record<string, unknown>): Record<string, unknown> {
	const kept: Record<string, unknown> = { ...raw };
	for (const name of ['options', 'lookup', 'referenceTable', 'expression', 'format'] as const) {
		const before = field[name];
		if (before === undefined || before === null) continue;
		const sent = raw[name];
		if (sent === undefined) kept[name] = before;
		else if ((name === 'lookup' || name === 'referenceTable') && isObject(sent)) {
			kept[name] = { ...(before as object), ...sent };
		}
	}
	return kept;
}

/** Inner fields of a table: those sent change, those it does not have yet are added. */
function changedRows(table: FormField, raw: unknown, renames: Map<string, string>): FormFields {
	if (!isObject(raw)) throw new ServiceError('CB_IJ01');
	const form = table.fields ?? {};
	const changed = changedForm(form, raw, renames);
	for (const [key, value] of Object.entries(raw)) {
		if (Object.hasOwn(form, key)) continue;
		const added = readField(key, value, true);
		changed[added.code] = added;
	}
	return changed;
}

/** Field codes are unique over a whole form. */
function requireOwnCodes(form: FormFields): void {
	const codes = Object.values(form).flatMap((field) => [
		field.code,
		...Object.keys(field.fields ?? {}),
	]);
	const twice = codes.find((code, index) => codes.indexOf(code) !== index);
	if (twice === undefined) return;
	throw invalid(`properties[${twice}].code`, `The field code "${twice}" is already used.`);
}

/** Takes fields, inner ones of tables too, off the preview side. Throws GAIA_FC01, and CB_VA01 for built-in fields. */
export function deleteFields(design: Design, codes: string[]): void {
	codes.forEach((code, index) => {
		const found = findField(design.fields, code);
		if (!found) throw fieldNotFound(code);
		if (SYSTEM_TYPES.has(found.field.type)) {
			throw invalid(`fields[${index}]`, `The field "${code}" cannot be deleted.`);
		}
	});
	const gone = new Set(codes);
	const without = (form: FormFields): FormFields =>
		Object.fromEntries(
			Object.entries(form)
				.filter(([code]) => !gone.has(code))
				.map(([code, field]) => [
					code,
					field.fields ? { ...field, fields: without(field.fields) } : field,
				]),
		);
	design.fields = without(design.fields);
	for (const code of gone) noteDropped(design, code);
	for (const view of Object.values(design.parts.views ?? {})) {
		if (view.fields) view.fields = view.fields.filter((code) => !gone.has(code));
	}
	const { fieldRights } = design.parts;
	if (fieldRights) design.parts.fieldRights = fieldRights.filter(({ code }) => !gone.has(code));
	const { titleField } = design.settings;
	if (titleField.code !== undefined && gone.has(titleField.code)) {
		design.settings.titleField = { selectionMode: 'AUTO' };
	}
}

function noteDropped(design: Design, code: string): void {
	const origins = design.parts.fieldOrigins ?? {};
	const origin = Object.hasOwn(origins, code) ? origins[code] : undefined;
	if (origin === undefined && Object.values(origins).includes(code)) return;
	delete origins[code];
	design.parts.droppedFields = [...(design.parts.droppedFields ?? []), origin ?? code];
}
