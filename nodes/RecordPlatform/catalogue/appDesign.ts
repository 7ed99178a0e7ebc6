import type { ItemContext, Operation, Resource, Row } from '../../shared/catalogue';
import { choices, offSwitch, switchParameter, valueAt } from '../../shared/parameters';
import { api } from '../api';
import { appIn, guestSpaceOf } from '../route';
import { applyDesign } from './appDesign/apply';
import { aligned, differences, mapped, without } from './appDesign/compare';
import {
	appIds,
	type DesignedApp,
	type DesignOptions,
	designOptions,
	designParameter,
	givenDesign,
	leaveOut,
	readDesign,
	translated,
} from './appDesign/design';
import { app } from './locators';
import { environment, options } from './parameters';
import { dryRun } from './record/options';
import { rights } from './requirements';
import { appOf } from './settingsOperations';

const reading = {
	...api['form.fields.get'],
	rights: `${rights.readSettings}. Permissions and admin notes: to manage the app`,
};

function appOfItem(item: ItemContext): DesignedApp {
	const preview = valueAt(item, 'environment') === 'preview';
	return { app: appOf(item), guestSpace: guestSpaceOf(item), preview };
}

const exportDesign: Operation = {
	...reading,
	value: 'export',
	name: 'Export',
	action: 'Export design of app',
	description: 'Get the form, views, permissions, and all other settings of an app as JSON',
	parameters: [app('query'), environment, options(leaveOut)],
	run: {
		kind: 'custom',
		run: async (item) => {
			const chosen = designOptions(item);
			const read = await readDesign(item, appOfItem(item), chosen, []);
			return { json: without(read.design, chosen.leftOut) };
		},
	},
};

const whenApp = { show: { compareWith: ['app'] } };

const compare: Operation = {
	...reading,
	value: 'compare',
	name: 'Compare',
	action: 'Compare designs of apps',
	description:
		'Compare the design of an app with an exported design or with another app. Each difference is an item.',
	parameters: [
		app('query'),
		environment,
		{
			displayName: 'Compare With',
			name: 'compareWith',
			...choices('design', { app: 'App', design: 'Design' }),
			description: 'What to compare the app with',
		},
		{ ...designParameter, displayOptions: { show: { compareWith: ['design'] } } },
		{
			...app('query'),
			displayName: 'Other App',
			name: 'targetApp',
			description: 'App to compare with',
			displayOptions: whenApp,
			send: undefined,
		},
		{
			...environment,
			displayName: 'Other Environment',
			name: 'targetEnvironment',
			displayOptions: whenApp,
		},
		options(appIds, leaveOut),
	],
	run: { kind: 'custom', run: compareDesigns },
};

async function compareDesigns(item: ItemContext): Promise<Row[]> {
	const target = appOfItem(item);
	const chosen = designOptions(item);
	const there = await otherDesign(item, target.app, chosen);
	const read = await readDesign(item, target, chosen, Object.values(chosen.ids));
	const wanted = mapped(there, (one, part) => (part in read.design ? one : undefined));
	const { here } = aligned(read.design, wanted);
	const compared = mapped(wanted, (_one, part) => here[part]);
	const found = differences(without(compared, chosen.leftOut), wanted);
	if (found.length === 0) item.hint('The designs are the same');
	return found.map((json) => ({ json }));
}

/** The design that the app is compared with, with the names that other apps have here. */
async function otherDesign(item: ItemContext, app: string, chosen: DesignOptions) {
	if (valueAt(item, 'compareWith') === 'design') return givenDesign(item, app, chosen);
	const preview = valueAt(item, 'targetEnvironment') === 'preview';
	const { id, guestSpace = guestSpaceOf(item) } = appIn(item.read('targetApp'));
	const other = { app: id, guestSpace, preview };
	const read = await readDesign(item, other, chosen, Object.keys(chosen.ids));
	return without(translated(read.design, app, chosen), chosen.leftOut);
}

const apply: Operation = {
	...api['app.deploy'],
	value: 'apply',
	name: 'Apply',
	action: 'Apply design to app',
	description:
		'Give an app an exported design, and deploy it. If a change is refused, the app stays as it is.',
	rights: rights.manage,
	parameters: [
		app('body'),
		designParameter,
		offSwitch({
			displayName: 'Delete Everything Else',
			name: 'deleteOthers',
			description:
				'Whether to delete fields, views, and other things that the design lacks. Values of deleted fields are lost.',
		}),
		options(
			appIds,
			switchParameter({
				displayName: 'Deploy Pending Changes',
				name: 'deployPending',
				description: 'Whether to also deploy other changes in the test environment',
			}),
			dryRun,
			leaveOut,
		),
	],
	run: { kind: 'custom', concurrency: 1, run: applyDesign },
};

export const appDesignResource: Resource = {
	value: 'appDesign',
	name: 'App Design',
	admin: true,
	description: 'All settings of an app together',
	operations: [exportDesign, compare, apply],
};
