import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';

import { Refusal } from '../shared/errors';
import { baseUrlOf, isVendorHost } from './connection';

/** API tokens a call takes at the most (facts: authentication). */
const MOST_TOKENS = 9;

/** What the credential `recordPlatformApi` holds. */
interface Account {
	baseUrl: string;
	signInWith: 'apiTokens' | 'password';
	apiTokens?: string;
	username?: string;
	password?: string;
	advanced?: boolean;
	headerNames?: 'automatic' | 'cybozu' | 'service';
	basicUser?: string;
	basicPassword?: string;
	tlsIdentity?: 'none' | 'pem' | 'pfx';
	pemText?: string;
	privateKey?: string;
	pfxSecret?: string;
	passphrase?: string;
}

/** The request with what signs it in; only what is filled in is set. Throws `Refusal` when nothing is. */
export function signedIn(
	credential: ICredentialDataDecryptedObject,
	request: IHttpRequestOptions,
): IHttpRequestOptions {
	const account = credential as unknown as Account;
	const certificate = account.advanced ? clientCertificate(account) : undefined;
	return {
		...request,
		...(request.baseURL !== undefined && { baseURL: baseUrlOf(account.baseUrl) }),
		headers: { ...request.headers, ...signInHeader(account), ...basicHeader(account) },
		...(certificate && { agentOptions: { ...request.agentOptions, ...certificate } }),
	};
}

function signInHeader(account: Account): Record<string, string> {
	const prefix = dialect(account) === 'cybozu' ? 'X-Cybozu' : 'X-Service';
	if (account.signInWith === 'password') {
		const { username = '', password = '' } = account;
		if (username === '' || password === '') {
			throw new Refusal('The credential holds no login name or no password');
		}
		return { [`${prefix}-Authorization`]: base64(`${username}:${password}`) };
	}
	return { [`${prefix}-API-Token`]: tokensIn(account.apiTokens).join(',') };
}

/** API tokens, one a line or separated by commas. Throws `Refusal` for none and for too many. */
export function tokensIn(text: unknown): string[] {
	const tokens = String(text ?? '')
		.split(/[\s,;]+/)
		.filter((token) => token !== '');
	if (tokens.length === 0) throw new Refusal('The credential holds no API token');
	if (tokens.length <= MOST_TOKENS) return tokens;
	throw new Refusal(
		`The credential holds ${tokens.length} API tokens`,
		`The service takes ${MOST_TOKENS} a call. Make a second credential for the other apps`,
	);
}

/** The vendor's hosts know its own header names only; others those of the service, unless told. */
function dialect({ baseUrl, advanced, headerNames = 'automatic' }: Account): 'cybozu' | 'service' {
	if (advanced && headerNames !== 'automatic') return headerNames;
	return isVendorHost(baseUrlOf(baseUrl)) ? 'cybozu' : 'service';
}

/** The sign-in of a gate in front of the service. */
function basicHeader({ advanced, basicUser, basicPassword = '' }: Account): Record<string, string> {
	return advanced && basicUser
		? { Authorization: `Basic ${base64(`${basicUser}:${basicPassword}`)}` }
		: {};
}

function clientCertificate(account: Account): IHttpRequestOptions['agentOptions'] {
	const { pemText = '', privateKey = '', pfxSecret = '' } = account;
	const passphrase = account.passphrase || undefined;
	switch (account.tlsIdentity) {
		case 'pem':
			return { cert: pem(pemText), key: pem(privateKey), ...(passphrase && { passphrase }) };
		case 'pfx':
			return {
				pfx: Buffer.from(pfxSecret.replace(/\s+/g, ''), 'base64'),
				...(passphrase && { passphrase }),
			};
		default:
			return undefined;
	}
}

/** PEM text with its line ends, which get lost when it is pasted into a field of one line. */
export function pem(text: string): string {
	return text
		.replace(
			/-----BEGIN ([A-Z0-9 ]+?)-----([\s\S]*?)-----END \1-----/g,
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
