import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';

import { Refusal } from '../shared/errors';
import { base64, basicHeader, clientCertificate, type GateSettings } from '../shared/signIn';
import { baseUrlOf, isVendorHost } from './connection';

/** API tokens a call takes at the most (facts: authentication). */
const MOST_TOKENS = 9;

/** What the credential `recordPlatformApi` holds. */
interface Account extends GateSettings {
	baseUrl: string;
	signInWith: 'apiTokens' | 'password';
	apiTokens?: string;
	username?: string;
	password?: string;
	headerNames?: 'automatic' | 'cybozu' | 'service';
}

/** The request with what signs it in; only what is filled in is set. Throws `Refusal` when nothing is. */
export function signedIn(
	credential: ICredentialDataDecryptedObject,
	request: IHttpRequestOptions,
): IHttpRequestOptions {
	const account = credential as unknown as Account;
	const certificate = clientCertificate(account);
	return {
		...request,
		...(request.baseURL !== undefined && { baseURL: baseUrlOf(account.baseUrl) }),
		headers: { ...request.headers, ...signInHeader(account), ...basicHeader(account) },
		...(certificate && { agentOptions: { ...request.agentOptions, ...certificate } }),
	};
}

function signInHeader(account: Account): Record<string, string> {
	const prefix = dialect(account) === 'cybozu' ? 'X-Cybozu' : 'X-Service';
	if (account.signInWith === 'password') {
		const { username = '', password = '' } = account;
		if (username === '' || password === '') {
			throw new Refusal('The credential holds no login name or no password');
		}
		return { [`${prefix}-Authorization`]: base64(`${username}:${password}`) };
	}
	return { [`${prefix}-API-Token`]: tokensIn(account.apiTokens).join(',') };
}

/** API tokens, one a line or separated by commas. Throws `Refusal` for none and for too many. */
export function tokensIn(text: unknown): string[] {
	const tokens = String(text ?? '')
		.split(/[\s,;]+/)
		.filter((token) => token !== '');
	if (tokens.length === 0) throw new Refusal('The credential holds no API token');
	const wrong = tokens.findIndex((token) => !/^[\x21-\x7e]+$/.test(token));
	if (wrong >= 0) {
		throw new Refusal(
			`API token ${wrong + 1} of the credential has characters that cannot be sent`,
			'Something else was pasted with it or in its place. Copy it once more from the settings of the app',
		);
	}
	if (tokens.length <= MOST_TOKENS) return tokens;
	throw new Refusal(
		`The credential holds ${tokens.length} API tokens`,
		`The service takes ${MOST_TOKENS} a call. Make a second credential for the other apps`,
	);
}

/** The vendor's hosts know its own header names only; others those of the service, unless told. */
function dialect({ baseUrl, advanced, headerNames = 'automatic' }: Account): 'cybozu' | 'service' {
	if (advanced && headerNames !== 'automatic') return headerNames;
	return isVendorHost(baseUrlOf(baseUrl)) ? 'cybozu' : 'service';
}
