import {
	bulks,
	FIELDS,
	formAndBulks,
	keyed,
	list,
	matchBy,
	schema,
	useAtScale,
} from './at-scale-scene';
import { byId, itemsOf, jsonOf, mapping } from './world';

const { app, write, records, filled } = useAtScale();
const { sandbox } = app;

describe('writing many', () => {
	test('items are created by the hundred and two thousand a request', async () => {
		const { output, hints } = await write('create', keyed(4500));
		expect(await sandbox.calls()).toEqual(formAndBulks(3, { ahead: 'POST /k/v1/records.json' }));
		expect(itemsOf(output)).toEqual(list(4500, (index) => index));
		const byRecord = new Map((await records()).map(({ id, key }) => [id, key]));
		expect(output.map(({ json }) => byRecord.get(String(json.$id)))).toEqual(
			list(4500, (index) => `k${index}`),
		);
		expect(hints.map(({ message }) => message)).toEqual(['4,500 created (5 requests)']);
	});

	test('records are updated by ID or by a unique field, two thousand a request', async () => {
		const ids = await filled(2300);
		const amounts = async () => {
			const byId = new Map((await records()).map(({ id, amount }) => [id, amount]));
			return ids.map((id) => byId.get(id));
		};
		const byNumber = ids.map((id, index) => ({ $id: id, Amount: index + 1 }));
		jsonOf(await write('update', byNumber, matchBy('$id')));
		expect(await sandbox.calls()).toEqual(formAndBulks(2, { ahead: 'PUT /k/v1/records.json' }));
		expect(await amounts()).toEqual(list(2300, (index) => `${index + 1}`));
		await sandbox.forget();
		const byKey = list(2300, (index) => ({ Key: `k${index}`, Amount: -index - 1 }));
		const output = jsonOf(await write('update', byKey, matchBy('Key')));
		expect(await sandbox.calls()).toEqual(formAndBulks(2, { ahead: 'PUT /k/v1/records.json' }));
		expect(output.map(({ $id }) => $id)).toEqual(ids);
		expect(await amounts()).toEqual(list(2300, (index) => `${-index - 1}`));
	});

	test('the service itself creates or updates, two thousand a request', async () => {
		await filled(1000);
		const items = list(2300, (index) => ({ Key: `k${index}`, Amount: 7 }));
		const output = jsonOf(await write('upsert', items, matchBy('Key')));
		expect(await sandbox.calls()).toEqual(formAndBulks(2, { ahead: 'PUT /k/v1/records.json' }));
		expect(output.map(({ $operation }) => $operation)).toEqual(
			list(2300, (index) => (index < 1000 ? 'UPDATE' : 'INSERT')),
		);
		const found = await records();
		expect(found).toHaveLength(2300);
		expect(new Set(found.map(({ amount }) => amount))).toEqual(new Set(['7']));
	});

	test('records are deleted by ID and by conditions, two thousand a request', async () => {
		const some = (await filled(4500)).slice(0, 2300).map(($id) => ({ $id }));
		const recordId = { mode: 'id', value: '={{ $json.$id }}' };
		const { output } = await write('delete', some, { parameters: { recordId } });
		expect(output.map(({ json }) => json)).toEqual(some.map((one) => ({ ...one, deleted: true })));
		expect(await sandbox.calls()).toEqual(['DELETE /k/v1/records.json', ...bulks(2)]);
		await sandbox.forget();
		const rows = [{ field: 'Amount|NUMBER', operator: 'greaterOrEqual', value: '0' }];
		const byConditions = await write('deleteByConditions', [{}], {
			parameters: { filterBy: 'conditions', conditions: { rows }, atMost: 5000 },
		});
		expect(jsonOf(byConditions)).toEqual([{ deleted: true, count: 2200 }]);
		expect((await sandbox.calls()).filter((path) => path.includes('bulkRequest'))).toHaveLength(2);
		expect(await records()).toEqual([]);
	});

	test('results stay with their items across calls, requests and apps', async () => {
		const other = await app.api.makeApp(FIELDS);
		await sandbox.forget();
		const items = keyed(2500).map((item, index) => ({ ...item, app: index % 3 ? app.id : other }));
		const { output } = await write('create', items, {
			parameters: {
				app: byId('={{ $json.app }}'),
				fields: mapping({ Key: '={{ $json.Key }}' }, { schema }),
			},
		});
		expect(await sandbox.calls()).toEqual(
			formAndBulks(2, { apps: 2, ahead: 'POST /k/v1/records.json' }),
		);
		expect(itemsOf(output)).toEqual(items.map((_, index) => index));
		const keys = new Map(
			await Promise.all(
				[app.id, other].map(
					async (one) =>
						[one, new Map((await records(one)).map(({ id, key }) => [id, key]))] as const,
				),
			),
		);
		expect(
			output.map(({ json }, index) => keys.get(items[index]?.app ?? '')?.get(String(json.$id))),
		).toEqual(items.map(({ Key }) => Key));
	});

	test('one record goes in a call for webhooks, twenty calls a request, and a word of what the service drops', async () => {
		const { output, hints } = await write('createOne', keyed(70));
		expect(await sandbox.calls()).toEqual(formAndBulks(4, { ahead: 'POST /k/v1/record.json' }));
		expect(itemsOf(output)).toEqual(list(70, (index) => index));
		expect(hints.map(({ message }) => message)).toEqual(['70 created (6 requests)']);
	});

	test('two items that mean the same record delete it once, and both are told', async () => {
		const [$id = ''] = await filled(1);
		const { output } = await write('delete', [{ $id }, { $id: ` ${$id}` }], {
			parameters: { recordId: { mode: 'id', value: '={{ $json.$id }}' } },
		});
		expect(output.map(({ json }) => json)).toEqual([
			{ $id, deleted: true },
			{ $id, deleted: true },
		]);
		expect(itemsOf(output)).toEqual([0, 1]);
	});
});
