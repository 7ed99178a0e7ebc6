/** Columns of a facility as both the public and the administrator's forms need them. */
export const facilityColumns = `id, code, name, name_locale AS "nameLocale", notes, group_id AS "groupId"`;

export interface FacilityRow {
	id: number;
	code: string;
	name: string;
	/** JSON of the names per language. */
	nameLocale: string | null;
	notes: string;
	/** The group that it is in. */
	groupId: number | null;
}

export const groupColumns = `id, code, name, name_locale AS "nameLocale", notes, parent_id AS "groupId",
	ARRAY(SELECT child.id FROM groupware_facility_group child
		WHERE child.parent_id = groupware_facility_group.id ORDER BY child.id) AS children`;

export interface GroupRow extends FacilityRow {
	children: number[];
}
