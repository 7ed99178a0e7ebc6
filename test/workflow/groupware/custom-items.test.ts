import type { IDataObject } from 'n8n-workflow';

import { useSandbox } from '../../support/sandbox';
import { byId, clientOf, jsonOf, makeEvent, runnerOf } from './world';

const sandbox = useSandbox();
const { run, refused } = runnerOf(sandbox);

beforeAll(async () => await sandbox.control('reset', { demo: true }));

it('a stored object has the numbers that were entered, or is refused', async () => {
	const { id } = await makeEvent(sandbox);
	const itemName = 'com.example';
	const long = { eventId: byId(String(id)), itemName, value: '{"a": [12345678901234567890]}' };
	await refused('eventCustomItem.create', long, 'has a number that would be changed');
	for (const value of ['={{ { a: { b: NaN } } }}', '={{ { d: [new Date("x")] } }}']) {
		await refused('eventCustomItem.create', { ...long, value }, 'an invalid number or date');
	}
	const stored = { id: '12345678901234567890', most: 9007199254740991, small: 1.5e-7, none: 0 };
	const value =
		'{"id": "12345678901234567890", "most": 9007199254740991, "small": 1.50e-7, "none": -0.0}';
	jsonOf(await run('eventCustomItem.create', { ...long, value }));
	const path = `/schedule/events/${String(id)}/datastore/com.example`;
	expect((await clientOf(sandbox).get(path)).body).toMatchObject({ value: stored });
});

it('a stored object is not replaced by a new one of the same name', async () => {
	const { id } = await makeEvent(sandbox);
	const itemName = 'com.example.order';
	const path = `/schedule/events/${String(id)}/datastore/${itemName}`;
	const create = { eventId: byId(String(id)), itemName, value: '{"orderId": "A-17"}' };
	jsonOf(await run('eventCustomItem.create', create));
	await refused(
		'eventCustomItem.create',
		{ ...create, value: '{"invoice": 5}' },
		'The event already has a custom item with the name "com.example.order"',
	);
	expect((await clientOf(sandbox).get(path)).body).toEqual({ value: { orderId: 'A-17' } });
	// The second run of a workflow whose first one was cut off.
	jsonOf(await run('eventCustomItem.create', create));
	const other = { ...create, itemName: 'com.example.two', value: '={{ $json }}' };
	const both = await run('eventCustomItem.create', other, {
		input: [{ json: { first: 1 } }, { json: { second: 2 } }],
		onError: 'continueRegularOutput',
	});
	expect(both.output.map(({ json }) => 'error' in json)).toEqual([false, true]);
	const { body } = await clientOf(sandbox).get(path.replace('order', 'two'));
	expect(body).toEqual({ value: { first: 1 } });
});

const url = 'https://example.com/api';
const headers = [{ key: 'Authorization', value: 'secret' }];
const proxy = { proxyCode: 'crm', status: 'ACTIVE', method: 'POST', url, headers, parameters: [] };
const pair = (key: string) => ({
	rows: [{ key: `={{ $json.${key} }}`, value: `={{ $json.${key} }}` }],
});
const updateFields = {
	...{ method: '={{ $json.method }}', url: '={{ $json.url }}', status: '={{ $json.status }}' },
	...{ headers: pair('header'), parameters: pair('query') },
};
const own = [{ key: 'a', value: 'a' }];

it.each<[items: IDataObject[], changed: object]>([
	[[{ method: 'PUT' }, { url: `${url}/2` }], { method: 'PUT', url: `${url}/2` }],
	[
		[{ status: 'INACTIVE' }, { method: 'GET' }, { method: 'PUT' }],
		{ status: 'INACTIVE', method: 'PUT' },
	],
	[
		[{ header: 'a' }, { query: 'a' }, { method: 'PUT' }],
		{ headers: own, parameters: own, method: 'PUT' },
	],
])('of items for one proxy setting, each counts for what it gives: %j', async (items, changed) => {
	const path = '/system/api/admin/proxies';
	await clientOf(sandbox).post(path, proxy);
	const input = items.map((json) => ({ json }));
	jsonOf(await run('proxySetting.update', { proxyCode: 'crm', updateFields }, { input }));
	const { body } = await clientOf(sandbox).get(`${path}/code/crm`);
	expect(body).toMatchObject({ ...proxy, ...changed });
	await clientOf(sandbox).delete(`${path}/code/crm`);
});

const secret = { ...proxy, url: 'https://user:a@example.com/b;c?d=e#f' };

it.each([
	['what Get puts out', '={{ $json.url }}', { rows: '={{ $json.headers }}' }],
	['an encoded mask', '={{ encodeURI($json.url) }}', {}],
])('a proxy setting keeps its secrets with %s', async (_, url, headers) => {
	const path = '/system/api/admin/proxies';
	await clientOf(sandbox).post(path, secret);
	const [got] = jsonOf(await run('proxySetting.get', { proxyCode: 'crm' }));
	const written = { url, headers, method: 'PUT' };
	const input = [{ json: got as IDataObject }];
	jsonOf(await run('proxySetting.update', { proxyCode: 'crm', updateFields: written }, { input }));
	const { body } = await clientOf(sandbox).get(`${path}/code/crm`);
	expect(body).toMatchObject({ ...secret, method: 'PUT' });
	const elsewhere = { proxyCode: 'copy', url: '={{ $json.url }}' };
	expect((await run('proxySetting.create', elsewhere, { input })).error?.message).toContain(
		'"URL" is hidden in part',
	);
	const rows = [{ key: 'Authorization', value: '={{ $json.missing }}' }];
	const empty = { ...elsewhere, url: secret.url, additionalFields: { headers: { rows } } };
	await refused('proxySetting.create', empty, '"Authorization" has no value in the headers');
	expect((await clientOf(sandbox).get(`${path}/code/copy`)).status).toBe(400);
	await sandbox.faults({
		method: 'PATCH',
		status: 400,
		message: `Not allowed: ${secret.url}`,
		times: 1,
	});
	const { error } = await run('proxySetting.update', {
		proxyCode: 'crm',
		updateFields: { url: secret.url },
	});
	expect(error?.message).toContain('Not allowed: …');
	await clientOf(sandbox).delete(`${path}/code/crm`);
});

it.each([
	['={{ { last: $json.key } }}', { last: 5 }],
	['={"{{ $json.key }}": 1}', { 5: 1 }],
	['={{ {} }}', {}],
	['{}', {}],
])('of five items for a stored object, the last counts, also empty: %s', async (value, last) => {
	const { id } = await makeEvent(sandbox);
	const itemName = 'com.example.replaced';
	const path = `/schedule/events/${String(id)}/datastore/${itemName}`;
	await clientOf(sandbox).post(path, { value: { orderId: 'A-17' } });
	const input = [1, 2, 3, 4, 5].map((key) => ({ json: { key } }));
	const update = { eventId: byId(String(id)), itemName, value };
	expect(jsonOf(await run('eventCustomItem.update', update, { input }))).toHaveLength(5);
	expect((await clientOf(sandbox).get(path)).body).toEqual({ value: last });
});
