import type { IDataObject } from 'n8n-workflow';

import { loadPackages } from '../../../start/headless/packages';
import { testCredential } from '../../support/editor';
import { useSandbox } from '../../support/sandbox';
import { toyServer } from '../../support/toy';
import { runNode } from '../../support/workflow';
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

it('accepts a password, and says of whom', async () => {
	expect(await tested(password('admin', 'admin'))).toBe(
		'Connection successful, signed in as admin',
	);
});

it('accepts the address of a page', async () => {
	const baseUrl = `${sandbox.url}/k/12/show#record=3`;
	expect(await tested({ ...password('admin', 'admin'), baseUrl })).toContain(
		'Connection successful',
	);
});

it('says that a password is wrong, and sends it once', async () => {
	await sandbox.forget();
	const said = await tested(password('admin', 'wrong'));
	expect(said).toMatch(/^Refused: .*\(CB_WA01\)\. The login name or password is incorrect/);
	expect(await sandbox.requests()).toHaveLength(1);
});

it('says that the password is missing', async () => {
	expect(await tested(password('admin', ''))).toBe(
		'Refused: The login name or password is missing in the credential. Enter both, and save the credential.',
	);
});

it('accepts an API token', async () => {
	const { token } = (await sandbox.control('tokens', { app, permissions: ['view'] })) as {
		token: string;
	};
	expect(await tested({ signInWith: 'apiTokens', apiTokens: token })).toBe('Connection successful');
});

it('says that an API token is unknown', async () => {
	const account = { signInWith: 'apiTokens', apiTokens: 'no-such-token' };
	expect(await tested(account)).toMatch(/^Refused: .*\(GAIA_IA02\)\. The API token is not valid/);
});

it.each([
	[200, '<!doctype html><title>Portal</title>', 'returned a web page instead of an API response'],
	[401, '<html>Authorization required</html>', 'Basic authentication'],
	[401, '', 'Basic authentication'],
	[200, '{"hello": "world"}', 'returned JSON that is not an API response'],
	[404, '<html>Not found</html>', 'Check the base URL'],
	[302, '', 'redirected the request to'],
	[503, '<html>Maintenance</html>', 'may be down for maintenance'],
])('is not taken in by %i %s', async (status, text, says) => {
	const headers = { location: '/elsewhere' };
	const server = await toyServer(() => ({ status, text, headers }));
	const account = { ...password('admin', 'admin'), baseUrl: server.url };
	const said = await tested(account).finally(server.close);
	expect(said).toMatch(/^Refused: /);
	expect(said).toContain(says);
	expect(server.asked).toHaveLength(1);
});

const UNREACHABLE = [
	['http://127.0.0.1:9', '127.0.0.1:9 refused the connection'],
	['https://nowhere.invalid', 'The host nowhere.invalid was not found'],
] as const;

it.each(UNREACHABLE)('says in words why %s cannot be reached', async (baseUrl, says) => {
	expect(await tested({ ...password('admin', 'admin'), baseUrl })).toContain(says);
});

it('says that a port has no https, and no code alone', async () => {
	const server = await toyServer(() => ({}));
	const baseUrl = server.url.replace('http:', 'https:');
	const said = await tested({ ...password('admin', 'admin'), baseUrl }).finally(server.close);
	expect(said).toMatch(
		/^Refused: 127\.0\.0\.1:\d+ doesn't use https on this port\. Check the port/,
	);
});

it.each([
	['a wrong password', () => ({ ...password('admin', 'wrong'), baseUrl: sandbox.url })],
	['a service that is not there', () => ({ ...password('a', 'b'), baseUrl: UNREACHABLE[0][0] })],
])('has the words of the node for %s', async (_, account) => {
	const { error } = await runNode({
		type: 'n8n-nodes-record-platform.recordPlatform',
		parameters: { resource: 'app', operation: 'getAll', options: {} },
		credential: { type: 'recordPlatformApi', data: account() },
		items: [{}],
	});
	const words = `${error?.message.replace(/ \[item 0\]$/, '')}. ${error?.description}`;
	expect(await tested(account())).toBe(`Refused: ${words}`);
});
