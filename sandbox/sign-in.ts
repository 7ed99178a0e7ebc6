import type { IncomingHttpHeaders } from 'node:http';
import { checkPassword } from './accounts';
import { inOwnLanguage } from './language';
import type { Account, Sql } from './types';

/** Each service says in its own words what an outcome other than `signed-in` means. */
export type PasswordOutcome =
	| { outcome: 'signed-in'; account: Account }
	/** No password header. */
	| { outcome: 'absent' }
	/** A header that is not `base64(login:password)`. */
	| { outcome: 'malformed' }
	/** Unknown login name or another password. */
	| { outcome: 'wrong' }
	/** The right password of a user who may not sign in any more. */
	| { outcome: 'inactive'; account: Account };

const passwordHeaders = ['x-cybozu-authorization', 'x-service-authorization'];
const tokenHeaders = ['x-cybozu-api-token', 'x-service-api-token'];

/** Signs in by the password header of either dialect; the vendor's wins when both are there. */
export async function signInByPassword(
	sql: Sql,
	headers: IncomingHttpHeaders,
): Promise<PasswordOutcome> {
	const header = firstOf(headers, passwordHeaders);
	if (header === undefined) return { outcome: 'absent' };
	const credentials = credentialsOf(header);
	if (credentials === undefined) return { outcome: 'malformed' };
	const account = await checkPassword(sql, credentials.login, credentials.password);
	if (account === undefined) return { outcome: 'wrong' };
	const outcome = account.active ? 'signed-in' : 'inactive';
	return { outcome, account: inOwnLanguage(account, headers) };
}

/** Login name and password of `base64(login:password)` in UTF-8; the password may hold colons. */
export function credentialsOf(header: string): { login: string; password: string } | undefined {
	const encoded = header.trim();
	if (!/^[A-Za-z0-9+/]+={0,2}$/.test(encoded)) return undefined;
	const text = Buffer.from(encoded, 'base64').toString('utf8');
	const colon = text.indexOf(':');
	if (colon < 1) return undefined;
	return { login: text.slice(0, colon), password: text.slice(colon + 1) };
}

/** API tokens of either dialect's header, comma-separated or in a repeated header; undefined without a header. */
export function apiTokensOf(headers: IncomingHttpHeaders): string[] | undefined {
	const header = firstOf(headers, tokenHeaders);
	return header
		?.split(',')
		.map((token) => token.trim())
		.filter((token) => token !== '');
}

/** The token of `Authorization: Bearer …`; undefined for any other or no such header. */
export function bearerOf(headers: IncomingHttpHeaders): string | undefined {
	return /^Bearer +(\S+)$/i.exec(headers.authorization?.trim() ?? '')?.[1];
}

function firstOf(headers: IncomingHttpHeaders, names: string[]): string | undefined {
	for (const name of names) {
		const value = headers[name];
		if (value !== undefined) return Array.isArray(value) ? value.join(',') : value;
	}
	return undefined;
}
