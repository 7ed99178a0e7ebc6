import { openApp, type OpenApp } from '../apps/store';
import type { Context } from '../context';
import type { Handlers } from '../handlers';
import type { Body } from '../input';
import { notifyOfRecord } from '../webhooks';
import { requirePermitted } from './access';
import { requireAtMost } from './many';
import { requireProcess, runAction, setAssignees } from './process';
import { checkRevision, findRecord, findRecords, recordNotFound } from './row';
import type { StoredRecord } from './row';
import { saveRecords } from './save';

/** Runs one action a record, in order, and writes what changed. */
async function changeStatuses(
	context: Context,
	app: OpenApp,
	elements: Body<'records.status.update'>['records'],
): Promise<{ id: string; revision: string }[]> {
	const known = await findRecords(
		context.sql,
		app.id,
		elements.map(({ id }) => id),
	);
	await requirePermitted(context, app, [...known.keys()], 'viewable');
	const waiting = new Map<string, StoredRecord>();
	const results: { id: string; revision: string }[] = [];
	for (const { id, action, assignee, revision } of elements) {
		const record = known.get(id) ?? recordNotFound(id);
		checkRevision(record, revision);
		if (waiting.has(id)) {
			// The condition of the second action has to see what the first did.
			await saveRecords(context.sql, app.id, [...waiting.values()]);
			waiting.clear();
		}
		const changed = await runAction(context, app, record, { action, assignee });
		waiting.set(id, changed);
		known.set(id, changed);
		results.push({ id, revision: changed.revision });
	}
	await saveRecords(context.sql, app.id, [...waiting.values()]);
	return results;
}

export async function updateStatus(
	context: Context,
	{ app: appId, ...change }: Body<'record.status.update'>,
): Promise<object> {
	const app = await openApp(context, appId, ['view', 'edit'], { lock: true });
	requireProcess(app);
	const [changed] = await changeStatuses(context, app, [change]);
	if (changed) await notifyOfRecord(context, app, 'UPDATE_STATUS', changed.id);
	return { revision: changed?.revision };
}

export async function updateStatuses(
	context: Context,
	{ app: appId, records }: Body<'records.status.update'>,
): Promise<object> {
	requireAtMost(records.length, 'updated');
	const app = await openApp(context, appId, ['view', 'edit'], { lock: true });
	requireProcess(app);
	return { records: await changeStatuses(context, app, records) };
}

export async function updateAssignees(
	context: Context,
	{ app: appId, id, assignees, revision }: Body<'record.assignees.update'>,
): Promise<object> {
	const app = await openApp(context, appId, ['view', 'edit'], { lock: true });
	requireProcess(app);
	const record = await findRecord(context.sql, app.id, id);
	await requirePermitted(context, app, [id], 'viewable');
	checkRevision(record, revision);
	const changed = await setAssignees(context, app, record, assignees);
	await saveRecords(context.sql, app.id, [changed]);
	return { revision: changed.revision };
}

export const statusOperations = {
	'record.assignees.update': updateAssignees,
	'record.status.update': updateStatus,
	'records.status.update': updateStatuses,
} satisfies Handlers;
