import { Api, cells, passwordOf, useApi } from './api';

const { sandbox, api: admin } = useApi();
let sato: Api;
let app: string;

const everyone = { entity: { type: 'GROUP', code: 'everyone' } };
const user = (code: string) => ({ entity: { type: 'USER', code } });
const field = (code: string) => ({ entity: { type: 'FIELD_ENTITY', code } });
const all = {
	recordViewable: true,
	recordAddable: true,
	recordEditable: true,
	recordDeletable: true,
};
const may = { viewable: true, editable: true, deletable: true };

beforeEach(async () => {
	sato = admin.as(passwordOf('sato'));
	app = await admin.makeApp({ amount: 'NUMBER', secret: 'SINGLE_LINE_TEXT', owner: 'USER_SELECT' });
});

const setRights = (kind: 'app' | 'record' | 'field', rights: object[]) =>
	admin.ok('PUT', `${kind}/acl.json`, { app, rights });

interface Right {
	id: string;
	record: { viewable: boolean; editable: boolean; deletable: boolean };
	fields: Record<string, { viewable: boolean; editable: boolean }>;
}

const evaluate = async (caller: Api, id: string): Promise<Right | undefined> =>
	(await caller.get<{ rights: Right[] }>('records/acl/evaluate.json', { app, 'ids[0]': id }))
		.rights[0];

it('permissions of an app take the first entry that means the user, everyone last', async () => {
	const id = await admin.create(app);
	await setRights('app', [
		{ ...everyone, ...all },
		{ ...user('sato'), recordViewable: true },
	]);
	const record = cells({ amount: 1 });
	expect(await sato.refusal('GET', `record.json?app=${app}&id=${id}`)).toBe('200');
	expect(await sato.refusal('PUT', 'record.json', { app, id, record })).toBe('403 CB_NO02');
	expect(await sato.refusal('POST', 'record.json', { app, record })).toBe('403 CB_NO02');
	expect(await sato.refusal('DELETE', 'records.json', { app, ids: [id] })).toBe('403 CB_NO02');
	const ito = admin.as(passwordOf('ito'));
	expect(await ito.refusal('PUT', 'record.json', { app, id, record })).toBe('200');
	expect((await evaluate(sato, id))?.record).toEqual({
		viewable: true,
		editable: false,
		deletable: false,
	});
});

it('permissions of records decide by the first condition that fits, on reads and writes', async () => {
	const small = await admin.create(app, cells({ amount: 1 }));
	const large = await admin.create(app, cells({ amount: 100, owner: [{ code: 'sato' }] }));
	const other = await admin.create(app, cells({ amount: 200, owner: [{ code: 'ito' }] }));
	await setRights('record', [
		{ filterCond: 'amount > 50', entities: [{ ...field('owner'), ...may }] },
		{ filterCond: 'amount > 0', entities: [{ ...everyone, viewable: true }] },
	]);
	expect(await sato.ids(app, 'order by $id asc')).toEqual([small, large]);
	const counted = await sato.get<{ totalCount: string }>('records.json', {
		app,
		totalCount: 'true',
		query: 'amount < 500 limit 1',
	});
	expect(counted.totalCount).toBe('2');
	const change = (id: string) =>
		sato.refusal('PUT', 'record.json', { app, id, record: cells({ secret: 'x' }) });
	expect([await change(small), await change(large), await change(other)]).toEqual([
		'403 CB_NO02',
		'200',
		'403 CB_NO02',
	]);
	expect(await sato.refusal('GET', `record.json?app=${app}&id=${other}`)).toBe('403 CB_NO02');
	expect(await sato.refusal('GET', `record/comments.json?app=${app}&record=${other}`)).toBe(
		'403 CB_NO02',
	);
	const remove = (id: string) => sato.refusal('DELETE', 'records.json', { app, ids: [id] });
	expect([await remove(small), await remove(large)]).toEqual(['403 CB_NO02', '200']);
});

describe('what is hidden in another app', () => {
	let orders: string;

	beforeEach(async () => {
		await admin.ok('PUT', 'preview/app/form/fields.json', {
			app,
			properties: { secret: { type: 'SINGLE_LINE_TEXT', unique: true } },
		});
		await admin.deploy(app);
		await admin.create(app, cells({ amount: 1, secret: 'seen' }));
		await admin.create(app, cells({ amount: 2, secret: 'hidden' }));
		orders = await admin.makeApp({
			key: {
				type: 'SINGLE_LINE_TEXT',
				lookup: {
					relatedApp: { app },
					relatedKeyField: 'secret',
					fieldMappings: [{ field: 'copied', relatedField: 'amount' }],
					lookupPickerFields: [],
				},
			},
			copied: 'NUMBER',
			name: 'SINGLE_LINE_TEXT',
			list: {
				type: 'REFERENCE_TABLE',
				referenceTable: {
					relatedApp: { app },
					condition: { field: 'name', relatedField: 'secret' },
					displayFields: ['amount'],
				},
			},
		});
	});

	it('is not found by a lookup, and not copied by one', async () => {
		const order = async (key: string) =>
			await sato.refusal('POST', 'record.json', { app: orders, record: cells({ key }) });
		expect([await order('seen'), await order('hidden')]).toEqual(['200', '200']);
		await setRights('record', [{ filterCond: 'amount = 2', entities: [] }]);
		expect([await order('seen'), await order('hidden')]).toEqual(['200', '400 GAIA_LO04']);
		await setRights('field', [
			{ code: 'amount', entities: [{ ...everyone, accessibility: 'NONE' }] },
		]);
		const id = await sato.create(orders, cells({ key: 'seen' }));
		expect(await sato.values(orders, id)).toMatchObject({ key: 'seen', copied: '' });
		await setRights('field', [
			{ code: 'secret', entities: [{ ...everyone, accessibility: 'NONE' }] },
		]);
		expect(await order('seen')).toBe('400 GAIA_LO04');
	});
});

it('files are kept from those who see neither the record nor the field', async () => {
	await admin.addFields(app, { files: 'FILE' });
	await admin.deploy(app);
	const attached = async () => {
		const id = await admin.create(
			app,
			cells({ amount: 1, files: [{ fileKey: await admin.upload('x', 'x.txt') }] }),
		);
		return ((await admin.values(app, id)).files as { fileKey: string }[])[0]?.fileKey ?? '';
	};
	const fileKey = await attached();
	const download = async (caller: Api) =>
		(await fetch(`${sandbox.url}/k/v1/file.json?fileKey=${fileKey}`, caller)).status;
	expect(await download(sato)).toBe(200);
	await setRights('record', [
		{ filterCond: 'amount = 1', entities: [{ ...user('admin'), ...may }] },
	]);
	expect([await download(sato), await download(admin)]).toEqual([403, 200]);
	await setRights('record', []);
	await setRights('field', [
		{ code: 'files', entities: [{ ...user('admin'), accessibility: 'READ' }] },
	]);
	expect([await download(sato), await download(admin)]).toEqual([403, 200]);
});

it('permissions of fields hold for the columns of tables', async () => {
	const column = (code: string) => ({ type: 'NUMBER', code, label: code });
	await admin.addFields(app, {
		lines: { type: 'SUBTABLE', fields: { price: column('price'), cost: column('cost') } },
	});
	await admin.deploy(app);
	const rows = (values: object, id?: string) =>
		cells({ lines: [{ ...(id && { id }), value: cells({ ...values }) }] });
	const id = await admin.create(app, rows({ price: 5, cost: 3 }));
	await setRights('field', [
		{ code: 'cost', entities: [{ ...user('admin'), accessibility: 'WRITE' }] },
	]);
	const { lines } = await sato.values(app, id);
	expect(lines).toEqual([
		{ id: expect.any(String) as string, value: { price: { type: 'NUMBER', value: '5' } } },
	]);
	const [row] = lines as { id: string }[];
	const change = async (caller: Api, values: object) =>
		await caller.refusal('PUT', 'record.json', { app, id, record: rows(values, row?.id) });
	expect(await change(sato, { price: 6, cost: 1 })).toBe('403 CB_NO02');
	expect(await change(sato, { price: 6 })).toBe('200');
	expect((await admin.values(app, id)).lines).toMatchObject([
		{ value: { price: { value: '6' }, cost: { value: '3' } } },
	]);
	expect(await change(admin, { cost: 4 })).toBe('200');
});

it('are what evaluate tells, and what then happens', async () => {
	const ids = [
		await admin.create(app, cells({ amount: 1, owner: [{ code: 'sato' }] })),
		await admin.create(app, cells({ amount: 100, owner: [{ code: 'sato' }] })),
		await admin.create(app, cells({ amount: 100, owner: [{ code: 'ito' }] })),
	];
	await setRights('record', [
		{ filterCond: 'amount > 50', entities: [{ ...field('owner'), ...may }] },
		{ filterCond: '', entities: [{ ...everyone, viewable: true }] },
	]);
	await setRights('field', [
		{ code: 'secret', entities: [{ ...everyone, accessibility: 'READ' }] },
		{ code: 'amount', entities: [{ ...user('ito'), accessibility: 'WRITE' }] },
	]);
	for (const caller of [admin, sato, admin.as(passwordOf('ito'))]) {
		for (const id of ids) {
			const right = await evaluate(caller, id);
			const read = await caller.send<{ record?: Record<string, unknown> }>(
				'GET',
				`record.json?app=${app}&id=${id}`,
			);
			expect(read.status === 200).toBe(right?.record.viewable);
			for (const code of ['amount', 'secret', 'owner']) {
				const shown = read.body.record !== undefined && code in read.body.record;
				expect([code, shown]).toEqual([code, right?.fields[code]?.viewable]);
			}
			for (const [code, value] of Object.entries({ amount: 100, secret: 'z' })) {
				const done = await caller.refusal('PUT', 'record.json', {
					app,
					id,
					record: cells({ [code]: value }),
				});
				expect([code, done === '200']).toEqual([code, right?.fields[code]?.editable]);
			}
		}
	}
});
