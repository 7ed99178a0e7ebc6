import { installedPlugin } from '../../support/installed-plugin';
import { type Api, options } from '../../sandbox/record-platform/api';
import { byId, type Examples, withFile } from './example';

/** Someone whom a setting is about. */
const sato = { entity: { type: 'USER', code: 'sato' } };
const text = (value: unknown) => JSON.stringify(value);

const VIEWS = {
	Open: {
		type: 'LIST',
		name: 'Open',
		index: 0,
		fields: ['Name', 'Amount'],
		filterCond: 'Amount > 0',
		sort: 'Amount desc',
	},
	Days: { type: 'CALENDAR', name: 'Days', index: 1, date: 'Due', title: 'Name' },
	Own: { type: 'CUSTOM', name: 'Own', index: 2, html: '<p></p>', pager: true, device: 'ANY' },
};
const REPORTS = {
	Monthly: {
		chartType: 'COLUMN',
		chartMode: 'NORMAL',
		name: 'Monthly',
		index: 0,
		groups: [{ code: 'Due', per: 'MONTH' }],
		aggregations: [{ type: 'SUM', code: 'Amount' }],
		sorts: [{ by: 'GROUP1', order: 'ASC' }],
		filterCond: '',
		periodicReport: { active: true, period: { every: 'DAY', time: '09:00' } },
	},
};
const STATES = {
	New: { name: 'New', index: 0, assignee: { type: 'ONE', entities: [] } },
	Done: { name: 'Done', index: 1, assignee: { type: 'ANY', entities: [sato] } },
};
const STEPS = [{ name: 'Finish', from: 'New', to: 'Done', filterCond: '' }];
const GENERAL = [
	{
		...sato,
		includeSubs: false,
		recordAdded: true,
		recordEdited: false,
		commentAdded: true,
		statusChanged: false,
		fileImported: false,
	},
];
const PER_RECORD = [{ filterCond: 'Amount > 5', title: 'Large', targets: [sato] }];
const REMINDERS = [
	{
		timing: { code: 'Due', daysLater: -1, time: '09:00' },
		filterCond: '',
		title: 'Due tomorrow',
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
		recordImportable: true,
		recordExportable: true,
	},
	{ entity: { type: 'GROUP', code: 'everyone' }, recordViewable: true },
];
const RECORD_RIGHTS = [
	{
		filterCond: 'Amount > 5',
		entities: [{ ...sato, viewable: true, editable: true, deletable: false, includeSubs: false }],
	},
];
const FIELD_RIGHTS = [{ code: 'Amount', entities: [{ ...sato, accessibility: 'READ' }] }];
const CATEGORIES = {
	Hardware: {
		name: 'Hardware',
		index: '0',
		children: { Printers: { name: 'Printers', index: '0', children: {} } },
	},
};

/** Examples of the rows that design an app, on an app of their own. */
export async function appDesignExamples(api: Api): Promise<Examples> {
	const appId = await api.makeApp({
		Name: { type: 'SINGLE_LINE_TEXT' },
		Amount: { type: 'NUMBER' },
		Due: { type: 'DATE' },
		State: { type: 'DROP_DOWN', options: options('Open', 'Done') },
	});
	const app = byId(appId);
	let made = 0;
	const code = () => `F${(made += 1)}`;
	const target = await api.makeApp({ Title: { type: 'SINGLE_LINE_TEXT' } });
	const ACTIONS = {
		Copy: {
			name: 'Copy',
			index: 0,
			destApp: { app: target },
			mappings: [{ srcType: 'FIELD', srcField: 'Name', destField: 'Title' }],
			entities: [{ type: 'GROUP', code: 'everyone' }],
		},
	};

	/** Settings that are there to be read from both sides. */
	const deployed = async (path: string, body: object) => {
		await api.ok('PUT', `preview/app/${path}.json`, { app: appId, ...body });
		await api.deploy(appId);
	};
	const addedField = async () => {
		const name = code();
		await api.addFields(appId, { [name]: { type: 'SINGLE_LINE_TEXT' } });
		return name;
	};
	/** Reading with and without Simplify, from both sides. */
	const reading = (more: object = {}) => ({
		minimal: { app },
		full: [
			{ app, environment: 'preview', simplify: false, ...more },
			{ app, environment: 'production', simplify: true, ...more },
		],
	});
	const lang = { options: { lang: 'en' } };
	const change = (minimal: object, full: object, more: object = {}) => ({
		minimal: { app, ...minimal },
		full: [{ app, ...full, options: { revision: '-1', ...more } }],
	});
	const rights = (value: unknown) => ({
		minimal: { app, rights: text(value) },
		full: [
			{ app, environment: 'production', rights: text(value), options: { revision: '-1' } },
			{ app, environment: 'preview', rights: text(value) },
		],
	});
	const addedPlugin = async () => {
		const id = await installedPlugin(api);
		await api.ok('POST', 'preview/app/plugins.json', { app: appId, ids: [id] });
		const config = { color: 'red' };
		await api.ok('PUT', 'preview/app/plugin/config.json', { app: appId, id, config });
		await api.deploy(appId);
		return id;
	};

	return {
		'app.create': async () => {
			const { id: space } = await api.ok<{ id: string }>('POST', 'template/space.json', {
				id: 1,
				name: 'Design',
				members: [{ entity: { type: 'USER', code: 'admin' }, isAdmin: true }],
			});
			const { defaultThread } = await api.get<{ defaultThread: string }>('space.json', {
				id: space,
			});
			return {
				minimal: { name: 'Orders' },
				full: [{ name: 'Orders', options: { space, thread: defaultThread } }],
			};
		},
		'app.getStatistics': async () =>
			await Promise.resolve({
				minimal: {},
				full: [{ returnAll: false, limit: 1 }, { returnAll: true }],
			}),
		'app.getAdminNotes': async () => {
			await deployed('adminNotes', { content: 'Ask Sato' });
			return { minimal: { app }, full: [{ app, environment: 'preview' }] };
		},
		'app.updateAdminNotes': async () =>
			await Promise.resolve(
				change(
					{ settings: { includeInTemplateAndDuplicates: true } },
					{ settings: { content: '', includeInTemplateAndDuplicates: false } },
				),
			),
		'app.move': async () => {
			const { id: space } = await api.ok<{ id: string }>('POST', 'template/space.json', {
				id: 1,
				name: 'Target',
				members: [{ entity: { type: 'USER', code: 'admin' }, isAdmin: true }],
			});
			return {
				minimal: { app: byId(target), space },
				full: [
					{ app: byId(target), outOfSpace: false, space },
					{ app: byId(target), outOfSpace: true },
				],
			};
		},
		'form.createFields': async () =>
			await Promise.resolve({
				minimal: { app, fields: { rows: [{ code: code(), type: 'NUMBER' }] } },
				full: [
					{
						app,
						specifyFields: 'below',
						fields: {
							rows: [
								{
									code: code(),
									type: 'NUMBER',
									label: 'Price',
									properties: {
										required: true,
										unique: true,
										minValue: '0',
										maxValue: '100',
										unit: 'kg',
										defaultValue: '5',
									},
									further: text({ digit: true, displayScale: 2, unitPosition: 'AFTER' }),
								},
								{
									code: code(),
									type: 'CHECK_BOX',
									label: 'Colors',
									properties: { options: 'red, green', defaultValue: 'red' },
									further: text({ align: 'VERTICAL' }),
								},
								{
									code: code(),
									type: 'USER_SELECT',
									label: 'Owner',
									properties: { defaultValue: 'sato, LOGINUSER()' },
									further: text({ noLabel: true }),
								},
								{
									code: code(),
									type: 'SUBTABLE',
									label: 'Lines',
									further: text({
										fields: { [code()]: { type: 'DATE', code: `F${made}`, label: 'Day' } },
									}),
								},
							],
						},
						options: { revision: '-1' },
					},
					{
						app,
						specifyFields: 'json',
						fieldsJson: text({ [code()]: { type: 'TIME', label: 'At' } }),
					},
				],
			}),
		'form.updateFields': async () => {
			const present = await addedField();
			return {
				minimal: {
					app,
					fields: {
						rows: [{ code: present, type: 'SINGLE_LINE_TEXT', properties: { label: 'New' } }],
					},
				},
				full: [
					{
						app,
						specifyFields: 'json',
						fieldsJson: text({ [present]: { type: 'SINGLE_LINE_TEXT', maxLength: '10' } }),
					},
					{
						app,
						specifyFields: 'below',
						fields: {
							rows: [
								{
									code: present,
									type: 'SINGLE_LINE_TEXT',
									properties: { code: code(), defaultValue: 'none' },
									further: text({ minLength: 1, unique: true }),
								},
							],
						},
						options: { revision: '-1' },
					},
				],
			};
		},
		'form.deleteFields': async () => ({
			minimal: { app, fields: [await addedField()] },
			full: [
				{
					app,
					fields: `${await addedField()}, ${await addedField()}`,
					options: { revision: '-1' },
				},
			],
		}),
		'form.getDesign': async () => await Promise.resolve(reading()),
		'form.getLayout': async () => await Promise.resolve(reading()),
		'form.updateLayout': async () => {
			const { layout } = await api.get<{ layout: object[] }>('preview/app/form/layout.json', {
				app: appId,
			});
			const own = { type: 'ROW', fields: [{ type: 'LABEL', label: 'Text', size: { width: 100 } }] };
			return change({ layout: text(layout) }, { layout: text([own, ...layout]) });
		},
		'view.getAll': async () => {
			await deployed('views', { views: VIEWS });
			return reading(lang);
		},
		'view.update': async () =>
			await Promise.resolve(change({ views: text({}) }, { views: text(VIEWS) })),
		'report.getAll': async () => {
			await deployed('reports', { reports: REPORTS });
			return reading(lang);
		},
		'report.update': async () =>
			await Promise.resolve(change({ reports: text({}) }, { reports: text(REPORTS) })),
		'process.get': async () => {
			await deployed('status', { enable: true, states: STATES, actions: STEPS });
			return reading(lang);
		},
		'process.update': async () =>
			await Promise.resolve(
				change({}, { enable: 'true', states: text(STATES), actions: text(STEPS) }),
			),
		'appSettings.get': async () =>
			await Promise.resolve({ minimal: { app }, full: [{ app, environment: 'preview', ...lang }] }),
		'appSettings.update': async () =>
			await Promise.resolve({
				minimal: { app, settings: { name: 'Renamed' } },
				full: [
					{
						app,
						settings: {
							enableBulkDeletion: true,
							enableComments: false,
							enableDuplicateRecord: false,
							enableInlineRecordEditing: false,
							enableThumbnails: false,
							decimalPlaces: 3,
							digits: 12,
							roundingMode: 'UP',
							description: '<b>Orders</b>',
							firstMonthOfFiscalYear: 4,
							icon: 'APP10',
							name: 'Orders',
							theme: 'BLUE',
							titleField: 'Name',
						},
						options: { revision: '-1' },
					},
					{ app, settings: { iconBinaryPropertyName: 'data', titleField: '' } },
				],
				input: withFile('data', 'picture', 'icon.png'),
			}),
		'deployment.deploy': async () =>
			await Promise.resolve({
				minimal: { app },
				full: [
					{
						app,
						waitUntilDone: true,
						options: {
							revision: '-1',
							moreApps: target,
							waitAtMost: 60,
						},
					},
				],
			}),
		'deployment.revert': async () =>
			await Promise.resolve({
				minimal: { app },
				full: [
					{
						app,
						waitUntilDone: true,
						options: {
							revision: '-1',
							moreApps: target,
							waitAtMost: 60,
						},
					},
				],
			}),
		'deployment.getState': async () =>
			await Promise.resolve({
				minimal: { app },
				full: [{ app, options: { moreApps: target } }],
			}),
		'customization.get': async () => {
			const fileKey = await api.upload('body {}', 'a.css', 'text/css');
			await deployed('customize', {
				scope: 'ALL',
				desktop: {
					js: [{ type: 'URL', url: 'https://example.com/a.js' }],
					css: [{ type: 'FILE', file: { fileKey } }],
				},
			});
			return reading();
		},
		'customization.update': async () => ({
			minimal: {
				app,
				files: { rows: [{ list: 'mobile.js', source: 'url', url: 'https://example.com/b.js' }] },
			},
			full: [
				{
					app,
					existingFiles: 'keep',
					files: {
						rows: [
							{ list: 'desktop.js', source: 'binary', binaryPropertyName: 'data' },
							{
								list: 'mobile.css',
								source: 'fileKey',
								fileKey: await api.upload('body {}', 'b.css', 'text/css'),
							},
						],
					},
					scope: 'ADMIN',
					options: { revision: '-1' },
				},
				{ app, existingFiles: 'replace' },
			],
			input: withFile('data', 'let a;', 'a.js'),
		}),
		'appPlugin.add': async () => {
			const id = async () => await installedPlugin(api);
			return change({ ids: await id() }, { ids: `${await id()}, ${await id()}` });
		},
		'appPlugin.getAll': async () => {
			await addedPlugin();
			return reading(lang);
		},
		'appPlugin.getConfiguration': async () => {
			const added = { app, pluginId: await addedPlugin() };
			return { minimal: added, full: [{ ...added, environment: 'preview' }] };
		},
		'appPlugin.updateConfiguration': async () => {
			const added = { app, pluginId: await addedPlugin() };
			return {
				minimal: { ...added, config: text({}) },
				full: [{ ...added, config: text({ color: 'blue' }) }],
			};
		},
		'notificationSettings.getGeneral': async () => {
			await deployed('notifications/general', { notifications: GENERAL });
			return reading();
		},
		'notificationSettings.getPerRecord': async () => {
			await deployed('notifications/perRecord', { notifications: PER_RECORD });
			return reading(lang);
		},
		'notificationSettings.getReminders': async () => {
			await deployed('notifications/reminder', { notifications: REMINDERS });
			return reading(lang);
		},
		'notificationSettings.updateGeneral': async () =>
			await Promise.resolve(
				change(
					{ notifications: text([]) },
					{ notifications: text(GENERAL) },
					{ notifyToCommenter: false },
				),
			),
		'notificationSettings.updatePerRecord': async () =>
			await Promise.resolve(
				change({ notifications: text([]) }, { notifications: text(PER_RECORD) }),
			),
		'notificationSettings.updateReminders': async () =>
			await Promise.resolve(
				change(
					{ notifications: text([]) },
					{ notifications: text(REMINDERS) },
					{ timezone: 'Asia/Tokyo' },
				),
			),
		'permission.getApp': async () => await Promise.resolve(reading()),
		'permission.getRecord': async () => {
			await api.ok('PUT', 'preview/record/acl.json', { app: appId, rights: RECORD_RIGHTS });
			await api.deploy(appId);
			return reading(lang);
		},
		'permission.getField': async () => {
			await api.ok('PUT', 'preview/field/acl.json', { app: appId, rights: FIELD_RIGHTS });
			await api.deploy(appId);
			return reading();
		},
		'permission.updateApp': async () => await Promise.resolve(rights(APP_RIGHTS)),
		'permission.updateRecord': async () => await Promise.resolve(rights(RECORD_RIGHTS)),
		'permission.updateField': async () => await Promise.resolve(rights(FIELD_RIGHTS)),
		'action.getAll': async () => {
			await deployed('actions', { actions: ACTIONS });
			return reading(lang);
		},
		'action.update': async () =>
			await Promise.resolve(change({ actions: text({}) }, { actions: text(ACTIONS) })),
		'category.getAll': async () => {
			await deployed('categories', { enabled: true, categories: CATEGORIES });
			return reading(lang);
		},
		'category.update': async () =>
			await Promise.resolve(change({}, { enabled: 'true', categories: text(CATEGORIES) })),
	};
}
