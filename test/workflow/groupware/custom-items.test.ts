import { useSandbox } from '../../support/sandbox';
import { byId, clientOf, jsonOf, makeEvent, runGroupware, runnerOf } from './world';

const sandbox = useSandbox();
const { run, refused } = runnerOf(sandbox);

beforeAll(async () => {
	await sandbox.control('reset', { demo: true });
});

it.each(['update', 'create'])(
	'a stored object is not made empty by nothing: %s',
	async (operation) => {
		const { id } = await makeEvent(sandbox);
		const item = { eventId: byId(String(id)), itemName: 'com.example.lost', value: '={{ null }}' };
		await refused(`eventCustomItem.${operation}`, item, '"Value (JSON)" is empty');
	},
);

it('a stored object has the numbers that were entered, or is refused', async () => {
	const { id } = await makeEvent(sandbox);
	const itemName = 'com.example';
	const long = { eventId: byId(String(id)), itemName, value: '{"a": [12345678901234567890]}' };
	await refused('eventCustomItem.create', long, 'has a number that would be changed');
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
