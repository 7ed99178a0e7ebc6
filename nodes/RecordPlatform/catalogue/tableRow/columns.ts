import type { IDataObject } from 'n8n-workflow';

import type { ItemView, Parameter } from '../../../shared/catalogue';
import { Refusal } from '../../../shared/errors';
import { setCell } from '../../values/cells';
import type { CellTest } from '../../values/cellTests';
import { encode, foundNothing, isNamedByCode } from '../../values/encode';
import { uploadFilesOf } from '../../values/files';
import { type Field, isWritable } from '../../values/form';
import {
	fieldOf,
	fieldsFor,
	foundNoValue,
	type Mapped,
	mapped,
	mappedField,
	notWritable,
	ROW_ID_KEY,
	storedFields,
} from '../../values/mapping';
import type { Cells, RowChange, RowMatch } from '../../values/tables';

type Mode = 'add' | 'update' | 'upsert' | 'replace';

/** The table's columns, each with its value; columns to match by where rows are looked for. */
export function columns(mode: Mode): Parameter {
	const finds = mode === 'update' || mode === 'upsert';
	return {
		displayName: 'Columns',
		name: 'columns',
		type: 'resourceMapper',
		noDataExpression: true,
		default: { mappingMode: 'defineBelow', value: null },
		required: true,
		typeOptions: {
			loadOptionsDependsOn: ['app.value', 'table', 'options.guestSpace'],
			resourceMapper: {
				resourceMapperMethod: finds ? 'getColumnsToUpdate' : 'getColumnsToAdd',
				mode: finds ? mode : 'add',
				fieldWords: { singular: 'column', plural: 'columns' },
				valuesLabel: 'Values of the Row',
				addAllFields: true,
				supportAutoMap: true,
				multiKeyMatch: finds,
				allowEmptyValues: true,
				refreshStaleSchemaOnOpen: true,
				...(finds && {
					matchingFieldsLabels: {
						title: 'Match By',
						description: 'Columns that tell which rows are meant. All rows that match are changed.',
						hint: 'With several columns, a row must match in all of them',
					},
				}),
			},
		},
		send: {
			in: 'element',
			key: 'change',
			as: async (value, item) => (await changeOf(mode, value, item)) as unknown as IDataObject,
		},
	};
}

/** What an item wants of the table. Throws `Refusal` for what does not fit and `Failed`. */
async function changeOf(mode: Mode, value: unknown, item: ItemView): Promise<RowChange> {
	const wanted = mapped(value, item, 'columns');
	const table = await tableOf(item, wanted);
	if (mode === 'add' || mode === 'replace') {
		const cells = await rowCells(wanted, table, item, true);
		return mode === 'replace'
			? { kind: 'replace', cells }
			: { kind: 'add', cells, at: place(item) };
	}
	const match = matchOf(mode, wanted, matchingColumns(value), table, item);
	const cells = await rowCells(wanted, table, item, match === undefined);
	if (match === undefined) return { kind: 'add', cells };
	const by = 'tests' in match ? match.tests.map(({ code }) => code) : [];
	if (mode === 'update' && Object.keys(cells).every((code) => by.includes(code))) {
		throw new Refusal(
			'The item has no value for any column to change',
			'Fill in a column besides those that rows are matched by',
		);
	}
	const keepFiles = item.read('options.existingFiles', 'replace') === 'keep';
	return { kind: mode, match, cells, keepFiles };
}

function place(item: ItemView): 'start' | 'end' {
	return item.read('options.position', 'end') === 'start' ? 'start' : 'end';
}

function matchingColumns(value: unknown): string[] {
	const { matchingColumns: chosen } = (value ?? {}) as { matchingColumns?: unknown };
	return Array.isArray(chosen) && chosen.length > 0 ? chosen.map(String) : [ROW_ID_KEY];
}

/** Undefined for a row to add that has no ID yet. */
function matchOf(
	mode: 'update' | 'upsert',
	wanted: Mapped,
	by: string[],
	table: Field,
	item: ItemView,
): RowMatch | undefined {
	if (by.includes(ROW_ID_KEY)) {
		const id = String(wanted.values[ROW_ID_KEY] ?? '').trim();
		if (id !== '') return { ids: [id] };
		if (mode === 'upsert') return undefined;
		throw new Refusal(
			'The item has no row ID, by which its row is found',
			'Fill in the row ID, or match rows by a column. When columns are mapped automatically, the item needs a field $rowId',
		);
	}
	const tests = by.map((code): CellTest => {
		const column = columnOf(table, code, wanted);
		const value = wanted.values[column.code] ?? wanted.values[column.label ?? column.code];
		if (value === undefined || value === null || value === '') {
			throw new Refusal(
				`The item has no value for "${column.label ?? column.code}", by which its row is found`,
				'Fill in the column to match by. When columns are mapped automatically, the item needs a field of that name',
			);
		}
		return { ...column, operator: 'equals', value: encoded(table, column, value, item) };
	});
	return { tests };
}

/** A column by its code or label. Throws `Refusal` where the table has none. */
export function columnOf(table: Field, name: string, wanted?: Mapped): Field {
	const own = table.columns ?? [];
	const column = wanted ? mappedField(wanted, own, name) : fieldOf(own, name);
	if (column) return column;
	throw new Refusal(
		`Table "${table.label ?? table.code}" has no column "${name}"`,
		`It has ${own.map(({ code }) => `"${code}"`).join(', ')}. If the column is new or was renamed, open the node so that it reads the form again`,
	);
}

/** A value in the service's form; for a new row with files of records waiting to be copied. */
export function encoded(
	table: Field,
	column: Field,
	value: unknown,
	item: ItemView,
	newRow = false,
): unknown {
	const label = `${table.label ?? table.code}, ${column.label ?? column.code}`;
	return encode({ ...column, label }, value, {
		timeZone: item.timeZone,
		convert: item.read('options.convertValues', false) === true,
		newRecord: newRow,
	}).value;
}

/** The cells of a row, files uploaded. Columns that no write takes are left out. */
async function rowCells(
	wanted: Mapped,
	table: Field,
	item: ItemView,
	newRow: boolean,
): Promise<Cells> {
	const cells: Cells = {};
	for (const [key, value] of Object.entries(wanted.values)) {
		if (foundNothing(value) || key === ROW_ID_KEY) continue;
		if (wanted.fromItem && fieldOf(table.columns ?? [], key) === undefined) continue;
		const column = columnOf(table, key, wanted);
		const isComputed = !isWritable(column) || column.computed === true;
		if (isComputed && wanted.byHand) throw notWritable(column);
		if (!isWritable(column) || (wanted.fromItem && column.computed)) continue;
		if (isNamedByCode(column, key, wanted.values)) continue;
		const sent = encoded(table, column, value, item, newRow);
		setCell(cells, column.code, { type: column.type, value: sent });
	}
	if (Object.keys(cells).length > 0) return await uploadFilesOf(cells, item);
	if (wanted.fromItem) {
		throw new Refusal(
			`No field of the item has the name of a column of table "${table.label ?? table.code}"`,
			'Name the fields of the item like the columns of the table, or map each column by hand',
		);
	}
	if (Object.keys(wanted.values).some((key) => key !== ROW_ID_KEY)) {
		throw foundNoValue(`column of table "${table.label ?? table.code}"`);
	}
	return cells;
}

/**
 * The chosen table with its columns: from the live form, else from what the mapper keeps of it
 * where the credential may not read the form. Throws `Refusal` where the app has no such table.
 */
export async function tableOf(item: ItemView, wanted?: Mapped): Promise<Field> {
	const code = String(item.read('table', '') ?? '').trim();
	const schema = wanted?.schema ?? [];
	const form = await fieldsFor({ schema }, item);
	if (form === storedFields(schema)) return { code, type: 'SUBTABLE', columns: form };
	const tables = form.filter(({ type }) => type === 'SUBTABLE');
	const table = fieldOf(tables, code);
	if (table) return table;
	const names = tables.map((one) => `"${one.code}"`).join(', ');
	throw new Refusal(
		`The app has no table "${code}"`,
		names === '' ? 'Its form has no table at all' : `It has ${names}`,
	);
}
