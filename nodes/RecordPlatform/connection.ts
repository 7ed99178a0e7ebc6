import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IHttpRequestOptions,
} from 'n8n-workflow';

import {
	type Connection,
	namesOfVendor,
	passwordOf,
	signedIn,
	type SignInSettings,
	webAddress,
} from '../shared/connection';
import type { CredentialChoice } from '../shared/catalogue';
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
export function connect(credential: IDataObject, choice: CredentialChoice) {
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
