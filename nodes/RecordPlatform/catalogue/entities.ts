import type { Shape } from '../../shared/json';

/** Someone whom a setting is about; `code` is the login name, group, department or field. */
export function entity(...types: string[]): Shape {
	return { has: { type: { oneOf: types }, code: 'text' }, needs: ['type'] };
}

/** Kinds of entities in notifications and in permissions for records and fields. */
export const ANYONE = ['USER', 'GROUP', 'ORGANIZATION', 'FIELD_ENTITY'];
