import { useSandbox } from '../../support/sandbox';
import { Api, byId, runRecordPlatform } from './world';

const sandbox = useSandbox();

describe('a list', () => {
	const UNEXPECTED = 'The service returned an unexpected response [item 0]';

	it.each([
		['app', 'getAll', UNEXPECTED],
		['app', 'getStatistics', UNEXPECTED],
		['comment', 'getAll', UNEXPECTED],
		['plugin', 'getAll', UNEXPECTED],
		['space', 'getStatistics', UNEXPECTED],
		['view', 'getAll', 'HOST returned JSON that is not an API response [item 0]'],
		['record', 'getAll', UNEXPECTED],
	])(
		'that is none is an error, and not one of no rows: %s, %s',
		async (resource, operation, says) => {
			const app = byId(await new Api(sandbox.url).makeApp({}));
			const fault = { method: 'GET', path: '/k/v1/', status: 200, html: '{"ok": true}', times: 1 };
			await sandbox.faults(fault);
			const { error, output } = await runRecordPlatform(sandbox, {
				resource,
				operation,
				parameters: { app, recordId: '1', returnAll: false, limit: 5, simplify: true, options: {} },
			});
			expect(output).toEqual([]);
			expect(error?.message).toBe(says.replace('HOST', new URL(sandbox.url).host));
		},
	);
});
