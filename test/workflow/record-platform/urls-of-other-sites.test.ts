import type { IDataObject } from 'n8n-workflow';

import { useNewApp } from './app';
import { byId, mapping, PASSWORD } from './world';

const app = useNewApp({ Name: { type: 'SINGLE_LINE_TEXT' } });

/** A credential for this service, which none of the tests may reach. */
const account = { ...PASSWORD, baseUrl: 'https://example.cybozu.com' };
const HOST = 'https://staging.cybozu.com';
const url = (path: string) => ({ mode: 'url', value: `${HOST}${path}` });

const APP = { app: url('/k/12/') };
const fields = mapping({ Name: 'x' });

const CASES: Array<[name: string, what: string, resource: string, parameters: IDataObject]> = [
	['create', 'app', 'record', { ...APP, fields }],
	['getAll', 'app', 'record', { ...APP, returnAll: true }],
	['delete', 'app', 'record', { ...APP, recordId: byId('1') }],
	['create', 'app', 'record', { app: byId(`={{ "${HOST}/k/12/" }}`), fields }],
	['delete', 'record', 'record', { app: byId('12'), recordId: url('/k/12/show#record=1') }],
	['get', 'guest space', 'app', { app: byId('12'), options: { guestSpace: `${HOST}/k/guest/5` } }],
	[
		'copyToRecord',
		'app',
		'file',
		{
			app: byId('12'),
			recordId: byId('1'),
			targetApp: url('/k/13/'),
			targetRecordId: byId('1'),
			targetField: 'Files',
		},
	],
	['delete', 'space', 'space', { spaceId: url('/k/#/space/7') }],
	['updateMembers', 'guest space', 'guest', { guestSpaceId: `${HOST}/k/guest/7`, removeAll: true }],
];

it.each(CASES)('refuses %s with a URL of another service (%s of %s)', async (...one) => {
	const [operation, what, resource, parameters] = one;
	expect((await app.run(operation, parameters, { resource, account })).error?.message).toContain(
		`The ${what} URL belongs to staging.cybozu.com, but the node uses example.cybozu.com`,
	);
});

it('uses the app of a URL of the service behind a gateway', async () => {
	const chosen = { mode: 'url', value: `https://example.cybozu.com/k/${app.id}/?view=5` };
	await app.run('create', { app: chosen, fields });
	expect(await app.records()).toMatchObject([{ Name: 'x' }]);
});
