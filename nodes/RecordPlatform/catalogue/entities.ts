import type { Shape } from '../../shared/json';

/** The subject of a setting; `code` is the code of a user, group, department or field. */
export function entity(...types: string[]): Shape {
	return { has: { type: { oneOf: types }, code: 'text' }, needs: ['type'] };
}

/** Entity types in notifications and in permissions for records and fields. */
export const ANYONE = ['USER', 'GROUP', 'ORGANIZATION', 'FIELD_ENTITY'];
