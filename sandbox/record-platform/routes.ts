import type { Call, Reply } from '../types';
import type { Sides } from './apps/sides';
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
import type { Address, SignInRules } from './request';
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

export interface Route extends SignInRules {
	handler: Handler;
	/** The handler gives a whole reply, not the JSON of its body. */
	raw?: boolean;
}

const record = (handler: Handler, access: 'read' | 'write'): Route => ({
	handler,
	tokens: true,
	scope: `k:app_record:${access}`,
});
const settings = (handler: Handler, access: 'read' | 'write'): Route => ({
	handler,
	tokens: true,
	scope: `k:app_settings:${access}`,
});
const withoutOauth = (route: Route): Route => ({ ...route, scope: undefined });
/** Neither API tokens nor OAuth. */
const usersOnly = (handler: Handler): Route => ({ handler, tokens: false, scope: undefined });
const withoutTokens = (route: Route): Route => ({ ...route, tokens: false });

/** A setting that is read on both sides. */
function read(api: string, sides: Sides, adjust = (route: Route) => route): Record<string, Route> {
	return {
		[`GET ${api}`]: adjust(settings(sides.production, 'read')),
		[`GET preview/${api}`]: adjust(settings(sides.preview, 'read')),
	};
}

/** A setting that is changed on either side. */
function write(api: string, sides: Sides): Record<string, Route> {
	return {
		[`PUT ${api}`]: settings(sides.production, 'write'),
		[`PUT preview/${api}`]: settings(sides.preview, 'write'),
	};
}

/** What is answered, by method and API; `preview/` in front means the preview side. Sign-in rules: facts, `auth`. */
const ROUTES: Record<string, Route> = {
	'GET record': record(getRecord, 'read'),
	'POST record': record(createRecord, 'write'),
	'PUT record': record(updateRecord, 'write'),
	'GET records': record(getRecords, 'read'),
	'POST records': record(createRecords, 'write'),
	'PUT records': record(updateRecords, 'write'),
	'DELETE records': record(deleteRecords, 'write'),
	'POST records/cursor': withoutOauth(record(createCursor, 'read')),
	'GET records/cursor': withoutOauth(record(readCursor, 'read')),
	'DELETE records/cursor': withoutOauth(record(deleteCursor, 'read')),
	'GET record/comments': record(getComments, 'read'),
	'POST record/comment': record(createComment, 'write'),
	'DELETE record/comment': record(deleteComment, 'write'),
	'PUT record/assignees': record(updateAssignees, 'write'),
	'PUT record/status': record(updateStatus, 'write'),
	'PUT records/status': record(updateStatuses, 'write'),
	'POST bulkRequest': withoutOauth(record(bulkRequest, 'write')),
	'GET records/acl/evaluate': record(evaluateRights, 'read'),
	'GET file': { handler: downloadFile, tokens: true, scope: 'k:file:read', raw: true },
	'POST file': { handler: uploadFile, tokens: true, scope: 'k:file:write' },
	'GET app': settings(getApp, 'read'),
	'GET apps': withoutTokens(settings(getApps, 'read')),
	'GET apps/statistics': usersOnly(getStatistics),
	'POST preview/app': withoutTokens(settings(design.createApp, 'write')),
	'POST app/move': usersOnly(moveApp),
	...read('app/adminNotes', appSettings.adminNotes),
	'PUT preview/app/adminNotes': settings(appSettings.changeAdminNotes, 'write'),
	...read('app/form/fields', fields),
	'POST preview/app/form/fields': settings(design.addFields, 'write'),
	'PUT preview/app/form/fields': settings(design.updateFields, 'write'),
	'DELETE preview/app/form/fields': settings(design.deleteFields, 'write'),
	...read('app/form/layout', design.layout),
	'PUT preview/app/form/layout': settings(design.changeLayout, 'write'),
	...read('form', design.form),
	...read('app/views', appSettings.views),
	'PUT preview/app/views': settings(appSettings.changeViews, 'write'),
	...read('app/reports', appSettings.reports),
	'PUT preview/app/reports': settings(appSettings.changeReports, 'write'),
	...read('app/settings', appSettings.generalSettings),
	'PUT preview/app/settings': settings(appSettings.changeGeneralSettings, 'write'),
	...read('app/status', design.process),
	'PUT preview/app/status': settings(design.updateProcess, 'write'),
	'GET preview/app/deploy': settings(design.getDeployStatus, 'read'),
	'POST preview/app/deploy': withoutOauth(settings(design.deployApps, 'write')),
	...read('app/plugins', appSettings.plugins),
	'POST preview/app/plugins': settings(appSettings.addPlugins, 'write'),
	...read('app/plugin/config', appSettings.pluginConfig),
	'PUT preview/app/plugin/config': settings(appSettings.changePluginConfig, 'write'),
	...read('app/customize', appSettings.customize, withoutTokens),
	'PUT preview/app/customize': withoutTokens(settings(appSettings.changeCustomization, 'write')),
	...read('app/notifications/general', appSettings.generalNotifications),
	'PUT preview/app/notifications/general': settings(
		appSettings.changeGeneralNotifications,
		'write',
	),
	...read('app/notifications/perRecord', appSettings.perRecordNotifications),
	'PUT preview/app/notifications/perRecord': settings(
		appSettings.changePerRecordNotifications,
		'write',
	),
	...read('app/notifications/reminder', appSettings.reminders),
	'PUT preview/app/notifications/reminder': settings(
		appSettings.changeReminderNotifications,
		'write',
	),
	...read('app/acl', appSettings.appRights),
	...write('app/acl', appSettings.changeAppRights),
	...read('record/acl', appSettings.recordRights),
	...write('record/acl', appSettings.changeRecordRights),
	...read('field/acl', appSettings.fieldRights, withoutOauth),
	...write('field/acl', appSettings.changeFieldRights),
	...read('app/actions', appSettings.actions),
	'PUT preview/app/actions': settings(appSettings.changeActions, 'write'),
	...read('app/categories', appSettings.categories),
	'PUT preview/app/categories': settings(appSettings.updateCategories, 'write'),
	'POST search': usersOnly(search),
	'GET space': usersOnly(getSpace),
	'PUT space': usersOnly(changeSpace),
	'POST space': usersOnly(createSpace),
	'POST template/space': usersOnly(createFromTemplate),
	'DELETE space': usersOnly(deleteSpace),
	'PUT space/body': usersOnly(changeBody),
	'GET space/members': usersOnly(getMembers),
	'PUT space/members': usersOnly(changeMembers),
	'GET spaces/statistics': usersOnly(getSpaceStatistics),
	// Lists of operations tell this path; pages and clients the one above.
	'GET space/statistics': usersOnly(getSpaceStatistics),
	'POST space/thread': usersOnly(createThread),
	'PUT space/thread': usersOnly(changeThread),
	'POST space/thread/comment': usersOnly(createThreadComment),
	'POST guests': usersOnly(addGuests),
	'DELETE guests': usersOnly(deleteGuests),
	'PUT space/guests': usersOnly(changeSpaceGuests),
	'GET plugins': usersOnly(listPlugins),
	'GET plugins/required': usersOnly(listRequiredPlugins),
	'GET plugin/apps': usersOnly(listAppsWith),
	'POST plugin': usersOnly(installPlugin),
	'PUT plugin': usersOnly(updatePlugin),
	'DELETE plugin': usersOnly(uninstallPlugin),
};

/** The route of a request, undefined when there is none. */
export function findRoute(method: string, address: Address): Route | undefined {
	const name = `${method} ${address.preview ? 'preview/' : ''}${address.api}`;
	return Object.hasOwn(ROUTES, name) ? ROUTES[name] : undefined;
}

/** Every operation that is answered, as `METHOD api`. */
export function operations(): string[] {
	return Object.keys(ROUTES);
}
