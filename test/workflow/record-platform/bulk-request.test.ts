import { useNewApp } from './app';

const app = useNewApp({ Notes: { type: 'SINGLE_LINE_TEXT' }, Amount: { type: 'NUMBER' } });

describe('a step', () => {
	const update = async (call: string, payload: string, item: object) => {
		const id = await app.create({ Notes: 'old', Amount: 3 });
		const items = [{ ...item, app: app.id, id }];
		return await app.run('run', { call, payload }, { resource: 'bulkRequest', items });
	};

	it.each([
		[
			'={ "app": {{ $json.app }}, "id": {{ $json.id }}, "record": { "Notes": { "value": "new" } } }',
		],
		['={{ { app: $json.app, id: $json.id, record: { Notes: { value: $json.note } } } }}'],
	])('takes JSON text or an object: %s', async (payload) => {
		expect((await update('updateRecord', payload, { note: 'new' })).error).toBeUndefined();
		expect(await app.records()).toMatchObject([{ Notes: 'new', Amount: '3' }]);
	});

	it.each([
		['updateRecord', '={ "app": "{{ $json.note }}" }', '"Payload" is not a valid JSON object'],
		['updateRecord', '=[1]', '"Payload" is not a valid JSON object'],
		['update', '={{ {} }}', '"update" is not a valid value for "Request"'],
		[
			'createRecord',
			'{ "app": 1, "record": { "Amount": { "value": 12345678901234567890 } } }',
			'a number that would be changed',
		],
	])('is refused: %s %s', async (call, payload, message) => {
		expect((await update(call, payload, { note: 'say "hi"' })).error?.message).toContain(message);
		expect(await app.records()).toMatchObject([{ Notes: 'old' }]);
	});
});

it('an invalid step keeps a bulk request from being sent in part', async () => {
	const id = await app.create({ Notes: 'A' });
	const items = [
		{ call: 'createRecord', payload: '{"app": 1, "record": {"Notes": {"value": "24" screen"}}}' },
		{ call: 'deleteRecords', payload: `{"app": ${app.id}, "ids": [${id}]}` },
	];
	const parameters = { call: '={{ $json.call }}', payload: '={{ $json.payload }}' };
	for (const onError of ['continueErrorOutput', 'continueRegularOutput'] as const) {
		const more = { resource: 'bulkRequest', items, onError };
		const { output, errors } = await app.run('run', parameters, more);
		expect([...output, ...errors].map(({ error, json }) => error?.message ?? json.error)).toEqual([
			expect.stringContaining('"Payload"'),
			expect.stringContaining('Not sent: another item of the transaction was refused'),
		]);
		expect(await app.records()).toHaveLength(1);
	}
});

it('steps that are listed in the node are one transaction for each item', async () => {
	const payload = '={{ { app: $json.app, record: { Notes: { value: $json.note } } } }}';
	const rows = [
		{ call: 'createRecord', payload },
		{ call: 'createRecord', payload },
	];
	const { output, errors } = await app.run(
		'runListed',
		{ steps: { rows } },
		{
			resource: 'bulkRequest',
			items: [
				{ app: app.id, note: 'a' },
				{ app: '999999', note: 'b' },
			],
			onError: 'continueErrorOutput',
		},
	);
	expect(output).toHaveLength(2);
	expect(errors[0]?.error?.message ?? errors[0]?.json.error).toMatch(/Step 1 of 2: .*GAIA_AP01/);
	expect((await app.records()).map(({ Notes }) => Notes)).toEqual(['a', 'a']);
});
