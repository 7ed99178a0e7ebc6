import type { IDataObject } from 'n8n-workflow';

import { base64 } from '../credentialValues';
import type { Failure } from '../errors';

/** Shorter values also occur in texts that don't mean them. */
const SHORTEST = 8;
const HIDDEN = '***';
/** n8n renews tokens by itself, so that the credential doesn't have the one that was sent. */
const BEARER = /\bBearer [\w.~+/=-]{16,}/gi;

/**
 * The failure without the secrets of the credential: a gateway can repeat the headers of the
 * request in its answer.
 */
export function withoutSecrets(failure: Failure, credential: IDataObject): Failure {
	const secrets = secretsOf(credential);
	const hide = (text: string) =>
		secrets
			.reduce((told, secret) => told.replaceAll(secret, HIDDEN), text)
			.replace(BEARER, `Bearer ${HIDDEN}`);
	return hidden(failure, hide) as Failure;
}

/** The values of a credential that must not be shown, as they are typed and as they are sent. */
function secretsOf(credential: IDataObject): string[] {
	const { username, password, basicUser, basicPassword, apiTokens } = credential;
	const { privateKey, passphrase, pfxSecret, clientSecret, oauthTokenData } = credential;
	const { access_token, refresh_token } = (oauthTokenData ?? {}) as IDataObject;
	const values = [password, basicPassword, privateKey, passphrase, pfxSecret, clientSecret];
	const secrets = [
		...values,
		...[access_token, refresh_token],
		...textOf(apiTokens).split(/[\s,;]+/),
		base64(`${textOf(username)}:${textOf(password)}`),
		base64(`${textOf(basicUser)}:${textOf(basicPassword)}`),
	].map(textOf);
	return secrets.filter(({ length }) => length >= SHORTEST);
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

/** Each text in plain data, keys included. */
function hidden(value: unknown, hide: (text: string) => string): unknown {
	if (typeof value === 'string') return hide(value);
	if (Array.isArray(value)) return value.map((one) => hidden(one, hide));
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(
		Object.entries(value).map(([key, one]) => [hide(key), hidden(one, hide)]),
	);
}
