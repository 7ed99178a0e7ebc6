import { NO_ORGANIZATIONS } from '../cells/people';
import type { Context } from '../context';
import { invalid, ServiceError } from '../errors';
import { findField, type FieldType } from '../form';
import type { Parameters } from '../parameters';
import type { Entity, EntityType, Target } from './parts';
import type { OpenApp } from './store';

const ENTITY_FIELDS: ReadonlySet<FieldType> = new Set<FieldType>([
	'CREATOR',
	'MODIFIER',
	'STATUS_ASSIGNEE',
	'USER_SELECT',
	'ORGANIZATION_SELECT',
	'GROUP_SELECT',
]);

/** Whom settings speak of: reads `{type, code}` and checks that there is such a user, group, organization or field. */
export async function readEntity(
	context: Context,
	app: OpenApp,
	given: Parameters,
	types: readonly EntityType[],
): Promise<Entity> {
	const type = given.oneOf('type', types) ?? given.missing('type');
	if (type === 'CREATOR') return { type, code: null };
	const code = given.text('code');
	// A field of the users' profiles, which the sandbox doesn't have.
	if (type === 'CUSTOM_FIELD') return { type, code };
	if (type === 'FIELD_ENTITY') {
		const found = findField(app.design.fields, code);
		if (!found || found.table || !ENTITY_FIELDS.has(found.field.type)) throw fieldNotFound(code);
		return { type, code };
	}
	if (!(await context.directory()).find(type, code)) {
		throw invalid(given.path('code'), `The ${type.toLowerCase()} "${code}" was not found.`);
	}
	return { type, code };
}

/** Reads `{entity, includeSubs}`. `includeSubs` holds for organizations and fields alone. */
export async function readTarget(
	context: Context,
	app: OpenApp,
	given: Parameters,
	types: readonly EntityType[],
): Promise<Target> {
	const entity = await readEntity(
		context,
		app,
		given.inside('entity') ?? given.missing('entity'),
		types,
	);
	const hasSubs = entity.type === 'ORGANIZATION' || entity.type === 'FIELD_ENTITY';
	return { entity, includeSubs: given.boolean('includeSubs') && hasSubs };
}

/** Apps in guest spaces have no organizations to name (docs/api: reminders, actions). */
export function requireNoOrganizations(app: OpenApp, entities: Entity[], key: string): void {
	if (!app.inGuestSpace || entities.every((entity) => entity.type !== 'ORGANIZATION')) return;
	throw invalid(key, NO_ORGANIZATIONS);
}

/** A field code that settings name and the form does not have. */
export function fieldNotFound(code: string): ServiceError {
	return new ServiceError('GAIA_FC01', {
		message: `The field code (${code}) was not found.`,
	});
}
