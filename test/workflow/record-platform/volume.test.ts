import type { IDataObject } from 'n8n-workflow';

import { methods } from '../../../nodes/RecordPlatform/methods';
import { useNewApp } from './app';
import { editor } from './editor';
import {
	automatic,
	byId,
	itemsOf,
	jsonOf,
	mapping,
	oAuth2Credential,
	ORDER_FIELDS,
	type Run,
	schemaOf,
} from './world';

const app = useNewApp(ORDER_FIELDS);
const { sandbox } = app;
let schema: IDataObject[];

beforeEach(async () => {
	const context = await editor(sandbox, { app: byId(app.id) });
	const { fields } = await methods.resourceMapping.getFieldsToCreate.call(context);
	schema = fields as unknown as IDataObject[];
	await sandbox.forget();
});

const thousand = Array.from({ length: 1000 }, (_, index) => ({ Amount: index }));
const FORM = 'GET /k/v1/app/form/fields.json';
const BULK = 'POST /k/v1/bulkRequest.json';

const createAll = async (more: Partial<Run> = {}, operation = 'create') =>
	await app.run(operation, { fields: automatic({ schema }) }, { items: thousand, ...more });
const amounts = async () => (await app.records()).map(({ Amount }) => Number(Amount));

it('creates a thousand records with one request, in the order of the items', async () => {
	const { output, error } = await createAll();
	expect(error).toBeUndefined();
	expect(await sandbox.calls()).toEqual([FORM, BULK]);
	const ids = output.map(({ json }) => Number(json.id));
	expect(ids).toEqual([...ids].sort((a, b) => a - b));
	expect(itemsOf(output)).toEqual(thousand.map((_, index) => index));
	expect(await amounts()).toEqual(thousand.map(({ Amount }) => Amount));
});

it('creates them with ten requests where bulk requests are not allowed', async () => {
	const { output, error } = await createAll({ credential: await oAuth2Credential(sandbox) });
	expect(error).toBeUndefined();
	const calls = (await sandbox.calls()).filter((call) => call.includes(' /k/'));
	expect(calls).toEqual([FORM, ...Array.from({ length: 10 }, () => 'POST /k/v1/records.json')]);
	expect(output).toHaveLength(1000);
	// A few requests are under way at once, so the service may give IDs in another order.
	expect(new Set(await amounts())).toEqual(new Set(thousand.map(({ Amount }) => Amount)));
});

it('creates one record a call with twenty calls a request, so that webhooks are called', async () => {
	const { output } = await createAll({ items: thousand.slice(0, 50) }, 'createOne');
	expect(await sandbox.calls()).toEqual([FORM, BULK, BULK, BULK]);
	expect(itemsOf(output)).toEqual(Array.from({ length: 50 }, (_, index) => index));
});

it('writes the others when one of a thousand is refused, and says which field was wrong', async () => {
	await app.create({ Number: 'taken' });
	await sandbox.forget();
	const items = thousand.map((item, index) => ({
		...item,
		...(index === 437 && { Number: 'taken' }),
	}));
	const { output } = await createAll({ items, onError: 'continueRegularOutput' });
	const failed = output.filter(({ error }) => error);
	expect(itemsOf(failed)).toEqual([437]);
	expect(failed[0]?.error?.message).toContain('Field "Number"');
	expect(output).toHaveLength(1000);
	expect(await sandbox.calls()).toEqual([FORM, BULK, BULK]);
	expect(await amounts()).toHaveLength(1000);
});

it('writes nothing when one of a thousand is refused and the workflow is to stop', async () => {
	await app.create({ Number: 'taken' });
	const items = thousand.map((item, index) => ({
		...item,
		...(index === 437 && { Number: 'taken' }),
	}));
	const { error } = await createAll({ items });
	expect(error?.message).toMatch(/Field "Number".*\(CB_VA01\) \[item 437\]/);
	expect(await amounts()).toHaveLength(1);
});

it('updates, creates or updates, moves on and deletes by hundreds', async () => {
	await createAll({ items: thousand.slice(0, 250) });
	await sandbox.forget();
	const items = Array.from({ length: 250 }, (_, index) => ({ id: String(index + 1) }));
	const updated = await app.run(
		'update',
		{
			fields: mapping(
				{ $id: '={{ $json.id }}', Amount: 5 },
				{
					matchingColumns: ['$id'],
					schema: [...schemaOf({ $id: '__ID__' }), ...schema],
				},
			),
		},
		{ items },
	);
	expect(jsonOf(updated).map(({ id, revision }) => [id, revision])).toEqual(
		items.map(({ id }) => [id, '2']),
	);
	const upserted = await app.run(
		'upsert',
		{
			fields: mapping({ Number: '={{ $json.id }}' }, { matchingColumns: ['Number'], schema }),
		},
		{ items: [...items, ...items.map(({ id }) => ({ id: `new ${id}` }))] },
	);
	expect(jsonOf(upserted).map(({ operation }) => operation)).toEqual(
		Array.from({ length: 500 }, () => 'INSERT'),
	);
	const recordId = { mode: 'id', value: '={{ $json.id }}' };
	const deleted = await app.run('delete', { recordId }, { items });
	expect(jsonOf(deleted)).toEqual(items.map(({ id }) => ({ deleted: true, id })));
	expect(await sandbox.calls()).toEqual([FORM, BULK, FORM, BULK, BULK]);
	expect(await amounts()).toHaveLength(500);
});

it('deletes by conditions what was expected, and nothing where there is more', async () => {
	await createAll({ items: thousand.slice(0, 620) });
	const rows = [{ field: 'Amount|NUMBER', operator: 'greaterOrEqual', value: '10' }];
	const remove = async (atMost: number) =>
		await app.run('deleteByConditions', {
			filterBy: 'conditions',
			conditions: { rows },
			atMost,
		});
	const { error } = await remove(609);
	expect(error?.message).toContain('610 records meet the conditions, but "Delete at Most" is 609');
	expect(await amounts()).toHaveLength(620);
	expect(jsonOf(await remove(610))).toEqual([{ deleted: true, count: 610 }]);
	expect(await amounts()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
});
