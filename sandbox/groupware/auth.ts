import type { IncomingHttpHeaders } from 'node:http';

import { inOwnLanguage } from '../language';
import { accountOfBearer, isExpiredBearer } from '../oauth/tokens';
import { bearerOf, signInByPassword } from '../sign-in';
import type { Account, Sql } from '../types';
import { GroupwareError } from './errors';
import type { Edition } from './operation';

/**
 * Who calls, by password or, on the cloud, by bearer token with the scope the operation needs, if any; the
 * password wins where both are sent (docs/api/groupware.md, section 2). Throws the service's error where
 * neither holds.
 */
export async function signIn(
	sql: Sql,
	headers: IncomingHttpHeaders,
	edition: Edition,
	scope: string | undefined,
): Promise<Account> {
	const password = await signInByPassword(sql, headers);
	switch (password.outcome) {
		case 'signed-in':
			return password.account;
		case 'malformed':
			throw new GroupwareError('GRN_REST_API_00001', 'The authorization header cannot be read.');
		case 'wrong':
			throw new GroupwareError('FW00007', 'The login name or the password is not correct.');
		case 'inactive':
			throw new GroupwareError('FW00008', 'The user is not active.');
		case 'absent':
			if (edition === 'cloud' && /^Bearer\b/i.test(headers.authorization ?? '')) {
				return byToken(sql, headers, scope);
			}
			throw new GroupwareError('GRN_REST_API_00003', 'The request says nothing of who calls.');
	}
}

async function byToken(
	sql: Sql,
	headers: IncomingHttpHeaders,
	scope: string | undefined,
): Promise<Account> {
	const token = bearerOf(headers);
	if (token === undefined) {
		throw new GroupwareError('GRN_REST_API_00005', 'The access token is malformed.');
	}
	const grant = await accountOfBearer(sql, token);
	if (grant === undefined) {
		throw (await isExpiredBearer(sql, token))
			? new GroupwareError('GRN_REST_API_00006', 'The access token has expired.')
			: new GroupwareError('SLASH_OA08', 'There is no such access token.');
	}
	if (scope !== undefined && !grant.scopes.includes(scope)) {
		throw new GroupwareError('GRN_REST_API_00007', `The access token lacks the scope ${scope}.`);
	}
	return inOwnLanguage(grant.account, headers);
}
