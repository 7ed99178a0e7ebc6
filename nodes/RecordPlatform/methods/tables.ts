import type {
	ILoadOptionsFunctions,
	INodePropertyOptions,
	ResourceMapperFields,
} from 'n8n-workflow';

import { ROW_ID } from '../values/decode';
import { type Field, type FormField, identifies } from '../values/form';
import { fieldsOfChosenApp } from './editor';
import { type MapperField, mapperFieldsOf } from './resourceMapping';

/** The tables of the selected app; their values are the field codes. */
export async function getTables(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const fields = await fieldsOfChosenApp(this);
	return fields.filter(({ type }) => type === 'SUBTABLE').map(option);
}

/** The columns of the selected table. */
export async function getTableColumns(
	this: ILoadOptionsFunctions,
): Promise<INodePropertyOptions[]> {
	return (await columnsOfChosenTable(this)).map(option);
}

/** The columns of the selected table that can identify a row. */
export async function getRowKeys(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	return (await columnsOfChosenTable(this)).filter(identifiesRow).map(option);
}

/** The same of all tables, with the name of their table. */
export async function getRowKeysOfTables(
	this: ILoadOptionsFunctions,
): Promise<INodePropertyOptions[]> {
	const fields = await fieldsOfChosenApp(this);
	return fields.flatMap(({ label, columns = [] }) =>
		columns.filter(identifiesRow).map((column) => {
			const { name, value } = option(column);
			return { name: `${label}: ${name}`, value };
		}),
	);
}

function identifiesRow({ type, computed }: FormField): boolean {
	return !computed && type !== 'CALC' && !WITHOUT_EQUALITY.has(type);
}

/** Unique fields of the selected app. */
export async function getKeyFields(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	return (await fieldsOfChosenApp(this)).filter(identifies).map(option);
}

export async function getColumnsToAdd(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	return result(this, mapperFieldsOf(await columnsOfChosenTable(this), { required: true }));
}

/** The row ID and the columns; any of them can be used for matching. */
export async function getColumnsToUpdate(
	this: ILoadOptionsFunctions,
): Promise<ResourceMapperFields> {
	const columns = mapperFieldsOf(await columnsOfChosenTable(this), {});
	const matching = columns.map((column) => ({
		...column,
		canBeUsedToMatch: !WITHOUT_EQUALITY.has(column.fieldType ?? ''),
	}));
	return result(this, matching.length > 0 ? [rowId, ...matching] : []);
}

/** Types whose values can't be compared. */
const WITHOUT_EQUALITY = new Set(['FILE', 'RICH_TEXT']);

const rowId: MapperField = {
	id: ROW_ID,
	displayName: 'Row ID ($rowId)',
	label: 'Row ID ($rowId)',
	fieldType: '__ROW_ID__',
	type: 'string',
	required: false,
	display: true,
	defaultMatch: true,
	canBeUsedToMatch: true,
};

async function columnsOfChosenTable(context: ILoadOptionsFunctions): Promise<FormField[]> {
	const chosen = chosenTable(context);
	if (chosen === '') return [];
	const fields = await fieldsOfChosenApp(context);
	const table = fields.find(({ code, type }) => type === 'SUBTABLE' && code === chosen);
	return table?.columns ?? [];
}

function chosenTable(context: ILoadOptionsFunctions): string {
	return String(context.getCurrentNodeParameter('table') ?? '');
}

function result(context: ILoadOptionsFunctions, fields: MapperField[]): ResourceMapperFields {
	if (fields.length > 0) return { fields };
	return {
		fields,
		emptyFieldsNotice:
			chosenTable(context) === ''
				? 'Choose a table to see its columns.'
				: 'The app has no such table, or the table has no columns to fill in.',
	};
}

function option({ code, label = code }: Field): INodePropertyOptions {
	return { name: label === code ? label : `${label} (${code})`, value: code };
}
