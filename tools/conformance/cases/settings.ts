import type { Scene } from '../scene';
import type { Side } from '../side';
import { k, topic } from './case';

const FIELDS = k('preview/app/form/fields');

const parts = [
	'app/form/layout',
	'app/views',
	'app/reports',
	'app/settings',
	'app/status',
	'app/customize',
	'app/notifications/general',
	'app/notifications/perRecord',
	'app/notifications/reminder',
	'app/acl',
	'record/acl',
	'field/acl',
	'app/actions',
	'app/adminNotes',
];

const property = (code: string, field: object) => ({ [code]: { code, label: code, ...field } });

export const settingsCases = [
	...topic(
		'Settings of a new app',
		Object.fromEntries(
			parts.map((part) => [
				part,
				async (side: Side, { products }: Scene) => {
					await side.ask('GET', k(part, { app: products }), undefined, ['id']);
				},
			]),
		),
	),
	...topic('Fields', {
		'the form with its defaults': async (side, { main, products, strict }) => {
			for (const app of [main, products, strict]) {
				await side.ask('GET', k('app/form/fields', { app }));
			}
		},
		'codes that cannot be used': async (side, { strict: app }) => {
			for (const code of ['1st', 'a b', 'a-b', 'a.b', 'あ（い）', 'a_b', 'min']) {
				const properties = property(code, { type: 'SINGLE_LINE_TEXT' });
				await side.ask('POST', FIELDS, { app, properties });
			}
		},
		'lookups and formulas that do not fit': async (side, { strict: app, products }) => {
			const lookup = (mapped: string) => ({
				relatedApp: { app: products },
				relatedKeyField: 'name',
				fieldMappings: [{ field: 'min', relatedField: mapped }],
				lookupPickerFields: [],
				filterCond: '',
				sort: '',
			});
			const text = { type: 'SINGLE_LINE_TEXT' };
			const add = (properties: object) => side.ask('POST', FIELDS, { app, properties });
			await add(property('look', { ...text, lookup: lookup('nowhere') }));
			await add(property('nothing', { type: 'NO_SUCH_TYPE' }));
			await add(property('choice', { type: 'DROP_DOWN' }));
		},
		'deleting built-in and missing fields': async (side, { strict: app, recordNumber }) => {
			await side.ask('DELETE', FIELDS, { app, fields: [recordNumber] });
			await side.ask('DELETE', FIELDS, { app, fields: ['nowhere'] });
		},
		'a layout without one of the fields': async (side, { strict: app }) => {
			await side.ask('PUT', k('preview/app/form/layout'), {
				app,
				layout: [{ type: 'ROW', fields: [{ type: 'SINGLE_LINE_TEXT', code: 'min' }] }],
			});
		},
	}),
	...topic('Changing settings', {
		'a revision that is not the latest': async (side, { strict: app }) => {
			const body = { app, description: 'x', revision: 1 };
			await side.ask('PUT', k('preview/app/settings'), body);
		},
		views: async (side, { strict: app }) => {
			const view = (more: object) => ({
				app,
				views: { One: { index: 0, type: 'LIST', name: 'One', ...more } },
			});
			const put = (body: object) =>
				side.ask('PUT', k('preview/app/views'), body, ['id', 'revision']);
			await put(view({ fields: ['min'], filterCond: 'min = "x"', sort: 'min asc' }));
			await put(view({ fields: ['nowhere'] }));
			await put(view({ filterCond: 'min = ' }));
			await side.ask('GET', k('preview/app/views', { app }), undefined, ['id', 'revision']);
		},
		reverting: async (side, { strict: app }) => {
			const body = { apps: [{ app }], revert: true };
			await side.ask('POST', k('preview/app/deploy'), body);
			await side.ask('GET', k('preview/app/views', { app }), undefined, ['id', 'revision']);
		},
	}),
];
