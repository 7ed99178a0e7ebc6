import { randomBytes } from 'node:crypto';
import type { Sql } from './types';

export const permissions = ['view', 'add', 'edit', 'delete', 'manage'] as const;
export type Permission = (typeof permissions)[number];

/** An API token of the record platform: belongs to one app and may do what is ticked for it. */
export interface ApiToken {
	token: string;
	/** Id of the app. */
	app: string;
	permissions: Permission[];
}

export const tokensSchema = `
create table api_tokens (
	token text primary key,
	app_id bigint not null,
	permissions text[] not null,
	created_at timestamptz not null default now()
);
`;

/** Makes a token, with a random value unless one is given. */
export async function createApiToken(
	sql: Sql,
	{ app, permissions, token = randomToken() }: Omit<ApiToken, 'token'> & { token?: string },
): Promise<ApiToken> {
	await sql.query('insert into api_tokens (token, app_id, permissions) values ($1, $2, $3)', [
		token,
		app,
		permissions,
	]);
	return { token, app, permissions };
}

/** False when there is none. */
export async function deleteApiToken(sql: Sql, token: string): Promise<boolean> {
	const gone = await sql.query('delete from api_tokens where token = $1 returning token', [token]);
	return gone.length > 0;
}

/** Those of `tokens` that exist, oldest first. */
export function findApiTokens(sql: Sql, tokens: string[]): Promise<ApiToken[]> {
	return sql.query<ApiToken>(
		`select token, app_id::text as app, permissions from api_tokens
		where token = any($1::text[]) order by created_at, token`,
		[tokens],
	);
}

function randomToken(): string {
	return randomBytes(30).toString('base64').replace(/[+/]/g, 'x');
}
