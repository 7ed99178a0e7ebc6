import { type Api, cells } from '../sandbox/record-platform/api';

/** The setting of a lookup by a field of `app`, which copies others of its fields: each to which, from which. */
export const lookupOf = (
	app: string,
	relatedKeyField: string,
	...copies: Array<[field: string, relatedField: string]>
) => ({
	relatedApp: { app },
	relatedKeyField,
	fieldMappings: copies.map(([field, relatedField]) => ({ field, relatedField })),
	lookupPickerFields: [],
	filterCond: '',
	sort: '',
});

/** The setting of a lookup by the field Code of `app`, which copies its Price to `field`. */
export const pricesOf = (app: string, field: string) => lookupOf(app, 'Code', [field, 'Price']);

/** An app whose lookup takes from another one. */
export async function lookupScene(api: Api) {
	const source = await api.makeApp({
		Code: { type: 'SINGLE_LINE_TEXT', unique: true },
		Price: { type: 'NUMBER' },
	});
	const app = await api.makeApp({
		Product: { type: 'SINGLE_LINE_TEXT', lookup: pricesOf(source, 'Cost') },
		Cost: { type: 'NUMBER' },
	});
	let made = 0;
	return {
		app,
		/** Makes a record whose copies are not what the source app holds any more; gives its ID. */
		outdated: async () => {
			const code = `P${(made += 1)}`;
			const id = await api.create(source, cells({ Code: code, Price: 1 }));
			const order = await api.create(app, cells({ Product: code }));
			await api.ok('PUT', 'record.json', { app: source, id, record: cells({ Price: 2 }) });
			return order;
		},
	};
}
