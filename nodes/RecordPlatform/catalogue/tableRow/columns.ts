import type { ItemView, Parameter, ToElement } from '../../../shared/catalogue';
import { objectOf } from '../../../shared/objects';
import { InputError } from '../../../shared/errors';
import { listed, nounFor, quoteShort } from '../../../shared/messages';
import { refuseMissingKeyPart } from '../../../shared/missingParts';
import { setCell } from '../../values/cells';
import type { CellTest } from '../../values/cellTests';
import { encode, foundNothing, holdsTime, isNamedByCode } from '../../values/encode';
import { uploadFilesOf } from '../../values/files';
import { type Field, isWritable } from '../../values/form';
import { lookupsAsReadIn } from '../../values/lookupsAsRead';
import {
	checkLabel,
	checkWhole,
	codesOf,
	fieldOf,
	fieldsFor,
	foundNoValue,
	isAutomatic,
	knownFields,
	type Mapped,
	mapped,
	mappedField,
	namesFor,
	notWritable,
	storedFields,
	valueFor,
} from '../../values/mapping';
import { ROW_ID } from '../../values/decode';
import { checkColumns } from '../../values/unknownColumns';
import { table } from './target';
import { type Cells, isBlankValue, type RowChange, type RowMatch } from '../../values/tables';

type Mode = 'add' | 'update' | 'upsert' | 'replace';

/** The mapper for columns, with columns to match by if the operation needs them. */
export function columns(mode: Mode): Parameter<'columns', ToElement<'change', RowChange>> {
	const finds = mode === 'update' || mode === 'upsert';
	return {
		displayName: 'Columns',
		name: 'columns',
		type: 'resourceMapper',
		noDataExpression: true,
		default: { mappingMode: 'defineBelow', value: null },
		required: true,
		displayOptions: { hide: { app: [''], table: [''] } },
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
						description: 'Columns that identify the rows to change. All matching rows are changed.',
						hint: 'If you select several columns, a row must match all of them',
					},
				}),
			},
		},
		send: {
			in: 'element',
			key: 'change',
			as: async (value, item) => await changeOf(mode, value, item),
		},
	};
}

/**
 * The table that rows are written to. Its code is sent, also where its label is given: the service
 * ignores codes that an app doesn't have, and the rows would be lost.
 */
export const writtenTable: typeof table = {
	...table,
	send: {
		in: 'element',
		key: 'table',
		as: async (_, item) =>
			(await tableOf(item, mapped(item.read('columns'), item, 'columns'))).code,
	},
};

/** The table change of an item. Throws `InputError` for invalid values, and `RequestError`. */
async function changeOf(mode: Mode, value: unknown, item: ItemView): Promise<RowChange> {
	const chosen = mapped(value, item, 'columns');
	const table = await tableOf(item, chosen);
	const wanted = { ...chosen, otherCodes: codesOf(knownFields({ schema: [] }, item)) };
	if (mode === 'add' || mode === 'replace') {
		const cells = await rowCells(wanted, table, item, true);
		if (Object.keys(cells).length === 0) {
			throw new InputError(
				`No column of table "${table.label ?? table.code}" has a value`,
				'Nothing was written for this item. Map at least one column',
			);
		}
		return mode === 'replace'
			? { kind: 'replace', cells }
			: { kind: 'add', cells, at: place(item) };
	}
	const match = matchOf(mode, wanted, matchingColumns(value), table, item);
	const cells = await rowCells(wanted, table, item, match === undefined);
	if (match === undefined) return { kind: 'add', cells };
	const by = 'tests' in match ? match.tests.map(({ code }) => code) : [];
	if (mode === 'update' && Object.keys(cells).every((code) => by.includes(code))) {
		throw new InputError(
			'The item has no values for columns to change',
			"Fill in at least one column that isn't used for matching",
		);
	}
	const keepFiles = item.read('options.existingFiles', 'replace') === 'keep';
	const lookups = wanted.fromItem ? lookupsAsReadIn(wanted.values, table.columns ?? []) : [];
	return { kind: mode, match, cells, keepFiles, lookups };
}

function place(item: ItemView): 'start' | 'end' {
	return item.read('options.position', 'end') === 'start' ? 'start' : 'end';
}

function matchingColumns(value: unknown): string[] {
	const { matchingColumns: chosen } = objectOf(value);
	return Array.isArray(chosen) && chosen.length > 0 ? chosen.map(String) : [ROW_ID];
}

/** Undefined for a new row, which has no ID yet. */
function matchOf(
	mode: 'update' | 'upsert',
	wanted: Mapped,
	by: string[],
	table: Field,
	item: ItemView,
): RowMatch | undefined {
	if (by.includes(ROW_ID)) {
		const id = String(wanted.values[ROW_ID] ?? '').trim();
		if (id !== '') return { ids: [id] };
		if (mode === 'upsert') return undefined;
		throw new InputError(
			'The item has no row ID to find the row by',
			'Fill in the row ID, or match rows by a column. With automatic mapping, the item needs a field named $rowId',
		);
	}
	const tests = by.map((code): CellTest => {
		const column = columnOf(table, code, wanted);
		refuseMissingKeyPart(wanted.composed?.textOf(code), code, item);
		if (holdsTime(column)) checkWhole(wanted, code);
		const value = valueFor(column, wanted, table.columns ?? []);
		// Spaces, an empty list and an empty cell would find all rows without a value.
		const sent = foundNothing(value) ? '' : encoded(table, column, value, item);
		if (isBlankValue(sent)) {
			throw new InputError(
				`The item has no value for "${column.label ?? column.code}", the column to match by`,
				'Fill in this column. With automatic mapping, the item needs a field with this name',
			);
		}
		return { ...column, operator: 'equals', value: sent };
	});
	return { tests };
}

/** A column by its code or label. Throws `InputError` if the table has no such column. */
export function columnOf(table: Field, name: string, wanted?: Mapped): Field {
	const own = table.columns ?? [];
	const column = wanted ? mappedField(wanted, own, name) : fieldOf(own, name);
	if (column) return column;
	checkLabel(name, own, 'column');
	const offered = wanted ? own.filter((one) => isWritable(one) && one.computed !== true) : own;
	throw new InputError(
		`Table "${table.label ?? table.code}" has no column "${name}"`,
		`Its columns are ${offered.map(({ code }) => `"${code}"`).join(', ')}. If the column is new or was renamed, open the node to refresh the form`,
	);
}

/** A value in the service's format; in new rows, files of other records are marked for copying. */
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

/** The cells of a row with uploaded files, without read-only columns. */
async function rowCells(
	wanted: Mapped,
	table: Field,
	item: ItemView,
	newRow: boolean,
): Promise<Cells> {
	const cells: Cells = {};
	const own = table.columns ?? [];
	if (wanted.fromItem) await checkNames(wanted, table, item);
	for (const [key, value] of Object.entries(wanted.values)) {
		if (foundNothing(value) || key === ROW_ID) continue;
		if (wanted.fromItem && mappedField(wanted, own, key) === undefined) {
			if (wanted.otherCodes?.has(key) !== true) checkLabel(key, own, 'column');
			continue;
		}
		const column = columnOf(table, key, wanted);
		const isComputed = !isWritable(column) || column.computed === true;
		if (isComputed && wanted.byHand) throw notWritable(column);
		if (!isWritable(column) || (wanted.fromItem && column.computed)) continue;
		if (isNamedByCode(column, key, wanted.values)) continue;
		if (holdsTime(column)) checkWhole(wanted, key);
		const sent = encoded(table, column, value, item, newRow);
		setCell(cells, column.code, { type: column.type, value: sent });
	}
	if (Object.keys(cells).length > 0) return await uploadFilesOf(cells, item);
	if (wanted.fromItem) {
		throw new InputError(
			`No field of the item matches a column of table "${table.label ?? table.code}"`,
			'Rename the fields of the item to the columns of the table, or map the columns manually',
		);
	}
	if (Object.keys(wanted.values).some((key) => key !== ROW_ID)) {
		throw foundNoValue(`column of table "${table.label ?? table.code}"`);
	}
	return cells;
}

/** Checks the names of an item's fields, which may be for the record, too. */
async function checkNames(wanted: Mapped, table: Field, item: ItemView): Promise<void> {
	const { values, schema } = wanted;
	const own = table.columns ?? [];
	const name = quoteShort(table.label ?? table.code);
	const both = isAutomatic(item, 'fields');
	const form = both ? await fieldsFor(mapped(item.read('fields'), item), item) : [];
	checkColumns(values, item, {
		names: [namesFor(own), ...(both ? [namesFor(form)] : [])],
		where: both
			? `neither the app nor table ${name} has a field with this code or label`
			: `table ${name} has no column with this code or label`,
		missing: (keys) =>
			both
				? `Neither the app nor table ${name} has ${listed(keys)}`
				: `Table ${name} has no ${nounFor(keys, 'column')} ${listed(keys)}`,
		isLive: own !== storedFields(schema),
		isOwn: item.operation.method !== 'POST',
	});
}

/**
 * The chosen table with its columns from the live form, or from the schema stored in the mapper
 * if the credential can't read the form. Throws `InputError` if the app has no such table.
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
	throw new InputError(
		`The app has no table "${code}"`,
		names === '' ? 'Its form has no tables' : `Its tables are ${names}`,
	);
}
