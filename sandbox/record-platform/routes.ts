import type { Call, Reply } from '../types';
import { api } from './api';
import { deployApps, getDeployStatus } from './apps/deployment';
import * as form from './apps/form';
import { createApp, getApp, getApps, getStatistics, moveApp } from './apps/operations';
import * as settings from './apps/settings';
import { bulkRequest } from './bulk';
import type { Context } from './context';
import { downloadFile, uploadFile } from './files';
import { type Body, read } from './input';
import {
	installPlugin,
	listAppsWith,
	listPlugins,
	listRequiredPlugins,
	uninstallPlugin,
	updatePlugin,
} from './plugins/operations';
import { createComment, deleteComment, getComments } from './records/comments';
import { createCursor, deleteCursor, readCursor } from './records/cursors';
import { createRecords, deleteRecords, getRecords, updateRecords } from './records/many';
import { createRecord, getRecord, updateRecord } from './records/one';
import { evaluateRights } from './records/rights';
import { updateAssignees, updateStatus, updateStatuses } from './records/status';
import type { Address, Operation } from './request';
import { search } from './search';
import { addGuests, changeSpaceGuests, deleteGuests } from './spaces/guests';
import { createFromTemplate, createSpace, deleteSpace } from './spaces/making';
import { changeBody, changeMembers, changeSpace, getMembers, getSpace } from './spaces/settings';
import { getSpaceStatistics } from './spaces/statistics';
import { changeThread, createThread, createThreadComment } from './spaces/threads';

type Handler<Given> = (context: Context, given: Given, call: Call) => Promise<object | Reply>;

/** `apis.list` and `apis.schema` are answered before anyone signs in (`apis/`). */
type OperationId = Exclude<keyof typeof api, `apis.${string}`>;

const handlers: { [Id in OperationId]: Handler<Body<Id>> } = {
	'record.get': getRecord,
	'record.create': createRecord,
	'record.update': updateRecord,
	'records.get': getRecords,
	'records.create': createRecords,
	'records.update': updateRecords,
	'records.delete': deleteRecords,
	'cursor.create': createCursor,
	'cursor.get': readCursor,
	'cursor.delete': deleteCursor,
	'record.comments.get': getComments,
	'record.comment.create': createComment,
	'record.comment.delete': deleteComment,
	'record.assignees.update': updateAssignees,
	'record.status.update': updateStatus,
	'records.status.update': updateStatuses,
	bulkRequest,
	'records.acl.evaluate': evaluateRights,
	'file.download': downloadFile,
	'file.upload': uploadFile,
	'app.get': getApp,
	'apps.get': getApps,
	'app.create': createApp,
	'apps.statistics': getStatistics,
	'app.adminNotes.get': settings.adminNotes,
	'app.adminNotes.update': settings.changeAdminNotes,
	'form.fields.get': form.fields,
	'form.fields.create': form.addFields,
	'form.fields.update': form.updateFields,
	'form.fields.delete': form.deleteFields,
	'form.layout.get': form.layout,
	'form.layout.update': form.changeLayout,
	'form.get': form.form,
	'views.get': settings.views,
	'views.update': settings.changeViews,
	'reports.get': settings.reports,
	'reports.update': settings.changeReports,
	'app.settings.get': settings.generalSettings,
	'app.settings.update': settings.changeGeneralSettings,
	'app.process.get': settings.process,
	'app.process.update': settings.updateProcess,
	'app.deploy.status': getDeployStatus,
	'app.deploy': deployApps,
	'app.plugins.get': settings.plugins,
	'app.plugins.add': settings.addPlugins,
	'app.plugin.config.get': settings.pluginConfig,
	'app.plugin.config.update': settings.changePluginConfig,
	'app.customize.get': settings.customize,
	'app.customize.update': settings.changeCustomization,
	'app.notifications.general.get': settings.generalNotifications,
	'app.notifications.general.update': settings.changeGeneralNotifications,
	'app.notifications.perRecord.get': settings.perRecordNotifications,
	'app.notifications.perRecord.update': settings.changePerRecordNotifications,
	'app.notifications.reminder.get': settings.reminders,
	'app.notifications.reminder.update': settings.changeReminderNotifications,
	'app.acl.get': settings.appRights,
	'app.acl.update': settings.changeAppRights,
	'record.acl.get': settings.recordRights,
	'record.acl.update': settings.changeRecordRights,
	'field.acl.get': settings.fieldRights,
	'field.acl.update': settings.changeFieldRights,
	'app.actions.get': settings.actions,
	'app.actions.update': settings.changeActions,
	'app.categories.get': settings.categories,
	'app.categories.update': settings.updateCategories,
	'app.move': moveApp,
	'space.get': getSpace,
	'space.update': changeSpace,
	'space.create': createSpace,
	'space.createFromTemplate': createFromTemplate,
	'space.delete': deleteSpace,
	'space.body.update': changeBody,
	'space.members.get': getMembers,
	'space.members.update': changeMembers,
	'spaces.statistics': getSpaceStatistics,
	'thread.create': createThread,
	'thread.update': changeThread,
	'thread.comment.create': createThreadComment,
	'guests.add': addGuests,
	'guests.delete': deleteGuests,
	'guestSpace.members.update': changeSpaceGuests,
	'plugins.list': listPlugins,
	'plugins.required': listRequiredPlugins,
	'plugin.apps': listAppsWith,
	'plugin.install': installPlugin,
	'plugin.update': updatePlugin,
	'plugin.uninstall': uninstallPlugin,
	search,
};

export interface Route extends Operation {
	run: Handler<Record<string, unknown>>;
}

/** By method and API; `preview/` in front means the preview side. */
export const routes: ReadonlyMap<string, Route> = new Map(
	(Object.keys(handlers) as OperationId[]).flatMap((id) => {
		const operation: Operation = api[id];
		const run = runOf(id);
		return namesOf(operation).map((name): [string, Route] => [name, { ...operation, run }]);
	}),
);

function runOf<Id extends OperationId>(id: Id): Route['run'] {
	const handler: Handler<Body<Id>> = handlers[id];
	return (context, sent, call) => handler(context, read(id, sent), call);
}

function namesOf({ method, api: path, environment }: Operation): string[] {
	return [
		...(environment === 'preview' ? [] : [`${method} ${path}`]),
		...(environment === 'production' ? [] : [`${method} preview/${path}`]),
	];
}

/** The route of a request, undefined when there is none. */
export function findRoute(method: string, { environment, api: path }: Address): Route | undefined {
	const name = `${method} ${environment === 'preview' ? 'preview/' : ''}${path}`;
	// Lists of operations tell this path; pages and clients that of docs/api.
	return routes.get(name === 'GET space/statistics' ? 'GET spaces/statistics' : name);
}
