import { checkPassword, findAccountByLogin } from '../accounts';
import { findApiTokens } from '../tokens';
import type { Account, Call, Sql } from '../types';
import type { Caller, Permission } from './context';
import { invalid, ServiceError } from './errors';

/** What an operation asks of the ways to sign in. */
export interface SignInRules {
	/** False for operations that take no API tokens. */
	tokens: boolean;
	/** Scope an OAuth token needs; undefined for operations that take none. */
	scope: string | undefined;
}

const MAXIMUM_TOKENS = 9;
const PASSWORD_HEADERS = ['x-cybozu-authorization', 'x-service-authorization'];
const TOKEN_HEADERS = ['x-cybozu-api-token', 'x-service-api-token'];

/** Finds the account and scopes behind an OAuth access token, undefined when it is unknown or expired. */
export type BearerLookup = (
	sql: Sql,
	token: string,
	now: Date,
) => Promise<{ login: string; scopes: string[] } | undefined>;

/** Says who calls. A password wins over API tokens, those over OAuth (facts, section 3). Throws 401 and 403 errors. */
export async function signIn(
	sql: Sql,
	call: Call,
	rules: SignInRules,
	bearer: BearerLookup,
): Promise<Caller> {
	const password = header(call, PASSWORD_HEADERS);
	if (password !== undefined) return withPassword(sql, password);
	const tokens = header(call, TOKEN_HEADERS);
	if (tokens !== undefined) return withTokens(sql, tokens, rules);
	const access = /^Bearer\s+(.+)$/i.exec(call.headers.authorization ?? '')?.[1];
	if (access !== undefined) return withBearer(sql, call, access, rules, bearer);
	throw new ServiceError('CB_AU01');
}

function header(call: Call, names: string[]): string | undefined {
	for (const name of names) {
		const value = call.headers[name];
		const text = Array.isArray(value) ? value.join(',') : value;
		if (text !== undefined && text.trim() !== '') return text.trim();
	}
	return undefined;
}

async function withPassword(sql: Sql, encoded: string): Promise<Caller> {
	const [, login, password] =
		/^([^:]*):([^]*)$/.exec(Buffer.from(encoded, 'base64').toString('utf8')) ?? [];
	if (login === undefined || password === undefined) throw new ServiceError('CB_WA01');
	const account = await checkPassword(sql, login, password);
	if (!account?.active) throw new ServiceError('CB_WA01');
	return { kind: 'user', account };
}

async function withTokens(sql: Sql, given: string, rules: SignInRules): Promise<Caller> {
	const tokens = [...new Set(given.split(',').map((token) => token.trim()))].filter(Boolean);
	if (tokens.length > MAXIMUM_TOKENS) {
		throw invalid('X-Cybozu-API-Token', `At most ${MAXIMUM_TOKENS} API tokens can be specified.`);
	}
	if (tokens.some((token) => token.includes('\0'))) throw new ServiceError('GAIA_IA02');
	const found = await findApiTokens(sql, tokens);
	if (tokens.length === 0 || found.length < tokens.length) throw new ServiceError('GAIA_IA02');
	if (!rules.tokens) throw new ServiceError('GAIA_NO01');
	const permissions = new Map<string, Set<Permission>>();
	for (const token of found) {
		const known = permissions.get(token.app) ?? new Set();
		token.permissions.forEach((permission) => known.add(permission));
		permissions.set(token.app, known);
	}
	return { kind: 'tokens', permissions };
}

async function withBearer(
	sql: Sql,
	call: Call,
	token: string,
	rules: SignInRules,
	bearer: BearerLookup,
): Promise<Caller> {
	const grant = await bearer(sql, token, call.tenant.clock.now());
	const account: Account | undefined = grant && (await findAccountByLogin(sql, grant.login));
	if (!grant || !account?.active) throw new ServiceError('CB_OA01');
	if (rules.scope === undefined || !grant.scopes.includes(rules.scope)) {
		throw new ServiceError('CB_NO02', {
			message: 'The OAuth token has no scope that allows this API.',
		});
	}
	return { kind: 'oauth', account, scopes: grant.scopes };
}
