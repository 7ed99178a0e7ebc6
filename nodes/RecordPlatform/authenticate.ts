import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';

import { InputError } from '../shared/errors';
import {
	base64,
	basicHeader,
	clientCertificate,
	type AdvancedSettings,
} from '../shared/credentialFields';
import { baseUrlOf, isVendorHost } from './connection';

/** Maximum number of API tokens per request. */
const MOST_TOKENS = 9;

/** The data of the credential `recordPlatformApi`. */
interface Account extends AdvancedSettings {
	baseUrl: string;
	signInWith: 'apiTokens' | 'password';
	apiTokens?: string;
	username?: string;
	password?: string;
	headerNames?: 'automatic' | 'cybozu' | 'service';
}

/** The request with authentication headers. Throws `InputError` if the credential is incomplete. */
export function authenticated(
	credential: ICredentialDataDecryptedObject,
	request: IHttpRequestOptions,
): IHttpRequestOptions {
	const account = credential as unknown as Account;
	const certificate = clientCertificate(account);
	return {
		...request,
		headers: { ...request.headers, ...signInHeader(account), ...basicHeader(account) },
		...(certificate && { agentOptions: { ...request.agentOptions, ...certificate } }),
	};
}

function signInHeader(account: Account): Record<string, string> {
	const prefix = dialect(account) === 'cybozu' ? 'X-Cybozu' : 'X-Service';
	if (account.signInWith === 'password') {
		const { username = '', password = '' } = account;
		if (username === '' || password === '') {
			throw new InputError(
				'The login name or password is missing in the credential',
				'Enter both, and save the credential',
			);
		}
		return { [`${prefix}-Authorization`]: base64(`${username}:${password}`) };
	}
	return { [`${prefix}-API-Token`]: tokensIn(account.apiTokens).join(',') };
}

/** API tokens, one per line or separated by commas. Throws `InputError` for none and for too many. */
export function tokensIn(text: unknown): string[] {
	const tokens = String(text ?? '')
		.split(/[\s,;]+/)
		.filter((token) => token !== '');
	if (tokens.length === 0)
		throw new InputError('The credential has no API token', 'Add a token, and save the credential');
	const wrong = tokens.findIndex((token) => !/^[\x21-\x7e]+$/.test(token));
	if (wrong >= 0) {
		throw new InputError(
			`API token ${wrong + 1} of the credential contains characters that are not allowed`,
			'Copy the token again from the settings of the app',
		);
	}
	if (tokens.length <= MOST_TOKENS) return tokens;
	throw new InputError(
		`The credential has ${tokens.length} API tokens`,
		`The service accepts up to ${MOST_TOKENS} per request. Create another credential for the other apps`,
	);
}

/** By default, the vendor's hosts use the vendor's header names, and other hosts the generic ones. */
function dialect({ baseUrl, advanced, headerNames = 'automatic' }: Account): 'cybozu' | 'service' {
	if (advanced && headerNames !== 'automatic') return headerNames;
	return isVendorHost(baseUrlOf(baseUrl)) ? 'cybozu' : 'service';
}
