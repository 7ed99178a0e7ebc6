import { randomBytes } from 'node:crypto';
import { findAccountById } from '../accounts';
import type { Account, Sql } from '../types';
import { tenantNow } from './schema';

const accessTokenSeconds = 3600;
const codeSeconds = 600;
const refreshTokensKept = 10;

/** What a person allowed a client to do in her name. */
export interface Grant {
	clientId: string;
	accountId: string;
	scopes: string[];
}

export interface TokenAnswer {
	access_token: string;
	refresh_token: string;
	token_type: 'bearer';
	expires_in: number;
	scope: string;
}

/** The active user an access token stands for, and what it may do; undefined when unknown or expired. */
export async function accountOfBearer(
	sql: Sql,
	token: string,
): Promise<{ account: Account; scopes: string[] } | undefined> {
	const [row] = await sql.query<{ accountId: string; scopes: string[] }>(
		`select account_id::text as "accountId", scopes from oauth_access_tokens
		where token = $1 and expires_at > ${tenantNow}`,
		[token],
	);
	const account = row && (await findAccountById(sql, row.accountId));
	return account?.active ? { account, scopes: row?.scopes ?? [] } : undefined;
}

/** True for an access token that was good once and is kept still. */
export async function isExpiredBearer(sql: Sql, token: string): Promise<boolean> {
	const rows = await sql.query(
		`select 1 from oauth_access_tokens where token = $1 and expires_at <= ${tenantNow}`,
		[token],
	);
	return rows.length > 0;
}

/** A code that can be exchanged for tokens once. */
export async function makeCode(sql: Sql, grant: Grant, redirectUri: string): Promise<string> {
	const code = randomToken();
	await sql.query(
		`insert into oauth_codes (code, client_id, redirect_uri, account_id, scopes, expires_at)
		values ($1, $2, $3, $4, $5, ${tenantNow} + make_interval(secs => ${codeSeconds}))`,
		[code, grant.clientId, redirectUri, grant.accountId, grant.scopes],
	);
	return code;
}

/** Takes a code back: it serves once, for its own client and redirect. */
export async function redeemCode(
	sql: Sql,
	code: string,
	clientId: string,
	redirectUri: string,
): Promise<Grant | undefined> {
	const [row] = await sql.query<Grant & { valid: boolean }>(
		`delete from oauth_codes where code = $1
		returning client_id as "clientId", account_id::text as "accountId", scopes,
			client_id = $2 and redirect_uri = $3 and expires_at > ${tenantNow} as valid`,
		[code, clientId, redirectUri],
	);
	if (!row?.valid) return undefined;
	return { clientId: row.clientId, accountId: row.accountId, scopes: row.scopes };
}

/** Refresh tokens do not expire, but a user and client have ten: the oldest gives way. */
export async function makeRefreshToken(sql: Sql, grant: Grant): Promise<string> {
	const token = randomToken();
	await sql.query(
		`insert into oauth_refresh_tokens (token, client_id, account_id, scopes) values ($1, $2, $3, $4)`,
		[token, grant.clientId, grant.accountId, grant.scopes],
	);
	await sql.query(
		`delete from oauth_refresh_tokens where token in (
			select token from oauth_refresh_tokens where client_id = $1 and account_id = $2
			order by number desc offset ${refreshTokensKept})`,
		[grant.clientId, grant.accountId],
	);
	return token;
}

/** What a refresh token was given for; undefined for an unknown one, or one of another client. */
export async function grantOfRefreshToken(
	sql: Sql,
	token: string,
	clientId: string,
): Promise<Grant | undefined> {
	const [grant] = await sql.query<Grant>(
		`select client_id as "clientId", account_id::text as "accountId", scopes
		from oauth_refresh_tokens where token = $1 and client_id = $2`,
		[token, clientId],
	);
	return grant;
}

/** Makes an access token of one hour on the tenant's clock. */
export async function makeAccessToken(
	sql: Sql,
	grant: Grant,
	refreshToken: string,
): Promise<TokenAnswer> {
	const token = randomToken();
	// An expired token stays known for a while: the groupware answers it in other words than an unknown one.
	await sql.query(
		`delete from oauth_access_tokens where expires_at <= ${tenantNow} - interval '30 days'`,
	);
	await sql.query(
		`insert into oauth_access_tokens (token, client_id, account_id, scopes, expires_at)
		values ($1, $2, $3, $4, ${tenantNow} + make_interval(secs => ${accessTokenSeconds}))`,
		[token, grant.clientId, grant.accountId, grant.scopes],
	);
	return {
		access_token: token,
		refresh_token: refreshToken,
		token_type: 'bearer',
		expires_in: accessTokenSeconds,
		scope: grant.scopes.join(' '),
	};
}

function randomToken(): string {
	return randomBytes(32).toString('base64url');
}
