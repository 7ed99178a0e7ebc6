import { unknownObject } from '../errors';
import type { Handlers, Request } from '../request';
import { anywhere, cutPage } from '../query';
import { idOf } from '../values';
import { facilityColumns, type FacilityRow, groupColumns, type GroupRow } from './rows';

/** The name matches anywhere in it; whether the service compares whole names is not known. */
async function listFacilities({ sql, query }: Request): Promise<object> {
	const page = query.page();
	const rows = await sql.query<FacilityRow>(
		`SELECT ${facilityColumns} FROM groupware_facility
		WHERE $1::text IS NULL OR name ILIKE $1 ORDER BY id LIMIT $2 OFFSET $3`,
		[query.has('name') ? anywhere(query.text('name') ?? '') : null, page.limit + 1, page.offset],
	);
	const cut = cutPage(rows, page);
	return { facilities: cut.rows.map(presentFacility), hasNext: cut.hasNext };
}

async function listGroups({ sql, query }: Request): Promise<object> {
	const page = query.page();
	const rows = await sql.query<GroupRow>(
		`SELECT ${groupColumns} FROM groupware_facility_group ORDER BY id LIMIT $1 OFFSET $2`,
		[page.limit + 1, page.offset],
	);
	const cut = cutPage(rows, page);
	return { facilityGroups: cut.rows.map(presentGroup), hasNext: cut.hasNext };
}

/** Only what lies in the group itself. This one answer has no `hasNext` (its notes). */
async function listGroupFacilities({ sql, query, path }: Request): Promise<object> {
	const page = query.page();
	const id = idOf(path.facility_group_id, 'facility_group_id') ?? 0;
	const groups = await sql.query('SELECT 1 FROM groupware_facility_group WHERE id = $1', [id]);
	if (groups.length === 0) throw unknownObject('facility_group_id');
	const rows = await sql.query<FacilityRow>(
		`SELECT ${facilityColumns} FROM groupware_facility
		WHERE group_id = $1 ORDER BY id LIMIT $2 OFFSET $3`,
		[id, page.limit, page.offset],
	);
	return { facilities: rows.map(presentFacility) };
}

/** Ids are strings here and numbers in the administrator's form (schedule.adminFacility.list, notes). */
function presentFacility(row: FacilityRow): object {
	return {
		id: String(row.id),
		code: row.code,
		name: row.name,
		notes: row.notes,
		...(row.groupId !== null && { facilityGroup: String(row.groupId) }),
	};
}

function presentGroup(row: GroupRow): object {
	return {
		id: String(row.id),
		name: row.name,
		code: row.code,
		notes: row.notes,
		parentFacilityGroup: row.parentId === null ? null : String(row.parentId),
		childFacilityGroups: row.children.map((id) => ({ id: String(id) })),
	};
}

export const facilityOperations = {
	'schedule.facility.list': listFacilities,
	'schedule.facilityGroup.list': listGroups,
	'schedule.facilityGroup.facilities': listGroupFacilities,
} satisfies Handlers;
