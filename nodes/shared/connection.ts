import type { IHttpRequestOptions } from 'n8n-workflow';

import { InputError } from './errors';

/** What every request of an execution needs to know of the credential; never a secret. */
export interface Connection {
	/** Scheme, host and path prefix without a slash at the end; paths of requests follow it. */
	baseUrl: string;
	/** How the person signs in: `Password`, `API token` or `OAuth2`. */
	signIn: string;
	/** Login name of the user, where the credential has it. */
	login?: string;
	/** True if only operations that read are allowed. */
	readOnly?: boolean;
	/** Version of a self-hosted edition; undefined where the service is always the newest. */
	version?: string;
	/** Words for the edition in messages (`package edition 5.15`). */
	edition?: string;
	/** True for an edition of the package kind, whose operations depend on its version. */
	packaged?: boolean;
}

/** An error if the connection's edition doesn't have the operation. */
export function checkVersion(
	{ since, name }: { since?: string; name: string },
	connection: Connection,
): InputError | undefined {
	if (since === undefined || !connection.packaged) return undefined;
	if (since === 'never') {
		return new InputError(
			`"${name}" is not available in the package edition`,
			'It is available in the cloud edition only',
		);
	}
	const { version } = connection;
	// By number: 5.9 is older than 5.15, and 5 is 5.0.
	const isOlder = `${version}.0`.localeCompare(since, 'en', { numeric: true }) < 0;
	if (version === undefined || !isOlder) return undefined;
	return new InputError(
		`"${name}" requires package edition ${since} or later, but the credential has ${version}`,
		'Nothing was sent. If the service is newer, correct "Package Version" in the credential',
	);
}

/** Limits the time for regular expressions. */
const LONGEST = 2048;

/**
 * The web address that a person pasted as a base URL; `https` where the scheme is missing.
 * Throws `InputError` for an invalid URL, and for one that contains a password.
 * @param example advice for the error
 * @param isVendorHost hosts with `https` only, because `http` would send the password unencrypted
 */
export function webAddress(
	pasted: unknown,
	example: string,
	isVendorHost: (url: string) => boolean,
): URL {
	const text = typeof pasted === 'string' ? pasted.trim() : '';
	if (text === '') throw new InputError('The base URL of the credential is empty', example);
	const schemeGiven = /^[a-z][a-z0-9+.-]*:\/\//i.test(text);
	const address = schemeGiven ? text : `https://${text}`;
	const url = text.length <= LONGEST && URL.canParse(address) ? new URL(address) : undefined;
	if (!url || !/^https?:$/.test(url.protocol) || !isHost(url.hostname, schemeGiven)) {
		throw new InputError('The base URL of the credential is not a valid URL', example);
	}
	if (url.username !== '' || url.password !== '') {
		throw new InputError(
			'The base URL of the credential must not contain a user name or password',
			'Enter them in the other fields of the credential. Fields for Basic authentication are under Advanced Settings',
		);
	}
	if (url.protocol === 'http:' && isVendorHost(url.href)) url.protocol = 'https:';
	return url;
}

/** A single word without a scheme is a typing error, not a host of the local network. */
function isHost(host: string, schemeGiven: boolean): boolean {
	return schemeGiven || host === 'localhost' || host.includes('.') || host.startsWith('[');
}

/** What the credentials of both services hold, beside their addresses. */
export interface SignInSettings {
	username?: string;
	password?: string;
	headerNames?: 'automatic' | 'cybozu' | 'service';
	advanced?: boolean;
	basicUser?: string;
	basicPassword?: string;
	tlsIdentity?: 'none' | 'pem' | 'pfx';
	pemText?: string;
	privateKey?: string;
	pfxSecret?: string;
	passphrase?: string;
}

/** A request with what signs it in: the service's own header, Basic authentication, and a client certificate. */
export function signedIn(
	request: IHttpRequestOptions,
	settings: SignInSettings,
	header: Record<string, string>,
): IHttpRequestOptions {
	const { advanced, basicUser, basicPassword = '' } = settings;
	const basic = advanced &&
		basicUser && { Authorization: `Basic ${base64(`${basicUser}:${basicPassword}`)}` };
	const certificate = clientCertificate(settings);
	return {
		...request,
		headers: { ...request.headers, ...header, ...basic },
		...(certificate && { agentOptions: { ...request.agentOptions, ...certificate } }),
	};
}

/** Value of the header with login name and password. Throws `InputError` where one is missing. */
export function passwordOf({ username = '', password = '' }: SignInSettings): string {
	if (username !== '' && password !== '') return base64(`${username}:${password}`);
	throw new InputError(
		'The login name or password is missing in the credential',
		'Enter both, and save the credential',
	);
}

/** Whether headers have the vendor's names: as chosen, else where the service is known to be the vendor's. */
export function namesOfVendor(
	{ advanced, headerNames = 'automatic' }: SignInSettings,
	isVendors: boolean,
): boolean {
	return advanced && headerNames !== 'automatic' ? headerNames === 'cybozu' : isVendors;
}

function clientCertificate(settings: SignInSettings): IHttpRequestOptions['agentOptions'] {
	const { advanced, tlsIdentity, pemText = '', privateKey = '', pfxSecret = '' } = settings;
	const passphrase = settings.passphrase ? { passphrase: settings.passphrase } : {};
	if (!advanced) return undefined;
	if (tlsIdentity === 'pem') return { cert: pem(pemText), key: pem(privateKey), ...passphrase };
	if (tlsIdentity !== 'pfx') return undefined;
	return { pfx: Buffer.from(pfxSecret.replace(/\s+/g, ''), 'base64'), ...passphrase };
}

/** PEM text with line breaks, which get lost when it is pasted into a single-line field. */
export function pem(text: string): string {
	return text
		.replace(
			/-----BEGIN ([A-Z0-9 ]{1,64})-----((?:(?!-----BEGIN )[\s\S])*?)-----END \1-----/g,
			(block, label: string, content: string) => {
				if (content.includes(':')) return block;
				const lines = content.replace(/\s+/g, '').match(/.{1,64}/g) ?? [];
				return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`;
			},
		)
		.trim();
}

function base64(text: string): string {
	return Buffer.from(text, 'utf8').toString('base64');
}
