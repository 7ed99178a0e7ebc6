import { signInByOAuth2 } from '../../support/oauth2';
import { useSandbox } from '../../support/sandbox';
import { type Body, errorOf, passwordOf } from './client';

const sandbox = useSandbox();
const withHeaders = (headers: Record<string, string>) =>
	fetch(`${sandbox.url}/g/api/v1/base/users`, { headers }).then(async (response) => {
		const body = (await response.json()) as Body;
		return { status: response.status, headers: response.headers, body };
	});

describe('groupware sign-in', () => {
	it('refuses a wrong password and an unknown login name alike', async () => {
		const header = 'x-cybozu-authorization';
		const wrong = await withHeaders({ [header]: passwordOf('sato', 'wrong') });
		const unknown = await withHeaders({ [header]: passwordOf('nobody') });
		expect(errorOf(wrong)).toEqual([401, 'FW00007']);
		expect(errorOf(unknown)).toEqual([401, 'FW00007']);
	});

	it.each(['%%%', Buffer.from('no-colon').toString('base64')])('refuses %s', async (value) => {
		const answer = await withHeaders({ 'x-cybozu-authorization': value });
		expect(errorOf(answer)).toEqual([401, 'GRN_REST_API_00001']);
	});

	it('refuses a request without credentials, Basic authentication alone included', async () => {
		expect(errorOf(await withHeaders({}))).toEqual([401, 'GRN_REST_API_00003']);
		const basic = await withHeaders({ authorization: `Basic ${passwordOf('sato')}` });
		expect(errorOf(basic)).toEqual([401, 'GRN_REST_API_00003']);
	});
});

it('a groupware token opens what its scopes name and what has none, on the cloud, for an hour', async () => {
	const { oauthTokenData } = await signInByOAuth2(sandbox.url, 'g:base:read', 'sato');
	const authorization = `Bearer ${oauthTokenData.access_token}`;
	expect((await withHeaders({ authorization })).status).toBe(200);
	const events = await fetch(`${sandbox.url}/g/api/v1/schedule/events`, {
		headers: { authorization },
	});
	expect(events.headers.get('x-cybozu-error')).toBe('GRN_REST_API_00007');
	const spaces = await fetch(`${sandbox.url}/g/api/v1/space/spaces`, {
		headers: { authorization },
	});
	expect(spaces.status).toBe(200);
	const packaged = await fetch(`${sandbox.url}/cgi-bin/cbgrn/grn.cgi/api/v1/base/users`, {
		headers: { authorization },
	});
	expect(packaged.headers.get('x-cybozu-error')).toBe('GRN_REST_API_00003');
	await sandbox.clock(3601);
	expect(errorOf(await withHeaders({ authorization }))).toEqual([401, 'GRN_REST_API_00006']);
});
