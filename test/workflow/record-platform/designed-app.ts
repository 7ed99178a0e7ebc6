import { options } from '../../sandbox/record-platform/api';
import { installedPlugin } from '../../support/installed-plugin';
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
