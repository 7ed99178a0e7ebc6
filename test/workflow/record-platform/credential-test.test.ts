import type { IDataObject } from 'n8n-workflow';

import { loadPackages } from '../../../start/headless/packages';
import { testCredential } from '../../support/credential-test';
import { useSandbox } from '../../support/sandbox';
import { toyServer } from '../../support/toy';
import { Api } from './world';

const sandbox = useSandbox();
const packages = loadPackages(['packages/n8n-nodes-record-platform']);
let app: string;

beforeAll(async () => {
	app = await new Api(sandbox.url).makeApp({ Name: { type: 'SINGLE_LINE_TEXT' } });
});

const tested = async (account: IDataObject): Promise<string> =>
	await testCredential(await packages, 'recordPlatformApi', { baseUrl: sandbox.url, ...account });

const password = (username: string, secret: string) => ({
	signInWith: 'password',
	username,
	password: secret,
});

it('accepts a password', async () => {
	expect(await tested(password('admin', 'admin'))).toBe('Connection successful!');
});

it('accepts the address of a page', async () => {
	const baseUrl = `${sandbox.url}/k/12/show#record=3`;
	expect(await tested({ ...password('admin', 'admin'), baseUrl })).toBe('Connection successful!');
});

it('says that a password is wrong, and sends it once', async () => {
	await sandbox.forget();
	expect(await tested(password('admin', 'wrong'))).toContain('CB_WA01');
	expect(await sandbox.requests()).toHaveLength(1);
});

it('accepts an API token', async () => {
	const { token } = (await sandbox.control('tokens', { app, permissions: ['view'] })) as {
		token: string;
	};
	expect(await tested({ signInWith: 'apiTokens', apiTokens: token })).toBe(
		'Connection successful!',
	);
});

it('says that an API token is unknown', async () => {
	const account = { signInWith: 'apiTokens', apiTokens: 'no-such-token' };
	expect(await tested(account)).toContain('GAIA_IA02');
});

it.each([
	[200, '<!doctype html><title>Portal</title>', 'web page'],
	[401, '<html>Authorization required</html>', 'web page'],
	[401, '', 'empty'],
	[404, '<html>Not found</html>', 'API was not found'],
	[302, '', 'redirects'],
	[503, '<html>Maintenance</html>', 'thrown 503'],
])('is not taken in by %i %s', async (status, text, says) => {
	const headers = { location: '/elsewhere' };
	const server = await toyServer(() => ({ status, text, headers }));
	const account = { ...password('admin', 'admin'), baseUrl: server.url };
	expect(await tested(account).finally(server.close)).toContain(says);
});
