import type { IDataObject } from 'n8n-workflow';

import { webAddress } from '../shared/address';
import type { CredentialChoice } from '../shared/catalogue';
import type { Connection } from '../shared/connection';
import { InputError } from '../shared/errors';

/** The ways to sign in, as the service's documentation calls them. */
export type SignIn = 'Password' | 'API token' | 'OAuth2';

export interface RecordPlatformConnection extends Connection {
	signIn: SignIn;
}

const EXAMPLE = 'Enter the URL of your service, for example https://example.cybozu.com';

/** First path segments that belong to the services, not to the base URL. */
const SERVICE_PATHS = /\/(?:k|g|o|login|oauth2)(?:\/.*)?$/i;

/**
 * The base URL from any URL of the service: an app's page, a record's page, the sign-in
 * page. A path prefix of a gateway is kept. Throws `InputError` for an invalid URL.
 */
export function baseUrlOf(pasted: unknown): string {
	const url = webAddress(pasted, EXAMPLE, isVendorHost);
	const prefix = url.pathname.replace(SERVICE_PATHS, '').replace(/\/+$/, '');
	return `${url.protocol}//${url.host}${prefix}`;
}

const DOMAINS = String.raw`\.(?:cybozu\.com|kintone\.com|cybozu\.cn)\.?`;
const VENDOR_HOST = new RegExp(`${DOMAINS}$`, 'i');
/** The name of a site; `.s` is in its host for client certificates. */
const SITE = new RegExp(`^([^.]+)(?:\\.s)?${DOMAINS}(?::|$)`, 'i');

/** Hosts of the vendor's cloud, which use the vendor's own header names. */
export function isVendorHost(baseUrl: string): boolean {
	const host = URL.canParse(baseUrl) ? new URL(baseUrl).hostname : '';
	return VENDOR_HOST.test(`.${host}`);
}

/**
 * Throws `InputError` for a URL of another service than the credential's: an app or space with the
 * same ID would be read or changed there.
 * @param what what the URL is of (`app`)
 */
export function checkSite(url: unknown, what: string, { baseUrl }: Connection): void {
	if (typeof url !== 'string' || !url.includes('://')) return;
	const host = /^\s*https?:\/\/([^/?#:]+)/i.exec(url)?.[1];
	const own = new URL(baseUrl).host;
	const siteOf = (one: string) => SITE.exec(one)?.[1]?.toLowerCase();
	// Behind a gateway, the URLs of pages have another host than the base URL.
	if (host === undefined || siteOf(own) === undefined || siteOf(host) === siteOf(own)) return;
	throw new InputError(
		`The ${what} URL belongs to ${host.toLowerCase()}, but the node uses ${own}`,
		`Use a URL of ${own}, or choose a credential for that service`,
	);
}

/** The parts of a credential that requests use. */
export function connect(
	credential: IDataObject,
	choice: CredentialChoice,
): RecordPlatformConnection {
	const signIn = signInOf(credential, choice);
	const { baseUrl, username, readOnly } = credential;
	const login = signIn === 'Password' && typeof username === 'string' ? username : undefined;
	return {
		baseUrl: baseUrlOf(baseUrl),
		signIn,
		...(login !== undefined && { login }),
		...(Boolean(readOnly) && { readOnly: true }),
	};
}

function signInOf({ signInWith }: IDataObject, { oauth2 }: CredentialChoice): SignIn {
	if (oauth2) return 'OAuth2';
	return signInWith === 'password' ? 'Password' : 'API token';
}
