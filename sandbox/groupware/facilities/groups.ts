import type { Sql } from '../../types';
import { GroupwareError, unknownObject } from '../errors';
import type { Handlers, Request } from '../request';
import { cutPage } from '../query';
import { given, idOf } from '../values';
import { namingConditions, presentNaming, readNaming, refuseTakenCode, scalarOf } from './naming';
import { groupColumns, type GroupRow } from './rows';

async function listGroups({ sql, query }: Request): Promise<object> {
	const page = query.page();
	const values: unknown[] = [];
	const bind = (value: unknown) => `$${values.push(value)}`;
	const conditions = ['true', ...namingConditions(query, bind)];
	const parents = query.ids('parentFacilityGroups');
	if (parents !== undefined) conditions.push(`parent_id = ANY (${bind(parents)}::int[])`);
	const children = query.ids('childFacilityGroups');
	if (children !== undefined) {
		conditions.push(`id IN (SELECT child.parent_id FROM groupware_facility_group child
			WHERE child.id = ANY (${bind(children)}::int[]))`);
	}
	if (query.flag('top') === true) conditions.push('parent_id IS NULL');
	const rows = await sql.query<GroupRow>(
		`SELECT ${groupColumns} FROM groupware_facility_group WHERE ${conditions.join(' AND ')}
		ORDER BY id LIMIT ${page.limit + 1} OFFSET ${page.offset}`,
		values,
	);
	const cut = cutPage(rows, page);
	return { facilityGroups: cut.rows.map(presentWithChildren), hasNext: cut.hasNext };
}

async function createGroup({ sql, body }: Request): Promise<object> {
	const naming = readNaming(body);
	const parent = await parentOf(sql, body.parentFacilityGroup);
	await refuseTakenCode(sql, 'groupware_facility_group', naming.code, 0);
	return written(
		await sql.query<GroupRow>(
			`INSERT INTO groupware_facility_group (name, code, name_locale, notes, parent_id)
			VALUES ($1, $2, $3, $4, $5) RETURNING ${groupColumns}`,
			[naming.name, naming.code, naming.nameLocale, naming.notes, parent],
		),
	);
}

/** What is left out stays; a null parent makes the group one of the first level. */
async function updateGroup(request: Request): Promise<object> {
	const { sql, body } = request;
	const current = await groupOf(request);
	const naming = readNaming(body, current);
	await refuseTakenCode(sql, 'groupware_facility_group', naming.code, current.id);
	const parent =
		body.parentFacilityGroup === undefined
			? current.parentId
			: await parentOf(sql, body.parentFacilityGroup);
	if (parent !== null) await refuseCircle(sql, current.id, parent);
	return written(
		await sql.query<GroupRow>(
			`UPDATE groupware_facility_group
			SET name = $2, code = $3, name_locale = $4, notes = $5, parent_id = $6
			WHERE id = $1 RETURNING ${groupColumns}`,
			[current.id, naming.name, naming.code, naming.nameLocale, naming.notes, parent],
		),
	);
}

/** Groups below move to the first level and facilities lose their group; the facts do not say. */
async function deleteGroup(request: Request): Promise<undefined> {
	const { id } = await groupOf(request);
	await request.sql.query('DELETE FROM groupware_facility_group WHERE id = $1', [id]);
}

async function groupOf({ sql, path }: Request): Promise<GroupRow> {
	const [row] = await sql.query<GroupRow>(
		`SELECT ${groupColumns} FROM groupware_facility_group WHERE id = $1`,
		[idOf(path.facility_group_id, 'facility_group_id') ?? 0],
	);
	if (row === undefined) {
		throw new GroupwareError(
			'GRN_SCHD_13205',
			`There is no facility group ${path.facility_group_id}.`,
		);
	}
	return row;
}

async function parentOf(sql: Sql, value: unknown): Promise<number | null> {
	const single = scalarOf(value, 'parentFacilityGroup');
	if (!given(single)) return null;
	const id = idOf(single, 'parentFacilityGroup') ?? 0;
	const rows = await sql.query('SELECT 1 FROM groupware_facility_group WHERE id = $1', [id]);
	if (rows.length === 0) throw unknownObject('parentFacilityGroup');
	return id;
}

async function refuseCircle(sql: Sql, id: number, parent: number): Promise<void> {
	const found = await sql.query(
		`WITH RECURSIVE above (id, parent_id) AS (
			SELECT id, parent_id FROM groupware_facility_group WHERE id = $1
			UNION
			SELECT next.id, next.parent_id FROM groupware_facility_group next
			JOIN above ON next.id = above.parent_id
		) SELECT 1 FROM above WHERE id = $2`,
		[parent, id],
	);
	if (found.length > 0) {
		throw new GroupwareError('GRN_REST_API_00226', 'A facility group cannot lie within itself.');
	}
}

function written([row]: GroupRow[]): object {
	if (row === undefined) throw new Error('The facility group is gone within its own transaction');
	return present(row);
}

function present(row: GroupRow): object {
	return {
		...presentNaming(row),
		...(row.parentId !== null && { parentFacilityGroup: row.parentId }),
	};
}

function presentWithChildren(row: GroupRow): object {
	return {
		...present(row),
		childFacilityGroups: row.children.map((id) => ({ id: String(id) })),
	};
}

export const facilityGroupAdminOperations = {
	'schedule.adminFacilityGroup.list': listGroups,
	'schedule.adminFacilityGroup.create': createGroup,
	'schedule.adminFacilityGroup.update': updateGroup,
	'schedule.adminFacilityGroup.delete': deleteGroup,
} satisfies Handlers;
