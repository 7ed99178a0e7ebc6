import type { ToElement } from '../../batchOperation';
import type { IDataObject } from 'n8n-workflow';

import type { ItemContext, Parameter } from '../../../shared/catalogue';
import { eachOf, Faults, InputError } from '../../../shared/errors';
import { isBlank } from '../../../shared/input/text';
import { listed } from '../../../shared/messages';
import { encode, encodeCells, unknownColumn } from '../../codec/encode';
import { hasFileFields, keepsFiles, uploadFiles, withBinaryFields } from '../../writing/files';
import {
	assignedFields,
	fieldNamed,
	isAutomatic,
	type Mapped,
	type TakeUnknown,
	UnknownNames,
	valueNamed,
} from '../../codec/names';
import type { CellTest, RowChange, RowMatch } from '../../writing/tables';
import { encodeOptions, formOfItem, rowValues, tableOfItem } from '../../writing/fromItem';
import { ROW_ID } from '../../codec/decode';
import { type Field, isEditable } from '../../codec/form';
import { columnNamed } from './conditions';

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
		builderHint: { propertyHint: "{mappingMode: 'defineBelow', value: {Column_code: '…'}}" },
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
						hint: 'If you select several columns, a row must match all of them. The row ID counts only if the item has one.',
					},
				}),
			},
		},
		send: { in: 'element', key: 'change', as: async (_, item) => await rowChange(mode, item) },
	};
}

/** The table change of an item. Throws `InputError` for invalid values, and `RequestError`. */
async function rowChange(mode: Mode, item: ItemContext): Promise<RowChange> {
	const form = await formOfItem(item);
	const owner = tableOfItem(form, item) as Field;
	const own = owner.columns ?? [];
	const otherCodes = new Set(form.map(({ code }) => code));
	const mapped = { ...withBinaryFields(rowValues(owner, item), own, item), otherCodes };
	const finds = mode === 'update' || mode === 'upsert';
	const faults = new Faults();
	const match = finds ? faults.of(() => rowMatch(mode, mapped, owner, item)) : undefined;
	// Rows of a new record are new.
	const staysOne = mode === 'replace' && item.operation.method !== 'POST';
	const id = staysOne ? rowIdIn(mapped) : '';
	const isNew = match === undefined && id === '';
	const cells = await rowCells(mapped, owner, form, { isNew, faults }, item);
	const by = match?.tests.map(({ code }) => code) ?? [];
	if (finds && match) {
		if (mode === 'update' && Object.keys(cells).every((code) => by.includes(code))) {
			throw new InputError(
				'The item has no values for columns to change',
				"Fill in at least one column that isn't used for matching",
			);
		}
		return { kind: mode, match, cells, keepFiles: keepsFiles(item) };
	}
	// With a mapper for the record, an item may have a record without rows.
	const hasRecord = item.operation.parameters.some(({ name }) => name === 'fields');
	if (Object.keys(cells).length === 0 && isNew && !hasRecord) throw nothingForRow(mapped, owner);
	if (mode === 'replace') return { kind: 'replace', ...(id !== '' && { id }), cells };
	return { kind: 'add', cells, at: item.read('options.position') === 'start' ? 'start' : 'end' };
}

function rowIdIn({ values }: Mapped): string {
	return String(values[ROW_ID] ?? '').trim();
}

/** The rows that an item means, by all columns to match by; undefined for a new row, which has no ID yet. */
function rowMatch(
	mode: 'update' | 'upsert',
	mapped: Mapped,
	owner: Field,
	item: ItemContext,
): RowMatch | undefined {
	const { matchBy } = mapped;
	const byId = matchBy.length === 0 || matchBy.includes(ROW_ID);
	const id = byId ? rowIdIn(mapped) : '';
	const others = matchBy.filter((code) => code !== ROW_ID);
	const tests = eachOf(others, (code) => keyTest(code, mapped, owner, item));
	if (id !== '') return { ids: [id], tests };
	if (tests.length > 0) return { tests };
	if (mode === 'upsert') return undefined;
	throw new InputError(
		'The item has no row ID to find the row by',
		'Fill in the row ID, or match rows by a column. With automatic mapping, the item needs a field named $rowId',
	);
}

function keyTest(code: string, mapped: Mapped, owner: Field, item: ItemContext): CellTest {
	const column = columnNamed(owner, code);
	const value = valueNamed(mapped, owner.columns ?? [], column);
	// Spaces, an empty list and an empty cell would find all rows without a value.
	const sent = isBlank(value) ? '' : encode(column, value, encodeOptions(item));
	if (!isBlank(sent)) return { ...column, operator: 'equals', value: sent };
	throw new InputError(
		`The item has no value for "${column.label ?? column.code}", the column to match by`,
		'Fill in this column. With automatic mapping, the item needs a field with this name',
	);
}

/** The cells of a row with uploaded files, without read-only columns. */
async function rowCells(
	mapped: Mapped,
	owner: Field,
	form: Field[],
	{ isNew, faults }: { isNew: boolean; faults: Faults },
	item: ItemContext,
): Promise<IDataObject> {
	const own = owner.columns ?? [];
	// The mapper of the record tells what is neither its field nor a column.
	const isTold = (name: string) =>
		isAutomatic(item, 'fields') || fieldNamed(form, name) !== undefined;
	const label = `Table "${owner.label ?? owner.code}"`;
	const unknown = new UnknownNames(mapped.isAutomatic, label, 'column', isTold);
	const take: TakeUnknown = (name, meant) => {
		if (!mapped.isAutomatic) throw unknownColumn(owner, name);
		unknown.take(name, meant);
	};
	const assigned = assignedFields(mapped, own, take, faults);
	const named = assigned.map(({ field, given }) => ({
		field: { ...field, label: `${owner.label ?? owner.code}, ${field.label ?? field.code}` },
		given,
	}));
	const cells = faults.of(() => encodeCells(named, encodeOptions(item), isNew)) ?? {};
	faults.of(() => unknown.check(item));
	faults.end();
	unknown.tell(item);
	return hasFileFields(own) ? await uploadFiles(cells, item) : cells;
}

function nothingForRow({ isAutomatic: automatic }: Mapped, owner: Field): InputError {
	const codes = (owner.columns ?? []).filter(isEditable).map(({ code }) => code);
	return new InputError(
		`The item has no value for a column of table "${owner.label ?? owner.code}"`,
		automatic
			? `Rename the fields of the item to the columns of the table (${listed(codes)}), or map the columns manually`
			: 'Nothing was written for this item. Map at least one column',
	);
}
