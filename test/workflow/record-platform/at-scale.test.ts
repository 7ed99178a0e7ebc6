import type { IDataObject } from 'n8n-workflow';

import { useSandbox } from '../../support/sandbox';
import {
	Api,
	automatic,
	byId,
	itemsOf,
	jsonOf,
	mapping,
	oAuth2Credential,
	ORDER_PROCESS,
	runRecordPlatform,
} from './world';

const sandbox = useSandbox();
const FIELDS = { Key: { type: 'SINGLE_LINE_TEXT', unique: true }, Amount: { type: 'NUMBER' } };
const column = (id: string, type: string, fieldType: string, more: object = {}) => ({
	id,
	displayName: id,
	type,
	fieldType,
	display: true,
	...more,
});
const schema = [
	column('$id', 'string', '__ID__', { canBeUsedToMatch: true }),
	column('Key', 'string', 'SINGLE_LINE_TEXT', { canBeUsedToMatch: true }),
	column('Amount', 'number', 'NUMBER'),
] as unknown as IDataObject[];

let api: Api;
let app: string;

beforeAll(() => {
	api = new Api(sandbox.url);
});

beforeEach(async () => {
	app = await api.makeApp(FIELDS, ORDER_PROCESS);
	await sandbox.forget();
});

const list = <T>(count: number, make: (index: number) => T) =>
	Array.from({ length: count }, (_, index) => make(index));
const keyed = (count: number, more: IDataObject = {}) =>
	list(count, (index) => ({ Key: `k${index}`, Amount: index, ...more }));

interface More {
	operation?: string;
	parameters?: IDataObject;
	options?: IDataObject;
	onError?: 'continueRegularOutput' | 'continueErrorOutput';
	credential?: { type: string; data: IDataObject };
}

const write = (operation: string, items: IDataObject[], more: More = {}) =>
	runRecordPlatform(sandbox, {
		resource: 'record',
		operation,
		parameters: {
			app: byId(app),
			fields: automatic({
				schema: operation.startsWith('create') ? schema.filter(({ id }) => id !== '$id') : schema,
			}),
			options: more.options ?? {},
			...more.parameters,
		},
		items,
		...(more.onError && { onError: more.onError }),
		...(more.credential && { credential: more.credential }),
	});

const matchBy = (field: string): More => ({
	parameters: { fields: automatic({ schema, matchingColumns: [field] }) },
});

const paths = async () => (await sandbox.requests()).map(({ path }) => path.replace(/\?.*/, ''));
const bulks = (count: number) => list(count, () => '/k/v1/bulkRequest.json');

async function records(ofApp = app): Promise<Array<{ id: string; key: string; amount: string }>> {
	const found: Array<{ id: string; key: string; amount: string }> = [];
	for (;;) {
		const { records: page } = await api.get<{ records: Array<Record<string, { value: string }>> }>(
			'records.json',
			{ app: ofApp, query: `$id > ${found.at(-1)?.id ?? 0} order by $id asc limit 500` },
		);
		for (const { $id, Key, Amount } of page) {
			found.push({
				id: $id?.value ?? '',
				key: Key?.value ?? '',
				amount: Amount?.value ?? '',
			});
		}
		if (page.length < 500) return found;
	}
}

/** Makes records k0, k1, … and gives their IDs. */
async function filled(count: number): Promise<string[]> {
	const ids = jsonOf(await write('create', keyed(count), { options: { requestsAtOnce: 1 } })).map(
		({ id }) => String(id),
	);
	await sandbox.forget();
	return ids;
}

describe('writing many', () => {
	test('row 13: items are created by the hundred and two thousand a request', async () => {
		const { output, hints } = await write('create', keyed(4500));
		expect(await paths()).toEqual(bulks(3));
		expect(itemsOf(output)).toEqual(list(4500, (index) => index));
		const byRecord = new Map((await records()).map(({ id, key }) => [id, key]));
		expect(output.map(({ json }) => byRecord.get(String(json.id)))).toEqual(
			list(4500, (index) => `k${index}`),
		);
		expect(hints.map(({ message }) => message)).toEqual(['4,500 items in 3 requests']);
	});

	test('row 14: records are updated by ID or by a unique field, two thousand a request', async () => {
		const ids = await filled(2150);
		const byNumber = ids.map((id, index) => ({ $id: id, Amount: index + 1 }));
		jsonOf(await write('update', byNumber, matchBy('$id')));
		expect(await paths()).toEqual(bulks(2));
		expect((await records()).map(({ amount }) => amount)).toEqual(
			list(2150, (index) => `${index + 1}`),
		);
		await sandbox.forget();
		const byKey = list(2150, (index) => ({ Key: `k${index}`, Amount: -index - 1 }));
		const output = jsonOf(await write('update', byKey, matchBy('Key')));
		expect(await paths()).toEqual(bulks(2));
		expect(output.map(({ id }) => id)).toEqual(ids);
		expect((await records()).map(({ amount }) => amount)).toEqual(
			list(2150, (index) => `${-index - 1}`),
		);
	});

	test('row 15: the service itself creates or updates, two thousand a request', async () => {
		await filled(1000);
		const items = list(2150, (index) => ({ Key: `k${index}`, Amount: 7 }));
		const output = jsonOf(await write('upsert', items, matchBy('Key')));
		expect(await paths()).toEqual(bulks(2));
		expect(output.map(({ operation }) => operation)).toEqual(
			list(2150, (index) => (index < 1000 ? 'UPDATE' : 'INSERT')),
		);
		const found = await records();
		expect(found).toHaveLength(2150);
		expect(new Set(found.map(({ amount }) => amount))).toEqual(new Set(['7']));
	});

	test('row 16: records are deleted by ID and by conditions, two thousand a request', async () => {
		const ids = await filled(4350);
		const some = ids.slice(0, 2150).map((id) => ({ id }));
		const recordId = { mode: 'id', value: '={{ $json.id }}' };
		const { output } = await write('delete', some, { parameters: { recordId } });
		expect(output.map(({ json }) => json)).toEqual(some.map(({ id }) => ({ deleted: true, id })));
		expect(await paths()).toEqual(bulks(2));
		await sandbox.forget();
		const rows = [{ field: 'Amount|NUMBER', operator: 'greaterOrEqual', value: '0' }];
		const byConditions = await write('deleteByConditions', [{}], {
			parameters: { filterBy: 'conditions', conditions: { rows }, atMost: 5000 },
		});
		expect(jsonOf(byConditions)).toEqual([{ deleted: true, count: 2200 }]);
		expect((await paths()).filter((path) => path.includes('bulkRequest'))).toHaveLength(2);
		expect(await records()).toEqual([]);
	});

	test('row 17: the status of more than a hundred records changes with one request', async () => {
		const ids = await filled(250);
		const output = jsonOf(
			await write(
				'updateStatus',
				ids.map((id) => ({ id })),
				{
					parameters: {
						recordId: { mode: 'id', value: '={{ $json.id }}' },
						action: 'Begin',
						assignee: 'admin',
					},
				},
			),
		);
		expect(await paths()).toEqual(bulks(1));
		expect(output.map(({ id, revision }) => [id, revision])).toEqual(ids.map((id) => [id, '3']));
	});

	test('row 18: results stay with their items across calls, requests and apps', async () => {
		const other = await api.makeApp(FIELDS);
		await sandbox.forget();
		const items = keyed(2500).map((item, index) => ({ ...item, app: index % 3 ? app : other }));
		const { output } = await write('create', items, {
			parameters: {
				app: byId('={{ $json.app }}'),
				fields: mapping({ Key: '={{ $json.Key }}' }, { schema }),
			},
		});
		expect(await paths()).toEqual(bulks(2));
		expect(itemsOf(output)).toEqual(items.map((_, index) => index));
		const keys = new Map(
			await Promise.all(
				[app, other].map(
					async (one) =>
						[one, new Map((await records(one)).map(({ id, key }) => [id, key]))] as const,
				),
			),
		);
		expect(
			output.map(({ json }, index) => keys.get(items[index]?.app ?? '')?.get(String(json.id))),
		).toEqual(items.map(({ Key }) => Key));
	});
});

describe('row 19: refused records leave, the others are written', () => {
	test('row 19: one bad record among 2,000 leaves by the error output with code, field and item', async () => {
		await api.create(app, { Key: { value: 'taken' } });
		await sandbox.forget();
		const items = keyed(2000).map((item, index) =>
			index === 1437 ? { ...item, Key: 'taken' } : item,
		);
		const { output, errors } = await write('create', items, { onError: 'continueErrorOutput' });
		expect(output).toHaveLength(1999);
		expect(errors).toHaveLength(1);
		expect(errors[0]?.json.error).toMatch(/^Field "Key": .*\(CB_VA01\) \[item 1437\]$/);
		expect(itemsOf(errors)).toEqual([1437]);
		expect((await paths()).length).toBeLessThanOrEqual(1 + 4);
		expect(await records()).toHaveLength(2000);
	});

	test('row 19: one record of 2,000 that the service refuses without naming it is found with three more requests', async () => {
		const ids = await filled(1999);
		const items = [...ids.slice(0, 1234), '999999', ...ids.slice(1234)].map((id) => ({
			$id: id,
			Amount: 5,
		}));
		const { output } = await write('update', items, {
			...matchBy('$id'),
			onError: 'continueRegularOutput',
		});
		const failed = output.filter(({ error }) => error);
		expect(itemsOf(failed)).toEqual([1234]);
		expect(failed[0]?.error?.message).toMatch(/\(GAIA_RE01\) \[item 1234\]$/);
		expect(await paths()).toEqual(bulks(4));
		expect(new Set((await records()).map(({ amount }) => amount))).toEqual(new Set(['5']));
	});

	test('row 19: twenty bad records among 10,000, all others written', async () => {
		await api.create(app, { Key: { value: 'taken' } });
		await sandbox.forget();
		const bad = new Set(list(20, (index) => (index * 487 + 133) % 10_000));
		const items = keyed(10_000).map((item, index) =>
			bad.has(index) ? { ...item, Key: 'taken' } : item,
		);
		const { output } = await write('create', items, { onError: 'continueRegularOutput' });
		expect(new Set(itemsOf(output.filter(({ error }) => error)))).toEqual(bad);
		expect(output).toHaveLength(10_000);
		// Each request tells one refused call, and all bad records of that call.
		expect((await paths()).length).toBeLessThanOrEqual(5 + 20);
		const found = await records();
		expect(found).toHaveLength(9981);
		expect(new Set(found.map(({ key }) => key)).size).toBe(9981);
	});

	test('row 19: without bulk requests the bad one is found too', async () => {
		const ids = await filled(100);
		const items = [...ids.slice(0, 30), '999999', ...ids.slice(30)].map((id) => ({
			$id: id,
			Amount: 5,
		}));
		const { output } = await write('update', items, {
			...matchBy('$id'),
			onError: 'continueRegularOutput',
			credential: await oAuth2Credential(sandbox),
		});
		expect(itemsOf(output.filter(({ error }) => error))).toEqual([30]);
		expect(new Set((await records()).map(({ amount }) => amount))).toEqual(new Set(['5']));
	});

	test('row 19: a workflow that stops on errors can have the others written first', async () => {
		await api.create(app, { Key: { value: 'taken' } });
		const items = keyed(250).map((item, index) =>
			index === 7 || index === 180 ? { ...item, Key: 'taken' } : item,
		);
		const { error } = await write('create', items, { options: { whenRefused: 'others' } });
		expect(error?.message).toMatch(/^Field "Key": .*\(CB_VA01\) \[item 7\]$/);
		expect(error?.description).toContain('248 items were written [items 0–6, 8–179, 181–249]');
		expect(error?.description).toContain('2 items were not written [items 7, 180]');
		expect(await records()).toHaveLength(249);
	});

	test('row 19: a run that is to stop sends nothing further, and says so for each item', async () => {
		await api.create(app, { Key: { value: 'taken' } });
		await sandbox.forget();
		const items = keyed(4100).map((item, index) =>
			index === 7 ? { ...item, Key: 'taken' } : item,
		);
		const { output } = await write('create', items, {
			options: { whenRefused: 'stop' },
			onError: 'continueRegularOutput',
		});
		expect(await paths()).toEqual(bulks(1));
		expect(output).toHaveLength(4100);
		expect(output[7]?.error?.message).toMatch(/\(CB_VA01\) \[item 7\]$/);
		expect(output[8]?.error?.message).toMatch(/\(CB_VA01\) \[item 7\]$/);
		expect(output[8]?.error?.description).toContain('Nothing was written for this item either');
		expect(output[3000]?.error?.message).toBe(
			'Not sent, because the run stopped at item 7 [item 3000]',
		);
		expect(output[3000]?.error?.description).toMatch(
			/^There: Field "Key": .*\(CB_VA01\) \[item 7\]\./,
		);
		expect(await records()).toHaveLength(1);
	});
});

describe('row 20: all or nothing', () => {
	const undo = { options: { whenRefused: 'undo' } };

	test('row 20: items of several apps are written together, or not at all', async () => {
		const other = await api.makeApp(FIELDS);
		await api.create(other, { Key: { value: 'taken' } });
		await sandbox.forget();
		const items = keyed(1500).map((item, index) => ({ ...item, app: index % 2 ? app : other }));
		const more: More = {
			...undo,
			parameters: {
				app: byId('={{ $json.app }}'),
				fields: mapping({ Key: '={{ $json.Key }}' }, { schema }),
			},
		};
		const bad = items.map((item, index) => (index === 40 ? { ...item, Key: 'taken' } : item));
		const { output } = await write('create', bad, { ...more, onError: 'continueRegularOutput' });
		expect(output).toHaveLength(1500);
		expect(output.every(({ error }) => error?.message.endsWith('(CB_VA01) [item 40]'))).toBe(true);
		expect(await records()).toEqual([]);
		expect(await records(other)).toHaveLength(1);
		await sandbox.forget();
		expect(jsonOf(await write('create', items, more))).toHaveLength(1500);
		expect(await paths()).toEqual(bulks(1));
	});

	test('row 20: more than one request holds is refused before anything is sent', async () => {
		const { error } = await write('create', keyed(2001), undo);
		expect(error?.message).toBe(
			'Undo All takes up to 20 calls of 100, and the 2,001 items of this run take 21 calls [items 0–2000]',
		);
		expect(await paths()).toEqual([]);
	});

	test('row 20: a sign-in without bulk requests is told so when one call is too few', async () => {
		const credential = await oAuth2Credential(sandbox);
		await sandbox.forget();
		const { error } = await write('create', keyed(101), { ...undo, credential });
		expect(error?.message).toContain('the 101 items of this run take 2 calls');
		expect(error?.description).toContain('OAuth2 is not accepted for bulk requests');
		expect(await paths()).toEqual([]);
		expect(jsonOf(await write('create', keyed(100), { ...undo, credential }))).toHaveLength(100);
	});

	test('row 20: an item that cannot be sent keeps all others from being sent', async () => {
		const items = [...keyed(20), { Key: 'x', Amount: 'many' }];
		const { output } = await write('create', items, { ...undo, onError: 'continueRegularOutput' });
		expect((await sandbox.requests()).filter(({ method }) => method !== 'GET')).toEqual([]);
		expect(output).toHaveLength(21);
		expect(output[20]?.error?.message).toContain('Field "Amount" must be a number');
		expect(output[0]?.error?.message).toBe('Not sent, because the run stopped at item 20 [item 0]');
	});
});

describe('a record that is refused without being named', () => {
	const withStranger = (ids: string[], at: number) =>
		[...ids.slice(0, at), '999999', ...ids.slice(at)].map((id) => ({ $id: id, Amount: 5 }));
	const untouched = async () => new Set((await records()).map(({ amount }) => amount));

	test.each(['stop', 'undo'])(
		'is named by the error all the same, with %s',
		async (whenRefused) => {
			const ids = await filled(950);
			const { error } = await write('update', withStranger(ids, 437), {
				parameters: {
					fields: automatic({ schema, matchingColumns: ['$id'] }),
					options: { whenRefused },
				},
			});
			expect(error?.message).toMatch(/\(GAIA_RE01\) \[item 437\]$/);
			expect(error?.description).toContain('No other item was written');
			expect(await paths()).toEqual(bulks(3));
			expect((await untouched()).size).toBe(950);
		},
	);

	test('is told by its call where the request has no room', async () => {
		const ids = await filled(1999);
		const { error } = await write('update', withStranger(ids, 437), {
			parameters: {
				fields: automatic({ schema, matchingColumns: ['$id'] }),
				options: { whenRefused: 'undo' },
			},
		});
		expect(error?.message).toMatch(/\(GAIA_RE01\) \[items 400–499\]$/);
		expect((await untouched()).size).toBe(1999);
	});
});

describe('row 21: for webhooks', () => {
	test('row 21: one record a call, twenty calls a request, and a word of what the service drops', async () => {
		const { output, hints } = await write('createOne', keyed(70));
		expect(await paths()).toEqual(bulks(4));
		expect(itemsOf(output)).toEqual(list(70, (index) => index));
		expect(hints.map(({ message }) => message)).toEqual([
			'70 items in 4 requests',
			expect.stringContaining('delivers 60 webhooks a minute and drops the rest'),
		]);
	});

	test('row 21: at a chosen pace', async () => {
		const begun = Date.now();
		const { hints } = await write('createOne', keyed(70), {
			options: { webhooksPerMinute: 1200 },
		});
		expect(Date.now() - begun).toBeGreaterThan(3000);
		expect(await paths()).toEqual(bulks(4));
		expect(hints.map(({ message }) => message)).toEqual(['70 items in 4 requests']);
		const times = (await sandbox.requests()).map(({ at }) => Date.parse(at));
		for (const [index, time] of times.slice(1).entries()) {
			expect(time - (times[index] ?? 0)).toBeGreaterThan(950);
		}
	});
});

test('row 21: records that are left as they are take none of the pace', async () => {
	await filled(41);
	const started = Date.now();
	const items = keyed(41).map((item, at) => (at === 40 ? { ...item, Amount: 9 } : item));
	const options = { webhooksPerMinute: 20, onlyChanges: true };
	const output = jsonOf(await write('updateOne', items, { ...matchBy('Key'), options }));
	expect(output.filter(({ changed }) => changed)).toHaveLength(1);
	expect(Date.now() - started).toBeLessThan(30_000);
});

describe('two items that mean the same record', () => {
	test('keep their order, each in a request of its own', async () => {
		await filled(150);
		const items = [
			...list(150, (index) => ({ Key: `k${index}`, Amount: 1 })),
			...list(150, (index) => ({ Key: `k${index}`, Amount: 2 })),
		];
		const output = jsonOf(await write('update', items, matchBy('Key')));
		expect(await paths()).toEqual(bulks(2));
		expect(output.map(({ revision }) => revision)).toEqual([
			...list(150, () => '2'),
			...list(150, () => '3'),
		]);
		expect(new Set((await records()).map(({ amount }) => amount))).toEqual(new Set(['2']));
	});

	test('are known by a number, however it is written', async () => {
		const own = await api.makeApp({
			Code: { type: 'NUMBER', unique: true },
			Amount: { type: 'NUMBER' },
		});
		const fields = automatic({ matchingColumns: ['Code'] });
		await sandbox.forget();
		const items = ['5', '5.0', '6'].map((Code, Amount) => ({ Code, Amount }));
		const rows = jsonOf(await write('upsert', items, { parameters: { app: byId(own), fields } }));
		expect(rows.map(({ operation }) => operation)).toEqual(['INSERT', 'UPDATE', 'INSERT']);
		expect((await records(own)).map(({ amount }) => amount)).toEqual(['1', '2']);
		const puts = (await sandbox.requests()).filter(({ method }) => method === 'PUT');
		expect(puts).toHaveLength(2);
	});

	test('are deleted once, and both told', async () => {
		const [id = ''] = await filled(1);
		const { output } = await write('delete', [{ id }, { id }], {
			parameters: { recordId: { mode: 'id', value: '={{ $json.id }}' } },
		});
		expect(output.map(({ json }) => json)).toEqual([
			{ deleted: true, id },
			{ deleted: true, id },
		]);
		expect(itemsOf(output)).toEqual([0, 1]);
	});
});
