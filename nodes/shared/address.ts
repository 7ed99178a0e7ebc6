import { InputError } from './errors';

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
