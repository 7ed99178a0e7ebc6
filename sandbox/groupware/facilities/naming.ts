import type { Sql } from '../../types';
import { badValue, GroupwareError } from '../errors';
import { anywhere, type Query } from '../query';
import type { Body } from '../request';
import { requiredText } from '../values';

/** What a facility and a facility group have alike in the administrator's forms. */

const languages = ['ja', 'en', 'zh', 'zh-tw'] as const;

export interface Naming {
	name: string;
	code: string;
	nameLocale: string | null;
	notes: string;
}

type Sent = Omit<Body<'schedule.adminFacility.create'>, 'facilityGroup'>;

/** Name and code are required by updates too (schedule.adminFacility.update, notes). */
export function readNaming(body: Sent, current?: Naming): Naming {
	return {
		name: body.name,
		code: requiredText(scalarOf(body.code, 'code'), 'code'),
		nameLocale: body.nameLocale ? localesOf(body.nameLocale) : (current?.nameLocale ?? null),
		notes: body.notes ?? current?.notes ?? '',
	};
}

/** One value, or the only one of a list: the service's own tables type it both ways. Throws for a longer list. */
export function scalarOf(value: unknown, name: string): unknown {
	if (!Array.isArray(value)) return value;
	if (value.length > 1) throw badValue(name);
	return value[0];
}

/** Names and notes of a facility or a group as the service answers them. */
export function presentNaming(row: Naming & { id: number }): object {
	return {
		id: row.id,
		name: row.name,
		...(row.nameLocale !== null && { nameLocale: JSON.parse(row.nameLocale) }),
		code: row.code,
		notes: row.notes,
	};
}

export type Table = 'groupware_facility' | 'groupware_facility_group';

/** Throws GRN_REST_API_00226 for a code that is taken; the lock makes the second of two writers at once see the first. */
export async function refuseTakenCode(
	sql: Sql,
	table: Table,
	code: string,
	own: number,
): Promise<void> {
	await sql.query(`LOCK TABLE ${table} IN SHARE ROW EXCLUSIVE MODE`);
	const taken = await sql.query(`SELECT 1 FROM ${table} WHERE code = $1 AND id <> $2`, [code, own]);
	if (taken.length > 0) {
		throw new GroupwareError('GRN_REST_API_00226', `The code ${code} is already in use.`);
	}
}

/** The conditions both administrator's lists take, for a statement whose values `bind` collects. */
export function namingConditions(query: Query, bind: (value: unknown) => string): string[] {
	const conditions: string[] = [];
	const ids = query.ids('id');
	if (ids !== undefined) conditions.push(`id = ANY (${bind(ids)}::int[])`);
	const codes = query.list('codes');
	if (codes.length > 0) conditions.push(`code = ANY (${bind(codes)}::text[])`);
	const texts: Array<[string, string]> = [
		['name', 'name'],
		['notes', 'notes'],
		['nameLocaleJa', localeColumn('ja')],
		['nameLocaleEn', localeColumn('en')],
		['nameLocaleZh', localeColumn('zh')],
		['nameLocaleZhTw', localeColumn('zh-tw')],
	];
	for (const [parameter, column] of texts) {
		const text = query.text(parameter);
		if (text !== undefined) conditions.push(`${column} ILIKE ${bind(anywhere(text))}`);
	}
	return conditions;
}

function localeColumn(language: (typeof languages)[number]): string {
	return `name_locale::json ->> '${language}'`;
}

function localesOf(names: NonNullable<Sent['nameLocale']>): string | null {
	const kept = languages.flatMap((language) => {
		const name = names[language];
		return name ? [[language, wellFormed(name)]] : [];
	});
	return kept.length === 0 ? null : JSON.stringify(Object.fromEntries(kept));
}

/** Lone surrogates replaced: the JSON functions of the database refuse them. */
function wellFormed(text: string): string {
	return Buffer.from(text).toString();
}
