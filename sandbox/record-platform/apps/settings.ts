import { findAccountByLogin } from '../../accounts';
import type { Context } from '../context';
import { invalid } from '../errors';
import { requirePreviewFeatures } from '../features';
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

export const adminNotes = whole('adminNotes', true);
export const views = named('views', 'views');
export const reports = named('reports', 'reports');
export const generalSettings = setting((_context, app) => describeSettings(app));
export const customize = whole('customize');
export const generalNotifications = whole('generalNotifications');
export const perRecordNotifications = named('notifications', 'recordNotifications');
export const reminders = whole('reminders');
export const appRights = named('rights', 'appRights', true);
export const recordRights = named('rights', 'recordRights', true);
export const fieldRights = named('rights', 'fieldRights', true);
export const actions = setting(describeActions);
export const plugins = setting(describePlugins);
export const categories = setting((context, { design }) => {
	requirePreviewFeatures(context);
	return { ...partOf(design.parts, 'categories'), revision: design.revision };
});
export const pluginConfig = setting((context, app, sent: Body<'app.plugin.config.get'>) => {
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

export const changeCustomization = replacing('customize', changeCustomize);
export const changeGeneralNotifications = replacing('generalNotifications', changeGeneral);
export const changePerRecordNotifications = replacing('recordNotifications', readPerRecord);
export const changeReminderNotifications = replacing('reminders', changeReminders);

/** Permissions change on the preview side, or in production together with all that waits in preview. */
const changeEither: typeof changePreview = (context, ...rest) =>
	(context.environment === 'preview' ? changePreview : changeAndDeploy)(context, ...rest);

export const changeAppRights = replacing('appRights', readAppRights, changeEither);
export const changeRecordRights = replacing('recordRights', readRecordRights, changeEither);
export const changeFieldRights = replacing('fieldRights', readFieldRights, changeEither);

export async function changeAdminNotes(
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

export async function changeReports(
	context: Context,
	sent: Body<'reports.update'>,
): Promise<object> {
	return changePreview(context, sent, async (design, app) => {
		design.parts.reports = await readReports(context, app, sent);
		return { reports: idsOf(design.parts.reports) };
	});
}

export async function changeActions(
	context: Context,
	sent: Body<'app.actions.update'>,
): Promise<object> {
	return changePreview(context, sent, async (design, app) => {
		design.parts.actions = await readActions(context, app, sent);
		return { actions: idsOf(design.parts.actions) };
	});
}

export async function changeGeneralSettings(
	context: Context,
	sent: Body<'app.settings.update'>,
): Promise<object> {
	return changePreview(context, sent, (design, app) => changeSettings(context, app, design, sent));
}

export async function addPlugins(context: Context, sent: Body<'app.plugins.add'>): Promise<object> {
	return changePreview(context, sent, (design) => addToApp(context, design, sent));
}

export async function changePluginConfig(
	context: Context,
	sent: Body<'app.plugin.config.update'>,
): Promise<object> {
	requirePreviewFeatures(context);
	return changePreview(context, sent, (design) => changeConfig(design, sent));
}

export async function updateCategories(
	context: Context,
	sent: Body<'app.categories.update'>,
): Promise<object> {
	requirePreviewFeatures(context);
	return changePreview(context, sent, (design) => changeCategories(design, sent));
}

export const process = setting((_context, { design }) => {
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
