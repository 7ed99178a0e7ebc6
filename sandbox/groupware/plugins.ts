import type { Sql } from '../types';
import type { PluginFixture } from './fixtures/types';
import { memberOf, type FixtureContext } from './fixtures/context';
import { unknownObject } from './errors';
import type { Handlers, Request } from './request';
import type { Member } from './member';

export const pluginSchema = `
CREATE TABLE groupware_plugin (
	id text PRIMARY KEY,
	active boolean NOT NULL,
	applied_to text NOT NULL
);
`;

/** Everyone, and everyone who signed in, are told by their names alone, without an id. */
const sets = { Everyone: 'Everyone', LoginUser: 'Signed-in users' } as const;

type Applied = Member | keyof typeof sets;

async function getSettings({ sql, path, directory }: Request): Promise<object> {
	const [row] = await sql.query<{ active: boolean; applied_to: string }>(
		'SELECT active, applied_to FROM groupware_plugin WHERE id = $1',
		[path.plugin_id],
	);
	if (row === undefined) throw unknownObject('plugin_id');
	const appliedTo = JSON.parse(row.applied_to) as Applied[];
	return {
		isActive: row.active,
		appliedTo: appliedTo.map((one) =>
			typeof one === 'string'
				? { code: one, name: sets[one], type: 'ROLE' }
				: directory.member(one),
		),
	};
}

export async function addPlugin(context: FixtureContext, fixture: PluginFixture): Promise<void> {
	const appliedTo = (fixture.appliedTo ?? ['Everyone']).map((one) =>
		typeof one === 'string' ? one : memberOf(context, one),
	);
	await insertPlugin(context.sql, fixture.id, fixture.isActive ?? true, appliedTo);
}

export async function insertPlugin(
	sql: Sql,
	id: string,
	active: boolean,
	appliedTo: readonly Applied[],
): Promise<void> {
	await sql.query(
		`INSERT INTO groupware_plugin (id, active, applied_to) VALUES ($1, $2, $3)
		ON CONFLICT (id) DO UPDATE SET active = excluded.active, applied_to = excluded.applied_to`,
		[id, active, JSON.stringify(appliedTo)],
	);
}

export const pluginOperations = {
	'system.plugin.settings.get': getSettings,
} satisfies Handlers;
