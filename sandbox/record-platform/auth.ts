import { inOwnLanguage } from '../language';
import { accountOfBearer } from '../oauth';
import { apiTokensOf, bearerOf, signInByPassword } from '../sign-in';
import { findApiTokens } from '../tokens';
import type { Call, Sql } from '../types';
import type { Caller, Permission } from './context';
import { invalid, ServiceError } from './errors';
import type { SignInRules } from './request';

const MAXIMUM_TOKENS = 9;

/**
 * Says who calls. A password wins over API tokens, those over OAuth (docs/api/record-platform.md, section 3). Throws
 * 401 and 403 errors.
 */
export async function signIn(sql: Sql, call: Call, rules: SignInRules): Promise<Caller> {
	const password = await signInByPassword(sql, call.headers);
	if (password.outcome === 'signed-in') return { kind: 'user', account: password.account };
	if (password.outcome !== 'absent') throw new ServiceError('CB_WA01');
	const tokens = apiTokensOf(call.headers);
	if (tokens !== undefined) return withTokens(sql, tokens, rules);
	const bearer = bearerOf(call.headers);
	if (bearer !== undefined) return withBearer(sql, bearer, rules, call.headers);
	throw new ServiceError('CB_AU01');
}

async function withTokens(sql: Sql, given: string[], rules: SignInRules): Promise<Caller> {
	if (given.length > MAXIMUM_TOKENS) {
		throw invalid('X-Cybozu-API-Token', `At most ${MAXIMUM_TOKENS} API tokens can be specified.`);
	}
	const tokens = [...new Set(given)];
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
	token: string,
	rules: SignInRules,
	headers: Call['headers'],
): Promise<Caller> {
	const grant = await accountOfBearer(sql, token);
	if (!grant) throw new ServiceError('CB_OA01');
	if (rules.scope === undefined || !grant.scopes.includes(rules.scope)) {
		throw new ServiceError('CB_NO02', {
			message: 'The OAuth token has no scope that allows this API.',
		});
	}
	const account = inOwnLanguage(grant.account, headers);
	return { kind: 'oauth', account, scopes: grant.scopes };
}
