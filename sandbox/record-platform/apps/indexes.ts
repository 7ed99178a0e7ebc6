import { createHash } from 'node:crypto';
import type { Sql } from '../../types';
import type { FormField, FormFields } from '../form';
import { cellText, literal } from '../sql';

export function uniqueFields(fields: FormFields): FormField[] {
	return Object.values(fields).filter((field) => field.unique === true);
}

/** Gives each unique field an index of its own, so that looking for duplicates and update keys stays quick. */
export async function indexUniqueFields(
	sql: Sql,
	appId: string,
	fields: FormFields,
): Promise<void> {
	for (const field of uniqueFields(fields)) {
		const digest = createHash('sha256').update(field.code).digest('hex').slice(0, 16);
		await sql.query(
			`create index if not exists records_unique_${BigInt(appId)}_${digest}
			on records using hash ((cells ->> ${literal(field.code)}))
			where app_id = ${BigInt(appId)}`,
		);
	}
}

/** Codes of unique fields that two records share a value in. */
export async function duplicatedFields(
	sql: Sql,
	appId: string,
	fields: FormFields,
): Promise<string[]> {
	const found: string[] = [];
	for (const field of uniqueFields(fields)) {
		const rows = await sql.query(
			`select 1 from records r where r.app_id = $1::bigint
				and coalesce(${cellText(field.code)}, '') <> ''
			group by ${cellText(field.code)} having count(*) > 1 limit 1`,
			[appId],
		);
		if (rows.length > 0) found.push(field.code);
	}
	return found;
}

/** Drops what the records hold of fields that are gone from the form. */
export async function forgetFields(sql: Sql, appId: string, codes: string[]): Promise<void> {
	if (codes.length === 0) return;
	await sql.query(
		`update records set cells = cells - array[${codes.map(literal).join(', ')}]::text[]
		where app_id = $1::bigint`,
		[appId],
	);
}
