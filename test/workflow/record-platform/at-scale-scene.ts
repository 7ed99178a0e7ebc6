import type { IDataObject } from 'n8n-workflow';

import type { NodeOutcome } from '../../support/workflow';
import { type TestApp, useNewApp } from './app';
import { automatic, jsonOf, ORDER_PROCESS, type Run, schemaOf } from './world';

export const FIELDS = { Key: { type: 'SINGLE_LINE_TEXT', unique: true }, Amount: 'NUMBER' };
const created = { Key: 'SINGLE_LINE_TEXT', Amount: 'NUMBER' };
export const schema = schemaOf({ $id: '__ID__', ...created });

export const list = <T>(count: number, make: (index: number) => T) =>
	Array.from({ length: count }, (_, index) => make(index));
/** Items k0, k1, … whose amount is their number. */
export const keyed = (count: number) =>
	list(count, (index) => ({ Key: `k${index}`, Amount: index }));

/** What a test says of a run beside its operation and items. */
export type More = Partial<Omit<Run, 'operation' | 'items'>> & { options?: IDataObject };

export const matchBy = (field: string): More => ({
	parameters: { fields: automatic({ schema, matchingColumns: [field] }) },
});

export const bulks = (count: number) => list(count, () => 'POST /k/v1/bulkRequest.json');

/** The requests of `bulks` for items of so many apps whose form is read before, after a small request that goes ahead. */
export const formAndBulks = (count: number, { apps = 1, ahead = '' } = {}) => [
	...list(apps, () => 'GET /k/v1/app/form/fields.json'),
	...(ahead && [ahead]),
	...bulks(count),
];

export interface AtScale {
	app: TestApp;
	write: (operation: string, items: IDataObject[], more?: More) => Promise<NodeOutcome>;
	/** What an app holds, oldest first; the test's own app unless another is named. */
	records: (of?: string) => Promise<Array<{ id: string; key: string; amount: string }>>;
	/** Makes records k0, k1, … and gives their IDs. */
	filled: (count: number) => Promise<string[]>;
}

/** Gives each test of the file an app of keys and amounts; call it once, outside of tests. */
export function useAtScale(): AtScale {
	const app = useNewApp(FIELDS, ORDER_PROCESS);
	const write: AtScale['write'] = async (
		operation,
		items,
		{ parameters, options = {}, ...more } = {},
	) => {
		const fields = automatic({
			schema: operation.startsWith('create') ? schemaOf(created) : schema,
		});
		return await app.run(operation, { fields, options, ...parameters }, { items, ...more });
	};
	return {
		app,
		write,
		records: async (of = app.id) =>
			(await app.api.allValues(of)).map(({ $id, Key, Amount }) => ({
				id: String($id),
				key: String(Key),
				amount: String(Amount),
			})),
		filled: async (count) => {
			const made = jsonOf(await write('create', keyed(count)));
			await app.sandbox.forget();
			return made.map(({ $id }) => String($id));
		},
	};
}
