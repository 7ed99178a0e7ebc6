import type { Context, Permission } from '../context';
import { ServiceError } from '../errors';
import type { App } from './store';

/** The right has to be one of these; which error says no depends on how the caller signed in (facts, section 3). */
export function requireRight(context: Context, app: App, ...anyOf: Permission[]): void {
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
	if (!anyOf.some((right) => hasRight(context, app, right))) throw new ServiceError('CB_NO02');
}

/** Whether the caller has a right in an app: users all but management, which is its maker's and administrators'. */
export function hasRight(context: Context, app: App, right: Permission): boolean {
	const { caller } = context;
	if (caller.kind === 'tokens') return caller.permissions.get(app.id)?.has(right) ?? false;
	if (right !== 'manage') return true;
	return caller.account.administrator || caller.account.code === app.creator;
}

/** Refuses an app that is not reached through its own door: guest spaces have their own paths (section 1). */
export function requireDoor(context: Context, app: App): void {
	if (context.guestSpaceId === undefined) {
		if (app.inGuestSpace) throw new ServiceError('GAIA_IL23');
		return;
	}
	if (!app.inGuestSpace || app.spaceId !== context.guestSpaceId) throw new ServiceError('CB_NO02');
}
