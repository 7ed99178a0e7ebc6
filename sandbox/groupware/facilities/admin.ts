import type { Sql } from '../../types';
import { GroupwareError, unknownObject } from '../errors';
import type { Handlers, Request } from '../request';
import { cutPage } from '../query';
import { given, idOf } from '../values';
import { namingConditions, presentNaming, readNaming, refuseTakenCode, scalarOf } from './naming';
import { facilityColumns, type FacilityRow } from './rows';

async function listFacilities({ sql, query }: Request): Promise<object> {
	const page = query.page();
	const values: unknown[] = [];
	const bind = (value: unknown) => `$${values.push(value)}`;
	const conditions = ['true', ...namingConditions(query, bind)];
	const groups = query.ids('facilityGroup');
	if (groups !== undefined) conditions.push(`group_id = ANY (${bind(groups)}::int[])`);
	const rows = await sql.query<FacilityRow>(
		`SELECT ${facilityColumns} FROM groupware_facility WHERE ${conditions.join(' AND ')}
		ORDER BY id LIMIT ${page.limit + 1} OFFSET ${page.offset}`,
		values,
	);
	const cut = cutPage(rows, page);
	return { facilities: cut.rows.map(present), hasNext: cut.hasNext };
}

async function createFacility({ sql, body }: Request): Promise<object> {
	const naming = readNaming(body);
	const group = given(body.facilityGroup) ? await groupOf(sql, body.facilityGroup) : null;
	await refuseTakenCode(sql, 'groupware_facility', naming.code, 0);
	return written(
		await sql.query<FacilityRow>(
			`INSERT INTO groupware_facility (name, code, name_locale, notes, group_id)
			VALUES ($1, $2, $3, $4, $5) RETURNING ${facilityColumns}`,
			[naming.name, naming.code, naming.nameLocale, naming.notes, group],
		),
	);
}

/** What is left out stays; a null group takes the facility out of its group. */
async function updateFacility(request: Request): Promise<object> {
	const { sql, body } = request;
	const current = await facilityOf(request);
	const naming = readNaming(body, current);
	let group = body.facilityGroup === undefined ? current.groupId : null;
	if (given(body.facilityGroup)) group = await groupOf(sql, body.facilityGroup);
	await refuseTakenCode(sql, 'groupware_facility', naming.code, current.id);
	return written(
		await sql.query<FacilityRow>(
			`UPDATE groupware_facility
			SET name = $2, code = $3, name_locale = $4, notes = $5, group_id = $6
			WHERE id = $1 RETURNING ${facilityColumns}`,
			[current.id, naming.name, naming.code, naming.nameLocale, naming.notes, group],
		),
	);
}

async function deleteFacility(request: Request): Promise<undefined> {
	const { id } = await facilityOf(request);
	await request.sql.query('DELETE FROM groupware_facility WHERE id = $1', [id]);
}

async function facilityOf({ sql, path }: Request): Promise<FacilityRow> {
	const [row] = await sql.query<FacilityRow>(
		`SELECT ${facilityColumns} FROM groupware_facility WHERE id = $1`,
		[idOf(path.facility_id, 'facility_id') ?? 0],
	);
	if (row === undefined) {
		throw new GroupwareError('GRN_SCHD_13203', `There is no facility ${path.facility_id}.`);
	}
	return row;
}

async function groupOf(sql: Sql, value: unknown): Promise<number | null> {
	const single = scalarOf(value, 'facilityGroup');
	if (!given(single)) return null;
	const id = idOf(single, 'facilityGroup') ?? 0;
	const rows = await sql.query('SELECT 1 FROM groupware_facility_group WHERE id = $1', [id]);
	if (rows.length === 0) throw unknownObject('facilityGroup');
	return id;
}

function written([row]: FacilityRow[]): object {
	if (row === undefined) throw new Error('The facility is gone within its own transaction');
	return present(row);
}

function present(row: FacilityRow): object {
	return {
		...presentNaming(row),
		...(row.groupId !== null && { facilityGroup: row.groupId }),
	};
}

export const facilityAdminOperations = {
	'schedule.adminFacility.list': listFacilities,
	'schedule.adminFacility.create': createFacility,
	'schedule.adminFacility.update': updateFacility,
	'schedule.adminFacility.delete': deleteFacility,
} satisfies Handlers;
