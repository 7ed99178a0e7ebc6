import { requireRight } from '../apps/access';
import { openApp, type OpenApp } from '../apps/store';
import type { Context } from '../context';
import { invalid, ServiceError } from '../errors';
import type { Handlers } from '../handlers';
import { type Body } from '../input';
import { requirePermitted } from './access';
import { FieldAccess } from './field-access';
import { forgetFiles } from './files';
import { targetOf } from './one';
import { queryRecords } from './query';
import { toRecord } from './read';
import { checkRevision, findRecords, recordNotFound } from './row';
import { findByUpdateKey, keyField, keyName, keyNotFound, type UpdateKey } from './update-key';
import { type Write, writeRecords } from './write';

const MAXIMUM = 100;

async function getRecords(
	context: Context,
	{ app: appId, query = '', fields = [], totalCount: count = false }: Body<'records.get'>,
): Promise<object> {
	const app = await openApp(context, appId, ['view']);
	const { records, totalCount } = await queryRecords(context, app, query, count);
	const directory = await context.directory();
	const only = fields.length > 0 ? new Set(fields) : undefined;
	const access = await FieldAccess.of(context, app);
	return {
		records: records.map((record) => toRecord(record, app, directory, only, access)),
		totalCount,
	};
}

export async function createRecords(
	context: Context,
	{ app: appId, records }: Body<'records.create'>,
): Promise<object> {
	requireAtMost(records.length, 'added');
	const app = await openApp(context, appId, ['add'], { lock: true });
	const written = await writeRecords(
		context,
		app,
		records.map((sent, index) => ({ path: `records[${index}]`, sent })),
	);
	return {
		ids: written.map((record) => record.id),
		revisions: written.map((record) => record.revision),
	};
}

/** One call takes a limited number of records. Throws CB_VA01. */
export function requireAtMost(count: number, verb: 'added' | 'updated'): void {
	if (count <= MAXIMUM) return;
	throw invalid('records', `A maximum of ${MAXIMUM} records can be ${verb} at one time.`);
}

interface Element {
	path: string;
	sent: Record<string, unknown>;
	revision: string | undefined;
	id?: string;
	key?: UpdateKey;
}

/** Throws GAIA_RE09. */
export async function updateRecords(
	context: Context,
	{ app: appId, records, upsert = false }: Body<'records.update'>,
): Promise<object> {
	requireAtMost(records.length, 'updated');
	const app = await openApp(context, appId, ['edit'], { lock: true });
	if (upsert) await requireRight(context, app, 'add');
	const elements = records.map(({ record = {}, revision, ...named }, index) => ({
		path: `records[${index}]`,
		sent: record,
		revision,
		...targetOf(named, `records[${index}].`),
	}));
	const writes = await addressed(context, app, elements, upsert);
	const ids = writes.flatMap(({ id }) => id ?? []);
	if (new Set(ids).size < ids.length) throw new ServiceError('GAIA_RE09');
	const written = await writeRecords(context, app, writes);
	return {
		records: written.map((record, index) => ({
			id: record.id,
			...(upsert ? { operation: writes[index]?.id === undefined ? 'INSERT' : 'UPDATE' } : {}),
			revision: record.revision,
		})),
	};
}

/** Finds the records that are meant; in upsert mode those not found become new ones. */
async function addressed(
	context: Context,
	app: OpenApp,
	elements: Element[],
	upsert: boolean,
): Promise<Write[]> {
	const byKey = await findByUpdateKey(
		context.sql,
		app,
		elements.flatMap((element) => element.key ?? []),
	);
	const existing = await findRecords(
		context.sql,
		app.id,
		elements.flatMap((element) => element.id ?? []),
	);
	return elements.map(({ path, sent, revision, id, key }) => {
		const found = key ? byKey.get(keyName(key)) : existing.get(id ?? '')?.id;
		if (found !== undefined) return { path, sent, revision, id: found };
		if (!upsert) return key ? keyNotFound(key) : recordNotFound(id ?? '');
		if (!key) return { path, sent };
		// The record made for a key has that key, or the next run would make another one.
		return { path, sent: { ...sent, [keyField(app, key).code]: { value: key.value } } };
	});
}

/** Throws CB_VA01. */
export async function deleteRecords(
	context: Context,
	{ app: appId, ids, revisions = [] }: Body<'records.delete'>,
): Promise<object> {
	if (ids.length === 0 || ids.length > MAXIMUM) {
		throw invalid(
			'ids',
			`Between 1 and ${MAXIMUM} records can be deleted at one time.`,
			...(ids.length === 0 ? ['Required field.'] : []),
		);
	}
	const app = await openApp(context, appId, ['delete'], { lock: true });
	const records = await findRecords(context.sql, app.id, ids);
	ids.forEach((id, index) => {
		const record = records.get(id) ?? recordNotFound(id);
		checkRevision(record, revisions[index]);
	});
	await requirePermitted(context, app, ids, 'viewable', 'deletable');
	await context.sql.query(
		'delete from records where app_id = $1::bigint and id = any($2::bigint[])',
		[app.id, ids],
	);
	await forgetFiles(
		context.sql,
		app.design.fields,
		[...records.values()].map((record) => record.cells),
		[],
	);
	return {};
}

export const recordsOperations = {
	'records.get': getRecords,
	'records.create': createRecords,
	'records.update': updateRecords,
	'records.delete': deleteRecords,
} satisfies Handlers;
