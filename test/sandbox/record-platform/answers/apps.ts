import type { Api } from '../api';

/** What only other calls can give an app: another app to lead to, a space, a file, a plug-in. */
export interface Surroundings {
	/** A deployed app with a text field `text`. */
	target: string;
	space: string;
	fileKey: string;
	plugin: string;
}

/** Real answers of the operations on apps and their settings (catalogue 4.4, 4.5), filled with what each can hold. */
export async function appAnswers(api: Api, given: Surroundings): Promise<Record<string, object>> {
	const found: Record<string, object> = {};
	const note = async (id: string, method: string, path: string, body?: object) => {
		found[id] = await api.ok<object>(method, path, body);
	};
	const { app } = await api.ok<{ app: string }>('POST', 'preview/app.json', { name: 'Settings' });
	await api.addFields(app, {
		text: { type: 'SINGLE_LINE_TEXT' },
		note: { type: 'MULTI_LINE_TEXT' },
		when: { type: 'DATE', defaultNowValue: true },
		amount: { type: 'NUMBER' },
		kind: {
			type: 'DROP_DOWN',
			options: { a: { label: 'a', index: 0 }, b: { label: 'b', index: 1 } },
		},
		gone: { type: 'LINK' },
		lines: { type: 'SUBTABLE', fields: { item: { type: 'SINGLE_LINE_TEXT', code: 'item' } } },
		more: { type: 'GROUP' },
	});
	const put = (id: string, path: string, body: object) =>
		note(id, 'PUT', `preview/${path}.json`, { app, ...body });
	await put('form.fields.update', 'app/form/fields', {
		properties: { note: { type: 'MULTI_LINE_TEXT', label: 'A note' } },
	});
	await note('form.fields.delete', 'DELETE', 'preview/app/form/fields.json', {
		app,
		fields: ['gone'],
	});
	await put('app.adminNotes.update', 'app/adminNotes', {
		content: 'Ask Ann first.',
		includeInTemplateAndDuplicates: true,
	});
	await put('form.layout.update', 'app/form/layout', { layout: LAYOUT });
	await put('views.update', 'app/views', { views: VIEWS });
	await put('reports.update', 'app/reports', { reports: REPORTS });
	await put('app.settings.update', 'app/settings', {
		description: 'All of it',
		theme: 'RED',
		icon: { type: 'FILE', file: { fileKey: given.fileKey } },
		titleField: { selectionMode: 'MANUAL', code: 'text' },
		numberPrecision: { digits: 20, decimalPlaces: '6', roundingMode: 'UP' },
		firstMonthOfFiscalYear: '1',
		enableComments: 'false',
	});
	await note('app.plugins.add', 'POST', 'preview/app/plugins.json', { app, ids: [given.plugin] });
	await put('app.plugin.config.update', 'app/plugin/config', {
		id: given.plugin,
		config: { colour: 'blue' },
	});
	await put('app.customize.update', 'app/customize', {
		scope: 'ADMIN',
		desktop: {
			js: [
				{ type: 'URL', url: 'https://example.com/a.js' },
				{ type: 'FILE', file: { fileKey: given.fileKey } },
			],
			css: [],
		},
	});
	const everyone = { entity: { type: 'GROUP', code: 'everyone' } };
	await put('app.notifications.general.update', 'app/notifications/general', {
		notifications: [{ ...everyone, recordAdded: true, commentAdded: 'true' }],
		notifyToCommenter: false,
	});
	await put('app.notifications.perRecord.update', 'app/notifications/perRecord', {
		notifications: [{ filterCond: 'amount > 10', title: 'Much', targets: [everyone] }],
	});
	await put('app.notifications.reminder.update', 'app/notifications/reminder', {
		timezone: 'Asia/Tokyo',
		notifications: [
			{
				timing: { code: 'when', daysLater: '-1', time: '08:30' },
				title: 'Soon',
				targets: [everyone],
			},
			{ timing: { code: 'when', daysLater: 1, hoursLater: 2 }, targets: [everyone] },
		],
	});
	await put('app.actions.update', 'app/actions', {
		actions: {
			Copy: {
				name: 'Copy',
				index: 0,
				destApp: { app: given.target },
				mappings: [
					{ srcType: 'FIELD', srcField: 'text', destField: 'text' },
					{ srcType: 'RECORD_URL', destField: 'text' },
				],
				entities: [{ type: 'GROUP', code: 'everyone' }],
			},
		},
	});
	await put('app.categories.update', 'app/categories', {
		enabled: true,
		categories: { A: { name: 'A', index: 0, children: { B: { index: 0, children: {} } } } },
	});
	await api.deploy(app);
	await noteRights(note, app);
	for (const [id, path] of Object.entries(READS)) await note(id, 'GET', `${path}.json?app=${app}`);
	const config = `app/plugin/config.json?app=${app}&id=${given.plugin}`;
	await note('app.plugin.config.get', 'GET', config);
	await note('apps.statistics', 'GET', 'apps/statistics.json');
	await note('app.move', 'POST', 'app/move.json', { app, space: given.space });
	return found;
}

type Note = (id: string, method: string, path: string, body?: object) => Promise<void>;

async function noteRights(note: Note, app: string): Promise<void> {
	const put = (id: string, path: string, rights: object[]) =>
		note(id, 'PUT', `${path}.json`, { app, rights });
	await put('app.acl.update', 'app/acl', [
		{ entity: { type: 'CREATOR' }, appEditable: true, recordViewable: true },
		{ entity: { type: 'ORGANIZATION', code: 'sales' }, includeSubs: true, recordViewable: true },
	]);
	await put('record.acl.update', 'record/acl', [
		{
			filterCond: 'amount > 5',
			entities: [{ entity: { type: 'FIELD_ENTITY', code: 'Created_by' }, viewable: true }],
		},
	]);
	await put('field.acl.update', 'field/acl', [
		{
			code: 'text',
			entities: [{ entity: { type: 'USER', code: 'admin' }, accessibility: 'READ' }],
		},
	]);
}

/** Operations that read one setting of an app, by their path on the production side. */
export const READS: Readonly<Record<string, string>> = {
	'app.adminNotes.get': 'app/adminNotes',
	'form.layout.get': 'app/form/layout',
	'form.get': 'form',
	'views.get': 'app/views',
	'reports.get': 'app/reports',
	'app.settings.get': 'app/settings',
	'app.plugins.get': 'app/plugins',
	'app.customize.get': 'app/customize',
	'app.notifications.general.get': 'app/notifications/general',
	'app.notifications.perRecord.get': 'app/notifications/perRecord',
	'app.notifications.reminder.get': 'app/notifications/reminder',
	'app.acl.get': 'app/acl',
	'record.acl.get': 'record/acl',
	'field.acl.get': 'field/acl',
	'app.actions.get': 'app/actions',
	'app.categories.get': 'app/categories',
};

export const LAYOUT = [
	{
		type: 'ROW',
		fields: [
			{ type: 'SINGLE_LINE_TEXT', code: 'text', size: { width: 200 } },
			{ type: 'LABEL', label: '<b>Look</b>', size: { width: '100' } },
			{ type: 'SPACER', elementId: 'here', size: { width: 100, height: 20 } },
			{ type: 'HR', size: { width: 100 } },
		],
	},
	{ type: 'ROW', fields: [{ type: 'MULTI_LINE_TEXT', code: 'note', size: { innerHeight: 90 } }] },
	{ type: 'SUBTABLE', code: 'lines', fields: [{ type: 'SINGLE_LINE_TEXT', code: 'item' }] },
	{
		type: 'GROUP',
		code: 'more',
		layout: [
			{
				type: 'ROW',
				fields: [
					{ type: 'DATE', code: 'when' },
					{ type: 'NUMBER', code: 'amount' },
					{ type: 'DROP_DOWN', code: 'kind' },
				],
			},
		],
	},
];

const VIEWS = {
	All: {
		type: 'LIST',
		name: 'All',
		index: 0,
		fields: ['text', 'amount'],
		filterCond: 'amount >= 1',
		sort: 'amount desc',
	},
	Month: { type: 'CALENDAR', name: 'Month', index: '1', date: 'when', title: 'text' },
	Own: { type: 'CUSTOM', name: 'Own', index: 2, html: '<p></p>', pager: 'true', device: 'ANY' },
};

const REPORTS = {
	'By kind': {
		name: 'By kind',
		index: 0,
		chartType: 'COLUMN',
		chartMode: 'STACKED',
		groups: [{ code: 'kind' }, { code: 'when', per: 'MONTH' }],
		aggregations: [{ type: 'COUNT' }, { type: 'SUM', code: 'amount' }],
		filterCond: 'kind in ("a")',
		sorts: [{ by: 'TOTAL', order: 'DESC' }],
		periodicReport: { active: true, period: { every: 'MONTH', dayOfMonth: '1', time: '08:00' } },
	},
	Table: { name: 'Table', index: 1, chartType: 'TABLE', groups: [{ code: 'kind' }] },
};
