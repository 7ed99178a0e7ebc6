import { useProbeSandbox } from './running';

const sandbox = useProbeSandbox();
const redirectUri = 'http://localhost:5678/rest/oauth2-credential/callback';
const scope = 'k:app_record:read g:schedule:read';
const basic = `Basic ${Buffer.from('sandbox:sandbox-secret').toString('base64')}`;

const asked = (changes: Record<string, string> = {}): URLSearchParams =>
	new URLSearchParams({
		response_type: 'code',
		client_id: 'sandbox',
		redirect_uri: redirectUri,
		state: 'a state & more',
		scope,
		...changes,
	});

const open = (changes?: Record<string, string>): Promise<Response> =>
	fetch(sandbox.url(`/oauth2/authorization?${asked(changes)}`), { redirect: 'manual' });

/** Fills in the form as a browser would: the hidden fields of the page and what the person typed. */
async function submit(typed: Record<string, string>): Promise<Response> {
	const page = await (await open()).text();
	const form = new URLSearchParams(typed);
	for (const [, name = '', value = ''] of page.matchAll(
		/<input type="hidden" name="([^"]*)" value="([^"]*)">/g,
	)) {
		form.set(name, value.replaceAll('&amp;', '&'));
	}
	return fetch(sandbox.url('/oauth2/authorization?'), {
		method: 'POST',
		body: form,
		redirect: 'manual',
	});
}

async function code(): Promise<string> {
	const response = await submit({ login: 'sato', password: 'sato', decision: 'allow' });
	expect(response.status).toBe(302);
	const target = new URL(response.headers.get('location') ?? '');
	expect(target.origin + target.pathname).toBe(redirectUri);
	expect(target.searchParams.get('state')).toBe('a state & more');
	return target.searchParams.get('code') ?? '';
}

async function token(
	form: Record<string, string>,
	headers: Record<string, string> = { authorization: basic },
): Promise<{ status: number; body: Record<string, unknown> }> {
	const response = await fetch(sandbox.url('/oauth2/token'), {
		method: 'POST',
		headers,
		body: new URLSearchParams(form),
	});
	return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

const whoIs = (accessToken: unknown): Promise<unknown> =>
	sandbox.json('/probe/bearer', { headers: { authorization: `Bearer ${String(accessToken)}` } });

describe('the sign-in page', () => {
	it('is a form that shows what is asked for and escapes what it was given', async () => {
		const response = await open({ state: '"><script>' });
		expect(response.status).toBe(200);
		const page = await response.text();
		expect(page).toContain('<li>Read records</li>');
		expect(page).not.toContain('<script>');
	});

	it('gives a code only for the right password of an active user', async () => {
		for (const login of ['sato', 'former', 'nobody']) {
			const password = login === 'sato' ? 'wrong' : login;
			const response = await submit({ login, password, decision: 'allow' });
			expect(response.status).toBe(401);
			expect(await response.text()).toContain('The login name or the password is wrong.');
		}
	});

	it('tells the client of a refusal', async () => {
		const response = await submit({ decision: 'deny' });
		expect(response.headers.get('location')).toContain('error=access_denied');
	});

	it('does not redirect for an unknown client or to another machine', async () => {
		const attempts: Array<Record<string, string>> = [
			{ client_id: 'other' },
			{ redirect_uri: 'https://example.com/callback' },
			{ redirect_uri: 'http://localhost.example.com/' },
			{ redirect_uri: 'javascript:alert(1)' },
		];
		for (const changes of attempts) {
			const response = await open(changes);
			expect(response.status).toBe(400);
			expect(response.headers.get('location')).toBeNull();
		}
	});
});

describe('tokens', () => {
	const redeem = (given: string): Record<string, string> => ({
		grant_type: 'authorization_code',
		code: given,
		redirect_uri: redirectUri,
	});

	it('come for a code once, last an hour, and are renewed by the refresh token', async () => {
		const given = await code();
		const { status, body } = await token(redeem(given));
		expect(status).toBe(200);
		expect(body).toMatchObject({ token_type: 'bearer', expires_in: 3600, scope });
		expect(await whoIs(body.access_token)).toMatchObject({
			account: { code: 'sato' },
			scopes: scope.split(' '),
		});
		expect(await token(redeem(given))).toMatchObject({
			status: 400,
			body: { error: 'invalid_grant' },
		});

		await sandbox.control('/_sandbox/clock', { advanceSeconds: 3601 });
		expect(await whoIs(body.access_token)).toEqual({});
		const renewed = await token({
			grant_type: 'refresh_token',
			refresh_token: String(body.refresh_token),
		});
		expect(renewed.body).toMatchObject({ expires_in: 3600, scope });
		expect(await whoIs(renewed.body.access_token)).toMatchObject({ account: { code: 'sato' } });
	});

	it('take the client from Basic or from the body, and no one else', async () => {
		const inBody = { client_id: 'sandbox', client_secret: 'sandbox-secret' };
		expect(await token({ ...redeem(await code()), ...inBody }, {})).toMatchObject({ status: 200 });
		const wrong = { authorization: `Basic ${Buffer.from('sandbox:guess').toString('base64')}` };
		const attempts: Array<Record<string, string>> = [wrong, {}, { authorization: 'Basic !!' }];
		for (const headers of attempts) {
			expect(await token(redeem(await code()), headers)).toMatchObject({
				status: 401,
				body: { error: 'invalid_client' },
			});
		}
	});
});
