import { listAccounts, listGroups, listOrganizations } from '../accounts';
import type { Account, Group, Organization, Sql } from '../types';
import { GroupwareError } from './errors';
import type { Member, MemberType } from './member';

interface Named {
	id: string;
	code: string;
	name: string;
}

/** Users, organizations and roles (the groups of the tenant) as one request sees them. */
export class Directory {
	private readonly ids: Readonly<Record<MemberType, ReadonlyMap<string, Named>>>;
	private readonly codes: Readonly<Record<MemberType, ReadonlyMap<string, Named>>>;

	constructor(
		/** In ascending order of id. */
		readonly users: readonly Account[],
		readonly organizations: readonly Organization[],
		readonly roles: readonly Group[],
	) {
		const by = (key: 'id' | 'code') => ({
			USER: new Map(users.map((user) => [user[key], user])),
			ORGANIZATION: new Map(organizations.map((one) => [one[key], one])),
			ROLE: new Map(roles.map((role) => [role[key], role])),
		});
		this.ids = by('id');
		this.codes = by('code');
	}

	byId(type: MemberType, id: string): Named | undefined {
		return this.ids[type].get(id);
	}

	byCode(type: MemberType, code: string): Named | undefined {
		return this.codes[type].get(code);
	}

	/** `{id, code, name}` of a user, even one who is gone since. */
	user(id: string): Named {
		const user = this.byId('USER', id);
		return { id, code: user?.code ?? '', name: user?.name ?? '' };
	}

	member({ type, id }: Member): Named & { type: MemberType } {
		const found = this.byId(type, id);
		return { id, code: found?.code ?? '', name: found?.name ?? '', type };
	}

	/** The user herself and the organizations and roles she is in. */
	membershipsOf(userId: string): Member[] {
		const code = this.byId('USER', userId)?.code ?? '';
		const within = (type: MemberType, sets: ReadonlyArray<Organization | Group>) =>
			sets.filter((set) => set.members.includes(code)).map(({ id }): Member => ({ type, id }));
		return [
			{ type: 'USER', id: userId },
			...within('ORGANIZATION', this.organizations),
			...within('ROLE', this.roles),
		];
	}

	requireUser(id: string): Named {
		const user = this.byId('USER', id);
		if (user === undefined) throw new GroupwareError('GRN_CMMN_00105', `There is no user ${id}.`);
		return user;
	}

	requireOrganization(id: string): Organization {
		const organization = this.organizations.find((one) => one.id === id);
		if (organization === undefined) {
			throw new GroupwareError('GRN_CMMN_00106', `There is no organization ${id}.`);
		}
		return organization;
	}
}

/** Users, organizations and groups as they are now. */
export async function loadDirectory(sql: Sql): Promise<Directory> {
	return new Directory(
		await listAccounts(sql),
		await listOrganizations(sql),
		await listGroups(sql),
	);
}
