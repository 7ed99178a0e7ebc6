import type { Sql } from '../../types';
import { type ErrorCode, GroupwareError, unknownObject } from '../errors';
import type { Query } from '../query';
import type { Body, Handlers, Request } from '../request';
import { binding, insertRow, readPage, requireRow, updateRow } from '../rows';
import { given, idOf, type JsonObject } from '../values';
import {
	type Naming,
	namingConditions,
	presentNaming,
	readNaming,
	refuseTakenCode,
	scalarOf,
	type Table,
} from './naming';
import { facilityColumns, type FacilityRow, groupColumns, type GroupRow } from './rows';

/** What the administrator's forms of facilities and of their groups differ in. */
interface Form {
	table: Table;
	columns: string;
	/** The path parameter with the ID, and the error of an unknown one. */
	id: 'facility_id' | 'facility_group_id';
	unknown: ErrorCode;
	/** The group that it is in: its key in requests and answers, and its column. */
	group: 'facilityGroup' | 'parentFacilityGroup';
	groupColumn: 'group_id' | 'parent_id';
}

const facility: Form = {
	table: 'groupware_facility',
	columns: facilityColumns,
	id: 'facility_id',
	unknown: 'GRN_SCHD_13203',
	group: 'facilityGroup',
	groupColumn: 'group_id',
};

const facilityGroup: Form = {
	table: 'groupware_facility_group',
	columns: groupColumns,
	id: 'facility_group_id',
	unknown: 'GRN_SCHD_13205',
	group: 'parentFacilityGroup',
	groupColumn: 'parent_id',
};

async function listFacilities(request: Request): Promise<object> {
	const { rows, hasNext } = await listRows<FacilityRow>(facility, request, (query, bind) => {
		const groups = query.ids('facilityGroup');
		return groups === undefined ? [] : [`group_id = ANY (${bind(groups)}::int[])`];
	});
	return { facilities: rows.map((row) => present(facility, row)), hasNext };
}

async function listGroups(request: Request): Promise<object> {
	const { rows, hasNext } = await listRows<GroupRow>(facilityGroup, request, (query, bind) => {
		const parents = query.ids('parentFacilityGroups');
		const children = query.ids('childFacilityGroups');
		return [
			...(parents === undefined ? [] : [`parent_id = ANY (${bind(parents)}::int[])`]),
			...(children === undefined
				? []
				: [
						`id IN (SELECT child.parent_id FROM groupware_facility_group child
							WHERE child.id = ANY (${bind(children)}::int[]))`,
					]),
			...(query.flag('top') === true ? ['parent_id IS NULL'] : []),
		];
	});
	return {
		facilityGroups: rows.map((row) => ({
			...present(facilityGroup, row),
			childFacilityGroups: row.children.map((id) => ({ id: String(id) })),
		})),
		hasNext,
	};
}

async function listRows<Row>(
	{ table, columns }: Form,
	request: Request,
	conditionsOf: (query: Query, bind: (value: unknown) => string) => string[],
): Promise<{ rows: Row[]; hasNext: boolean }> {
	const { values, bind } = binding();
	const { query } = request;
	const conditions = ['true', ...namingConditions(query, bind), ...conditionsOf(query, bind)];
	return await readPage<Row>(
		request,
		`SELECT ${columns} FROM ${table} WHERE ${conditions.join(' AND ')} ORDER BY id`,
		values,
	);
}

type Sent = Body<'schedule.adminFacility.create' | 'schedule.adminFacilityGroup.create'>;

const create = (form: Form) => async (request: Request<Sent>) => {
	const { sql, body } = request;
	const naming = readNaming(body);
	const group = await groupOf(sql, form, (body as JsonObject)[form.group]);
	return await save(request, form, naming, group);
};

/** What is left out stays; null for the group takes it out of its group. */
const update = (form: Form) => async (request: Request<Sent>) => {
	const { sql, body } = request;
	const current = await rowOf(request, form);
	const naming = readNaming(body, current);
	const value = (body as JsonObject)[form.group];
	const group = value === undefined ? current.groupId : await groupOf(sql, form, value);
	if (form === facilityGroup && group !== null) await refuseCircle(sql, current.id, group);
	return await save(request, form, naming, group, current.id);
};

async function save(
	{ sql }: Request<unknown>,
	form: Form,
	{ name, code, nameLocale, notes }: Naming,
	group: number | null,
	id?: number,
): Promise<object> {
	const { table, columns, groupColumn } = form;
	await refuseTakenCode(sql, table, code, id ?? 0);
	const values = { name, code, name_locale: nameLocale, notes, [groupColumn]: group };
	return present(
		form,
		id === undefined
			? await insertRow<FacilityRow>(sql, table, values, columns)
			: await updateRow<FacilityRow>(sql, table, id, values, columns),
	);
}

/** Of a deleted group, the groups move to the first level and the facilities lose it; `docs/api` doesn't say. */
const remove = (form: Form) => async (request: Request) => {
	const { id } = await rowOf(request, form);
	await request.sql.query(`DELETE FROM ${form.table} WHERE id = $1`, [id]);
	return undefined;
};

async function rowOf({ sql, path }: Request<unknown>, form: Form): Promise<FacilityRow> {
	const { table, columns, id, unknown } = form;
	const [row] = await sql.query<FacilityRow>(`SELECT ${columns} FROM ${table} WHERE id = $1`, [
		idOf(path[id], id) ?? 0,
	]);
	if (row === undefined) throw new GroupwareError(unknown, `There is no ${id} ${path[id]}.`);
	return row;
}

async function groupOf(sql: Sql, { group }: Form, value: unknown): Promise<number | null> {
	const single = scalarOf(value, group);
	if (!given(single)) return null;
	const id = idOf(single, group) ?? 0;
	await requireRow(sql, 'groupware_facility_group', id, unknownObject(group));
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

function present({ group }: Form, row: FacilityRow): object {
	return { ...presentNaming(row), ...(row.groupId !== null && { [group]: row.groupId }) };
}

export const facilityAdminOperations = {
	'schedule.adminFacility.list': listFacilities,
	'schedule.adminFacility.create': create(facility),
	'schedule.adminFacility.update': update(facility),
	'schedule.adminFacility.delete': remove(facility),
	'schedule.adminFacilityGroup.list': listGroups,
	'schedule.adminFacilityGroup.create': create(facilityGroup),
	'schedule.adminFacilityGroup.update': update(facilityGroup),
	'schedule.adminFacilityGroup.delete': remove(facilityGroup),
} satisfies Handlers;
