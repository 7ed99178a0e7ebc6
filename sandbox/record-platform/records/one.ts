import { openApp, type OpenApp } from '../apps/store';
import type { Context } from '../context';
import { invalid } from '../errors';
import type { Handlers } from '../handlers';
import { type Body, inputErrors } from '../input';
import { notifyOfRecord } from '../webhooks';
import { requirePermitted } from './access';
import { FieldAccess } from './field-access';
import { toRecord } from './read';
import { findRecord } from './row';
import { findByUpdateKey, keyName, keyNotFound, type UpdateKey } from './update-key';
import { writeRecords } from './write';

async function getRecord(context: Context, sent: Body<'record.get'>): Promise<object> {
	const app = await openApp(context, sent.app, ['view']);
	const { id } = sent;
	const record = await findRecord(context.sql, app.id, id);
	await requirePermitted(context, app, [id], 'viewable');
	const access = await FieldAccess.of(context, app);
	return { record: toRecord(record, app, await context.directory(), undefined, access) };
}

export async function createRecord(
	context: Context,
	{ app: appId, record: sent = {} }: Body<'record.create'>,
): Promise<object> {
	const app = await openApp(context, appId, ['add'], { lock: true });
	const [written] = await writeRecords(context, app, [{ path: 'record', sent }]);
	if (written) await notifyOfRecord(context, app, 'ADD_RECORD', written.id);
	return { id: written?.id, revision: written?.revision };
}

export async function updateRecord(
	context: Context,
	{ app: appId, record: sent = {}, revision, ...named }: Body<'record.update'>,
): Promise<object> {
	const app = await openApp(context, appId, ['edit'], { lock: true });
	const target = targetOf(named);
	const id = target.id ?? (await idOfKey(context, app, target.key));
	const [written] = await writeRecords(context, app, [{ path: 'record', sent, id, revision }]);
	if (written) await notifyOfRecord(context, app, 'UPDATE_RECORD', written.id);
	return { revision: written?.revision };
}

/**
 * Which record an update means: exactly one of `id` and `updateKey` (docs/api: record.update). Throws
 * CB_VA01.
 */
export function targetOf(
	{ id, updateKey }: Pick<Body<'record.update'>, 'id' | 'updateKey'>,
	path = '',
): { id: string; key?: undefined } | { id?: undefined; key: UpdateKey } {
	if (id !== undefined && updateKey) {
		throw invalid(`${path}updateKey`, 'Specify either id or updateKey.');
	}
	if (id !== undefined) return { id };
	if (!updateKey) throw inputErrors.missing(`${path}id`);
	return { key: { ...updateKey, path: `${path}updateKey.field` } };
}

async function idOfKey(context: Context, app: OpenApp, key: UpdateKey): Promise<string> {
	const ids = await findByUpdateKey(context.sql, app, [key]);
	return ids.get(keyName(key)) ?? keyNotFound(key);
}

export const recordOperations = {
	'record.get': getRecord,
	'record.create': createRecord,
	'record.update': updateRecord,
} satisfies Handlers;
