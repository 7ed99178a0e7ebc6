import { checkPassword } from '../accounts';
import { escaped, html, page } from '../http/pages';
import type { Call, Reply } from '../types';
import { client, isAllowedRedirect } from './clients';
import { scopes as knownScopes, scopesOf } from './scopes';
import { makeCode } from './tokens';

const passedOn = ['response_type', 'client_id', 'redirect_uri', 'state', 'scope'];

/** The sign-in and consent page: GET shows it, POST is its form. */
export async function authorization(call: Call): Promise<Reply> {
	if (call.method !== 'GET' && call.method !== 'POST') {
		return page(405, 'Method not allowed', 'This page takes GET and POST.');
	}
	const form = new URLSearchParams(call.method === 'POST' ? call.body.toString('utf8') : '');
	const parameters = call.method === 'POST' ? form : call.query;
	const redirectUri = parameters.get('redirect_uri') ?? '';
	if (parameters.get('client_id') !== client.id) {
		return page(400, 'Unknown client', `This sandbox knows the client "${client.id}" alone.`);
	}
	if (!isAllowedRedirect(redirectUri)) {
		return page(
			400,
			'Redirect not allowed',
			'The redirect_uri must be an address of this machine.',
		);
	}
	const back = (answer: Record<string, string>): Reply =>
		redirect(redirectUri, { ...answer, state: parameters.get('state') ?? '' });
	if (parameters.get('response_type') !== 'code') {
		return back({ error: 'unsupported_response_type' });
	}
	const scopes = scopesOf(parameters.get('scope') ?? '');
	if (!scopes) return back({ error: 'invalid_scope' });
	if (call.method === 'GET') return consentPage(parameters, scopes);
	if (form.get('decision') !== 'allow') return back({ error: 'access_denied' });

	return call.tenant.transaction(async (sql) => {
		const account = await checkPassword(sql, form.get('login') ?? '', form.get('password') ?? '');
		if (!account?.active) {
			return consentPage(parameters, scopes, 'The login name or the password is wrong.');
		}
		const grant = { clientId: client.id, accountId: account.id, scopes };
		return back({ code: await makeCode(sql, grant, redirectUri) });
	});
}

function redirect(uri: string, parameters: Record<string, string>): Reply {
	const target = new URL(uri);
	for (const [name, value] of Object.entries(parameters)) {
		if (value !== '') target.searchParams.set(name, value);
	}
	return {
		status: 302,
		headers: { location: target.href, 'cache-control': 'no-store' },
		body: '',
	};
}

function consentPage(parameters: URLSearchParams, scopes: string[], error?: string): Reply {
	const hidden = passedOn.map(
		(name) => `<input type="hidden" name="${name}" value="${escaped(parameters.get(name) ?? '')}">`,
	);
	const wishes = scopes.map((scope) => `<li>${escaped(knownScopes[scope] ?? scope)}</li>`);
	const login = escaped(parameters.get('login') ?? '');
	return {
		status: error === undefined ? 200 : 401,
		headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
		hasForm: true,
		body: html(
			'Sign in to the sandbox',
			`<p>${escaped(client.name)} wants to:</p>
<ul>
${wishes.join('\n')}
</ul>
${error === undefined ? '' : `<p class="error" role="alert">${escaped(error)}</p>`}
<form method="post" action="?">
${hidden.join('\n')}
<label>Login name <input name="login" value="${login}" autocomplete="username" autofocus></label>
<label>Password <input name="password" type="password" autocomplete="current-password"></label>
<button name="decision" value="allow">Allow</button>
<button name="decision" value="deny">Deny</button>
</form>`,
		),
	};
}
