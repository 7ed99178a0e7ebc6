import type { IDataObject } from 'n8n-workflow';

import { webAddress } from '../shared/address';
import type { CredentialChoice } from '../shared/catalogue';
import type { Connection } from '../shared/connection';

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
	const url = webAddress(pasted, EXAMPLE, isVendorHost);
	const prefix = url.pathname.replace(SERVICE_PATHS, '').replace(/\/+$/, '');
	return `${url.protocol}//${url.host}${prefix}`;
}

/** Hosts of the vendor's cloud, which know the vendor's own header names. */
export function isVendorHost(baseUrl: string): boolean {
	return /(?:^|\.)(?:cybozu\.com|kintone\.com|cybozu\.cn)\.?$/i.test(hostOf(baseUrl));
}

function hostOf(baseUrl: string): string {
	return URL.canParse(baseUrl) ? new URL(baseUrl).hostname : '';
}

/** A site of the vendor's cloud; `.s` is its address for client certificates. */
const SITE = /^([^.]+)(?:\.s)?\.(cybozu\.com|kintone\.com|cybozu\.cn)$/i;

/** Whether a host is for certain another site than that of the base URL: any other host may be a second name of it. */
export function isOtherSite(host: string, baseUrl: string): boolean {
	const [, site, domain] = SITE.exec(host) ?? [];
	const [, own, ownDomain] = SITE.exec(hostOf(baseUrl)) ?? [];
	if (site === undefined || own === undefined) return false;
	return (
		domain?.toLowerCase() === ownDomain?.toLowerCase() && site.toLowerCase() !== own.toLowerCase()
	);
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
