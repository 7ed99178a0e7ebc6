/** Users, organizations and groups of a tenant, the same for both services. */
export const accountsSchema = `
create table accounts (
	id bigint generated always as identity primary key,
	code text not null unique,
	name text not null,
	email text not null,
	time_zone text not null,
	locale text not null,
	follows_browser boolean not null,
	administrator boolean not null,
	application_administrator text[] not null,
	active boolean not null,
	password_salt text not null,
	password_hash text not null
);

create table organizations (
	id bigint generated always as identity primary key,
	code text not null unique,
	name text not null,
	parent_id bigint references organizations
);

create table organization_members (
	organization_id bigint not null references organizations on delete cascade,
	account_id bigint not null references accounts on delete cascade,
	position integer not null,
	primary key (organization_id, account_id)
);

create table account_groups (
	id bigint generated always as identity primary key,
	code text not null unique,
	name text not null
);

create table account_group_members (
	group_id bigint not null references account_groups on delete cascade,
	account_id bigint not null references accounts on delete cascade,
	position integer not null,
	primary key (group_id, account_id)
);
`;
