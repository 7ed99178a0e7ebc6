import type { Context, Permission } from '../context';
import type { Directory } from '../directory';
import { ServiceError } from '../errors';
import { type AppRight, type Entity, INITIAL_PARTS } from './parts';
import type { App } from './app';

/**
 * The right has to be one of these; which error says no depends on how the caller signed in
 * (docs/api/record-platform.md, section 3). Throws GAIA_IA02, GAIA_NO01 and CB_NO02.
 */
export async function requireRight(
	context: Context,
	app: App,
	...anyOf: Permission[]
): Promise<void> {
	const { caller } = context;
	if (caller.kind === 'tokens') {
		const permissions = caller.permissions.get(app.id);
		if (!permissions) {
			throw new ServiceError('GAIA_IA02', {
				message: "The specified API token does not match the target app's API token.",
			});
		}
		if (!anyOf.some((right) => permissions.has(right))) throw new ServiceError('GAIA_NO01');
		return;
	}
	if (!(await hasAnyRight(context, app, anyOf))) throw new ServiceError('CB_NO02');
}

export async function hasAnyRight(
	context: Context,
	app: App,
	anyOf: readonly Permission[],
): Promise<boolean> {
	for (const right of anyOf) if (await hasRight(context, app, right)) return true;
	return false;
}

/**
 * Whether the caller has a right in an app. API tokens have what was ticked for them; of users, administrators manage
 * every app, and for all else the app's permissions decide.
 */
export async function hasRight(context: Context, app: App, right: Permission): Promise<boolean> {
	const { caller } = context;
	if (caller.kind === 'tokens') return caller.permissions.get(app.id)?.has(right) ?? false;
	const { account } = caller;
	if (right === 'manage' && account.administrator) return true;
	// Until permissions are set, everyone has all rights but management, which is the maker's.
	if (app.rights === null) return right !== 'manage' || account.code === app.creator;
	const found = firstOf(await context.directory(), app, account.code);
	return found?.[NAMES[right]] ?? false;
}

const NAMES = {
	view: 'recordViewable',
	add: 'recordAddable',
	edit: 'recordEditable',
	delete: 'recordDeletable',
	manage: 'appEditable',
} as const satisfies Record<Permission, keyof AppRight>;

/** The entry that decides for a user: the first that means them, the group of everyone last. */
function firstOf(directory: Directory, app: App, login: string): AppRight | undefined {
	const rights = app.rights ?? INITIAL_PARTS.appRights;
	return inPriority(rights).find(({ entity, includeSubs }) =>
		entity.type === 'CREATOR'
			? login === app.creator
			: meansUser(directory, entity, includeSubs, login),
	);
}

/** Entries in the order they decide: as listed, but the group of everyone after all others (docs/api: app.acl.update). */
export function inPriority<Entry extends { entity: Entity }>(entries: Entry[]): Entry[] {
	const isEveryone = ({ entity }: Entry) => entity.type === 'GROUP' && entity.code === 'everyone';
	return [...entries.filter((entry) => !isEveryone(entry)), ...entries.filter(isEveryone)];
}

/** Whether a user, group or organization is or holds the user. */
export function meansUser(
	directory: Directory,
	{ type, code }: Entity,
	includeSubs: boolean,
	login: string,
): boolean {
	if (code === null) return false;
	if (type === 'USER') return code === login;
	if (type === 'GROUP') return directory.groupMembers(code).includes(login);
	if (type === 'ORGANIZATION') {
		return directory.organizationMembers(code, includeSubs).includes(login);
	}
	return false;
}

/**
 * Refuses an app that is not reached through its own door: guest spaces have their own paths
 * (docs/api/record-platform.md, section 1). Throws GAIA_IL23 and CB_NO02.
 */
export function requireDoor(context: Context, app: App): void {
	if (context.guestSpaceId === undefined) {
		if (app.inGuestSpace) throw new ServiceError('GAIA_IL23');
		return;
	}
	if (!app.inGuestSpace || app.spaceId !== context.guestSpaceId) throw new ServiceError('CB_NO02');
}
