import type { IDataObject } from 'n8n-workflow';

import { pluginArchive } from '../../support/installed-plugin';
import { useNewApp } from './app';
import { byId, jsonOf } from './world';

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

const file = (data: Buffer): IDataObject => ({
	data: { data: data.toString('base64'), mimeType: 'application/zip', fileName: 'a.zip' },
});

describe('a plugin is not installed by an answer of a gateway', () => {
	const run = async (operation: string, parameters: IDataObject) => {
		const input = [{ json: {}, binary: file(await pluginArchive()) as never }];
		return await app.run(operation, parameters, { resource: 'plugin', input });
	};

	it.each(['install', 'update'])('to its upload: %s', async (operation) => {
		const before: unknown = await held();
		const parameters = { pluginId: 'a'.repeat(32) };
		const { error } = await answered(
			'/k/v1/file.json',
			GATEWAY,
			async () => await run(operation, parameters),
		);
		expect(error?.message).toMatch(/JSON that is not an API response/);
		expect(await held()).toEqual(before);
		expect(await app.sandbox.calls()).not.toContain('POST /k/v1/plugin.json');
		expect(await app.sandbox.calls()).not.toContain('PUT /k/v1/plugin.json');
	});

	it.each(['install', 'update'])(
		'to the request itself, which is unknown: %s',
		async (operation) => {
			const { error } = await answered(
				'/k/v1/plugin.json',
				GATEWAY,
				async () => await run(operation, { pluginId: 'a'.repeat(32) }),
			);
			expect(error?.description).toContain('may or may not have succeeded');
		},
	);
});

describe('a deployment whose state cannot be read is not said to have changed nothing', () => {
	const ways: Array<[string, object]> = [
		['lost', { cut: 'before', times: 0 }],
		['refused', { status: 403, code: 'CB_NO02', times: 0 }],
		['foreign', { status: 200, html: GATEWAY, times: 0 }],
	];

	it.each(ways)('%s', async (_, fault) => {
		const properties = { More: { type: 'DATE', code: 'More', label: 'More' } };
		await app.api.ok('POST', 'preview/app/form/fields.json', { app: app.id, properties });
		await app.sandbox.faults({ method: 'GET', path: '/k/v1/preview/app/deploy.json', ...fault });
		const { error } = await app.run('deploy', { waitUntilDone: true }, { resource: 'deployment' });
		await fetch(`${app.sandbox.url}/_sandbox/faults`, { method: 'DELETE' });
		expect(error?.description).toContain('The service accepted the request and is working on it');
		expect(error?.description).not.toMatch(/Nothing was changed|changed nothing/);
		await app.sandbox.clock(60);
		const [state] = jsonOf(await app.run('getState', {}, { resource: 'deployment' }));
		expect(state).toEqual({ app: app.id, status: 'SUCCESS' });
		const form = await app.api.get<{ properties: object }>('app/form/fields.json', {
			app: app.id,
		});
		expect(form.properties).toHaveProperty('More');
	});
});
