import type { Context } from '../context';
import { ServiceError } from '../errors';
import { compileFor } from '../records/query-text';
import type { OpenApp } from './store';

/** Reads a condition over the app's records, as filters of settings have it; complaints are keyed by its path. */
export async function readCondition(
	context: Context,
	app: OpenApp,
	text: string | undefined,
	path: string,
): Promise<string> {
	await compiled(context, app, text ?? '', 'condition', path);
	return text ?? '';
}

/** Reads what follows `order by`. */
export async function readSort(
	context: Context,
	app: OpenApp,
	text: string | undefined,
	path: string,
): Promise<string> {
	if (text?.trim()) await compiled(context, app, `order by ${text}`, 'cursor', path);
	return text ?? '';
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
