import {
	choice,
	integer,
	list,
	object,
	optional,
	type Read,
	text,
	unlessBlank,
} from '../../input/readers';
import { invalid } from '../errors';
import type { FieldType, FormField, FormFields } from '../form';
import { type Body, inputErrors } from '../input';
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

const PIXELS = unlessBlank(integer(0, 100_000));
const FIELD = object({
	type: text(1),
	size: optional(object({ width: PIXELS, height: PIXELS, innerHeight: PIXELS })),
	label: optional(text(0)),
	elementId: optional(text(0, 64)),
	code: optional(text(1, 128)),
});
const ROW = object({
	type: choice(['ROW', 'SUBTABLE', 'GROUP']),
	code: optional(text(1, 128)),
	fields: optional(list(FIELD)),
	layout: optional(list(object({ type: choice(['ROW']), fields: list(FIELD) }))),
});

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
	return [...fields, ...missing.map(layoutFieldOf)];
}

function rowOf(field: FormField): LayoutRow {
	if (field.type === 'SUBTABLE') {
		return {
			type: 'SUBTABLE',
			code: field.code,
			fields: Object.values(field.fields ?? {}).map(layoutFieldOf),
		};
	}
	if (field.type === 'GROUP') return { type: 'GROUP', code: field.code, layout: [] };
	return { type: 'ROW', fields: [layoutFieldOf(field)] };
}

function layoutFieldOf(field: FormField): LayoutField {
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
export function readLayout({ layout }: Body<'form.layout.update'>, form: FormFields): LayoutRow[] {
	const sent = list(ROW)(layout, 'layout', inputErrors);
	const rows = sent.map((row, index) => readRow(row, form, `layout[${index}]`));
	const codes = codesOf(rows);
	const twice = codes.find((code, index) => codes.indexOf(code) !== index);
	if (twice !== undefined) {
		throw invalid('layout', `The field "${twice}" is placed twice.`);
	}
	const placed = new Set(codes);
	const missing = Object.values(form).find(
		(field) => !SYSTEM_TYPES.has(field.type) && !placed.has(field.code),
	);
	if (missing) {
		throw invalid(
			'layout',
			`Every field of the form has to be in the layout; "${missing.code}" is not.`,
		);
	}
	return rows;
}

function readRow(sent: Read<typeof ROW>, form: FormFields, path: string): LayoutRow {
	const { type, code, fields: placed, layout = [] } = sent;
	const fieldsOf = (fields: Sent[] | undefined, form: FormFields, at = path): LayoutField[] => {
		if (!fields) throw inputErrors.missing(`${at}.fields`);
		return fields.map((field, index) => readField(field, form, `${at}.fields[${index}]`));
	};
	if (type === 'ROW') return { type, fields: fieldsOf(placed, form) };
	if (code === undefined) throw inputErrors.missing(`${path}.code`);
	const field = Object.hasOwn(form, code) ? form[code] : undefined;
	if (field?.type !== type) throw fieldNotFound(code);
	if (type === 'GROUP') {
		const rows = layout.map((row, index) => ({
			type: row.type,
			fields: fieldsOf(row.fields, form, `${path}.layout[${index}]`),
		}));
		return { type, code, layout: rows };
	}
	const fields = fieldsOf(placed, field.fields ?? {});
	const missing = withNew(fields, field)[fields.length];
	if (missing) {
		throw invalid(
			`${path}.fields`,
			`Every field of the table has to be in the layout; "${missing.code}" is not.`,
		);
	}
	return { type, code, fields };
}

type Sent = Read<typeof FIELD>;

function readField(sent: Sent, form: FormFields, path: string): LayoutField {
	const { type, code } = sent;
	const size = sent.size && sizeOf(sent.size);
	if (DECORATIONS.includes(type)) {
		return {
			type,
			...(type === 'LABEL' ? { label: sent.label ?? '' } : {}),
			elementId: sent.elementId ?? '',
			...(size ? { size } : {}),
		};
	}
	if (code === undefined) throw inputErrors.missing(`${path}.code`);
	const field = Object.hasOwn(form, code) ? form[code] : undefined;
	if (!field) throw fieldNotFound(code);
	if (field.type !== type || field.fields || type === 'GROUP' || UNPLACED.has(field.type)) {
		throw invalid(`${path}.type`, `The field "${code}" has another type.`);
	}
	const chosen = { ...layoutFieldOf(field).size, ...size };
	return { type, code, ...(type === 'REFERENCE_TABLE' ? {} : { size: chosen }) };
}

function sizeOf(sent: NonNullable<Sent['size']>): NonNullable<LayoutField['size']> {
	const given = Object.entries(sent).filter(([, pixels]) => pixels !== undefined);
	return Object.fromEntries(given.map(([name, pixels]) => [name, String(pixels)]));
}
