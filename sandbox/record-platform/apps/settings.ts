import { findAccountByLogin } from '../../accounts';
import type { Context } from '../context';
import { invalid } from '../errors';
import { requirePreviewFeatures } from '../features';
import type { Handlers } from '../handlers';
import type { Body } from '../input';
import { conditionFields } from '../query';
import { namesIn } from '../texts';
import type { Names } from '../texts/names';
import { describeActions, readActions } from './action-settings';
import { changeCategories } from './categories';
import { changeAndDeploy, changePreview, type ChangedApp } from './change';
import { readCondition } from './conditions';
import { changeCustomize } from './customize';
import { markProcessFields } from './deploy';
import { changeSettings, describeSettings } from './general-settings';
import { idsOf } from './items';
import { changeGeneral, changeReminders, readPerRecord } from './notifications';
import { type DesignParts, INITIAL_PARTS, partOf } from './parts';
import { readAppRights, readFieldRights, readRecordRights } from './permission-settings';
import {
	addPlugins as addToApp,
	changePluginConfig as changeConfig,
	describePluginConfig,
	describePlugins,
} from './plugin-settings';
import { changeProcess } from './process-settings';
import { setting } from './read';
import { readReports } from './reports';
import type { OpenApp } from './store';
import { readViews } from './views';

type Name = keyof typeof INITIAL_PARTS;

/** A part that is an object of its own, told with the revision. */
const whole = (name: Name, manageOnly = false) =>
	setting(
		(_context, { design }) => ({ ...partOf(design.parts, name), revision: design.revision }),
		...rights(manageOnly),
	);

/** A part that is a list or map, told under a name. */
const named = (key: string, name: Name, manageOnly = false) =>
	setting(
		(_context, { design }) => ({ [key]: partOf(design.parts, name), revision: design.revision }),
		...rights(manageOnly),
	);

function rights(manageOnly: boolean): ['manage'][] {
	return manageOnly ? [['manage']] : [];
}

const adminNotes = whole('adminNotes', true);
const views = named('views', 'views');
const reports = named('reports', 'reports');
const generalSettings = setting((_context, app) => describeSettings(app));
const customize = whole('customize');
const generalNotifications = whole('generalNotifications');
const perRecordNotifications = named('notifications', 'recordNotifications');
const reminders = whole('reminders');
const appRights = named('rights', 'appRights', true);
const recordRights = named('rights', 'recordRights', true);
const fieldRights = named('rights', 'fieldRights', true);
const actions = setting(describeActions);
const plugins = setting(describePlugins);
const categories = setting((context, { design }) => {
	requirePreviewFeatures(context);
	return { ...partOf(design.parts, 'categories'), revision: design.revision };
});
const pluginConfig = setting((context, app, sent: Body<'app.plugin.config.get'>) => {
	requirePreviewFeatures(context);
	return describePluginConfig(app, sent);
});

/** Puts what `read` makes of the request as a part. */
function replacing<Part extends Name, Sent extends ChangedApp>(
	name: Part,
	read: (context: Context, app: OpenApp, sent: Sent) => Promise<NonNullable<DesignParts[Part]>>,
	change = changePreview,
) {
	return (context: Context, sent: Sent) =>
		change(context, sent, async (design, app) => {
			design.parts[name] = await read(context, app, sent);
		});
}

const changeCustomization = replacing('customize', changeCustomize);
const changeGeneralNotifications = replacing('generalNotifications', changeGeneral);
const changePerRecordNotifications = replacing('recordNotifications', readPerRecord);
const changeReminderNotifications = replacing('reminders', changeReminders);

/** Permissions change on the preview side, or in production together with all that waits in preview. */
const changeEither: typeof changePreview = (context, ...rest) =>
	(context.environment === 'preview' ? changePreview : changeAndDeploy)(context, ...rest);

const changeAppRights = replacing('appRights', readAppRights, changeEither);
const changeRecordRights = replacing('recordRights', readRecordRights, changeEither);
const changeFieldRights = replacing('fieldRights', readFieldRights, changeEither);

async function changeAdminNotes(
	context: Context,
	sent: Body<'app.adminNotes.update'>,
): Promise<object> {
	return changePreview(context, sent, (design) => {
		const before = partOf(design.parts, 'adminNotes');
		design.parts.adminNotes = {
			content: sent.content ?? before.content,
			includeInTemplateAndDuplicates:
				sent.includeInTemplateAndDuplicates ?? before.includeInTemplateAndDuplicates,
		};
	});
}

export async function changeViews(context: Context, sent: Body<'views.update'>): Promise<object> {
	return changePreview(context, sent, async (design, app) => {
		design.parts.views = await readViews(context, app, sent);
		return { views: idsOf(design.parts.views) };
	});
}

async function changeReports(context: Context, sent: Body<'reports.update'>): Promise<object> {
	return changePreview(context, sent, async (design, app) => {
		design.parts.reports = await readReports(context, app, sent);
		return { reports: idsOf(design.parts.reports) };
	});
}

async function changeActions(context: Context, sent: Body<'app.actions.update'>): Promise<object> {
	return changePreview(context, sent, async (design, app) => {
		design.parts.actions = await readActions(context, app, sent);
		return { actions: idsOf(design.parts.actions) };
	});
}

async function changeGeneralSettings(
	context: Context,
	sent: Body<'app.settings.update'>,
): Promise<object> {
	return changePreview(context, sent, (design, app) => changeSettings(context, app, design, sent));
}

async function addPlugins(context: Context, sent: Body<'app.plugins.add'>): Promise<object> {
	return changePreview(context, sent, (design) => addToApp(context, design, sent));
}

async function changePluginConfig(
	context: Context,
	sent: Body<'app.plugin.config.update'>,
): Promise<object> {
	requirePreviewFeatures(context);
	return changePreview(context, sent, (design) => changeConfig(design, sent));
}

async function updateCategories(
	context: Context,
	sent: Body<'app.categories.update'>,
): Promise<object> {
	requirePreviewFeatures(context);
	return changePreview(context, sent, (design) => changeCategories(design, sent));
}

const process = setting((_context, { design }) => {
	const { enable, states, actions } = design.process;
	return { enable, states, actions, revision: design.revision };
});

/** Throws CB_VA01. */
export async function updateProcess(
	context: Context,
	sent: Body<'app.process.update'>,
): Promise<object> {
	return changePreview(context, sent, async (design, app) => {
		for (const [index, { filterCond }] of (sent.actions ?? []).entries()) {
			const path = `actions[${index}].filterCond`;
			const condition = await readCondition(context, app, filterCond, path);
			if (conditionFields(condition).some((code) => design.fields[code]?.type === 'STATUS')) {
				throw invalid(path, 'The status cannot be used in a condition here.');
			}
		}
		design.process = changeProcess(
			design.process,
			design.fields,
			sent,
			await namesOfMaker(context, app),
		);
		markProcessFields(design);
	});
}

/** A process that was never set up is named in the language of who made the app. */
async function namesOfMaker({ sql }: Context, { creator }: OpenApp): Promise<Names> {
	return namesIn((await findAccountByLogin(sql, creator))?.locale ?? 'en');
}

export const settingsOperations = {
	'app.adminNotes.get': adminNotes,
	'app.adminNotes.update': changeAdminNotes,
	'views.get': views,
	'views.update': changeViews,
	'reports.get': reports,
	'reports.update': changeReports,
	'app.settings.get': generalSettings,
	'app.settings.update': changeGeneralSettings,
	'app.process.get': process,
	'app.process.update': updateProcess,
	'app.plugins.get': plugins,
	'app.plugins.add': addPlugins,
	'app.plugin.config.get': pluginConfig,
	'app.plugin.config.update': changePluginConfig,
	'app.customize.get': customize,
	'app.customize.update': changeCustomization,
	'app.notifications.general.get': generalNotifications,
	'app.notifications.general.update': changeGeneralNotifications,
	'app.notifications.perRecord.get': perRecordNotifications,
	'app.notifications.perRecord.update': changePerRecordNotifications,
	'app.notifications.reminder.get': reminders,
	'app.notifications.reminder.update': changeReminderNotifications,
	'app.acl.get': appRights,
	'app.acl.update': changeAppRights,
	'record.acl.get': recordRights,
	'record.acl.update': changeRecordRights,
	'field.acl.get': fieldRights,
	'field.acl.update': changeFieldRights,
	'app.actions.get': actions,
	'app.actions.update': changeActions,
	'app.categories.get': categories,
	'app.categories.update': updateCategories,
} satisfies Handlers;
