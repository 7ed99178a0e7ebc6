import type { Call, Reply, Sql } from '../types';
import { isClient } from './clients';
import {
	grantOfRefreshToken,
	makeAccessToken,
	makeRefreshToken,
	redeemCode,
	type TokenAnswer,
} from './tokens';

/** Gives tokens for a code or a refresh token (RFC 6749, sections 4.1.3 and 6). */
export async function tokenEndpoint(call: Call): Promise<Reply> {
	if (call.method !== 'POST') return failure(405, 'invalid_request', 'Use POST.');
	const form = new URLSearchParams(call.body.toString('utf8'));
	const credentials = clientCredentialsOf(call, form);
	if (!credentials || !isClient(credentials.id, credentials.secret)) {
		const reply = failure(401, 'invalid_client', 'Client id or client secret is wrong.');
		return { ...reply, headers: { ...reply.headers, 'www-authenticate': 'Basic realm="oauth2"' } };
	}
	return call.tenant.transaction(async (sql) => {
		const answer = await exchange(sql, form, credentials.id);
		if (answer === 'unsupported') {
			return failure(400, 'unsupported_grant_type', 'Use authorization_code or refresh_token.');
		}
		if (answer === undefined) {
			return failure(400, 'invalid_grant', 'The code or token is unknown, used or expired.');
		}
		return { status: 200, headers: { 'cache-control': 'no-store' }, body: answer };
	});
}

async function exchange(
	sql: Sql,
	form: URLSearchParams,
	clientId: string,
): Promise<TokenAnswer | 'unsupported' | undefined> {
	const grantType = form.get('grant_type');
	if (grantType === 'authorization_code') {
		const redirectUri = form.get('redirect_uri') ?? '';
		const grant = await redeemCode(sql, form.get('code') ?? '', clientId, redirectUri);
		return grant && makeAccessToken(sql, grant, await makeRefreshToken(sql, grant));
	}
	if (grantType === 'refresh_token') {
		const token = form.get('refresh_token') ?? '';
		const grant = await grantOfRefreshToken(sql, token, clientId);
		return grant && makeAccessToken(sql, grant, token);
	}
	return 'unsupported';
}

/** HTTP Basic (both halves form-encoded) or `client_id` and `client_secret` in the body. */
function clientCredentialsOf(
	call: Call,
	form: URLSearchParams,
): { id: string; secret: string } | undefined {
	const basic = /^Basic +(\S+)$/i.exec(call.headers.authorization ?? '')?.[1];
	if (basic === undefined) {
		const [id, secret] = [form.get('client_id'), form.get('client_secret')];
		return id === null || secret === null ? undefined : { id, secret };
	}
	const text = Buffer.from(basic, 'base64').toString('utf8');
	const colon = text.indexOf(':');
	if (colon < 0) return undefined;
	return { id: formDecoded(text.slice(0, colon)), secret: formDecoded(text.slice(colon + 1)) };
}

function formDecoded(text: string): string {
	return new URLSearchParams(`value=${text}`).get('value') ?? '';
}

function failure(status: number, error: string, description: string): Reply {
	return {
		status,
		headers: { 'cache-control': 'no-store' },
		body: { error, error_description: description },
	};
}
