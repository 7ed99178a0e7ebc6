import type { Sql } from '../../types';

/** What it is called, and what in another language. */
interface Named {
	name: string;
	ja?: string;
	en?: string;
}

interface DemoGroup extends Named {
	code: string;
	parent?: string;
}

interface DemoFacility extends Named {
	code: string;
	group?: string;
	notes: string;
	/** Used by application only, so that events need a purpose. */
	needsApplication?: boolean;
}

const groups: readonly DemoGroup[] = [
	{ code: 'tokyo', name: 'Tokyo Office', ja: '東京オフィス' },
	{ code: 'tokyo-rooms', name: 'Meeting Rooms', ja: '会議室', parent: 'tokyo' },
	{ code: 'tokyo-equipment', name: 'Equipment', ja: '備品', parent: 'tokyo' },
	{ code: 'osaka', name: 'Osaka Office', ja: '大阪オフィス' },
	{ code: 'cars', name: 'Company Cars', ja: '社用車' },
];

const facilities: readonly DemoFacility[] = [
	{ code: 'room-a', name: 'Meeting Room A', ja: '会議室A', group: 'tokyo-rooms', notes: '8 seats' },
	{ code: 'room-b', name: 'Meeting Room B', ja: '会議室B', group: 'tokyo-rooms', notes: '6 seats' },
	{ code: 'room-c', name: 'Meeting Room C', ja: '会議室C', group: 'tokyo-rooms', notes: '4 seats' },
	{ code: 'hall', name: 'Hall', ja: 'ホール', group: 'tokyo-rooms', notes: '60 seats, stage' },
	{
		code: 'projector',
		name: 'Projector',
		ja: 'プロジェクター',
		group: 'tokyo-equipment',
		notes: '',
	},
	{
		code: 'osaka-1',
		name: 'Osaka Room 1',
		ja: '大阪会議室1',
		group: 'osaka',
		notes: 'With camera',
	},
	{
		code: 'car-1',
		name: 'Company Car',
		ja: '社用車',
		group: 'cars',
		notes: 'Five seats; tell General Affairs where you go',
		needsApplication: true,
	},
	{ code: 'phone-booth', name: 'Phone Booth', ja: '電話ブース', notes: 'One seat' },
];

const locale = ({ name, ja = name, en = name }: Named) => JSON.stringify({ ja, en });

export interface DemoFacilities {
	groups: readonly DemoGroup[];
	facilities: readonly DemoFacility[];
}

export const demoFacilities: DemoFacilities = { groups, facilities };

/** Adds facility groups, and facilities in them. */
export async function seedFacilities(
	sql: Sql,
	{ groups, facilities }: DemoFacilities,
): Promise<void> {
	for (const group of groups) {
		await sql.query(
			`INSERT INTO groupware_facility_group (code, name, name_locale, parent_id)
			VALUES ($1, $2, $3, (SELECT id FROM groupware_facility_group WHERE code = $4))`,
			[group.code, group.name, locale(group), group.parent ?? null],
		);
	}
	for (const facility of facilities) {
		await sql.query(
			`INSERT INTO groupware_facility (code, name, name_locale, notes, needs_application, group_id)
			VALUES ($1, $2, $3, $4, $5, (SELECT id FROM groupware_facility_group WHERE code = $6))`,
			[
				facility.code,
				facility.name,
				locale(facility),
				facility.notes,
				facility.needsApplication ?? false,
				facility.group ?? null,
			],
		);
	}
}
