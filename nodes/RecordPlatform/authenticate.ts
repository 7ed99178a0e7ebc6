import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';

import { InputError } from '../shared/errors';
import {
	namesOfVendor,
	passwordOf,
	signedIn,
	type SignInSettings,
} from '../shared/credentialFields';
import { baseUrlOf, isVendorHost } from './connection';

/** Maximum number of API tokens per request. */
const MOST_TOKENS = 9;

/** The data of the credential `recordPlatformApi`. */
interface Account extends SignInSettings {
	baseUrl: string;
	signInWith: 'apiTokens' | 'password';
	apiTokens?: string;
}

/**
 * The request with authentication headers. By default, the vendor's hosts use the vendor's header names, and
 * other hosts the generic ones. Throws `InputError` if the credential is incomplete.
 */
export function authenticated(
	credential: ICredentialDataDecryptedObject,
	request: IHttpRequestOptions,
): IHttpRequestOptions {
	const account = credential as unknown as Account;
	const ofVendor = namesOfVendor(account, isVendorHost(baseUrlOf(account.baseUrl)));
	const prefix = ofVendor ? 'X-Cybozu' : 'X-Service';
	const header =
		account.signInWith === 'password'
			? { [`${prefix}-Authorization`]: passwordOf(account) }
			: { [`${prefix}-API-Token`]: tokensIn(account.apiTokens).join(',') };
	return signedIn(request, account, header);
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
