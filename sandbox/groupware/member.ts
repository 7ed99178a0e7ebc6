export type MemberType = 'USER' | 'ORGANIZATION' | 'ROLE';

/** Someone an event or a search names: a user, an organization or a role, by id. */
export interface Member {
	type: MemberType;
	id: string;
}
