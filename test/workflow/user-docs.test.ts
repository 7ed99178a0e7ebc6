import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { Api, cells, type Fields } from '../sandbox/record-platform/api';
import { exampleOf, pageOf, type PageLanguage, type PageTable } from '../support/pages';
import { useSandbox } from '../support/sandbox';
import { byId as eventById, runGroupware, users } from './groupware/world';
import { automatic, byId, jsonOf, runRecordPlatform } from './record-platform/world';

/** Runs the examples of the user guide: what a page says comes out. */

const sandbox = useSandbox();
const api = new Api(sandbox);

const run = async (
	app: string,
	operation: string,
	parameters: IDataObject,
	more: {
		resource?: string;
		items?: PageTable;
		input?: INodeExecutionData[];
		onError?: 'continueErrorOutput';
	} = {},
) =>
	await runRecordPlatform(sandbox, {
		resource: 'record',
		operation,
		...more,
		parameters: { app: byId(app), options: {}, ...parameters },
	});

async function appWith(fields: Fields, records: PageTable = [], process?: object) {
	const app = await api.makeApp(fields, process);
	for (const record of records) await api.create(app, cells(record));
	return app;
}

/** The columns of the table in the rows that came out, as texts. */
function shown(rows: IDataObject[], table: PageTable, app = ''): PageTable {
	const columns = Object.keys(table[0] ?? {});
	const text = (row: IDataObject, column: string) => {
		const steps = column.split(/[.[\]]+/);
		return [steps.reduce<unknown>((place, key) => (place as IDataObject)[key], row)]
			.flat()
			.join(', ')
			.replace(`${sandbox.url}/k/${app}/`, 'https://example.cybozu.com/k/12/');
	};
	return rows.map((row) =>
		Object.fromEntries(columns.map((column) => [column, text(row, column)])),
	);
}

const TEXT = { type: 'SINGLE_LINE_TEXT' };
const words = {
	en: {
		code: 'Item_code',
		stock: 'In_stock',
		counted: 'Last_counted',
		order: 'Order_number',
		customer: 'Customer',
		product: 'Product',
		quantity: 'Quantity',
		states: ['Received', 'Confirmed', 'Shipped'],
		actions: ['Confirm', 'Ship'],
	},
	ja: {
		code: '商品コード',
		stock: '在庫数',
		counted: '棚卸日',
		order: '注文番号',
		customer: '会社名',
		product: '商品名',
		quantity: '数量',
		states: ['受付', '確認済み', '発送済み'],
		actions: ['確認する', '発送する'],
	},
};

describe.each<PageLanguage>(['en', 'ja'])('the examples of the user guide (%s)', (language) => {
	const { code, stock, counted, order, customer, product, quantity, states, actions } =
		words[language];
	const label = (field: string) => field.replaceAll('_', ' ');
	const inventory: Fields = {
		[code]: { ...TEXT, label: label(code), unique: true },
		[product]: TEXT,
		[stock]: { type: 'NUMBER', label: label(stock) },
		[counted]: { type: 'DATE', label: label(counted) },
	};
	const byCode = automatic({ matchingColumns: [code] });
	const ofFields = (table: PageTable = []) =>
		table.map((row) =>
			Object.fromEntries(
				Object.entries(row).map(([name, value]) => [
					Object.keys(inventory).find((field) => label(field) === name) ?? name,
					value,
				]),
			),
		);

	it('records are read by a condition, in their order', async () => {
		const [records, found = []] = exampleOf(language, 'read-records');
		const out = await run(await appWith(inventory, records), 'getAll', {
			returnAll: true,
			conditions: { rows: [{ field: stock, operator: 'lessOrEqual', value: '5' }] },
			sort: { rows: [{ field: stock, direction: 'asc' }] },
		});
		expect(shown(jsonOf(out), found)).toEqual(found);
	});

	it('records are created, refused, and created or updated', async () => {
		const [items = [], created = [], refused = [], again = [], updated = []] = exampleOf(
			language,
			'write-records',
		);
		const app = await appWith(inventory);
		const first = await run(
			app,
			'create',
			{ fields: automatic() },
			{ items, onError: 'continueErrorOutput' },
		);
		expect(shown(jsonOf(first), created, app)).toEqual(created);
		const errors = first.errors.map(({ json }) => json);
		expect(shown(errors, refused)).toEqual(refused);

		const [message, advice, hint] = exampleOf(language, 'when-something-goes-wrong')
			.flat()
			.map((row) => Object.values(row)[1]);
		expect(message).toBe(errors[0]?.error);
		expect(advice).toBe((errors[0]?.details as IDataObject).advice);
		expect(first.hints.map((one) => one.message)).toContain(hint);

		const second = await run(app, 'upsert', { fields: byCode }, { items: again });
		expect(shown(jsonOf(second), updated)).toEqual(updated);
		expect(await api.allValues(app)).toMatchObject(ofFields(again));
	});

	it('designs are compared', async () => {
		const [found = []] = exampleOf(language, 'move-an-app-design');
		const price = { type: 'NUMBER', code: 'Amount', label: 'Price' };
		const test = await appWith({ Amount: price });
		await api.ok('PUT', 'preview/app/settings.json', { app: test, theme: 'BLUE' });
		await api.deploy(test);
		const designs = { resource: 'appDesign' };
		const [design = {}] = jsonOf(await run(test, 'export', {}, designs));
		const out = await run(
			await appWith({ Amount: { type: 'NUMBER' } }),
			'compare',
			{ design },
			designs,
		);
		expect(shown(jsonOf(out), found)).toEqual(found);
	});

	it('items become records with tables', async () => {
		const [items = [], records = []] = exampleOf(language, 'write-a-table');
		const app = await appWith({
			[order]: { ...TEXT, label: label(order), unique: true },
			[customer]: TEXT,
			Lines: { type: 'SUBTABLE', fields: { [product]: TEXT, [quantity]: { type: 'NUMBER' } } },
		});
		const out = await run(
			app,
			'createWithTable',
			{
				groupBy: `={{ $json[${JSON.stringify(label(order))}] }}`,
				fields: automatic(),
				table: 'Lines',
				columns: automatic(),
			},
			{ items },
		);
		expect(shown(jsonOf(out), records, app)).toEqual(records);
		expect(await api.allValues(app)).toMatchObject([
			{ [order]: items[0]?.[label(order)], [customer]: items[0]?.[customer] },
			{ [order]: items[2]?.[label(order)], [customer]: items[2]?.[customer] },
		]);
	});

	it('an app is made the same as a list', async () => {
		const [records = [], items = [], done = []] = exampleOf(language, 'keep-two-apps-in-step');
		const app = await appWith(inventory, ofFields(records));
		const sync = async (more: IDataObject) =>
			await run(app, 'sync', { fields: byCode, deleteOthers: true, ...more }, { items });
		await sync({ options: { dryRun: true } });
		expect(await api.allValues(app)).toMatchObject(ofFields(records));

		expect(shown(jsonOf(await sync({})), done)).toEqual(done);
		expect((await api.allValues(app)).map((record) => record[code]).sort()).toEqual(
			ofFields(items)
				.map((item) => item[code])
				.sort(),
		);
	});

	it('records are deleted after a dry run, up to a limit', async () => {
		const [records = [], dry = [], deleted = []] = exampleOf(language, 'delete-safely');
		const app = await appWith(inventory, records);
		const remove = async (more: IDataObject) =>
			await run(app, 'deleteByConditions', {
				conditions: { rows: [{ field: counted, operator: 'less', value: '2026-01-01' }] },
				...more,
			});
		expect(shown(jsonOf(await remove({ options: { dryRun: true } })), dry)).toEqual(dry);
		expect((await remove({ atMost: 1 })).error?.message).toContain('2 records');
		expect(await api.allValues(app)).toHaveLength(3);

		expect(shown(jsonOf(await remove({})), deleted)).toEqual(deleted);
		expect(await api.allValues(app)).toMatchObject(records.slice(2));
	});

	it('a file is attached and downloaded', async () => {
		const [items = [], files = []] = exampleOf(language, 'files');
		const app = await appWith({ Title: TEXT, Attachments: { type: 'FILE' } });
		const data = Buffer.from('x').toString('base64');
		const binary = { data: { data, mimeType: 'text/plain', fileName: 'contract.txt' } };
		const input = items.map((json) => ({ json, binary }));
		const [made] = jsonOf(await run(app, 'create', { fields: automatic() }, { input }));
		const { output } = await run(
			app,
			'downloadFromRecord',
			{ recordId: byId(String(made?.$id)) },
			{ resource: 'file' },
		);
		const found = Object.entries(output[0]?.binary ?? {}).map(([name, one]) => [
			name,
			one.fileName,
		]);
		expect(found).toEqual(files.map((row) => Object.values(row)));
	});

	it('the status of records is changed once', async () => {
		const [items = [], changed = []] = exampleOf(language, 'comments-and-process-management');
		const [received = '', confirmed = '', shipped = ''] = states;
		const [confirm = '', ship = ''] = actions;
		const assignee = { type: 'ONE', entities: [] };
		const app = await appWith({ [order]: TEXT }, [{ [order]: 'A' }, { [order]: 'B' }], {
			states: Object.fromEntries(
				states.map((name, index) => [name, { name, index: String(index), assignee }]),
			),
			actions: [
				{ name: confirm, from: received, to: confirmed, filterCond: '' },
				{ name: ship, from: confirmed, to: shipped, filterCond: '' },
			],
		});
		const update = async () =>
			await run(
				app,
				'updateStatus',
				{ recordId: byId('={{ $json.$id }}'), action: confirm },
				{ items },
			);
		expect(shown(jsonOf(await update()), changed, app)).toEqual(changed);
		const [code = 'no code'] = /GAIA_\w+/.exec((await update()).error?.message ?? '') ?? [];
		expect(pageOf(language, 'comments-and-process-management')).toContain(code);
	});
});

describe.each<PageLanguage>(['en', 'ja'])('the examples with events (%s)', (language) => {
	const company = useSandbox();

	beforeAll(async () => await company.control('reset', { demo: language === 'ja' ? 'ja' : true }));

	/** The page's days, some years on, so that they are never over. The days of the week are the same. */
	const later = (table: PageTable = []) =>
		JSON.parse(
			JSON.stringify(table).replace(/2026-12-0(\d)/g, (_, day) => `2031-12-0${Number(day) + 1}`),
		) as PageTable;
	const event = async (operation: string, parameters: IDataObject) =>
		jsonOf(
			await runGroupware(company, {
				resource: 'event',
				operation,
				parameters: { simplify: true, ...parameters },
			}),
		);
	const TOKYO = { timeZone: 'Asia/Tokyo' };

	it('the first free hour of people and a room is booked', async () => {
		const [controls, booked = []] = exampleOf(language, 'book-a-room').map(later);
		const [subject = '', people = '', rooms = '', minutes, from, to] = (controls ?? []).map(
			(row) => Object.values(row)[1],
		);
		const out = await event('book', {
			subject,
			attendees: users(people),
			facilities: users(rooms),
			minutes: Number(minutes),
			from,
			to,
			...TOKYO,
		});
		expect(shown(out, booked)).toEqual(booked);
	});

	it('an event is created, and moved with its duration', async () => {
		const [items = [], created = [], moved = []] = exampleOf(language, 'events-and-calendars').map(
			later,
		);
		const { Title: subject, Start: start, End: end } = items[0] ?? {};
		const out = await event('create', { subject, start, end, attendees: users('sato'), ...TOKYO });
		expect(shown(out, created)).toEqual(created);
		const updateFields = { start: '2031-12-04 14:00', ...TOKYO };
		const after = await event('update', { eventId: eventById(String(out[0]?.id)), updateFields });
		expect(shown(after, moved)).toEqual(moved);
	});

	it('workflow requests are read', async () => {
		const [requests = []] = exampleOf(language, 'requests-messages-notifications-spaces');
		const out = jsonOf(
			await runGroupware(company, {
				resource: 'workflowRequest',
				operation: 'getAllAsAdministrator',
				parameters: { returnAll: true, filters: {}, options: {} },
			}),
		);
		expect(shown(out, requests)).toContainEqual(requests[0]);
	});
});
