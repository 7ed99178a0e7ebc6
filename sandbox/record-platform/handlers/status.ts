import { openApp, type OpenApp } from '../apps/store';
import type { Context } from '../context';
import { invalid } from '../errors';
import type { Parameters } from '../parameters';
import { requireProcess, runAction, setAssignees } from '../process';
import { checkRevision, findRecord, findRecords, recordNotFound } from '../records/row';
import type { StoredRecord } from '../records/row';
import { saveRecords } from '../records/save';

const MAXIMUM = 100;

async function changeStatus(
	context: Context,
	app: OpenApp,
	known: Map<string, StoredRecord>,
	element: Parameters,
): Promise<{ id: string; revision: string }> {
	const id = element.id('id');
	const action = element.text('action');
	const record = known.get(id) ?? recordNotFound(id);
	checkRevision(record, element.revision());
	const changed = await runAction(context, app, record, {
		action,
		assignee: element.optionalText('assignee'),
	});
	// Written at once, so that the condition of a later action sees it.
	await saveRecords(context.sql, app.id, [changed]);
	known.set(id, changed);
	return { id, revision: changed.revision };
}

export async function updateStatus(context: Context, parameters: Parameters): Promise<object> {
	const appId = parameters.id('app');
	const id = parameters.id('id');
	parameters.text('action');
	const app = await openApp(context, appId, ['view', 'edit'], { lock: true });
	requireProcess(app);
	const known = await findRecords(context.sql, app.id, [id]);
	const { revision } = await changeStatus(context, app, known, parameters);
	return { revision };
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
	const known = await findRecords(
		context.sql,
		app.id,
		elements.map((element) => element.id('id')),
	);
	const records = [];
	for (const element of elements) {
		records.push(await changeStatus(context, app, known, element));
	}
	return { records };
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
	checkRevision(record, parameters.revision());
	const changed = await setAssignees(context, app, record, logins);
	await saveRecords(context.sql, app.id, [changed]);
	return { revision: changed.revision };
}
