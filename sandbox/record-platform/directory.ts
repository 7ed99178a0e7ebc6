import type { Sql } from '../types';
import { listAccounts, listGroups, listOrganizations } from '../accounts';

export interface Person {
	code: string;
	name: string;
}

/** The user that calls signed with an API token count as (docs/api/record-platform.md, section 3). */
export const ADMINISTRATOR: Person = { code: 'Administrator', name: 'Administrator' };

const GUEST = 'guest/';

/** Whether a user's code is that of a guest user: `guest/<login>` (docs/api/record-platform.md, section 7). */
export function isGuest(code: string): boolean {
	return code.startsWith(GUEST);
}

/** Users, organizations and groups of the tenant by code, read once a request. Guest users are users, too. */
export class Directory {
	private constructor(
		private readonly users: Map<string, Person>,
		private readonly organizations: Map<
			string,
			Person & { members: string[]; parent: string | null }
		>,
		private readonly groups: Map<string, Person & { members: string[] }>,
	) {}

	static async load(sql: Sql): Promise<Directory> {
		const users = await listAccounts(sql);
		const organizations = await listOrganizations(sql);
		const groups = await listGroups(sql);
		const guests = await sql.query<Person>(
			`select '${GUEST}' || code as code, name from guest_users`,
		);
		const people = [...users.filter((user) => user.active), ...guests];
		return new Directory(
			new Map(people.map(({ code, name }) => [code, { code, name }] as const)),
			new Map(organizations.map((entry) => [entry.code, entry] as const)),
			new Map(groups.map((entry) => [entry.code, entry] as const)),
		);
	}

	user(code: string): Person | undefined {
		return this.users.get(code) ?? (code === ADMINISTRATOR.code ? ADMINISTRATOR : undefined);
	}

	find(type: 'USER' | 'GROUP' | 'ORGANIZATION', code: string): Person | undefined {
		if (type === 'USER') return this.user(code);
		return type === 'GROUP' ? this.group(code) : this.organization(code);
	}

	organization(code: string): Person | undefined {
		return pick(this.organizations.get(code));
	}

	group(code: string): Person | undefined {
		return pick(this.groups.get(code));
	}

	/** Users of an organization, with those below it when `withChildren`. */
	organizationMembers(code: string, withChildren: boolean): string[] {
		const organization = this.organizations.get(code);
		if (!organization) return [];
		const below = withChildren
			? [...this.organizations.values()].filter((entry) => entry.parent === code)
			: [];
		return [
			...new Set([
				...organization.members,
				...below.flatMap((entry) => this.organizationMembers(entry.code, true)),
			]),
		];
	}

	groupMembers(code: string): string[] {
		return this.groups.get(code)?.members ?? [];
	}

	/** Codes of the organizations a user belongs to, in the order they were made. */
	organizationsOf(login: string): string[] {
		return [...this.organizations.values()]
			.filter((entry) => entry.members.includes(login))
			.map((entry) => entry.code);
	}

	/** The user's organizations, with those above them where an entry for one holds for those below too. */
	organizationsMeaning(login: string, includeSubs: boolean): string[] {
		return [...this.organizations.keys()].filter((code) =>
			this.organizationMembers(code, includeSubs).includes(login),
		);
	}

	groupsOf(login: string): string[] {
		return [...this.groups.values()]
			.filter((entry) => entry.members.includes(login))
			.map((entry) => entry.code);
	}

	/** A user as cells show it; someone no longer known keeps the code as name. */
	named(code: string): Person {
		return this.user(code) ?? { code, name: code };
	}
}

function pick(entry: Person | undefined): Person | undefined {
	return entry && { code: entry.code, name: entry.name };
}
