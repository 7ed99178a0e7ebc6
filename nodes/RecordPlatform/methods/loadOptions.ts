import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { lookupsOf } from '../writing/lookups';
import { offeredOperators, pickerValue, queryField } from '../query/operators';
import { savedViews, VIEWS_PATH } from '../query/views';
import { type Field, type FormField, identifies, OF_APP, SYSTEM, titleOf } from '../codec/form';
import {
	chosenApp,
	chosenTargetApp,
	columnsOfChosenTable,
	fieldsOf,
	fieldsOfChosenApp,
	readOfApp,
} from './editor';

/** Types that have no values in records. */
const WITHOUT_VALUE = new Set(['GROUP', 'REFERENCE_TABLE']);

/** A method that lists fields of the chosen app. */
function listing(listed: (fields: FormField[]) => INodePropertyOptions[], preview = false) {
	return async function (this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
		return listed(await fieldsOfChosenApp(this, { preview }));
	};
}

/** Fields that a record can be returned with; their values are the codes. */
export const getReadableFields = listing(readableFields);

function readableFields(fields: FormField[]): INodePropertyOptions[] {
	if (fields.length === 0) return [];
	const readable = fields.filter(({ type }) => !WITHOUT_VALUE.has(type));
	return [...systemFields, ...readable.map(option).sort(byOptionName)];
}

/** Fields to sort by: the service has no order for tables. */
export const getSortFields = listing((fields) =>
	readableFields(fields.filter(({ type }) => type !== 'SUBTABLE')),
);

/** Built-in fields, which can't be deleted from the form. */
const STAYING = new Set([...SYSTEM, ...OF_APP]);

/** Fields and table columns of the form in the test environment; their values are the codes. */
export const getFieldsToDelete = listing((fields) => {
	const whole = fields.filter(({ type }) => !STAYING.has(type)).map(option);
	return [...whole, ...fields.flatMap((table) => columnOptions(table))].sort(byOptionName);
}, true);

/** Columns of a table with its name before their own. */
function columnOptions(
	{ label, columns = [] }: FormField,
	isOffered: (column: FormField) => boolean = () => true,
): INodePropertyOptions[] {
	return columns.filter(isOffered).map((column) => {
		const { name, value } = option(column);
		return { name: `${label}: ${name}`, value };
	});
}

/** Attachment fields of the selected app, including those in tables; their values are the codes. */
export const getFileFields = listing((fields) => {
	const inTables = fields.flatMap((table) => columnOptions(table, holdsFiles));
	return [...fields.filter(holdsFiles).map(option), ...inTables];
});

export async function getTargetFileFields(this: ILoadOptionsFunctions) {
	return (await fieldsOf(this, chosenTargetApp(this))).filter(holdsFiles).map(option);
}

function holdsFiles({ type }: FormField): boolean {
	return type === 'FILE';
}

export const getTables = listing((fields) =>
	fields.filter(({ type }) => type === 'SUBTABLE').map(option),
);

export async function getTableColumns(this: ILoadOptionsFunctions) {
	return (await columnsOfChosenTable(this)).map(option);
}

export const getKeyFields = listing((fields) => fields.filter(identifies).map(option));

const systemFields: INodePropertyOptions[] = [
	{ name: 'Record ID', value: '$id' },
	{ name: 'Revision', value: '$revision' },
];

/** Fields that conditions support, with their types. */
export const getConditionFields = listing((fields) => {
	if (fields.length === 0) return [];
	const askable = fields.filter(({ type }) => !WITHOUT_VALUE.has(type)).flatMap(conditionOptions);
	return [{ name: 'Record ID', value: '$id|__ID__' }, ...askable.sort(byOptionName)];
});

function conditionOptions(field: FormField): INodePropertyOptions[] {
	const { code, type, label, columns } = field;
	if (columns === undefined) {
		return [{ ...option(field), value: pickerValue({ code, type, inTable: false }) }];
	}
	return columns.map((column) => ({
		name: `${label}: ${option(column).name}`,
		value: pickerValue({ code: column.code, type: column.type, inTable: true }),
	}));
}

function option(field: Field): INodePropertyOptions {
	return { name: titleOf(field), value: field.code };
}

/** Operations that delete or overwrite the records that conditions select, and refuse what finds too many. */
const GUARDED = new Set<unknown>(['deleteByConditions', 'sync', 'updateByConditions']);

/** Operators of the selected field; all of them if its type is unknown. */
export async function getOperators(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const field = queryField(this.getCurrentNodeParameter('&field'));
	const isGuarded = GUARDED.has(this.getCurrentNodeParameter('operation'));
	const offered = offeredOperators(field);
	return await Promise.resolve(
		isGuarded ? offered.filter(({ value }) => value !== 'notContains') : offered,
	);
}

/** Choices of the selected field, or the statuses of the process management. */
export async function getChoices(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const { code, type } = queryField(this.getCurrentNodeParameter('&field'));
	const chosen = chosenApp(this);
	if (chosen === undefined) return [];
	if (type === 'STATUS') {
		const { states } = await readOfApp<Process>(this, '/k/v1/app/status.json', chosen);
		return Object.values(states ?? {})
			.sort((a, b) => Number(a.index) - Number(b.index))
			.map(({ name }) => ({ name, value: name }));
	}
	const fields = await fieldsOfChosenApp(this);
	const field = [...fields, ...fields.flatMap(({ columns = [] }) => columns)].find(
		(one) => one.code === code,
	);
	return (field?.choices ?? []).map((choice) => ({ name: choice, value: choice }));
}

export const getLookups = listing((fields) =>
	lookupsOf(fields).map(({ code, label, source, table }) => ({
		name: `${table === undefined ? '' : `${table}: `}${option({ code, type: '', label }).name}`,
		value: code,
		description:
			source === null
				? "Copies from an app that this credential can't access"
				: `Copies from app ${source.app}, matched by its field ${source.key}`,
	})),
);

const VIEW_KINDS: Record<string, string> = { LIST: 'List', CALENDAR: 'Calendar', CUSTOM: 'Custom' };

/** The views that people have saved in the chosen app; none without an app. */
export async function getViews(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const chosen = chosenApp(this);
	if (chosen === undefined) return [];
	return savedViews(await readOfApp(this, VIEWS_PATH, chosen))
		.filter(({ builtIn, condition }) => !builtIn || condition !== '')
		.map(({ id, name, type, condition }) => ({
			name,
			value: id,
			description: `${VIEW_KINDS[type] ?? type}: ${condition === '' ? 'all records' : condition}`,
		}));
}

interface Process {
	states?: Record<string, { name: string; index: string }> | null;
	actions: Array<{ name: string; from: string; to: string }> | null;
}

/** Actions of the app's process management, each name once, with their statuses. */
export async function getActions(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const chosen = chosenApp(this);
	if (chosen === undefined) return [];
	const { actions } = await readOfApp<Process>(this, '/k/v1/app/status.json', chosen);
	const steps = new Map<string, string[]>();
	for (const { name, from, to } of actions ?? []) {
		steps.set(name, [...(steps.get(name) ?? []), `${from} → ${to}`]);
	}
	return [...steps].map(([name, ways]) => ({ name, value: name, description: ways.join(', ') }));
}

function byOptionName(a: INodePropertyOptions, b: INodePropertyOptions): number {
	return a.name.localeCompare(b.name);
}
