import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IHttpRequestOptions,
} from 'n8n-workflow';

import { InputError } from '../shared/errors';
import {
	base64,
	basicHeader,
	clientCertificate,
	type AdvancedSettings,
} from '../shared/credentialFields';
import { type ApiAddress, apiAddress, isVendorHost } from './connection';

/** What the credential `groupwareApi` holds, beside its address. */
interface Account extends AdvancedSettings {
	username?: string;
	password?: string;
	headerNames?: 'automatic' | 'cybozu' | 'service';
}

/**
 * The request with what signs it in; only what is filled in is set.
 * Throws `InputError` where user name or password is missing.
 */
export function authenticated(
	credential: ICredentialDataDecryptedObject,
	request: IHttpRequestOptions,
): IHttpRequestOptions {
	const account = credential as Account;
	const address = apiAddress(credential as IDataObject);
	const certificate = clientCertificate(account);
	return {
		...request,
		headers: { ...request.headers, ...passwordHeader(account, address), ...basicHeader(account) },
		...(certificate && { agentOptions: { ...request.agentOptions, ...certificate } }),
	};
}

/** The vendor's hosts and its packages know the vendor's header name; others that of the service, unless told. */
function passwordHeader(
	account: Account,
	{ baseUrl, edition }: ApiAddress,
): Record<string, string> {
	const { username = '', password = '', advanced, headerNames = 'automatic' } = account;
	if (username === '' || password === '') {
		throw new InputError(
			'The login name or password is missing in the credential',
			'Enter both, and save the credential',
		);
	}
	const chosen = advanced ? headerNames : 'automatic';
	const known = isVendorHost(baseUrl) || edition !== 'cloud';
	const vendor = chosen === 'automatic' ? known : chosen === 'cybozu';
	const header = vendor ? 'X-Cybozu-Authorization' : 'X-Service-Authorization';
	return { [header]: base64(`${username}:${password}`) };
}
