import type { IDataObject } from 'n8n-workflow';

import { webAddress } from '../shared/address';
import type { CredentialChoice } from '../shared/catalogue';
import type { Connection } from '../shared/connection';
import { Refusal } from '../shared/errors';
import { quoteShort } from '../shared/messages';

/** The ways to sign in, in the words of the service's own pages. */
export type SignIn = 'Password' | 'OAuth2';

export type Edition = 'cloud' | 'packageWindows' | 'packageLinux';

export interface GroupwareConnection extends Connection {
	signIn: SignIn;
}

const EXAMPLES: Record<Edition, string> = {
	cloud: 'Enter the address of your site, for example https://example.cybozu.com',
	packageWindows:
		'Enter the address of your installation, for example https://intranet.example.com/scripts/cbgrn/grn.exe',
	packageLinux:
		'Enter the address of your installation, for example https://intranet.example.com/cgi-bin/cbgrn/grn.cgi',
};

/** First path segments that belong to the cloud's services, not to the address of the site. */
const CLOUD_PATHS = /\/(?:g|k|o|login|oauth2)(?:\/.*)?$/i;

/** The folder and the program of a package installation (facts: base address by edition). */
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
 * The API's address from whatever was pasted: the site, a page of the schedule, a package's program.
 * The program in an address tells the edition, whatever else was chosen. A path prefix of a gateway
 * stays. Throws `Refusal` for what is no web address.
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
	throw new Refusal(
		`${quoteShort(text)} is no installation identifier`,
		`It is the part of the address before the program: ${DEFAULT_INSTALLATION} in /scripts/${DEFAULT_INSTALLATION}/grn.exe`,
	);
}

/** Hosts of the vendor's cloud, which know the vendor's own header names. */
export function isVendorHost(url: string): boolean {
	const host = URL.canParse(url) ? new URL(url).hostname : '';
	return /(?:^|\.)(?:cybozu\.com|kintone\.com|cybozu\.cn)\.?$/i.test(host);
}

/** What requests need to know of a credential. */
export function connect(
	credential: IDataObject,
	{ oauth2 }: Pick<CredentialChoice, 'oauth2'>,
): GroupwareConnection {
	const { baseUrl, edition } = apiAddress(credential);
	if (edition === 'cloud') {
		return { baseUrl, signIn: oauth2 ? 'OAuth2' : 'Password', edition: 'cloud edition' };
	}
	if (oauth2) {
		throw new Refusal(
			'The package edition knows no OAuth2',
			'Choose the authentication with user name and password',
		);
	}
	const version = versionOf(credential.packageVersion);
	return {
		baseUrl,
		signIn: 'Password',
		packaged: true,
		edition: `package edition${version === undefined ? '' : ` ${version}`}`,
		...(version !== undefined && { version }),
	};
}

/** `5.15` of `5.15`, `v5.15.2` or `Version 6.0`; undefined when none was entered. */
export function versionOf(entered: unknown): string | undefined {
	const text = String(entered ?? '').trim();
	if (text === '') return undefined;
	const version = /^(?:version\s+|v)?(\d+(?:\.\d+)*)$/i.exec(text)?.[1];
	if (version !== undefined) return version;
	throw new Refusal(
		`${quoteShort(text)} is no version of the package edition`,
		'Enter it as numbers with dots, for example 5.15, or leave it empty when you do not know it',
	);
}
