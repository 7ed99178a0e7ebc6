import { isObject } from '../../input/readers';
import { codecFor } from '../cells';
import type { CellContext, CellPath } from '../cells/codec';
import { checkLength } from '../cells/text';
import { ServiceError } from '../errors';
import type { FormField, FormFields } from '../form';
import { tableRows } from './read';
import type { Cells, TableRow } from './row';

/** Where the cells of a record are told in errors: `record` or `records[3]`. */
export type RecordPath = string;

export interface MergeContext extends CellContext {
	/** The ID of a new table row. Rows get it when the record is written. */
	newRowId(): string;
}

/** The raw `value` of a sent cell; undefined when the field was not sent. Throws CB_IJ01. */
export function sentCell(sent: Cells, code: string): { raw: unknown } | undefined {
	if (!Object.hasOwn(sent, code)) return undefined;
	const cell = sent[code];
	if (!isObject(cell)) throw new ServiceError('CB_IJ01');
	return { raw: cell.value };
}

/**
 * The cells a record has after a write: what was sent over what it had (`before`), or over the defaults of a new
 * record. Codes the form does not know are ignored; so are computed fields and those a lookup copies to.
 */
export function mergeCells(
	form: FormFields,
	sent: Cells,
	before: Cells | undefined,
	path: RecordPath,
	context: MergeContext,
): Cells {
	const merged: Cells = { ...before };
	const copied = copiedFields(form);
	for (const field of Object.values(form)) {
		if (field.type === 'SUBTABLE') {
			const cell = sentCell(sent, field.code);
			if (cell) merged[field.code] = mergeRows(field, cell.raw, before, path, context);
			else if (!before) merged[field.code] = [];
			continue;
		}
		const at = {
			path: `${path}.${field.code}`,
			bracketPath: `${path}[${field.code}]`,
			inTable: false,
		};
		mergeCell(field, sent, before, merged, at, copied.has(field.code), context);
	}
	return merged;
}

function mergeCell(
	field: FormField,
	sent: Cells,
	before: Cells | undefined,
	merged: Cells,
	at: CellPath,
	copied: boolean,
	context: MergeContext,
): void {
	const codec = codecFor(field.type);
	if (!codec || field.expression) return;
	const cell = copied ? undefined : sentCell(sent, field.code);
	if (cell) {
		merged[field.code] = codec.parse(cell.raw, field, at, context, before?.[field.code]);
	} else if (!before) {
		merged[field.code] = copied ? codec.empty(field) : codec.initial(field, context);
	}
	// Measured of new records only: there an empty text is too short as well.
	if (!before && !copied && !at.inTable && field.type === 'SINGLE_LINE_TEXT') {
		if (merged[field.code] === '') checkLength('', field, at, context);
	}
}

function mergeRows(
	table: FormField,
	raw: unknown,
	before: Cells | undefined,
	path: RecordPath,
	context: MergeContext,
): TableRow[] {
	if (raw === undefined || raw === null || raw === '') return [];
	if (!Array.isArray(raw)) throw new ServiceError('CB_IJ01');
	const known = new Map(tableRows(before ?? {}, table.code).map((row) => [row.id, row]));
	const used = new Set<string>();
	return raw.map((entry, index) => {
		if (!isObject(entry)) throw new ServiceError('CB_IJ01');
		const sent = entry.value ?? {};
		if (!isObject(sent)) throw new ServiceError('CB_IJ01');
		const id = entry.id === undefined || entry.id === null ? '' : String(entry.id);
		if (id !== '' && used.has(id)) throw new ServiceError('GAIA_SI01');
		used.add(id);
		const previous = known.get(id);
		return {
			id: previous?.id ?? context.newRowId(),
			value: mergeRow(
				table,
				sent,
				previous?.value,
				`${path}.${table.code}.value[${index}]`,
				context,
			),
		};
	});
}

function mergeRow(
	table: FormField,
	sent: Cells,
	before: Cells | undefined,
	path: string,
	context: MergeContext,
): Cells {
	const merged: Cells = { ...before };
	const copied = copiedFields(table.fields ?? {});
	for (const field of Object.values(table.fields ?? {})) {
		const cellPath = `${path}.value.${field.code}`;
		const at = { path: cellPath, bracketPath: cellPath, inTable: true };
		mergeCell(field, sent, before, merged, at, copied.has(field.code), context);
	}
	return merged;
}

/** Codes that lookups of the form copy to. */
export function copiedFields(form: FormFields): Set<string> {
	return new Set(
		Object.values(form).flatMap(
			(field) => field.lookup?.fieldMappings.map((mapping) => mapping.field) ?? [],
		),
	);
}

/** Complains about required cells that are empty. CALC and RADIO_BUTTON are never asked for. */
export function checkRequired(
	form: FormFields,
	cells: Cells,
	path: RecordPath,
	context: CellContext,
): void {
	for (const field of Object.values(form)) {
		if (field.type === 'SUBTABLE') {
			tableRows(cells, field.code).forEach((row, index) =>
				checkRequired(
					field.fields ?? {},
					row.value,
					`${path}.${field.code}.value[${index}].value`,
					context,
				),
			);
			continue;
		}
		const codec = codecFor(field.type);
		if (!codec || !field.required || field.type === 'RADIO_BUTTON') continue;
		if (codec.isEmpty(cells[field.code])) {
			context.problems.add(`${path}.${field.code}${codec.requiredSuffix}`, 'Required.');
		}
	}
}
