import type { IDataObject } from 'n8n-workflow';

import { loadPackages } from '../../start/headless/packages';
import { testCredential } from '../support/editor';
import { useSandbox } from '../support/sandbox';
import { toyServer } from '../support/toy';
import { runNode } from '../support/workflow';
import { Api } from './record-platform/world';

const sandbox = useSandbox();
const packages = loadPackages();

/** What n8n shows of a credential with the administrator's password, and what else was entered. */
async function tested(type: string, more: IDataObject = {}): Promise<string> {
	const account = { signInWith: 'password', username: 'admin', password: 'admin' };
	return await testCredential(await packages, type, { baseUrl: sandbox.url, ...account, ...more });
}

const ofRecords = async (more?: IDataObject) => await tested('recordPlatformApi', more);
const ofGroupware = async (more?: IDataObject) => await tested('groupwareApi', more);

const SIGNED_IN = 'Connection successful, signed in as admin';
const MISSING =
	'The login name or password is missing in the credential. Enter both, and save the credential.';
const WRONG = { recordPlatformApi: 'CB_WA01', groupwareApi: 'FW00007' };
const PAGE = '<!doctype html><title>Portal</title>';

describe.each(Object.entries(WRONG))('a credential of the type %s', (type, wrong) => {
	it('says of whom the password is, or that it is missing, or wrong, which is sent once', async () => {
		expect(await tested(type)).toBe(SIGNED_IN);
		expect(await tested(type, { password: '' })).toBe(`Refused: ${MISSING}`);
		await sandbox.forget();
		expect(await tested(type, { password: 'wrong' })).toMatch(
			new RegExp(`^Refused: .*\\(${wrong}\\)\\. .*password`),
		);
		expect(await sandbox.requests()).toHaveLength(1);
	});

	it.each([
		[200, PAGE, 'returned a web page instead of an API response'],
		[401, '<html>Authorization required</html>', 'Basic authentication'],
		[401, '', 'Basic authentication'],
		[200, '{"hello": "world"}', 'returned JSON that is not an API response'],
		[404, '<html>Not found</html>', 'Check the base URL'],
		[302, '', 'redirected the request to'],
		[503, '<html>Maintenance</html>', 'may be down for maintenance'],
		[503, '', 'returned 503 without a reason'],
	])('is not taken in by %i %s', async (status, text, says) => {
		const headers = { location: '/elsewhere' };
		const server = await toyServer(() => ({ status, text, headers }));
		const said = await tested(type, { baseUrl: server.url }).finally(server.close);
		expect(said).toMatch(/^Refused: /);
		expect(said).toContain(says);
		expect(server.asked).toHaveLength(1);
	});

	it.each([
		['http://127.0.0.1:9', '127.0.0.1:9 refused the connection. Check the base URL'],
		['https://nowhere.invalid', 'The host nowhere.invalid was not found. Check the base URL'],
		['garbage', 'not a valid URL'],
	])('says in words why %s cannot be reached', async (baseUrl, says) => {
		expect(await tested(type, { baseUrl })).toContain(says);
	});
});

it('accepts the address of a page of the record platform, and an API token', async () => {
	const app = await new Api(sandbox).makeApp({ Name: { type: 'SINGLE_LINE_TEXT' } });
	expect(await ofRecords({ baseUrl: `${sandbox.url}/k/12/show#record=3` })).toBe(SIGNED_IN);
	const made = await sandbox.control('tokens', { app, permissions: ['view'] });
	const byToken = async (apiTokens: string) =>
		await ofRecords({ signInWith: 'apiTokens', apiTokens });
	expect(await byToken((made as { token: string }).token)).toBe('Connection successful');
	expect(await byToken('no-such-token')).toMatch(
		/^Refused: .*\(GAIA_IA02\)\. The API token is not valid/,
	);
});

it('accepts a password in every edition of the groupware, of an active user', async () => {
	await sandbox.forget();
	expect(await ofGroupware()).toBe(SIGNED_IN);
	expect(await ofGroupware({ edition: 'packageLinux' })).toBe(SIGNED_IN);
	const baseUrl = `${sandbox.url}/scripts/cbgrn/grn.exe/schedule/index`;
	expect(await ofGroupware({ baseUrl })).toBe(SIGNED_IN);
	expect((await sandbox.requests()).map(({ path }) => path.split('?')[0])).toEqual([
		'/g/api/v1/base/users',
		'/cgi-bin/cbgrn/grn.cgi/api/v1/base/users',
		'/scripts/cbgrn/grn.exe/api/v1/base/users',
	]);
	expect(await ofGroupware({ username: 'former', password: 'former' })).toContain('FW00008');
	const elsewhere = { baseUrl: `${sandbox.url}/elsewhere`, edition: 'packageLinux' };
	expect(await ofGroupware(elsewhere)).toContain('Check the base URL');
});

it('says that a port has no https, and no code alone', async () => {
	const server = await toyServer(() => ({}));
	const baseUrl = server.url.replace('http:', 'https:');
	expect(await ofRecords({ baseUrl }).finally(server.close)).toMatch(
		/^Refused: 127\.0\.0\.1:\d+ doesn't use https on this port\. Check the port/,
	);
});

it.each([
	['a wrong password', {}],
	['a service that is not there', { baseUrl: 'http://127.0.0.1:9' }],
])('has the words of the node for %s', async (_, more) => {
	const account = { signInWith: 'password', username: 'admin', password: 'wrong', ...more };
	const { error } = await runNode({
		type: 'n8n-nodes-record-platform.recordPlatform',
		parameters: { resource: 'app', operation: 'getAll', options: {} },
		credential: { type: 'recordPlatformApi', data: { baseUrl: sandbox.url, ...account } },
		items: [{}],
	});
	const words = `${error?.message.replace(/ \[item 0\]$/, '')}. ${error?.description}`;
	expect(await ofRecords(account)).toBe(`Refused: ${words}`);
});
