import type { Organization } from '../types';
import type { Directory } from './directory';
import type { Handlers, Request } from './request';
import { cutPage, type Page } from './query';
import { idOf } from './values';

/** `name` is looked for in display name and login name. */
async function listUsers({ directory, query }: Request): Promise<object> {
	const name = query.text('name');
	const { rows, hasNext } = pageOf(
		directory.users.filter((user) => user.active && matches(name, user.name, user.code)),
		query.page(),
	);
	return { users: rows.map(presentUser), hasNext };
}

async function listOrganizations({ directory, query }: Request): Promise<object> {
	const name = query.text('name');
	const { rows, hasNext } = pageOf(
		directory.organizations.filter((organization) => matches(name, organization.name)),
		query.page(),
	);
	return { organizations: rows.map((row) => presentOrganization(row, directory)), hasNext };
}

/** Ordered by user id (base.organization.users, notes). */
async function listMembers({ directory, query, path }: Request): Promise<object> {
	const id = idOf(path.organization_id, 'organization_id') ?? 0;
	const organization = directory.requireOrganization(String(id));
	const { rows, hasNext } = pageOf(
		directory.users.filter((user) => user.active && organization.members.includes(user.code)),
		query.page(),
	);
	return { users: rows.map(presentUser), hasNext };
}

function matches(sought: string | undefined, ...names: string[]): boolean {
	if (sought === undefined) return true;
	return names.some((name) => name.toLowerCase().includes(sought.toLowerCase()));
}

function pageOf<Row>(rows: Row[], page: Page): { rows: Row[]; hasNext: boolean } {
	return cutPage(rows.slice(page.offset, page.offset + page.limit + 1), page);
}

function presentUser({ id, code, name }: { id: string; code: string; name: string }): object {
	return { id, code, name };
}

function presentOrganization(organization: Organization, directory: Directory): object {
	const { id, name, code, parent } = organization;
	return {
		id,
		name,
		code,
		parentOrganization: directory.byCode('ORGANIZATION', parent ?? '')?.id ?? null,
		childOrganizations: directory.organizations
			.filter((other) => other.parent === code)
			.map((other) => ({ id: other.id })),
	};
}

export const peopleOperations = {
	'base.user.list': listUsers,
	'base.organization.list': listOrganizations,
	'base.organization.users': listMembers,
} satisfies Handlers;
