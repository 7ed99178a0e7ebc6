import { unknownObject } from '../errors';
import type { Handlers, Request } from '../request';
import { anywhere } from '../query';
import { readPage, requireRow } from '../rows';
import { idOf } from '../values';
import { facilityColumns, type FacilityRow, groupColumns, type GroupRow } from './rows';

/** The name matches anywhere in it; whether the service compares whole names is not known. */
async function listFacilities(request: Request): Promise<object> {
	const name = request.query.text('name');
	const { rows, hasNext } = await readPage<FacilityRow>(
		request,
		`SELECT ${facilityColumns} FROM groupware_facility
		WHERE $1::text IS NULL OR name ILIKE $1 ORDER BY id`,
		[name === undefined ? null : anywhere(name)],
	);
	return { facilities: rows.map(presentFacility), hasNext };
}

async function listGroups(request: Request): Promise<object> {
	const { rows, hasNext } = await readPage<GroupRow>(
		request,
		`SELECT ${groupColumns} FROM groupware_facility_group ORDER BY id`,
	);
	return { facilityGroups: rows.map(presentGroup), hasNext };
}

/** Only what lies in the group itself. This one answer has no `hasNext` (schedule.facilityGroup.facilities). */
async function listGroupFacilities(request: Request): Promise<object> {
	const name = 'facility_group_id';
	const id = idOf(request.path[name], name) ?? 0;
	await requireRow(request.sql, 'groupware_facility_group', id, unknownObject(name));
	const { rows } = await readPage<FacilityRow>(
		request,
		`SELECT ${facilityColumns} FROM groupware_facility WHERE group_id = $1 ORDER BY id`,
		[id],
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
		parentFacilityGroup: row.groupId === null ? null : String(row.groupId),
		childFacilityGroups: row.children.map((id) => ({ id: String(id) })),
	};
}

export const facilityOperations = {
	'schedule.facility.list': listFacilities,
	'schedule.facilityGroup.list': listGroups,
	'schedule.facilityGroup.facilities': listGroupFacilities,
} satisfies Handlers;
