import type { IDataObject } from 'n8n-workflow';

import { loadPackages } from '../../../start/headless/packages';
import { testCredential } from '../../support/editor';
import { useSandbox } from '../../support/sandbox';
import { toyServer } from '../../support/toy';

const sandbox = useSandbox();
const packages = loadPackages(['packages/n8n-nodes-groupware']);

const tested = async (over: IDataObject = {}) =>
	await testCredential(await packages, 'groupwareApi', {
		baseUrl: sandbox.url,
		username: 'admin',
		password: 'admin',
		...over,
	});

it('accepts a password, in every edition', async () => {
	expect(await tested()).toBe('Connection successful, signed in as admin');
	expect(await tested({ edition: 'packageLinux' })).toBe(
		'Connection successful, signed in as admin',
	);
	const baseUrl = `${sandbox.url}/scripts/cbgrn/grn.exe/schedule/index`;
	expect(await tested({ baseUrl })).toBe('Connection successful, signed in as admin');
	const paths = (await sandbox.requests()).map(({ path }) => path.split('?')[0]);
	expect(paths).toEqual([
		'/g/api/v1/base/users',
		'/cgi-bin/cbgrn/grn.cgi/api/v1/base/users',
		'/scripts/cbgrn/grn.exe/api/v1/base/users',
	]);
});

it('says that a password is wrong, and sends it once', async () => {
	await sandbox.forget();
	expect(await tested({ password: 'wrong' })).toContain('FW00007');
	expect(await sandbox.requests()).toHaveLength(1);
});

it('says that an account is not active', async () => {
	expect(await tested({ username: 'former', password: 'former' })).toContain('FW00008');
});

it('says what is wrong with the address', async () => {
	expect(await tested({ baseUrl: 'garbage' })).toContain('not a valid URL');
	expect(await tested({ baseUrl: `${sandbox.url}/elsewhere`, edition: 'packageLinux' })).toContain(
		'Check the base URL',
	);
});

it.each([
	[200, '<!doctype html><title>Portal</title>', 'web page'],
	[401, '<html>Authorization required</html>', 'Basic authentication'],
	[401, '', 'Basic authentication'],
	[200, '{"hello": "world"}', 'returned JSON that is not an API response'],
	[404, '<html>Not found</html>', 'Check the base URL'],
	[302, '', 'redirected the request'],
	[503, '', 'returned 503 without a reason'],
])('is not taken in by %i %s', async (status, text, says) => {
	const headers = { 'content-type': text.startsWith('{') ? 'application/json' : 'text/html' };
	const server = await toyServer(() => ({ status, text, headers }));
	const said = await tested({ baseUrl: server.url }).finally(server.close);
	expect(said).toMatch(/^Refused: /);
	expect(said).toContain(says);
	expect(server.asked).toHaveLength(1);
});

it.each([
	['http://127.0.0.1:9', '127.0.0.1:9 refused the connection. Check the base URL'],
	['https://nowhere.invalid', 'The host nowhere.invalid was not found. Check the base URL'],
])('says in words why %s cannot be reached', async (baseUrl, says) => {
	expect(await tested({ baseUrl })).toContain(says);
});
