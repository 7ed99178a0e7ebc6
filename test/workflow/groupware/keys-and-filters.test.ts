import type { IDataObject } from 'n8n-workflow';

import { useSandbox } from '../../support/sandbox';
import { byId, clientOf, jsonOf, makeEvent, runGroupware, runnerOf, users } from './world';

const sandbox = useSandbox();
const { run, refused } = runnerOf(sandbox);

beforeAll(async () => {
	await sandbox.control('reset', { demo: true });
});

describe('a key of which a part is not found', () => {
	const reason =
		/expression \{\{ \$json\.no \}\} in "(Notification Key|Code|Proxy Code|Name)" returned no value/;
	const key = '=order-{{ $json.no }}';
	const proxies = '/system/api/admin/proxies';

	it.each<[string, IDataObject]>([
		['facility.create', { name: 'Room', code: key }],
		['facilityGroup.create', { name: 'Rooms', code: key }],
		['proxySetting.create', { proxyCode: key, method: 'GET', url: 'https://example.com' }],
	])('creates nothing: %s', async (name, parameters) => {
		await refused(name, parameters, reason);
	});

	it('deletes nothing', async () => {
		const setting = { proxyCode: 'order-', method: 'GET', url: 'https://example.com' };
		expect((await clientOf(sandbox).post(proxies, setting)).status).toBe(200);
		await refused('proxySetting.delete', { proxyCode: key }, reason);
	});

	it('replaces no custom item', async () => {
		const { id } = await makeEvent(sandbox);
		const path = `/schedule/events/${String(id)}/datastore/order.`;
		await clientOf(sandbox).post(path, { value: { a: 1 } });
		const itemName = '=order.{{ $json.no }}';
		const value = '{ "b": 2 }';
		await refused('eventCustomItem.update', { eventId: byId(String(id)), itemName, value }, reason);
	});

	const notification = {
		app: 'sandbox',
		change: 'add',
		title: '=Order {{ $json.no }}',
		url: 'https://example.com/orders',
		destinations: users('sato'),
		additionalFields: {},
	};

	it.each([
		["{{ $('Trigger').item.json.no }}", { no: 1 }, 'order-1'],
		['{{ $json.no ?? $json.nr }}', { nr: 2 }, 'order-2'],
		['{{ $json.order?.no }}', { order: { no: 3 } }, 'order-3'],
		['{{ $json.part }}{{ $json.no }}', { part: 'A', no: 4 }, 'order-A4'],
	])('is refused, however the part is written: %s', async (part, whole, made) => {
		const outcome = await runGroupware(sandbox, {
			resource: 'notification',
			operation: 'create',
			parameters: {
				...notification,
				title: `=Part of ${made}`,
				notificationKey: `=order-${part}`,
			},
			items: [whole, {}, { part: 'A', no: '', nr: '', order: { no: ' ' } }],
			onError: 'continueRegularOutput',
		});
		expect(outcome.output.map(({ json }) => json.notificationKey)).toEqual([
			made,
			undefined,
			undefined,
		]);
		expect(outcome.output[1]?.json.error).toMatch(
			/^The expression .* in "Notification Key" returned no value/,
		);
		const { body } = await clientOf(sandbox, 'sato').get('/notification/items');
		expect(body.items.filter(({ title }) => title === `Part of ${made}`)).toHaveLength(1);
	});

	it('is not shared by notifications of several items', async () => {
		const outcome = await runGroupware(sandbox, {
			resource: 'notification',
			operation: 'create',
			parameters: { ...notification, notificationKey: key },
			items: [{ no: 1 }, {}, { no: null }, { no: '' }],
			onError: 'continueRegularOutput',
		});
		const keys = outcome.output.map(({ json }) => json.notificationKey);
		expect(keys).toEqual(['order-1', undefined, undefined, undefined]);
		const { body } = await clientOf(sandbox, 'sato').get('/notification/items');
		const titles = body.items.map(({ title }) => String(title)).filter((one) => /^Order/.test(one));
		expect(titles).toEqual(['Order 1']);
	});
});

it('a filter of which a part is not found returns nothing', async () => {
	const all = { returnAll: true, period: 'custom', from: '', to: '' };
	const part = (label: string) => `in "${label}" returned no value`;
	for (const gap of ['{{ $json.nr }}', '{{ $json.nr ?? $json.no }}', '{{ " " }}']) {
		await refused(
			'event.getAll',
			{ ...all, options: { keyword: `=Order ${gap}` } },
			part('Keyword'),
		);
		for (const [name, label] of Object.entries({ name: 'Name', ids: 'IDs', notes: 'Notes' })) {
			const filters = { [name]: `=1${gap}` };
			const list = 'facility.getAllAsAdministrator';
			await refused(list, { returnAll: true, filters }, part(label));
		}
		await refused('user.getAll', { returnAll: true, filters: { name: `=sa${gap}` } }, part('Name'));
	}
	await makeEvent(sandbox, { subject: 'Order 10' });
	const keyword = '=Order {{ 10 }}';
	const { output } = await run('event.getAll', { ...all, options: { keyword } });
	expect(output.map(({ json }) => json.subject)).toEqual(['Order 10']);
});

describe('lists of other resources', () => {
	it('are emptied by their names only', async () => {
		const proxyCode = 'lists';
		const headers = [{ key: 'X-A', value: '1' }];
		const setting = { proxyCode, method: 'GET', url: 'https://example.com/', headers };
		await clientOf(sandbox).post('/system/api/admin/proxies', setting);
		const emptied = async (value: string) => ({ proxyCode, updateFields: { emptied: value } });
		await refused(
			'proxySetting.update',
			await emptied('={{ ["headers", "parameter"] }}'),
			'"parameter" is not a valid value for "Lists to Empty"',
		);
		const rows = [
			{ key: 'X-B', value: '2' },
			{ key: '={{ $json.missing }}', value: '={{ null }}' },
		];
		await refused(
			'proxySetting.update',
			{ proxyCode, updateFields: { headers: { rows } } },
			'List entry 2 of 2 has no key',
		);
		jsonOf(await run('proxySetting.update', await emptied('={{ "headers" }}')));
		const { body } = await clientOf(sandbox).get('/system/api/admin/proxies/code/lists');
		expect((body as unknown as IDataObject).headers ?? []).toEqual([]);
	});

	it.each(['={{ $json.missing }}', '={{ null }}', '={{ ["room-a", null] }}'])(
		'do not return all, or fewer, where a filter is %s',
		async (codes) => {
			const reason = (label: string) =>
				codes.includes('null]')
					? `"${label}" has an empty value`
					: `The expression in "${label}" returned no value`;
			await refused('facility.getAllAsAdministrator', { filters: { codes } }, reason('Codes'));
			const ids = { filters: { ids: codes } };
			await refused('facilityGroup.getAllAsAdministrator', ids, reason('IDs'));
			const group = { filters: { facilityGroup: byId('={{ null }}') } };
			await refused(
				'facility.getAllAsAdministrator',
				group,
				'The expression in "Facility Group" returned no value',
			);
			const status = { filters: { status: '={{ ["APPROVED", null] }}' } };
			await refused('workflowRequest.getAllAsAdministrator', status, '"Status" has an empty value');
		},
	);
});

describe('notifications that share a key', () => {
	const hint = 'Several items have added a notification with the key "order-1"';
	const hintsOf = async (app: string, key: string, body: string) => {
		const { hints } = await runGroupware(sandbox, {
			resource: 'notification',
			operation: 'create',
			parameters: {
				...{ app: 'sandbox', title: 'Order', url: 'https://example.com/orders' },
				...{ change: app, notificationKey: key, body, destinations: users('mori') },
			},
			items: [{ line: 1 }, { line: 2 }],
		});
		return hints
			.map((one) => JSON.stringify(one))
			.join()
			.replaceAll('\\"', '"');
	};

	it('have a hint, because a user sees the last one', async () => {
		expect(await hintsOf('add', 'order-1', '=Line {{ $json.line }}')).toContain(hint);
		const { body } = await clientOf(sandbox, 'mori').get('/notification/items');
		expect(JSON.stringify(body.items)).toContain('Line 2');
		expect(JSON.stringify(body.items)).not.toContain('Line 1');
		expect(await hintsOf('add', 'order-1', 'The same')).not.toContain(hint);
		expect(await hintsOf('add', '=order-{{ $json.line }}', 'Two')).not.toContain(hint);
		expect(await hintsOf('modify', 'order-1', '=Line {{ $json.line }}')).not.toContain(hint);
	});
});

it('a header whose value a person left empty keeps its value', async () => {
	const path = '/system/api/admin/proxies';
	const headers = [{ key: 'Authorization', value: 'Bearer s3cret' }];
	const setting = { proxyCode: 'left', method: 'GET', url: 'https://example.com/', headers };
	expect((await clientOf(sandbox).post(path, setting)).status).toBe(200);
	const updated = async (...rows: IDataObject[]) => {
		jsonOf(
			await run('proxySetting.update', { proxyCode: 'left', updateFields: { headers: { rows } } }),
		);
		const { body } = await clientOf(sandbox).get(`${path}/code/left`);
		return (body as unknown as IDataObject).headers;
	};
	const added = { key: 'X-New', value: '1' };
	expect(await updated({ key: 'Authorization', value: '' }, added)).toEqual([...headers, added]);
	expect(await updated({ key: 'Authorization' }, { key: 'X-Other', value: '' })).toEqual([
		...headers,
		{ key: 'X-Other', value: '' },
	]);
	expect(await updated({ key: 'Authorization', value: '={{ "" }}' })).toEqual([
		{ key: 'Authorization', value: '' },
	]);
});

it('fields to return are those that are offered', async () => {
	const fields = '={{ ["titel"] }}';
	const reason = '"titel" is not a valid value for "Fields"';
	await refused('event.getAll', { from: '', to: '', options: { fields } }, reason);
	await refused('notification.getAll', { options: { fields } }, reason);
});

it('values that a person left empty stay those of their keys, in any case of a header and for keys that repeat', async () => {
	const path = '/system/api/admin/proxies';
	const tags = ['a', 'b', 'c'].map((value) => ({ key: 'tag', value }));
	const setting = {
		...{ proxyCode: 'repeated', method: 'GET', url: 'https://example.com/' },
		headers: [{ key: 'Authorization', value: 'Bearer s3cret' }],
		parameters: [...tags, { key: 'Tag', value: 'other' }],
	};
	setting.headers.push({ key: 'X-Token', value: 'a' }, { key: 'x-token', value: 'b' });
	expect((await clientOf(sandbox).post(path, setting)).status).toBe(200);
	const left = { key: 'tag', value: '' };
	const updateFields = {
		headers: {
			rows: [
				{ key: 'authorization', value: '' },
				{ key: 'x-token', value: '' },
			],
		},
		parameters: {
			rows: [left, { key: 'tag', value: 'new' }, left, { key: 'tag', value: '={{ "" }}' }],
		},
	};
	jsonOf(await run('proxySetting.update', { proxyCode: 'repeated', updateFields }));
	const { body } = await clientOf(sandbox).get(`${path}/code/repeated`);
	expect(body).toMatchObject({
		headers: [
			{ key: 'authorization', value: 'Bearer s3cret' },
			{ key: 'x-token', value: 'b' },
		],
		parameters: ['a', 'new', 'c', ''].map((value) => ({ key: 'tag', value })),
	});
});
