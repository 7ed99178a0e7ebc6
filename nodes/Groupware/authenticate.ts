import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IHttpRequestOptions,
} from 'n8n-workflow';

import { namesOfVendor, passwordOf, signedIn } from '../shared/credentialFields';
import { apiAddress, isVendorHost } from './connection';

/**
 * The request with what signs it in; only what is filled in is set. The vendor's hosts and its packages know
 * the vendor's header name; others that of the service, unless told.
 * Throws `InputError` where user name or password is missing.
 */
export function authenticated(
	credential: ICredentialDataDecryptedObject,
	request: IHttpRequestOptions,
): IHttpRequestOptions {
	const { baseUrl, edition } = apiAddress(credential as IDataObject);
	const ofVendor = namesOfVendor(credential, isVendorHost(baseUrl) || edition !== 'cloud');
	const name = ofVendor ? 'X-Cybozu-Authorization' : 'X-Service-Authorization';
	return signedIn(request, credential, { [name]: passwordOf(credential) });
}
