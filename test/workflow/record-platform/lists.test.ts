import { useSandbox } from '../../support/sandbox';
import { Api, byId, runRecordPlatform } from './world';

const sandbox = useSandbox();

describe('a list', () => {
	it.each([
		['app', 'getAll'],
		['app', 'getStatistics'],
		['comment', 'getAll'],
		['plugin', 'getAll'],
		['space', 'getStatistics'],
		['view', 'getAll'],
		['record', 'getAll'],
	])('that is none is an error, and not one of no rows: %s, %s', async (resource, operation) => {
		const app = byId(await new Api(sandbox.url).makeApp({}));
		const fault = { method: 'GET', path: '/k/v1/', status: 200, html: '{"ok": true}', times: 1 };
		await sandbox.faults(fault);
		const { error, output } = await runRecordPlatform(sandbox, {
			resource,
			operation,
			parameters: { app, recordId: '1', returnAll: false, limit: 5, simplify: true, options: {} },
		});
		expect(output).toEqual([]);
		expect(error?.message).toMatch(
			/returned (an unexpected response|JSON that is not an API response)/,
		);
	});
});
