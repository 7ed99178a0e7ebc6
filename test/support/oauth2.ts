import type { IDataObject } from 'n8n-workflow';

/** Signs in with OAuth2, as the sandbox's administrator by default, and gives what n8n keeps of it. */
export async function signInByOAuth2(
	url: string,
	scope: string,
	login = 'admin',
): Promise<IDataObject & { oauthTokenData: { access_token: string } }> {
	const client = { clientId: 'sandbox', clientSecret: 'sandbox-secret' };
	const redirect = 'http://localhost:5678/rest/oauth2-credential/callback';
	const form = new URLSearchParams({
		response_type: 'code',
		client_id: client.clientId,
		redirect_uri: redirect,
		scope,
		state: 'state',
		login,
		password: login,
		decision: 'allow',
	});
	const page = `${url}/oauth2/authorization`;
	const allowed = await fetch(page, { method: 'POST', body: form, redirect: 'manual' });
	const code = new URL(allowed.headers.get('location') ?? '').searchParams.get('code') ?? '';
	const basic = Buffer.from(`${client.clientId}:${client.clientSecret}`).toString('base64');
	const answer = await fetch(`${url}/oauth2/token`, {
		method: 'POST',
		headers: { authorization: `Basic ${basic}` },
		body: new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri: redirect }),
	});
	return { ...client, oauthTokenData: (await answer.json()) as { access_token: string } };
}
