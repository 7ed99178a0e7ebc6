import fc from 'fast-check';

import type { IDataObject } from 'n8n-workflow';

import type { Api } from '../../sandbox/record-platform/api';
import { installedPlugin } from '../../support/installed-plugin';
import { useDesign } from './design-scene';
import { byId } from './world';

/** What designs name: another app, and installed plugins. */
export interface Surroundings {
	source: string;
	plugins: string[];
}

export async function surroundings(api: Api): Promise<Surroundings> {
	const source = await api.makeApp({
		Key: { type: 'SINGLE_LINE_TEXT', unique: true },
		Info: { type: 'SINGLE_LINE_TEXT' },
	});
	return { source, plugins: [await installedPlugin(api), await installedPlugin(api, 'Other')] };
}

/** What tests do with designs; call it once, outside of tests. */
export function useAppDesign() {
	const design = useDesign();
	const { sandbox, node, done } = design;
	const known = {} as Surroundings;
	beforeAll(async () => void Object.assign(known, await surroundings(design.api)));
	const newApp = async () => await design.api.makeApp({});
	return {
		design,
		known,
		newApp,
		/** An app with a generated design, which is deployed. */
		builtApp: async (seed: number, codes: Record<string, string> = {}) => {
			const app = await newApp();
			for (const one of fc.sample(designs(app, known), { numRuns: 1, seed }))
				await build(design.api, app, withCodes(one, codes));
			return app;
		},
		exported: async (app: string) => {
			const [document = {}] = await done('appDesign', 'export', { app: byId(app) });
			return document;
		},
		compared: async (app: string, parameters: IDataObject) =>
			await done('appDesign', 'compare', { app: byId(app), ...parameters }),
		apply: async (app: string, document: unknown, more: IDataObject = {}) =>
			await node('appDesign', 'apply', {
				app: byId(app),
				design: document as IDataObject,
				...more,
			}),
		writes: async () => (await sandbox.calls()).filter((call) => !/^GET |file\.json/.test(call)),
		/** Everything that the service keeps of an app's live settings, and of its test environment. */
		sides: async (app: string) => {
			const dump = await fetch(`${sandbox.url}/_sandbox/dump`);
			const { app_designs: all } = (await dump.json()) as { app_designs: Record<string, Json> };
			const sides = ['production', 'preview'].map((side) => all[`${app},${side}`]);
			return sides.map((side) => ({ ...side, revision: undefined }));
		},
	};
}

export type Json = Record<string, unknown>;

/** The same with other codes of fields, except in quoted texts of conditions. */
export const withCodes = <T>(value: T, codes: Record<string, string>): T =>
	JSON.parse(JSON.stringify(value).replace(/(?<!\\")\b\w+/g, (word) => codes[word] ?? word)) as T;

const flag = fc.boolean();
const text = fc.constantFrom('', 'Amount', '金額', 'a "quoted" one', 'two\nlines');
const NAMES = ['Open', 'Done', '保留', 'a, b', 'x.y[0]', '1', 'options', 'id', 'fields'];
const name = fc.constantFrom(...NAMES);
const names = (maxLength: number) => fc.uniqueArray(name, { minLength: 1, maxLength });
const label = fc.constantFrom('Amount', '金額', 'With "quotes"', 'x'.repeat(128));
const condition = fc.constantFrom('', 'Number > 0', 'Record_number>0 and Text = "Nr"');
const people = fc.subarray([
	{ type: 'USER', code: 'sato' },
	{ type: 'GROUP', code: 'everyone' },
	{ type: 'FIELD_ENTITY', code: 'Who' },
	{ type: 'FIELD_ENTITY', code: 'Created_by' },
]);
const targets = people.map((some) => some.map((entity) => ({ entity, includeSubs: false })));

/** Things by name, in an order of their own. */
const things = (thing: fc.Arbitrary<Json>, maxLength = 3) =>
	fc.array(fc.tuple(name, thing), { maxLength }).map((some) => {
		const entries = [...new Map(some)];
		return Object.fromEntries(
			entries.map(([key, one], at) => [key, { name: key, index: String(at), ...one }]),
		);
	});

const options = names(4).map((labels) => ({
	options: Object.fromEntries(labels.map((one, at) => [one, { label: one, index: String(at) }])),
}));
const common = { label, noLabel: flag };
const plain = (type: string, more: Record<string, fc.Arbitrary<unknown>> = {}) =>
	fc.record({ type: fc.constant(type), ...common, ...more });
const chosen = (type: string, more: Record<string, fc.Arbitrary<unknown>> = {}) =>
	fc.tuple(plain(type, more), options).map((parts): Json => Object.assign({}, ...parts) as Json);

const COLUMNS: Record<string, fc.Arbitrary<Json>> = {
	ColumnText: plain('SINGLE_LINE_TEXT', { maxLength: fc.constantFrom('', '64') }),
	ColumnNumber: plain('NUMBER', { unit: fc.constantFrom('', '円') }),
	ColumnCalc: plain('CALC', { expression: fc.constant('Number * 2') }),
	ColumnChoice: chosen('DROP_DOWN'),
	ColumnFile: plain('FILE'),
};

/** Fields that every design has, because the other settings name them. */
const BASE: Record<string, fc.Arbitrary<Json>> = {
	Text: plain('SINGLE_LINE_TEXT', { required: flag, unique: flag, defaultValue: text }),
	Number: plain('NUMBER', { digit: flag, minValue: fc.constantFrom('', '0'), unit: text }),
	Due: plain('DATE', { defaultNowValue: flag }),
	Who: plain('USER_SELECT', { entities: fc.constantFrom([], [{ type: 'USER', code: 'sato' }]) }),
	Copied: plain('SINGLE_LINE_TEXT'),
	Formula: plain('SINGLE_LINE_TEXT', { expression: fc.constant('Text&Created_by & "Maker"') }),
	Record_number: plain('RECORD_NUMBER'),
	Created_by: plain('CREATOR'),
	Created_datetime: plain('CREATED_TIME'),
};

const OTHERS: Record<string, fc.Arbitrary<Json>> = {
	Area: plain('MULTI_LINE_TEXT', { defaultValue: text }),
	Rich: plain('RICH_TEXT', { required: flag }),
	Checks: chosen('CHECK_BOX', { align: fc.constantFrom('HORIZONTAL', 'VERTICAL') }),
	Radio: chosen('RADIO_BUTTON'),
	Drop: chosen('DROP_DOWN'),
	Multi: chosen('MULTI_SELECT'),
	File: plain('FILE', { thumbnailSize: fc.constantFrom('50', '150') }),
	Link: plain('LINK', { protocol: fc.constantFrom('WEB', 'MAIL') }),
	Time: plain('TIME', { defaultNowValue: flag }),
	Moment: plain('DATETIME', { unique: flag }),
	Groups: plain('GROUP_SELECT'),
	Departments: plain('ORGANIZATION_SELECT'),
	Calc: plain('CALC', { expression: fc.constant('Number + 1'), hideExpression: flag }),
	Box: plain('GROUP', { openGroup: flag }),
	日本語: plain('SINGLE_LINE_TEXT'),
};

function fieldsOf(app: string, { source }: Surroundings) {
	const from = (id: string) => ({ relatedApp: { app: id }, filterCond: '' });
	const lookup = plain('SINGLE_LINE_TEXT').map((field) => ({
		...field,
		lookup: {
			...from(source),
			relatedKeyField: 'Key',
			fieldMappings: [{ field: 'Copied', relatedField: 'Info' }],
			lookupPickerFields: ['Info'],
			sort: 'Key asc',
		},
	}));
	const related = (id: string) =>
		plain('REFERENCE_TABLE').map((field) => ({
			...field,
			referenceTable: {
				...from(id),
				condition: { field: 'Text', relatedField: id === app ? 'Text' : 'Key' },
				displayFields: id === app ? ['Number', 'Record_number'] : ['Info'],
				size: '10',
				sort: id === app ? 'Record_number desc' : '',
			},
		}));
	const table = fc
		.tuple(plain('SUBTABLE'), fc.record(COLUMNS, { requiredKeys: ['ColumnText'] }))
		.map(([field, fields]) => ({ ...field, fields }));
	const more = { Lookup: lookup, Related: related(source), Own: related(app), Table: table };
	return fc.record({ ...BASE, ...OTHERS, ...more }, { requiredKeys: Object.keys(BASE) as never });
}

/** All entries in any order. */
const shuffled = <T>(list: T[]) => fc.shuffledSubarray(list, { minLength: list.length });

/** What only a layout has. */
const decoration = fc.constantFrom<Json>(
	{ type: 'LABEL', label: '<b>Notes</b>', elementId: '', size: { width: '200' } },
	{ type: 'SPACER', elementId: 'space', size: { width: '50', height: '60' } },
	{ type: 'HR', elementId: '', size: { width: '300' } },
);

/** Each field in a row, in any order, some of them in the group. */
function layoutOf(fields: Record<string, Json>): fc.Arbitrary<Json[]> {
	const ofType = (wanted: RegExp) =>
		Object.entries(fields).filter(([, { type }]) => wanted.test(String(type)));
	const place = ([code, { type }]: [string, Json], width: string): Json => {
		return { type, code, ...(type !== 'REFERENCE_TABLE' && { size: { width } }) };
	};
	const tables = ofType(/^SUBTABLE$/).map(([code, { type, fields: columns }]) => {
		const entries = Object.entries(columns as Record<string, Json>);
		return { type, code, fields: entries.map((one) => place(one, '120')) };
	});
	const boxes = ofType(/^GROUP$/).map(([code, { type }]) => ({ type, code }));
	const extra = fc.array(decoration, { minLength: 4, maxLength: 4 });
	return fc
		.tuple(shuffled(ofType(/^(?!SUBTABLE$|GROUP$)/)), fc.nat(4), extra)
		.chain(([others, count, decorations]) => {
			const rows = others.map((one, at) => {
				const more = decorations.slice(at, at + 1);
				return { type: 'ROW', fields: [place(one, String(100 + at)), ...more] };
			});
			const inside = boxes.length > 0 ? rows.splice(0, count) : [];
			return shuffled<Json>([
				...rows,
				...tables,
				...boxes.map((box) => ({ ...box, layout: inside })),
			]);
		});
}

/** Files are written as `{upload}` until they are uploaded. */
const file = (...contents: string[]) => made({ type: 'FILE', upload: any(...contents) });

/** A value with any of those that its arbitraries give, at any depth. */
function made(spec: unknown): fc.Arbitrary<Json> {
	if (spec instanceof fc.Arbitrary) return spec as fc.Arbitrary<Json>;
	if (typeof spec !== 'object' || spec === null || Array.isArray(spec))
		return fc.constant(spec) as never;
	return fc.record(Object.fromEntries(Object.entries(spec).map(([key, one]) => [key, made(one)])));
}

const any = <T>(...values: T[]) => fc.constantFrom(...values);
const some = (spec: unknown) => fc.array(made(spec), { maxLength: 2 });
const everyone = { entity: { type: 'GROUP', code: 'everyone' } };
const [date, title] = [any('Due', 'Created_datetime'), any('Text', 'Record_number')];

const states = things(
	made({
		type: any('ONE', 'ALL', 'ANY'),
		entities: any(
			[],
			[{ entity: { type: 'CREATOR' } }],
			[{ entity: { type: 'FIELD_ENTITY', code: 'Who' } }],
		),
	}).map((assignee) => ({ assignee })),
).map((found): Json => {
	// Keys that are numbers come before all others.
	const inOrder = Object.values(found).sort(
		(one, other) => Number(one.index) - Number(other.index),
	);
	const [first, last = first] = inOrder.map((one) => String(one.name));
	if (first === undefined) return {};
	const nobody = { ...found[first], assignee: { type: 'ONE', entities: [] } };
	const actions = [{ name: 'Go', from: first, to: last, filterCond: 'Record_number > 1' }];
	return { states: { ...found, [first]: nobody }, actions };
});

const views = things(
	fc.oneof(
		made({
			type: 'LIST',
			fields: fc.subarray(['Text', 'Number', 'Record_number']),
			filterCond: condition,
			sort: any('', 'Record_number desc, Number asc'),
		}),
		made({ type: 'CALENDAR', date, title }),
		made({ type: 'CUSTOM', html: text, pager: flag, device: any('ANY', 'DESKTOP') }),
	),
);

const MANUAL = { selectionMode: 'MANUAL', code: 'Record_number' };
const period = any<Json>({ every: 'DAY', time: '09:00' }, { every: 'HOUR', minute: '5' });
const report = {
	chartType: any('COLUMN', 'AREA'),
	chartMode: any('NORMAL', 'STACKED'),
	groups: any([], [{ code: 'Created_datetime', per: 'MONTH' }], [{ code: 'Text' }]),
	aggregations: any<Json[]>([{ type: 'COUNT' }], [{ type: 'SUM', code: 'Number' }]),
	sorts: any([], [{ by: 'TOTAL', order: 'DESC' }]),
	filterCond: condition,
};
const reports = things(
	fc.oneof(made(report), made({ ...report, periodicReport: { active: flag, period } })),
);

const timing = fc.oneof(
	made({ code: date, daysLater: '-1', time: '09:00' }),
	made({ code: date, daysLater: '1', hoursLater: '2' }),
);

/** Settings besides the form, by their requests. */
function settingsOf({ source, plugins }: Surroundings) {
	const scripts = fc.array(
		fc.oneof(
			made({ type: 'URL', url: 'https://example.com/a.js' }),
			file('', '(() => {})();\n', 'nul \u0000', '\xff\xfe binary', '\xef\xbb\xbfmark'),
		),
		{ maxLength: 2 },
	);
	const record = any<Json[]>(
		[{ srcType: 'FIELD', srcField: 'Record_number', destField: 'Info' }],
		[{ srcType: 'RECORD_URL', destField: 'Info' }],
	);
	const category = things(things(made({ children: {} }), 2).map((children) => ({ children })));
	const told = made({ recordAdded: flag, commentAdded: flag, statusChanged: flag });
	const action = {
		destApp: { app: source },
		mappings: record,
		entities: [everyone.entity],
		filterCond: condition,
	};
	const rights = made({
		...everyone,
		recordViewable: true,
		recordEditable: flag,
		recordExportable: flag,
	});
	const notice = { filterCond: condition, title: text, targets };
	const general = fc
		.tuple(targets, told)
		.map(([all, one]) => all.map((each) => ({ ...each, ...one })));
	return {
		'app/categories': made({ enabled: flag, categories: category }),
		'app/status': fc.tuple(flag, states).map(([enable, found]): Json => ({ enable, ...found })),
		'app/views': made({ views }),
		'app/reports': made({ reports }),
		'app/settings': made({
			name: any('Orders', '受注'),
			description: text,
			theme: any('WHITE', 'BLUE'),
			icon: fc.oneof(made({ type: 'PRESET', key: 'APP1' }), file('\x89PNG\xff')),
			titleField: any<Json>({ selectionMode: 'AUTO' }, MANUAL),
			enableComments: flag,
			numberPrecision: { digits: '20', decimalPlaces: any('2', '4'), roundingMode: 'UP' },
		}),
		'app/actions': made({ actions: things(made(action)) }),
		'app/notifications/general': made({ notifications: general, notifyToCommenter: flag }),
		'app/notifications/perRecord': made({ notifications: some(notice) }),
		'app/notifications/reminder': made({
			notifications: some({ ...notice, timing }),
			timezone: any('UTC', 'Asia/Tokyo'),
		}),
		'record/acl': made({
			rights: some({ filterCond: condition, entities: [{ ...everyone, viewable: true }] }),
		}),
		'field/acl': fc.subarray(['Text', 'Record_number']).map((codes): Json => {
			const entities = [{ ...everyone, accessibility: 'READ' }];
			return { rights: codes.map((code) => ({ code, entities })) };
		}),
		'app/plugins': made({ ids: fc.subarray(plugins), config: any<Json>({}, { color: 'red' }) }),
		'app/customize': made({
			scope: any('ALL', 'ADMIN', 'NONE'),
			desktop: { js: scripts, css: scripts },
			mobile: { js: scripts, css: scripts },
		}),
		'app/adminNotes': made({ content: text, includeInTemplateAndDuplicates: flag }),
		'app/acl': rights.map((all): Json => {
			const maker = { entity: { type: 'CREATOR' }, appEditable: true, recordViewable: true };
			return { rights: [maker, all] };
		}),
	};
}

/** A form with its layout, and all other settings, in the order in which they are written. */
export interface GeneratedDesign {
	fields: Record<string, Json>;
	layout: Json[];
	settings: Record<string, Json>;
}

export function designs(app: string, known: Surroundings): fc.Arbitrary<GeneratedDesign> {
	return fc.tuple(fieldsOf(app, known), fc.record(settingsOf(known))).chain(([fields, settings]) =>
		layoutOf(fields as Record<string, Json>).map((layout) => ({
			fields: fields as Record<string, Json>,
			layout,
			settings: settings as Record<string, Json>,
		})),
	);
}

/** Writes a design past the node, and deploys it. */
export async function build(api: Api, app: string, design: GeneratedDesign): Promise<void> {
	const { fields, layout, settings } = design;
	const form = await api.get<{ properties: Record<string, Json> }>('app/form/fields.json', { app });
	const built = new Map(Object.entries(form.properties).map(([code, one]) => [one.type, code]));
	const rankOf = ({ type, lookup, expression }: Json) =>
		built.has(type) ? 0 : lookup || expression || /TABLE/.test(String(type)) ? 2 : 1;
	const coded = (some: Record<string, Json>): Record<string, Json> =>
		Object.fromEntries(
			Object.entries(some).map(([code, one]) => {
				const columns = one.fields ? { fields: coded(one.fields as Record<string, Json>) } : {};
				return [code, { code, ...one, ...columns }];
			}),
		);
	const all = Object.entries(coded(fields));
	for (const rank of [0, 1, 2]) {
		const some = all.filter(([, one]) => rankOf(one) === rank);
		const named = some.map(([code, one]) => [built.get(one.type) ?? code, one]);
		const body = { app, properties: Object.fromEntries(named) as Json };
		if (some.length > 0) await api.ok(rank ? 'POST' : 'PUT', 'preview/app/form/fields.json', body);
	}
	await api.ok('PUT', 'preview/app/form/layout.json', { app, layout });
	for (const [path, body] of Object.entries(settings)) {
		if (path !== 'app/plugins') {
			const uploaded = (await withUploads(api, body)) as Json;
			await api.ok('PUT', `preview/${path}.json`, { app, ...uploaded });
			continue;
		}
		const { ids, config } = body as { ids: string[]; config: Json };
		if (ids.length > 0) await api.ok('POST', 'preview/app/plugins.json', { app, ids });
		for (const id of ids)
			await api.ok('PUT', 'preview/app/plugin/config.json', { app, id, config });
	}
	await api.deploy(app);
}

async function withUploads(api: Api, value: unknown): Promise<unknown> {
	if (Array.isArray(value)) return await Promise.all(value.map((one) => withUploads(api, one)));
	if (typeof value !== 'object' || value === null) return value;
	if ('upload' in value) {
		const content = Buffer.from(String(value.upload), 'latin1');
		return {
			type: 'FILE',
			file: { fileKey: await api.upload(content, 'a.js', 'text/javascript') },
		};
	}
	const entries = Object.entries(value).map(async ([key, one]) => [
		key,
		await withUploads(api, one),
	]);
	return Object.fromEntries((await Promise.all(entries)) as Array<[string, unknown]>) as Json;
}

/** Where each part of a design is, and under which key of the answer. */
export const PARTS: Record<string, [path: string, key?: string]> = {
	fields: ['app/form/fields', 'properties'],
	layout: ['app/form/layout', 'layout'],
	categories: ['app/categories'],
	process: ['app/status'],
	views: ['app/views', 'views'],
	reports: ['app/reports', 'reports'],
	settings: ['app/settings'],
	actions: ['app/actions', 'actions'],
	generalNotifications: ['app/notifications/general'],
	perRecordNotifications: ['app/notifications/perRecord', 'notifications'],
	reminders: ['app/notifications/reminder'],
	recordPermissions: ['record/acl', 'rights'],
	fieldPermissions: ['field/acl', 'rights'],
	plugins: ['app/plugins', 'plugins'],
	customization: ['app/customize'],
	adminNotes: ['app/adminNotes'],
	appPermissions: ['app/acl', 'rights'],
};

/** What the service tells of a live app, without revisions and IDs, and with files by their size. */
export async function settingsIn(api: Api, app: string): Promise<Json> {
	const found: Json = {};
	for (const [path] of Object.values(PARTS)) found[path] = await api.get(`${path}.json`, { app });
	const own = (value: unknown, key = ''): unknown => {
		// The order in which plugins were added is no part of a design.
		if (key === 'plugins') return new Map((value as Json[]).map((one) => [one.id, own(one)]));
		if (Array.isArray(value)) return value.map((one) => own(one));
		if (typeof value !== 'object' || value === null)
			return value === app && key === 'app' ? 'own' : value;
		const left = Object.entries(value).filter(
			([inner, one]) => typeof one === 'object' || !['revision', 'fileKey'].includes(inner),
		);
		const isThing = 'index' in value && 'id' in value && typeof value.id === 'string';
		const kept = left.filter(([inner]) => !(isThing && inner === 'id'));
		return Object.fromEntries(kept.map(([inner, one]) => [inner, own(one, inner)]));
	};
	return own(found) as Json;
}
