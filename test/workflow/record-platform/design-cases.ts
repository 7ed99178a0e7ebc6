import type { IDataObject } from 'n8n-workflow';

import { options } from '../../sandbox/record-platform/api';
import { installedPlugin } from '../../support/installed-plugin';
import type { Case } from './case';
import type { Api } from './world';

/** An app whose design the cases read and change, and a second one. */
export interface DesignedApp {
	id: string;
	other: string;
	plugin: string;
}

const sato = { entity: { type: 'USER', code: 'sato' } };
const VIEWS = { All: { type: 'LIST', name: 'All', index: 0, fields: ['Name'] } };
const REPORTS = {
	Count: {
		chartType: 'BAR',
		chartMode: 'NORMAL',
		name: 'Count',
		index: 0,
		groups: [{ code: 'Name' }],
		aggregations: [{ type: 'COUNT' }],
		sorts: [{ by: 'TOTAL', order: 'DESC' }],
	},
};
const STATES = {
	New: { name: 'New', index: 0, assignee: { type: 'ONE', entities: [] } },
	Done: { name: 'Done', index: 1, assignee: { type: 'ONE', entities: [] } },
};
const STEPS = [{ name: 'Finish', from: 'New', to: 'Done' }];
const CATEGORIES = { Goods: { name: 'Goods', index: 0, children: {} } };
const GENERAL = [{ ...sato, recordAdded: true }];
const PER_RECORD = [{ filterCond: '', title: 'New', targets: [sato] }];
const REMINDERS = [
	{
		timing: { code: 'Due', daysLater: 0, time: '09:00' },
		filterCond: '',
		title: 'Due',
		targets: [sato],
	},
];
const APP_RIGHTS = [
	{
		entity: { type: 'CREATOR' },
		appEditable: true,
		recordViewable: true,
		recordAddable: true,
		recordEditable: true,
		recordDeletable: true,
	},
];
const RECORD_RIGHTS = [{ filterCond: '', entities: [{ ...sato, viewable: true }] }];
const FIELD_RIGHTS = [{ code: 'Due', entities: [{ ...sato, accessibility: 'READ' }] }];

/** Makes an app with something to read behind every row that reads its design. */
export async function designedApp(api: Api): Promise<DesignedApp> {
	const other = await api.makeApp({ Name: { type: 'SINGLE_LINE_TEXT' } });
	const id = await api.makeApp(
		{
			Name: { type: 'SINGLE_LINE_TEXT' },
			Due: { type: 'DATE' },
			State: { type: 'DROP_DOWN', options: options('Open', 'Done') },
		},
		{ states: STATES, actions: STEPS },
	);
	const plugin = await installedPlugin(api);
	const settings: Array<[string, object]> = [
		['app/views', { views: VIEWS }],
		['app/reports', { reports: REPORTS }],
		['app/notifications/general', { notifications: GENERAL }],
		['app/notifications/perRecord', { notifications: PER_RECORD }],
		['app/notifications/reminder', { notifications: REMINDERS }],
		['app/actions', { actions: actions(other) }],
		['app/categories', { enabled: true, categories: CATEGORIES }],
		['record/acl', { rights: RECORD_RIGHTS }],
		['field/acl', { rights: FIELD_RIGHTS }],
		['app/customize', { desktop: { js: [{ type: 'URL', url: 'https://example.com/a.js' }] } }],
	];
	await api.ok('POST', 'preview/app/plugins.json', { app: id, ids: [plugin] });
	for (const [path, body] of settings) {
		await api.ok('PUT', `preview/${path}.json`, { app: id, ...body });
	}
	await api.deploy(id);
	return { id, other, plugin };
}

function actions(target: string) {
	return {
		Copy: {
			name: 'Copy',
			index: 0,
			destApp: { app: target },
			mappings: [{ srcType: 'FIELD', srcField: 'Name', destField: 'Name' }],
			entities: [{ type: 'GROUP', code: 'everyone' }],
		},
	};
}

/** The rows that design an app. */
export function designCases(world: () => { api: Api; app: DesignedApp }): Record<string, Case> {
	const app = { mode: 'id', value: '={{ $json.app }}' };
	const own = (more: IDataObject = {}) => ({ app: world().app.id, ...more });
	const two = (item: () => IDataObject) => async () => await Promise.resolve([item(), item()]);
	const noApp = /GAIA_AP01/;
	let made = 0;

	/** Reads settings of the app that the item names. */
	const read = (parameters: IDataObject = {}): Case => ({
		parameters: () => ({
			app,
			environment: 'production',
			simplify: true,
			options: {},
			...parameters,
		}),
		good: two(own),
		bad: { app: '999999' },
		says: noApp,
	});

	/** Writes JSON that the item brings; the second one has the wrong shape. */
	const write = (name: string, value: () => unknown, wrong: unknown, says: RegExp): Case => ({
		parameters: () => ({ app, [name]: '={{ $json.value }}', options: {} }),
		good: two(() => own({ value: value() as IDataObject })),
		bad: { app: '1', value: wrong as IDataObject },
		says,
	});

	const rights = (value: object[], wrong: object[], says: RegExp): Case => {
		const one = write('rights', () => value, wrong, says);
		return { ...one, parameters: () => ({ ...one.parameters(), environment: 'preview' }) };
	};

	const addedField = async () => {
		const code = `F${(made += 1)}`;
		await world().api.addFields(world().app.id, { [code]: { type: 'NUMBER' } });
		return own({ code });
	};
	const freshPlugin = async () => own({ plugin: await installedPlugin(world().api) });
	const fieldRow = { code: '={{ $json.code }}', type: 'NUMBER' };

	return {
		'app.create': {
			parameters: () => ({ name: '={{ $json.name }}', options: {} }),
			good: two(() => ({ name: 'Made' })),
			bad: { name: '' },
			says: /The parameter "Name" is empty/,
		},
		'app.get': {
			parameters: () => ({ app, options: {} }),
			good: two(own),
			bad: { app: '999999' },
			says: noApp,
		},
		'app.getAll': {
			parameters: () => ({
				returnAll: true,
				filters: { ids: '={{ $json.app }}' },
				options: {},
			}),
			good: two(own),
			bad: { app: 'x' },
			says: /"x" is not a valid ID/,
		},
		'app.getStatistics': {
			parameters: () => ({ returnAll: false, limit: '={{ $json.limit }}' }),
			good: two(() => ({ limit: 1 })),
			bad: { limit: 0 },
			says: /"Limit" must be a whole number of at least 1/,
		},
		'app.getAdminNotes': read(),
		'app.updateAdminNotes': {
			...read(),
			parameters: () => ({ app, settings: { content: 'Ask Sato' }, options: {} }),
		},
		'app.move': {
			parameters: () => ({
				app,
				outOfSpace: '={{ $json.out === true }}',
				space: '={{ $json.space }}',
			}),
			good: two(() => own({ out: true })),
			bad: { app: '1', space: 'sales' },
			says: /"sales" is not a valid ID/,
		},
		'form.createFields': {
			parameters: () => ({
				app,
				specifyFields: 'below',
				fields: { rows: [fieldRow] },
				options: {},
			}),
			good: two(() => own({ code: `F${(made += 1)}` })),
			bad: { app: '1', code: ' ' },
			says: /Field 1 has no field code/,
		},
		'form.updateFields': {
			parameters: () => ({
				app,
				specifyFields: 'below',
				fields: { rows: [{ ...fieldRow, properties: { label: 'New' } }] },
				options: {},
			}),
			good: async () => [await addedField(), await addedField()],
			bad: { app: '999999', code: 'Nowhere' },
			says: noApp,
		},
		'form.deleteFields': {
			parameters: () => ({ app, fields: '={{ $json.code }}', options: {} }),
			good: async () => [await addedField(), await addedField()],
			bad: { app: '999999', code: 'Nowhere' },
			says: noApp,
		},
		'form.getFields': read({ simplify: false }),
		'form.getDesign': read(),
		'form.getLayout': read(),
		'form.updateLayout': {
			parameters: () => ({ app, layout: '={{ $json.layout }}', options: {} }),
			good: async () => {
				const { layout } = await world().api.get<{ layout: IDataObject[] }>(
					'preview/app/form/layout.json',
					own() as { app: string },
				);
				return [own({ layout }), own({ layout })];
			},
			bad: { app: '1', layout: [{ type: 'LINE' }] },
			says: /"Layout": \[0\]\.type must be one of ROW, SUBTABLE, GROUP, not "LINE"/,
		},
		'view.getAll': read(),
		'view.update': write(
			'views',
			() => VIEWS,
			{ All: { type: 'TABLE', index: 0 } },
			/"Views": All\.type must be one of LIST, CALENDAR, CUSTOM, not "TABLE"/,
		),
		'report.getAll': read(),
		'report.update': write(
			'reports',
			() => REPORTS,
			{ Count: { chartType: 'BAR', index: 0, groups: [{}] } },
			/"Reports": Count\.groups\[0\]\.code is missing/,
		),
		'process.get': read(),
		'process.update': write(
			'states',
			() => STATES,
			{ New: { index: 0, assignee: { type: 'ONE' } } },
			/"Statuses": New\.assignee\.entities is missing/,
		),
		'appSettings.get': read(),
		'appSettings.update': {
			parameters: () => ({ app, settings: { name: 'Named', theme: 'RED' }, options: {} }),
			good: two(own),
			bad: { app: '999999' },
			says: noApp,
		},
		'deployment.deploy': {
			parameters: () => ({ app, waitUntilDone: true, options: {} }),
			good: two(own),
			bad: { app: '999999' },
			says: noApp,
		},
		'deployment.revert': {
			parameters: () => ({ app, waitUntilDone: true, options: {} }),
			good: two(own),
			bad: { app: '999999' },
			says: noApp,
		},
		'deployment.getState': read(),
		'customization.get': read(),
		'customization.update': {
			parameters: () => ({
				app,
				existingFiles: 'replace',
				files: { rows: [{ list: 'desktop.js', source: 'url', url: '={{ $json.url }}' }] },
				options: {},
			}),
			good: two(() => own({ url: 'https://example.com/a.js' })),
			bad: { app: '1', url: '' },
			says: /File 1 has no URL/,
		},
		'appPlugin.add': {
			parameters: () => ({ app, ids: '={{ $json.plugin }}', options: {} }),
			good: async () => [await freshPlugin(), await freshPlugin()],
			bad: { app: '1', plugin: '' },
			says: /The parameter "Plugin IDs" is empty/,
		},
		'appPlugin.getAll': read(),
		'appPlugin.getConfiguration': {
			...read(),
			parameters: () => ({
				app,
				pluginId: world().app.plugin,
				environment: 'production',
				options: {},
			}),
		},
		'appPlugin.updateConfiguration': {
			...write(
				'config',
				() => ({ color: 'red' }),
				{ color: 1 },
				/"Configuration": color must be text/,
			),
			parameters: () => ({
				app,
				pluginId: world().app.plugin,
				config: '={{ $json.value }}',
				options: {},
			}),
		},
		'notificationSettings.getGeneral': read(),
		'notificationSettings.getPerRecord': read(),
		'notificationSettings.getReminders': read(),
		'notificationSettings.updateGeneral': write(
			'notifications',
			() => GENERAL,
			[{ entity: { type: 'CREATOR' } }],
			/"Notifications": \[0\]\.entity\.type must be one of/,
		),
		'notificationSettings.updatePerRecord': write(
			'notifications',
			() => PER_RECORD,
			[{ targets: [sato] }],
			/"Notifications": \[0\]\.filterCond is missing/,
		),
		'notificationSettings.updateReminders': write(
			'notifications',
			() => REMINDERS,
			[{ targets: [sato], timing: { code: 'Due' } }],
			/"Notifications": \[0\]\.timing\.daysLater is missing/,
		),
		'permission.getApp': read(),
		'permission.getRecord': read(),
		'permission.getField': read(),
		'permission.updateApp': rights(
			APP_RIGHTS,
			[{ ...sato, recordViewable: 'yes' }],
			/"Permissions": \[0\]\.recordViewable must be true or false, not "yes"/,
		),
		'permission.updateRecord': rights(
			RECORD_RIGHTS,
			[{ filterCond: '' }],
			/"Permissions": \[0\]\.entities is missing/,
		),
		'permission.updateField': rights(
			FIELD_RIGHTS,
			[{ code: 'Due', entities: [{ ...sato, accessibility: 'ALL' }] }],
			/"Permissions": \[0\]\.entities\[0\]\.accessibility must be one of/,
		),
		'action.getAll': read(),
		'action.update': write(
			'actions',
			() => actions(world().app.other),
			{ Copy: { index: 'first' } },
			/"Actions": Copy\.index must be a number, not "first"/,
		),
		'category.getAll': read(),
		'category.update': write(
			'categories',
			() => CATEGORIES,
			{ Goods: { index: 0, children: { Inner: {} } } },
			/"Categories": Goods\.children\.Inner\.index is missing/,
		),
	};
}
