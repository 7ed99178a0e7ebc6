import { openApp, type OpenApp } from '../apps/store';
import type { Context } from '../context';
import { invalid } from '../errors';
import type { Parameters } from '../parameters';
import { notifyOfRecord } from '../webhooks';
import { requirePermitted } from './access';
import { requireProcess, runAction, setAssignees } from './process';
import { checkRevision, findRecord, findRecords, recordNotFound } from './row';
import type { StoredRecord } from './row';
import { saveRecords } from './save';

const MAXIMUM = 100;

/** Runs one action a record, in order, and writes what changed. */
async function changeStatuses(
	context: Context,
	app: OpenApp,
	elements: Parameters[],
): Promise<{ id: string; revision: string }[]> {
	const known = await findRecords(
		context.sql,
		app.id,
		elements.map((element) => element.id('id')),
	);
	await requirePermitted(context, app, [...known.keys()], 'viewable');
	const waiting = new Map<string, StoredRecord>();
	const results: { id: string; revision: string }[] = [];
	for (const element of elements) {
		const id = element.id('id');
		const action = element.text('action');
		const assignee = element.optionalText('assignee');
		const record = known.get(id) ?? recordNotFound(id);
		checkRevision(record, element.revision());
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

export async function updateStatus(context: Context, parameters: Parameters): Promise<object> {
	const appId = parameters.id('app');
	parameters.id('id');
	parameters.text('action');
	const app = await openApp(context, appId, ['view', 'edit'], { lock: true });
	requireProcess(app);
	const [changed] = await changeStatuses(context, app, [parameters]);
	if (changed) await notifyOfRecord(context, app, 'UPDATE_STATUS', changed.id);
	return { revision: changed?.revision };
}

export async function updateStatuses(context: Context, parameters: Parameters): Promise<object> {
	const appId = parameters.id('app');
	if (!parameters.has('records')) parameters.missing('records');
	const elements = parameters.elements('records');
	if (elements.length > MAXIMUM) {
		throw invalid(
			parameters.path('records'),
			`A maximum of ${MAXIMUM} records can be updated at one time.`,
		);
	}
	const app = await openApp(context, appId, ['view', 'edit'], { lock: true });
	requireProcess(app);
	return { records: await changeStatuses(context, app, elements) };
}

export async function updateAssignees(context: Context, parameters: Parameters): Promise<object> {
	const appId = parameters.id('app');
	const id = parameters.id('id');
	if (!parameters.has('assignees')) parameters.missing('assignees');
	const logins = parameters.texts('assignees');
	if (logins.length > MAXIMUM) {
		throw invalid(parameters.path('assignees'), `At most ${MAXIMUM} assignees can be specified.`);
	}
	const app = await openApp(context, appId, ['view', 'edit'], { lock: true });
	requireProcess(app);
	const record = await findRecord(context.sql, app.id, id);
	await requirePermitted(context, app, [id], 'viewable');
	checkRevision(record, parameters.revision());
	const changed = await setAssignees(context, app, record, logins);
	await saveRecords(context.sql, app.id, [changed]);
	return { revision: changed.revision };
}
