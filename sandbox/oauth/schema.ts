/** Codes and tokens given out. Times are the tenant's. */
export const oauthSchema = `
create table oauth_codes (
	code text primary key,
	client_id text not null,
	redirect_uri text not null,
	account_id bigint not null references accounts on delete cascade,
	scopes text[] not null,
	expires_at timestamptz not null
);

create table oauth_refresh_tokens (
	token text primary key,
	client_id text not null,
	account_id bigint not null references accounts on delete cascade,
	scopes text[] not null,
	number bigint generated always as identity
);

create table oauth_access_tokens (
	token text primary key,
	client_id text not null,
	account_id bigint not null references accounts on delete cascade,
	scopes text[] not null,
	expires_at timestamptz not null
);
`;

/** SQL of the tenant's present, which the control API can move. */
export const tenantNow =
	'(clock_timestamp() + make_interval(secs => (select clock_offset from tenant_state)))';
