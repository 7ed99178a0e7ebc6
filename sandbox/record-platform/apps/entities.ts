import { NO_ORGANIZATIONS } from '../cells/people';
import type { Context } from '../context';
import { invalid, ServiceError } from '../errors';
import { findField, type FieldType } from '../form';
import { inputErrors } from '../input';
import type { Entity, EntityType, EntityTarget } from './parts';
import type { OpenApp } from './store';

const ENTITY_FIELDS: ReadonlySet<FieldType> = new Set<FieldType>([
	'CREATOR',
	'MODIFIER',
	'STATUS_ASSIGNEE',
	'USER_SELECT',
	'ORGANIZATION_SELECT',
	'GROUP_SELECT',
]);

export interface SentEntity {
	type: EntityType;
	code?: string;
}

export interface SentTarget {
	entity: SentEntity;
	includeSubs?: boolean;
}

/**
 * Whom settings speak of: reads `{type, code}` and checks that there is such a user, group,
 * organization or field. Throws CB_VA01 and GAIA_FC01.
 */
export async function readEntity(
	context: Context,
	app: OpenApp,
	{ type, code }: SentEntity,
	path: string,
): Promise<Entity> {
	if (type === 'CREATOR') return { type, code: null };
	if (!code) throw inputErrors.missing(`${path}.code`);
	// A field of the users' profiles, which the sandbox doesn't have.
	if (type === 'CUSTOM_FIELD') return { type, code };
	if (type === 'FIELD_ENTITY') {
		const found = findField(app.design.fields, code);
		if (!found || found.table || !ENTITY_FIELDS.has(found.field.type)) throw fieldNotFound(code);
		return { type, code };
	}
	if (!(await context.directory()).find(type, code)) {
		throw invalid(`${path}.code`, `The ${type.toLowerCase()} "${code}" was not found.`);
	}
	return { type, code };
}

/** Reads `{entity, includeSubs}`. `includeSubs` holds for organizations and fields alone. */
export async function readTarget(
	context: Context,
	app: OpenApp,
	sent: SentTarget,
	path: string,
): Promise<EntityTarget> {
	const entity = await readEntity(context, app, sent.entity, `${path}.entity`);
	const hasSubs = entity.type === 'ORGANIZATION' || entity.type === 'FIELD_ENTITY';
	return { entity, includeSubs: hasSubs && sent.includeSubs === true };
}

/** Reads `targets`, or whatever else is a list of them. */
export async function readTargets(
	context: Context,
	app: OpenApp,
	sent: SentTarget[],
	path: string,
): Promise<EntityTarget[]> {
	const targets: EntityTarget[] = [];
	for (const [index, target] of sent.entries()) {
		targets.push(await readTarget(context, app, target, `${path}[${index}]`));
	}
	return targets;
}

/** Switches that were not sent are off. */
export function switchesOf<Name extends string>(
	sent: Partial<Record<Name, boolean>>,
	names: readonly Name[],
): Record<Name, boolean> {
	const read = names.map((name) => [name, sent[name] ?? false] as const);
	return Object.fromEntries(read) as Record<Name, boolean>;
}

/** Apps in guest spaces have no organizations to name (docs/api: reminders, actions). Throws CB_VA01. */
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
