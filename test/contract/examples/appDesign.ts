import type { IDataObject } from 'n8n-workflow';

import { installedPlugin } from '../../support/installed-plugin';
import { type Api, options } from '../../sandbox/record-platform/api';
import { byId, type Examples, paged, withFile, withMore } from './example';

/** Someone whom a setting is about. */
const sato = { entity: { type: 'USER', code: 'sato' } };
const text = (value: unknown) => JSON.stringify(value);

const LIST = { type: 'LIST', fields: ['Name', 'Amount'], filterCond: 'Amount > 0' };
const VIEWS = {
	Open: { ...LIST, name: 'Open', index: 0, sort: 'Amount desc' },
	Days: { type: 'CALENDAR', name: 'Days', index: 1, date: 'Due', title: 'Name' },
	Own: { type: 'CUSTOM', name: 'Own', index: 2, html: '<p></p>', pager: true, device: 'ANY' },
};
const MONTHLY = { chartType: 'COLUMN', chartMode: 'NORMAL', filterCond: '' };
const REPORTS = {
	Monthly: {
		...{ ...MONTHLY, name: 'Monthly', index: 0, groups: [{ code: 'Due', per: 'MONTH' }] },
		aggregations: [{ type: 'SUM', code: 'Amount' }],
		sorts: [{ by: 'GROUP1', order: 'ASC' }],
		periodicReport: { active: true, period: { every: 'DAY', time: '09:00' } },
	},
};
const STATES = {
	New: { name: 'New', index: 0, assignee: { type: 'ONE', entities: [] } },
	Done: { name: 'Done', index: 1, assignee: { type: 'ANY', entities: [sato] } },
};
const STEPS = [{ name: 'Finish', from: 'New', to: 'Done', filterCond: '' }];
const GENERAL = [{ ...sato, includeSubs: false, recordAdded: true, commentAdded: true }];
const PER_RECORD = [{ filterCond: 'Amount > 5', title: 'Large', targets: [sato] }];
const TIMING = { code: 'Due', daysLater: -1, time: '09:00' };
const REMINDERS = [{ timing: TIMING, filterCond: '', title: 'Due tomorrow', targets: [sato] }];
const APP_RIGHTS = [
	{ entity: { type: 'CREATOR' }, appEditable: true, recordViewable: true, recordAddable: true },
	{ entity: { type: 'GROUP', code: 'everyone' }, recordViewable: true },
];
const RIGHTS = { ...sato, viewable: true, editable: true, deletable: false, includeSubs: false };
const RECORD_RIGHTS = [{ filterCond: 'Amount > 5', entities: [RIGHTS] }];
const FIELD_RIGHTS = [{ code: 'Amount', entities: [{ ...sato, accessibility: 'READ' }] }];
const PRINTERS = { Printers: { name: 'Printers', index: '0', children: {} } };
const CATEGORIES = { Hardware: { name: 'Hardware', index: '0', children: PRINTERS } };

const PRICE = { required: true, unique: true, minValue: '0', maxValue: '100', unit: 'kg' };
const FORMAT = { defaultValue: '5', digit: true, displayScale: 2, unitPosition: 'AFTER' };
const COLORS = { options: 'red, green', defaultValue: 'red' };
const SWITCHES = {
	...{ enableBulkDeletion: true, enableComments: false, enableDuplicateRecord: false },
	...{ enableInlineRecordEditing: false, enableThumbnails: false },
};
const SETTINGS = {
	...{ name: 'Orders', description: '<b>Orders</b>', icon: 'APP10', theme: 'BLUE' },
	...{ titleField: 'Name', firstMonthOfFiscalYear: 4 },
	...{ decimalPlaces: 3, digits: 12, roundingMode: 'UP' },
};

type Layout = { layout: object[] };

/** Examples of the rows that design an app, on an app of their own. */
export async function appDesignExamples(api: Api): Promise<Examples> {
	const newApp = async () =>
		await api.makeApp({
			Name: { type: 'SINGLE_LINE_TEXT' },
			Amount: { type: 'NUMBER' },
			Due: { type: 'DATE' },
			State: { type: 'DROP_DOWN', options: options('Open', 'Done') },
		});
	const appId = await newApp();
	const app = byId(appId);
	/** What has only what every app has: the whole design of it is read or written. */
	const plain = async () => byId(await newApp());
	let made = 0;
	const code = () => `F${(made += 1)}`;
	const json = (fields: object) => ({ specifyFields: 'json', fieldsJson: text(fields) });
	/** A field as it is filled in below. */
	const field = (type: string, label: string, properties: object, further: object) => {
		return { code: code(), type, label, properties, further: text(further) };
	};
	const target = await api.makeApp({ Title: { type: 'SINGLE_LINE_TEXT' } });
	const mappings = [{ srcType: 'FIELD', srcField: 'Name', destField: 'Title' }];
	const entities = [{ type: 'GROUP', code: 'everyone' }];
	const ACTIONS = {
		Copy: { name: 'Copy', index: 0, destApp: { app: target }, mappings, entities },
	};

	/** Settings that are there to be read from both sides. */
	const deployed = async (path: string, body: object) => {
		await api.ok('PUT', `preview/${path}.json`, { app: appId, ...body });
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
	const readingOf = (path: string, body: object, more?: object) => async () => {
		await deployed(path, body);
		return reading(more);
	};
	const lang = { options: { lang: 'en' } };
	const [quiet, tokyo] = [{ notifyToCommenter: false }, { timezone: 'Asia/Tokyo' }];
	const told = (part: string, notifications: object[], more?: object) =>
		readingOf(`app/notifications/${part}`, { notifications }, more);
	const newSpace = async (name: string) => {
		const members = [{ entity: { type: 'USER', code: 'admin' }, isAdmin: true }];
		const body = { id: 1, name, members };
		return (await api.ok<{ id: string }>('POST', 'template/space.json', body)).id;
	};
	const newest = { options: { revision: '-1' } };
	const change = (minimal: object, full: object, more: object = {}) => ({
		minimal: { app, ...minimal },
		full: [{ app, ...full, options: { revision: '-1', ...more } }],
	});
	/** A change of one list of settings, which is emptied, too. */
	const changeOf = (key: string, value: object, more?: object) => () =>
		change({ [key]: text(Array.isArray(value) ? [] : {}) }, { [key]: text(value) }, more);
	const rights = (value: unknown) => () => ({
		minimal: { app, rights: text(value) },
		full: [
			{ app, environment: 'production', rights: text(value), ...newest },
			{ app, environment: 'preview', rights: text(value) },
		],
	});
	const deployment = withMore(() => ({ app }), {
		waitUntilDone: true,
		options: { revision: '-1', moreApps: target, waitAtMost: 60 },
	});
	const ofPlugin = async () => {
		const id = await installedPlugin(api);
		await api.ok('POST', 'preview/app/plugins.json', { app: appId, ids: [id] });
		const config = { color: 'red' };
		await api.ok('PUT', 'preview/app/plugin/config.json', { app: appId, id, config });
		await api.deploy(appId);
		return { app, pluginId: id };
	};

	return {
		'appDesign.export': async () => {
			const options = { leaveOut: 'settings.name, reports' };
			const app = await plain();
			return { minimal: { app }, full: [{ app, environment: 'preview', options }] };
		},
		'appDesign.compare': async () => {
			const app = await plain();
			const design = { adminNotes: { content: 'Other', includeInTemplateAndDuplicates: false } };
			const other = { targetApp: byId(target), targetEnvironment: 'preview' };
			const given = { environment: 'preview', compareWith: 'design', design };
			return {
				minimal: { app, design },
				full: [
					{ app, ...given, options: { leaveOut: 'views' } },
					{ app, compareWith: 'app', ...other, options: { appIds: { [target]: appId } } },
				],
			};
		},
		'appDesign.apply': async () => {
			const app = await plain();
			const design = () => ({ fields: { [code()]: { type: 'NUMBER', code: `F${made}` } } });
			const given = { dryRun: false, deployPending: true, leaveOut: 'views', appIds: {} };
			return {
				minimal: { app, design: design() },
				full: [{ app, design: design(), deleteOthers: false, options: given }],
			};
		},
		'app.create': async () => {
			const space = await newSpace('Design');
			const { defaultThread: thread } = await api.get<IDataObject>('space.json', { id: space });
			const minimal = { name: 'Orders' };
			return { minimal, full: [{ ...minimal, options: { space, thread } }] };
		},
		'app.getStatistics': () => ({ minimal: {}, full: paged() }),
		'app.getAdminNotes': async () => {
			await deployed('app/adminNotes', { content: 'Ask Sato' });
			return { minimal: { app }, full: [{ app, environment: 'preview' }] };
		},
		'app.updateAdminNotes': () =>
			change(
				{ settings: { includeInTemplateAndDuplicates: true } },
				{ settings: { content: '', includeInTemplateAndDuplicates: false } },
			),
		'app.move': async () => {
			const space = await newSpace('Target');
			const minimal = { app: byId(target), space };
			const outOfSpace = { app: byId(target), outOfSpace: true };
			return { minimal, full: [{ ...minimal, outOfSpace: false }, outOfSpace] };
		},
		'form.createFields': () => {
			const rows = [
				field('NUMBER', 'Price', PRICE, FORMAT),
				field('CHECK_BOX', 'Colors', COLORS, { align: 'VERTICAL' }),
				field('USER_SELECT', 'Owner', { defaultValue: 'sato, LOGINUSER()' }, { noLabel: true }),
				field('SUBTABLE', 'Lines', {}, { fields: { [code()]: { type: 'DATE', label: 'Day' } } }),
			];
			return {
				minimal: { app, fields: { rows: [{ code: code(), type: 'NUMBER' }] } },
				full: [
					{ app, specifyFields: 'below', fields: { rows }, ...newest },
					{ app, ...json({ [code()]: { type: 'TIME', label: 'At' } }) },
				],
			};
		},
		'form.updateFields': async () => {
			const [present, type] = [await addedField(), 'SINGLE_LINE_TEXT'];
			const rows = (properties: object, more: object = {}) => ({
				fields: { rows: [{ code: present, type, properties, ...more }] },
			});
			const further = text({ minLength: 1, unique: true });
			const renamed = rows({ code: code(), defaultValue: 'none' }, { further });
			return {
				minimal: { app, ...rows({ label: 'New' }) },
				full: [
					{ app, ...json({ [present]: { type, maxLength: '10' } }) },
					{ app, specifyFields: 'below', ...renamed, ...newest },
				],
			};
		},
		'form.deleteFields': async () => ({
			minimal: { app, fieldCodes: [await addedField()] },
			full: [{ app, fieldCodes: `${await addedField()}, ${await addedField()}`, ...newest }],
		}),
		'form.getDesign': () => reading(),
		'form.getLayout': () => reading(),
		'form.updateLayout': async () => {
			const { layout } = await api.get<Layout>('preview/app/form/layout.json', { app: appId });
			const own = { type: 'ROW', fields: [{ type: 'LABEL', label: 'Text', size: { width: 100 } }] };
			return change({ layout: text(layout) }, { layout: text([own, ...layout]) });
		},
		'view.getAll': readingOf('app/views', { views: VIEWS }, lang),
		'view.update': changeOf('views', VIEWS),
		'report.getAll': readingOf('app/reports', { reports: REPORTS }, lang),
		'report.update': changeOf('reports', REPORTS),
		'process.get': readingOf('app/status', { enable: true, states: STATES, actions: STEPS }, lang),
		'process.update': () =>
			change({}, { enable: 'true', states: text(STATES), actions: text(STEPS) }),
		'appSettings.get': withMore(() => ({ app }), { environment: 'preview', ...lang }),
		'appSettings.update': () => ({
			minimal: { app, settings: { name: 'Renamed' } },
			full: [
				{ app, settings: { ...SWITCHES, ...SETTINGS }, ...newest },
				{ app, settings: { iconBinaryPropertyName: 'data', titleField: '' } },
			],
			input: withFile('data', 'picture', 'icon.png'),
		}),
		'deployment.deploy': deployment,
		'deployment.revert': deployment,
		'deployment.getState': withMore(() => ({ app }), { options: { moreApps: target } }),
		'customization.get': async () => {
			const fileKey = await api.upload('body {}', 'a.css', 'text/css');
			const js = [{ type: 'URL', url: 'https://example.com/a.js' }];
			const css = [{ type: 'FILE', file: { fileKey } }];
			await deployed('app/customize', { scope: 'ALL', desktop: { js, css } });
			return reading();
		},
		'customization.update': async () => {
			const fileKey = await api.upload('body {}', 'b.css', 'text/css');
			const rows = [
				{ list: 'desktop.js', source: 'binary', binaryPropertyName: 'data' },
				{ list: 'mobile.css', source: 'fileKey', fileKey },
			];
			const link = { list: 'mobile.js', source: 'url', url: 'https://example.com/b.js' };
			return {
				minimal: { app, files: { rows: [link] } },
				full: [
					{ app, existingFiles: 'keep', files: { rows }, scope: 'ADMIN', ...newest },
					{ app, existingFiles: 'replace' },
				],
				input: withFile('data', 'let a;', 'a.js'),
			};
		},
		'appPlugin.add': async () => {
			const id = async () => await installedPlugin(api);
			return change({ ids: await id() }, { ids: `${await id()}, ${await id()}` });
		},
		'appPlugin.getAll': async () => {
			await ofPlugin();
			return reading(lang);
		},
		'appPlugin.getConfiguration': withMore(ofPlugin, { environment: 'preview' }),
		'appPlugin.updateConfiguration': withMore(
			async () => ({ ...(await ofPlugin()), config: text({}) }),
			{ config: text({ color: 'blue' }) },
		),
		'notificationSettings.getGeneral': told('general', GENERAL),
		'notificationSettings.getPerRecord': told('perRecord', PER_RECORD, lang),
		'notificationSettings.getReminders': told('reminder', REMINDERS, lang),
		'notificationSettings.updateGeneral': changeOf('notifications', GENERAL, quiet),
		'notificationSettings.updatePerRecord': changeOf('notifications', PER_RECORD),
		'notificationSettings.updateReminders': changeOf('notifications', REMINDERS, tokyo),
		'permission.getApp': () => reading(),
		'permission.getRecord': readingOf('record/acl', { rights: RECORD_RIGHTS }, lang),
		'permission.getField': readingOf('field/acl', { rights: FIELD_RIGHTS }),
		'permission.updateApp': rights(APP_RIGHTS),
		'permission.updateRecord': rights(RECORD_RIGHTS),
		'permission.updateField': rights(FIELD_RIGHTS),
		'action.getAll': readingOf('app/actions', { actions: ACTIONS }, lang),
		'action.update': changeOf('actions', ACTIONS),
		'category.getAll': readingOf('app/categories', { enabled: true, categories: CATEGORIES }, lang),
		'category.update': () => change({}, { enabled: 'true', categories: text(CATEGORIES) }),
	};
}
