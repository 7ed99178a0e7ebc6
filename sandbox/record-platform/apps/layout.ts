import { invalid } from '../errors';
import type { FieldType, FormField, FormFields } from '../form';
import type { Parameters } from '../parameters';
import type { Design } from './design';
import { fieldNotFound } from './entities';
import { SYSTEM_TYPES } from './fields';
import type { LayoutField, LayoutRow } from './parts';

const DECORATIONS: readonly string[] = ['LABEL', 'SPACER', 'HR'];
const UNPLACED: ReadonlySet<FieldType> = new Set<FieldType>([
	'CATEGORY',
	'STATUS',
	'STATUS_ASSIGNEE',
]);
const SIZES = ['width', 'height', 'innerHeight'] as const;

type Row = Extract<LayoutRow, { type: 'ROW' }>;

/** The layout as it is: what was set, less the fields that are gone, and a row for each field it does not place. */
export function layoutOf(design: Design): LayoutRow[] {
	const form = design.fields;
	const rows = (design.parts.layout ?? []).flatMap((row): LayoutRow[] => {
		if (row.type === 'ROW') return keptRow(row, form);
		const field = Object.hasOwn(form, row.code) ? form[row.code] : undefined;
		if (field?.type !== row.type) return [];
		if (row.type === 'GROUP') {
			return [{ ...row, layout: row.layout.flatMap((inner) => keptRow(inner, form)) }];
		}
		return [{ ...row, fields: withNew(keptFields(row.fields, field.fields ?? {}), field) }];
	});
	const placed = new Set(codesOf(rows));
	const missing = Object.values(form).filter(
		(field) => !SYSTEM_TYPES.has(field.type) && !placed.has(field.code),
	);
	return [...rows, ...missing.map(rowOf)];
}

function keptRow(row: Row, form: FormFields): Row[] {
	const fields = keptFields(row.fields, form);
	return fields.length > 0 || row.fields.length === 0 ? [{ type: 'ROW', fields }] : [];
}

function keptFields(fields: LayoutField[], form: FormFields): LayoutField[] {
	return fields.filter((field) => field.code === undefined || Object.hasOwn(form, field.code));
}

function withNew(fields: LayoutField[], table: FormField): LayoutField[] {
	const placed = new Set(fields.map((field) => field.code));
	const missing = Object.values(table.fields ?? {}).filter((field) => !placed.has(field.code));
	return [...fields, ...missing.map(place)];
}

function rowOf(field: FormField): LayoutRow {
	if (field.type === 'SUBTABLE') {
		return {
			type: 'SUBTABLE',
			code: field.code,
			fields: Object.values(field.fields ?? {}).map(place),
		};
	}
	if (field.type === 'GROUP') return { type: 'GROUP', code: field.code, layout: [] };
	return { type: 'ROW', fields: [place(field)] };
}

function place(field: FormField): LayoutField {
	const { type, code } = field;
	if (type === 'REFERENCE_TABLE') return { type, code };
	if (type === 'MULTI_LINE_TEXT') return { type, code, size: { width: '315', innerHeight: '125' } };
	if (type === 'RICH_TEXT') return { type, code, size: { width: '315', innerHeight: '125' } };
	return { type, code, size: { width: '193' } };
}

/** Codes of the fields that rows place outside of tables, tables and groups included. */
function codesOf(rows: LayoutRow[]): string[] {
	return rows.flatMap((row) => {
		if (row.type === 'GROUP') return [row.code, ...codesOf(row.layout)];
		if (row.type === 'SUBTABLE') return [row.code];
		return row.fields.flatMap((field) => field.code ?? []);
	});
}

/**
 * Reads a whole layout: every field of the form has to be in it, once (docs/api: form.layout.update). Throws GAIA_FC01
 * for codes that are not there, CB_VA01 under `layout…`.
 */
export function readLayout(parameters: Parameters, form: FormFields): LayoutRow[] {
	if (!parameters.has('layout')) parameters.missing('layout');
	const rows = parameters.elements('layout').map((row) => readRow(row, form));
	const codes = codesOf(rows);
	const twice = codes.find((code, index) => codes.indexOf(code) !== index);
	if (twice !== undefined) {
		throw invalid(parameters.path('layout'), `The field "${twice}" is placed twice.`);
	}
	const placed = new Set(codes);
	const missing = Object.values(form).find(
		(field) => !SYSTEM_TYPES.has(field.type) && !placed.has(field.code),
	);
	if (missing) {
		throw invalid(
			parameters.path('layout'),
			`Every field of the form has to be in the layout; "${missing.code}" is not.`,
		);
	}
	return rows;
}

function readRow(given: Parameters, form: FormFields): LayoutRow {
	const type = given.oneOf('type', ['ROW', 'SUBTABLE', 'GROUP'] as const) ?? given.missing('type');
	if (type === 'ROW') return { type, fields: readFields(given, form) };
	const code = given.text('code', { maximum: 128 });
	const field = Object.hasOwn(form, code) ? form[code] : undefined;
	if (field?.type !== type) throw fieldNotFound(code);
	if (type === 'SUBTABLE') {
		const fields = readFields(given, field.fields ?? {});
		const missing = withNew(fields, field)[fields.length];
		if (missing) {
			throw invalid(
				given.path('fields'),
				`Every field of the table has to be in the layout; "${missing.code}" is not.`,
			);
		}
		return { type, code, fields };
	}
	return {
		type,
		code,
		layout: given.elements('layout').map((inner): Row => {
			const innerType = inner.oneOf('type', ['ROW'] as const) ?? inner.missing('type');
			return { type: innerType, fields: readFields(inner, form) };
		}),
	};
}

function readFields(given: Parameters, form: FormFields): LayoutField[] {
	if (!given.has('fields')) given.missing('fields');
	return given.elements('fields').map((field) => readField(field, form));
}

function readField(given: Parameters, form: FormFields): LayoutField {
	const type = given.text('type');
	const size = readSize(given);
	if (DECORATIONS.includes(type)) {
		return {
			type,
			...(type === 'LABEL' ? { label: given.optionalText('label') ?? '' } : {}),
			elementId: given.optionalText('elementId', { maximum: 64 }) ?? '',
			...(size ? { size } : {}),
		};
	}
	const code = given.text('code', { maximum: 128 });
	const field = Object.hasOwn(form, code) ? form[code] : undefined;
	if (!field) throw fieldNotFound(code);
	if (field.type !== type || field.fields || type === 'GROUP' || UNPLACED.has(field.type)) {
		throw invalid(given.path('type'), `The field "${code}" has another type.`);
	}
	const chosen = { ...place(field).size, ...size };
	return { type, code, ...(type === 'REFERENCE_TABLE' ? {} : { size: chosen }) };
}

function readSize(given: Parameters): LayoutField['size'] | undefined {
	const size = given.inside('size');
	if (!size) return undefined;
	return Object.fromEntries(
		SIZES.flatMap((name) => {
			if (!size.has(name)) return [];
			const pixels = size.integer(name, { minimum: 0, maximum: 100_000, default: 0 });
			return [[name, String(pixels)]];
		}),
	);
}
