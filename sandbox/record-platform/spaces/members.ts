import type { Sql } from '../../types';
import type { Context } from '../context';
import { type Directory, isGuest } from '../directory';
import { invalid } from '../errors';
import { type Body, inputErrors } from '../input';

type SentMember = NonNullable<Body<'space.members.update'>['members']>[number];
export type MemberType = SentMember['entity']['type'];

/** Who belongs to a space, as it was set: single users, or everyone of a group or organization. */
export interface Member {
	type: MemberType;
	code: string;
	isAdmin: boolean;
	/** Whether the organizations below belong to the space too. */
	includeSubs: boolean;
}

/** A user who belongs to a space by whichever of its members. */
export interface SpaceUser {
	isAdmin: boolean;
	/** Not a member by name, but of a group or organization that is. */
	isImplicit: boolean;
}

export function findMembers(sql: Sql, space: string): Promise<Member[]> {
	return sql.query<Member>(
		`select type, code, is_admin as "isAdmin", include_subs as "includeSubs" from space_members
		where space_id = $1::bigint order by position`,
		[space],
	);
}

export async function replaceMembers(sql: Sql, space: string, members: Member[]): Promise<void> {
	await sql.query('delete from space_members where space_id = $1::bigint', [space]);
	for (const [position, member] of members.entries()) {
		await sql.query(
			`insert into space_members (space_id, position, type, code, is_admin, include_subs)
			values ($1::bigint, $2, $3, $4, $5, $6)
			on conflict (space_id, type, code) do update set is_admin = excluded.is_admin,
				include_subs = excluded.include_subs`,
			[space, position, member.type, member.code, member.isAdmin, member.includeSubs],
		);
	}
}

/** The active users behind the members, by login code. */
export function usersOf(members: Member[], directory: Directory): Map<string, SpaceUser> {
	const users = new Map<string, SpaceUser>();
	for (const member of members) {
		for (const code of codesOf(member, directory)) {
			if (!directory.user(code)) continue;
			const known = users.get(code);
			users.set(code, {
				isAdmin: member.isAdmin || (known?.isAdmin ?? false),
				isImplicit: member.type !== 'USER' && (known?.isImplicit ?? true),
			});
		}
	}
	return users;
}

function codesOf(member: Member, directory: Directory): string[] {
	if (member.type === 'USER') return [member.code];
	return member.type === 'GROUP'
		? directory.groupMembers(member.code)
		: directory.organizationMembers(member.code, member.includeSubs);
}

/**
 * The `members` of a call: known users, groups and organizations, one of them an administrator. Throws
 * CB_VA01.
 */
export async function readMembers(context: Context, sent: SentMember[] = []): Promise<Member[]> {
	if (sent.length === 0) throw inputErrors.missing('members');
	const directory = await context.directory();
	const members = sent.map((member, index) => readMember(member, directory, index));
	if (!members.some((member) => member.isAdmin)) {
		throw invalid('members', 'At least one member has to be an administrator.');
	}
	return members;
}

function readMember(
	{ entity: { type, code }, isAdmin = false, includeSubs = false }: SentMember,
	directory: Directory,
	index: number,
): Member {
	// Guests become members by a call of their own (docs/api: guestSpace.members.update).
	if (!directory.find(type, code) || (type === 'USER' && isGuest(code))) {
		throw invalid(
			`members[${index}].entity.code`,
			`The code ${code} was not found. It may have been deleted or be inactive.`,
		);
	}
	return { type, code, isAdmin, includeSubs: includeSubs && type === 'ORGANIZATION' };
}
