import type { Context } from '../context';
import { ServiceError } from '../errors';
import type { Parameters } from '../parameters';
import { compileFor } from '../records/query-text';
import type { OpenApp } from './store';

/** Reads a condition over the app's records, as filters of settings have it; complaints are keyed by its own name. */
export async function readCondition(
	context: Context,
	app: OpenApp,
	parameters: Parameters,
	name = 'filterCond',
): Promise<string> {
	const text = parameters.optionalText(name) ?? '';
	await compiled(context, app, text, 'condition', parameters.path(name));
	return text;
}

/** Reads what follows `order by`. */
export async function readSort(
	context: Context,
	app: OpenApp,
	parameters: Parameters,
	name = 'sort',
): Promise<string> {
	const text = parameters.optionalText(name) ?? '';
	if (text.trim() !== '') {
		await compiled(context, app, `order by ${text}`, 'cursor', parameters.path(name));
	}
	return text;
}

async function compiled(
	context: Context,
	app: OpenApp,
	text: string,
	mode: 'condition' | 'cursor',
	key: string,
): Promise<void> {
	try {
		await compileFor(context, app, text, mode);
	} catch (error) {
		if (error instanceof ServiceError && error.code === 'CB_VA01' && error.errors?.query) {
			throw new ServiceError('CB_VA01', { errors: { [key]: error.errors.query } });
		}
		throw error;
	}
}
