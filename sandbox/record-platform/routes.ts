import type { Call, Reply } from '../types';
import type { SignInRules } from './auth';
import type { Context } from './context';
import { getApp, getApps, getFields, getPreviewFields } from './handlers/apps';
import { bulkRequest } from './handlers/bulk';
import { createComment, deleteComment, getComments } from './handlers/comments';
import { createCursor, deleteCursor, readCursor } from './handlers/cursors';
import {
	addFields,
	createApp,
	deployApps,
	getDeployStatus,
	getPreviewProcess,
	getProcess,
	updateProcess,
} from './handlers/design';
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
import type { Address } from './request';
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
	'GET app/form/fields': settings(getFields, 'read'),
	'GET preview/app/form/fields': settings(getPreviewFields, 'read'),
	'POST preview/app/form/fields': settings(addFields, 'write'),
	'POST preview/app': withoutTokens(settings(createApp, 'write')),
	'GET app/status': settings(getProcess, 'read'),
	'GET preview/app/status': settings(getPreviewProcess, 'read'),
	'PUT preview/app/status': settings(updateProcess, 'write'),
	'GET preview/app/deploy': settings(getDeployStatus, 'read'),
	'POST preview/app/deploy': withoutOauth(settings(deployApps, 'write')),
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
