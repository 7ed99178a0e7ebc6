import { openApp, type OpenApp } from '../apps/store';
import type { Context } from '../context';
import { invalid } from '../errors';
import type { Parameters } from '../parameters';
import { notifyOfRecord } from '../webhooks';
import { requirePermitted } from './access';
import { FieldAccess } from './field-access';
import { toRecord } from './read';
import { findRecord } from './row';
import { findByUpdateKey, keyName, keyNotFound, type UpdateKey } from './update-key';
import { writeRecords } from './write';

export async function getRecord(context: Context, parameters: Parameters): Promise<object> {
	const appId = parameters.id('app');
	const id = parameters.id('id');
	const app = await openApp(context, appId, ['view']);
	const record = await findRecord(context.sql, app.id, id);
	await requirePermitted(context, app, [id], 'viewable');
	const access = await FieldAccess.of(context, app);
	return { record: toRecord(record, app, await context.directory(), undefined, access) };
}

export async function createRecord(context: Context, parameters: Parameters): Promise<object> {
	const appId = parameters.id('app');
	const sent = parameters.object('record') ?? {};
	const app = await openApp(context, appId, ['add'], { lock: true });
	const [written] = await writeRecords(context, app, [{ path: 'record', sent }]);
	if (written) await notifyOfRecord(context, app, 'ADD_RECORD', written.id);
	return { id: written?.id, revision: written?.revision };
}

export async function updateRecord(context: Context, parameters: Parameters): Promise<object> {
	const appId = parameters.id('app');
	const app = await openApp(context, appId, ['edit'], { lock: true });
	const sent = parameters.object('record') ?? {};
	const revision = parameters.revision();
	const target = readTarget(parameters);
	const id = target.id ?? (await idOfKey(context, app, target.key));
	const [written] = await writeRecords(context, app, [{ path: 'record', sent, id, revision }]);
	if (written) await notifyOfRecord(context, app, 'UPDATE_RECORD', written.id);
	return { revision: written?.revision };
}

/** Which record an update means: exactly one of `id` and `updateKey` (docs/api: record.update). */
export function readTarget(
	parameters: Parameters,
): { id: string; key?: undefined } | { id?: undefined; key: UpdateKey } {
	const id = parameters.optionalId('id');
	const key = parameters.inside('updateKey');
	if (id !== undefined && key) {
		throw invalid(parameters.path('updateKey'), 'Specify either id or updateKey.');
	}
	if (id !== undefined) return { id };
	if (!key) return parameters.missing('id');
	return {
		key: {
			field: key.text('field'),
			value: key.text('value', { maximum: 64 }),
			path: parameters.path('updateKey.field'),
		},
	};
}

async function idOfKey(context: Context, app: OpenApp, key: UpdateKey): Promise<string> {
	const ids = await findByUpdateKey(context.sql, app, [key]);
	return ids.get(keyName(key)) ?? keyNotFound(key);
}
