import type { Call, Reply } from '../types';
import { api } from './api';
import type { Context } from './context';
import * as appSettings from './handlers/app-settings';
import { fields, getApp, getApps, getStatistics, moveApp } from './handlers/apps';
import { bulkRequest } from './handlers/bulk';
import { createComment, deleteComment, getComments } from './handlers/comments';
import { createCursor, deleteCursor, readCursor } from './handlers/cursors';
import * as design from './handlers/design';
import { downloadFile, uploadFile } from './handlers/files';
import { createRecord, getRecord, updateRecord } from './handlers/record';
import { createRecords, deleteRecords, getRecords, updateRecords } from './handlers/records';
import { evaluateRights } from './handlers/rights';
import { updateAssignees, updateStatus, updateStatuses } from './handlers/status';
import type { Parameters } from './parameters';
import {
	installPlugin,
	listAppsWith,
	listPlugins,
	listRequiredPlugins,
	uninstallPlugin,
	updatePlugin,
} from './plugins/operations';
import type { Address, Operation } from './request';
import { search } from './search';
import { addGuests, changeSpaceGuests, deleteGuests } from './spaces/guests';
import { createFromTemplate, createSpace, deleteSpace } from './spaces/making';
import { changeBody, changeMembers, changeSpace, getMembers, getSpace } from './spaces/settings';
import { getSpaceStatistics } from './spaces/statistics';
import { changeThread, createThread, createThreadComment } from './spaces/threads';

export type Handler = (
	context: Context,
	parameters: Parameters,
	call: Call,
) => Promise<object | Reply>;

/** `apis.list` and `apis.schema` are answered before anyone signs in (`apis/`). */
type OperationId = Exclude<keyof typeof api, `apis.${string}`>;

const handlers: Record<OperationId, Handler> = {
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
	'app.create': design.createApp,
	'apps.statistics': getStatistics,
	'app.adminNotes.get': appSettings.adminNotes,
	'app.adminNotes.update': appSettings.changeAdminNotes,
	'form.fields.get': fields,
	'form.fields.create': design.addFields,
	'form.fields.update': design.updateFields,
	'form.fields.delete': design.deleteFields,
	'form.layout.get': design.layout,
	'form.layout.update': design.changeLayout,
	'form.get': design.form,
	'views.get': appSettings.views,
	'views.update': appSettings.changeViews,
	'reports.get': appSettings.reports,
	'reports.update': appSettings.changeReports,
	'app.settings.get': appSettings.generalSettings,
	'app.settings.update': appSettings.changeGeneralSettings,
	'app.process.get': design.process,
	'app.process.update': design.updateProcess,
	'app.deploy.status': design.getDeployStatus,
	'app.deploy': design.deployApps,
	'app.plugins.get': appSettings.plugins,
	'app.plugins.add': appSettings.addPlugins,
	'app.plugin.config.get': appSettings.pluginConfig,
	'app.plugin.config.update': appSettings.changePluginConfig,
	'app.customize.get': appSettings.customize,
	'app.customize.update': appSettings.changeCustomization,
	'app.notifications.general.get': appSettings.generalNotifications,
	'app.notifications.general.update': appSettings.changeGeneralNotifications,
	'app.notifications.perRecord.get': appSettings.perRecordNotifications,
	'app.notifications.perRecord.update': appSettings.changePerRecordNotifications,
	'app.notifications.reminder.get': appSettings.reminders,
	'app.notifications.reminder.update': appSettings.changeReminderNotifications,
	'app.acl.get': appSettings.appRights,
	'app.acl.update': appSettings.changeAppRights,
	'record.acl.get': appSettings.recordRights,
	'record.acl.update': appSettings.changeRecordRights,
	'field.acl.get': appSettings.fieldRights,
	'field.acl.update': appSettings.changeFieldRights,
	'app.actions.get': appSettings.actions,
	'app.actions.update': appSettings.changeActions,
	'app.categories.get': appSettings.categories,
	'app.categories.update': appSettings.updateCategories,
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
	handler: Handler;
}

/** By method and API; `preview/` in front means the preview side. */
export const routes: ReadonlyMap<string, Route> = new Map(
	Object.entries(handlers).flatMap(([id, handler]) => {
		const operation: Operation = api[id as OperationId];
		return namesOf(operation).map((name): [string, Route] => [name, { ...operation, handler }]);
	}),
);

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
