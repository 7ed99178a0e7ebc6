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
	webAddress,
} from '../shared/connection';
import type { CredentialChoice } from '../shared/catalogue';
import { digest } from '../shared/objects';
import { InputError } from '../shared/errors';
import { quoteShort } from '../shared/messages';

/** The ways to sign in, in the words of the service's own pages. */
export type SignIn = 'Password' | 'OAuth2';

export type Edition = 'cloud' | 'packageWindows' | 'packageLinux';

export interface GroupwareConnection extends Connection {
	signIn: SignIn;
	/** Tells the login name from others; undefined for OAuth2. */
	user?: string;
}

const EXAMPLES: Record<Edition, string> = {
	cloud: 'Enter the URL of the service, e.g. https://example.cybozu.com',
	packageWindows:
		'Enter the URL of your installation, e.g. https://intranet.example.com/scripts/cbgrn/grn.exe',
	packageLinux:
		'Enter the URL of your installation, e.g. https://intranet.example.com/cgi-bin/cbgrn/grn.cgi',
};

/** Paths of the cloud's services, which don't belong to the base URL. */
const CLOUD_PATHS = /\/(?:g|k|o|login|oauth2)(?:\/.*)?$/i;

/** The folder and the program of a package installation. */
const PACKAGES = {
	packageWindows: { folder: 'scripts', program: 'grn.exe' },
	packageLinux: { folder: 'cgi-bin', program: 'grn.cgi' },
} as const;

const DEFAULT_INSTALLATION = 'cbgrn';

/** Where the API of an installation begins: paths of requests (`/api/v1/…`) follow `baseUrl`. */
export interface ApiAddress {
	baseUrl: string;
	edition: Edition;
}

/**
 * The API's URL from a pasted URL: the base URL, a page of the schedule, or a package's program.
 * The program in a URL decides the edition. A path prefix of a gateway is kept. Throws `InputError` for
 * an invalid URL.
 */
export function apiAddress({ baseUrl, edition, installId }: IDataObject): ApiAddress {
	const chosen = isEdition(edition) ? edition : 'cloud';
	const { protocol, host, pathname } = webAddress(baseUrl, EXAMPLES[chosen], isVendorHost);
	const origin = `${protocol}//${host}`;
	const [, upToProgram, extension] = /^(.*?\/grn\.(exe|cgi))(?:\/.*)?$/i.exec(pathname) ?? [];
	if (upToProgram !== undefined) {
		const told = extension?.toLowerCase() === 'exe' ? 'packageWindows' : 'packageLinux';
		return { baseUrl: `${origin}${upToProgram}`, edition: told };
	}
	if (chosen === 'cloud') {
		const prefix = withoutSlash(pathname.replace(CLOUD_PATHS, ''));
		return { baseUrl: `${origin}${prefix}/g`, edition: chosen };
	}
	const { folder, program } = PACKAGES[chosen];
	const path = withoutSlash(pathname);
	const installed = new RegExp(`/${folder}/[^/]+$`, 'i').test(path)
		? path
		: `${path}/${folder}/${installationOf(installId)}`;
	return { baseUrl: `${origin}${installed}/${program}`, edition: chosen };
}

function withoutSlash(path: string): string {
	return path.replace(/\/+$/, '');
}

function isEdition(value: unknown): value is Edition {
	return typeof value === 'string' && Object.hasOwn(EXAMPLES, value);
}

function installationOf(entered: unknown): string {
	const text = String(entered ?? '').trim();
	if (text === '') return DEFAULT_INSTALLATION;
	if (/^[\w.~-]+$/.test(text)) return text;
	throw new InputError(
		`${quoteShort(text)} is not a valid installation identifier`,
		`Use the part of the URL before the program, such as ${DEFAULT_INSTALLATION} in /scripts/${DEFAULT_INSTALLATION}/grn.exe`,
	);
}

/** Hosts of the vendor's cloud, which know the vendor's own header names. */
export function isVendorHost(url: string): boolean {
	const host = URL.canParse(url) ? new URL(url).hostname : '';
	return /(?:^|\.)(?:cybozu\.com|kintone\.com|cybozu\.cn)\.?$/i.test(host);
}

/** Where a person opens a page: the cloud's have an ending (`schedule/view?event=1`, `schedule/view.csp?event=1`). */
export function pageUrl(page: string, { baseUrl, packaged }: Connection): string {
	return `${baseUrl}/${packaged ? page : page.replace('?', '.csp?')}`;
}

/** What requests need to know of a credential. Throws `InputError` for an invalid value. */
export function connect(
	credential: IDataObject,
	{ oauth2 }: Pick<CredentialChoice, 'oauth2'>,
): GroupwareConnection {
	const { baseUrl, edition } = apiAddress(credential);
	const login = String(credential.username ?? '').trim();
	const known = {
		...(!oauth2 && login !== '' && { login, user: digest(login.toLowerCase()) }),
		...(Boolean(credential.readOnly) && { readOnly: true }),
	};
	if (edition === 'cloud') {
		const signIn = oauth2 ? 'OAuth2' : 'Password';
		return { baseUrl, signIn, edition: 'cloud edition', ...known };
	}
	if (oauth2) {
		throw new InputError(
			'OAuth2 is not available in the package edition',
			'Set "Authentication" to Password',
		);
	}
	const version = versionOf(credential.packageVersion);
	return {
		baseUrl,
		signIn: 'Password',
		packaged: true,
		edition: `package edition${version === undefined ? '' : ` ${version}`}`,
		...(version !== undefined && { version }),
		...known,
	};
}

/** `5.15` of `5.15`, `v5.15.2` or `Version 6.0`; undefined when none was entered. Throws `InputError` for other text. */
export function versionOf(entered: unknown): string | undefined {
	const text = String(entered ?? '').trim();
	if (text === '') return undefined;
	const version = /^(?:version\s+|v)?(\d+(?:\.\d+)*)$/i.exec(text)?.[1];
	if (version !== undefined) return version;
	throw new InputError(
		`${quoteShort(text)} is not a valid version of the package edition`,
		"Enter numbers with dots, e.g. 5.15. Leave it empty if you don't know it",
	);
}

/**
 * The request with what signs it in; only what is filled in is set. The name of the header is the
 * vendor's for its hosts and packages, unless the credential chooses one.
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
