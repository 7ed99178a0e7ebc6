import fc from 'fast-check';

import type { Api } from '../../sandbox/record-platform/api';
import { installedPlugin } from '../../support/installed-plugin';

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

type Json = Record<string, unknown>;

/** A part of a generated design: its request, and the body besides the app. */
export type Writes = Array<[path: string, body: Json]>;

const flag = fc.boolean();
const words = ['', 'Amount', '金額', 'a "quoted" one', 'two\nlines'];
const text = fc.constantFrom(...words);
const name = fc.constantFrom(
	'Open',
	'Done',
	'保留',
	'a, b',
	'x.y[0]',
	'1',
	'options',
	'id',
	'fields',
);
const names = (maxLength: number) => fc.uniqueArray(name, { minLength: 1, maxLength });
const label = fc.constantFrom('Amount', '金額', 'With "quotes"', 'x'.repeat(128));
const condition = fc.constantFrom('', 'Number > 0', 'Text = "a" and Number < 5');
const people = fc.subarray([
	{ type: 'USER', code: 'sato' },
	{ type: 'GROUP', code: 'everyone' },
	{ type: 'FIELD_ENTITY', code: 'Who' },
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
	Formula: plain('SINGLE_LINE_TEXT', { expression: fc.constant('Text & "!"') }),
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
				displayFields: id === app ? ['Number'] : ['Info'],
				size: '10',
				sort: '',
			},
		}));
	const table = fc
		.tuple(plain('SUBTABLE'), fc.record(COLUMNS, { requiredKeys: ['ColumnText'] }))
		.map(([field, fields]) => ({ ...field, fields }));
	const more = { Lookup: lookup, Related: related(source), Own: related(app), Table: table };
	return fc.record({ ...BASE, ...OTHERS, ...more }, { requiredKeys: Object.keys(BASE) as never });
}

/** Each field in a row of its own or with others, some of them in the group, with what only a layout has. */
function layoutOf(fields: Record<string, Json>) {
	const of = (code: string, { type }: Json) => ({ type, code });
	const isAlone = ({ type }: Json) => type === 'SUBTABLE' || type === 'GROUP';
	const alone = Object.entries(fields).filter(([, one]) => isAlone(one));
	const others = Object.entries(fields).filter(([, one]) => !isAlone(one));
	const decoration = fc.constantFrom<Json>(
		{ type: 'LABEL', label: '<b>Notes</b>', elementId: '', size: { width: '200' } },
		{ type: 'SPACER', elementId: 'space', size: { width: '50', height: '60' } },
		{ type: 'HR', elementId: '', size: { width: '300' } },
	);
	const sized = (one: Json, width: string) =>
		one.type === 'REFERENCE_TABLE' ? one : { ...one, size: { width } };
	const row = (one: Json) =>
		fc
			.tuple(fc.constantFrom('150', '400'), fc.array(decoration, { maxLength: 2 }))
			.map(([width, extra]): Json => ({ type: 'ROW', fields: [sized(one, width), ...extra] }));
	return fc
		.tuple(
			...others.map(([code, field]) => fc.tuple(row(of(code, field)), flag)),
			fc.array(fc.nat(1000), { minLength: 40, maxLength: 40 }),
		)
		.map((drawn) => {
			const order = drawn.at(-1) as number[];
			const rows = drawn.slice(0, -1) as Array<[Json, boolean]>;
			const box = alone.find(([, { type }]) => type === 'GROUP');
			const isInside = (at: number) => box !== undefined && rows[at]?.[1] === true;
			const inside = rows.filter((_, at) => isInside(at)).map(([one]) => one);
			const outside = rows.filter((_, at) => !isInside(at)).map(([one]) => one);
			const tables = alone
				.filter(([, { type }]) => type === 'SUBTABLE')
				.map(([code, { fields: columns }]) => ({
					type: 'SUBTABLE',
					code,
					fields: Object.entries(columns as Record<string, Json>).map(([own, one]) =>
						sized(of(own, one), '120'),
					),
				}));
			const all = [
				...outside,
				...tables,
				...(box ? [{ type: 'GROUP', code: box[0], layout: inside }] : []),
			];
			return all
				.map((one, at) => [order[at] ?? 0, one] as const)
				.sort(([one], [other]) => one - other)
				.map(([, one]) => one);
		});
}

const file = (contents: string[], as: (key: string) => Json) =>
	fc.constantFrom(...contents).map((content) => ({ upload: content, as }));

/** Settings besides the form. Files are written as `{upload, as}` until they are uploaded. */
function settingsOf({ source, plugins }: Surroundings) {
	const asFile = (fileKey: string) => ({ type: 'FILE', file: { fileKey } });
	const script = fc.oneof(
		fc.constantFrom<unknown>({ type: 'URL', url: 'https://example.com/a.js' }),
		file(['', '(() => {})();\n', '日本語 \u0000 \uFEFF', '\xff\xfe binary'], asFile),
	);
	const scripts = fc.record({
		js: fc.array(script, { maxLength: 2 }),
		css: fc.array(script, { maxLength: 1 }),
	});
	const assignee = fc.record({
		type: fc.constantFrom('ONE', 'ALL', 'ANY'),
		entities: fc.constantFrom(
			[],
			[{ entity: { type: 'CREATOR' } }],
			[{ entity: { type: 'FIELD_ENTITY', code: 'Who' } }],
		),
	});
	const process = fc
		.record({ enable: flag, found: things(fc.record({ assignee })), name })
		.map(({ enable, found, name: action }) => {
			const states = Object.fromEntries(
				Object.entries(found).map(([key, one]) => [
					key,
					one.index === '0' ? { ...one, assignee: { type: 'ONE', entities: [] } } : one,
				]),
			);
			const [first, last = first] = Object.keys(states);
			if (first === undefined) return { enable };
			const actions = [{ name: action, from: first, to: last, filterCond: 'Number > 1' }];
			return { enable, states, actions };
		});
	const category: fc.Arbitrary<Json> = things(
		things(fc.constant({ children: {} }), 2).map((children) => ({ children })),
	);
	const rights = {
		recordViewable: fc.constant(true),
		recordEditable: flag,
		recordDeletable: flag,
		recordExportable: flag,
	};
	const view = fc.oneof(
		fc.record({
			type: fc.constant('LIST'),
			fields: fc.subarray(['Text', 'Number', 'Due']),
			filterCond: condition,
			sort: fc.constantFrom('', 'Number desc'),
		}),
		fc.record({
			type: fc.constant('CALENDAR'),
			date: fc.constant('Due'),
			title: fc.constant('Text'),
		}),
		fc.record({
			type: fc.constant('CUSTOM'),
			html: text,
			pager: flag,
			device: fc.constantFrom('ANY', 'DESKTOP'),
		}),
	);
	const report = fc.record(
		{
			chartType: fc.constantFrom('COLUMN', 'AREA'),
			chartMode: fc.constantFrom('NORMAL', 'STACKED'),
			groups: fc.constantFrom([], [{ code: 'Due', per: 'MONTH' }], [{ code: 'Text' }]),
			aggregations: fc.constantFrom([{ type: 'COUNT' }], [{ type: 'SUM', code: 'Number' }]),
			sorts: fc.constantFrom([], [{ by: 'TOTAL', order: 'DESC' }]),
			filterCond: condition,
			periodicReport: fc.record({
				active: flag,
				period: fc.constantFrom({ every: 'DAY', time: '09:00' }, { every: 'HOUR', minute: '5' }),
			}),
		},
		{ requiredKeys: ['chartType', 'chartMode', 'groups', 'aggregations', 'sorts', 'filterCond'] },
	);
	const actions = things(
		fc.record({
			destApp: fc.constant({ app: source }),
			mappings: fc.constantFrom(
				[{ srcType: 'FIELD', srcField: 'Text', destField: 'Info' }],
				[{ srcType: 'RECORD_URL', destField: 'Info' }],
			),
			entities: fc.constant([{ type: 'GROUP', code: 'everyone' }]),
			filterCond: condition,
		}),
	);
	const told = fc.record({ recordAdded: flag, commentAdded: flag, statusChanged: flag });
	return {
		'app/categories': fc.record({ enabled: flag, categories: category }),
		'app/status': process,
		'app/views': fc.record({ views: things(view) }),
		'app/reports': fc.record({ reports: things(report) }),
		'app/settings': fc.record({
			name: fc.constantFrom('Orders', '受注'),
			description: text,
			theme: fc.constantFrom('WHITE', 'BLUE'),
			icon: fc.oneof<fc.Arbitrary<unknown>[]>(
				fc.constant({ type: 'PRESET', key: 'APP1' }),
				file(['\x89PNG\xff'], asFile),
			),
			titleField: fc.constantFrom(
				{ selectionMode: 'AUTO' },
				{ selectionMode: 'MANUAL', code: 'Text' },
			),
			enableComments: flag,
			enableBulkDeletion: flag,
			numberPrecision: fc.constantFrom({ digits: '20', decimalPlaces: '2', roundingMode: 'UP' }),
			firstMonthOfFiscalYear: fc.constantFrom('1', '4'),
		}),
		'app/actions': fc.record({ actions }),
		'app/notifications/general': fc.record({
			notifications: fc
				.tuple(targets, told)
				.map(([some, one]) => some.map((target) => ({ ...target, ...one }))),
			notifyToCommenter: flag,
		}),
		'app/notifications/perRecord': fc.record({
			notifications: fc.array(fc.record({ filterCond: condition, title: text, targets }), {
				maxLength: 2,
			}),
		}),
		'app/notifications/reminder': fc.record({
			notifications: fc.array(
				fc.record({
					timing: fc.constantFrom(
						{ code: 'Due', daysLater: '-1', time: '09:00' },
						{ code: 'Due', daysLater: '1', hoursLater: '2' },
					),
					filterCond: condition,
					title: text,
					targets,
				}),
				{ maxLength: 2 },
			),
			timezone: fc.constantFrom('UTC', 'Asia/Tokyo'),
		}),
		'record/acl': fc.record({
			rights: fc.array(
				fc.record({
					filterCond: condition,
					entities: targets.map((some) => some.map((one) => ({ ...one, viewable: true }))),
				}),
				{ maxLength: 2 },
			),
		}),
		'field/acl': fc.record({
			rights: fc.subarray(['Text', 'Number', 'Table']).map((codes) =>
				codes
					.filter((code) => code !== 'Table')
					.map((code) => ({
						code,
						entities: [{ entity: { type: 'GROUP', code: 'everyone' }, accessibility: 'READ' }],
					})),
			),
		}),
		'app/plugins': fc.record({
			ids: fc.subarray(plugins),
			config: fc.constantFrom({}, { color: 'red', __proto: 'x' }),
		}),
		'app/customize': fc.record({
			scope: fc.constantFrom('ALL', 'ADMIN', 'NONE'),
			desktop: scripts,
			mobile: scripts,
		}),
		'app/adminNotes': fc.record({ content: text, includeInTemplateAndDuplicates: flag }),
		'app/acl': fc.record({
			rights: fc.record(rights).map((everyone) => [
				{ entity: { type: 'CREATOR' }, appEditable: true, recordViewable: true },
				{ entity: { type: 'GROUP', code: 'everyone' }, ...everyone },
			]),
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
	const isLate = ({ type, lookup, expression }: Json) =>
		lookup !== undefined || expression !== undefined || /TABLE/.test(String(type));
	const coded = (some: Record<string, Json>): Record<string, Json> =>
		Object.fromEntries(
			Object.entries(some).map(([code, one]) => {
				const columns = one.fields ? { fields: coded(one.fields as Record<string, Json>) } : {};
				return [code, { code, ...one, ...columns }];
			}),
		);
	const all = Object.entries(coded(fields));
	for (const late of [false, true]) {
		const properties = Object.fromEntries(all.filter(([, one]) => isLate(one) === late));
		if (Object.keys(properties).length > 0)
			await api.ok('POST', 'preview/app/form/fields.json', { app, properties });
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
		const { upload, as } = value as unknown as { upload: string; as(key: string): Json };
		return as(await api.upload(Buffer.from(upload, 'latin1'), 'file.js', 'text/javascript'));
	}
	const entries = Object.entries(value).map(async ([key, one]) => [
		key,
		await withUploads(api, one),
	]);
	return Object.fromEntries((await Promise.all(entries)) as Array<[string, unknown]>) as Json;
}

const PATHS = [
	...[
		'app/form/fields',
		'app/form/layout',
		'app/categories',
		'app/status',
		'app/views',
		'app/reports',
	],
	...['app/settings', 'app/actions', 'app/notifications/general', 'app/notifications/perRecord'],
	...['app/notifications/reminder', 'record/acl', 'field/acl', 'app/plugins', 'app/customize'],
	...['app/adminNotes', 'app/acl'],
];

/** What the service tells of one side of an app, without revisions and IDs, and with files by their size. */
export async function settingsIn(api: Api, app: string, side = ''): Promise<Json> {
	const found: Json = {};
	for (const path of PATHS) found[path] = await api.get(`${side}${path}.json`, { app });
	const own = (value: unknown, key = ''): unknown => {
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
