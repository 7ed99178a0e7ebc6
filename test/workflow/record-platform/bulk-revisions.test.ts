import type { IDataObject } from 'n8n-workflow';

import { useNewApp } from './app';

const app = useNewApp({ Plain: { type: 'SINGLE_LINE_TEXT' } });

/** Runs a step for the first record, whose item has no revision. */
const run = async (call: string, payload: string) => {
	const json: IDataObject = { app: app.id, id: await app.create({ Plain: 'theirs' }) };
	return await app.run(
		'run',
		{ call, payload, options: {} },
		{ resource: 'bulkRequest', items: [json] },
	);
};

describe('a step whose revision was not found', () => {
	it.each([
		[
			'deleteRecords',
			'={"app": {{ $json.app }}, "ids": [{{ $json.id }}], "revisions": ["{{ $json.rev }}"]}',
		],
		['deleteRecords', '={{ { app: $json.app, ids: [$json.id], revisions: $json.revs } }}'],
		[
			'updateRecord',
			'={{ { app: $json.app, id: $json.id, revision: $json.rev, record: { Plain: { value: "ours" } } } }}',
		],
		[
			'updateRecords',
			'={{ { app: $json.app, records: [{ id: $json.id, revision: $json.rev, record: { Plain: { value: "ours" } } }] } }}',
		],
		['updateStatus', '={{ { app: $json.app, id: $json.id, action: "Go", revision: $json.rev } }}'],
	])('%s is not sent without the check: %s', async (call, payload) => {
		const { error } = await run(call, payload);
		expect(error?.message).toMatch(/"Payload" (?:returned no value|has no value for "revisions?")/);
		expect(await app.records()).toMatchObject([{ Plain: 'theirs' }]);
	});

	it('is sent where no revision is asked for', async () => {
		const payload = '={{ { app: $json.app, id: $json.id, record: { Plain: { value: "ours" } } } }}';
		expect((await run('updateRecord', payload)).error).toBeUndefined();
		expect(await app.records()).toMatchObject([{ Plain: 'ours' }]);
	});

	it('can be one that is not to be checked', async () => {
		const payload =
			'={{ { app: $json.app, id: $json.id, revision: -1, record: { Plain: { value: "ours" } } } }}';
		expect((await run('updateRecord', payload)).error).toBeUndefined();
		expect(await app.records()).toMatchObject([{ Plain: 'ours' }]);
	});
});
