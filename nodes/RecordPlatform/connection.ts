import type { IDataObject } from 'n8n-workflow';

import type { CredentialChoice } from '../shared/catalogue';
import type { Connection } from '../shared/connection';
import { Refusal } from '../shared/errors';

/** The ways to sign in, in the words of the service's own pages. */
export type SignIn = 'Password' | 'API token' | 'OAuth2';

export interface RecordPlatformConnection extends Connection {
	signIn: SignIn;
}

const EXAMPLE = 'Enter the address of your site, for example https://example.cybozu.com';

/** First path segments that belong to the services, not to the address of the site. */
const SERVICE_PATHS = /\/(?:k|g|o|login|oauth2)(?:\/.*)?$/i;

/**
 * The address of the site from whatever was pasted: an app's page, a record's page, the sign-in
 * page. A path prefix of a gateway stays. Throws `Refusal` for what is no web address.
 */
export function baseUrlOf(pasted: unknown): string {
	const text = typeof pasted === 'string' ? pasted.trim() : '';
	if (text === '') throw new Refusal('The base URL of the credential is empty', EXAMPLE);
	const schemeGiven = /^[a-z][a-z0-9+.-]*:\/\//i.test(text);
	const url = parsed(schemeGiven ? text : `https://${text}`);
	if (!url || !/^https?:$/.test(url.protocol) || !isHost(url.hostname, schemeGiven)) {
		throw new Refusal('The base URL of the credential is no web address', EXAMPLE);
	}
	if (url.username !== '' || url.password !== '') {
		throw new Refusal(
			'The base URL of the credential must not contain a user name or password',
			'Use the fields of the credential for them. Basic authentication in front of the service has its own fields under Advanced Settings',
		);
	}
	const prefix = url.pathname.replace(SERVICE_PATHS, '').replace(/\/+$/, '');
	return `${url.protocol}//${url.host}${prefix}`;
}

function parsed(url: string): URL | undefined {
	return URL.canParse(url) ? new URL(url) : undefined;
}

/** A bare word is a typing mistake unless the scheme says that a host of the local network is meant. */
function isHost(host: string, schemeGiven: boolean): boolean {
	return schemeGiven || host === 'localhost' || host.includes('.') || host.startsWith('[');
}

/** Hosts of the vendor's cloud, which know the vendor's own header names. */
export function isVendorHost(baseUrl: string): boolean {
	const host = parsed(baseUrl)?.hostname ?? '';
	return /(?:^|\.)(?:cybozu\.com|kintone\.com|cybozu\.cn)$/i.test(host);
}

/** What requests need to know of a credential. */
export function connect(
	credential: IDataObject,
	choice: CredentialChoice,
): RecordPlatformConnection {
	return { baseUrl: baseUrlOf(credential.baseUrl), signIn: signInOf(credential, choice) };
}

function signInOf({ signInWith }: IDataObject, { oauth2 }: CredentialChoice): SignIn {
	if (oauth2) return 'OAuth2';
	return signInWith === 'password' ? 'Password' : 'API token';
}
