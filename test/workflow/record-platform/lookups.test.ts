import { cells } from '../../sandbox/record-platform/api';
import { pricesOf } from '../../support/lookup-scene';
import { useNewApp } from './app';
import { byId, itemsOf, jsonOf, mapping, oAuth2Credential } from './world';

const text = { type: 'SINGLE_LINE_TEXT' };
let products: string;
const app = useNewApp(() => ({
	Product: { ...text, label: 'Article', lookup: pricesOf(products, 'Cost') },
	Cost: { type: 'NUMBER' },
	Lines: {
		type: 'SUBTABLE',
		fields: {
			Part: { ...text, lookup: pricesOf(products, 'Part_cost') },
			Part_cost: { type: 'NUMBER' },
			Quantity: { type: 'NUMBER' },
		},
	},
}));
const { sandbox, run } = app;

beforeAll(async () => {
	products = await app.api.makeApp({ Code: { ...text, unique: true }, Price: { type: 'NUMBER' } });
});

/** Makes products of these prices, or gives them these. */
async function price(prices: Record<string, string>): Promise<void> {
	for (const [Code, Price] of Object.entries(prices)) {
		const records = [{ updateKey: { field: 'Code', value: Code }, record: cells({ Price }) }];
		await app.api.ok('PUT', 'records.json', { app: products, upsert: true, records });
	}
}

const line = (Part: string, Quantity: string) => ({ value: cells({ Part, Quantity }) });
const ALL = { filterBy: 'query', query: '$id > 0' };
const byItem = { recordId: byId('={{ $json.$id }}') };

test('a lookup that was refused says that a token of its source app may be missing', async () => {
	await price({ A: '10' });
	const apiTokens = await app.token('view', 'add');
	const account = { signInWith: 'apiTokens', apiTokens };
	const { error } = await run('create', { fields: mapping({ Product: 'A' }) }, { account });
	expect(error?.message).toContain('GAIA_LO04');
	expect(error?.description).toContain('needs a token of the source app');
	expect(JSON.stringify(error)).not.toContain(apiTokens);
});

describe('Update Lookups', () => {
	test('looks up again what is outdated, in tables too, and tells what changed', async () => {
		await price({ A: '10', B: '20' });
		const one = await app.create({ Product: 'A', Lines: [line('A', '3'), line('B', '4')] });
		const other = await app.create({ Product: 'B' });
		await price({ A: '11' });
		await sandbox.forget();
		const outcome = await run('updateLookups', byItem, { items: [{ $id: one }, { $id: other }] });
		expect(jsonOf(outcome)).toEqual([
			{
				$id: one,
				$revision: '2',
				$updated: true,
				$notFound: [],
				$changes: [
					{ field: 'Cost', from: '10', to: '11' },
					{ field: 'Part_cost', row: expect.any(String), from: '10', to: '11' },
				],
			},
			{ $id: other, $revision: '1', $updated: false, $changes: [], $notFound: [] },
		]);
		expect(itemsOf(outcome.output)).toEqual([0, 1]);
		expect(await app.writes()).toHaveLength(1);
		expect((await app.records())[0]).toMatchObject({
			Cost: '11',
			Lines: [
				{ value: { Part_cost: { value: '11' }, Quantity: { value: '3' } } },
				{ value: { Part_cost: { value: '20' }, Quantity: { value: '4' } } },
			],
		});
	});

	it('tells keys that have no record any more, and renews the others', async () => {
		await price({ A: '1', Lost: '1' });
		const kept = await app.create({ Product: 'A' });
		const lost = await app.create({ Product: 'Lost' });
		const ids = await app.api.ids(products, 'Code = "Lost"');
		await app.api.ok('DELETE', 'records.json', { app: products, ids });
		await price({ A: '5' });
		expect(jsonOf(await run('updateLookupsByConditions', ALL))).toEqual([
			expect.objectContaining({ $id: kept, $updated: true, $notFound: [] }),
			expect.objectContaining({ $id: lost, $updated: false, $notFound: ['Product'] }),
		]);
		const items = [{ $id: lost }, { $id: '99999' }];
		const more = { items, onError: 'continueRegularOutput' as const };
		const { output } = await run('updateLookups', byItem, more);
		expect(output[0]?.error?.message).toContain('GAIA_LO04');
		expect(output[1]?.error?.message).toContain('Record 99999 was not found');
	});

	it('names the lookup and the token that it needs', async () => {
		const apiTokens = await app.token('view', 'edit');
		const account = { signInWith: 'apiTokens', apiTokens };
		const items = [{ $id: await app.create({ Product: 'A' }) }];
		const { error } = await run('updateLookups', byItem, { account, items });
		expect(error?.message).toContain('The lookup "Article" (Product) copies from its source app');
		expect(error?.description).toContain('API token of its source app');
		const wrong = await run('updateLookups', { ...byItem, lookups: ['Cost'] }, { items });
		expect(wrong.error?.message).toContain('The app has no lookup "Cost"');
		expect(wrong.error?.description).toContain('Product, Part');
	});
});

const PRODUCT = { filterBy: 'query', query: 'Product != ""', lookups: ['Product'] };

describe('Update Lookups by Conditions', () => {
	/** So many records with an outdated lookup. */
	const outdated = async (count: number) => {
		await price({ A: '1' });
		await app.fill(Array.from({ length: count }, () => ({ Product: 'A' })));
		await price({ A: '2' });
		await sandbox.forget();
	};

	test('renews many records in few requests, as a dry run tells before', async () => {
		await outdated(600);
		const dry = { ...PRODUCT, options: { dryRun: true } };
		const told = {
			dryRun: true,
			operation: 'Update Lookups by Conditions',
			apps: [app.id],
			items: 1,
			records: 600,
			requests: 2,
			refused: [],
		};
		expect(jsonOf(await run('updateLookupsByConditions', dry))).toEqual([told]);
		expect(await app.writes()).toEqual([]);
		const rows = jsonOf(await run('updateLookupsByConditions', PRODUCT));
		expect(rows).toHaveLength(600);
		const changes = [{ field: 'Cost', from: '1', to: '2' }];
		expect(rows[0]).toMatchObject({ $updated: true, $changes: changes });
		expect(await app.writes()).toHaveLength(told.requests);
		expect(jsonOf(await run('updateLookupsByConditions', dry))).toEqual([
			{ ...told, records: 0, requests: 0 },
		]);
		expect(jsonOf(await run('updateLookupsByConditions', PRODUCT))).toEqual([]);
	});

	it('says how many records were written before a request that failed', async () => {
		await outdated(300);
		// With OAuth2 there is no bulk request: three calls write what one would.
		const credential = await oAuth2Credential(sandbox);
		const failing = { method: 'PUT', path: '/k/v1/records.json', status: 403, code: 'CB_NO02' };
		await sandbox.faults({ ...failing, skip: 2 });
		const { error } = await run('updateLookupsByConditions', PRODUCT, { credential });
		expect(error?.message).toContain('CB_NO02');
		expect(error?.description).toContain('200 records were updated before this error');
	});
});
