import type { IDataObject } from 'n8n-workflow';

import { loadPackages } from '../../../start/headless/packages';
import { testCredential } from '../../support/credential-test';
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
	expect(await tested()).toBe('Connection successful!');
	expect(await tested({ edition: 'packageLinux' })).toBe('Connection successful!');
	const baseUrl = `${sandbox.url}/scripts/cbgrn/grn.exe/schedule/index`;
	expect(await tested({ baseUrl })).toBe('Connection successful!');
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
	[401, '<html>Authorization required</html>', 'web page'],
	[401, '', 'empty'],
	[200, '{"hello": "world"}', 'not from the Groupware API'],
	[404, '<html>Not found</html>', 'not found at this URL'],
	[302, '', 'redirected the request'],
	[503, '', 'thrown 503'],
])('is not taken in by %i %s', async (status, text, says) => {
	const headers = { 'content-type': text.startsWith('{') ? 'application/json' : 'text/html' };
	const server = await toyServer(() => ({ status, text, headers }));
	expect(await tested({ baseUrl: server.url }).finally(server.close)).toContain(says);
	expect(server.asked).toHaveLength(1);
});
