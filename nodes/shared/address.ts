import { Refusal } from './errors';

/** Longer ones are not read: patterns would take long. */
const LONGEST = 2048;

/**
 * The web address that a person pasted as a base URL; `https` where the scheme is missing.
 * Throws `Refusal` for what is no web address, and for one that carries a password.
 * @param example what to tell the person to enter instead
 * @param isVendorHost hosts that are reached by `https` only: `http` would send the password unprotected
 */
export function webAddress(
	pasted: unknown,
	example: string,
	isVendorHost: (url: string) => boolean,
): URL {
	const text = typeof pasted === 'string' ? pasted.trim() : '';
	if (text === '') throw new Refusal('The base URL of the credential is empty', example);
	if (text.length > LONGEST) {
		throw new Refusal(
			`The base URL of the credential is longer than ${LONGEST} characters`,
			example,
		);
	}
	const schemeGiven = /^[a-z][a-z0-9+.-]*:\/\//i.test(text);
	const address = schemeGiven ? text : `https://${text}`;
	const url = URL.canParse(address) ? new URL(address) : undefined;
	if (!url || !/^https?:$/.test(url.protocol) || !isHost(url.hostname, schemeGiven)) {
		throw new Refusal('The base URL of the credential is no web address', example);
	}
	if (url.username !== '' || url.password !== '') {
		throw new Refusal(
			'The base URL of the credential must not contain a user name or password',
			'Use the fields of the credential for them. Basic authentication in front of the service has its own fields under Advanced Settings',
		);
	}
	if (url.protocol === 'http:' && isVendorHost(url.href)) url.protocol = 'https:';
	return url;
}

/** A bare word is a typing mistake unless the scheme says that a host of the local network is meant. */
function isHost(host: string, schemeGiven: boolean): boolean {
	return schemeGiven || host === 'localhost' || host.includes('.') || host.startsWith('[');
}
