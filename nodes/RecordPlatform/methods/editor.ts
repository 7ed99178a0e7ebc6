import type { IDataObject, ILoadOptionsFunctions } from 'n8n-workflow';

import { lookUp } from '../../shared/execute';
import { reading } from '../../shared/request';
import { appIn, type AppReference, guestSpaceIn, pathOn, type Side } from '../route';
import { recordPlatform } from '../service';
import { type FormField, formFields } from '../codec/form';

/** The current settings of the node in the editor. */
export interface Chosen {
	app: string;
	guestSpace?: string;
}

/**
 * The app that is chosen in the editor, with its guest space; undefined without one. Throws
 * `InputError` for what is none.
 */
export function chosenApp(context: ILoadOptionsFunctions): Chosen | undefined {
	const { id, guestSpace } = appOf(context, 'app');
	return chosenIn(id, chosenGuestSpace(context) ?? guestSpace);
}

/** `chosenApp` for the app that files are copied to. */
export function chosenTargetApp(context: ILoadOptionsFunctions): Chosen | undefined {
	const { id, guestSpace } = appOf(context, 'targetApp');
	const told = String(context.getCurrentNodeParameter('options.targetGuestSpace') ?? '').trim();
	return chosenIn(id, told === '' ? (guestSpace ?? chosenGuestSpace(context)) : guestSpaceIn(told));
}

function chosenIn(app: string, guestSpace: string | undefined): Chosen | undefined {
	return app === '' ? undefined : { app, ...(guestSpace && { guestSpace }) };
}

function appOf(context: ILoadOptionsFunctions, name: string): AppReference {
	const parameter = context.getCurrentNodeParameter(name) as
		{ value?: unknown } | string | undefined;
	return appIn(typeof parameter === 'object' ? parameter.value : parameter);
}

/** The ID of the chosen guest space; undefined without one. Throws `InputError` for what is none. */
export function chosenGuestSpace(context: ILoadOptionsFunctions): string | undefined {
	return guestSpaceIn(context.getCurrentNodeParameter('options.guestSpace'));
}

/** Reads data for a picker: of the selected app, unless there is a query. */
export async function readOfApp<Body = IDataObject>(
	context: ILoadOptionsFunctions,
	path: string,
	{ app, ...side }: Partial<Chosen> & Side,
	query: IDataObject = { app },
): Promise<Body> {
	const spec = reading(pathOn(path, side), { query });
	return await lookUp<Body>(context, recordPlatform, () => spec);
}

/** The fields of the selected app, live or in the test environment; empty if no app is selected. */
export async function fieldsOfChosenApp(
	context: ILoadOptionsFunctions,
	side: Pick<Side, 'preview'> = {},
): Promise<FormField[]> {
	return await fieldsOf(context, chosenApp(context), side);
}

/** The fields of an app, in the order of its form; empty if no app is selected. */
export async function fieldsOf(
	context: ILoadOptionsFunctions,
	chosen: Chosen | undefined,
	side: Pick<Side, 'preview'> = {},
): Promise<FormField[]> {
	if (chosen === undefined) return [];
	const path = '/k/v1/app/form/fields.json';
	return formFields(await readOfApp(context, path, { ...chosen, ...side }));
}

/** The columns of the selected table; empty if none is selected. */
export async function columnsOfChosenTable(context: ILoadOptionsFunctions): Promise<FormField[]> {
	const chosen = context.getCurrentNodeParameter('table');
	if (!chosen) return [];
	const fields = await fieldsOfChosenApp(context);
	return fields.find(({ code, type }) => type === 'SUBTABLE' && code === chosen)?.columns ?? [];
}
