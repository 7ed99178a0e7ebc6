import { useSandbox } from '../../support/sandbox';
import { byId, clientOf, jsonOf, makeEvent, runGroupware, runnerOf } from './world';

const sandbox = useSandbox();
const { run, refused } = runnerOf(sandbox);

beforeAll(async () => {
	await sandbox.control('reset', { demo: true });
});

describe.each(['={{ $json.missing }}', '={{ null }}'])('a stored object, by %s', (value) => {
	const itemName = 'com.example.lost';

	it('is not replaced by an empty one', async () => {
		const { id } = await makeEvent(sandbox);
		const path = `/schedule/events/${String(id)}/datastore/${itemName}`;
		const kept = { value: { orderId: 'A-17' } };
		await clientOf(sandbox).post(path, kept);
		const change = { eventId: byId(String(id)), itemName, value };
		await refused(
			'eventCustomItem.update',
			change,
			'The expression in "Value (JSON)" returned no value',
		);
		expect((await clientOf(sandbox).get(path)).body).toEqual(kept);
	});

	it('is not created empty', async () => {
		const { id } = await makeEvent(sandbox);
		const made = { eventId: byId(String(id)), itemName, value };
		await refused(
			'eventCustomItem.create',
			made,
			'The expression in "Value (JSON)" returned no value',
		);
	});
});

it.each([
	'{"orderId": 12345678901234567890}',
	'{"a": [0.12345678901234567891]}',
	'{"a": {"b": -1e400}}',
])('a stored object has the numbers that were entered, or none: %s', async (value) => {
	const { id } = await makeEvent(sandbox);
	const item = { eventId: byId(String(id)), itemName: 'com.example', value };
	await refused('eventCustomItem.create', item, 'has a number that would be changed');
});

it('a stored object has long numbers in quotes, and all that can be kept', async () => {
	const { id } = await makeEvent(sandbox);
	const stored = { id: '12345678901234567890', most: 9007199254740991, small: 1.5e-7, none: 0 };
	const value =
		'{"id": "12345678901234567890", "most": 9007199254740991, "small": 1.50e-7, "none": -0.0}';
	const item = { eventId: byId(String(id)), itemName: 'com.example', value };
	jsonOf(await run('eventCustomItem.create', item));
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
	const both = await runGroupware(sandbox, {
		resource: 'eventCustomItem',
		operation: 'create',
		parameters: other,
		input: [{ json: { first: 1 } }, { json: { second: 2 } }],
		onError: 'continueRegularOutput',
	});
	expect(both.output.map(({ json }) => 'error' in json)).toEqual([false, true]);
	const { body } = await clientOf(sandbox).get(path.replace('order', 'two'));
	expect(body).toEqual({ value: { first: 1 } });
});

it('a stored object is not replaced where a gateway answered in place of it', async () => {
	const { id } = await makeEvent(sandbox);
	const itemName = 'com.example.order';
	const path = `/schedule/events/${String(id)}/datastore/${itemName}`;
	await clientOf(sandbox).post(path, { value: { orderId: 'A-17' } });
	const create = { eventId: byId(String(id)), itemName, value: '{"invoice": 5}' };
	const answered = async (html: string) =>
		await sandbox.faults({ method: 'GET', path: '/g/api/v1/schedule', html, status: 200 });
	await answered('{"message": "Please wait"}');
	await refused('eventCustomItem.create', create, 'JSON that is not an API response');
	expect((await clientOf(sandbox).get(path)).body).toEqual({ value: { orderId: 'A-17' } });
	// It is not known what the service answers for a name that is free.
	await answered('{}');
	jsonOf(await run('eventCustomItem.create', { ...create, itemName: 'com.example.free' }));
	const free = await clientOf(sandbox).get(path.replace('order', 'free'));
	expect(free.body).toEqual({ value: { invoice: 5 } });
});

it('a stored object is replaced by an empty one where that is meant', async () => {
	const { id } = await makeEvent(sandbox);
	const itemName = 'com.example.emptied';
	const path = `/schedule/events/${String(id)}/datastore/${itemName}`;
	await clientOf(sandbox).post(path, { value: { orderId: 'A-17' } });
	for (const value of ['={{ {} }}', '{}']) {
		jsonOf(await run('eventCustomItem.update', { eventId: byId(String(id)), itemName, value }));
		expect((await clientOf(sandbox).get(path)).body).toEqual({ value: {} });
	}
});

describe('an object of several items', () => {
	const itemName = 'com.example.shared';
	const all = async (id: unknown, value: string, items: object[]) =>
		await runGroupware(sandbox, {
			resource: 'eventCustomItem',
			operation: 'update',
			parameters: { eventId: byId(String(id)), itemName, value },
			input: items.map((json) => ({ json: { ...json } })),
			onError: 'continueRegularOutput',
		});

	it('is replaced by none of them where they differ', async () => {
		const { id } = await makeEvent(sandbox);
		const path = `/schedule/events/${String(id)}/datastore/${itemName}`;
		await clientOf(sandbox).post(path, { value: { orderId: 'A-17' } });
		const { output } = await all(id, '={{ $json }}', [{ a: 1 }, { b: 2 }]);
		expect(output.map(({ json }) => String(json.error))).toEqual([
			expect.stringContaining('"Value (JSON)"'),
			expect.stringContaining('"Value (JSON)"'),
		]);
		expect((await clientOf(sandbox).get(path)).body).toEqual({ value: { orderId: 'A-17' } });
		jsonOf(await all(id, '={{ $json }}', [{ a: 1 }, { a: 1 }]));
		expect((await clientOf(sandbox).get(path)).body).toEqual({ value: { a: 1 } });
	});
});

describe('an object of which a value is not found', () => {
	const itemName = 'com.example.partly';
	const reason =
		/The expression (\{\{ \$json\.orderId \}\} )?in "Value \(JSON\)" returned no value/;

	it.each([
		['={{ ({ orderId: $json.orderId, n: 5 }) }}', undefined],
		['={{ ({ order: { id: $json.orderId }, n: 5 }) }}', undefined],
		['={{ ({ orders: [$json.orderId] }) }}', undefined],
		['={ "orderId": "{{ $json.orderId }}", "n": 4 }', undefined],
		['={ "orderId": "{{ $json.orderId }}", "n": 4 }', null],
	])('is not stored: %s with %s', async (value, orderId) => {
		const { id } = await makeEvent(sandbox);
		const path = `/schedule/events/${String(id)}/datastore/${itemName}`;
		const item = { eventId: byId(String(id)), itemName, value };
		const input = [{ json: { orderId } as { orderId: null } }];
		await refused('eventCustomItem.create', item, reason, input);
		await clientOf(sandbox).post(path, { value: { orderId: 'A-17', n: 3 } });
		await refused('eventCustomItem.update', item, reason, input);
	});

	it('is stored if the value is null or empty on purpose', async () => {
		const { id } = await makeEvent(sandbox);
		const path = `/schedule/events/${String(id)}/datastore/${itemName}`;
		const item = { eventId: byId(String(id)), itemName };
		const note = '={ "note": "{{ $json.note }}", "n": 4 }';
		jsonOf(await run('eventCustomItem.create', { ...item, value: note }, [{ json: { note: '' } }]));
		expect((await clientOf(sandbox).get(path)).body).toEqual({ value: { note: '', n: 4 } });
		jsonOf(await run('eventCustomItem.update', { ...item, value: '={{ ({ note: null }) }}' }));
		expect((await clientOf(sandbox).get(path)).body).toEqual({ value: { note: null } });
	});
});

it('an invalid number or date is not stored as null', async () => {
	const { id } = await makeEvent(sandbox);
	const itemName = 'com.example.odd';
	const path = `/schedule/events/${String(id)}/datastore/${itemName}`;
	const stored = { value: { total: 5, due: '2031-03-03' } };
	await clientOf(sandbox).post(path, stored);
	const custom = { eventId: byId(String(id)), itemName };
	for (const [value, key] of [
		['={{ ({ total: Number($json.total), due: null }) }}', 'total'],
		['={{ ({ total: 5, due: new Date($json.due) }) }}', 'due'],
	] as const) {
		await refused('eventCustomItem.update', { ...custom, value }, `no value for "${key}"`);
		const another = { ...custom, itemName: 'com.example.new', value };
		await refused('eventCustomItem.create', another, `no value for "${key}"`);
	}
	const value =
		'={{ ({ due: new Date(0), at: DateTime.fromMillis(0, { zone: "utc" }), of: null }) }}';
	jsonOf(await run('eventCustomItem.update', { ...custom, value }));
	const epoch = '1970-01-01T00:00:00.000Z';
	expect((await clientOf(sandbox).get(path)).body).toEqual({
		value: { due: epoch, at: epoch, of: null },
	});
});
