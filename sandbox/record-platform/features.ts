import type { Context } from './context';
import { ServiceError } from './errors';

/**
 * Refuses what only the wide course has (docs/api/record-platform.md, section 13). The service's code
 * for it is not established. Throws CB_NO02.
 */
export function requireWideCourse(context: Context): void {
	if (context.tenant.features.wideCourse) return;
	throw new ServiceError('CB_NO02', { message: 'This API is available on the wide course only.' });
}

/**
 * Refuses what an administrator has to switch on first (docs/api/record-platform.md, section 13).
 * Throws GAIA_OF02.
 */
export function requirePreviewFeatures(context: Context): void {
	if (!context.tenant.features.previewFeatures) throw new ServiceError('GAIA_OF02');
}

/** Refuses everyone but the administrators of the whole service. Throws CB_NO02. */
export function requireAdministrator(context: Context): void {
	if (!isAdministrator(context)) throw new ServiceError('CB_NO02');
}

export function isAdministrator({ caller }: Context): boolean {
	return caller.kind !== 'tokens' && caller.account.administrator;
}
