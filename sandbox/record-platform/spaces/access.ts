import type { Context } from '../context';
import { ServiceError } from '../errors';
import { isAdministrator } from '../features';
import { findMembers, type SpaceUser, usersOf } from './members';
import { findSpace, type Space, spaceNotFound } from './store';

/** What someone has to be to do something with a space; administrators of the service are all of it. */
export type Role = 'reader' | 'member' | 'administrator';

export interface OpenSpace {
	space: Space;
	/** The active users of the space by login code. */
	users: Map<string, SpaceUser>;
}

/**
 * The space of a call, checked: it exists, is reached through its own path, and the caller has the
 * role. Throws GAIA_SP01 and CB_NO02.
 */
export async function openSpace(
	context: Context,
	id: string,
	role: Role,
	options: { lock?: boolean } = {},
): Promise<OpenSpace> {
	const space = await findSpace(context.sql, id, options.lock);
	if (!space) throw spaceNotFound(id);
	requireSpaceDoor(context, space);
	const users = await usersOfSpace(context, space);
	if (!hasRole(context, space, users, role)) throw new ServiceError('CB_NO02');
	return { space, users };
}

/** By login name, also those of groups and organizations that are members. */
export async function usersOfSpace(
	context: Context,
	space: Space,
): Promise<Map<string, SpaceUser>> {
	return usersOf(await findMembers(context.sql, space.id), await context.directory());
}

/** Administrators have every role. */
export function hasRole(
	context: Context,
	space: Space,
	users: Map<string, SpaceUser>,
	role: Role,
): boolean {
	if (isAdministrator(context)) return true;
	const user = users.get(context.person.code);
	if (role === 'administrator') return user?.isAdmin === true;
	return user !== undefined || (role === 'reader' && !space.isPrivate);
}

/** A space that the caller may make apps in and move apps to, as the space says. Throws CB_NO02. */
export async function openHome(context: Context, id: string): Promise<Space> {
	const { space, users } = await openSpace(context, id, 'reader');
	if (space.createApp === 'ADMIN' && !hasRole(context, space, users, 'administrator')) {
		throw new ServiceError('CB_NO02');
	}
	return space;
}

/** Guest spaces have paths of their own, and those serve no other space (docs/api/record-platform.md, section 1). */
function requireSpaceDoor(context: Context, space: Space): void {
	if (context.guestSpaceId === undefined) {
		if (!space.isGuest) return;
		throw new ServiceError('GAIA_IL23', {
			message: 'The space is a guest space. Use the path of the guest space.',
		});
	}
	if (!space.isGuest || space.id !== context.guestSpaceId) throw new ServiceError('CB_NO02');
}
