import { pluginArchive } from '../../support/installed-plugin';
import { useNewApp } from './app';
import { byId } from './world';

const app = useNewApp({ Name: { type: 'SINGLE_LINE_TEXT' }, Files: { type: 'FILE' } });

const held = async () => await (await fetch(`${app.sandbox.url}/_sandbox/dump`)).json();

/** What something in front of the service says, with the status of a success. */
const GATEWAY = '{"message":"Back soon"}';

async function answered<T>(path: string, body: string, run: () => Promise<T>): Promise<T> {
	await app.sandbox.faults({ path, status: 200, html: body, times: 0 });
	const outcome = await run();
	await fetch(`${app.sandbox.url}/_sandbox/faults`, { method: 'DELETE' });
	return outcome;
}

describe.each([GATEWAY, '{}'])('an answer of %s is an error', (body) => {
	it.each<[string, ...string[]]>([
		['app', 'getAll', 'getStatistics', 'getAdminNotes', 'get'],
		['comment', 'getAll'],
		['cursor', 'getRecords'],
		['deployment', 'getState'],
		['plugin', 'getAll'],
		['record', 'count', 'getAll', 'get', 'getPermissions'],
		['space', 'getMembers', 'getStatistics', 'get'],
		['action', 'getAll'],
		['appPlugin', 'getAll', 'getConfiguration'],
		['appSettings', 'get'],
		['category', 'getAll'],
		['customization', 'get'],
		['form', 'getDesign', 'getFields', 'getLayout'],
		['notificationSettings', 'getGeneral', 'getPerRecord', 'getReminders'],
		['permission', 'getApp', 'getField', 'getRecord'],
		['process', 'get'],
		['report', 'getAll'],
		['view', 'getAll'],
	])('%s', async (resource, ...operations) => {
		const more = {
			recordId: byId('1'),
			spaceId: byId('1'),
			pluginId: 'a'.repeat(32),
			cursorId: 'a',
		};
		for (const operation of operations) {
			const { error, output } = await answered(
				'/k/',
				body,
				async () => await app.run(operation, { simplify: false, ...more }, { resource }),
			);
			expect([operation, output]).toEqual([operation, []]);
			expect(error?.message).toMatch(/JSON that is not an API response|an unexpected response/);
		}
	});
});

it.each(['install', 'update'])(
	'a plugin is not installed where a gateway answers its upload: %s',
	async (operation) => {
		const before: unknown = await held();
		const data = (await pluginArchive()).toString('base64');
		const file = { data, mimeType: 'application/zip', fileName: 'a.zip' };
		const more = { resource: 'plugin', input: [{ json: {}, binary: { data: file } }] };
		const { error } = await answered(
			'/k/v1/file.json',
			GATEWAY,
			async () => await app.run(operation, { pluginId: 'a'.repeat(32) }, more),
		);
		expect(error?.message).toMatch(/JSON that is not an API response/);
		expect(await held()).toEqual(before);
		expect(await app.writes()).toEqual(['POST /k/v1/file.json']);
	},
);
