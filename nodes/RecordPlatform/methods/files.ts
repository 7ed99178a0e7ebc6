import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import type { FormField } from '../values/form';
import { chosenTargetApp, fieldsOf, fieldsOfChosenApp } from './editor';

/** Attachment fields of the selected app, including those in tables; their values are the codes. */
export async function getFileFields(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const fields = await fieldsOfChosenApp(this);
	const inTables = fields.flatMap(({ label, columns = [] }) =>
		columns.filter(holdsFiles).map((column) => ({
			...option(column),
			name: `${label}: ${option(column).name}`,
		})),
	);
	return [...fields.filter(holdsFiles).map(option), ...inTables];
}

/** Attachment fields of the target app outside of tables. */
export async function getTargetFileFields(
	this: ILoadOptionsFunctions,
): Promise<INodePropertyOptions[]> {
	return (await fieldsOf(this, chosenTargetApp(this))).filter(holdsFiles).map(option);
}

function holdsFiles({ type }: FormField): boolean {
	return type === 'FILE';
}

function option({ code, label }: FormField): INodePropertyOptions {
	return { name: label === code ? label : `${label} (${code})`, value: code };
}
