import type { Sql } from '../../types';
import { uniqueFields } from '../apps/indexes';
import type { OpenApp } from '../apps/store';
import type { Problems } from '../problems';
import { cellText } from '../sql';
import type { Cells } from './row';

export interface UniqueCandidate {
	/** The record's ID; undefined for a new one. */
	id: string | undefined;
	path: string;
	cells: Cells;
}

const COMPLAINT = 'This value already exists in another record.';

/** Complains about values that another record of the app, or another one of the same request, has already. */
export async function checkUnique(
	sql: Sql,
	app: OpenApp,
	candidates: UniqueCandidate[],
	problems: Problems,
): Promise<void> {
	const own = candidates.flatMap((candidate) => candidate.id ?? []);
	for (const field of uniqueFields(app.design.fields)) {
		const valued = candidates.flatMap((candidate) => {
			const value = candidate.cells[field.code];
			return typeof value === 'string' && value !== '' ? [{ ...candidate, value }] : [];
		});
		if (valued.length === 0) continue;
		const rows = await sql.query<{ value: string }>(
			`select ${cellText(field.code)} as value from records r
			where r.app_id = ${BigInt(app.id)} and ${cellText(field.code)} = any($1::text[])
				and not r.id = any($2::bigint[])`,
			[valued.map((entry) => entry.value), own],
		);
		const taken = new Set(rows.map((row) => row.value));
		for (const entry of valued) {
			if (taken.has(entry.value)) problems.add(`${entry.path}.${field.code}.value`, COMPLAINT);
			taken.add(entry.value);
		}
	}
}
