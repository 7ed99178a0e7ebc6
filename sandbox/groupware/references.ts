import type { Sql } from '../types';
import type { Directory } from './directory';
import { GroupwareError, missing, notAmong, unknownObject } from './errors';
import type { Member, MemberType } from './member';
import { given, idOf, type JsonObject, listOf, objectOf, textOf } from './values';

const everyType: readonly MemberType[] = ['USER', 'ORGANIZATION', 'ROLE'];

/** Attendees or watchers by id or code (the id wins), each once; throws GRN_REST_API_00206 for an unknown one. */
export function membersOf(
	value: unknown,
	name: string,
	allowed: readonly MemberType[],
	directory: Directory,
): Member[] {
	const members = listOf(value, name).map((entry, index): Member => {
		const at = `${name}[${index}]`;
		const reference = objectOf(entry, at);
		const type = memberTypeOf(reference.type, `${at}.type`, allowed);
		const key = keyOf(reference, at);
		const found =
			'id' in key ? directory.byId(type, String(key.id ?? '')) : directory.byCode(type, key.code);
		if (found === undefined) throw unknownObject(at);
		return { type, id: found.id };
	});
	return unique(members, (member) => `${member.type} ${member.id}`);
}

export interface FacilityReference {
	id: number;
	code: string;
	name: string;
	needsApplication: boolean;
}

/** Facilities by id or code (the id wins), each once and in the order given; throws GRN_REST_API_00206 for an unknown one. */
export async function facilitiesOf(
	value: unknown,
	name: string,
	sql: Sql,
): Promise<FacilityReference[]> {
	const keys = listOf(value, name).map((entry, index) => {
		const at = `${name}[${index}]`;
		return keyOf(objectOf(entry, at), at);
	});
	const rows = await sql.query<FacilityReference>(
		`SELECT id, code, name, needs_application AS "needsApplication" FROM groupware_facility
		WHERE id = ANY ($1::int[]) OR code = ANY ($2::text[])`,
		[
			keys.flatMap((key) => ('id' in key ? [key.id ?? 0] : [])),
			keys.flatMap((key) => ('code' in key ? [key.code] : [])),
		],
	);
	const byId = new Map(rows.map((row) => [row.id, row]));
	const byCode = new Map(rows.map((row) => [row.code, row]));
	const facilities = keys.map((key, index) => {
		const found = 'id' in key ? byId.get(key.id ?? 0) : byCode.get(key.code);
		if (found === undefined) throw unknownObject(`${name}[${index}]`);
		return found;
	});
	return unique(facilities, (facility) => String(facility.id));
}

function memberTypeOf(value: unknown, name: string, allowed: readonly MemberType[]): MemberType {
	if (!given(value)) throw missing(name);
	const text = textOf(value, name);
	const known = everyType.find((type) => type === text);
	if (known === undefined) throw notAmong(name, allowed);
	if (!allowed.includes(known)) {
		throw new GroupwareError('GRN_REST_API_00213', `${name} takes only: ${allowed.join(', ')}.`);
	}
	return known;
}

function keyOf(reference: JsonObject, at: string): { id: number | undefined } | { code: string } {
	if (given(reference.id) && reference.id !== '') return { id: idOf(reference.id, `${at}.id`) };
	if (given(reference.code) && reference.code !== '') {
		return { code: textOf(reference.code, `${at}.code`) };
	}
	throw new GroupwareError('GRN_REST_API_00214', `${at} needs one of: id, code.`);
}

function unique<Item>(items: Item[], key: (item: Item) => string): Item[] {
	return [...new Map(items.map((item) => [key(item), item])).values()];
}
