import { findAccountByLogin } from '../../accounts';
import type { Context } from '../context';
import { invalid } from '../errors';
import { requirePreviewFeatures } from '../features';
import type { Parameters } from '../parameters';
import { conditionFields } from '../query';
import { namesIn } from '../texts';
import type { Names } from '../texts/names';
import { describeActions, readActions } from './action-settings';
import { changeCategories } from './categories';
import { changeAndDeploy, changePreview } from './change';
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
type Handler = (context: Context, parameters: Parameters) => Promise<object>;

/** A part that is an object of its own, told with the revision. */
const whole = (name: Name, manageOnly = false): Handler =>
	setting(
		(_context, { design }) => ({ ...partOf(design.parts, name), revision: design.revision }),
		...rights(manageOnly),
	);

/** A part that is a list or map, told under a name. */
const named = (key: string, name: Name, manageOnly = false): Handler =>
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
export const pluginConfig = setting((context, app, parameters) => {
	requirePreviewFeatures(context);
	return describePluginConfig(app, parameters);
});

type ReadPart<Part extends Name> = (
	context: Context,
	app: OpenApp,
	parameters: Parameters,
) => Promise<NonNullable<DesignParts[Part]>>;

/** Puts what `read` makes of the request in the place of a part. */
function replacing<Part extends Name>(
	name: Part,
	read: ReadPart<Part>,
	change = changePreview,
): Handler {
	return (context, parameters) =>
		change(context, parameters, async (design, app) => {
			design.parts[name] = await read(context, app, parameters);
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

export async function changeAdminNotes(context: Context, parameters: Parameters): Promise<object> {
	return changePreview(context, parameters, (design) => {
		const before = partOf(design.parts, 'adminNotes');
		design.parts.adminNotes = {
			content: parameters.optionalText('content', { maximum: 10_000 }) ?? before.content,
			includeInTemplateAndDuplicates:
				parameters.optionalBoolean('includeInTemplateAndDuplicates') ??
				before.includeInTemplateAndDuplicates,
		};
	});
}

export async function changeViews(context: Context, parameters: Parameters): Promise<object> {
	return changePreview(context, parameters, async (design, app) => {
		design.parts.views = await readViews(context, app, parameters);
		return { views: idsOf(design.parts.views) };
	});
}

export async function changeReports(context: Context, parameters: Parameters): Promise<object> {
	return changePreview(context, parameters, async (design, app) => {
		design.parts.reports = await readReports(context, app, parameters);
		return { reports: idsOf(design.parts.reports) };
	});
}

export async function changeActions(context: Context, parameters: Parameters): Promise<object> {
	return changePreview(context, parameters, async (design, app) => {
		design.parts.actions = await readActions(context, app, parameters);
		return { actions: idsOf(design.parts.actions) };
	});
}

export async function changeGeneralSettings(
	context: Context,
	parameters: Parameters,
): Promise<object> {
	return changePreview(context, parameters, (design, app) =>
		changeSettings(context, app, design, parameters),
	);
}

export async function addPlugins(context: Context, parameters: Parameters): Promise<object> {
	return changePreview(context, parameters, (design) => addToApp(context, design, parameters));
}

export async function changePluginConfig(
	context: Context,
	parameters: Parameters,
): Promise<object> {
	requirePreviewFeatures(context);
	return changePreview(context, parameters, (design) => changeConfig(design, parameters));
}

export async function updateCategories(context: Context, parameters: Parameters): Promise<object> {
	requirePreviewFeatures(context);
	return changePreview(context, parameters, (design) => changeCategories(design, parameters));
}

export const process = setting((_context, { design }) => {
	const { enable, states, actions } = design.process;
	return { enable, states, actions, revision: design.revision };
});

export async function updateProcess(context: Context, parameters: Parameters): Promise<object> {
	return changePreview(context, parameters, async (design, app) => {
		for (const action of parameters.elements('actions')) {
			const condition = await readCondition(context, app, action);
			if (conditionFields(condition).some((code) => design.fields[code]?.type === 'STATUS')) {
				throw invalid(action.path('filterCond'), 'The status cannot be used in a condition here.');
			}
		}
		design.process = changeProcess(
			design.process,
			design.fields,
			parameters,
			await namesOfMaker(context, app),
		);
		markProcessFields(design);
	});
}

/** A process that was never set up is named in the language of who made the app. */
async function namesOfMaker({ sql }: Context, { creator }: OpenApp): Promise<Names> {
	return namesIn((await findAccountByLogin(sql, creator))?.locale ?? 'en');
}
